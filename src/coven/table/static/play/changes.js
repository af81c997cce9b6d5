// What moved between two pictures.

import { distance } from "./geometry.js";

/** @typedef {import("./geometry.js").Box} Box */

const FAR = 2; // units a thing must have moved to travel

/**
 * What moved, came or went. Several things may bear one name: those that stayed are matched first, then the nearest.
 * @template {{box: Box}} P
 * @param {Map<string, P[]>} before @param {Map<string, P[]>} after
 */
export function changes(before, after) {
  /** @type {{from: P|null, to: P|null}[]} */
  const found = [];
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const left = [...(before.get(name) ?? [])];
    /** @param {P} to @param {number} most */
    const match = (to, most) => {
      const near = left.map((from) => distance(from.box, to.box));
      const k = near.indexOf(Math.min(...near));
      return k >= 0 && near[k] <= most ? left.splice(k, 1)[0] : null;
    };
    const come = (after.get(name) ?? []).filter((to) => !match(to, FAR));
    for (const to of come) found.push({ from: match(to, Infinity), to });
    for (const from of left) found.unshift({ from, to: null });
  }
  return found;
}
