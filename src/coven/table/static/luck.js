// What this browser adds to the luck of a game: a number nobody knows, promised by its hash before anybody tells one.

import { apiPath, ask, read, write } from "./client.js";
import { sha256 } from "./sha256.js";

const NUMBERS = "coven.numbers";
const KNOWN = "coven.luck";
const MOST = 60; // numbers and tables that are remembered
const AGAIN = 300; // milliseconds between looks while others add theirs
const PATIENCE = 20_000;

/** @typedef {{commitment: string, promises: string[], nonces: string[], stage: string, full: boolean, awaited: number[], secret: string|null}} Luck */
/** @typedef {{promise: string, number: string, sent: boolean}} Own what a seat has added here, and whether the number is on its way to the server, or there */

/**
 * What this browser has seen of a table's luck before the game was over. What was seen first counts.
 * @typedef {{own: Record<string, Own>, commitment?: string, promises?: string[], nonces?: string[], dealt?: boolean}} Known
 */

/** What a number or the server's secret is told by before. @param {string} number */
export const hashOf = (number) => sha256(`coven sealed luck\n${number}`);

/** Remember one more, and forget the oldest. @param {string} key @param {string} name @param {unknown} value */
function remember(key, name, value) {
  /** @type {Record<string, unknown>} */
  const all = { ...read(key, {}), [name]: value };
  write(key, Object.fromEntries(Object.entries(all).slice(-MOST)));
}

/** A promise for a new number; nothing where the browser could not keep the number. @returns {string|undefined} */
export function promise() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const number = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const promised = hashOf(number);
  remember(NUMBERS, promised, number);
  return numberOf(promised) ? promised : undefined;
}

/** @param {string} promised @returns {string|undefined} */
const numberOf = (promised) => read(NUMBERS, /** @type {Record<string, string>} */ ({}))[promised];

/** @param {string} table @returns {Known|undefined} */
const knownOf = (table) => read(KNOWN, /** @type {Record<string, Known>} */ ({}))[table];

/** @param {string} table @param {number} seat @param {Own} added */
function addedAt(table, seat, added) {
  const known = knownOf(table);
  remember(KNOWN, table, { ...known, own: { ...known?.own, [seat]: added } });
}

/** The server has taken a promise for a seat: from now on it is the seat's. @param {string} table @param {number} seat @param {string} [promised] */
export function promisedAt(table, seat, promised = "") {
  const number = numberOf(promised);
  if (number) addedAt(table, seat, { promise: promised, number, sent: false });
}

/** Remember what the server tells of the luck, as long as the game is not over. @param {string} table @param {Luck|null} luck */
function heard(table, luck) {
  const known = knownOf(table) ?? { own: {} };
  if (luck?.secret || known.dealt) return;
  if (!luck) {
    if (!known.commitment) remember(KNOWN, table, undefined); // openly without a seal from the first
    return;
  }
  remember(KNOWN, table, {
    own: known.own,
    commitment: known.commitment ?? luck.commitment,
    promises: known.promises ?? (luck.stage === "promise" ? undefined : luck.promises),
    nonces: luck.nonces.map((nonce, seat) => known.nonces?.[seat] || nonce),
    dealt: luck.stage === "deal",
  });
}

/** Whether everything that is told before the end has been seen. @param {string} table */
export const sawAll = (table) => Boolean(knownOf(table)?.dealt);

/**
 * Add what seats held here have to add, until the luck is sealed; true when there is nothing more to do.
 * A table that waits for players is looked at again when somebody has come.
 * @param {string} table @param {Record<string, string>} tokens the secrets of the seats
 */
export async function addLuck(table, tokens) {
  const until = Date.now() + PATIENCE;
  const secrets = Object.entries(tokens);
  while (secrets.length && Date.now() < until) {
    /** @type {{luck: Luck|null}} */
    const { luck } = await ask("GET", apiPath(table, "/luck"), undefined, secrets[0][1]);
    heard(table, luck);
    if (!luck || luck.stage === "deal") return true;
    if (!luck.full) return false;
    let added = false;
    for (const [seat, token] of secrets) added = (await addOne(table, luck, Number(seat), token)) || added;
    if (!added) await new Promise((done) => setTimeout(done, AGAIN));
  }
  return true;
}

/** @param {string} table @param {Luck} luck @param {number} seat @param {string} token */
async function addOne(table, luck, seat, token) {
  const path = apiPath(table, "/luck");
  if (luck.stage === "promise") {
    const promised = luck.promises[seat] ? undefined : promise();
    if (!promised) return false;
    await ask("POST", path, { promise: promised }, token);
    promisedAt(table, seat, promised);
    return true;
  }
  if (!knownOf(table)?.own[seat]) promisedAt(table, seat, luck.promises[seat]); // taken, though the answer was lost
  const own = knownOf(table)?.own[seat];
  if (!own || own.promise !== luck.promises[seat] || luck.nonces[seat]) return false;
  addedAt(table, seat, { ...own, sent: true }); // noted first: a server that does not answer may have it
  await ask("POST", path, { nonce: own.number }, token);
  return !own.sent;
}

/**
 * How the seal in a game's record stands to what was told before the end and to what this browser has added.
 * "unseen": it saw nothing before the end. "left": a number that was sent from here is not in it; "unsent": one was
 * promised here and not asked for in time. Whoever forges a record has to change something that one browser at the table
 * knows.
 * @param {string} table @param {import("./record.js").Seal|null} seal
 * @returns {"same"|"other"|"left"|"unsent"|"unseen"}
 */
export function asBefore(table, seal) {
  const known = knownOf(table);
  if (!known) return "unseen";
  if (!seal || !holds(seal) || !fits(known, seal)) return "other";
  const out = Object.entries(known.own).filter(([seat]) => !seal.nonces[Number(seat)]);
  if (out.some(([, mine]) => mine.sent)) return "left";
  return out.length ? "unsent" : "same";
}

/** Whether the secret and every number are what was promised. @param {import("./record.js").Seal} seal */
const holds = (seal) =>
  hashOf(seal.secret) === seal.commitment && seal.nonces.every((nonce, seat) => !nonce || hashOf(nonce) === seal.promises[seat]);

/** Whether the seal has nothing but what was seen. @param {Known} known @param {import("./record.js").Seal} seal */
function fits(known, seal) {
  const { commitment = seal.commitment, promises = seal.promises, nonces = [] } = known;
  return (
    commitment === seal.commitment &&
    String(promises) === String(seal.promises) &&
    seal.nonces.every((nonce, seat) => {
      const mine = known.own[seat];
      if (mine && (seal.promises[seat] !== mine.promise || (nonce && nonce !== mine.number))) return false;
      return nonce === nonces[seat] || (mine && !nonce) || (!known.dealt && !nonces[seat]);
    })
  );
}
