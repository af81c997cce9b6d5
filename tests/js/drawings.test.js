// The parts a page remembers: told whole, told as what has changed, and told by name alone.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Drawings, laidNow } from "../../src/coven/table/static/play/drawings.js";

/** @param {string} id @param {string} v @param {object} more @returns {Wire.NewPart} */
const part = (id, v, more) => ({ id, v, name: id, seat: null, size: [1, 1], each: null, role: "side", label: "", letters: 0, target: 0, ...more });

/** @param {[string, string][]} laid @param {Wire.NewPart[]} fresh @returns {Wire.Picture} */
const told = (laid, ...fresh) => ({ title: "", said: "", laid, new: fresh });

test("a part is told whole, then as what is different", () => {
  const drawings = new Drawings();
  drawings.learn(told([["ball", "1"]], part("ball", "1", { pieces: ["<a/>", "<b/>", "<c/>"] })));
  assert.equal(drawings.have, "ball=1");
  const [ball] = drawings.learn(told([["ball", "2"]], part("ball", "2", { from: "1", at: { 1: "<x/>" } }))) ?? [];
  assert.deepEqual(ball.pieces, ["<a/>", "<x/>", "<c/>"]);
  assert.equal(drawings.have, "ball=2");
});

test("of what is different only that is told: the rest stays as it was", () => {
  const drawings = new Drawings();
  drawings.learn(told([["ball", "1"]], part("ball", "1", { pieces: ["<a/>"], label: "Ball", letters: 14 })));
  const [ball] = drawings.learn(told([["ball", "2"]], { id: "ball", v: "2", from: "1", at: { 0: "<x/>" } })) ?? [];
  assert.deepEqual([ball.label, ball.letters, ball.pieces], ["Ball", 14, ["<x/>"]]);
  const [again] = drawings.learn(told([["ball", "3"]], { id: "ball", v: "3", from: "2", at: {}, letters: 12 })) ?? [];
  assert.deepEqual([again.label, again.letters, again.pieces], ["Ball", 12, ["<x/>"]]);
});

test("parts lie as before, but for those that are new, unless it is said how", () => {
  const before = /** @type {Wire.Laid} */ ([["defs", "0"], ["map", "1"], ["die", "2"]]);
  const fresh = [part("map", "5", { pieces: [] })];
  assert.deepEqual(laidNow(before, { title: "", said: "", new: fresh }), [["defs", "0"], ["map", "5"], ["die", "2"]]);
  assert.deepEqual(laidNow(before, { title: "", said: "", new: fresh, laid: [["map", "5"]] }), [["map", "5"]]);
});

test("a part that was there before comes back by its name alone", () => {
  const drawings = new Drawings();
  drawings.learn(told([["ball", "1"]], part("ball", "1", { pieces: ["<a/>"] })));
  drawings.learn(told([["ball", "2"]], part("ball", "2", { pieces: ["<b/>"] })));
  assert.deepEqual(drawings.learn(told([["ball", "1"]]))?.[0].pieces, ["<a/>"]);
});

test("what is missing is noticed, and nothing is shown", () => {
  const drawings = new Drawings();
  assert.equal(drawings.learn(told([["ball", "2"]], part("ball", "2", { from: "1", at: {} }))), null);
  assert.equal(drawings.learn(told([["ball", "2"]])), null);
  assert.equal(drawings.have, "");
});

test("what shows is never forgotten, however much comes", () => {
  const drawings = new Drawings();
  drawings.learn(told([["map", "0"]], part("map", "0", { pieces: ["<m/>"] })));
  for (let k = 0; k < 400; k++) {
    const parts = drawings.learn(told([["map", "0"], ["die", String(k)]], part("die", String(k), { pieces: [`<d${k}/>`] })));
    assert.equal(parts?.length, 2);
  }
  assert.ok(drawings.known.size <= 241);
});
