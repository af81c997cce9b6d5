// What this browser adds to the luck of a game: a number nobody knows, promised by its hash before anybody tells one,
// and with every move a number of which the one before is the hash.

import { apiPath, ask, read, write } from "./client.js";
import { sha256 } from "./sha256.js";

const SEEDS = "coven.seeds";
const KNOWN = "coven.luck";
const MOST = 60; // seeds and tables that are remembered
const LINKS = 1024; // as coven.core.sealed_luck says
const AGAIN = 300; // milliseconds between looks while others add theirs
const PATIENCE = 20_000;

/** @typedef {{begun: Record<string, string>, commitment: string, promises: string[], nonces: string[], stage: string, full: boolean, awaited: number[], secret: string|null}} Luck */

/**
 * What a seat has added here, and whether the number is on its way to the server, or there.
 * Of the numbers that come with moves: what they are made from, and the places of those that are on their way, or there.
 * @typedef {{promise: string, number: string, sent: boolean, seed?: string, links?: number[]}} Own
 */

/**
 * What this browser has seen of a table's luck before the game was over. What was seen first counts.
 * @typedef {{own: Record<string, Own>, begun?: Record<string, string>, commitment?: string, promises?: string[], nonces?: string[], dealt?: boolean}} Known
 */

/** What a number or the server's secret is told by before. @param {string} number */
export const hashOf = (number) => sha256(`coven sealed luck\n${number}`);

/** Remember one more, and forget the oldest. @param {string} key @param {string} name @param {unknown} value */
function remember(key, name, value) {
  /** @type {Record<string, unknown>} */
  const all = read(key, {});
  delete all[name]; // what is changed is the newest
  all[name] = value;
  write(key, Object.fromEntries(Object.entries(all).slice(-MOST)));
}

/** @type {Map<string, string[]>} */
const chains = new Map();

/** The numbers made from a seed: first the one that is told before the deal, then that of each place. @param {string} seed */
function chain(seed) {
  let numbers = chains.get(seed);
  if (!numbers) {
    numbers = [seed];
    while (numbers.length <= LINKS) numbers.push(hashOf(numbers[numbers.length - 1]));
    chains.set(seed, numbers.reverse());
  }
  return numbers;
}

/** A promise for new numbers; nothing where the browser could not keep what they are made from. @returns {string|undefined} */
export function promise() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const seed = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const promised = hashOf(chain(seed)[0]);
  remember(SEEDS, promised, seed);
  return seedOf(promised) ? promised : undefined;
}

/** @param {string} promised @returns {string|undefined} */
const seedOf = (promised) => read(SEEDS, /** @type {Record<string, string>} */ ({}))[promised];

/** @param {string} table @returns {Known|undefined} */
const knownOf = (table) => read(KNOWN, /** @type {Record<string, Known>} */ ({}))[table];

/** @param {string} table @param {number} seat @param {Own} added */
function addedAt(table, seat, added) {
  const known = knownOf(table);
  remember(KNOWN, table, { ...known, own: { ...known?.own, [seat]: added } });
}

/** The server has taken a promise for a seat: from now on it is the seat's. @param {string} table @param {number} seat @param {string} [promised] */
export function promisedAt(table, seat, promised = "") {
  const seed = seedOf(promised);
  if (seed) addedAt(table, seat, { promise: promised, number: chain(seed)[0], sent: false, seed });
}

/**
 * The number that goes along with a seat's move at a place of the record. It is noted first: a server that does not answer
 * may have it.
 * @param {string} table @param {number} seat @param {number} at @returns {string|undefined}
 */
export function linkFor(table, seat, at) {
  const known = knownOf(table);
  const own = known?.own[seat];
  const others = known?.promises && known.promises[seat] !== own?.promise; // the seat's promise was made elsewhere
  if (!own?.seed || others || at >= LINKS) return undefined;
  const { links = [] } = own;
  if (!links.includes(at)) addedAt(table, seat, { ...own, links: [...links, at] }); // in the order they were asked for
  return chain(own.seed)[at + 1];
}

/** A seat's moves from a place on have been taken back. @param {string} table @param {number} seat @param {number} at */
export function takenBack(table, seat, at) {
  const own = knownOf(table)?.own[seat];
  if (own?.links) addedAt(table, seat, { ...own, links: own.links.filter((place) => place < at) });
}

