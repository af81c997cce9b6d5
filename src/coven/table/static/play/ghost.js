// A hex tile in hand: its ghost follows the pointer, snaps to where it can lie and shows what each half would give.

import { svg } from "./dom.js";
import { SIXTHS, turnOf, turnedOn } from "./geometry.js";

/**
 * @typedef {import("./geometry.js").Point} Point
 * @typedef {import("./picture.js").Picture} Picture
 * @typedef {{first: import("./tree.js").Node, second: import("./tree.js").Node, a: Point, b: Point, x: number, y: number, turn: number, top: number}} Laid
 */

const SNAP = 0.75; // how near the middle of a place the pointer must be, in widths of a cell
const COUNT = { width: 34, height: 26, off: 0.52 }; // what a half would give: its room, and how far from the middle, in widths of a cell

/**
 * One way to lay the tile: the nodes of its halves, their middles, which of six ways it is turned, and where what is seen begins.
 * @param {Picture} picture @param {import("./tree.js").Way} way @returns {Laid|null}
 */
function laid(picture, { first, second }) {
  const a = picture.middle(first.touch);
  const b = picture.middle(second.touch);
  if (!a || !b) return null;
  const top = picture.viewOf(picture.things(first.touch)[0])?.spot.y ?? 0;
  return { first, second, a, b, x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, turn: turnOf(a, b), top };
}

export class Ghost {
  /** @param {Picture} picture @param {import("./tree.js").Held} held */
  constructor(picture, held) {
    this.picture = picture;
    this.node = held.node;
    this.ways = held.ways.map((way) => laid(picture, way)).filter((way) => way !== null);
    this.turned = this.ways[0]?.turn ?? 0;
    /** @type {Laid|null} */
    this.at = null; // the way it would be laid, where it has snapped
    /** @type {Point|null} */
    this.pointer = null; // where it is carried
    this.scale = 1;
    this.drawn = { x: 0, y: 0 }; // its middle in the hand
    this.width = this.ways.length ? Math.hypot(this.ways[0].a.x - this.ways[0].b.x, this.ways[0].a.y - this.ways[0].b.y) : 50;
    this.group = svg("g", { class: "ghost" });
    this.body = svg("g");
    this.faces = [svg("g"), svg("g")];
    this.counts = [count(), count()];
    this.group.append(this.body, ...this.faces, ...this.counts);
    this.copy();
    this.group.style.display = "none";
    picture.above.append(this.group);
  }

  /** Take the tile's looks from the hand: the ground is turned with it, the symbols stay upright. */
  copy() {
    const thing = this.picture.things(this.node.touch)[0];
    const { x, y, width, height } = thing.getBBox(); // in the units of its lines
    this.drawn = { x: x + width / 2, y: y + height / 2 };
    this.body.append(...[...thing.querySelectorAll("path:not(.halo)")].map((path) => path.cloneNode()));
    const symbols = [...thing.querySelectorAll("use")].slice(-2).map((use) => /** @type {SVGUseElement} */ (use.cloneNode()));
    const [one, two] = symbols.map((use) => use.transform.baseVal.consolidate()?.matrix);
    if (!one || !two) return;
    this.scale = this.width / Math.hypot(two.e - one.e, two.f - one.f);
    for (const [k, use] of symbols.entries()) {
      use.setAttribute("transform", `scale(${one.a * this.scale})`);
      this.faces[k].append(use);
    }
  }

  /** Follow a point of the picture; snap where the tile, turned as it is, can lie. @param {Point} point */
  follow(point) {
    /** @type {Laid|null} */
    let best = null;
    let least = this.width * SNAP;
    for (const way of this.ways) {
      if (way.turn !== this.turned) continue;
      const off = Math.hypot(way.x - point.x, way.y - point.y);
      if (off < least) [best, least] = [way, off];
    }
    this.pointer = point;
    this.snap(best);
  }

  /** Whether a half of it can lie there. @param {string} touch */
  reaches(touch) {
    return this.ways.some(({ first, second }) => first.touch === touch || second.touch === touch);
  }

  /** Lie with the first half on this cell, turned as it was if that can be. @param {string} touch */
  settle(touch) {
    const here = this.ways.filter((way) => way.first.touch === touch);
    if (!here.length) return false;
    this.snap(here.find((way) => way.turn === this.turned) ?? here[0]);
    return true;
  }

  /** Lie as another lay. @param {import("./tree.js").Way} way */
  lie({ first, second }) {
    this.snap(this.ways.find((one) => one.first === first && one.second === second) ?? null);
  }

  /** Turn: where it lies, to the next way it can lie with the same half there; in the air, a sixth. */
  turn(step = 1) {
    const { at } = this;
    if (at && !this.pointer) return this.snap(turnedOn(this.ways.filter((way) => way.first === at.first), this.turned, step));
    this.turned = (this.turned + step + SIXTHS) % SIXTHS;
    if (this.pointer) this.follow(this.pointer);
  }

  /** Forget the pointer: the next turn keeps the half where it is. */
  rest() {
    this.pointer = null;
  }

  /** Lie like this; null: in the air. @param {Laid|null} way */
  snap(way) {
    this.at = way;
    const angle = (this.turned = way ? way.turn : this.turned) * 60;
    const centre = way ?? this.pointer;
    if (!centre) return;
    const half = { x: (Math.cos((angle * Math.PI) / 180) * this.width) / 2, y: (Math.sin((angle * Math.PI) / 180) * this.width) / 2 };
    const ends = way ? [way.a, way.b] : [
      { x: centre.x - half.x, y: centre.y - half.y },
      { x: centre.x + half.x, y: centre.y + half.y },
    ];
    this.group.style.display = "";
    this.group.classList.toggle("snapped", Boolean(way));
    this.body.setAttribute(
      "transform",
      `translate(${centre.x} ${centre.y}) rotate(${angle}) scale(${this.scale}) translate(${-this.drawn.x} ${-this.drawn.y})`,
    );
    for (const [k, end] of ends.entries()) {
      this.faces[k].setAttribute("transform", `translate(${end.x} ${end.y})`);
      const gives = way ? (k ? way.second : way.first).gives : null;
      this.counts[k].style.display = gives === null ? "none" : "";
      const off = COUNT.off * this.width;
      const above = !way || end.y - off - COUNT.height / 2 >= way.top; // else it would lie on what is over the part
      this.counts[k].setAttribute("transform", `translate(${end.x} ${end.y + (above ? -off : off)})`);
      const words = this.counts[k].lastChild;
      if (words) words.textContent = `×${gives}`;
    }
    const marks = way ? [...(way.first.marks ?? []), ...(way.second.marks ?? [])] : [];
    this.picture.point(marks, "grows");
  }

  remove() {
    this.picture.point([], "grows");
    this.group.remove();
  }
}

function count() {
  return svg("g", { class: "count" }, svg("rect", { x: -COUNT.width / 2, y: -COUNT.height / 2, width: COUNT.width, height: COUNT.height, rx: COUNT.height / 2 }), svg("text", { y: 6.5, "text-anchor": "middle" }));
}
