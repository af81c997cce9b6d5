// What is asked and what can be chosen, in words: enough to play the whole game without the picture.

import { decimal } from "../phrasing.js";
import { lang, say } from "../words.js";
import { button, byId, el, refill, seatMark } from "./dom.js";
import { until } from "./lines.js";
import { meanwhile } from "./meanwhile.js";
import { isLeaf, wayTo } from "./tree.js";

/** @typedef {import("./table.js").Table} Table */

const MOST = 4; // choices that are all listed; of more, those that glow in the picture are touched there
const SHORT = 9; // labels up to this long stand beside each other
const place = byId("choices");
/** @type {WeakMap<Element, import("./tree.js").Node>} */
const nodes = new WeakMap(); // what each button chooses
let lost = false; // the keyboard was here when the choices went away, and comes back with them

/** The keyboard's focus was in what is gone. */
export const lose = () => void (lost = true);

/** That a button leads to a choice. @template {Element} E @param {E} item @param {import("./tree.js").Node} [node] */
function chooses(item, node) {
  if (node) nodes.set(item, node);
  return item;
}

/** Words of which no line begins with a dot or a dash. @param {string} words */
const unbroken = (words) => words.replace(/ (?=[·–])/g, "\u00a0");

/** What a button of the list chooses. @param {Element} item */
export const nodeOf = (item) => nodes.get(item);

/** Whose turn it is, what is asked, what waits. @param {Table} table */
export function showSentence(table) {
  const { sight } = table;
  const box = byId("sentence");
  /** @type {HTMLElement[]} */
  const parts = [];
  const acting = sight.actor !== null;
  const seat = sight.actor ?? (sight.over ? null : until(table.log, sight.at).at(-1)?.whose ?? null); // whose turn luck belongs to
  if (seat !== null) {
    const own = table.mine.includes(seat);
    const whose = own && table.mine.length === 1 ? say("turn.yours") : say("turn.of", { name: sight.names[seat] });
    parts.push(el("h2", { class: `whose${own ? " own" : ""}` }, seatMark(seat), whose,
      table.thinking === seat && !own ? el("span", { class: "thinking", title: say("turn.thinking") }, el("i"), el("i"), el("i")) : null));
  } else if (table.open.length) parts.push(el("h2", { class: "whose" }, say("turn.waiting")));
  else if (!acting && !sight.over && !sight.at) parts.push(el("h2", { class: "whose" }, say("luck.waiting")));
  const question = table.looking === null ? table.walk.question : "";
  if (table.preparing && table.thinking === sight.actor) parts.push(el("p", { class: "asks quiet" }, say("turn.preparing")));
  else if (question) parts.push(el("p", { class: "asks" }, question, table.walk.ghost ? el("small", { class: "quiet" }, ` ${say("tile.how")}`) : null));
  else if (sight.prompt && acting && !table.open.length) parts.push(el("p", { class: table.acts ? "asks" : "asks quiet" }, sight.prompt)); // luck is asked by nobody
  const percent = Math.round((sight.odds ?? 0) * 100);
  const told = sight.odds === null || sight.over || new RegExp(`(^|\\D)${percent}\\s?%`).test(sight.prompt);
  if (!told) parts.push(el("p", { class: "odds", "data-about": "odds" }, say("turn.odds", { percent })));
  const waits = sight.pending.slice(1);
  const queue = el("ol", { class: "pending plain", "aria-label": say("turn.waits"), "data-about": "waits" }, ...waits.map((what) => el("li", {}, what)));
  if (waits.length) parts.push(queue);
  box.replaceChildren(...parts);
  if (getComputedStyle(queue).overflowX === "auto") queue.tabIndex = 0; // a phone shows it in one line: keys can move it
}

/** The choices as buttons; the tools below them. @param {Table} table */
export function showChoices(table) {
  const at = document.activeElement;
  const focused = place.contains(at);
  const name = () => [...place.querySelectorAll("input")].find((one) => one.closest(".join"));
  const written = name()?.value;
  const { asked, ghost, advice } = table.walk;
  /** @type {HTMLElement[]} */
  const parts = [];
  if (table.looking !== null || !table.acts) parts.push(...meanwhile(table));
  else if (asked) parts.push(confirmBar(table, asked));
  else if (ghost?.at && !ghost.pointer) parts.push(layBar(table, ghost.at));
  else {
    if (advice) parts.push(adviceList(table, advice));
    parts.push(list(table), ...unfolding(table));
  }
  place.replaceChildren(...parts);
  place.classList.toggle("busy", table.busy);
  const field = name();
  if (field && written) field.value = written;
  showTools(table);
  if (!focused && !(lost && document.activeElement === document.body)) return;
  // On the same button, if it is still there: pressing "Turn" twice must not lay the tile.
  const all = [...place.querySelectorAll("button")];
  const next = (at instanceof HTMLInputElement ? field : all.find((one) => one.textContent === at?.textContent)) ?? all[0];
  next?.focus({ preventScroll: true });
  lost = !next;
}

