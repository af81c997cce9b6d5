// The tables there are: those I sit at, those one can join, and finished games.

import { Refusal, apiPath, ask, codeOf, forget, keep, kept, myName, seatPath, tablePath } from "./client.js";
import { takeSeat } from "./sitting.js";
import { byId, told } from "./page.js";
import { whole } from "./phrasing.js";
import { seal } from "./seals.js";
import { toast } from "./toast.js";
import { ago, say } from "./words.js";

/** @type {Record<string, {title: string}>} */
const games = told("games");
/** @type {Record<string, string>} */
const bots = told("bots"); // what each is called
const MOST = 12; // tables of one's own that are asked for
const EVERY = 15000;

/** @template {keyof HTMLElementTagNameMap} T @param {T} tag */
function el(tag, className = "", text = "") {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}

/** @param {string} label @param {string} how @param {() => unknown} act */
function button(label, how, act) {
  const made = el("button", how, label);
  made.type = "button";
  made.addEventListener("click", async () => {
    made.disabled = true;
    try {
      await act();
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      toast(problem.message, "danger");
      made.disabled = false;
    }
  });
  return made;
}

/** @param {string} label @param {string} how @param {string} href */
function link(label, how, href) {
  const made = el("a", how, label);
  made.href = href;
  return made;
}

/** What a seat is called: by its person, by how strong its bot is, or by its animal. @param {Wire.Chair} seat */
function nameOf(seat) {
  if (seat.kind === "open") return say("seat.free");
  if (seat.kind === "bot") return bots[seat.bot ?? ""] ?? seat.bot;
  return seat.name || say(`seat.${seat.seat}`);
}

/** Who sits at a table, each with the emblem of the seat. @param {Wire.Listed} table */
function people(table) {
  const list = el("ul", "people plain");
  for (const seat of table.seats) {
    const entry = el("li", seat.kind === "open" ? "seat free" : "seat");
    const score = table.over ? ` ${whole(table.scores[seat.seat])}` : "";
    entry.append(seal(seat.seat), el("span", "", nameOf(seat) + score));
    if (table.over && table.winners.includes(seat.seat)) entry.classList.add("won");
    list.append(entry);
  }
  return list;
}

/** @param {Wire.Listed} table @param {string} state @param {...HTMLElement} actions */
function card(table, state, ...actions) {
  const entry = el("li", "table-card card");
  const head = el("div", "table-head");
  head.append(el("strong", "", games[table.game].title), el("span", "quiet small", state));
  const foot = el("div", "buttons");
  foot.append(...actions);
  entry.append(head, people(table), foot);
  return entry;
}

/** Fill a list; an empty one is not shown at all. @param {string} id @param {HTMLElement[]} entries */
function fill(id, entries) {
  const list = byId(id);
  list.replaceChildren(...entries);
  const section = list.closest("section");
  if (section) section.hidden = entries.length === 0;
}

/** @param {Wire.Listed} table */
async function join(table) {
  if (table.rated && !myName()) return location.assign(tablePath(table.table)); // where one says her name
  const { seat, token } = await takeSeat(table.table, { name: myName() });
  keep(table.table, { [seat]: token });
  location.assign(seatPath(table.table, token));
}

async function mine() {
  const entries = [];
  for (const [table, seats] of Object.entries(kept()).reverse().slice(0, MOST)) {
    const token = Object.values(seats)[0];
    /** @type {Wire.State} */
    let state;
    try {
      state = await ask("GET", apiPath(table), undefined, token);
    } catch (problem) {
      if (["no_such_table", "not_found"].includes(codeOf(problem))) forget(table);
      continue;
    }
    const about = { ...state.table, table, over: state.over, scores: state.scores, winners: state.winners };
    const myTurn = state.actor !== null && String(state.actor) in seats;
    const said = say(state.over ? "state.over" : myTurn ? "state.yours" : "state.goes_on");
    const way = state.over
      ? link(say("do.replay"), "button small", `${tablePath(table)}/replay`)
      : link(say("do.go_on"), myTurn ? "button small main" : "button small", seatPath(table, token));
    const drop = button(say("do.forget"), "small quiet", () => {
      forget(table);
      return mine();
    });
    entries.push(card(about, said, way, drop));
  }
  fill("mine", entries);
}

/** @param {string} state @param {string} id @param {(table: Wire.Listed) => HTMLElement[]} actions */
async function listed(state, id, actions) {
  /** @type {{tables: Wire.Listed[]}} */
  const { tables } = await ask("GET", `/api/tables?state=${state}`);
  const own = kept();
  const there = tables.filter((table) => state === "over" || !(table.table in own));
  /** @param {Wire.Listed} table */
  const when = (table) => {
    const since = ago(table.created);
    return table.rated ? say("state.rated", { ago: since }) : table.uploaded ? say("state.uploaded", { ago: since }) : since;
  };
  fill(id, there.map((table) => card(table, when(table), ...actions(table))));
}

async function others() {
  /** @param {Wire.Listed} table */
  const watch = (table) => link(say("do.watch"), "button small quiet", tablePath(table.table));
  await Promise.allSettled([
    listed("open", "open", (table) => [button(say("do.join"), "small main", () => join(table)), watch(table)]),
    listed("playing", "playing", (table) => [watch(table)]),
    listed("over", "over", (table) => [link(say("do.replay"), "button small", `${tablePath(table.table)}/replay`)]),
  ]);
}

/** Fill the lists, and again from time to time while the page is looked at. */
export function showLists() {
  mine();
  others();
  const choosing = () => document.activeElement?.closest("#open, #playing, #over"); // nobody is thrown out meanwhile
  setInterval(() => document.hidden || choosing() || others(), EVERY);
  // The own tables are asked for one by one, which wakes them: only when someone comes to look.
  document.addEventListener("visibilitychange", () => document.hidden || mine());
}
