// The small sheet that says what a thing is, what choosing it would do, or why it can't be chosen.

import { byId, el, svg } from "./dom.js";

const box = byId("tip");
const LARGE = 200; // pixels of something to read
const ROOM = 2; // units around it

/**
 * @typedef {import("./geometry.js").Point} Point
 * @typedef {Partial<Wire.About> & {said: string, label: string, uses?: string[], press?: string, game?: string}} Told
 */

/** Beside a light. @param {import("./picture.js").Light} light @param {import("./picture.js").Picture} picture */
export function tipFor(light, picture) {
  const words = [el("strong", {}, light.label)];
  if (light.tip && light.tip !== light.label) words.push(el("span", {}, light.tip));
  const sheet = picture.root.getBoundingClientRect();
  show(words, { x: sheet.x + light.box.x + light.box.width / 2, y: sheet.y + light.box.y }, light.box.height);
}

/** Why something can't be chosen, where it was touched; the rule can be read. @param {Wire.Why} why @param {string} game @param {Point} at */
export function refuseTip({ message, rule }, game, at) {
  card([el("p", {}, message, " ", rule ? ruleLink(game, rule) : null)], at, "why");
  byId("spoken").textContent = message;
}

/** What a thing is: its name, how one stands, the rule; what is to be read, large. @param {Told} told @param {SVGGraphicsElement|null} thing @param {Point|HTMLElement} at where, or beside what */
export function aboutTip({ said, label, uses = [], press, name, stands = [], rule, text, large, game = "" }, thing, at) {
  const [first, ...rest] = said.split(/(?<!\d)\. /);
  const heading = name || first || label;
  const more = [...rest, ...[label, ...uses].filter((line) => line && line !== heading)];
  if (!heading && !stands.length && !text) return;
  const words = [
    large && thing ? drawn(thing) : null,
    el("div", {},
      heading ? el("p", {}, el("strong", {}, heading), press ? el("kbd", {}, press) : null) : null,
      ...more.map((line) => el("p", {}, line)),
      ...stands.map((line) => el("p", { class: "stands" }, line)),
      rule ? el("p", { class: "rule-text" }, ruleLink(game, rule), " ", text) : null),
  ];
  const shown = words.filter((one) => one !== null);
  const kind = large ? "about large" : "about";
  if (at instanceof HTMLElement) beside(shown, at, kind);
  else card(shown, at, kind);
  byId("spoken").textContent = [heading, ...more, ...stands, text].filter(Boolean).join(". ");
}

/** To a rule on the rules page. @param {string} game @param {string} rule */
const ruleLink = (game, rule) => el("a", { class: "rule", href: `/rules/${game}#${rule}`, target: "_blank" }, rule);

/** A thing as it is drawn, large. @param {SVGGraphicsElement} thing */
function drawn(thing) {
  const whole = /** @type {SVGGraphicsElement} */ (thing.closest("[data-said]") ?? thing);
  const { x, y, width, height } = whole.getBBox();
  const copy = /** @type {Element} */ (whole.cloneNode(true));
  copy.removeAttribute("transform");
  for (const halo of copy.querySelectorAll(".halo")) halo.remove();
  for (const one of [copy, ...copy.querySelectorAll("[id]")]) one.removeAttribute("id");
  return svg("svg", {
    viewBox: `${x - ROOM} ${y - ROOM} ${width + 2 * ROOM} ${height + 2 * ROOM}`,
    width: Math.min(LARGE, (LARGE * 1.3 * width) / height), "aria-hidden": "true",
  }, copy);
}

/** Put away what is told: anything, or only a card or what is no card. @param {"card"|"tip"|""} [only] */
export function hideTip(only = "") {
  const isCard = box.matches(".why, .about");
  if (!only || isCard === (only === "card")) box.hidden = true;
}

/** Whether a card is told. */
export const tells = () => !box.hidden && box.matches(".why, .about");

/** Whether the pointer or the keyboard is on the rule of a card. */
export const busyTip = () => !box.hidden && box.matches(":hover, :focus-within");

/** Whether a point of the page is covered by what is told of a thing. @param {number} x @param {number} y */
export function inAbout(x, y) {
  const { left, right, top, bottom } = box.getBoundingClientRect();
  return !box.hidden && box.matches(".about") && x >= left && x <= right && y >= top && y <= bottom;
}

/** @param {Node[]} words @param {Point} at @param {string} kind */
const card = (words, { x, y }, kind) => show(words, { x, y: y - 14 }, 28, kind);

/** A card for what stands beside the picture: over the board where it is a choice, else on the page; clear of a menu. @param {Node[]} words @param {HTMLElement} item @param {string} kind */
function beside(words, item, kind) {
  const { x, y, width, height } = item.getBoundingClientRect();
  if (item.closest("#turn")) return card(words, { x: x + width / 2, y: y + 14 }, kind);
  show(words, { x: x + width / 2, y }, height, kind, new DOMRect(0, 0, innerWidth, innerHeight));
  const menu = item.closest(".pop > .card")?.getBoundingClientRect();
  if (menu && menu.left > box.offsetWidth + 14) box.style.left = `${menu.left - box.offsetWidth - 8}px`;
}

/** @param {Node[]} words @param {Point} at @param {number} under how high the thing is @param {string} [kind] @param {DOMRect} [frame] in which it stays */
function show(words, { x, y }, under, kind = "", frame = (box.parentElement ?? box).getBoundingClientRect()) {
  box.className = `tip ${kind}`;
  box.replaceChildren(...words);
  box.hidden = false;
  const left = Math.min(Math.max(frame.left + 6, x - box.offsetWidth / 2), frame.right - box.offsetWidth - 6);
  const above = y - box.offsetHeight - 8;
  const below = Math.min(y + under + 8, frame.bottom - box.offsetHeight - 4);
  box.style.left = `${Math.max(frame.left + 6, left)}px`;
  box.style.top = `${above > frame.top + 4 ? above : Math.max(frame.top + 4, below)}px`;
}