/** @param {Table} table */
function list(table) {
  const { level } = table.walk;
  const short = level.length > 4 && level.every(({ label }) => label.length <= SHORT);
  const tucked = new Set(table.walk.unfolded ? [] : pictured(table));
  const items = level.map((node, k) => {
    const opens = !isLeaf(node);
    const item = button("", () => table.walk.choose(node), {
      class: `choice${opens ? " opens" : ""}${node.quiet ? " quiet" : ""}`,
      "data-touch": node.touch || null,
      "aria-expanded": opens ? "false" : null,
      onpointerenter: () => table.walk.aim(node.touch || null, null, node),
      onpointerleave: () => table.walk.aim(null),
      onfocus: () => table.walk.aim(node.touch || null, null, node),
      onblur: () => table.walk.aim(null),
    });
    chooses(item, node);
    if (!short) item.append(el("kbd", { "aria-hidden": "true" }, String(k + 1)));
    item.append(el("span", {}, unbroken(node.label)));
    return el("li", { class: tucked.has(node) ? "unseen" : null }, item); // keys and screen readers have the whole list
  });
  return el("ol", { class: `list plain${short ? " short" : ""}` }, ...items);
}

/**
 * Of a long list, what can be touched in the picture, in whichever tab: how much is listed must not depend on how the
 * picture lies, which has the room that the list leaves it.
 * @param {Table} table
 */
function pictured({ walk, picture }) {
  return walk.level.length > MOST ? walk.level.filter(({ touch }) => touch && picture.things(touch).length) : [];
}

/** The way to the whole list. @param {Table} table */
function unfolding(table) {
  const [n, { unfolded }] = [pictured(table).length, table.walk];
  const said = unfolded ? say("list.fold") : say("list.unfold", { n });
  return n ? [button(said, () => table.walk.unfold(), { class: "small quiet unfold", "data-about": "list", "aria-expanded": String(unfolded) })] : [];
}

/** @param {Table} table @param {import("./tree.js").Node} leaf */
function confirmBar(table, leaf) {
  const whose = until(table.log, table.sight.at).at(-1)?.whose ?? null;
  const question = say(whose === null ? "confirm.choice" : "confirm.ask"); // while the table is set up no turn ends
  return el("div", { class: "ask", role: "group", "aria-label": question },
    el("p", {}, el("strong", {}, question), " ", leaf.label),
    el("div", { class: "buttons" },
      chooses(button(say("confirm.yes"), () => table.send(leaf), { class: "main", "data-about": "confirmed" }), leaf),
      button(say("back"), () => table.walk.back(), { "data-about": "back" })));
}

/** A tile lies where it was tapped: turn it, leave it, take it up again. @param {Table} table @param {import("./tree.js").Way} way */
function layBar(table, way) {
  const { first, second } = way;
  return el("div", { class: "ask", role: "group" },
    el("p", {}, unbroken(say("tile.gives", { first: first.label, second: second.label }))),
    el("div", { class: "buttons" },
      button(say("tile.place"), () => table.walk.lay(way), { class: "main", "data-about": "lay" }),
      button(say("tile.turn"), () => table.walk.turn(), { "data-about": "turn", "data-press": "R" }),
      button(say("back"), () => table.walk.back(), { "data-about": "back" })));
}

/** @param {Table} table @param {Wire.Advice[]} advice */
function adviceList(table, advice) {
  const items = advice.map((advised) =>
    el("li", {}, chooses(button(
      el("span", {}, el("strong", {}, advised.label), el("small", {}, reasons(advised))),
      () => table.walk.follow(advised), { class: "choice", "data-about": "advice" }), wayTo(table.sight.choices, advised.move)?.at(-1))));
  return el("div", { class: "advice" },
    el("h3", {}, say("hint.title")),
    items.length ? el("ol", { class: "plain" }, ...items) : el("p", { class: "quiet" }, say("hint.none")));
}

/** @param {Wire.Advice} advised */
function reasons({ chance, points, loss }) {
  const said = [say("hint.chance", { percent: Math.round(chance * 100) }), say("hint.points", { points: decimal(points, 1, lang) })];
  if (loss >= 0.01) said.push(say("hint.loss", { percent: Math.round(100 * loss) }));
  return said.join(" · ");
}

/** @param {Table} table */
function showTools(table) {
  const tools = [];
  const here = table.looking === null;
  if (table.walk.path.length && !byId("choices").querySelector(".ask")) tools.push(button(say("back"), () => table.walk.back(), { class: "small", "data-about": "back", "data-press": "Esc" }));
  if (here && table.acts && table.terms?.hints) tools.push(button(say("hint.ask"), () => table.walk.hint(), { class: "small quiet", "data-about": "hint", "data-press": "H", disabled: table.busy }));
  if (here && table.sight.undo) tools.push(button(say("undo"), () => table.undo(), { class: "small quiet", "data-about": "undo", "data-press": "U", disabled: table.busy }));
  if (refill(byId("tools"), ...tools)) lost = true;
}
