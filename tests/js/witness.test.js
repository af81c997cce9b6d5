// What a page was shown of a game, against the record.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Witness } from "../../src/coven/table/static/play/witness.js";
import { actionsOf } from "../../src/coven/table/static/record.js";

/** A page that was told this, in this order. @param {...[number, string[], boolean?]} words from which action on, and whether the game was over */
function told(...words) {
  const witness = new Witness();
  for (const [from, moves, over = false] of words) witness.hear({ made: { from, moves }, last: from + moves.length, over });
  return witness;
}

const GAME = ["* first 1", "1 tower T1", "* deal PM", "0 tower T2", "0 do E"];

/** The game with another action in the place of one. @param {number} at @param {string} action */
const other = (at, action) => GAME.map((one, n) => (n === at ? action : one));

test("the record of what was shown is as shown", () => {
  assert.equal(told([0, GAME.slice(0, 2)], [2, GAME.slice(2), true]).differs(GAME), 0);
  assert.equal(told([0, GAME], [5, [], true]).differs(GAME), 0);
});

test("another move, another draw or another player is named", () => {
  const witness = told([0, GAME], [5, [], true]);
  GAME.forEach((_, at) => {
    assert.equal(witness.differs(other(at, "0 tower T9")), at + 1);
  });
  assert.equal(witness.differs(GAME.slice(0, -1)), 5);
  assert.equal(witness.differs([...GAME, "1 pass"]), 6);
});

test("what the seat could not know may be anything by the same actor", () => {
  const witness = told([0, other(2, "* ?")], [5, [], true]);
  assert.equal(witness.differs(GAME), 0);
  assert.equal(witness.differs(other(2, "* deal XX")), 0);
  assert.equal(witness.differs(other(2, "1 deal XX")), 3);
});

test("another seat at the same screen knows more", () => {
  const witness = told([0, other(2, "* ?")], [0, GAME], [5, [], true]);
  assert.equal(witness.differs(other(2, "* deal XX")), 3);
});

test("a move that was taken back is not missed", () => {
  const witness = told([0, GAME], [4, []], [4, ["0 do F"]], [5, ["1 pass"], true]);
  assert.equal(witness.differs([...GAME.slice(0, 4), "0 do F", "1 pass"]), 0);
});

test("what can't be taken back stays as it was shown first, whatever is told later", () => {
  assert.equal(told([0, GAME]).sure, 3);
  const witness = told([0, GAME], [0, other(0, "* first 0")], [5, [], true]);
  assert.equal(witness.differs(GAME), 0);
  assert.equal(witness.differs(other(0, "* first 0")), 1);
  assert.equal(told([0, GAME], [2, ["* deal XX"]], [3, GAME.slice(3), true]).differs(other(2, "* deal XX")), 3);
});

test("a page that came when the game was over was shown nothing", () => {
  const witness = told([0, GAME, true]);
  assert.equal(witness.shown, 0);
  assert.equal(witness.differs(["0 other"]), 0);
});

test("a record's actions are read as they are written", () => {
  assert.deepEqual(actionsOf(`Coven-Record: 1\nGame: witches\n\n${GAME.join("\n")}\n`), GAME);
  assert.deepEqual(actionsOf("Coven-Record: 1\nGame: witches\n\n"), []);
});
