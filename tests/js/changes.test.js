import assert from "node:assert/strict";
import { test } from "node:test";

import { changes } from "../../src/coven/table/static/play/changes.js";

/** A thing at a place. @param {number} x */
const thing = (x) => ({ box: { x, y: 0, width: 10, height: 10 } });

/** @param {...ReturnType<typeof thing>} things */
const named = (...things) => new Map([["die", things]]);

test("what stays does not move", () => {
  assert.deepEqual(changes(named(thing(0)), named(thing(1))), []);
});

test("what lies elsewhere has moved there", () => {
  const [from, to] = [thing(0), thing(50)];
  assert.deepEqual(changes(named(from), named(to)), [{ from, to }]);
});

test("what is new has come, what is missing has gone", () => {
  const one = thing(0);
  assert.deepEqual(changes(new Map(), named(one)), [{ from: null, to: one }]);
  assert.deepEqual(changes(named(one), new Map()), [{ from: one, to: null }]);
});

test("of several with one name those that stayed are matched first, then the nearest", () => {
  const [stays, goes, comes] = [thing(0), thing(100), thing(2.5)];
  assert.deepEqual(changes(named(goes, stays), named(comes, thing(0.5))), [{ from: goes, to: comes }]);
  const [a, b, toA, toB] = [thing(0), thing(100), thing(20), thing(80)];
  assert.deepEqual(changes(named(b, a), named(toA, toB)), [{ from: a, to: toA }, { from: b, to: toB }]);
});

test("names are kept apart, and what goes is told first", () => {
  const [old, fresh] = [thing(0), thing(0)];
  const found = changes(new Map([["owl", [old]]]), new Map([["cat", [fresh]]]));
  assert.deepEqual(found, [{ from: old, to: null }, { from: null, to: fresh }]);
});
