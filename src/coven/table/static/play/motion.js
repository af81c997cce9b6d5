// Motion: things travel from where they were to where they are, points rise. A click skips all of it.

import { changes } from "./changes.js";
import { matrixOf, svg } from "./dom.js";
import { around, between } from "./geometry.js";
import { lively } from "./preferences.js";

const TRAVEL = 280;
const STEP = 110; // between one thing and the next of a chain
const LONGEST = 1150;
const MANY = 14; // when more than these move, it is not a move but another table

/**
 * @typedef {import("./geometry.js").Box} Box
 * @typedef {import("./picture.js").Picture} Picture
 * @typedef {{box: Box, thing: SVGGraphicsElement, matrix: DOMMatrix}} Place
 */

/** Where every thing that can move is now. @param {Picture} picture */
export function places(picture) {
  /** @type {Map<string, Place[]>} */
  const found = new Map();
  if (!lively()) return found;
  for (const thing of picture.all("[data-thing]")) {
    const box = picture.frame(thing);
    if (!box.width) continue;
    const place = { box, thing, matrix: picture.matrix(picture.parent(thing)) };
    const name = thing.dataset.thing ?? "";
    const same = found.get(name);
    if (same) same.push(place);
    else found.set(name, [place]);
  }
  return found;
}

export class Motion {
  /** @param {Picture} picture */
  constructor(picture) {
    this.picture = picture;
    /** @type {Animation[]} */
    this.running = [];
  }

  /** Go straight to the end. */
  skip() {
    for (const animation of this.running) animation.finish();
    this.running = [];
  }

  /**
   * From the old places to the new picture; the points gained rise from where the last thing came to lie.
   * @param {Map<string, Place[]>} before @param {number[]} gained by seat
   */
  async play(before, gained) {
    if (!lively() || document.hidden) return; // nothing moves in a page that is not looked at
    const after = places(this.picture);
    const moved = before.size ? changes(before, after) : [];
    const shown = moved.length > MANY ? [] : moved;
    const step = Math.min(STEP, (LONGEST - TRAVEL - 300) / Math.max(1, shown.length));
    const runs = shown.map((change, k) => this.travel(change, k * step));
    const last = shown.filter(({ to }) => to).at(-1)?.to?.box;
    const start = shown.length * step;
    gained.forEach((points, seat) => points && runs.push(this.rise(points, seat, last, start)));
    await Promise.all(runs);
    this.running = [];
  }

  /** @param {Element} element @param {Keyframe[]} frames @param {KeyframeAnimationOptions} options */
  async run(element, frames, options) {
    const animation = element.animate(frames, { easing: "cubic-bezier(.3,.1,.2,1)", fill: "both", ...options });
    this.running.push(animation);
    await animation.finished.catch(() => {});
  }

  /** One thing: the new one is hidden while a copy of it travels over everything else. @param {{from: Place|null, to: Place|null}} change @param {number} delay */
  async travel({ from, to }, delay) {
    const shown = to ?? from;
    if (!shown) return;
    const { thing, matrix } = shown;
    const copy = svg("g", {}, svg("g", { transform: matrixOf(matrix) }, thing.cloneNode(true)));
    this.picture.above.append(copy);
    if (to) to.thing.style.visibility = "hidden";
    const options = { duration: TRAVEL, delay };
    if (from && to) await this.run(copy, [{ transform: between(from.box, to.box) }, { transform: "none" }], options);
    else if (to) await this.run(copy, [{ opacity: 0, transform: around(to.box, 0.6) }, { opacity: 1, transform: "none" }], options);
    else await this.run(copy, [{ opacity: 1 }, { opacity: 0 }], options);
    copy.remove();
    if (to) to.thing.style.visibility = "";
  }

  /** @param {number} points @param {number} seat @param {Box|undefined} last @param {number} delay */
  async rise(points, seat, last, delay) {
    const [home] = this.picture.all(`[data-part="player"][data-seat="${seat}"] [data-score]`);
    const box = (points > 0 && last) || (home && this.picture.frame(home));
    if (!box) return;
    const text = svg("text", { x: box.x + box.width / 2, y: Math.max(96, box.y + box.height / 2), class: `points seat${seat}`, "text-anchor": "middle" });
    text.textContent = points > 0 ? `+${points}` : `−${-points}`;
    this.picture.above.append(text);
    await this.run(text, [
      { opacity: 0, transform: "translateY(10px)" },
      { opacity: 1, transform: "translateY(-14px)", offset: 0.25 },
      { opacity: 1, transform: "translateY(-34px)", offset: 0.7 },
      { opacity: 0, transform: "translateY(-52px)" },
    ], { duration: 900, delay, easing: "ease-out" });
    text.remove();
  }
}
