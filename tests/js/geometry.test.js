import assert from "node:assert/strict";
import { test } from "node:test";

import {
  ahead, around, between, distance, gap, holds, hull, inside, kept, middle, roomy, turnOf, turnedOn, zoomed,
} from "../../src/coven/table/static/play/geometry.js";

/** @param {number} x @param {number} y @param {number} [width] @param {number} [height] */
const box = (x, y, width = 10, height = 10) => ({ x, y, width, height });

const HOME = box(0, 0, 1600, 1000);

test("the middle, and how far two are apart", () => {
  assert.deepEqual(middle(box(10, 20, 4, 8)), { x: 12, y: 24 });
  assert.equal(distance(box(0, 0), box(30, 40)), 50);
});

test("room is left on every side", () => {
  assert.deepEqual(roomy(box(10, 10), 3), { x: 7, y: 7, width: 16, height: 16 });
});

test("a frame holds its edge and nothing beyond", () => {
  assert.equal(holds(box(0, 0), { x: 10, y: 0 }), true);
  assert.equal(holds(box(0, 0), { x: 10.1, y: 0 }), false);
  assert.equal(holds(box(0, 0), { x: 5, y: -1 }), false);
});

test("the frame around several holds each of them, and no less would", () => {
  const some = [box(0, 5), box(30, -5, 4, 4), box(2, 8)];
  assert.deepEqual(hull(some), { x: 0, y: -5, width: 34, height: 23 });
  assert.ok(some.every((one) => inside(one, hull(some))));
  assert.equal(inside(box(0, 5), box(1, 0, 50, 50)), false);
  assert.equal(inside(box(45, 5), box(1, 0, 50, 50)), false);
});

test("the gap is none inside, straight beside, and across at a corner", () => {
  assert.equal(gap({ x: 5, y: 5 }, box(0, 0)), 0);
  assert.equal(gap({ x: 17, y: 5 }, box(0, 0)), 7);
  assert.equal(gap({ x: -3, y: 14 }, box(0, 0)), 5);
});

test("a view never shows past its home", () => {
  assert.deepEqual(kept(box(-50, 950, 400, 250), HOME), box(0, 750, 400, 250));
  assert.deepEqual(kept(box(1500, 10, 400, 250), HOME), box(1200, 10, 400, 250));
  assert.deepEqual(kept(box(100, 100, 400, 250), HOME), box(100, 100, 400, 250));
});

test("drawing closer leaves the point where it is", () => {
  const at = { x: 400, y: 250 };
  const view = zoomed(HOME, HOME, at, 2, 5);
  assert.deepEqual(view, box(200, 125, 800, 500));
  assert.equal((at.x - view.x) / view.width, at.x / HOME.width);
});

test("no closer than allowed, and no wider than home", () => {
  assert.equal(zoomed(HOME, HOME, { x: 0, y: 0 }, 100, 5).width, 320);
  assert.equal(zoomed(box(0, 0, 800, 500), HOME, { x: 0, y: 0 }, 0.1, 5).width, 1600);
});

test("a thing is laid over where it was, as large as it was, within reason", () => {
  assert.equal(between(box(100, 100, 20, 20), box(0, 0)), "translate(110px, 110px) scale(2) translate(-5px, -5px)");
  assert.match(between(box(0, 0, 1000, 10), box(0, 0)), /scale\(5\)/);
  assert.match(between(box(0, 0, 0, 10), box(0, 0)), /scale\(0\.2\)/);
  assert.match(between(box(0, 0), box(0, 0, 0, 0)), /scale\(5\)/);
});

test("a thing turns and is lifted around its middle", () => {
  assert.equal(around(box(0, 0), 0.5, 90, -7), "translate(5px, -2px) rotate(90deg) scale(0.5) translate(-5px, -5px)");
});

test("an arrow goes to the nearest in its direction, straight ahead before beside", () => {
  const here = { box: box(0, 0), name: "here" };
  const right = { box: box(100, 0), name: "right" };
  const slanted = { box: box(60, 40), name: "slanted" };
  const left = { box: box(-30, 0), name: "left" };
  const all = [here, slanted, right, left];
  assert.equal(ahead(here, all, [1, 0])?.name, "right");
  assert.equal(ahead(here, all, [-1, 0])?.name, "left");
  assert.equal(ahead(here, all, [0, 1])?.name, "slanted");
  assert.equal(ahead(here, all, [0, -1]), null);
});

test("a tile's turn is counted in sixths from the right, clockwise", () => {
  const at = [0, 60, 120, 180, 240, 300].map((degrees) =>
    turnOf({ x: 0, y: 0 }, { x: 50 * Math.cos((degrees * Math.PI) / 180), y: 50 * Math.sin((degrees * Math.PI) / 180) }));
  assert.deepEqual(at, [0, 1, 2, 3, 4, 5]);
});

test("turning on goes to the next way that is free, round and round, either way", () => {
  const ways = [{ turn: 0 }, { turn: 2 }, { turn: 5 }];
  assert.equal(turnedOn(ways, 0, 1).turn, 2);
  assert.equal(turnedOn(ways, 2, 1).turn, 5);
  assert.equal(turnedOn(ways, 5, 1).turn, 0);
  assert.equal(turnedOn(ways, 0, -1).turn, 5);
  assert.equal(turnedOn([{ turn: 3 }], 3, 1).turn, 3);
});
