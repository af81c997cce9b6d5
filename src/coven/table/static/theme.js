// The theme that shows: chosen, or as the system has it. A change is told by the event "coven:theme".

const root = document.documentElement;
const daylight = matchMedia("(prefers-color-scheme: light)");
const THEMES = ["dark", "light", "auto"];

/** The theme that shows now. @returns {Wire.Theme} */
export function theme() {
  const chosen = root.dataset.theme;
  if (chosen === "auto") return daylight.matches ? "light" : "dark";
  return chosen === "light" ? "light" : "dark";
}

function tell() {
  document.dispatchEvent(new CustomEvent("coven:theme", { detail: theme() }));
}

/** Go on to the next of dark, light and as the system; its name. */
export function turnTheme() {
  const next = THEMES[(THEMES.indexOf(root.dataset.theme ?? "") + 1) % THEMES.length];
  root.dataset.theme = next;
  tell();
  return next;
}

daylight.addEventListener("change", tell);
