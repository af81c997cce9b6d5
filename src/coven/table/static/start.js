// The start page: a game at one click, a table as one likes it, and the tables there are.

import { Refusal, ask, keepName, myName, seatPath, sitDown, tablePath } from "./hall.js";
import { showLists } from "./lists.js";
import { toast } from "./toast.js";
import { say } from "./words.js";

const games = JSON.parse(document.getElementById("games").textContent);
const bots = JSON.parse(document.getElementById("bots").textContent); // what each is called
const $ = (id) => document.getElementById(id);
const form = $("setup");
const rows = [...form.querySelectorAll(".seat-row")];
let uploaded = null; // a record to go on from

// -- who I am --

const names = [...document.querySelectorAll("[data-my-name]")];
for (const field of names) {
  field.value = myName();
  field.addEventListener("input", () => {
    keepName(field.value.trim());
    for (const other of names) if (other !== field) other.value = field.value;
  });
}

// -- doing something that takes a moment --

/** Run it with the button asleep; a refusal is said as the server says it. */
async function busy(button, work, where = null) {
  button.disabled = true;
  try {
    await work();
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    if (where) {
      where.textContent = problem.message;
      where.hidden = false;
    } else toast(problem.message, "danger");
  } finally {
    button.disabled = false;
  }
}

async function go(wish) {
  const { table, token } = await sitDown(wish);
  location.assign(seatPath(table, token));
}

const bot = (spec) => ({ kind: "bot", bot: spec, name: bots[spec] });

// -- one click --

for (const button of document.querySelectorAll("[data-play]")) {
  button.addEventListener("click", () =>
    busy(button, () =>
      go({
        game: button.dataset.play,
        seats: [{ kind: "human", name: myName() }, bot("greedy")],
        options: { listed: false },
      }),
    ),
  );
}

// -- a table as one likes it --

const chosenGame = () => form.elements.game.value;
const kindOf = (row) => row.querySelector("select[data-kind]").value;
const taken = () => rows.filter((row) => kindOf(row) !== "none");

/** How many seats there must be at least, and at most. */
function bounds() {
  return uploaded ? [uploaded.players, uploaded.players] : [games[chosenGame()].least, rows.length];
}

function showGame() {
  const [least, most] = bounds();
  rows.forEach((row, at) => {
    const select = row.querySelector("select[data-kind]");
    const none = select.querySelector('option[value="none"]');
    if (none) none.hidden = none.disabled = at < least;
    if (at < least && select.value === "none") select.value = "bot:greedy";
    if (at >= most) select.value = "none";
  });
  showSeats();
}

/** Each part of the form is for one game, for new games only, or for all. */
function belongs(part) {
  const game = part.dataset.for;
  return (!game || game === chosenGame()) && !(uploaded && "fresh" in part.dataset);
}

function showSeats() {
  const [, most] = bounds();
  for (const part of form.querySelectorAll("[data-for], [data-fresh]")) part.hidden = !belongs(part);
  rows.forEach((row, at) => {
    const kind = kindOf(row);
    const next = at > 0 && at < most && kindOf(rows[at - 1]) !== "none";
    row.hidden = kind === "none" && !next;
    row.querySelector("[data-my-name], [data-name]").closest(".field").hidden = kind !== "me" && kind !== "here";
    if (kind === "none") row.querySelector("[data-handicap]").closest(".field").hidden = true;
  });
  $("by-link").hidden = !rows.some((row) => kindOf(row) === "open");
  const players = taken().length;
  only(form.elements.first, (value) => value === "random" || Number(value) < players, "random");
  only(form.elements.mode, (value) => (value === "solo") === (players === 1), players === 1 ? "solo" : "competitive");
  showMode();
}

/** Offer only some choices of a menu; if the chosen one is not among them, choose another. */
function only(menu, may, otherwise) {
  for (const option of menu.options) option.hidden = option.disabled = !may(option.value);
  if (!may(menu.value)) menu.value = otherwise;
}

function showMode() {
  const together = ["coop", "solo"].includes(form.elements.mode.value);
  form.elements.harder.disabled = !together;
  if (!together) form.elements.harder.checked = false;
}

