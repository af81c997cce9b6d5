// The keyboard: digits choose from the list, arrows go from light to light in the picture.

import { byId } from "./dom.js";
import { ahead } from "./geometry.js";
import { openPops, toggleKeys } from "./switches.js";
import { tells } from "./tips.js";

/** @type {Record<string, number[]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const OWN_ARROWS = "[role=tablist], [role=tabpanel], .pending, .lesson"; // they scroll or go round
const WAIT = 650; // for a second digit

/** @param {import("./picture.js").Picture} picture @param {import("./table.js").Table} table @param {import("./asking.js").Asking} asking @param {() => void} openChat */
export function keyboard(picture, table, asking, openChat) {
  const { walk } = table;
  let typed = "";
  let timer = 0;

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !byId("curtain").hidden) return;
    const at = /** @type {HTMLElement|SVGElement} */ (event.target);
    const writing = at.matches("input, textarea, select");
    if (event.key === "Escape") {
      if (writing) at.blur();
      for (const open of openPops()) {
        if (open.contains(at)) open.querySelector("summary")?.focus();
        open.open = false;
      }
      const told = tells();
      asking.hide(); // an answer on its way, too
      if (asking.spot) asking.end();
      else if (told) return;
      else if (!byId("keys").hidden) toggleKeys();
      else walk.back();
      return;
    }
    if (writing && !(event.key === "i" && at.matches("[type=checkbox], [type=range]"))) return;
    const light = at.closest(".light");
    if (asking.spot && event.key in ARROWS) {
      event.preventDefault();
      asking.step(ARROWS[event.key]);
    } else if (asking.spot && event.key === "Enter" && !at.closest("a, button")) {
      event.preventDefault();
      asking.enter();
    } else if (light && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      walk.pickByKey(light.getAttribute("data-light") ?? "");
    } else if (event.key in ARROWS && !at.closest(OWN_ARROWS)) move(event, light);
    else if (/^\d$/.test(event.key)) digit(event.key);
    else if (event.key in KEYS) {
      event.preventDefault();
      KEYS[event.key]();
    }
  });

  /** @type {Record<string, () => unknown>} */
  const KEYS = {
    u: () => table.undo(), h: () => walk.hint(), c: openChat, r: () => walk.turn(), R: () => walk.turn(-1), "?": toggleKeys,
    i: () => asking.toggle(),
  };

  /** @param {string} key */
  function digit(key) {
    clearTimeout(timer);
    typed += key;
    const many = walk.level.length;
    const choose = () => {
      const node = walk.level[Number(typed) - 1];
      typed = "";
      if (node) walk.choose(node);
    };
    if (Number(typed) * 10 > many) choose();
    else timer = setTimeout(choose, WAIT);
  }

  /** To the nearest light in that direction. @param {KeyboardEvent} event @param {Element|null} light */
  function move(event, light) {
    const lights = picture.lights.filter(({ node }) => node.hasAttribute("role"));
    if (!lights.length) return;
    event.preventDefault();
    const here = lights.find(({ node }) => node === light);
    const next = here ? ahead(here, lights, ARROWS[event.key]) : lights[0];
    if (!next) return;
    for (const { node } of lights) node.setAttribute("tabindex", "-1");
    next.node.setAttribute("tabindex", "0");
    next.node.focus({ preventScroll: true });
  }
}
