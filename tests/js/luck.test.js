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

/** The number behind a promise, from the seed that a browser keeps. @param {Memory} memory @param {string} promised @param {(number: string) => string} hashOf */
function numberOf(memory, promised, hashOf) {
  let number = JSON.parse(memory.getItem("coven.seeds") ?? "{}")[promised];
  for (let n = 0; n < 1024; n++) number = hashOf(number);
  return number;
}

test("a promise is the hash of a number that is kept", async () => {
  const memory = putUp();
  const { promise, hashOf } = await luck();
  const promised = promise() ?? "";
  const number = numberOf(memory, promised, hashOf);
  assert.match(number, /^[0-9a-f]{64}$/);
  assert.match(JSON.parse(memory.getItem("coven.seeds") ?? "{}")[promised], /^[0-9a-f]{64}$/); // nobody guesses it
  assert.equal(hashOf(number), promised);
  assert.notEqual(promise(), promised);
});

test("a browser that keeps nothing promises nothing", async () => {
  putUp({ memory: new Memory(true) });
  const { promise } = await luck();
  assert.equal(promise(), undefined);
});

const BEGUN = { Game: "witches", Rules: "3", Components: "mine 0a1b", Options: "mode=competitive" };
const NUMBERS = ["0a".repeat(32), "1b".repeat(32), "2c".repeat(32)];

/**
 * A table of three with seat 0 here, played by an honest server up to a stage, as the page hears of it.
 * @param {{until?: "promise"|"tell"|"deal", lost?: boolean, unsealed?: boolean}} [how] `lost`: the server's answer to the number never comes
 */
async function played({ until = "deal", lost = false, unsealed = false } = {}) {
  const memory = putUp();
  const { addLuck, asBefore, hashOf, linkFor, promise, promisedAt, takenBack } = await luck();
  const promised = promise() ?? "";
  const number = numberOf(memory, promised, hashOf);
  promisedAt("here", 0, promised);
  const promises = [promised, hashOf(NUMBERS[1]), ""];
  /** @type {string[]} */
  const nonces = ["", NUMBERS[1], ""];
  let looks = 0;
  Object.defineProperty(globalThis, "fetch", {
    configurable: true,
    /** @param {string} _ @param {{method: string, body?: string}} asked */
    value: async (_, { method, body }) => {
      if (method === "POST") {
        nonces[0] = JSON.parse(body ?? "{}").nonce;
        if (lost) throw new Error("the line is cut");
      }
      if (method === "GET" && until === "tell" && ++looks > 1) throw new Error("the line is cut");
      const stage = until === "promise" ? "promise" : nonces[0] && !lost ? "deal" : "tell";
      const told = { begun: BEGUN, commitment: hashOf("secret"), promises, nonces: [...nonces], stage, full: until !== "promise", awaited: nonces[0] ? [] : [0], secret: null };
      return { ok: true, json: async () => ({ luck: unsealed ? null : told }) };
    },
  });
  await addLuck("here", { 0: "token" }).catch(() => {});
  /** @type {import("../../src/coven/table/static/record.js").Seal} */
  const seal = { head: { ...BEGUN, Names: "Ada | Ben" }, commitment: hashOf("secret"), secret: "secret", promises, nonces, links: [] };
  /** @param {Partial<typeof seal>} other @param {string[]} [actions] */
  const check = (other, actions = []) => asBefore("here", { ...seal, ...other }, actions);
  return { seal, number, hashOf, check, asBefore, linkFor, promise, promisedAt, takenBack };
}

test("what an honest server tells at the end is as before", async () => {
  assert.equal((await played()).check({}), "same");
  assert.equal((await played({ until: "tell" })).check({}), "same");
  assert.equal((await played({ lost: true })).check({}), "same");
});

test("another commitment or another secret at the end is noticed", async () => {
  const { check, hashOf } = await played();
  assert.equal(check({ secret: "another" }), "other");
  assert.equal(check({ commitment: hashOf("other"), secret: "other" }), "other");
});

test("another component set, version of the rules or option, from which other luck would have followed, is noticed", async () => {
  for (const until of /** @type {const} */ (["promise", "tell", "deal"])) {
    for (const key of Object.keys(BEGUN)) {
      const { check, seal } = await played({ until });
      assert.equal(check({ head: { ...seal.head, [key]: "other" } }), "other");
    }
  }
});

