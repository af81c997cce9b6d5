// A part of the picture as it is seen: where it stands, how large, and what of it shows when one draws closer.

import { svg } from "./dom.js";
import { kept, zoomed } from "./geometry.js";
import { columnsFor, least, sized } from "./packing.js";

/**
 * @typedef {import("./geometry.js").Box} Box
 * @typedef {import("./drawings.js").Part} Part
 */

const CLOSEST = 5; // times as close as all of it, or three times as can be read
const FILLED = 1.35; // times as close as can be read, if that fills the box
const BETWEEN = 6; // things that lie beside each other
const NOWHERE = { x: 0, y: 0, width: 0, height: 0 };

/** Drawings as nodes, those of each piece together. @param {string[]} pieces @returns {Node[][]} */
export function parsed(pieces) {
  const text = pieces.map((piece) => `<g>${piece}</g>`).join("");
  const root = new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg">${text}</svg>`, "image/svg+xml").documentElement;
  // What a thing says of itself is told by a card of ours, not by the browser's.
  for (const title of root.querySelectorAll("title")) {
    title.parentElement?.setAttribute("data-said", title.textContent ?? "");
    title.remove();
  }
  return [...root.children].map((piece) => [...piece.childNodes].map((node) => document.importNode(node, true)));
}

export class PartView {
  /** @param {Part} part */
  constructor(part) {
    this.part = part;
    this.body = svg("g", { "data-part": part.name, "data-seat": part.seat });
    this.node = svg("svg", { class: "part", "data-id": part.id, preserveAspectRatio: "none" }, this.body);
    /** @type {SVGGElement[]} */
    this.groups = []; // a piece each
    /** @type {string[]} */
    this.pieces = [];
    this.away = true; // it does not show
    this.rank = 0; // what lies above
    this.spot = NOWHERE; // on the sheet
    this.home = NOWHERE; // all there is to see, in its own units
    this.view = NOWHERE; // what is seen of it
    this.size = { width: 0, height: 0 }; // of the drawing, which may leave some of that empty
    this.columns = 1;
    this.led = false; // it was moved by hand
    this.letters = 0; // the smallest it has shown: it does not move whenever its text changes
    this.bare = true; // many things, of which there was none yet
    this.closest = CLOSEST;
  }

  /** Show another drawing of the part; pieces that are the same stay. @param {Part} part */
  draw(part) {
    this.part = part;
    this.letters = Math.min(part.letters || this.letters, this.letters || part.letters);
    this.bare &&= Boolean(part.each && !part.pieces.length);
    const changed = part.pieces.map((piece, k) => ({ piece, k })).filter(({ piece, k }) => this.pieces[k] !== piece);
    const nodes = parsed(changed.map(({ piece }) => piece));
    for (const [n, { k }] of changed.entries()) {
      this.groups[k] ??= svg("g");
      this.groups[k].replaceChildren(...nodes[n]);
    }
    this.groups.length = part.pieces.length;
    this.pieces = part.pieces;
    if (changed.length || this.body.childNodes.length !== this.groups.length) this.body.replaceChildren(...this.groups);
  }

  /** The part as something to be laid. @param {number} [count] of its things, where room is kept for more @returns {import("./packing.js").Item} */
  item(count = this.part.pieces.length) {
    const { id, role, label, size, target, each } = this.part;
    return { id, role, label, width: size[0], height: size[1], letters: this.letters, target, each, count: each ? count : 1 };
  }

  /** Take it out of sight. */
  hide() {
    this.away = true;
    this.node.setAttribute("display", "none");
  }

  /** Stand in a box of the sheet. @param {Box} spot @param {boolean} pans whether it may be larger than the box */
  lay(spot, pans) {
    const item = this.item();
    this.columns = columnsFor(item, spot.width, spot.height);
    const size = sized(item, this.columns);
    const fit = Math.min(spot.width / size.width, spot.height / size.height);
    const home = { width: spot.width / fit, height: spot.height / fit, x: 0, y: 0 };
    home.x = (size.width - home.width) / 2;
    home.y = (size.height - home.height) / 2;
    const same = !this.away && JSON.stringify([home, spot]) === JSON.stringify([this.home, this.spot]);
    this.away = false;
    this.node.removeAttribute("display");
    if (item.each) this.spread(item.each);
    if (same) return;
    this.home = home;
    this.size = size;
    this.spot = spot;
    for (const [name, value] of Object.entries(spot)) this.node.setAttribute(name, String(value));
    const closer = least(item) / fit;
    const full = Math.max(spot.width / size.width, spot.height / size.height) / fit;
    this.closest = Math.max(CLOSEST, closer * 3);
    this.show(home);
    // what is looked at begins at its head, and so do cards in rows; where one plays, in the middle
    const half = ["board", "own"].includes(item.role) && !item.each ? 2 : Infinity;
    if (pans && closer > 1.01) this.zoom({ x: size.width / half, y: size.height / half }, full > closer && full < closer * FILLED ? full : closer);
  }

  /** Show only this of it, in a box of the sheet. @param {Box} spot @param {Box} some */
  crop(spot, some) {
    this.lay(spot, false);
    this.home = some;
    this.show(some);
  }

  /** Lay the things of a part beside each other. @param {[number, number]} each */
  spread([width, height]) {
    const { columns } = this;
    const rows = Math.ceil(this.groups.length / columns);
    for (const [k, group] of this.groups.entries()) {
      const row = Math.floor(k / columns);
      const inRow = row < rows - 1 ? columns : this.groups.length - columns * (rows - 1);
      const left = ((columns - inRow) * (width + BETWEEN)) / 2;
      group.setAttribute("transform", `translate(${left + (k % columns) * (width + BETWEEN)} ${row * (height + BETWEEN)})`);
    }
  }

  /** @param {Box} view */
  show(view) {
    this.view = view;
    this.node.setAttribute("viewBox", `${view.x} ${view.y} ${view.width} ${view.height}`);
    this.node.classList.toggle("closer", this.closer);
  }

  /** Show no more of what is empty around the drawing than must be. @param {Box} view */
  keep(view) {
    const { home, size } = this;
    const [x, y] = [view.width <= size.width + 0.5, view.height <= size.height + 0.5];
    this.show(kept(view, { x: x ? 0 : home.x, width: x ? size.width : home.width, y: y ? 0 : home.y, height: y ? size.height : home.height }));
  }

  get closer() {
    return this.view.width < this.home.width * 0.99;
  }

  /** Pixels a unit. */
  get scale() {
    return this.view.width ? this.spot.width / this.view.width : 1;
  }

  /** A point of the sheet in its own units. @param {import("./geometry.js").Point} point */
  local({ x, y }) {
    return { x: this.view.x + (x - this.spot.x) / this.scale, y: this.view.y + (y - this.spot.y) / this.scale };
  }

  /** Draw closer around a point in its own units, or back. @param {import("./geometry.js").Point} at @param {number} factor */
  zoom(at, factor) {
    this.keep(zoomed(this.view, this.home, at, factor, this.closest));
  }

  /** Move what is seen, by pixels. @param {Box} from @param {number} x @param {number} y */
  slide(from, x, y) {
    this.led = true;
    this.keep({ ...from, x: from.x - x / this.scale, y: from.y - y / this.scale });
  }

  /** Bring a point to the middle. @param {import("./geometry.js").Point} at */
  centre({ x, y }) {
    const { width, height } = this.view;
    this.keep({ x: x - width / 2, y: y - height / 2, width, height });
  }

  reset() {
    this.show(this.home);
  }
}
