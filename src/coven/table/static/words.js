// The page's phrases in the reader's language, as the server sent them.

const phrases = JSON.parse(document.getElementById("phrases").textContent);

export const lang = document.documentElement.lang;

export const knows = (key) => key in phrases;

/** A phrase by its key, with {name} filled in. */
export function say(key, values = {}) {
  const phrase = phrases[key];
  if (phrase === undefined) throw new Error(`no phrase ${key}`);
  return phrase.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

const relative = new Intl.RelativeTimeFormat(lang, { numeric: "auto", style: "short" });
const steps = [["day", 86400], ["hour", 3600], ["minute", 60]];

/** How long ago something was, in words; the moment is in seconds. */
export function ago(when) {
  const seconds = when - Date.now() / 1000;
  const [unit, length] = steps.find(([, step]) => -seconds >= step) ?? ["minute", 60];
  return relative.format(Math.trunc(seconds / length), unit);
}