test("a number of mine that is left out at the end is noticed, though the server never said that it came", async () => {
  for (const how of /** @type {const} */ ([{ until: "tell" }, { until: "deal" }, { lost: true }])) {
    const { check, seal } = await played(how);
    assert.equal(check({ nonces: ["", ...seal.nonces.slice(1)] }), "left");
  }
});

test("a number of mine that was never asked for is not called sent", async () => {
  const { check, seal } = await played({ until: "promise" });
  assert.equal(check({ nonces: ["", ...seal.nonces.slice(1)] }), "unsent");
});

test("a promise of mine that is dropped is noticed, at whatever stage the page was closed", async () => {
  for (const until of /** @type {const} */ (["promise", "tell", "deal"])) {
    const { check, seal } = await played({ until });
    assert.equal(check({ promises: ["", ...seal.promises.slice(1)], nonces: ["", ...seal.nonces.slice(1)] }), "other");
  }
});

test("a promise and a number that the server has put in the place of mine are noticed", async () => {
  for (const until of /** @type {const} */ (["promise", "tell", "deal"])) {
    const { check, seal, hashOf } = await played({ until });
    const forged = { promises: [hashOf(NUMBERS[2]), ...seal.promises.slice(1)], nonces: [NUMBERS[2], ...seal.nonces.slice(1)] };
    assert.equal(check(forged), "other");
  }
});

test("so are those of others that this browser has seen", async () => {
  const { check, seal, hashOf } = await played();
  assert.equal(check({ promises: [seal.promises[0], hashOf(NUMBERS[2]), ""], nonces: [seal.nonces[0], NUMBERS[2], ""] }), "other");
  assert.equal(check({ nonces: [seal.nonces[0], "", ""] }), "other");
  assert.equal(check({ promises: [...seal.promises.slice(0, 2), hashOf(NUMBERS[2])], nonces: [...seal.nonces.slice(0, 2), NUMBERS[2]] }), "other");
});

test("a promise that nobody made before the numbers were told is noticed, though its number is left out", async () => {
  const { check, seal, hashOf } = await played();
  assert.equal(check({ promises: [...seal.promises.slice(0, 2), hashOf(NUMBERS[2])] }), "other");
});

test("a number of another that is not the one she promised is noticed, seen or not", async () => {
  for (const until of /** @type {const} */ (["promise", "tell", "deal"])) {
    const { check, seal } = await played({ until });
    assert.equal(check({ nonces: [seal.nonces[0], NUMBERS[2], ""] }), "other");
  }
  const { check } = await toldOf(() => [{ stage: "promise", full: false }]);
  assert.equal(check({ nonces: ["", NUMBERS[2], ""] }), "other");
});

test("a number that was sent but never acknowledged can be no other", async () => {
  const { check, seal } = await played({ lost: true });
  assert.equal(check({ nonces: [NUMBERS[2], ...seal.nonces.slice(1)] }), "other");
});

/**
 * A page with seat 0 that is told one thing after another; of each the last for ever. What it posts is noted, and not answered where `lost`.
 * @param {(promised: string, hashOf: (number: string) => string) => object[]} telling @param {boolean} [lost]
 */
async function toldOf(telling, lost = false) {
  putUp();
  const page = await luck();
  const promised = page.promise() ?? "";
  page.promisedAt("here", 0, promised);
  const first = { begun: BEGUN, commitment: page.hashOf("secret"), promises: [promised, page.hashOf(NUMBERS[1]), ""], nonces: ["", "", ""], stage: "tell", full: true, awaited: [], secret: null };
  const words = telling(promised, page.hashOf).map((word) => ({ ...first, ...word }));
  /** @type {Record<string, string>[]} */
  const posted = [];
  Object.defineProperty(globalThis, "fetch", {
    configurable: true,
    /** @param {string} _ @param {{method: string, body?: string}} asked */
    value: async (_, { method, body }) => {
      if (method === "POST") posted.push(JSON.parse(body ?? "{}"));
      const word = method === "GET" ? words.shift() : undefined;
      if (!word && (lost || method === "GET")) throw new Error("the line is cut");
      return { ok: true, json: async () => ({ luck: word && { ...word, nonces: [posted[0]?.nonce ?? "", ...word.nonces.slice(1)] } }) };
    },
  });
  const look = () => page.addLuck("here", { 0: "token" }).catch(() => {});
  await look();
  /** The check of a record that is as the page was told first, but for this. @param {object} other */
  const check = (other) => page.asBefore("here", { head: BEGUN, ...first, secret: "secret", links: [], ...other }, []);
  return { ...page, posted, look, check, promised, first };
}

