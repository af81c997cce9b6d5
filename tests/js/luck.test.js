// What a browser adds to the luck of a game.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";

import { sha256 } from "../../src/coven/table/static/sha256.js";
import { Memory, putUp } from "./page.js";

let times = 0;

/** @returns {Promise<typeof import("../../src/coven/table/static/luck.js")>} */
const luck = () => import(`../../src/coven/table/static/luck.js?${times++}`);

test("the hash is that of everybody else, at every length", () => {
  for (let length = 0; length < 200; length++) {
    const text = "ä".repeat(length % 3) + "x".repeat(length);
    assert.equal(sha256(text), createHash("sha256").update(text).digest("hex"));
  }
});

test("a promise is the hash of a number that is kept", async () => {
  const memory = putUp();
  const { promise, hashOf } = await luck();
  const promised = promise() ?? "";
  const number = JSON.parse(memory.getItem("coven.numbers") ?? "{}")[promised];
  assert.match(number, /^[0-9a-f]{64}$/);
  assert.equal(hashOf(number), promised);
  assert.notEqual(promise(), promised);
});

test("a browser that keeps nothing promises nothing", async () => {
  putUp({ memory: new Memory(true) });
  const { promise } = await luck();
  assert.equal(promise(), undefined);
});

test("another commitment, another number or another secret at the end is noticed", async () => {
  const memory = putUp();
  const { asBefore, promise, hashOf } = await luck();
  const promised = promise() ?? "";
  const number = JSON.parse(memory.getItem("coven.numbers") ?? "{}")[promised];
  const commitment = hashOf("secret");
  memory.setItem("coven.seals", JSON.stringify({ here: commitment }));
  const told = { commitment, promises: [promised, ""], nonces: [number, ""], stage: "deal", full: true, awaited: [], secret: "secret" };
  assert.ok(asBefore("here", told));
  assert.ok(!asBefore("here", { ...told, secret: "another" }));
  assert.ok(!asBefore("here", { ...told, nonces: ["0".repeat(64), ""] }));
  const other = hashOf("other");
  assert.ok(!asBefore("here", { ...told, commitment: other, secret: "other" }));
});