/** Reckon what comes with moves before the first is made, which is to be answered at once. @param {string} table */
export function ready(table) {
  for (const { seed } of Object.values(knownOf(table)?.own ?? {})) if (seed) chain(seed);
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
    begun: known.begun ?? luck.begun,
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
  if (knownOf(table)?.own[seat]?.promise !== luck.promises[seat]) promisedAt(table, seat, luck.promises[seat]); // taken, though the answer was lost
  const own = knownOf(table)?.own[seat];
  if (!own || own.promise !== luck.promises[seat] || luck.nonces[seat]) return false;
  addedAt(table, seat, { ...own, sent: true }); // noted first: a server that does not answer may have it
  await ask("POST", path, { nonce: own.number }, token);
  return !own.sent;
}

/**
 * How the seal in a game's record stands to what was told before the end and to what this browser has added.
 * "unseen": it saw nothing before the end. "left": a number that was sent from here is not in it; "unsent": one was
 * promised here and not asked for in time; "early": one that comes with a move was asked for before its time. Whoever
 * forges a record has to change something that one browser at the table knows.
 * @param {string} table @param {import("./record.js").Seal|null} seal @param {string[]} actions those of the record
 * @returns {"same"|"other"|"left"|"unsent"|"early"|"unseen"}
 */
export function asBefore(table, seal, actions) {
  const known = knownOf(table);
  if (!known) return "unseen";
  if (!seal || !holds(seal) || !fits(known, seal)) return "other";
  const out = Object.entries(known.own).filter(([seat]) => !seal.nonces[Number(seat)]);
  if (out.some(([, mine]) => mine.sent)) return "left";
  if (out.length) return "unsent";
  const moves = Object.entries(known.own).map(([seat, { links = [] }]) => ({ links, own: placesOf(seat, actions), last: seal.links[Number(seat)]?.at ?? -1 }));
  if (moves.some(({ links, own, last }) => early(links, own, last, actions.length))) return "early";
  return moves.some(({ links, own, last }) => links.includes(own.find((at) => at > last) ?? -1)) ? "left" : "same";
}

/** The places of a seat's actions. @param {string} seat @param {string[]} actions */
const placesOf = (seat, actions) => actions.flatMap((line, at) => (line.split(" ", 1)[0] === seat ? [at] : []));

/**
 * Whether a number was asked for before its time, so that the server knew what came before: every number is the hash of a
 * later one. The places it says are those a page believes, but in the end they are the seat's actions, one after another,
 * and no number of an action was brought by any other than its own. Others may have ended the game meanwhile.
 * @param {number[]} links @param {number[]} own the places of the seat's actions @param {number} last of those that brought a number @param {number} end
 */
const early = (links, own, last, end) =>
  links.some((at, n) => (at !== end && !own.includes(at)) || at < links[n - 1]) || own.some((at) => at <= last && !links.includes(at));

/** Whether the secret and every number are what was promised. @param {import("./record.js").Seal} seal */
const holds = (seal) =>
  hashOf(seal.secret) === seal.commitment &&
  seal.nonces.every((nonce, seat) => !nonce || hashOf(nonce) === seal.promises[seat]) &&
  seal.links.every((link, seat) => !link || leadsTo(link) === seal.nonces[seat]);

/** The number that a chain begins with. @param {import("./record.js").Link} link */
function leadsTo({ at, number }) {
  for (let steps = Math.min(at, LINKS); steps >= 0; steps--) number = hashOf(number);
  return number;
}

/** Whether the seal has nothing but what was seen. @param {Known} known @param {import("./record.js").Seal} seal */
function fits(known, seal) {
  const { begun = {}, commitment = seal.commitment, promises = seal.promises, nonces = [] } = known;
  return (
    Object.entries(begun).every(([key, value]) => value === (seal.head[key] ?? "")) && // the luck follows from that too
    commitment === seal.commitment &&
    String(promises) === String(seal.promises) &&
    seal.nonces.every((nonce, seat) => {
      const mine = known.own[seat];
      if (mine && (seal.promises[seat] !== mine.promise || (nonce && nonce !== mine.number))) return false;
      return nonce === nonces[seat] || (mine && !nonce) || (!known.dealt && !nonces[seat]);
    })
  );
}
