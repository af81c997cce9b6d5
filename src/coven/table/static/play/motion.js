// Motion: things travel from where they were to where they are, points rise. A click skips all of it.

import { changes } from "./changes.js";
import { matrixOf, svg } from "./dom.js";
import { around, between, kept, middle } from "./geometry.js";
import { lively } from "./preferences.js";

const TRAVEL = 280;
const STEP = 110; // between one thing and the next of a chain
const LONGEST = 1150;
const [ASIDE, ABOVE, BELOW] = [56, 96, 20]; // pixels of the sheet around where points begin to rise
const MANY = 14; // when more than these move, it is not a move but another table

/**
 * @typedef {import("./geometry.js").Box} Box
 * @typedef {import("./picture.js").Picture} Picture
 * @typedef {{box: Box, thing: SVGGraphicsElement, matrix: DOMMatrix}} Place
 * @typedef {{points: number, seat: number, box: Box, of: string}} Gain points, and where they were earned: at what
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
   * From the old places to the new picture; the points gained rise from where they were earned.
   * @param {Map<string, Place[]>} before @param {Gain[]} gained
   */
  async play(before, gained) {
    if (!lively() || document.hidden) return; // nothing moves in a page that is not looked at
    const after = places(this.picture);
    const moved = before.size ? changes(before, after) : [];
    const shown = moved.length > MANY ? [] : moved;
    const step = Math.min(STEP, (LONGEST - TRAVEL - 300) / Math.max(1, shown.length));
    const runs = shown.map((change, k) => this.travel(change, k * step));
    await Promise.all([...runs, ...gained.map((gain) => this.rise(gain, shown.length * step))]);
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

  /** Where points can begin to rise without leaving the sheet. @returns {Box} */
  room() {
    const { clientWidth: width, clientHeight: height } = this.picture.host;
    return { x: ASIDE, y: ABOVE, width: width - 2 * ASIDE, height: height - ABOVE - BELOW };
  }

  /** @param {Gain} gain @param {number} delay */
  async rise({ points, seat, box, of }, delay) {
    const { x, y } = kept({ ...middle(box), width: 0, height: 0 }, this.room());
    const text = svg("text", { x, y, class: `points seat${seat}`, "text-anchor": "middle", "data-of": of });
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
