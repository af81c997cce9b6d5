// Short notes at the edge of the screen.

/** A note that goes away by itself; a screen reader says it. Kinds: note, good, danger. */
export function toast(text, kind = "note") {
  const box = document.createElement("p");
  box.className = `toast ${kind}`;
  box.textContent = text;
  document.getElementById("toasts").append(box);
  setTimeout(() => box.remove(), 3000 + 60 * text.length);
}
