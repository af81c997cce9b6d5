// What the live line tells, and what the page makes of it.

import { Refusal } from "../client.js";
import { addLuck } from "../luck.js";
import { showChoices, showSentence } from "./choices.js";
import { hearPage } from "./feed.js";
import { showNotices } from "./notices.js";
import { showSeats } from "./seats.js";

/** @typedef {import("./table.js").Table} Table */

/** @param {Table} table @param {Wire.Message} data */
export function hear(table, data) {
  table.seal();
  switch (data.type) {
    case "page":
      if (data.seq !== table.heard) table.thinking = null;
      if (data.actor !== undefined) wind(table, data.actor);
      hearPage(table, data);
      break;
    case "seats": {
      /** @param {Wire.Seat[]} seats */
      const called = (seats) => seats.map(({ kind, name, stand_in }) => `${kind} ${name} ${stand_in}`).join();
      const changed = table.seats.length && called(data.seats) !== called(table.seats);
      const whom = table.sight?.actor ?? -1;
      /** @param {Wire.Seat[]} seats */
      const awaited = (seats) => JSON.stringify([seats[whom]?.online, seats[whom]?.agreed, seats[whom]?.due !== null]);
      const gone = awaited(data.seats) !== awaited(table.seats);
      const agreed = JSON.stringify(table.terms) !== JSON.stringify(data.terms);
      table.terms = data.terms;
      table.seats = data.seats.map((facts) => ({ ...facts, heard: performance.now() }));
      table.runs ??= table.sight?.actor ?? null;
      if (changed) table.refresh();
      else if (table.sight) showSeats(table);
      if (((gone && !table.acts) || agreed) && table.sight) showChoices(table);
      break;
    }
    case "chat":
      table.talk?.hear(data).catch(() => {}); // it comes with the next
      break;
    case "thinking":
      table.thinking = data.seat;
      table.preparing = data.preparing;
      if (table.sight) showSentence(table);
      break;
    case "lesson":
      table.refresh();
      break;
    case "rematch":
      table.next = data.table;
      addLuck(data.table, table.tokens).catch(() => {}); // it is dealt without
      showNotices(table);
      if (table.sight?.over) showChoices(table);
      break;
    case "error":
      table.refuse(new Refusal(data.error, data.message));
  }
}

/** One clock stops, the next runs. @param {Table} table @param {number|null} actor */
function wind(table, actor) {
  for (const facts of table.seats) {
    if (facts.seat === table.runs && facts.clock !== null && !facts.waits) facts.clock -= (performance.now() - facts.heard) / 1000;
    facts.heard = performance.now();
  }
  table.runs = actor;
}
