// Alarms: what may end or lose the game, always in sight, louder as it nears.

import { byId, el } from "./dom.js";
import { sound } from "./sounds.js";

const LEVELS = ["quietly", "near", "loud"];
/** @type {number[]} */
let before = [];

/** @param {Wire.PageState} sight */
export function showAlarms({ alarms }) {
  byId("alarms").replaceChildren(...alarms.map(({ label, level, rule }) => el("li", { class: LEVELS[level], "data-asks": rule ? `rule:${rule}` : null }, label)));
  const levels = alarms.map(({ level }) => level);
  if (before.length === levels.length && levels.some((level, k) => level === 2 && before[k] < 2)) sound("omen");
  before = levels;
}
