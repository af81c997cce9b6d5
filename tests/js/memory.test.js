// What the browser remembers: switches, seats, names. Each test imports the scripts anew.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Memory, putUp } from "./page.js";

let times = 0;

/** @returns {Promise<typeof import("../../src/coven/table/static/play/purse.js")>} */
const purse = () => import(`../../src/coven/table/static/play/purse.js?${times++}`);

/** @returns {Promise<typeof import("../../src/coven/table/static/hall.js")>} */
const hall = () => import(`../../src/coven/table/static/hall.js?${times++}`);

test("every switch is on until it is switched", async () => {
  putUp();
  const { switched } = await purse();
  assert.deepEqual([switched("confirm"), switched("on"), switched("motion"), switched("curtain")], [true, true, true, true]);
});

test("a switch is kept, and the others stay", async () => {
  const memory = putUp();
  const { switched, turn } = await purse();
  turn("confirm", false);
  assert.equal(switched("confirm"), false);
  putUp({ memory });
  const again = await purse();
  assert.deepEqual([again.switched("confirm"), again.switched("on")], [false, true]);
});

test("a browser that keeps nothing still switches", async () => {
  putUp({ memory: new Memory(true) });
  const { switched, turn } = await purse();
  assert.equal(switched("on"), true);
  turn("on", false);
  assert.equal(switched("on"), false);
});

test("what can't be read counts as not there", async () => {
  const memory = putUp();
  memory.setItem("coven.switches", "{broken");
  memory.setItem("coven.seats", "{broken");
  assert.equal((await purse()).switched("motion"), true);
  assert.deepEqual((await hall()).kept(), {});
});

test("things move unless the system or the player wants it calm", async () => {
  putUp();
  const moving = await purse();
  assert.equal(moving.lively(), true);
  moving.turn("motion", false);
  assert.equal(moving.lively(), false);
  putUp({ calm: true });
  assert.equal((await purse()).lively(), false);
});

test("seats are kept by table, added to, and forgotten", async () => {
  putUp();
  const { forget, keep, kept, tokenAt } = await hall();
  keep("t1", { 0: "a" });
  keep("t1", { 2: "c" });
  keep("t2", { 1: "b" });
  assert.deepEqual(kept(), { t1: { 0: "a", 2: "c" }, t2: { 1: "b" } });
  assert.equal(tokenAt("t1"), "a");
  forget("t1");
  assert.deepEqual(kept(), { t2: { 1: "b" } });
  assert.equal(tokenAt("t1"), null);
});

test("addresses hold strange names, and a secret stays behind the hash", async () => {
  putUp();
  const { apiPath, seatPath, tablePath } = await hall();
  assert.equal(tablePath("a/b"), "/table/a%2Fb");
  assert.equal(apiPath("a b", "/chat"), "/api/tables/a%20b/chat");
  assert.equal(seatPath("t", "secret"), "/table/t#secret");
  assert.equal(seatPath("t", null), "/table/t");
});
