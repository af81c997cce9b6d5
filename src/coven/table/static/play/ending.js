// After the game: who won and why, and where to go from here.

import { lang, say } from "../words.js";
import { recordOf, saveRecord, tablePath } from "../client.js";
import { asBefore } from "../luck.js";
import { actionsOf, sealOf } from "../record.js";
import { toast } from "../toast.js";
import { button, el, seatMark } from "./dom.js";
import { keep } from "./preferences.js";
import { counted, tell } from "./scores.js";

/**
 * @typedef {import("./table.js").Table} Table
 * @typedef {{ok: boolean, sealed: boolean, problem: string, draws: number, kept_back?: number[], without?: number[], linked?: number, ended?: [number, number][]}} Verified
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
        button(say("end.record"), () => save(table), { class: "small", "data-about": "record" }),
        el("a", { class: "button small quiet", href: "/", "data-about": "leave" }, say("end.start")))),
  ];
}

/** @type {Record<ReturnType<typeof asBefore>, Parameters<typeof toast>[1]>} */
const ALARM = { same: "good", unseen: "good", unsent: "note", left: "danger", early: "danger", other: "danger" };

/** Check that the record's seal and moves are what this page saw before the end; the rules and the draws are the server's to check. @param {Table} table */
async function verify(table) {
  try {
    /** @type {Verified} */
    const found = await table.ask.get("/verify");
    const { seal, wrong } = await compared(table, await recordOf(table.id, table.token()));
    toast(verdict(table, found, seal, wrong), found.ok && !wrong ? ALARM[seal] : "danger");
  } catch (error) {
    table.refuse(error);
  }
}

/** Save the record, to be checked at home: it must be the one this page knows, or another might be given for that. @param {Table} table */
async function save(table) {
  try {
    const { seal, wrong } = await compared(table, await saveRecord(table.id, table.token(), table.sight.game));
    const said = alarm(seal, wrong);
    if (said) toast(said, "danger");
  } catch (error) {
    table.refuse(error);
  }
}

/** A record beside what this page saw before the end. @param {Table} table @param {Blob} record */
async function compared(table, record) {
  const text = await record.text();
  const actions = actionsOf(text);
  return { seal: asBefore(table.id, sealOf(text), actions), wrong: table.witness.differs(actions) };
}

/** What of it is wrong, in a sentence. @param {ReturnType<typeof asBefore>} seal @param {number} wrong the action that is another one than was shown */
function alarm(seal, wrong) {
  if (wrong) return say("luck.moves", { n: wrong });
  if (seal === "other") return say("luck.other");
  if (seal === "left") return say("luck.left");
  return seal === "early" ? say("luck.early") : "";
}

/** What was found, in sentences. @param {Table} table @param {Verified} found @param {ReturnType<typeof asBefore>} seal @param {number} wrong */
function verdict(table, { ok, sealed, problem, draws, kept_back = [], without = [], linked = 0, ended = [] }, seal, wrong) {
  const said = ok ? alarm(seal, wrong) : say("luck.wrong", { problem });
  if (said) return said;
  if (!sealed) return say("luck.open");
  const list = new Intl.ListFormat(lang);
  /** @param {string} key @param {number[]} whose */
  const named = (key, whose) => (whose.length ? [say(key, { names: list.format(whose.map((seat) => table.sight.names[seat])) })] : []);
  const seats = [...named("luck.kept", kept_back), ...(seal === "unsent" ? [say("luck.unsent")] : []), ...named("luck.without", without)];
  if (!linked && without.length < table.sight.names.length) seats.push(say("luck.moveless"));
  for (const [seat, at] of ended) seats.push(say("luck.ended", { n: at + 1, name: table.sight.names[seat] }));
  if (table.witness.shown) seats.push(say("luck.shown"));
  return [say("luck.sealed", { n: draws }), ...seats, say(seal === "unseen" ? "luck.unseen" : "luck.seen")].join(" ");
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