/** Close the gaps, so that seats count from the first. */
function closeGaps() {
  const level = (row) => row.querySelector("[data-handicap]");
  const kinds = taken().map((row) => [kindOf(row), row.querySelector("[data-name]")?.value ?? "", level(row).value]);
  rows.forEach((row, at) => {
    const [kind, name, handicap] = kinds[at] ?? ["none", "", "0"];
    row.querySelector("select[data-kind]").value = kind;
    const field = row.querySelector("[data-name]");
    if (field) field.value = name;
    level(row).value = handicap;
  });
}

function seatsWanted() {
  return taken().map((row) => {
    const kind = kindOf(row);
    if (kind.startsWith("bot:")) return bot(kind.slice(4));
    if (kind === "open") return { kind: "open" };
    const name = row.querySelector("[data-my-name], [data-name]").value.trim();
    return { kind: "human", name };
  });
}

async function optionsWanted() {
  const game = chosenGame();
  const options = { listed: form.elements.listed.checked, private: form.elements.private.checked };
  const minutes = Number(form.elements.clock.value);
  if (minutes) options.clock = minutes;
  if (uploaded) return options; // the record says how its game is played
  if (game === "witchstone") {
    const levels = taken().map((row) => Number(row.querySelector("[data-handicap]").value));
    if (levels.some(Boolean)) options.handicap = levels;
    const first = form.elements.first.value;
    if (first !== "random") options.first = Number(first);
  } else {
    options.mode = form.elements.mode.value;
    if (form.elements.harder.checked) options.harder = true;
  }
  const [file] = form.elements.components.files;
  if (file) options.components = await file.text();
  return options;
}

for (const button of document.querySelectorAll("[data-setup]")) {
  button.addEventListener("click", () => {
    forgetRecord();
    openSetup(button.dataset.setup);
  });
}

function openSetup(game) {
  form.elements.game.value = game;
  form.hidden = false;
  showGame();
  form.scrollIntoView({ block: "start" });
  form.querySelector("h2").focus({ preventScroll: true });
}

$("setup-close").addEventListener("click", () => {
  form.hidden = true;
  forgetRecord();
});

form.addEventListener("change", (event) => {
  const kinds = rows.map((row) => row.querySelector("select[data-kind]"));
  if (event.target.name === "game") showGame();
  else if (event.target === form.elements.mode) showMode();
  else if (kinds.includes(event.target)) {
    closeGaps();
    showSeats();
  } else if (event.target === form.elements.private && event.target.checked) form.elements.listed.checked = false;
  else if (event.target === form.elements.listed && event.target.checked) form.elements.private.checked = false;
});

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const refusal = $("setup-error");
  refusal.hidden = true;
  busy(
    form.querySelector("button[type=submit]"),
    async () => {
      const wish = { game: chosenGame(), seats: seatsWanted(), options: await optionsWanted() };
      if (uploaded) wish.record = uploaded.text;
      await go(wish);
    },
    refusal,
  );
});

// -- a record --

/** What the head of a record says; enough to know what to do with it, the server reads the rest. */
function headOf(text) {
  const head = Object.fromEntries(
    text
      .split(/\r?\n\s*\r?\n/, 1)[0]
      .split(/\r?\n/)
      .map((line) => line.match(/^([\w-]+):\s*(.*)$/))
      .filter(Boolean)
      .map(([, key, value]) => [key, value.trim()]),
  );
  const players = Number(head.Players);
  return { game: head.Game, players, names: (head.Names ?? "").split(" | "), over: Boolean(head.Result) };
}

function forgetRecord() {
  uploaded = null;
  $("record").value = "";
  $("from-record").hidden = true;
  showGame();
}

$("record").addEventListener("change", (event) => {
  const [file] = event.target.files;
  if (!file) return;
  busy(event.target, async () => {
    const text = await file.text();
    const head = headOf(text);
    if (!(head.game in games) || !head.players) {
      toast(say("record.strange"), "danger");
      return;
    }
    if (head.over) {
      const seats = Array.from({ length: head.players }, (_, at) => ({ kind: "human", name: head.names[at] ?? "" }));
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

/** The form asks who plays on; the rest is as the record has it. */
function goOnFrom(text, head) {
  rows.forEach((row, at) => {
    row.querySelector("select[data-kind]").value = at === 0 ? "me" : at < head.players ? "bot:greedy" : "none";
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
    const { ready } = await ask("GET", "/health");
    note.hidden = Object.values(ready ?? {}).every(Boolean);
  } catch {
    note.hidden = true;
    return;
  }
  if (!note.hidden) setTimeout(watchReady, 2000);
}

showGame();
watchReady();
showLists();
