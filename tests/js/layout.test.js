// Where parts lie on a screen: all of them readable, none over another, the rest in tabs.

import assert from "node:assert/strict";
import { test } from "node:test";

import { bundles, cornered, legible, planned, plannedSmall, titled } from "../../src/coven/table/static/play/layout.js";
import { columnsFor, fitted, least, sized } from "../../src/coven/table/static/play/packing.js";

/** @param {string} id @param {string} role @param {number} width @param {number} height @param {Partial<import("../../src/coven/table/static/play/packing.js").Item>} [more] */
const item = (id, role, width, height, more = {}) => ({ id, role, label: id, width, height, letters: 18, target: 0, each: null, count: 1, ...more });

const TABLE = [
  item("ball", "board", 744, 744),
  item("player:0", "own", 496, 154, { label: "Mine" }),
  item("cauldron:0", "own", 460, 452, { label: "Cauldron", letters: 0, target: 53 }),
  item("hand:0", "own", 496, 60, { label: "Cauldron", letters: 0, target: 60, each: [96, 60], count: 5 }),
  item("scrolls", "side", 754, 116),
  item("wand", "side", 1600, 116, { letters: 21 }),
  item("player:1", "other", 280, 282, { label: "Others", letters: 16 }),
  item("player:2", "other", 280, 282, { label: "Others", letters: 16 }),
];

/** @param {import("../../src/coven/table/static/play/geometry.js").Box} a @param {import("../../src/coven/table/static/play/geometry.js").Box} b */
const apart = (a, b) => a.x + a.width <= b.x + 0.01 || b.x + b.width <= a.x + 0.01 || a.y + a.height <= b.y + 0.01 || b.y + b.height <= a.y + 0.01;

test("parts with one label stand together, the board first", () => {
  const found = bundles(TABLE);
  assert.deepEqual(found.map(({ items }) => items.map(({ id }) => id)), [
    ["ball"], ["player:0"], ["cauldron:0", "hand:0"], ["scrolls"], ["wand"], ["player:1", "player:2"],
  ]);
});

for (const [width, height] of [[976, 744], [1520, 1036], [808, 990], [1100, 620]]) {
  test(`everything in sight at ${width} × ${height} can be read, and nothing lies over anything`, () => {
    const all = bundles(TABLE);
    const plan = planned(all, { width, height, bar: 34 });
    const boxes = [...plan.boxes.values()];
    for (const [k, box] of boxes.entries()) {
      assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= width + 0.01 && box.y + box.height <= height + 0.01);
      for (const other of boxes.slice(k + 1)) assert.ok(apart(box, other));
    }
    for (const k of plan.shown) {
      assert.ok(fitted(all[k].items, /** @type {import("../../src/coven/table/static/play/geometry.js").Box} */ (plan.boxes.get(k))).readable >= 1, all[k].label);
    }
    assert.deepEqual([...plan.shown, ...plan.pages.flat()].sort(), all.map((_, k) => k));
    const tab = plan.tab;
    // one part alone may be wider than the box: it is moved there, unless it is one's own
    for (const page of plan.pages) {
      const items = page.flatMap((k) => all[k].items);
      const whole = items.length > 1 || items[0].role === "own";
      if (tab && whole) assert.ok(fitted(items, { ...tab, height: tab.height - 34 }).readable >= 1, all[page[0]].label);
    }
  });
}

test("whether a whole table can be read is known before it is shown", () => {
  const all = bundles(TABLE);
  for (const [width, height, can] of /** @type {[number, number, boolean][]} */ ([[1100, 620, true], [420, 360, false]])) {
    assert.equal(legible(all, planned(all, { width, height, bar: 34 })), can);
  }
});

test("bundles that have room beside each other share a tab, and tabs have room for their names", () => {
  const long = TABLE.map((one) => ({ ...one, label: one.role === "side" ? `${one.id} of Lancre` : one.label }));
  let shared = 0;
  for (const [width, height] of [[976, 716], [808, 960], [808, 800]]) {
    const all = bundles(long);
    const { pages, tab } = planned(all, { width, height, bar: 34 });
    shared += pages.filter((page) => page.length > 1).length;
    const names = pages.map((page) => titled(page.map((k) => all[k])));
    assert.ok(names.join("").length * 7 + names.length * 22 <= (tab?.width ?? 0), names.join(" | "));
  }
  assert.ok(shared > 0);
});

test("a large screen shows more at once than a small one", () => {
  const all = bundles(TABLE);
  const [small, large] = [[900, 640], [2400, 1300]].map(([width, height]) => planned(all, { width, height, bar: 34 }).shown.length);
  assert.ok(large > small);
  assert.equal(large, all.length);
});

test("a phone shows the board, or what is opened with as much of the board as there is room for", () => {
  const all = bundles(TABLE);
  const area = { width: 378, height: 660, bar: 44 };
  const closed = plannedSmall(all, area, null);
  assert.deepEqual(closed.boxes.get(0), { x: 0, y: 0, width: 378, height: 616 });
  assert.equal(closed.tab?.height, 44);
  const open = plannedSmall(all, area, 2);
  assert.ok(fitted(all[2].items, { x: 0, y: 0, width: 378, height: (open.tab?.height ?? 0) - 44 }).readable >= 0.99);
  assert.equal((open.tab?.y ?? 0) + (open.tab?.height ?? 0), 660);
});

test("things of one size lie in as many columns as lets them be largest", () => {
  const hand = item("hand", "own", 0, 0, { each: [166, 212], count: 7, letters: 16.5 });
  assert.equal(columnsFor(hand, 1200, 220), 7);
  assert.equal(columnsFor(hand, 378, 560), 3);
  const size = sized(hand, 3);
  assert.ok(Math.min(378 / size.width, 660 / size.height) >= least(hand) * 0.99);
});

test("parts in a line are as large for their letters as each other, none wider than the box", () => {
  const items = [item("a", "own", 400, 100, { letters: 12 }), item("b", "own", 400, 400, { letters: 24 })];
  const { places, readable } = fitted(items, { x: 10, y: 20, width: 300, height: 300 });
  const [a, b] = items.map(({ id }) => /** @type {import("../../src/coven/table/static/play/geometry.js").Box} */ (places.get(id)));
  assert.ok(apart(a, b));
  assert.ok(b.y + b.height <= 320.01);
  assert.ok(readable > 0.5);
});

test("what stands in the board's corner has a row or a column of its own, whichever leaves the board more", () => {
  const box = { x: 6, y: 6, width: 378, height: 540 };
  for (const [size, edge] of /** @type {[{width: number, height: number}, "x"|"y"][]} */ ([[{ width: 130, height: 46 }, "y"], [{ width: 90, height: 160 }, "x"]])) {
    const { corner, rest } = cornered(box, size);
    assert.ok(apart(corner, rest));
    assert.deepEqual([corner.width, corner.height, corner.x + corner.width], [size.width, size.height, 384]);
    assert.equal(edge === "y" ? rest.width : rest.height, edge === "y" ? box.width : box.height);
  }
});
