// What the page shows, as it comes from the server: asked for, or told on the live line as what has changed.

import { theme } from "../theme.js";
import { laidNow } from "./drawings.js";

/** @typedef {import("./table.js").Table} Table */

/** What the page shows now, or an earlier action: asked for where the live line has not brought it. @param {Table} table @param {number|null} at @returns {Promise<Wire.PageState>} */
export function fetchSight(table, at) {
  return dressed(table.drawings, () => asked(table, at));
}

/** A sight with its drawings; asked for again if the server thought we had something that we have not. @param {import("./drawings.js").Drawings} drawings @param {() => Promise<Wire.PageState>} ask @returns {Promise<Wire.PageState>} */
export async function dressed(drawings, ask) {
  const sight = await ask();
  if (dress(drawings, sight)) return sight;
  drawings.forget();
  return dressed(drawings, ask);
}

/** @param {Table} table @param {number|null} at @returns {Promise<Wire.PageState>} */
function asked(table, at) {
  const since = table.logOf === table.seat ? table.witness.sure : 0; // another seat reads another log
  const query = new URLSearchParams({ theme: theme(), since: String(since), have: table.drawings.have });
  if (at !== null) query.set("at", String(at));
  return table.ask.get(`/sight?${query}`);
}

/** Find the drawings of a sight; false if some are missing. @param {import("./drawings.js").Drawings} drawings @param {Wire.PageState} sight */
function dress(drawings, sight) {
  const drawn = drawings.learn(sight.picture);
  if (!drawn) return false;
  sight.parts = drawn;
  return true;
}

/** The live line tells what has changed since it last told. @param {Table} table @param {Wire.PageMessage} message */
export function hearPage(table, message) {
  const picture = { ...message.picture, laid: laidNow(table.told?.picture.laid ?? [], message.picture) };
  const sight = /** @type {Wire.PageState} */ ({ ...table.told, ...message, picture });
  table.told = sight;
  table.heard = Math.max(table.heard, sight.seq);
  if (!dress(table.drawings, sight)) return void table.refresh();
  if (!message.log) sight.log = [];
  if (sight.seat !== null && table.mine.includes(sight.seat)) table.seat = sight.seat; // at one screen
  table.take(sight);
}
