// The start page: a game at one click, a table as one likes it, and the tables there are.

import { Refusal, ask, keepName, myName, seatPath, sitDown, tablePath } from "./hall.js";
import { showLists } from "./lists.js";
import { byId, told } from "./page.js";
import { headOf } from "./record.js";
import { toast } from "./toast.js";
import { say } from "./words.js";

/**
 * The fields of the form by their names.
 * @typedef {{game: RadioNodeList, first: HTMLSelectElement, mode: HTMLSelectElement, clock: HTMLSelectElement,
 *   harder: HTMLInputElement, listed: HTMLInputElement, private: HTMLInputElement, components: HTMLInputElement}} Fields
 * @typedef {ReturnType<typeof headOf> & {text: string}} Uploaded
 */

/** @type {Record<string, {title: string, least: number}>} */
const games = told("games");
/** @type {Record<string, string>} */
const bots = told("bots"); // what each is called
const $ = byId;
const form = $("setup", HTMLFormElement);
const fields = /** @type {Fields} */ (/** @type {unknown} */ (form.elements));
const rows = /** @type {HTMLElement[]} */ ([...form.querySelectorAll(".seat-row")]);
/** @type {Uploaded|null} */
let uploaded = null; // a record to go on from

// -- who I am --

const names = [...document.querySelectorAll("input")].filter((field) => "myName" in field.dataset);
for (const field of names) {
  field.value = myName();
  field.addEventListener("input", () => {
    keepName(field.value.trim());
    for (const other of names) if (other !== field) other.value = field.value;
  });
}

// -- doing something that takes a moment --

/**
 * Run it with the button asleep; a refusal is said as the server says it.
 * @param {HTMLButtonElement|HTMLInputElement|null} button @param {() => Promise<void>} work @param {HTMLElement|null} [where]
 */
async function busy(button, work, where = null) {
  if (button) button.disabled = true;
  try {
    await work();
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    if (where) {
      where.textContent = problem.message;
      where.hidden = false;
    } else toast(problem.message, "danger");
  } finally {
    if (button) button.disabled = false;
  }
}

/** @param {Wire.TableWish} wish */
async function go(wish) {
  const { table, token } = await sitDown(wish);
  location.assign(seatPath(table, token));
}

/** @param {string} spec @returns {Wire.SeatWish} */
const bot = (spec) => ({ kind: "bot", bot: spec, name: bots[spec] });

// -- one click --

for (const button of document.querySelectorAll("button")) {
  const { play } = button.dataset;
  if (play === undefined) continue;
  button.addEventListener("click", () =>
    busy(button, () =>
      go({
        game: play,
        seats: [{ kind: "human", name: myName() }, bot("greedy")],
        options: { listed: false },
      }),
    ),
  );
}

// -- a table as one likes it --

const chosenGame = () => fields.game.value;
/** @param {HTMLElement} row */
const kindMenu = (row) => /** @type {HTMLSelectElement} */ (row.querySelector("select[data-kind]"));
/** @param {HTMLElement} row */
const handicapMenu = (row) => /** @type {HTMLSelectElement} */ (row.querySelector("[data-handicap]"));
/** @param {HTMLElement} row */
const nameField = (row) => /** @type {HTMLInputElement} */ (row.querySelector("[data-my-name], [data-name]"));
/** @param {HTMLElement} row */
const kindOf = (row) => kindMenu(row).value;
/** @param {HTMLElement} control @param {boolean} hidden */
function hideField(control, hidden) {
  control.closest(".field")?.toggleAttribute("hidden", hidden);
}

const taken = () => rows.filter((row) => kindOf(row) !== "none");

/** How many seats there must be at least, and at most. */
function bounds() {
  return uploaded ? [uploaded.players, uploaded.players] : [games[chosenGame()].least, rows.length];
}

function showGame() {
  const [least, most] = bounds();
  rows.forEach((row, at) => {
    const select = kindMenu(row);
    const none = [...select.options].find((option) => option.value === "none");
    if (none) none.hidden = none.disabled = at < least;
    if (at < least && select.value === "none") select.value = "bot:greedy";
    if (at >= most) select.value = "none";
  });
  showSeats();
}

/** Each part of the form is for one game, for new games only, or for all. @param {HTMLElement} part */
function belongs(part) {
  const game = part.dataset.for;
  return (!game || game === chosenGame()) && !(uploaded && "fresh" in part.dataset);
}

function showSeats() {
  const [, most] = bounds();
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-for], [data-fresh]"))) part.hidden = !belongs(part);
  rows.forEach((row, at) => {
    const kind = kindOf(row);
    const next = at > 0 && at < most && kindOf(rows[at - 1]) !== "none";
    row.hidden = kind === "none" && !next;
    hideField(nameField(row), kind !== "me" && kind !== "here");
    if (kind === "none") hideField(handicapMenu(row), true);
  });
  $("by-link").hidden = !rows.some((row) => kindOf(row) === "open");
  const players = taken().length;
  only(fields.first, (value) => value === "random" || Number(value) < players, "random");
  only(fields.mode, (value) => (value === "solo") === (players === 1), players === 1 ? "solo" : "competitive");
  showMode();
}

