// The small sheet that says what a thing is, or what choosing it would do.

import { byId, el } from "./dom.js";

const LINGER = 4000;
const box = byId("tip");

/** Beside a light. @param {import("./picture.js").Light} light @param {import("./picture.js").Picture} picture */
export function tipFor(light, picture) {
  const words = [el("strong", {}, light.label)];
  if (light.tip && light.tip !== light.label) words.push(el("span", {}, light.tip));
  const sheet = picture.root.getBoundingClientRect();
  show(words, sheet.x + light.box.x + light.box.width / 2, sheet.y + light.box.y, light.box.height);
}

/** Where a long press was. @param {string} text @param {number} x @param {number} y */
export function explain(text, x, y) {
  show([el("span", {}, text)], x, y - 24, 48);
  setTimeout(hideTip, LINGER);
}

/** Why something can't be chosen, where it was touched; the rule can be read. @param {Wire.Why} why @param {string} game @param {import("./geometry.js").Point} at */
export function refuseTip({ message, rule }, game, { x, y }) {
  show([el("p", {}, message, " ", rule ? ruleLink(game, rule) : null)], x, y - 14, 28, "why");
  byId("spoken").textContent = message;
}

/** To a rule on the rules page. @param {string} game @param {string} rule */
const ruleLink = (game, rule) => el("a", { class: "rule", href: `/rules/${game}#${rule}`, target: "_blank" }, rule);

export function hideTip() {
  box.hidden = true;
}

/** @param {Node[]} words @param {number} x @param {number} y @param {number} under how high the thing is @param {string} [kind] */
function show(words, x, y, under, kind = "") {
  const frame = (box.parentElement ?? box).getBoundingClientRect();
  box.className = `tip ${kind}`;
  box.replaceChildren(...words);
  box.hidden = false;
  const left = Math.min(Math.max(6, x - frame.left - box.offsetWidth / 2), frame.width - box.offsetWidth - 6);
  const above = y - frame.top - box.offsetHeight - 8;
  box.style.left = `${left}px`;
  box.style.top = `${above > 4 ? above : y - frame.top + under + 8}px`;
}
