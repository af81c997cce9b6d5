// What this browser adds to the luck of a game: a number nobody knows, promised by its hash before anybody tells one.

import { apiPath, ask, read, write } from "./hall.js";
import { sha256 } from "./sha256.js";

const NUMBERS = "coven.numbers";
const SEALS = "coven.seals";
const MOST = 60; // promises and seals that are kept
const AGAIN = 300; // milliseconds between looks while others add theirs
const PATIENCE = 20_000;

/** @typedef {{commitment: string, promises: string[], nonces: string[], stage: string, full: boolean, awaited: number[], secret: string|null}} Luck */

/** What a number or the server's secret is told by before. @param {string} number */
export const hashOf = (number) => sha256(`coven sealed luck\n${number}`);

/** Remember one more, and forget the oldest. @param {string} key @param {string} name @param {string} value */
function remember(key, name, value) {
  /** @type {Record<string, string>} */
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
    if (luck && !read(SEALS, /** @type {Record<string, string>} */ ({}))[table]) remember(SEALS, table, luck.commitment);
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
  const promised = luck.promises[seat];
  const body = luck.stage === "promise" && !promised ? { promise: promise() } : { nonce: numberOf(promised) };
  const due = luck.stage === "promise" ? !promised : luck.awaited.includes(seat);
  if (!due || !Object.values(body)[0]) return false;
  await ask("POST", apiPath(table, "/luck"), body, token);
  return true;
}

/**
 * Whether what the server tells at the end is what it told before, and what this browser has added.
 * @param {string} table @param {Luck} luck
 */
export function asBefore(table, luck) {
  const seal = read(SEALS, /** @type {Record<string, string>} */ ({}))[table];
  const own = luck.promises.every((promised, seat) => {
    const number = numberOf(promised);
    return !number || !luck.nonces[seat] || luck.nonces[seat] === number;
  });
  return (!seal || seal === luck.commitment) && hashOf(luck.secret ?? "") === luck.commitment && own;
}
