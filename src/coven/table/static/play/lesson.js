// The guide of a first game: what to learn and to do now, how far one has come, praise for it, and the cards before.

import { say } from "../words.js";
import { button, byId, el, refill, svg } from "./dom.js";
import { holds, middle } from "./geometry.js";
import { sound } from "./sounds.js";

/**
 * @typedef {import("./table.js").Table} Table
 * @typedef {import("./picture.js").Picture} Picture
 */

const PAGE = "page:";
const MOST = 0.4; // of a part
const OUT = 7; // pixels between a part and its frame
const ARROW = 30; // pixels from the arrow's tip to its end
const ROW = 3; // times as wide as high is a row of words, at whose end there is room
const STILL = 7; // pixels a press may wander and still be a touch
const box = byId("lesson");
/** @type {Wire.Lesson[]} */
const cards = []; // those that have been shown here, the newest last
let before = 0; // how many cards one looks back
let praise = "";
let made = ""; // the last move, as notation
let found = false; // what the card is about was touched
let missed = false; // something else was

/** A move is made: it may be the one that was suggested. @param {{text: string|null}} leaf */
export function moved({ text }) {
  made = text ?? "";
}

/** Whether a card is to be read first, so that the table stays turned to what it is about. @param {Table} table */
export function isReading({ looking, sight }) {
  return looking === null && Boolean(sight.lesson?.next && sight.lesson.touch.length);
}

/** The card, and what it points at. @param {Table} table @returns {boolean} whether the keyboard's focus was in what is gone */
export function showLesson(table) {
  const lesson = table.looking === null ? table.sight.lesson ?? null : null;
  const fresh = lesson && lesson.id !== cards.at(-1)?.id ? lesson : null;
  if (fresh) turnOver(fresh);
  const shown = before ? cards[cards.length - 1 - before] : lesson;
  box.hidden = !shown;
  box.classList.toggle("finale", Boolean(shown?.final));
  box.classList.toggle("reading", Boolean(shown?.next || before));
  if (lesson && !before) reveal(table, lesson, Boolean(fresh));
  pointOut(table, before ? null : lesson);
  return refill(box, ...(shown ? card(table, shown) : []));
}

/** The next card: praise for what was done. @param {Wire.Lesson} lesson */
function turnOver(lesson) {
  const last = cards.at(-1);
  praise = last ? praiseFor(last) : "";
  if (praise) sound(lesson.final ? "end" : "scored");
  cards.push(lesson);
  [before, made, found, missed] = [0, "", false, false];
  box.scrollTop = 0;
}

/** @param {Wire.Lesson} lesson that is over */
function praiseFor({ next, suggest }) {
  if (next) return found ? say("lesson.found") : "";
  if (!made) return ""; // it was skipped
  if (!suggest) return say("lesson.done");
  return made === suggest.move ? say("lesson.as_suggested") : say("lesson.otherwise");
}

/** @param {Table} table @param {Wire.Lesson} shown */
function card(table, shown) {
  const { number, of, final } = shown;
  const at = final ? of : number;
  const bar = el("progress", { max: String(of), value: String(at), "aria-label": say("lesson.progress") });
  return [
    el("p", { class: "steps" }, bar, say("lesson.step", { n: at, all: of })),
    ...(praise && !before ? [el("p", { class: "praise" }, praise)] : []),
    el("h3", {}, shown.title),
    el("p", {}, shown.text),
    ...(shown.suggest && !before ? [el("p", {}, el("em", {}, shown.suggest.said))] : []),
    ...(before ? [] : task(table, shown)),
    ...(missed && !before ? [el("p", { class: "missed", role: "status" }, say("lesson.missed"))] : []),
    el("p", { class: "buttons" }, ...steps(table, shown)),
  ];
}

/** What there is to do now. @param {Table} table @param {Wire.Lesson} shown */
function task({ picture }, { next, touch, final }) {
  if (final || (next && !touch.length)) return [];
  const glows = picture.lights.some(({ node }) => !node.classList.contains("quiet"));
  const arrow = touch.some((key) => picture.wanted.has(key));
  const said = next ? "lesson.touch" : !glows ? "lesson.press" : arrow ? "lesson.do" : "lesson.glow";
  return [el("p", { class: "task" }, say(said))];
}

/** What a card means beside the picture: the buttons of a name (`page:NAME`). @param {Wire.Lesson|null} lesson */
function buttons(lesson) {
  const names = (lesson?.touch ?? []).filter((key) => key.startsWith(PAGE)).map((key) => key.slice(PAGE.length));
  return names.flatMap((name) => [...document.querySelectorAll(`[data-about="${CSS.escape(name)}"]`)]);
}

/** Back, on, and past it. @param {Table} table @param {Wire.Lesson} shown */
function steps(table, shown) {
  /** @param {number} step */
  const turn = (step) => () => {
    before += step;
    table.render();
  };
  const ways = [];
  if (before + 1 < cards.length) ways.push(button(say("back"), turn(1), { class: "small quiet", "data-about": "before" }));
  if (before) return [...ways, button(say("lesson.on"), turn(-1), { class: "small", "data-about": "next" })];
  const plain = shown.next && (shown.final || !shown.touch.length); // there is nothing to do but to read it
  ways.push(button(say(plain ? "lesson.next" : "lesson.skip"), () => table.read(shown), { class: plain ? "small" : "small quiet", "data-about": plain ? "next" : "pass" }));
  return ways;
}

