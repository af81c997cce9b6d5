// After the game: who won and why, and where to go from here.

import { lang, say } from "../words.js";
import { recordOf, saveRecord, tablePath } from "../hall.js";
import { asBefore } from "../luck.js";
import { sealOf } from "../record.js";
import { toast } from "../toast.js";
import { button, el, seatMark } from "./dom.js";
import { keep } from "./purse.js";
import { counted, tell } from "./scores.js";

/**
 * @typedef {import("./table.js").Table} Table
 * @typedef {{ok: boolean, sealed: boolean, problem: string, draws: number, kept_back?: number[], without?: number[]}} Verified
 */

let told = false;

/** What stands where the choices were. @param {Table} table */
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

/** Check that the record's seal is what this browser saw before the end; the rules and the draws are the server's to check. @param {Table} table */
async function verify(table) {
  try {
    /** @type {Verified} */
    const found = await table.ask.get("/verify");
    const record = await recordOf(table.id, table.token());
    const same = asBefore(table.id, sealOf(await record.text()));
    toast(verdict(table, found, same), found.ok && same !== false ? "good" : "danger");
  } catch (error) {
    table.refuse(error);
  }
}

/** What was found, in sentences. @param {Table} table @param {Verified} found @param {boolean|null} same */
function verdict(table, { ok, sealed, problem, draws, kept_back = [], without = [] }, same) {
  if (!ok) return say("luck.wrong", { problem });
  if (same === false) return say("luck.other");
  if (!sealed) return say("luck.open");
  const list = new Intl.ListFormat(lang);
  /** @param {string} key @param {number[]} whose */
  const named = (key, whose) => (whose.length ? [say(key, { names: list.format(whose.map((seat) => table.sight.names[seat])) })] : []);
  const seats = [...named("luck.kept", kept_back), ...named("luck.without", without)];
  return [say("luck.sealed", { n: draws }), ...seats, say(same ? "luck.seen" : "luck.unseen")].join(" ");
}

/** The same people at a new table, each with the secret they have. @param {Table} table */
export async function rematch(table) {
  try {
    /** @type {Wire.Made} */
    const made = await table.ask.post("/rematch");
    for (const [seat, secret] of Object.entries(table.tokens)) keep(made.table, seat, secret);
    location.assign(tablePath(made.table));
  } catch (error) {
    table.refuse(error);
  }
}
