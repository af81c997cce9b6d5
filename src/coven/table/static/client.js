// Asking the server from outside a table, and what this browser remembers of tables and of who sits at it.

import { knows, lang, say } from "./words.js";

const SEATS = "coven.seats";
const NAME = "coven.name";

/** The server's refusal: a code, and a sentence for people. */
export class Refusal extends Error {
  /** @param {string} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/** The code of a refusal; nothing of any other error. @param {unknown} error */
export const codeOf = (error) => (error instanceof Refusal ? error.code : "");

/**
 * Ask the API; the answer's data, or a Refusal. Who asks says what is answered.
 * @template T
 * @param {"GET"|"POST"} method @param {string} path @param {object} [body] @param {string|null} [token] a seat's secret
 * @returns {Promise<T>}
 */
export async function ask(method, path, body, token) {
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json" };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const mark = path.includes("?") ? "&" : "?";
  let answer;
  try {
    answer = await fetch(`${path}${mark}lang=${lang}`, { method, headers, body: body && JSON.stringify(body) });
  } catch {
    throw new Refusal("unreachable", say("failed"));
  }
  const data = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refusal(data.error ?? String(answer.status), refused(data));
  return data;
}

/**
 * A refusal in the reader's language. But for why a move is refused the server's own words are English; where they say more, they follow.
 * @param {Partial<Wire.Refused>} answer
 */
function refused({ error, message }) {
  if (!error || !knows(`refused.${error}`)) return message ?? say("failed");
  if (lang === "en" && message) return message;
  const said = say(`refused.${error}`);
  if (error === "illegal") return message ?? said; // the rules' own reason
  return error === "bad_option" ? `${said} (${message})` : said;
}

/** @param {string} table */
export const tablePath = (table) => `/table/${encodeURIComponent(table)}`;
/** @param {string} table */
export const apiPath = (table, rest = "") => `/api/tables/${encodeURIComponent(table)}${rest}`;

/** @template T @param {string} key @param {T} otherwise @returns {T} */
export function read(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? otherwise;
  } catch {
    return otherwise; // a browser that keeps nothing
  }
}

/** @param {string} key @param {unknown} value */
export function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // it still plays, as long as the page is open
  }
}

/** Every table this browser sits at. @returns {Record<string, Record<string, string>>} the secrets by table and seat */
export const kept = () => read(SEATS, {});

/** Remember seats at a table. @param {string} table @param {Record<string, string>} seats their secrets */
export function keep(table, seats) {
  const all = kept();
  all[table] = { ...all[table], ...seats };
  write(SEATS, all);
}

/** @param {string} table */
export function forget(table) {
  const all = kept();
  delete all[table];
  write(SEATS, all);
}

/** The secret to look at a table with: that of the first seat this browser has there. @param {string} table */
export const tokenAt = (table) => Object.values(kept()[table] ?? {})[0] ?? null;

export const myName = () => String(read(NAME, ""));
/** @param {string} name */
export const keepName = (name) => write(NAME, name);

/**
 * A game's record, whole or as far as an action; asked for with the seat's secret, which a private table wants.
 * @param {string} table @param {string|null} token @param {number} [at]
 */
export async function recordOf(table, token, at) {
  const headers = new Headers(token ? { Authorization: `Bearer ${token}` } : {});
  const cut = at === undefined ? "" : `?at=${at}`;
  const answer = await fetch(apiPath(table, `/record${cut}`), { headers }).catch(() => null);
  if (!answer?.ok) throw new Refusal("failed", say("failed"));
  return answer.blob();
}

/** Save a game's record as a file; the record. @param {string} table @param {string|null} token @param {string} game */
export async function saveRecord(table, token, game) {
  const record = await recordOf(table, token);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(record);
  link.download = `${game}-${table.slice(0, 6)}.coven`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  return record;
}

/** The address of a table, with the secret where the server never sees it. @param {string} table @param {string|null} token */
export const seatPath = (table, token) => tablePath(table) + (token ? `#${token}` : "");
