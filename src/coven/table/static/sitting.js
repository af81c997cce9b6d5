// Sitting down at a table: a new one, or an open seat. Whoever does promises to add to the luck of the game.

import { apiPath, ask, keep } from "./client.js";
import { promise, promisedAt } from "./luck.js";

/** Create a table and remember the seats it gives. @param {Wire.TableWish} wish */
export async function sitDown(wish) {
  const seats = wish.seats.map((seat) => (seat.kind === "human" && !wish.record ? { ...seat, promise: promise() } : seat));
  /** @type {Wire.Made} */
  const made = await ask("POST", "/api/tables", { ...wish, seats });
  const mine = made.seats.flatMap(({ seat, token }) => (token ? [{ seat, token }] : []));
  for (const { seat } of mine) promisedAt(made.table, seat, seats[seat]?.promise);
  keep(made.table, Object.fromEntries(mine.map(({ seat, token }) => [seat, token])));
  return { table: made.table, token: mine[0]?.token ?? null };
}

/**
 * Take an open seat, a particular one or the first.
 * @param {string} table @param {{seat?: number|null, name?: string}} wish @param {string|null} [token] of a seat held there already
 * @returns {Promise<{seat: number, token: string}>}
 */
export async function takeSeat(table, wish, token) {
  const promised = promise();
  /** @type {{seat: number, token: string}} */
  const taken = await ask("POST", apiPath(table, "/join"), { ...wish, promise: promised }, token);
  promisedAt(table, taken.seat, promised);
  return taken;
}
