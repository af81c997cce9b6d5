// What stands beside the picture and can be asked about: the table's own buttons, and numbers in its margins.
//
// `data-about` names what the page itself says of it, `data-asks` what the server is asked, `data-press` its key.

import { nodeOf } from "./choices.js";

const ITEMS = "[data-about], [data-asks], button.choice";
const AWAY = "#picture, #tip";

/** The thing to ask about where something is. @param {Element} at */
export function itemAt(at) {
  const found = at.closest(AWAY) ? null : at.closest(ITEMS);
  return found instanceof HTMLElement && (found.matches("[data-about], [data-asks]") || nodeOf(found)) ? found : null;
}

/** What it is called. @param {HTMLElement} item */
export function nameOf(item) {
  const label = item instanceof HTMLInputElement || item instanceof HTMLSelectElement ? item.labels?.[0] : null;
  const shown = item.querySelector(".name, span") ?? label ?? item;
  return item.getAttribute("aria-label") ?? (shown.textContent ?? "").trim();
}

/** Those that show. */
export function items() {
  const all = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(ITEMS)]);
  return all.filter((item) => {
    const { x, y, width, height } = item.getBoundingClientRect();
    const on = width ? document.elementFromPoint(x + width / 2, y + height / 2) : null;
    return on !== null && itemAt(on) === item;
  });
}

/** Show where the keys have gone; the picture marks its own. @param {Element|null} item */
export function mark(item) {
  for (const old of document.querySelectorAll(".asked-item")) old.classList.remove("asked-item");
  if (item instanceof HTMLElement) {
    item.classList.add("asked-item");
    item.scrollIntoView({ block: "nearest" });
  }
}
