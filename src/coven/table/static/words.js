// The page's phrases in the reader's language, as the server sent them.

import { filled, since } from "./phrasing.js";
import { told } from "./page.js";

/** @type {Record<string, string>} */
const phrases = told("phrases");

export const lang = document.documentElement.lang;

/** @param {string} key */
export const knows = (key) => key in phrases;

/**
 * A phrase by its key, with {name} filled in.
 * @param {string} key @param {Record<string, string|number>} [values]
 */
export function say(key, values = {}) {
  const phrase = phrases[key];
  if (phrase === undefined) throw new Error(`no phrase ${key}`);
  return filled(phrase, values);
}

const relative = new Intl.RelativeTimeFormat(lang, { numeric: "auto", style: "short" });

/** How long ago something was, in words; the moment is in seconds. @param {number} when */
export function ago(when) {
  const { count, unit } = since(when, Date.now() / 1000);
  return relative.format(count, unit);
}
