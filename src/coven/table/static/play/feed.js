// What the page shows, as it comes from the server: asked for, or told on the live line as what has changed.

import { theme } from "../theme.js";

/** @typedef {import("./table.js").Table} Table */

const RECALL = 60; // actions whose lines are asked for again, for those that were taken back

/** What the page shows now, or an earlier action: asked for where the live line has not brought it. @param {Table} table @param {number|null} at @returns {Promise<Wire.Sight>} */
export async function fetchSight(table, at) {
  const since = table.logOf === table.seat ? Math.max(0, table.last - RECALL) : 0; // another seat reads another log
  const query = new URLSearchParams({ theme: theme(), since: String(since), have: table.drawings.have });
  if (at !== null) query.set("at", String(at));
  /** @type {Wire.Sight} */
  const sight = await table.ask.get(`/sight?${query}`);
  if (dress(table, sight)) return sight;
  table.drawings.forget(); // the server thought we had something that we have not
  return fetchSight(table, at);
}

/** Find the drawings of a sight; false if some are missing. @param {Table} table @param {Wire.Sight} sight */
function dress(table, sight) {
  const drawn = table.drawings.learn(sight.picture);
  if (!drawn) return false;
  sight.parts = drawn;
  return true;
}

/** The live line tells what has changed since it last told. @param {Table} table @param {Wire.PageMessage} message */
export function hearPage(table, message) {
  const sight = /** @type {Wire.Sight} */ ({ ...table.told, ...message });
  table.told = sight;
  table.heard = Math.max(table.heard, sight.seq);
  if (!dress(table, sight)) return void table.refresh();
  if (!message.log) sight.log = [];
  if (sight.seat !== null && table.mine.includes(sight.seat)) table.seat = sight.seat; // at one screen
  table.take(sight);
}
