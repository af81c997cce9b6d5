// The seats this browser holds at a table, and what its player has switched.

import * as client from "../client.js";

const SWITCHES = "coven.switches";
/** @typedef {"confirm"|"on"|"motion"|"curtain"|"sound"} Switch */

/** @type {Record<Switch, boolean>} */
const DEFAULTS = { confirm: true, on: true, motion: true, curtain: true, sound: true };
let switches = { ...DEFAULTS };
try {
  switches = { ...DEFAULTS, ...JSON.parse(localStorage.getItem(SWITCHES) ?? "{}") };
} catch {
  // A browser that keeps nothing still plays, as long as the page is open.
}

/** @param {string} table @returns {Record<number, string>} the tokens by seat */
export const tokens = (table) => client.kept()[table] ?? {};

/** Keep a seat's token. @param {string} table @param {number|string} seat @param {string} token */
export const keep = (table, seat, token) => client.keep(table, { [seat]: token });

/** @param {Switch} name */
export const switched = (name) => switches[name];

/** @param {Switch} name @param {boolean} on */
export function turn(name, on) {
  switches[name] = on;
  remember(SWITCHES, JSON.stringify(switches));
}

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether things may move. */
export const lively = () => switches.motion && !calm.matches;

const SPEED = "coven.speed";
const VOLUME = "coven.volume";
/** @typedef {"slow"|"normal"|"quick"|"off"} Speed */
/** @type {Speed[]} */
export const SPEEDS = ["slow", "normal", "quick", "off"];

/** What was kept under a name, or what is said instead. @param {string} name @param {string} otherwise */
function kept(name, otherwise) {
  try {
    return localStorage.getItem(name) ?? otherwise;
  } catch {
    return otherwise;
  }
}

let pace = SPEEDS.find((one) => one === kept(SPEED, "normal")) ?? "normal";
let loud = Math.max(0, Math.min(100, Number(kept(VOLUME, "40")) || 0));

/** How quickly others' turns are played. */
export const speed = () => pace;

/** How loud moments are set to sound, in percent. */
export const volume = () => loud;

/** @param {Speed} chosen */
export function setSpeed(chosen) {
  pace = chosen;
  remember(SPEED, chosen);
}

/** @param {number} percent */
export function setVolume(percent) {
  loud = percent;
  remember(VOLUME, String(percent));
}

/** Whether something is so for the first time in this browser. @param {string} name */
export function first(name) {
  const never = kept(name, "") === "";
  remember(name, "1");
  return never;
}

/** @param {string} name @param {string} value */
function remember(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // kept for now only
  }
}
