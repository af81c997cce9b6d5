// The start page: a game at one click, a table as one likes it, and the tables there are.

import { Refusal, ask, keepName, myName, seatPath, tablePath } from "./client.js";
import { showLists } from "./lists.js";
import { byId, told } from "./page.js";
import { headOf } from "./record.js";
import { sitDown } from "./sitting.js";
import { toast } from "./toast.js";
import { say } from "./words.js";

/**
 * The fields of the form by their names.
 * @typedef {{game: RadioNodeList, clock: HTMLSelectElement, hints: HTMLSelectElement, stand_in: HTMLSelectElement, rated: HTMLInputElement, listed: HTMLInputElement, private: HTMLInputElement,
 *   components: HTMLInputElement}} Fields
 * @typedef {ReturnType<typeof headOf> & {text: string}} Uploaded
 * A game's option: a menu of values, each for some numbers of players, or a switch, which has no values.
 * @typedef {{name: string, each_seat: boolean, values: {text: string, players: number[]}[], only: Record<string, string[]>}} Option
 * @typedef {HTMLSelectElement|HTMLInputElement} Control
 */

/** @type {Record<string, {title: string, least: number, most: number, usual: number, components: boolean, options: Option[]}>} */
const games = told("games");
/** @type {Record<string, string>} */
const bots = told("bots"); // what each is called
/** @type {string} */
const everyday = told("everyday"); // the bot that sits where nobody said who
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
        seats: [{ kind: "human", name: myName() }, ...Array.from({ length: games[play].usual - 1 }, () => bot(everyday))],
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
const nameField = (row) => /** @type {HTMLInputElement} */ (row.querySelector("[data-my-name], [data-name]"));
/** @param {HTMLElement} row */
const kindOf = (row) => kindMenu(row).value;
/** @param {HTMLElement} control @param {boolean} hidden */
function hideField(control, hidden) {
  control.closest(".field, .check")?.toggleAttribute("hidden", hidden);
}

const taken = () => rows.filter((row) => kindOf(row) !== "none");

/** How many seats there must be at least, and at most. */
function bounds() {
  return uploaded ? [uploaded.players, uploaded.players] : [games[chosenGame()].least, games[chosenGame()].most];
}

/** Whether the result counts, as that of a new game may. */
const isRated = () => fields.rated.checked && !uploaded;

/** Who may have a seat: somebody must have the first ones, and in a rated game nobody sits beside another. @param {string} kind @param {number} at */
const mayBe = (kind, at) => !(kind === "none" && at < bounds()[0]) && !(kind === "here" && isRated());

function showGame() {
  const [least, most] = bounds();
  rows.forEach((row, at) => {
    const select = kindMenu(row);
    if (at < least && select.value === "none") select.value = `bot:${everyday}`;
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
    only(kindMenu(row), (kind) => mayBe(kind, at), "open");
    const kind = kindOf(row);
    const next = at > 0 && at < most && kindOf(rows[at - 1]) !== "none";
    row.hidden = kind === "none" && !next;
    hideField(nameField(row), kind !== "me" && kind !== "here");
    nameField(row).required = kind === "me" && isRated();
    for (const control of ownOf(row)) if (kind === "none") hideField(control, true);
  });
  const own = /** @type {HTMLElement} */ (form.querySelector("[data-components]"));
  own.hidden ||= !games[chosenGame()].components || isRated();
  fields.hints.disabled = isRated();
  $("by-link").hidden = !rows.some((row) => kindOf(row) === "open");
  showOptions();
}

// -- the game's own options --

/** The controls of an option: one, or one a seat. @param {Option} option */
function controlsOf(option) {
  const part = `[data-for="${CSS.escape(chosenGame())}"][data-option="${CSS.escape(option.name)}"]`;
  return /** @type {Control[]} */ ([...form.querySelectorAll(`${part} select, ${part} input`)]);
}

/** What a seat has of its own, in any game. @param {HTMLElement} row */
const ownOf = (row) => /** @type {Control[]} */ ([...row.querySelectorAll("[data-option] select, [data-option] input")]);

