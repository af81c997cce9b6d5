// What happened since one's last turn, on a card: who gained what, from where it can be seen once more.

import { say } from "../words.js";
import { button, byId, el, seatMark } from "./dom.js";
import { playAgain } from "./following.js";
import { since, until } from "./lines.js";

const MOST = 3; // things told of each seat

/** @typedef {import("./table.js").Table} Table */

/** @type {string} */
let closed = ""; // the turn whose card was put away

/** Show the card while a turn of one's own begins. @param {Table} table */
export function showSince(table) {
  const box = byId("since");
  const { sight, seat } = table;
  const log = until(table.log, sight.at);
  const last = log.at(-1);
  const turn = `${seat} ${last?.turn}`;
  const own = last?.whose === seat && log.some((line) => line.turn === last?.turn && line.seat === seat && !line.folded);
  const found = seat !== null && table.acts && !own && closed !== turn ? since(log, seat) : null;
  box.hidden = !found?.seats.length;
  if (!found || box.hidden) return box.replaceChildren();
  const close = () => {
    closed = turn;
    showSince(table);
  };
  box.replaceChildren(
    el("h3", {}, say("since.title")),
    el("ul", { class: "plain" }, ...found.seats.map((who) =>
      el("li", {}, seatMark(who.seat),
        el("div", {}, el("strong", {}, `${sight.names[who.seat]} ${who.points < 0 ? "−" : "+"}${Math.abs(who.points)}`),
          ...who.moments.slice(-MOST).map((label) => el("p", {}, label)))))),
    el("div", { class: "buttons" },
      button(say("since.replay"), () => playAgain(table, found.from), { class: "small", "data-about": "since" }),
      button(say("close"), close, { class: "small quiet", "data-about": "close" })));
}
