// The table turns to what is told and back, but never under a hand.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

const bar = new EventTarget();
const page = { HTMLElement: EventTarget, addEventListener() {}, document: { getElementById: () => bar } };
for (const [name, value] of Object.entries(page)) Object.defineProperty(globalThis, name, { value, configurable: true });
const { Turning } = await import("../../src/coven/table/static/play/turning.js");

let now = 100_000;
Object.defineProperty(performance, "now", { value: () => now });
/** @type {string[]} */
let done = [];
/** @type {Set<string>} */
let inSight = new Set();
/** @type {EventTarget} */
let host;
/** @type {InstanceType<typeof Turning>} */
let turning;

beforeEach(() => {
  now += 100_000;
  [done, inSight, host] = [[], new Set(["place:1"]), new EventTarget()];
  const picture = { host, subjects: (/** @type {string} */ key) => [key], seen: (/** @type {string} */ key) => inSight.has(key) };
  const parts = { enlarged: false, where: () => "home", reveal: (/** @type {string} */ key) => done.push(`to ${key}`), go: (/** @type {string} */ where) => done.push(`back ${where}`) };
  turning = new Turning(/** @type {any} */ (picture), /** @type {any} */ (parts));
});

/** @param {string[]} things */
const telling = (...things) => /** @type {any} */ ([{ things }]);
/** @param {string} type @param {number} [x] */
const pointer = (type, x = 0) => host.dispatchEvent(Object.assign(new Event(type), { clientX: x, clientY: 0 }));

test("it turns to what is out of sight, and back to where one was", () => {
  assert.equal(turning.to(telling("wand:1")), true);
  assert.equal(turning.to(telling("tile:1:WP")), true);
  turning.over(true);
  turning.over(true);
  assert.deepEqual(done, ["to wand:1", "to tile:1:WP", "back home"]);
});

test("what is in sight needs no turning, and what stands for nothing neither", () => {
  assert.equal(turning.to(telling("place:1")), false);
  assert.equal(turning.to(telling()), false);
  turning.over(true);
  assert.deepEqual(done, []);
});

test("nothing turns under a finger", () => {
  pointer("pointerdown");
  assert.equal(turning.to(telling("wand:1")), false);
});

test("who has moved the table is left alone for a while, and not taken back", () => {
  turning.to(telling("wand:1"));
  pointer("pointerdown");
  pointer("pointermove", 40);
  turning.touched = false;
  assert.equal(turning.to(telling("tile:1:WP")), false);
  turning.over(true);
  now += 3000;
  assert.equal(turning.to(telling("tile:1:WP")), false);
  now += 2000;
  assert.equal(turning.to(telling("tile:1:WP")), true);
  assert.deepEqual(done, ["to wand:1", "to tile:1:WP"]);
});

test("opening a tab is such a move, a mere touch is none", () => {
  pointer("pointerdown");
  turning.touched = false;
  assert.equal(turning.to(telling("wand:1")), true);
  bar.dispatchEvent(new Event("click"));
  assert.equal(turning.to(telling("tile:1:WP")), false);
});
