// After the game: who won and why, and where to go from here.

import { say } from "../words.js";
import { saveRecord, tablePath } from "../hall.js";
import { asBefore } from "../luck.js";
import { toast } from "../toast.js";
import { button, el, seatMark } from "./dom.js";
import { keep } from "./purse.js";
import { counted, tell } from "./scores.js";

let told = false;

/** What stands where the choices were. @param {import("./table.js").Table} table */
export function ending(table) {
  const { sight } = table;
  const shown = counted(table);
  const base = tablePath(table.id);
  if (!told) {
    told = true;
    requestAnimationFrame(() => tell(shown));
  }
  return [
    el("div", { class: "ending" },
      el("p", { class: "winners" }, ...sight.winners.map(seatMark), el("strong", {}, sight.verdict)),
      shown,
      el("div", { class: "buttons" },
        table.mine.length ? button(say("end.rematch"), () => rematch(table), { class: "main small", "data-about": "rematch" })
          : table.next ? el("a", { class: "button main small", href: tablePath(table.next), "data-about": "rematch" }, say("end.ready")) : null,
        el("a", { class: "button small", href: `${base}/replay`, "data-about": "replay" }, say("end.replay")),
        el("a", { class: "button small", href: `${base}/replay#coach`, "data-about": "review" }, say("end.review")),
        button(say("end.verify"), () => verify(table), { class: "small", "data-about": "verify" }),
        button(say("end.record"), () => saveRecord(table.id, table.token(), sight.game).catch((error) => table.refuse(error)), { class: "small", "data-about": "record" }),
        el("a", { class: "button small quiet", href: "/", "data-about": "leave" }, say("end.start")))),
  ];
}

/** Check the rules and the luck of the game, and that the server tells what it told before. @param {import("./table.js").Table} table */
async function verify(table) {
  try {
    /** @type {{ok: boolean, sealed: boolean, problem: string, draws: number}} */
    const { ok, sealed, problem, draws } = await table.ask.get("/verify");
    /** @type {{luck: import("../luck.js").Luck|null}} */
    const { luck } = await table.ask.get("/luck");
    const same = !luck || asBefore(table.id, luck);
    const said = !ok ? say("luck.wrong", { problem }) : !same ? say("luck.other") : say(sealed ? "luck.sealed" : "luck.open", { n: draws });
    toast(said, ok && same ? "good" : "danger");
  } catch (error) {
    table.refuse(error);
  }
}

/** The same people at a new table, each with the secret they have. @param {import("./table.js").Table} table */
async function rematch(table) {
  try {
    /** @type {Wire.Made} */
    const made = await table.ask.post("/rematch");
    for (const [seat, secret] of Object.entries(table.tokens)) keep(made.table, seat, secret);
    location.assign(tablePath(made.table));
  } catch (error) {
    table.refuse(error);
  }
}
