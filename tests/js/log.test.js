import assert from "node:assert/strict";
import { test } from "node:test";

import { alike, asText, byTurn, joinLog, stops, until } from "../../src/coven/table/static/play/lines.js";
import { tally } from "../../src/coven/table/static/play/tally.js";

/** @param {Partial<Wire.LogLine>} facts @returns {Wire.LogLine} */
const line = (facts) => {
  const n = facts.n ?? 0;
  return { to: n, turn: 1, whose: 0, seat: 0, folded: false, label: "", points: 0, events: [{ number: n, n, kind: "x" }], moment: "", dice: [], things: [], ...facts, n };
};

/** @param {number} from @param {...string} texts @returns {Wire.LogLine[]} */
const lines = (from, ...texts) => texts.map((label, k) => line({ n: from + k, label }));

/** @param {Wire.LogLine[]} log */
const texts = (log) => log.map(({ label }) => label).join("");

test("new lines follow the old", () => {
  assert.equal(texts(joinLog(lines(0, "a", "b"), lines(2, "c"), 3)), "abc");
  assert.equal(texts(joinLog([], lines(0, "a"), 1)), "a");
});

test("lines sent again take the place of the old, and what was taken back is gone", () => {
  assert.equal(texts(joinLog(lines(0, "a", "b", "c"), lines(1, "x"), 2)), "ax");
  assert.equal(texts(joinLog(lines(0, "a", "b", "c"), [], 2)), "ab");
});

test("a line that has grown takes the place of what it was", () => {
  const grown = line({ n: 1, to: 3, label: "B" });
  assert.equal(texts(joinLog(lines(0, "a", "b"), [grown], 4)), "aB");
});

test("two logs are alike up to the first line that differs", () => {
  assert.equal(alike(lines(0, "a", "b", "c"), lines(0, "a", "b", "x")), 2);
  assert.equal(alike(lines(0, "a"), lines(0, "a", "b")), 1);
  assert.equal(alike([], lines(0, "a")), 0);
});

test("what comes later is not told yet", () => {
  assert.equal(texts(until(lines(0, "a", "b", "c"), 2)), "ab");
});

const GAME = [
  line({ n: 0, turn: 0, whose: null, seat: null, label: "deal", folded: true }),
  line({ n: 1, turn: 1, whose: 0, label: "mine" }),
  line({ n: 2, turn: 2, whose: 1, seat: 1, label: "walks" }),
  line({ n: 3, to: 5, turn: 2, whose: 1, seat: 1, label: "joins", points: 3, moment: "joined" }),
  line({ n: 6, turn: 2, whose: 1, seat: 1, label: "draws", folded: true }),
  line({ n: 7, turn: 3, whose: 2, seat: 2, label: "throws", points: -1 }),
];

test("lines stand under their turns, and can be taken along as text", () => {
  assert.deepEqual(byTurn(GAME).map(({ turn, lines: own }) => [turn, own.length]), [[0, 1], [1, 1], [2, 3], [3, 1]]);
  const names = ["Ada", "Ben", "Cleo"];
  assert.match(asText(GAME, names, "Set-up"), /^Set-up\n {2}deal\n\n1 · Ada\n {2}mine\n\n2 · Ben\n/);
});

test("the theatre stops at every line, and leaves none out", () => {
  const found = stops(GAME, 2, 8);
  assert.deepEqual(found.map(({ at, lines: told }) => [at, told.length]), [[3, 1], [6, 1], [8, 2]]);
  assert.deepEqual(found.flatMap(({ lines: told }) => told), GAME.slice(2));
  assert.deepEqual(stops(GAME, 8, 8), []);
});

test("a line that goes on while another is told comes after it", () => {
  const long = line({ n: 2, to: 6, label: "steps" });
  const short = line({ n: 3, label: "an owl" });
  assert.deepEqual(stops([long, short], 0, 7).map(({ at, lines: [own] }) => [at, own.label]), [[4, "an owl"], [7, "steps"]]);
});

test("what an action brings besides is told with it", () => {
  const [solved, shuffled] = [line({ n: 4, label: "solves" }), line({ n: 4, label: "shuffled", folded: true })];
  assert.deepEqual(stops([solved, shuffled], 0, 5), [{ at: 5, lines: [solved, shuffled] }]);
  assert.deepEqual(stops([solved, shuffled, line({ n: 6 })], 0, 7).map(({ lines: told }) => told.length), [2, 1]);
});

test("what is folded away at the end is told with the end", () => {
  assert.deepEqual(stops(GAME, 6, 7).map(({ at }) => at), [7]);
});

/** @param {string} category @param {number} points @param {boolean} [counted] */
const worth = (category, points, counted = true) => ({ source: category, category, points, counted });

test("points stand by source and seat, with what gives nobody anything left out", () => {
  const { rows, totals, coming, then } = tally([
    [worth("links", 7), worth("owls", 0), worth("tokens", 2, false)],
    [worth("links", 4), worth("owls", 0), worth("wand", -2)],
  ]);
  assert.deepEqual(rows, [{ category: "links", source: "links", points: [7, 4] }, { category: "wand", source: "wand", points: [0, -2] }]);
  assert.deepEqual(totals, [7, 2]);
  assert.deepEqual(coming, [{ category: "tokens", source: "tokens", points: [2, 0] }]);
  assert.deepEqual(then, [9, 2]);
});

test("a source that a seat has twice counts twice", () => {
  assert.deepEqual(tally([[worth("a", 1), worth("a", 2)]]).rows, [{ category: "a", source: "a", points: [3] }]);
});
