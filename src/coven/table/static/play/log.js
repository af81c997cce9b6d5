// The log: what happened, line by line; a click looks back at the table as it was then.

import { say } from "../words.js";
import { button, byId, el, followEnd, seatMark } from "./dom.js";
import { alike } from "./lines.js";

/** @typedef {import("./table.js").Table} Table */

const list = el("ol", { class: "lines plain" });
byId("log").append(list);
const toEnd = followEnd(byId("log"));
/** @type {Wire.LogLine[]} */
let shown = [];

/** Bring the lines up to date; only what changed is made anew, so that reading is not disturbed. @param {Table} table */
export function showLog(table) {
  const lines = table.looking === null ? table.log.slice(0, table.sight.at) : table.log;
  const same = alike(shown, lines);
  while (list.children.length > same) list.lastElementChild?.remove();
  for (const line of lines.slice(same)) list.append(item(table, line));
  shown = lines;
  wordLog(table);
  toEnd();
  for (const [k, child] of [...list.children].entries()) child.classList.toggle("here", table.looking === k + 1);
}

/** @param {Table} table @param {Wire.LogLine} line */
function item(table, line) {
  return el("li", { class: line.actor === null ? "luck" : null },
    button(line.actor === null ? "" : seatMark(line.actor), () => table.look(line.n + 1), { class: "line", title: say("log.look") }));
}

/** Names may change, so the words are set apart. @param {Table} table */
function wordLog(table) {
  for (const [k, child] of [...list.children].entries()) {
    const line = table.log[k];
    const said = line.actor === null ? line.label : say("log.line", { name: table.sight.names[line.actor], what: line.label });
    let words = child.querySelector("span");
    if (!words) child.firstElementChild?.append((words = el("span")));
    if (words && words.textContent !== said) words.textContent = said;
  }
}

/** The banner while looking back: where, a slider, and the way home. @param {Table} table */
export function showLooking(table) {
  const box = byId("looking");
  box.hidden = table.looking === null;
  const at = table.looking;
  if (at === null) return box.replaceChildren();
  if (!box.firstChild) {
    const slider = el("input", { type: "range", min: 0, "aria-label": say("look.slider") });
    slider.addEventListener("input", () => table.look(Number(slider.value)));
    box.append(
      el("p", {}),
      button("‹", () => table.look((table.looking ?? 0) - 1), { class: "small", "aria-label": say("look.earlier") }),
      slider,
      button("›", () => table.look((table.looking ?? 0) + 1), { class: "small", "aria-label": say("look.later") }),
      button(say("look.return"), () => table.look(null), { class: "small main" }));
  }
  for (const slider of box.querySelectorAll("input")) {
    slider.max = String(table.last);
    slider.value = String(at);
  }
  for (const words of box.querySelectorAll("p")) words.textContent = say("look.banner", { n: at, all: table.last });
}
