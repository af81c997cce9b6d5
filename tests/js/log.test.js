import assert from "node:assert/strict";
import { test } from "node:test";

import { alike, joinLog } from "../../src/coven/table/static/play/lines.js";
import { tally } from "../../src/coven/table/static/play/tally.js";

/** @param {number} from @param {...string} texts @returns {Wire.LogLine[]} */
const lines = (from, ...texts) => texts.map((text, k) => ({ n: from + k, actor: 0, text, label: text }));

/** @param {Wire.LogLine[]} log */
const texts = (log) => log.map(({ text }) => text).join("");

test("new lines follow the old", () => {
  assert.equal(texts(joinLog(lines(0, "a", "b"), lines(2, "c"), 3)), "abc");
  assert.equal(texts(joinLog([], lines(0, "a"), 1)), "a");
});

test("lines sent again take the place of the old, and what was taken back is gone", () => {
  assert.equal(texts(joinLog(lines(0, "a", "b", "c"), lines(1, "x"), 2)), "ax");
  assert.equal(texts(joinLog(lines(0, "a", "b", "c"), [], 2)), "ab");
});

test("two logs are alike up to the first line that differs", () => {
  assert.equal(alike(lines(0, "a", "b", "c"), lines(0, "a", "b", "x")), 2);
  assert.equal(alike(lines(0, "a"), lines(0, "a", "b")), 1);
  assert.equal(alike([], lines(0, "a")), 0);
});

test("points stand by category and seat, with what gives nobody anything left out", () => {
  const { rows, totals } = tally([
    [{ category: "play", points: 7 }, { category: "owls", points: 0 }],
    [{ category: "play", points: 4 }, { category: "owls", points: 0 }, { category: "wand", points: -2 }],
  ]);
  assert.deepEqual(rows, [{ category: "play", points: [7, 4] }, { category: "wand", points: [0, -2] }]);
  assert.deepEqual(totals, [7, 2]);
});

test("a category that a seat has twice counts twice", () => {
  assert.deepEqual(tally([[{ category: "a", points: 1 }, { category: "a", points: 2 }]]).rows, [{ category: "a", points: [3] }]);
});
