// Short notes at the edge of the screen.

import { byId } from "./page.js";

/**
 * A note that goes away by itself; a screen reader says it.
 * @param {string} text @param {"note"|"good"|"danger"} [kind]
 */
export function toast(text, kind = "note") {
  const box = document.createElement("p");
  box.className = `toast ${kind}`;
  box.textContent = text;
  byId("toasts").append(box);
  setTimeout(() => box.remove(), 3000 + 60 * text.length);
}
