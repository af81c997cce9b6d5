// Questions about the picture: what something is, how one stands with it, and why it can't be chosen now.

import { say } from "../words.js";
import { nodeOf } from "./choices.js";
import { itemAt, items, mark, nameOf } from "./items.js";
import { ahead } from "./geometry.js";
import { named } from "./picture.js";
import { aboutTip, busyTip, hideTip, inAbout, refuseTip, tells } from "./tips.js";
import { leafOf } from "./tree.js";

const REST = 600; // milliseconds a mouse rests on something until it is told what it is
const LEAVE = 600; // until it is put away again: the pointer may be on its way to the rule

/**
 * @typedef {import("./geometry.js").Box} Box
 * @typedef {import("./geometry.js").Point} Point
 * @typedef {{key: string, thing: SVGGraphicsElement|HTMLElement, box: Box}} Spot something that can be asked about, on the sheet
 */

export class Asking {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.picture = table.picture;
    this.asked = 0; // only the last question is answered
    this.resting = 0;
    this.leaving = 0;
    /** @type {Element|null} */
    this.under = null; // what the mouse rests on
    /** @type {Spot|null} */
    this.spot = null; // what the keys have gone to
  }

  /** Something was touched that can't be chosen: say why. @param {PointerEvent} event */
  why({ clientX: x, clientY: y }) {
    const thing = this.picture.thingAt(x, y);
    const view = thing && this.picture.viewOf(thing);
    if (thing && view?.part.role !== "other") this.refuse(named(thing), { x, y }); // what is another's is shown large
  }

  /** @param {string} thing @param {Point} at */
  async refuse(thing, at) {
    const { table } = this;
    const { sight } = table;
    if (!sight || table.busy) return;
    if (table.looking !== null) return refuseTip({ kind: "past", message: say("look.meanwhile") }, sight.game, at);
    const after = table.walk.steps.map(({ touch }) => touch).filter(Boolean).join(",");
    /** @type {{why: Wire.Why|null}|null} */
    const answer = await this.ask(`/why?thing=${encodeURIComponent(thing)}&after=${encodeURIComponent(after)}`);
    if (answer?.why) refuseTip(answer.why, sight.game, at);
  }

  /** Say what a thing is. @param {SVGGraphicsElement} thing @param {Point} at */
  async tell(thing, at) {
    clearTimeout(this.leaving);
    const { sight } = this.table;
    const said = thing.closest("[data-said]")?.getAttribute("data-said") ?? "";
    const key = named(thing);
    const light = this.picture.lights.find((one) => one.key === key);
    const base = { said, label: light?.label ?? "" };
    if (!sight || !key) return aboutTip(base, thing, at);
    /** @type {Wire.About|null} */
    const about = await this.ask(`/about?thing=${encodeURIComponent(key)}`);
    if (about) aboutTip({ ...base, ...about, game: sight.game }, thing, at);
  }

  /** Say what something beside the picture is: what a button chooses or is for, what a number is. @param {HTMLElement} item */
  async explain(item) {
    clearTimeout(this.leaving);
    const { about: own, asks, press } = item.dataset;
    const node = nodeOf(item);
    const [thing] = node?.touch ? this.picture.things(node.touch) : [];
    const said = thing?.closest("[data-said]")?.getAttribute("data-said") ?? "";
    const key = node ? node.touch || `move:${leafOf(node).move}` : asks;
    /** @type {Wire.About|null} */
    const about = key ? await this.ask(`/about?thing=${encodeURIComponent(key)}`) : null;
    if (key && !about) return;
    const large = Boolean(about?.large && thing && this.picture.seen(thing)); // what is out of sight can't be copied
    const uses = [node?.tip ?? "", own ? say(`about.${own}`) : ""].filter(Boolean);
    aboutTip({ ...about, large, said, label: node?.label ?? nameOf(item), uses, press, game: this.table.sight?.game }, thing ?? null, item);
  }

  /** The answer, if nothing else has been asked since and the table is still the same. @template T @param {string} path @returns {Promise<T|null>} */
  async ask(path) {
    const { table } = this;
    const asked = ++this.asked;
    const { seq } = table.sight;
    try {
      /** @type {T} */
      const answer = await table.ask.get(path);
      return asked === this.asked && table.sight.seq === seq ? answer : null;
    } catch {
      return null; // whoever wants to know asks again
    }
  }

  /** Whether the mouse goes over a card, which is in nobody's way but soon put away. @param {PointerEvent} event */
  crossing({ clientX, clientY }) {
    if (!inAbout(clientX, clientY)) return false;
    if (this.under) this.leave();
    return true;
  }

  /** The mouse has moved: where it comes to rest it is told what is there. @param {PointerEvent} event */
  rest({ clientX: x, clientY: y }) {
    const thing = this.picture.saidAt(x, y);
    if (thing === this.under) return;
    this.leave();
    this.under = thing;
    if (thing && !this.table.walk.ghost) this.resting = setTimeout(() => this.tell(thing, { x, y }), REST);
  }

  /** The mouse rests on something beside the picture. @param {HTMLElement} item */
  restOn(item) {
    if (item === this.under) return;
    this.leave();
    this.under = item;
    this.resting = setTimeout(() => this.explain(item), REST);
  }

  /** The mouse is somewhere else; a card whose rule it goes to stays. */
  leave() {
    clearTimeout(this.resting);
    clearTimeout(this.leaving);
    this.under = null;
    this.leaving = setTimeout(() => {
      if (busyTip()) return this.leave();
      this.asked += 1; // an answer that is still on its way comes too late
      hideTip("card");
    }, LEAVE);
  }

  /** What was pressed for long. @param {number} x @param {number} y @returns {boolean} whether there was anything */
  press(x, y) {
    const thing = this.picture.saidAt(x, y);
    if (thing) this.tell(thing, { x, y });
    return Boolean(thing);
  }

  /** Another press: the last answer has been read. */
  hide() {
    clearTimeout(this.resting);
    clearTimeout(this.leaving);
    this.asked += 1;
    hideTip("card");
  }

  // -- by keys --

  /** Say what has the focus, or put that away again; else go from thing to thing, or end that. */
  toggle() {
    if (this.spot) return this.end();
    const at = document.activeElement && itemAt(document.activeElement);
    if (at) return tells() ? this.hide() : this.explain(at);
    const spots = this.spots();
    const light = document.activeElement?.closest(".light")?.getAttribute("data-light");
    this.go(spots.find(({ key }) => key === light) ?? spots[0]);
  }

  /** On to the next thing in a direction. @param {number[]} way */
  step(way) {
    const spots = this.spots();
    const here = spots.find(({ thing }) => thing === this.spot?.thing) ?? spots.find(({ key }) => key === this.spot?.key);
    this.go(here ? ahead(here, spots, way) ?? here : spots[0]);
  }

  /** Choose it, or hear why not. */
  enter() {
    const { spot } = this;
    if (!spot) return;
    const { thing } = spot;
    if (thing instanceof HTMLElement) {
      this.end();
      thing.focus();
      return thing.click();
    }
    if (this.picture.lights.some(({ key }) => key === spot.key)) {
      this.end();
      return this.table.walk.pickByKey(spot.key);
    }
    this.refuse(spot.key, this.at(spot));
  }

  end() {
    this.spot = null;
    this.picture.frameOut(null);
    mark(null);
    this.hide();
  }

  /** @param {Spot|undefined} spot */
  go(spot) {
    if (!spot) return;
    this.spot = spot;
    this.picture.frameOut(spot.box);
    mark(spot.thing);
    if (spot.thing instanceof HTMLElement) this.explain(spot.thing);
    else this.tell(spot.thing, this.at(spot));
  }

  /** The middle of it on the page. @param {Spot} spot */
  at({ box }) {
    const sheet = this.picture.root.getBoundingClientRect();
    return { x: sheet.x + box.x + box.width / 2, y: sheet.y + box.y + box.height / 2 };
  }

  /** All that shows and can be asked about. @returns {Spot[]} */
  spots() {
    const all = this.picture.all("[data-key], [data-thing], [data-fact]").filter((thing) => named(thing) && this.picture.seen(thing));
    const outer = all.filter((thing) => !thing.parentElement?.closest("[data-key]"));
    const drawn = outer.map((thing) => ({ key: named(thing), thing, box: this.picture.frame(thing) })).filter(({ box }) => box.width);
    const sheet = this.picture.root.getBoundingClientRect();
    return [...drawn, ...items().map((thing) => {
      const { x, y, width, height } = thing.getBoundingClientRect();
      return { key: "", thing, box: { x: x - sheet.x, y: y - sheet.y, width, height } };
    })];
  }
}
