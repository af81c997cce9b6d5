// Turning the table to what is told of others' turns, and back to where the person was. Her own hand comes first.

import { byId } from "./dom.js";

/**
 * @typedef {Wire.LogLine} Line
 * @typedef {import("./picture.js").Picture} Picture
 * @typedef {import("./geometry.js").Box} Box
 */

const HANDS_OFF = 4000; // milliseconds for which the table stays as somebody has moved it
const REST = 5000; // milliseconds without news after which the table turns back
const WANDERED = 7; // pixels from where on a press moves the table

/** What lines tell of, as the picture shows it, the first first. @param {Picture} picture @param {Line[]} lines */
const subjects = (picture, lines) => lines.flatMap(({ things }) => things).flatMap((key) => picture.subjects(key).slice(0, 1));

export class Turning {
  /** @param {Picture} picture @param {ReturnType<typeof import("./parts.js").parts>} parts */
  constructor(picture, parts) {
    this.picture = picture;
    this.parts = parts;
    /** @type {import("./parts.js").Where|null} */
    this.home = null; // where the person was before the table was turned
    this.touched = false;
    this.moved = -HANDS_OFF; // when somebody last moved it
    this.timer = 0;
    this.watch();
  }

  /** Notice a hand that moves the table. */
  watch() {
    const { host } = this.picture;
    let [x, y] = [0, 0];
    const moves = () => {
      this.moved = performance.now();
      this.home = null; // she is where she wants to be
    };
    host.addEventListener("pointerdown", (event) => {
      this.touched = true;
      [x, y] = [event.clientX, event.clientY];
    });
    host.addEventListener("pointermove", (event) => {
      if (this.touched && Math.hypot(event.clientX - x, event.clientY - y) > WANDERED) moves();
    });
    for (const over of ["pointerup", "pointercancel"]) addEventListener(over, () => void (this.touched = false));
    host.addEventListener("wheel", moves, { passive: true });
    byId("parts").addEventListener("click", moves);
  }

  /** Whether the table may be turned now. */
  get free() {
    return !this.touched && performance.now() - this.moved >= HANDS_OFF && !this.parts.enlarged;
  }

  /** Bring what lines tell of into sight, if nothing of it is. @param {Line[]} lines @returns {boolean} whether the table was turned */
  to(lines) {
    const things = subjects(this.picture, lines);
    if (things.length) clearTimeout(this.timer);
    if (!things.length || !this.free || this.picture.seen(things[0])) return false;
    this.home ??= this.parts.where();
    this.parts.reveal(things[0]);
    return true;
  }

  /** It has been told: back at once where she is asked, else when nothing more comes. @param {boolean} asked */
  over(asked) {
    clearTimeout(this.timer);
    if (asked) this.back();
    else if (this.home) this.timer = setTimeout(() => this.back(), REST);
  }

  back() {
    const { home } = this;
    this.home = null;
    if (home && this.free) this.parts.go(home);
  }
}

/**
 * Where a seat's points come from: what the lines of it tell of, if that is in sight, else its score in the head.
 * @param {Picture} picture @param {Line[]} lines @param {number} seat @returns {{box: Box, of: string}}
 */
export function earned(picture, lines, seat) {
  const keys = lines.filter((line) => line.seat === seat && line.points).reverse().flatMap(({ things }) => things);
  for (const key of keys) {
    const thing = picture.subjects(key).find((one) => picture.seen(one));
    if (thing) return { box: picture.frame(thing), of: key };
  }
  const { x, y, width, height } = byId("seats").querySelector(`[data-seat="${seat}"] .score`)?.getBoundingClientRect() ?? new DOMRect();
  const corner = picture.onSheet(x, y);
  return { box: { x: corner.x, y: corner.y, width, height }, of: "" };
}
