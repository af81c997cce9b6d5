// What the pages say and ask in a language that is not the server's own.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { putUp } from "./page.js";

putUp({ lang: "de", phrases: { failed: "Das ging nicht.", hello: "Hallo {name}", "refused.stale": "Zu spät.", "refused.bad_option": "Geht nicht." } });
const { Refusal, ask, codeOf } = await import("../../src/coven/table/static/client.js");
const { ago, knows, say } = await import("../../src/coven/table/static/words.js");

const fetch = globalThis.fetch;
afterEach(() => void (globalThis.fetch = fetch));

/** What is thrown when the server answers so. @param {number} status @param {unknown} body */
async function refusal(status, body) {
  globalThis.fetch = async () => new Response(JSON.stringify(body), { status });
  try {
    await ask("GET", "/api/tables");
  } catch (error) {
    assert.ok(error instanceof Refusal);
    return [error.code, error.message];
  }
  return null;
}

test("a refusal is said in the reader's language, the server's words only where they say more", async () => {
  assert.deepEqual(await refusal(409, { error: "stale", message: "too late" }), ["stale", "Zu spät."]);
  assert.deepEqual(await refusal(400, { error: "bad_option", message: "no line 7" }), ["bad_option", "Geht nicht. (no line 7)"]);
  assert.deepEqual(await refusal(400, { error: "strange", message: "as it is" }), ["strange", "as it is"]);
  assert.deepEqual(await refusal(500, {}), ["500", "Das ging nicht."]);
});

test("a server that can't be reached is a refusal too", async () => {
  globalThis.fetch = () => Promise.reject(new TypeError("no line"));
  await assert.rejects(ask("GET", "/api/tables"), { code: "unreachable", message: "Das ging nicht." });
});

test("only refusals have codes", () => {
  assert.equal(codeOf(new Refusal("stale", "")), "stale");
  assert.equal(codeOf(new Error("stale")), "");
  assert.equal(codeOf({ code: "stale" }), "");
});

test("asking carries the language and the seat's secret", async () => {
  /** @type {[string, RequestInit][]} */
  const asked = [];
  globalThis.fetch = async (path, how) => {
    asked.push([String(path), how ?? {}]);
    return new Response('{"seq": 4}');
  };
  assert.deepEqual(await ask("POST", "/api/x?a=1", { move: 3 }, "secret"), { seq: 4 });
  await ask("GET", "/api/y");
  const [[path, how], [plain, bare]] = asked;
  assert.equal(path, "/api/x?a=1&lang=de");
  assert.equal(plain, "/api/y?lang=de");
  assert.equal(how.body, '{"move":3}');
  assert.equal(/** @type {Record<string, string>} */ (how.headers).Authorization, "Bearer secret");
  assert.deepEqual(bare.headers, { Accept: "application/json" });
});

test("a phrase the page has not is a mistake", () => {
  assert.equal(say("hello", { name: "Bea" }), "Hallo Bea");
  assert.equal(knows("hello"), true);
  assert.equal(knows("bye"), false);
  assert.throws(() => say("bye"), /no phrase bye/);
});

test("how long ago is told in the page's language", () => {
  assert.match(ago(Date.now() / 1000 - 2 * 86400 - 60), /vorgestern|vor 2 Tagen/);
});
