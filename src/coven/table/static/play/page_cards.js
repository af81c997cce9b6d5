// What stands beside the picture explains itself too: to a mouse that rests on it, a long press, a key.

import { itemAt } from "./items.js";

const LONG = 550; // milliseconds of a long press

/** @param {import("./asking.js").Asking} asking */
export function pageCards(asking) {
  let timer = 0;
  let told = false; // a press that was long enough to be told something is no click

  /** What an event is about; undefined: the picture or a card, which have ears of their own. @param {Event} event */
  function found({ target }) {
    const at = /** @type {Element} */ (target);
    return at.closest("#picture, #tip") ? undefined : itemAt(at);
  }

  document.addEventListener("pointerover", (event) => {
    const item = event.pointerType === "mouse" ? found(event) : undefined;
    if (item) {
      item.removeAttribute("title"); // the browser's own would come, too
      asking.restOn(item);
    } else if (item === null) asking.leave();
  });
  document.addEventListener("pointerdown", (event) => {
    told = false;
    const item = found(event);
    if (item === undefined) return;
    asking.hide();
    if (event.pointerType === "mouse" || !item) return;
    timer = setTimeout(() => {
      told = true;
      asking.explain(item);
    }, LONG);
  });
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => clearTimeout(timer));
  document.addEventListener("contextmenu", (event) => told && event.preventDefault());
  document.addEventListener("click", (event) => {
    if (!told) return;
    told = false;
    event.stopPropagation();
    event.preventDefault();
  }, { capture: true });
}
