// The buttons of the list of choices explain themselves: to a mouse that rests on one, a long press, a key.

import { nodeOf } from "./choices.js";
import { byId } from "./dom.js";

const LONG = 550; // milliseconds of a long press

/** @param {import("./asking.js").Asking} asking */
export function buttonCards(asking) {
  const place = byId("choices");
  let timer = 0;
  let told = false; // a press that was long enough to be told something is no click

  /** The button at an event, and what it chooses. @param {Event} event */
  function found({ target }) {
    const button = /** @type {Element} */ (target).closest("button");
    const node = button && nodeOf(button);
    return node ? { button, node } : null;
  }

  place.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse") return;
    const at = found(event);
    if (at) asking.restOn(at.button, at.node);
    else asking.leave();
  });
  place.addEventListener("pointerleave", () => {
    clearTimeout(timer);
    asking.leave();
  });
  place.addEventListener("pointerdown", (event) => {
    told = false;
    const at = found(event);
    asking.hide();
    if (event.pointerType === "mouse" || !at) return;
    timer = setTimeout(() => {
      told = true;
      asking.explain(at.button, at.node);
    }, LONG);
  });
  for (const end of ["pointerup", "pointercancel"]) place.addEventListener(end, () => clearTimeout(timer));
  place.addEventListener("contextmenu", (event) => told && event.preventDefault());
  place.addEventListener("click", (event) => {
    if (!told) return;
    told = false;
    event.stopPropagation();
    event.preventDefault();
  }, { capture: true });
}
