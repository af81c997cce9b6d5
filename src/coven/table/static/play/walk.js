// The way down the tree of choices: what has been picked, what can be picked next, and what waits for a confirm.

import { say } from "../words.js";
import { showChoices } from "./choices.js";
import { byId } from "./dom.js";
import { Ghost } from "./ghost.js";
import { switched } from "./preferences.js";
import { hideTip, tipFor } from "./tips.js";
import { held, isLeaf, reach, shorter, together, trail, wayDown, wayTo } from "./tree.js";

/** @typedef {import("./tree.js").Node} Node */

export class Walk {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.picture = table.picture;
    /** @type {Node[]} */
    this.path = []; // the choices walked down
    /** @type {Node[]} */
    this.steps = []; // those, and questions with a single answer
    /** @type {Node[]} */
    this.level = []; // what can be chosen now
    /** @type {Ghost|null} */
    this.ghost = null; // the tile in hand
    /** @type {import("./tree.js").Way|null} */
    this.lifted = null; // where it lay before the picture was laid otherwise
    /** @type {Node|null} */
    this.asked = null; // the move that waits for a confirm
    /** @type {Wire.Advice[]|null} */
    this.advice = null;
    /** @type {string|null} */
    this.aimed = null;
    this.unfolded = false; // what can be touched in the picture is listed as well
  }

  /** Begin anew: the table has changed. */
  forget() {
    this.path = [];
    this.asked = null;
    this.advice = null;
    this.picture.point([], "advised");
    this.drop();
    hideTip();
  }

  drop() {
    this.ghost?.remove();
    this.ghost = null;
  }

  /** The picture lies otherwise now, as when a bar of buttons comes: what was laid there lies there when it is shown again. */
  lift() {
    this.lifted = this.ghost && !this.ghost.pointer ? this.ghost.at : null;
    this.drop();
  }

  /** Light what can be picked next. */
  show() {
    const { table, picture } = this;
    const { steps, level } = trail(table.sight.choices, this.path);
    this.steps = steps;
    this.level = table.acts ? level : [];
    const hand = table.acts && !this.asked ? held(steps) : null;
    if (this.ghost && this.ghost.node !== hand?.node) this.drop();
    if (hand && !this.ghost && picture.things(hand.node.touch).some((thing) => picture.seen(thing))) {
      this.ghost = new Ghost(picture, hand);
      if (this.lifted) this.ghost.lie(this.lifted);
    }
    this.lifted = null;
    picture.light(this.lit());
    picture.point(steps.filter(({ touch }) => touch).map(({ touch }) => touch), "picked");
    picture.point(this.asked?.touch ? [this.asked.touch] : [], "aimed");
    this.aimed = null;
    byId("table").classList.toggle("walking", this.path.length > 0);
  }

  /** What glows, and what is said of it. */
  lit() {
    /** @type {import("./picture.js").Wanted} */
    const wanted = new Map();
    if (this.asked) return wanted;
    for (const [key, nodes] of this.reached()) {
      const tip = nodes.map((node) => node.tip).find(Boolean) ?? "";
      const gives = nodes.length === 1 ? nodes[0].gives : null;
      wanted.set(key, { label: nodes.map(({ label }) => label).join(" / "), tip, gives, quiet: nodes.every(({ quiet }) => quiet) });
    }
    return wanted;
  }

  /** What a pointer can touch next; a thing whose several uses are asked about is looked through. */
  reached() {
    const last = this.steps.at(-1);
    return reach(this.level, last?.several ? last.touch : "");
  }

  get question() {
    return this.asked ? "" : this.steps.at(-1)?.question ?? "";
  }

  /** Walk down to a node, or play it. @param {Node} node @returns {void} */
  choose(node) {
    const { table } = this;
    if (table.busy || !table.acts) return;
    hideTip();
    if (!isLeaf(node)) {
      this.path = [...this.steps, ...wayDown(this.level, node)];
      return table.render();
    }
    if (!node.ends || !switched("confirm")) return void table.send(node);
    this.asked = node;
    table.render();
    [...byId("choices").querySelectorAll("button")].find((one) => one.matches(".main"))?.focus({ preventScroll: true });
  }

  /** A thing of the picture was clicked or tapped. @param {string} key */
  pick(key) {
    const nodes = this.reached().get(key);
    if (nodes) this.choose(nodes.length === 1 ? nodes[0] : together(nodes));
  }

  /** Whether picking a thing asks for more, so that it can be carried there. @param {string} key */
  opens(key) {
    const nodes = this.reached().get(key) ?? [];
    return nodes.length > 0 && !nodes.some(isLeaf);
  }

  /** A light was picked by keyboard: a tile in hand is laid as it shows. @param {string} key */
  pickByKey(key) {
    const at = this.ghost?.at;
    if (at?.first.touch === key) this.lay(at);
    else this.pick(key);
  }

  /** @param {import("./tree.js").Way} way */
  lay(way) {
    this.choose(way.second);
  }

  turn(step = 1) {
    if (!this.ghost) return;
    this.ghost.turn(step);
    const { at } = this.ghost;
    if (at) byId("spoken").textContent = say("tile.gives", { first: at.first.label, second: at.second.label });
    if (!this.ghost.pointer) showChoices(this.table);
  }

  unfold() {
    this.unfolded = !this.unfolded;
    showChoices(this.table);
  }

  /** A tile lies where it was tapped. */
  settled() {
    showChoices(this.table);
  }

  /** One step up. @returns {void} */
  back() {
    const { table } = this;
    if (!table.sight) return;
    if (table.looking !== null) return void table.look(null);
    if (this.asked) this.asked = null;
    else if (this.path.length) this.path = shorter(table.sight.choices, this.path);
    else this.forget();
    this.drop();
    hideTip();
    table.render();
  }

  /**
   * A thing is pointed at: say what choosing it would do.
   * @param {string|null} key @param {import("./picture.js").Light|null} [light] @param {Node|null} [node]
   */
  aim(key, light = null, node = null) {
    if (key === this.aimed) return;
    this.aimed = key;
    const nodes = key ? this.reached().get(key) : null;
    const one = node ?? (nodes?.length === 1 ? nodes[0] : null);
    this.picture.point(key ? [key] : [], "aimed");
    if (!this.ghost) this.picture.point(one?.marks ?? [], "grows");
    for (const item of byId("choices").querySelectorAll("[data-touch]")) {
      item.classList.toggle("aimed", Boolean(key) && item.getAttribute("data-touch") === key);
    }
    if (light && !this.ghost) tipFor(light, this.picture);
    else hideTip("tip");
  }

  /** A light has the keyboard's focus: a tile in hand lies there, of others it is told what they are. @param {string|undefined} key */
  focused(key) {
    if (!key) return;
    this.ghost?.rest();
    if (this.ghost?.settle(key)) return showChoices(this.table);
    this.aim(key, this.picture.lights.find((light) => light.key === key));
  }

  /** Ask the coach what is best here. */
  async hint() {
    const { table } = this;
    if (!table.acts || table.busy || !table.terms?.hints) return;
    byId("tools").classList.add("thinking-hard");
    const { seq } = table.sight;
    try {
      /** @type {{choices: Wire.Advice[]}} */
      const { choices } = await table.ask.get("/hint");
      if (table.sight.seq === seq && table.acts) this.advise(choices);
    } catch (error) {
      table.refuse(error);
    } finally {
      byId("tools").classList.remove("thinking-hard");
    }
  }

  /** The coach's moves: shown above the list, the first one's things pointed out. @param {Wire.Advice[]} choices */
  advise(choices) {
    this.forget();
    this.advice = choices.slice(0, 3);
    this.table.render();
    const way = choices[0] && wayTo(this.table.sight.choices, choices[0].move);
    this.picture.point((way ?? []).map(({ touch }) => touch).filter(Boolean), "advised");
  }

  /** Play a move the coach advised, the same way as any other. @param {Wire.Advice} advised */
  follow(advised) {
    const leaf = wayTo(this.table.sight.choices, advised.move)?.at(-1);
    if (leaf) this.choose(leaf);
  }
}
