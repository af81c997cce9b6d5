// The log: what happened, line by line; a click looks back at the table as it was then.

import { say } from "../words.js";
import { button, byId, el, followEnd, seatMark } from "./dom.js";

const list = el("ol", { class: "lines plain" });
byId("log").append(list);
const toEnd = followEnd(byId("log"));
let shown = [];

/** Bring the lines up to date; only what changed is made anew, so that reading is not disturbed. */
export function showLog(table) {
  const lines = table.looking === null ? table.log.slice(0, table.sight.at) : table.log;
  let same = 0;
  while (same < shown.length && same < lines.length && shown[same].text === lines[same].text) same++;
  while (list.children.length > same) list.lastChild.remove();
  for (const line of lines.slice(same)) list.append(item(table, line));
  shown = lines;
  wordLog(table);
  toEnd();
  for (const [k, child] of [...list.children].entries()) child.classList.toggle("here", table.looking === k + 1);
}

function item(table, line) {
  const luck = line.actor === null;
  return el("li", { class: luck ? "luck" : null },
    button(luck ? "" : seatMark(line.actor), () => table.look(line.n + 1), { class: "line", title: say("log.look") }));
}

/** Names may change, so the words are set apart. */
function wordLog(table) {
  for (const [k, child] of [...list.children].entries()) {
    const line = table.log[k];
    const said = line.actor === null ? line.label : say("log.line", { name: table.sight.names[line.actor], what: line.label });
    let words = child.querySelector("span");
    if (!words) child.firstChild.append((words = el("span")));
    if (words.textContent !== said) words.textContent = said;
  }
}

/** The banner while looking back: where, a slider, and the way home. */
export function showLooking(table) {
  const box = byId("looking");
  box.hidden = table.looking === null;
  if (table.looking === null) return box.replaceChildren();
  if (!box.firstChild) {
    const slider = el("input", { type: "range", min: 0, "aria-label": say("look.slider"), oninput: () => table.look(Number(slider.value)) });
    box.append(
      el("p", {}),
      button("‹", () => table.look(table.looking - 1), { class: "small", "aria-label": say("look.earlier") }),
      slider,
      button("›", () => table.look(table.looking + 1), { class: "small", "aria-label": say("look.later") }),
      button(say("look.return"), () => table.look(null), { class: "small main" }));
  }
  const slider = box.querySelector("input");
  slider.max = table.last;
  slider.value = table.looking;
  box.firstChild.textContent = say("look.banner", { n: table.looking, all: table.last });
}
