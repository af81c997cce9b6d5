// The theatre: what others do is played event by event, with a caption for each; one's own luck too.
//
// A click or a key goes on to the next event, Escape to the end; while a key is held nothing goes on. However long it
// takes, nothing is left out unless one asks.

import { say } from "../words.js";
import { button, byId, el, seatMark } from "./dom.js";
import { stops } from "./lines.js";
import { speed } from "./preferences.js";
import { Rolling } from "./rolling.js";
import { sound } from "./sounds.js";

/** @typedef {Wire.LogLine} Line */
/** @typedef {{at: number, lines: Line[]}} Stop */

/** How long a caption stands at least, and for each letter, in milliseconds. @type {Record<import("./preferences.js").Speed, [number, number]>} */
const LENGTHS = { slow: [1500, 34], normal: [800, 18], quick: [320, 6], off: [320, 0] };
const MOST = 2; // things of one name are pointed at: of more, which it was is seen as it moves
const MOMENT = 1.5; // a moment stands so much longer

/** How long a stop stands. @param {Line[]} lines @param {import("./preferences.js").Speed} pace */
export function length(lines, pace) {
  const [least, letter] = LENGTHS[pace];
  const told = lines.filter(({ folded }) => !folded);
  const letters = (told.length ? told : lines).reduce((all, { label }) => all + label.length, 0);
  return (least + letter * letters) * (lines.some(({ moment }) => moment) ? MOMENT : 1);
}

export class Theatre {
  /** @param {import("./picture.js").Picture} picture */
  constructor(picture) {
    this.picture = picture;
    this.box = byId("caption");
    this.rolling = new Rolling();
    this.playing = false;
    this.held = false;
    /** @type {Set<number>} */
    this.told = new Set(); // events so far
    /** @type {(() => void)|null} */
    this.wake = null; // what a hold waits for
    this.onSkip = () => {};
    document.addEventListener("keyup", () => this.hold(false));
    document.addEventListener("keydown", (event) => {
      if (!this.playing || /** @type {Element} */ (event.target).matches("input, textarea, select")) return;
      if (event.key === "Escape") return this.skip();
      if (event.repeat) return this.hold(true);
      if (event.key === " " || event.key === "ArrowRight") this.next();
    });
  }

  /**
   * The stops on the way to what has come. Where everything is to show at once there are none but one's own rolls.
   * @param {Line[]} log @param {number} from @param {number} to @param {number|null} seat who looks @returns {Stop[]}
   */
  way(log, from, to, seat) {
    if (document.hidden) return [];
    const found = stops(log, from, to);
    return speed() === "off" ? found.filter(({ lines }) => lines.some((line) => line.dice.length && line.seat === seat)) : found;
  }

  /** Let the dice of a stop roll, over the table as it was. @param {Stop} stop */
  async roll({ lines }) {
    const faces = lines.flatMap(({ dice }) => dice);
    if (!faces.length) return this.rolling.close();
    this.playing = true;
    this.box.hidden = true;
    const fate = lines.find(({ dice, moment }) => dice.length && moment !== "roll")?.moment ?? ""; // what a decisive roll brings
    sound(fate ? "drum" : "roll");
    await this.rolling.roll(faces, fate);
    if (fate) sound(fate);
  }

  /** Say what happens at a stop, and wait until it has been read. @param {Stop} stop */
  async tell({ lines }) {
    const told = lines.filter(({ folded }) => !folded);
    this.playing = true;
    this.show(told.length ? told : lines.slice(-1));
    for (const { number } of lines.flatMap(({ events }) => events)) this.told.add(number);
    this.box.dataset.told = String(this.told.size);
    this.stage(lines);
    await this.stand(length(lines, speed()));
  }

  /** @param {Line[]} lines */
  show(lines) {
    const moment = lines.map((line) => line.moment).find(Boolean) ?? "";
    this.box.replaceChildren(
      el("ul", { class: "plain" }, ...lines.map(({ seat, label, moment: own }) =>
        el("li", { class: own ? "moment" : null }, seat === null ? "" : seatMark(seat), el("span", {}, label)))),
      button(say("theatre.skip"), () => this.skip(), { class: "small quiet", "data-about": "skip", "data-press": "Esc" }));
    this.box.className = `caption ${moment}`;
    this.box.hidden = false;
  }

  /** Point at what it happened to; a moment has its sound. @param {Line[]} lines */
  stage(lines) {
    const keys = [...new Set(lines.flatMap(({ things }) => things))].filter((key) => this.picture.subjects(key).length <= MOST);
    this.picture.point(keys, "told", (key) => this.picture.subjects(key));
    const moment = lines.filter(({ dice }) => !dice.length).map((line) => line.moment).find(Boolean); // dice have been heard
    if (moment) sound(moment);
  }

  /** @param {number} milliseconds */
  stand(milliseconds) {
    return new Promise((done) => {
      let left = milliseconds;
      let before = performance.now();
      const timer = setInterval(() => {
        const now = performance.now();
        if (!this.held) left -= now - before;
        before = now;
        if (left <= 0) over();
      }, 40);
      const over = () => {
        clearInterval(timer);
        this.wake = null;
        done(undefined);
      };
      this.wake = over;
    });
  }

  /** Nothing goes on while a key is held. @param {boolean} on */
  hold(on) {
    this.held = on && this.playing;
    this.rolling.hold(this.held);
    this.box.classList.toggle("held", this.held);
  }

  /** On to the next event; dice that tumble come to rest first. */
  next() {
    if (this.rolling.tumbling) this.rolling.rest();
    else this.wake?.();
  }

  /** On to the end. */
  skip() {
    this.onSkip();
    this.rolling.rest();
    this.wake?.();
  }

  /** It is over: the table shows what is. */
  close() {
    this.playing = false;
    this.hold(false);
    this.rolling.close();
    this.box.hidden = true;
    this.box.replaceChildren();
    this.picture.point([], "told");
  }
}