/** Offer only some choices of a menu; if the chosen one is not among them, choose another. @param {HTMLSelectElement} menu @param {(value: string) => boolean} may @param {string} otherwise */
function only(menu, may, otherwise) {
  for (const option of menu.options) option.hidden = option.disabled = !may(option.value);
  if (!may(menu.value)) menu.value = otherwise;
}

function showMode() {
  const together = ["coop", "solo"].includes(fields.mode.value);
  fields.harder.disabled = !together;
  if (!together) fields.harder.checked = false;
}

/** Close the gaps, so that seats count from the first. */
function closeGaps() {
  const kinds = taken().map((row) => [kindOf(row), nameField(row).value, handicapMenu(row).value]);
  rows.forEach((row, at) => {
    const [kind, name, handicap] = kinds[at] ?? ["none", "", "0"];
    kindMenu(row).value = kind;
    const field = nameField(row);
    if (!("myName" in field.dataset)) field.value = name;
    handicapMenu(row).value = handicap;
  });
}

/** @returns {Wire.SeatWish[]} */
function seatsWanted() {
  return taken().map((row) => {
    const kind = kindOf(row);
    if (kind.startsWith("bot:")) return bot(kind.slice(4));
    if (kind === "open") return { kind: "open" };
    const name = nameField(row).value.trim();
    return { kind: "human", name };
  });
}

async function optionsWanted() {
  const game = chosenGame();
  /** @type {Record<string, unknown>} */
  const options = { listed: fields.listed.checked, private: fields.private.checked };
  const minutes = Number(fields.clock.value);
  if (minutes) options.clock = minutes;
  if (uploaded) return options; // the record says how its game is played
  if (game === "witchstone") {
    const levels = taken().map((row) => Number(handicapMenu(row).value));
    if (levels.some(Boolean)) options.handicap = levels;
    const first = fields.first.value;
    if (first !== "random") options.first = Number(first);
  } else {
    options.mode = fields.mode.value;
    if (fields.harder.checked) options.harder = true;
  }
  const file = fields.components.files?.[0];
  if (file) options.components = await file.text();
  return options;
}

for (const button of document.querySelectorAll("button")) {
  const { setup } = button.dataset;
  if (setup === undefined) continue;
  button.addEventListener("click", () => {
    forgetRecord();
    openSetup(setup);
  });
}

/** @param {string} game */
function openSetup(game) {
  fields.game.value = game;
  form.hidden = false;
  showGame();
  form.scrollIntoView({ block: "start" });
  form.querySelector("h2")?.focus({ preventScroll: true });
}

$("setup-close").addEventListener("click", () => {
  form.hidden = true;
  forgetRecord();
});

form.addEventListener("change", (event) => {
  const field = /** @type {HTMLInputElement|HTMLSelectElement} */ (event.target);
  if (field.name === "game") showGame();
  else if (field === fields.mode) showMode();
  else if (rows.some((row) => kindMenu(row) === field)) {
    closeGaps();
    showSeats();
  } else if (field === fields.private && field.checked) fields.listed.checked = false;
  else if (field === fields.listed && field.checked) fields.private.checked = false;
});

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const refusal = $("setup-error");
  refusal.hidden = true;
  busy(
    form.querySelector("button[type=submit]"),
    async () => {
      /** @type {Wire.TableWish} */
      const wish = { game: chosenGame(), seats: seatsWanted(), options: await optionsWanted() };
      if (uploaded) wish.record = uploaded.text;
      await go(wish);
    },
    refusal,
  );
});

// -- a record --

const recordField = $("record", HTMLInputElement);

function forgetRecord() {
  uploaded = null;
  recordField.value = "";
  $("from-record").hidden = true;
  showGame();
}

recordField.addEventListener("change", () => {
  const file = recordField.files?.[0];
  if (!file) return;
  busy(recordField, async () => {
    const text = await file.text();
    const head = headOf(text);
    if (!(head.game in games) || !head.players) {
      toast(say("record.strange"), "danger");
      return;
    }
    if (head.over) {
      /** @type {Wire.SeatWish[]} */
      const seats = Array.from({ length: head.players }, (_, at) => ({ kind: "human", name: head.names[at] ?? "" }));
      /** @type {Wire.Made} */
      const made = await ask("POST", "/api/tables", {
        game: head.game,
        seats,
        options: { listed: false },
        record: text,
      });
      location.assign(`${tablePath(made.table)}/replay`);
      return;
    }
    goOnFrom(text, head);
  });
});

/** The form asks who plays on; the rest is as the record has it. @param {string} text @param {ReturnType<typeof headOf>} head */
function goOnFrom(text, head) {
  rows.forEach((row, at) => {
    kindMenu(row).value = at === 0 ? "me" : at < head.players ? "bot:greedy" : "none";
  });
  uploaded = { text, ...head };
  openSetup(head.game);
  $("from-record").textContent = say("record.go_on", { game: games[head.game].title });
  $("from-record").hidden = false;
}

// -- the first start --

async function watchReady() {
  const note = $("preparing");
  try {
    /** @type {{ready: Record<string, boolean>}} */
    const { ready } = await ask("GET", "/health");
    note.hidden = Object.values(ready).every(Boolean);
  } catch {
    note.hidden = true;
    return;
  }
  if (!note.hidden) setTimeout(watchReady, 2000);
}

showGame();
watchReady();
showLists();
