// What the browser remembers: switches, seats, names. Each test imports the scripts anew.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Memory, putUp } from "./page.js";

let times = 0;

/** @returns {Promise<typeof import("../../src/coven/table/static/play/preferences.js")>} */
const preferences = () => import(`../../src/coven/table/static/play/preferences.js?${times++}`);

/** @returns {Promise<typeof import("../../src/coven/table/static/client.js")>} */
const client = () => import(`../../src/coven/table/static/client.js?${times++}`);

test("every switch is on until it is switched", async () => {
  putUp();
  const { switched } = await preferences();
  assert.deepEqual([switched("confirm"), switched("on"), switched("motion"), switched("curtain")], [true, true, true, true]);
});

test("a switch is kept, and the others stay", async () => {
  const memory = putUp();
  const { switched, turn } = await preferences();
  turn("confirm", false);
  assert.equal(switched("confirm"), false);
  putUp({ memory });
  const again = await preferences();
  assert.deepEqual([again.switched("confirm"), again.switched("on")], [false, true]);
});

test("a browser that keeps nothing still switches", async () => {
  putUp({ memory: new Memory(true) });
  const { switched, turn } = await preferences();
  assert.equal(switched("on"), true);
  turn("on", false);
  assert.equal(switched("on"), false);
});

test("what can't be read counts as not there", async () => {
  const memory = putUp();
  memory.setItem("coven.switches", "{broken");
  memory.setItem("coven.seats", "{broken");
  assert.equal((await preferences()).switched("motion"), true);
  assert.deepEqual((await client()).kept(), {});
});

test("things move unless the system or the player wants it calm", async () => {
  putUp();
  const moving = await preferences();
  assert.equal(moving.lively(), true);
  moving.turn("motion", false);
  assert.equal(moving.lively(), false);
  putUp({ calm: true });
  assert.equal((await preferences()).lively(), false);
});

test("seats are kept by table, added to, and forgotten", async () => {
  putUp();
  const { forget, keep, kept, tokenAt } = await client();
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
  const { apiPath, seatPath, tablePath } = await client();
  assert.equal(tablePath("a/b"), "/table/a%2Fb");
  assert.equal(apiPath("a b", "/chat"), "/api/tables/a%20b/chat");
  assert.equal(seatPath("t", "secret"), "/table/t#secret");
  assert.equal(seatPath("t", null), "/table/t");
});