/** What a card is about is in sight: its tab when the card is new, and its place on a board that is larger than the screen. @param {Table} table @param {Wire.Lesson} lesson @param {boolean} fresh */
function reveal({ picture, parts }, { touch, next }, fresh) {
  const things = touch.flatMap((key) => picture.things(key));
  if (!things.length || things.some((thing) => picture.seen(thing))) return;
  if (fresh) parts.reveal(things[0]);
  else if (next) parts.turn(things[0]); // the screen is another
}

/** Frame the buttons that a card means, once they are there. @param {Table} table */
export function frameButtons(table) {
  for (const old of document.querySelectorAll(".meant")) old.classList.remove("meant");
  const lesson = table.looking === null && !before ? table.sight.lesson ?? null : null;
  for (const one of buttons(lesson)) one.classList.add("meant");
}

/** Frames, tabs and an arrow lead to what is meant. @param {Table} table @param {Wire.Lesson|null} lesson */
function pointOut({ picture, parts }, lesson) {
  const touch = lesson?.touch ?? [];
  const whole = touch.filter((key) => key.startsWith("part:"));
  picture.point(touch.filter((key) => !whole.includes(key)), "taught");
  for (const thing of whole.flatMap((key) => picture.things(key)).filter((one) => picture.seen(one))) {
    picture.under.append(svg("g", { class: "point taught" }, svg("rect", { class: "ring", ...inside(picture, thing, true), rx: 10 })));
  }
  const away = touch.flatMap((key) => picture.things(key)).filter((thing) => !picture.seen(thing));
  parts.mark(away.flatMap((thing) => picture.viewOf(thing)?.part.id ?? []), "taught");
  for (const old of picture.under.querySelectorAll(".arrow")) old.remove();
  // Of several, what can be touched now; the frame of a whole part is clear without an arrow.
  const things = touch.filter((key) => !whole.includes(key));
  const next = things.find((key) => picture.wanted.has(key)) ?? things[0];
  const thing = next && picture.things(next).find((one) => picture.seen(one));
  if (!thing) return;
  const frame = inside(picture, thing);
  const row = frame.width > ROW * frame.height; // above it stands the next row
  const at = row ? `${frame.x + frame.width - ARROW - 16} ${middle(frame).y}) rotate(90` : `${middle(frame).x} ${Math.max(frame.y - 6, ARROW + 8)}`;
  picture.under.append(svg("g", { class: "arrow", transform: `translate(${at})` }, svg("path", { d: `M0,0L-11,-14H-4.5V${-ARROW}H4.5V-14H11Z` })));
}

/** The frame around a thing, no larger than what is seen of its part; all of it where the thing is most of that. @param {Picture} picture @param {SVGGraphicsElement} thing @param {boolean} [whole] */
function inside(picture, thing, whole = false) {
  const own = picture.frame(thing);
  const spot = picture.viewOf(thing)?.spot ?? own;
  const frame = whole && own.width * own.height > MOST * spot.width * spot.height ? spot : own; // lines would go through its words
  const [x, y] = [Math.max(frame.x - OUT, spot.x + 3), Math.max(frame.y - OUT, spot.y + 3)];
  const right = Math.min(frame.x + frame.width + OUT, spot.x + spot.width - 3);
  const foot = Math.min(frame.y + frame.height + OUT, spot.y + spot.height - 3);
  return { x, y, width: Math.max(0, right - x), height: Math.max(0, foot - y) };
}

/** Touching what a card is about answers it; what can be chosen there is chosen as well. @param {Table} table */
export function touchToLearn(table) {
  const { picture } = table;
  let down = { x: 0, y: 0, told: false, lit: false }; // lit: what is chosen may be gone when it is let go
  picture.host.addEventListener("pointerdown", ({ clientX: x, clientY: y }) => {
    down = { x, y, told: table.theatre.playing, lit: Boolean(picture.lightAt(picture.onSheet(x, y), 5)) };
  }, { capture: true });
  picture.host.addEventListener("click", ({ clientX, clientY }) => {
    const lesson = table.looking === null && !before ? table.sight?.lesson : null;
    const dragged = Math.hypot(clientX - down.x, clientY - down.y) > STILL; // to see more of the board
    if (!lesson?.next || !lesson.touch.length || dragged || down.told) return;
    const point = picture.onSheet(clientX, clientY);
    const meant = lesson.touch.flatMap((key) => picture.things(key)).some((thing) => picture.seen(thing) && holds(inside(picture, thing), point));
    if (down.lit) {
      if (meant) pass(lesson);
      return;
    }
    if (meant) table.read(lesson);
    [found, missed] = [meant, !meant];
    if (missed) showLesson(table);
  });
  document.addEventListener("click", ({ target }) => {
    const lesson = table.looking === null && !before ? table.sight?.lesson : null;
    if (lesson?.next && buttons(lesson).some((one) => one.contains(/** @type {Node} */ (target)))) pass(lesson);
  });

  /** Beside what a light or a button itself does; "Next" is still there. @param {Wire.Lesson} lesson */
  function pass({ id }) {
    found = true;
    table.ask.post("/lesson", { lesson: id }).catch(() => {});
  }
}