/** @param {Control} control */
const valueOf = (control) => (control instanceof HTMLInputElement ? control.checked : control.value);

/** @param {Control} control @param {string|boolean} value */
function setValue(control, value) {
  if (control instanceof HTMLInputElement) control.checked = value === true;
  else control.value = String(value);
}

/** The values of an option with so many players; the first is the one it has by itself. @param {Option} option */
function possible(option) {
  const players = taken().length;
  return option.values.filter((value) => value.players.includes(players)).map((value) => value.text);
}

/** @param {Option} option */
const usual = (option) => (option.values.length ? possible(option)[0] : false);

/** Offer what goes with so many players, and with what else is chosen. */
function showOptions() {
  const { options } = games[chosenGame()];
  for (const option of options) {
    const may = possible(option);
    for (const control of controlsOf(option)) {
      if (control instanceof HTMLSelectElement) only(control, (value) => may.includes(value), may[0]);
    }
  }
  for (const option of options) {
    const free = Object.entries(option.only).every(([name, values]) => {
      const other = options.find((one) => one.name === name);
      return !other || values.includes(written(valueOf(controlsOf(other)[0])));
    });
    for (const control of controlsOf(option)) {
      control.disabled = !free;
      if (!free) setValue(control, usual(option));
    }
  }
}

/** A value as a record writes it. @param {string|boolean} value */
const written = (value) => (typeof value === "string" ? value : value ? "yes" : "no");

/** Offer only some choices of a menu; if the chosen one is not among them, choose another. @param {HTMLSelectElement} menu @param {(value: string) => boolean} may @param {string} otherwise */
function only(menu, may, otherwise) {
  for (const option of menu.options) option.hidden = option.disabled = !may(option.value);
  if (!may(menu.value)) menu.value = otherwise;
}

/** Close the gaps, so that seats count from the first. */
function closeGaps() {
  const kept = taken().map((row) => ({ kind: kindOf(row), name: nameField(row).value, own: ownOf(row).map(valueOf) }));
  rows.forEach((row, at) => {
    const { kind, name, own } = kept[at] ?? { kind: "none", name: "", own: [] };
    kindMenu(row).value = kind;
    const field = nameField(row);
    if (!("myName" in field.dataset)) field.value = name;
    ownOf(row).forEach((control, n) => {
      if (n in own) setValue(control, own[n]);
      else reset(control);
    });
  });
}

/** Set a control to what it shows first. @param {Control} control */
function reset(control) {
  if (control instanceof HTMLInputElement) control.checked = false;
  else control.selectedIndex = 0;
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
  const game = games[chosenGame()];
  /** @type {Record<string, unknown>} */
  const options = { listed: fields.listed.checked, private: fields.private.checked };
  const minutes = Number(fields.clock.value);
  if (minutes) options.clock = minutes;
  if (isRated()) options.rated = true;
  else if (fields.hints.value) options.hints = fields.hints.value === "yes";
  options.stand_in = fields.stand_in.value;
  if (uploaded) return options; // the record says how its game is played
  for (const option of game.options) {
    const chosen = controlsOf(option).slice(0, option.each_seat ? taken().length : 1).map(valueOf);
    if (chosen.some((value) => value !== usual(option))) options[option.name] = option.each_seat ? chosen : chosen[0];
  }
  const file = fields.components.files?.[0];
  if (file && game.components && !isRated()) options.components = await file.text();
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
  else if (field.closest("[data-option]")) showOptions();
  else if (field === fields.rated) {
    fields.hints.value = isRated() ? "no" : "";
    showSeats();
  } else if (rows.some((row) => kindMenu(row) === field)) {
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
    kindMenu(row).value = at === 0 ? "me" : at < head.players ? `bot:${everyday}` : "none";
  });
  uploaded = { text, ...head };
  openSetup(head.game);
  $("from-record").textContent = say("record.go_on", { game: games[head.game].title });
  $("from-record").hidden = false;
}

showGame();
showLists();
