// A game once more: the picture at any action, forwards and back, by hand or by itself.

import { Refusal, apiPath, ask, saveRecord, tokenAt } from "./client.js";
import { byId } from "./page.js";
import { Drawings } from "./play/drawings.js";
import { dressed } from "./play/feed.js";
import { byTurn, called } from "./play/lines.js";
import { onlookers } from "./play/onlooking.js";
import { parts } from "./play/parts.js";
import { Picture } from "./play/picture.js";
import { pointing } from "./play/pointing.js";
import { whole } from "./phrasing.js";
import { setUpReview } from "./review.js";
import { seal } from "./seals.js";
import { theme } from "./theme.js";
import { toast } from "./toast.js";
import { say } from "./words.js";

const $ = byId;
const stage = $("replay");
const slider = $("slider", HTMLInputElement);
const eyesMenu = $("eyes", HTMLSelectElement);
const table = stage.dataset.table ?? "";
const token = tokenAt(table);
const KEPT = 400; // sights that are remembered, for stepping back without waiting
const drawings = new Drawings();
const picture = new Picture($("picture"));
const sheet = parts(picture, true);
pointing(picture, onlookers.walk, sheet, onlookers.asking, () => false);

let last = 0; // actions in the game
/** @type {number|null} */
let at = null; // the action that shows
/** @type {number|null} */
let wanted = null; // the action asked for while another is on its way
let wishes = 0; // how often something was asked for
/** @type {number|null} */
let eyes = null; // the seat looked through; null for a spectator, or one's own
/** @type {number[]} */
let decisions = []; // the actions after which something worth a line has happened
/** @type {number|null} */
let timer = null;
/** @type {Map<string, Promise<Wire.PageState>>} */
let sights = new Map();

// -- fetching --

/** The table as it is, or after an action. @param {string} [more] of the query @returns {Promise<Wire.PageState>} */
function seen(more = "") {
  const seat = eyes === null ? "" : `&seat=${eyes}`;
  return dressed(drawings, () => ask("GET", apiPath(table, `/sight?theme=${theme()}&have=${drawings.have}${more}${seat}`), undefined, token));
}

/** The table after an action; asked for once. @param {number} number */
function look(number) {
  const key = `${number} ${eyes} ${theme()}`;
  const known = sights.get(key);
  if (known) return known;
  const asked = seen(`&since=${last}&at=${number}`);
  asked.catch(() => sights.delete(key));
  sights.set(key, asked);
  const [oldest] = sights.keys();
  if (sights.size > KEPT) sights.delete(oldest);
  return asked;
}

// -- showing --

/** Text and seat of a name, marked as everywhere by its emblem. @param {number} seat @param {string} text */
function named(seat, text) {
  const entry = document.createElement("li");
  entry.className = "seat";
  const words = document.createElement("span");
  words.textContent = text;
  entry.append(seal(seat), words);
  return entry;
}

/** @param {Wire.PageState} sight */
function show(sight) {
  at = sight.at;
  picture.draw(sight.parts, sight.picture, sight.game);
  sheet.show();
  sheet.follow();
  const scores = sight.names.map((name, seat) => {
    const entry = named(seat, name);
    const points = document.createElement("b");
    points.textContent = whole(sight.scores[seat]);
    entry.append(points);
    if (sight.winners.includes(seat)) {
      const won = document.createElement("span");
      won.className = "won";
      won.textContent = say("winner");
      entry.append(won);
    }
    return entry;
  });
  $("scores").replaceChildren(...scores);
  $("verdict").textContent = sight.verdict;
  $("verdict").hidden = !sight.verdict;
  slider.value = String(at);
  const where = say("at", { n: at, last });
  $("where").textContent = where;
  slider.setAttribute("aria-valuetext", where);
  mark();
}

/** The line of the log that led to what shows. */
function mark() {
  const list = $("log");
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const all = [...list.querySelectorAll("button")];
  const line = all.find((one) => one.dataset.at === String(at)) ?? all.filter((one) => Number(one.dataset.at) <= (at ?? 0)).at(-1);
  if (!line) return;
  line.setAttribute("aria-current", "step");
  const top = line.offsetTop - list.offsetTop;
  if (top < list.scrollTop || top + line.offsetHeight > list.scrollTop + list.clientHeight) {
    list.scrollTop = top - list.clientHeight / 2;
  }
}

/** Go to an action; the newest wish wins. @param {number} number */
async function go(number) {
  const target = Math.max(0, Math.min(last, Math.round(number)));
  slider.value = String(target);
  const busy = wanted !== null;
  wanted = target;
  wishes++;
  if (busy) return;
  try {
    let asked;
    do {
      asked = wishes;
      const sight = await look(wanted ?? target);
      if (asked === wishes) show(sight);
    } while (asked !== wishes);
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    stop();
    toast(problem.message, "danger");
  } finally {
    wanted = null;
  }
  if (timer !== null && at !== null && at < last) look(next()).catch(() => {});
}

