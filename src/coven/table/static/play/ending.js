// After the game: who won and why, and where to go from here.

import { say } from "../words.js";
import { button, el, seatMark } from "./dom.js";
import { keep } from "./purse.js";
import { counted, tell } from "./scores.js";

let told = false;

/** What stands where the choices were. */
export function ending(table) {
  const { sight } = table;
  const shown = counted(table, say("scores.total"));
  const base = `/table/${encodeURIComponent(table.id)}`;
  if (!told) {
    told = true;
    requestAnimationFrame(() => tell(shown));
  }
  return [
    el("div", { class: "ending" },
      el("p", { class: "winners" }, ...(sight.winners ?? []).map(seatMark), el("strong", {}, sight.verdict)),
      shown,
      el("div", { class: "buttons" },
        table.mine.length ? button(say("end.rematch"), () => rematch(table), { class: "main small" }) : null,
        el("a", { class: "button small", href: `${base}/replay` }, say("end.replay")),
        el("a", { class: "button small", href: `${base}/replay#coach` }, say("end.review")),
        button(say("end.record"), () => download(table), { class: "small" }),
        el("a", { class: "button small quiet", href: "/" }, say("end.start")))),
  ];
}

/** Save the record as a file; asked for with the seat's secret, which a private table wants. */
async function download(table) {
  const secret = table.token();
  const answer = await fetch(`${table.ask.base}/record`, { headers: secret ? { Authorization: `Bearer ${secret}` } : {} });
  if (!answer.ok) return table.refuse(await answer.json());
  const href = URL.createObjectURL(await answer.blob());
  el("a", { href, download: `${table.sight.game}-${table.id.slice(0, 6)}.coven` }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}

/** The same people at a new table, each with the secret they have. */
async function rematch(table) {
  try {
    const made = await table.ask.post("/rematch");
    for (const [seat, secret] of Object.entries(table.tokens)) keep(made.table, seat, secret);
    location.assign(`/table/${encodeURIComponent(made.table)}`);
  } catch (error) {
    table.refuse(error);
  }
}
