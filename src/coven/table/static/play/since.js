// What happened since one's last turn, summed up on a card, from where it can be seen once more.

import { say } from "../words.js";
import { button, byId, el, seatMark } from "./dom.js";
import { playAgain } from "./following.js";

const NEAR = 1; // the level from which on an alarm is told again
const CUT = 6; // pixels of which nothing is missed

/** @typedef {import("./table.js").Table} Table */

/** @type {string} */
let closed = ""; // the turn whose card was put away

/** Show the card while a turn of one's own begins. @param {Table} table */
export function showSince(table) {
  const box = byId("since");
  const { sight, seat } = table;
  const turn = `${seat} ${sight.since?.from}`;
  const found = table.acts && closed !== turn ? sight.since : null;
  const near = sight.alarms.filter(({ level }) => level >= NEAR).map(({ label }) => label);
  box.hidden = !found;
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
          who.said.length ? el("p", {}, who.said.join(", ")) : null))),
      near.length ? el("li", { class: "near" }, near.join(" · ")) : null),
    el("div", { class: "buttons" },
      button(say("since.replay"), () => playAgain(table, found.from), { class: "small", "data-about": "since" }),
      button(say("close"), close, { class: "small quiet", "data-about": "close" })));
  watched.observe(box);
}

/** Say that there is more of the card below, as long as there is. @param {HTMLElement} box */
const goesOn = (box) => box.classList.toggle("goes-on", box.scrollHeight - box.scrollTop - box.clientHeight > CUT);

const watched = new ResizeObserver(() => goesOn(byId("since")));
byId("since").addEventListener("scroll", () => goesOn(byId("since")));
