import assert from "node:assert/strict";
import { test } from "node:test";

import { held, isLeaf, onlyMove, reach, shorter, together, trail, wayDown, wayTo } from "../../src/coven/table/static/play/tree.js";

/**
 * A choice with what a test does not care about left empty.
 * @param {Partial<Wire.Choice>} facts @returns {Wire.Choice}
 */
const choice = (facts) => ({
  label: "", key: "", question: "", touch: "", gives: null, marks: null, ends: false, move: null, text: null, tip: "", quiet: false, halves: false, inside: [], ...facts,
});

/** @param {number} move @param {string} [touch] */
const leaf = (move, touch = "") => choice({ move, text: `move ${move}`, touch });

/** @param {string} touch @param {...Wire.Choice} inside */
const question = (touch, ...inside) => choice({ touch, inside });

test("a leaf has a move, and the move may be number 0", () => {
  assert.equal(isLeaf(leaf(0)), true);
  assert.equal(isLeaf(question("a", leaf(0))), false);
});

test("the page finds an only move, and none where there is a choice", () => {
  const only = leaf(0);
  assert.equal(onlyMove([only]), only);
  assert.equal(onlyMove([leaf(1), leaf(2)]), null);
  assert.equal(onlyMove([question("a", leaf(1), leaf(2))]), null);
  assert.equal(onlyMove([]), null);
});

test("nothing is answered while there is something to choose", () => {
  const level = [leaf(1), leaf(2)];
  assert.deepEqual(trail(level, []), { steps: [], level });
});

test("a question with a single answer answers itself, to any depth", () => {
  const inner = question("b", leaf(1), leaf(2));
  const outer = question("a", inner);
  assert.deepEqual(trail([outer], []), { steps: [outer, inner], level: inner.inside });
});

test("a single move is not made by walking", () => {
  const only = leaf(1);
  assert.deepEqual(trail([only], []), { steps: [], level: [only] });
});

test("what was picked is walked down first, then what answers itself", () => {
  const inner = question("b", leaf(1), leaf(2));
  const picked = question("a", inner);
  const { steps, level } = trail([picked, leaf(3)], [picked]);
  assert.deepEqual(steps, [picked, inner]);
  assert.equal(level, inner.inside);
});

test("a pointer reaches what has a touch, and looks through what has none", () => {
  const [a, b] = [leaf(1, "cell:1"), leaf(2, "cell:2")];
  const reached = reach([a, question("", b)]);
  assert.deepEqual([...reached.keys()], ["cell:1", "cell:2"]);
  assert.deepEqual(reached.get("cell:2"), [b]);
});

test("several choices of one thing come together", () => {
  const [a, b] = [leaf(1, "card:1"), leaf(2, "card:1")];
  assert.deepEqual(reach([a, b]).get("card:1"), [a, b]);
});

test("the thing already held is looked through", () => {
  const inner = leaf(1, "cell:1");
  const reached = reach([question("card:1", inner)], "card:1");
  assert.deepEqual([...reached], [["cell:1", [inner]]]);
});

test("choices put together ask one question with all of them inside", () => {
  const nodes = [leaf(1, "card:1"), leaf(2, "card:1")];
  const one = together(nodes);
  assert.equal(one.several, true);
  assert.equal(one.touch, "card:1");
  assert.equal(isLeaf(one), false);
  assert.equal(one.inside, nodes);
});

test("the way to a move by its text", () => {
  const wanted = leaf(2);
  const inner = question("b", leaf(1), wanted);
  assert.deepEqual(wayTo([leaf(3), inner], "move 2"), [inner, wanted]);
  assert.equal(wayTo([inner], "move 9"), null);
});

test("the way down to a node goes through those between", () => {
  const wanted = leaf(2);
  const [inner, other] = [question("b", wanted), question("c", leaf(1))];
  const outer = question("a", inner);
  assert.deepEqual(wayDown([other, outer], wanted), [outer, inner, wanted]);
  const strange = leaf(7);
  assert.deepEqual(wayDown([outer], strange), [strange]);
});

test("a step back leaves out what answers itself", () => {
  const deepest = question("d", leaf(1), leaf(2));
  const last = question("c", deepest, leaf(3));
  const forced = question("b", last);
  const first = question("a", forced);
  const choices = [first, leaf(4)];
  assert.deepEqual(shorter(choices, [first, forced, last, deepest]), [first]);
  assert.deepEqual(shorter(choices, [first]), []);
});

test("a step back goes to the last real choice", () => {
  const inner = question("b", leaf(1), leaf(2));
  const outer = question("a", inner, leaf(3));
  assert.deepEqual(shorter([outer, leaf(4)], [outer, inner]), [outer]);
});

test("a thing of two halves is held with every way they can lie, whatever it is called", () => {
  const firsts = [question("cell:1", leaf(1), leaf(2)), question("cell:2", leaf(3))];
  const tile = choice({ touch: "plank:4", halves: true, inside: firsts });
  const found = held([tile]);
  assert.equal(found?.node, tile);
  assert.deepEqual(found?.ways.map(({ first, second }) => [first.touch, second.move]), [["cell:1", 1], ["cell:1", 2], ["cell:2", 3]]);
});

test("nothing is held that has no halves", () => {
  assert.equal(held([]), null);
  assert.equal(held([question("card:1", question("cell:1", leaf(1)))]), null);
  assert.equal(held([question("tile:1", leaf(1, "cell:1"))]), null);
});
