// The seats this browser holds at a table, and what its player has switched.

import * as hall from "../hall.js";

const SWITCHES = "coven.switches";
/** @typedef {"confirm"|"on"|"motion"|"curtain"} Switch */

/** @type {Record<Switch, boolean>} */
const DEFAULTS = { confirm: true, on: true, motion: true, curtain: true };
let switches = { ...DEFAULTS };
try {
  switches = { ...DEFAULTS, ...JSON.parse(localStorage.getItem(SWITCHES) ?? "{}") };
} catch {
  // A browser that keeps nothing still plays, as long as the page is open.
}

/** @param {string} table @returns {Record<number, string>} the tokens by seat */
export const tokens = (table) => hall.kept()[table] ?? {};

/** Keep a seat's token. @param {string} table @param {number|string} seat @param {string} token */
export const keep = (table, seat, token) => hall.keep(table, { [seat]: token });

/** @param {Switch} name */
export const switched = (name) => switches[name];

/** @param {Switch} name @param {boolean} on */
export function turn(name, on) {
  switches[name] = on;
  try {
    localStorage.setItem(SWITCHES, JSON.stringify(switches));
  } catch {
    // kept for now only
  }
}

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether things may move. */
export const lively = () => switches.motion && !calm.matches;