/** @param {Wire.LogLine[]} log @param {string[]} names */
function writeLog(log, names) {
  decisions = [...new Set(log.filter(({ folded }) => !folded).map(({ to }) => to + 1))];
  const lines = byTurn(log).flatMap((turn) => [
    heading(called(turn, names, say("log.setup"))), ...turn.lines.map((entry) => lineOf(entry, names)),
  ]);
  const begin = document.createElement("li");
  begin.append(button(0, "luck", say("log.start")));
  $("log").replaceChildren(begin, ...lines);
}

/** @param {string} words */
function heading(words) {
  const head = document.createElement("li");
  head.className = "turn-head";
  head.textContent = words;
  return head;
}

/** @param {number} number @param {string} kind @param {...(Node|string)} inside */
function button(number, kind, ...inside) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = kind;
  made.dataset.at = String(number);
  made.append(...inside);
  return made;
}

/** @param {Wire.LogLine} entry @param {string[]} names */
function lineOf({ to, seat, folded, label }, names) {
  const line = document.createElement("li");
  const words = document.createElement("span");
  words.textContent = label;
  const whose = seat === null ? [] : [seal(seat, names[seat])];
  line.append(button(to + 1, folded ? "luck" : "", ...whose, words));
  return line;
}

/** @param {Wire.PageState} sight */
function offerEyes(sight) {
  const own = sight.seat;
  const options = sight.names.map((name, seat) => new Option(name, String(seat), false, seat === own));
  if (own === null) options.unshift(new Option(say("eyes.nobody"), "", true, true));
  eyesMenu.replaceChildren(...options);
  $("eyes-field").hidden = sight.players < 2;
}

// -- going by itself --

function stop() {
  clearTimeout(timer ?? undefined);
  timer = null;
  showPlay();
}

function showPlay() {
  const playing = timer !== null;
  $("play").classList.toggle("playing", playing);
  for (const words of $("play").querySelectorAll("span")) words.textContent = say(playing ? "pause" : "play");
}

/** Where it goes on by itself: to the next thing that happened. */
const next = () => decisions.find((number) => number > current()) ?? last;

function tick() {
  timer = setTimeout(async () => {
    await go(next());
    if (timer === null) return;
    if (current() >= last) stop();
    else tick();
  }, Number($("speed", HTMLSelectElement).value));
  showPlay();
}

async function start() {
  if (current() >= last) await go(decisions[0] ?? 0);
  tick();
}

const toggle = () => void (timer === null ? start() : stop());

/** @param {number} number */
function byHand(number) {
  stop();
  go(number);
}

const current = () => wanted ?? at ?? 0;
$("play").addEventListener("click", toggle);
$("first").addEventListener("click", () => byHand(0));
$("back").addEventListener("click", () => byHand(current() - 1));
$("on").addEventListener("click", () => byHand(current() + 1));
$("last").addEventListener("click", () => byHand(last));
slider.addEventListener("input", () => byHand(Number(slider.value)));
$("log").addEventListener("click", (event) => {
  const line = /** @type {Element} */ (event.target).closest("[data-at]");
  if (line) byHand(Number(line.getAttribute("data-at")));
});
eyesMenu.addEventListener("change", async () => {
  eyes = eyesMenu.value === "" ? null : Number(eyesMenu.value);
  sights = new Map();
  const all = await seen();
  writeLog(all.log, all.names);
  go(at ?? 0);
});
document.addEventListener("coven:theme", () => at !== null && go(at));

/** @type {Record<string, () => void>} */
const KEYS = {
  ArrowLeft: () => byHand(current() - 1),
  ArrowRight: () => byHand(current() + 1),
  PageUp: () => byHand(current() - 10),
  PageDown: () => byHand(current() + 10),
  Home: () => byHand(0),
  End: () => byHand(last),
  " ": toggle,
};
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || at === null) return;
  const on = /** @type {Element} */ (event.target);
  // fields, buttons and the curve, which scrolls, keep their own keys
  if (on.closest("input, select, textarea, .curve") || (event.key === " " && on.closest("button, a"))) return;
  if (!(event.key in KEYS)) return;
  event.preventDefault();
  KEYS[event.key]();
});

// -- the record --

$("download").addEventListener("click", async () => {
  try {
    await saveRecord(table, token, $("title").dataset.game ?? "");
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    toast(problem.message, "danger");
  }
});

// -- opening --

async function open() {
  let sight;
  try {
    sight = await seen();
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    $("refusal").textContent = problem.message;
    $("refusal").hidden = false;
    stage.hidden = true;
    return;
  }
  last = sight.last;
  $("title").textContent = sight.title;
  document.title = `${sight.title} · Coven`;
  $("title").dataset.game = sight.game;
  slider.max = String(last);
  writeLog(sight.log, sight.names);
  if (sight.over) {
    offerEyes(sight);
    $("download").hidden = false;
    setUpReview({ table, token, last, names: sight.names, go: byHand });
  } else toast(say("goes_on"));
  const asked = Number(new URLSearchParams(location.search).get("at") ?? NaN);
  if (Number.isInteger(asked)) go(asked);
  else if (sight.over) go(decisions[0] ?? 0);
  else show(sight);
}

open();
