// How phrases and lengths of time are put together, whatever page they stand on.

/**
 * A phrase with {name} filled in; what has no value stays as it is.
 * @param {string} phrase @param {Record<string, string|number>} values
 */
export function filled(phrase, values) {
  return phrase.replace(/\{(\w+)\}/g, (whole, name) => (Object.hasOwn(values, name) ? String(values[name]) : whole));
}

/** A whole number as it is printed, with a minus sign. @param {number} number */
export const whole = (number) => String(number).replace("-", "−");

/** @type {{unit: "day"|"hour"|"minute", length: number}[]} */
const UNITS = [{ unit: "day", length: 86400 }, { unit: "hour", length: 3600 }, { unit: "minute", length: 60 }];

/** How far a moment lies before another, in the largest unit that fits; both are in seconds. @param {number} when @param {number} now */
export function since(when, now) {
  const { unit, length } = UNITS.find((one) => now - when >= one.length) ?? UNITS[2];
  return { unit, count: Math.trunc((when - now) / length) };
}

/** What a clock shows. @param {number} seconds */
export function clockFace(seconds) {
  const left = Math.floor(Math.max(0, seconds));
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}

/** Letters without their accents and capitals, so that "energia" finds "Energía". @param {string} text */
export function plain(text) {
  return text.normalize("NFD").replace(/\p{Diacritic}/gu, "").toLowerCase();
}

/** A number with so many decimals, as a language writes it. @param {number} n @param {number} digits @param {string} lang */
export const decimal = (n, digits, lang) => n.toLocaleString(lang, { minimumFractionDigits: digits, maximumFractionDigits: digits });
