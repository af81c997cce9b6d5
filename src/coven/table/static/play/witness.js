// What this page was shown of a game, action by action, to compare with the record when it is over.

const UNSEEN = "?";

/** @param {string} action */
const actorOf = (action) => action.split(" ", 1)[0];

/** Whether two tellings of an action agree, as far as both tell it. @param {string} one @param {string} two */
const agree = (one, two) => one === two || (actorOf(one) === actorOf(two) && [one, two].some((action) => action.endsWith(` ${UNSEEN}`)));

export class Witness {
  /** @type {string[]} */ #seen = [];
  #sure = 0;
  #shown = 0;

  /** How many actions can't be taken back any more. What was shown first of them counts. */
  get sure() {
    return this.#sure;
  }

  /** How many actions were shown before the game was over. */
  get shown() {
    return this.#shown;
  }

  /** @param {{made: Wire.PageState["made"], last: number, over: boolean}} sight */
  hear({ made, last, over }) {
    made.moves.forEach((action, n) => {
      const at = made.from + n;
      if (at >= this.#sure || this.#seen[at]?.endsWith(` ${UNSEEN}`)) this.#seen[at] = action; // another seat here may know more
    });
    this.#seen.length = Math.max(last, this.#sure);
    if (this.#shown || !over) this.#shown = last;
    this.#sure = Math.max(this.#sure, over ? last : this.#settled());
  }

  /** Only the last moves of the one who moved last can be taken back, and no luck. */
  #settled() {
    const last = this.#seen.at(-1);
    if (!last || actorOf(last) === "*") return this.#seen.length;
    let begun = this.#seen.length - 1;
    while (begun && actorOf(this.#seen[begun - 1] ?? "") === actorOf(last)) begun--;
    return begun;
  }

  /** The first action of a record that is not what was shown, counted from 1; 0 if there is none. @param {string[]} record */
  differs(record) {
    if (!this.#shown) return 0;
    const length = Math.max(record.length, this.#seen.length);
    for (let at = 0; at < length; at++) {
      const seen = this.#seen[at] ?? (at < this.#seen.length ? record[at] : undefined); // not told where a line was cut
      if (seen === undefined || record[at] === undefined || !agree(seen, record[at])) return at + 1;
    }
    return 0;
  }
}
