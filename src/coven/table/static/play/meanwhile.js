// What stands in place of the choices while there are none.

import { say } from "../words.js";
import { el } from "./dom.js";
import { ending } from "./ending.js";
import { invite, join, missing, standIn } from "./seats.js";

/** @param {import("./table.js").Table} table @returns {HTMLElement[]} */
export function meanwhile(table) {
  if (table.looking !== null) return [el("p", { class: "quiet" }, say("look.meanwhile"))];
  if (table.sight.over) return ending(table);
  if (table.open.length) return [table.mine.length ? invite(table) : join(table, table.open)];
  const replaced = table.mine.filter((seat) => table.seats[seat]?.stand_in);
  if (replaced.length) return replaced.map((seat) => standIn(table, seat));
  if (!table.mine.length) return [el("p", { class: "quiet" }, say("watching"))];
  const awaited = table.seats[table.sight.actor ?? -1];
  if (awaited?.kind === "human" && !awaited.online && !awaited.stand_in && !table.mine.includes(awaited.seat)) return [missing(table, awaited.seat)];
  return [];
}
