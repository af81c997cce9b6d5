// The parts of the picture as the server told them: those that show, and others that may come again.

const KEPT = 240; // drawings that are remembered

/**
 * A part: its drawing piece by piece, its size, and where it wants to be.
 * @typedef {Wire.Part & {pieces: string[]}} Part
 */

/** How the parts lie that the live line tells of: as before, but for those that are new, unless it says. @param {Wire.Laid} before @param {Wire.PageMessage["picture"]} picture @returns {Wire.Laid} */
export function laidNow(before, { laid, new: some }) {
  const versions = new Map(some.map(({ id, v }) => [id, v]));
  return laid ?? before.map(([id, v]) => [id, versions.get(id) ?? v]);
}

export class Drawings {
  constructor() {
    /** @type {Map<string, Part>} */
    this.known = new Map();
    /** @type {[string, string][]} */
    this.laid = []; // what was told last, with versions
  }

  /** The parts of a picture, in order; null if the server thought we had something that we have not. @param {Wire.Picture} picture @returns {Part[]|null} */
  learn(picture) {
    for (const told of picture.new) {
      const part = told.pieces ? /** @type {Part} */ (told) : this.patched(told);
      if (!part) return null;
      this.keep(part);
    }
    const parts = picture.laid.map(([id, v]) => this.known.get(`${id} ${v}`));
    for (const part of parts) if (part) this.keep(part);
    if (parts.some((part) => !part)) return null;
    this.laid = picture.laid;
    return /** @type {Part[]} */ (parts);
  }

  /** A part that was told as what is different from another. @param {Wire.NewPart} told @returns {Part|undefined} */
  patched(told) {
    const old = this.known.get(`${told.id} ${told.from}`);
    return old && { ...old, ...told, pieces: old.pieces.map((piece, k) => told.at?.[k] ?? piece) };
  }

  /** @param {Part} part */
  keep(part) {
    const key = `${part.id} ${part.v}`;
    this.known.delete(key);
    this.known.set(key, part);
    const [oldest] = this.known.keys();
    if (this.known.size > KEPT) this.known.delete(oldest);
  }

  /** What we have, as the server is told. */
  get have() {
    return this.laid.map(([id, v]) => `${id}=${v}`).join(",");
  }

  forget() {
    this.known.clear();
    this.laid = [];
  }
}
