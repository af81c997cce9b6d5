// A roll: the dice large over the table, tumbling until they lie on the faces that came up, as the picture draws them.

import { byId, svg } from "./dom.js";
import { lively, speed } from "./preferences.js";

const FACE = "t-die-"; // what the picture calls its drawings of faces, before their names
const SEEN = 90; // milliseconds a face is seen on the way
const STEADY = 0.7; // of the way, from where on a die shows the face it comes to lie on
const LATER = 90; // milliseconds from one die to the next
const LONGER = 1.4; // does a decisive roll take
/** How long a die tumbles. @type {Record<import("./preferences.js").Speed, number>} */
const LENGTHS = { slow: 1500, normal: 1000, quick: 550, off: 550 };
/** @type {Keyframe[]} */
const TUMBLE = [
  { transform: "translate(-140%, -90%) rotate(-620deg) scale(0.6)", opacity: 0 },
  { transform: "translate(-80%, 10%) rotate(-330deg) scale(1)", opacity: 1, offset: 0.3 },
  { transform: "translate(-30%, -34%) rotate(-150deg) scale(1.06)", offset: 0.55 },
  { transform: "translate(-6%, 0) rotate(-24deg) scale(1)", offset: 0.82 },
  { transform: "none" },
];

export class Rolling {
  constructor() {
    this.box = byId("rolled");
    /** @type {Animation[]} */
    this.running = [];
  }

  /** Let dice roll until they lie still. @param {string[]} faces that come up @param {string} fate what a decisive roll brings: it takes longer */
  async roll(faces, fate) {
    const dice = faces.map((face) => svg("use", { href: `#${FACE}${face}` }));
    this.box.replaceChildren(...dice.map((die) => svg("svg", { class: "die", viewBox: "-25 -25 50 50" }, die)));
    this.box.dataset.faces = faces.join(" ");
    this.box.classList.toggle("decisive", Boolean(fate));
    delete this.box.dataset.fate;
    this.box.hidden = false;
    if (lively() && !document.hidden) await Promise.all(dice.map((die, k) => this.tumble(die, k, fate ? LONGER : 1)));
    this.running = [];
    this.box.dataset.fate = fate;
  }

  /** @param {SVGUseElement} die @param {number} k which of them @param {number} longer */
  async tumble(die, k, longer) {
    const rest = die.getAttribute("href") ?? "";
    const others = [...document.querySelectorAll(`[id^="${FACE}"]`)].map(({ id }) => `#${id}`).filter((face) => face !== rest);
    const duration = LENGTHS[speed()] * longer;
    const run = /** @type {Element} */ (die.parentNode).animate(TUMBLE, { duration, delay: k * LATER, easing: "ease-out", fill: "both" });
    this.running.push(run);
    /** What it shows on the way; while it is held it shows the same. */
    const show = () => {
      const at = Number(run.currentTime ?? 0) - k * LATER;
      const still = run.playState === "finished" || at > STEADY * duration || !others.length;
      die.setAttribute("href", still ? rest : others[(Math.max(0, Math.floor(at / SEEN)) + 2 * k) % others.length]);
      if (!still) requestAnimationFrame(show);
    };
    show();
    await run.finished.catch(() => {});
    die.setAttribute("href", rest);
  }

  /** Whether they still tumble. */
  get tumbling() {
    return this.running.length > 0;
  }

  /** Let them lie still at once. */
  rest() {
    for (const run of this.running) run.finish();
  }

  /** Nothing moves while a key is held. @param {boolean} on */
  hold(on) {
    for (const run of this.running) if (run.playState !== "finished") on ? run.pause() : run.play();
  }

  /** Take them away. */
  close() {
    this.rest();
    this.box.hidden = true;
    this.box.replaceChildren();
  }
}