test("what was told first counts, whatever is told later", async () => {
  const forged = (/** @type {string} */ promised, /** @type {(number: string) => string} */ hashOf) => [
    { commitment: hashOf("another") },
    { promises: [promised, hashOf(NUMBERS[2]), ""] },
    { begun: { ...BEGUN, Options: "mode=other" } },
  ];
  for (const n of [0, 1, 2]) {
    const { check, posted, hashOf, promised } = await toldOf((own, hash) => [{}, { ...forged(own, hash)[n], stage: "deal" }]);
    const nonces = [posted[0].nonce, "", ""];
    assert.equal(check({ nonces }), "same");
    const { begun = BEGUN, ...other } = /** @type {{begun?: object}} */ (forged(promised, hashOf)[n]);
    assert.equal(check({ nonces, head: begun, ...(n ? {} : { secret: "another" }), ...other }), "other");
  }
});

test("a number that was told once stays told, and one that was out at the deal stays out", async () => {
  const told = await toldOf(() => [{ nonces: ["", NUMBERS[1], ""] }, { stage: "deal" }]);
  const mine = told.posted[0].nonce;
  assert.equal(told.check({ nonces: [mine, NUMBERS[1], ""] }), "same");
  assert.equal(told.check({ nonces: [mine, "", ""] }), "other");
  const late = await toldOf(() => [{ stage: "deal" }, { nonces: ["", NUMBERS[1], ""] }]);
  await late.look();
  assert.equal(late.check({ nonces: ["", NUMBERS[1], ""] }), "other");
});

test("what is told when the game is over was not seen before", async () => {
  putUp();
  const { addLuck, asBefore, hashOf } = await luck();
  const word = { begun: BEGUN, commitment: hashOf("secret"), promises: [""], nonces: [""], stage: "deal", full: true, awaited: [], secret: "secret" };
  Object.defineProperty(globalThis, "fetch", { configurable: true, value: async () => ({ ok: true, json: async () => ({ luck: word }) }) });
  await addLuck("here", { 0: "token" });
  assert.equal(asBefore("here", { ...word, head: BEGUN, links: [] }, []), "unseen");
});

test("a number is told only where it is the one that is promised", async () => {
  const { posted } = await toldOf((_, hashOf) => [{ promises: [hashOf(NUMBERS[2]), hashOf(NUMBERS[1]), ""] }]);
  assert.deepEqual(posted, []);
});

test("who has promised promises no other number, and tells the one that was taken though nobody answered", async () => {
  const { posted } = await toldOf(() => [{ stage: "promise" }]);
  assert.deepEqual(posted, []);
  const told = await toldOf(() => [{ stage: "promise", promises: ["", "", ""] }], true);
  const promises = [told.posted[0].promise, "", ""];
  assert.notEqual(told.posted[0].promise, told.promised);
  Object.defineProperty(globalThis, "fetch", {
    configurable: true,
    /** @param {string} _ @param {{method: string, body?: string}} asked */
    value: async (_, { method, body }) => {
      if (method === "GET") return { ok: true, json: async () => ({ luck: { ...told.first, promises } }) };
      assert.equal(told.hashOf(JSON.parse(body ?? "{}").nonce), promises[0]);
      throw new Error("enough");
    },
  });
  await assert.rejects(told.addLuck("here", { 0: "token" }));
});

const ACTIONS = ["* deal", "0 go", "1 go", "0 stop", "0 stay"];

test("every move brings a number of which the one before is the hash, and the seat's first number is that of all", async () => {
  const { linkFor, number, hashOf } = await played();
  const links = [0, 1, 2].map((at) => linkFor("here", 0, at) ?? "");
  assert.equal(hashOf(links[0]), number);
  assert.deepEqual(links.slice(1).map(hashOf), links.slice(0, 2));
  assert.equal(linkFor("here", 1, 0), undefined);
  assert.equal(linkFor("elsewhere", 0, 0), undefined);
  assert.equal(linkFor("here", 0, 1024), undefined);
});

test("a number that went with a move and is left out at the end is noticed, taken or not", async () => {
  const { check, linkFor } = await played();
  const link = (/** @type {number} */ at) => ({ links: [{ at, number: linkFor("here", 0, at) ?? "" }, null, null] });
  const [one, three, four] = [link(1), link(3), link(4)];
  assert.equal(check(four, ACTIONS), "same");
  assert.equal(check(three, ACTIONS), "left");
  assert.equal(check(one, ACTIONS), "left");
  assert.equal(check({}, ACTIONS), "left");
});

