import assert from "node:assert/strict";
import { test } from "node:test";

import { clockFace, decimal, filled, plain, since, whole } from "../../src/coven/table/static/phrasing.js";
import { headOf } from "../../src/coven/table/static/record.js";

test("names in braces are filled in, others stay", () => {
  assert.equal(filled("{name} has {n}, {name}!", { name: "Ada", n: 0 }), "Ada has 0, Ada!");
  assert.equal(filled("{who} {toString}", {}), "{who} {toString}");
});

test("what is filled in is not filled in again", () => {
  assert.equal(filled("{a} {b}", { a: "{b}", b: "x" }), "{b} x");
});

test("a clock shows minutes and two digits of seconds, and never less than nothing", () => {
  assert.deepEqual([0, 9.99, 60, 754.2, 3600].map(clockFace), ["0:00", "0:09", "1:00", "12:34", "60:00"]);
  assert.equal(clockFace(-5), "0:00");
});

test("a time ago is told in the largest unit that fits", () => {
  assert.deepEqual(since(1000, 1000 + 59), { unit: "minute", count: -0 });
  assert.deepEqual(since(1000, 1000 + 60), { unit: "minute", count: -1 });
  assert.deepEqual(since(1000, 1000 + 2 * 3600 + 5), { unit: "hour", count: -2 });
  assert.deepEqual(since(0, 86400 * 3.9), { unit: "day", count: -3 });
});

test("accents and capitals are no hindrance to finding", () => {
  assert.equal(plain("Energía Ő É ß"), "energia o e ß");
});

test("the head of a record says what game it is, who plays, and whether it is over", () => {
  const head = headOf("Game: witches\r\nPlayers: 2\r\nNames: Ada | Bea: the second\r\n\r\nResult: no head\r\n");
  assert.deepEqual(head, { game: "witches", players: 2, names: ["Ada", "Bea: the second"], over: false });
  assert.equal(headOf("Game: x\nPlayers: 1\nResult: 7\n\n1. a").over, true);
});

test("what is no record has no game and no players", () => {
  const head = headOf("hello\nworld");
  assert.equal(head.game, "");
  assert.ok(Number.isNaN(head.players));
});

test("a number below nothing has a minus sign, not a hyphen", () => {
  assert.deepEqual([-12, 0, 7].map(whole), ["\u221212", "0", "7"]);
});

test("decimals are written as a language writes them", () => {
  assert.equal(decimal(27.84, 1, "de"), "27,8");
  assert.equal(decimal(3, 2, "en"), "3.00");
});
