// The log: what happened, turn by turn; a click on a line looks back at the table as it was then.

import { toast } from "../toast.js";
import { say } from "../words.js";
import { button, byId, el, followEnd, seatMark } from "./dom.js";
import { alike, asText, called, stands, until } from "./lines.js";

/** @typedef {import("./table.js").Table} Table */

const list = el("ol", { class: "lines plain" });
const tools = el("div", { class: "log-tools" });
byId("log").append(tools, list);
const toEnd = followEnd(byId("log"));
/** @type {Wire.LogLine[]} */
let shown = [];
/** @type {{child: HTMLElement, line: Wire.LogLine}[]} */
const items = [];
let names = "";

/** Bring the lines up to date; only what changed is made anew, so that reading is not disturbed. @param {Table} table */
export function showLog(table) {
  const lines = table.looking === null ? until(table.log, table.sight.at) : table.log;
  const now = table.sight.names.join("\n");
  const same = now === names ? alike(shown, lines) : 0;
  names = now;
  if (!tools.firstChild) showTools(table);
  while (items.length > same) items.pop()?.child.remove();
  while (list.lastElementChild && list.lastElementChild.matches(".turn-head")) list.lastElementChild.remove();
  for (const line of lines.slice(same)) {
    if (items.at(-1)?.line.turn !== line.turn) list.append(heading(table, line));
    const child = item(table, line);
    list.append(child);
    items.push({ child, line });
  }
  shown = lines;
  toEnd();
  for (const { child, line } of items) child.classList.toggle("here", table.looking === line.to + 1);
}

/** @param {Table} table @param {Wire.LogLine} line */
function heading(table, line) {
  return el("li", { class: "turn-head" }, line.whose === null ? "" : seatMark(line.whose),
    el("span", {}, called(line, table.sight.names, say("log.setup"))));
}

/** @param {Table} table @param {Wire.LogLine} line */
function item(table, line) {
  const look = button(line.seat === null ? "" : seatMark(line.seat), () => table.look(line.to + 1), { class: "line", "data-about": "line" });
  look.append(el("span", {}, line.label));
  return el("li", { class: line.folded ? "folded" : stands(line) ? "moment" : null }, look);
}

/** Fold and unfold set-up and draws; take the log along. @param {Table} table */
function showTools(table) {
  const unfold = button(say("log.unfold"), () => {
    const open = list.classList.toggle("unfolded");
    unfold.setAttribute("aria-pressed", String(open));
    toEnd();
  }, { class: "small quiet", "aria-pressed": "false", "data-about": "unfold" });
  tools.append(unfold,
    button(say("log.copy"), () => copy(text(table)), { class: "small quiet", "data-about": "copy" }),
    button(say("log.download"), () => download(table), { class: "small quiet", "data-about": "download" }));
}

/** @param {Table} table */
const text = (table) => asText(table.log, table.sight.names, say("log.setup"));

/** @param {string} words */
async function copy(words) {
  try {
    await navigator.clipboard.writeText(words);
    toast(say("log.copied"), "good");
  } catch {
    toast(say("log.not_copied"), "danger"); // pages without https may not
  }
}

/** @param {Table} table */
function download(table) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text(table)], { type: "text/plain" }));
  link.download = `${table.sight.game}-${table.id.slice(0, 6)}.txt`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** The banner while looking back: where, a slider, and the way home. @param {Table} table */
export function showLooking(table) {
  const box = byId("looking");
  box.hidden = table.looking === null;
  const at = table.looking;
  if (at === null) return box.replaceChildren();
  if (!box.firstChild) {
    const slider = el("input", { type: "range", min: 0, "aria-label": say("look.slider"), "data-about": "look" });
    slider.addEventListener("input", () => table.look(Number(slider.value)));
    box.append(
      el("p", {}),
      button("‹", () => table.look((table.looking ?? 0) - 1), { class: "small", "aria-label": say("look.earlier"), "data-about": "look" }),
      slider,
      button("›", () => table.look((table.looking ?? 0) + 1), { class: "small", "aria-label": say("look.later"), "data-about": "look" }),
      button(say("look.return"), () => table.look(null), { class: "small main", "data-about": "now" }));
  }
  for (const slider of box.querySelectorAll("input")) {
    slider.max = String(table.last);
    slider.value = String(at);
  }
  for (const words of box.querySelectorAll("p")) words.textContent = say("look.banner", { n: at, all: table.last });
}