test("a number that was asked for before its time is noticed, though the record has nothing wrong", async () => {
  const asked = (/** @type {number[]} */ ...places) => async () => {
    const { check, linkFor } = await played();
    const numbers = new Map(places.map((at) => [at, linkFor("here", 0, at) ?? ""]));
    return check({ links: [{ at: 4, number: numbers.get(4) ?? linkFor("here", 0, 4) ?? "" }, null, null] }, ACTIONS);
  };
  assert.equal(await asked(1, 3, 4)(), "same");
  assert.equal(await asked(1, 3, 3, 4)(), "same"); // a move that was not answered, sent again
  assert.equal(await asked(1, 3, 4, 5)(), "same"); // another player ended the game before it came
  assert.equal(await asked(1000)(), "early");
  assert.equal(await asked(1, 3, 2, 4)(), "early"); // another seat's
  assert.equal(await asked(1, 3, 4, 9)(), "early"); // of no action at all
  assert.equal(await asked(4, 1, 3, 4)(), "early"); // its own, but later
  assert.equal(await asked(4)(), "early"); // one of a later move, from which those before were reckoned
});

test("moves that were made elsewhere, or taken back, are no alarm", async () => {
  const { check, linkFor, takenBack } = await played();
  const first = { links: [{ at: 1, number: linkFor("here", 0, 1) ?? "" }, null, null] };
  assert.equal(check(first, ACTIONS), "same");
  linkFor("here", 0, 4); // a stand-in has moved at 3
  assert.equal(check(first, ACTIONS), "same");
  linkFor("here", 0, 3);
  takenBack("here", 0, 3); // and another device made the move
  assert.equal(check(first, ACTIONS), "same");
});

test("a number that was not asked for before the deal stays unsent, whatever went with moves", async () => {
  const { check, linkFor, seal } = await played({ until: "promise" });
  linkFor("here", 0, 1);
  assert.equal(check({ nonces: ["", ...seal.nonces.slice(1)] }, ACTIONS), "unsent");
});

test("a seat whose promise was made elsewhere brings nothing from here", async () => {
  const { linkFor, promisedAt } = await played();
  const { promise } = await luck();
  promisedAt("here", 0, promise() ?? "");
  assert.equal(linkFor("here", 0, 1), undefined);
});

test("a table that is played at is not forgotten for newer ones", async () => {
  const { linkFor, promise, promisedAt } = await played();
  for (let n = 0; n < 70; n++) {
    promisedAt(`new ${n}`, 0, promise() ?? "");
    assert.ok(linkFor("here", 0, n));
  }
});

test("a number in the record that does not belong to its move is noticed", async () => {
  const { check, linkFor } = await played();
  assert.equal(check({ links: [{ at: 3, number: linkFor("here", 0, 1) ?? "" }, null, null] }, ACTIONS), "other");
  assert.equal(check({ links: [null, { at: 2, number: NUMBERS[2] }, null] }, ACTIONS), "other");
});

test("a record that says nothing of a seal is noticed where there was one", async () => {
  assert.equal((await played()).asBefore("here", null, []), "other");
  assert.equal((await played({ unsealed: true })).asBefore("here", null, []), "unseen");
});

test("a browser that saw nothing before the end does not say that it did", async () => {
  const { asBefore, seal } = await played();
  assert.equal(asBefore("elsewhere", seal, []), "unseen");
});

test("a record's seal is read as it is written", async () => {
  const { sealOf } = await import("../../src/coven/table/static/record.js");
  const head = "Coven-Record: 1\nGame: witches\n";
  assert.equal(sealOf(`${head}\n* deal\n`), null);
  const text = `${head}Commitment: ab\nSecret: cd\nPromises: ef - 01\nNonces: 23 - -\n\n* deal\nNonces: 9 9 9\n`;
  assert.deepEqual(sealOf(text)?.head.Game, "witches");
  assert.deepEqual({ ...sealOf(text), head: {} }, { head: {}, commitment: "ab", secret: "cd", promises: ["ef", "", "01"], nonces: ["23", "", ""], links: [] });
  assert.deepEqual(sealOf(text.replace("\n\n", "\nLinks: 5:67 - 8:9a\n\n"))?.links, [{ at: 5, number: "67" }, null, { at: 8, number: "9a" }]);
});
