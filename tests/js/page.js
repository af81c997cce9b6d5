// As much of a browser as the scripts need that are tested without one.

/** A browser's memory; `fails` is one that keeps nothing. */
export class Memory {
  constructor(fails = false) {
    /** @type {Map<string, string>} */
    this.kept = new Map();
    this.fails = fails;
  }

  /** @param {string} key */
  getItem(key) {
    if (this.fails) throw new Error("denied");
    return this.kept.get(key) ?? null;
  }

  /** @param {string} key @param {string} value */
  setItem(key, value) {
    if (this.fails) throw new Error("denied");
    this.kept.set(key, value);
  }
}

/** An element that only holds text. */
class Element {
  textContent = "";
}

/**
 * Put up a page with these phrases, and what the browser remembers. Scripts are imported after it.
 * @param {{phrases?: Record<string, string>, memory?: Memory, lang?: string, calm?: boolean}} [page]
 */
export function putUp({ phrases = {}, memory = new Memory(), lang = "en", calm = false } = {}) {
  const text = new Element();
  text.textContent = JSON.stringify(phrases);
  const page = {
    HTMLElement: Element,
    document: {
      documentElement: { lang, dataset: { theme: "dark" } },
      /** @param {string} id */
      getElementById: (id) => (id === "phrases" ? text : null),
    },
    localStorage: memory,
    matchMedia: () => ({ matches: calm, addEventListener() {} }),
  };
  for (const [name, value] of Object.entries(page)) Object.defineProperty(globalThis, name, { value, configurable: true });
  return memory;
}
