// The server's HTTP API for one table.

import { apiPath, ask } from "../client.js";

/** @param {string} table @param {() => string|null} token the secret of the seat that asks */
export const api = (table, token) => ({
  /** @template T @param {string} path @returns {Promise<T>} */
  get: (path) => ask("GET", apiPath(table, path), undefined, token()),
  /** @template T @param {string} path @param {object} [body] @param {string|null} [secret] @returns {Promise<T>} */
  post: (path, body = {}, secret = token()) => ask("POST", apiPath(table, path), body, secret),
  base: apiPath(table),
});
