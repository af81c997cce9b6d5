// The picture on the page: the parts the server sends, and the lights on what can be chosen.

import { lend, matrixOf, svg } from "./dom.js";
import { gap, holds, middle, roomy } from "./geometry.js";
import { PartView, parsed } from "./views.js";

/**
 * @typedef {import("./geometry.js").Box} Box
 * @typedef {import("./geometry.js").Point} Point
 */

// What of a thing its light follows, by how the drawing says that it glows (data-glow); of others it frames the whole.
/** @type {Record<string, "path"|"circle">} */
const OUTLINE = { thread: "path", patch: "path", disc: "circle", round: "circle" };
const ROOM = { circle: 4, rect: 3 };
/** The same where neighbours are near. @type {Record<string, number>} */
const NEAR = { snug: 0, framed: -2 };
const THIN = 7; // pixels beside a line that are no miss
const MARKS = 9; // of a line, by which it is measured how far off a point is

/**
 * What is to be lit, by key.
 * @typedef {Map<string, {label: string, tip: string, gives: number|null, quiet: boolean}>} Wanted
 * A light: what glows for a key.
 * @typedef {{key: string, node: SVGGElement, shape: SVGGeometryElement, matrix: DOMMatrix, box: Box, label: string, tip: string}} Light
 */

/** The parts of the picture on one sheet as large as its place on the page, a unit a pixel, with its layers. */
export class Picture {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    this.defs = svg("g", { id: "defs", "aria-hidden": "true" });
    this.drawing = svg("g", { id: "drawing", role: "img" });
    this.under = svg("g", { id: "under", "aria-hidden": "true" });
    this.lamps = svg("g", { id: "lights" });
    this.above = svg("g", { id: "above", "aria-hidden": "true" });
    this.root = svg("svg", { id: "whole", role: "group" }, this.defs, this.drawing, this.under, this.lamps, this.above);
    host.append(this.root);
    /** @type {Map<string, PartView>} */
    this.views = new Map();
    /** @type {Light[]} */
    this.lights = [];
    /** @type {Wanted} */
    this.wanted = new Map(); // what is to be lit
    this.moved = () => {}; // what follows when a part is seen otherwise
  }

  /** Show these parts in place of the old. @param {import("./drawings.js").Part[]} parts @param {Wire.Picture} told @param {string} game */
  draw(parts, told, game) {
    this.root.setAttribute("data-game", game);
    this.root.setAttribute("aria-label", told.title);
    this.drawing.setAttribute("aria-label", told.said);
    const gone = new Set(this.views.keys());
    for (const part of parts) {
      if (part.id === "defs") {
        if (this.defs.getAttribute("data-v") === part.v) continue;
        this.defs.setAttribute("data-v", part.v);
        this.defs.replaceChildren(...parsed(part.pieces).flat());
        lend(this.defs);
        continue;
      }
      gone.delete(part.id);
      const view = this.views.get(part.id) ?? new PartView(part);
      view.draw(part);
      this.views.set(part.id, view);
      this.drawing.append(view.node);
    }
    for (const id of gone) {
      this.views.get(id)?.node.remove();
      this.views.delete(id);
    }
    this.above.replaceChildren();
  }

  /** The sheet is as large as its place. */
  fit() {
    const { clientWidth: width, clientHeight: height } = this.host;
    this.root.setAttribute("viewBox", `0 0 ${width} ${height}`);
    return { width, height };
  }

  /** The part at a point of the page, the topmost. @param {Point} point */
  viewAt(point) {
    return [...this.views.values()].filter((view) => !view.away && holds(view.spot, point)).sort((a, b) => b.rank - a.rank)[0] ?? null;
  }

  /** A point of the page as one of the sheet. @param {number} clientX @param {number} clientY */
  onSheet(clientX, clientY) {
    return new DOMPoint(clientX, clientY).matrixTransform(screenOf(this.root).inverse());
  }

  /** The part a thing is drawn in. @param {Element} thing */
  viewOf(thing) {
    return this.views.get(thing.closest(".part")?.getAttribute("data-id") ?? "");
  }

  /** What of the drawing these selectors find. @param {string} selectors */
  all(selectors) {
    return /** @type {SVGGraphicsElement[]} */ ([...this.drawing.querySelectorAll(selectors)]);
  }

  /** The element around one of the drawing. @param {Element} element */
  parent(element) {
    return element.parentElement instanceof SVGGraphicsElement ? element.parentElement : this.drawing;
  }

  /** The elements that a key names; "part:NAME" a whole part, "part:NAME:SEAT" that of a seat. @param {string} key */
  things(key) {
    if (key.startsWith("part:")) {
      const [, part, seat] = key.split(":");
      return this.all(`[data-part="${CSS.escape(part)}"]${seat ? `[data-seat="${CSS.escape(seat)}"]` : ""}`);
    }
    return this.all(`[data-key="${CSS.escape(key)}"]`);
  }

  /** What an event speaks of by a key: what moves under that name, else what can be touched there. @param {string} key */
  subjects(key) {
    const moving = this.all(`[data-thing="${CSS.escape(key)}"]`);
    return moving.length ? moving : this.things(key);
  }

  /** From an element's own coordinates to the picture's. @param {SVGGraphicsElement} element */
  matrix(element) {
    return screenOf(this.root).inverse().multiply(screenOf(element));
  }

  /** The frame of an element in the picture. @param {SVGGraphicsElement} element */
  frame(element) {
    return framed(element.getBBox(), this.matrix(element));
  }

  /** The middle of a thing in the picture, or null. @param {string} key */
  middle(key) {
    const thing = this.things(key)[0];
    if (!thing) return null;
    return middle(this.frame(outline(thing) ?? thing));
  }

  /**
   * Light these keys, and no others.
   * @param {Wanted} wanted
   */
  light(wanted) {
    this.wanted = wanted;
    const focused = document.activeElement?.closest(".light:focus-visible")?.getAttribute("data-light");
    for (const lit of this.drawing.querySelectorAll(".lit, .faint")) lit.classList.remove("lit", "faint");
    for (const halo of this.drawing.querySelectorAll(".halo")) halo.remove();
    this.lights = [];
    const nodes = [];
    const others = [...wanted.values()].some(({ quiet }) => !quiet);
    for (const [key, { label, tip, gives, quiet }] of wanted) {
      let first = true;
      for (const thing of this.things(key)) {
        thing.classList.add(quiet && others ? "faint" : "lit"); // what costs something does not turn the table to itself
        const light = this.seen(thing) ? this.lamp(key, thing, label, tip, first) : null;
        if (!light) continue;
        if (quiet) light.node.classList.add("quiet");
        else behind(thing, light.shape);
        this.lights.push(light);
        nodes.push(light.node);
        if (gives !== null) nodes.push(multiplier(gives, middle(light.box)));
        first = false;
      }
    }
    this.lamps.replaceChildren(...nodes);
    const first = this.lights.find(({ key }) => key === focused) ?? this.lights[0];
    first?.node.setAttribute("tabindex", "0");
    if (focused && first) first.node.focus({ preventScroll: true });
  }

  /** Whether a thing is in sight: its part shows, and it is not out of what is seen of it. @param {SVGGraphicsElement} thing */
  seen(thing) {
    const view = this.viewOf(thing);
    return Boolean(view) && !view?.away && (!view?.closer || holds(view.spot, middle(this.frame(thing))));
  }

  /** Light the same again: what is lit has moved. */
  relight() {
    this.light(this.wanted);
  }

  /** @param {string} key @param {SVGGraphicsElement} thing @param {string} label @param {string} tip @param {boolean} first */
  lamp(key, thing, label, tip, first) {
    const followed = outline(thing);
    const matrix = this.matrix(followed ?? body(thing));
    const shape = followed ? followingShape(followed) : frameShape(body(thing).getBBox(), NEAR[glow(thing)]);
    shape.setAttribute("class", "ring");
    const node = svg("g", {
      class: `light ${glow(thing)}`,
      transform: matrixOf(matrix),
      "data-light": key,
      role: first ? "button" : null,
      tabindex: first ? "-1" : null,
      "aria-label": first ? label : null,
      "aria-hidden": first ? null : "true",
    }, shape);
    const box = framed(shape.getBBox(), matrix);
    return { key, node, shape, matrix, box: box.width ? box : this.frame(thing), label, tip };
  }

  /** The light at a point of the picture: one that holds it, else the nearest within reach. @param {DOMPoint} point @param {number} reach */
  lightAt(point, reach) {
    /** @type {Light|null} */
    let best = null;
    let least = reach;
    for (const light of this.lights) {
      const local = point.matrixTransform(light.matrix.inverse());
      const inside = light.shape.isPointInFill(local) || light.shape.isPointInStroke(local);
      const { x, y } = middle(light.box);
      const away = Math.hypot(point.x - x, point.y - y);
      const off = inside ? -1000 + away : light.node.matches(".thread") ? beside(light, local) : gap(point, light.box);
      if (off < least) [best, least] = [light, off];
    }
    return best;
  }

  /** The thing drawn at a point of the page: what can be touched before what only moves. @param {number} x @param {number} y */
  thingAt(x, y) {
    const said = this.saidAt(x, y);
    return said && named(said) ? said : null;
  }

  /** What is drawn at a point of the page and can say what it is. @param {number} x @param {number} y */
  saidAt(x, y) {
    for (const found of document.elementsFromPoint(x, y)) {
      if (!this.drawing.contains(found)) continue;
      const thing = found.closest("[data-key]") ?? found.closest("[data-thing], [data-fact], [data-said]");
      // what only says which part this is would be told everywhere
      if (thing && (named(thing) || !thing.querySelector("[data-key], [data-thing]"))) return /** @type {SVGGraphicsElement} */ (thing);
    }
    return null;
  }

  /** A frame around what is asked about; null: none. @param {Box|null} box */
  frameOut(box) {
    for (const old of this.under.querySelectorAll(".asked")) old.remove();
    if (!box) return;
    const shape = frameShape(box);
    shape.setAttribute("class", "ring");
    this.under.append(svg("g", { class: "point asked" }, shape));
  }

  /** Whether any shape of an element lies at a point of the picture. @param {Element} element @param {DOMPoint} point */
  covers(element, point) {
    const shapes = /** @type {SVGGeometryElement[]} */ ([...element.querySelectorAll("path, circle, rect")]);
    return shapes.some((shape) => {
      const local = point.matrixTransform(this.matrix(shape).inverse());
      return shape.isPointInFill(local) || shape.isPointInStroke(local);
    });
  }

  /** Whether what has been picked last lies at a point. @param {DOMPoint} point */
  pickedAt(point) {
    const picked = [...this.under.querySelectorAll(".picked")].at(-1);
    return picked !== undefined && this.covers(picked, point);
  }

  /** Point out things without making them choices: a lesson's, a hint's, the cells of a group. @param {string[]} keys @param {string} className @param {(key: string) => SVGGraphicsElement[]} [find] what keys name */
  point(keys, className, find = (key) => this.things(key)) {
    for (const old of this.under.querySelectorAll(`.${className}`)) old.remove();
    for (const key of keys) {
      for (const thing of find(key)) {
        if (!this.seen(thing)) continue;
        const lamp = this.lamp(key, thing, "", "", false).node;
        lamp.setAttribute("class", `point ${className}`);
        lamp.removeAttribute("data-light");
        this.under.append(lamp);
      }
    }
  }
}

/** What a thing of the drawing is asked about by; nothing if it only says what it is. @param {Element} thing */
export function named(thing) {
  const { key, thing: moved, fact } = /** @type {SVGElement} */ (thing).dataset;
  return key ?? (moved ? `thing:${moved}` : fact ? `fact:${fact}` : "");
}

/** From an element to the page; the picture is always drawn, so there is a way. @param {SVGGraphicsElement} element */
function screenOf(element) {
  return DOMMatrix.fromMatrix(element.getScreenCTM() ?? undefined);
}

/** How far beside a thin line a point is; as far as it is easily missed it counts as on it. @param {Light} light @param {DOMPoint} local */
function beside({ shape, matrix }, local) {
  const whole = shape.getTotalLength();
  const marks = Array.from({ length: MARKS }, (_, k) => shape.getPointAtLength((whole * k) / (MARKS - 1)));
  const away = Math.min(...marks.map(({ x, y }) => Math.hypot(x - local.x, y - local.y)));
  return Math.max(0, away * Math.hypot(matrix.a, matrix.b) - THIN);
}

/** How a thing glows: as its drawing says. @param {Element} thing */
const glow = (thing) => /** @type {SVGElement} */ (thing).dataset.glow ?? "";

/** @param {Element} thing @returns {SVGGeometryElement|null} */
function outline(thing) {
  const tag = OUTLINE[glow(thing)];
  return tag ? thing.querySelector(`${tag}:not(.halo)`) : null;
}

/** A glow behind a thing, so that nothing of it is covered; whoever stands on a round one's edge is not crossed by a line. @param {SVGGraphicsElement} thing @param {SVGGeometryElement} shape */
function behind(thing, shape) {
  if (thing.tagName === "use") return;
  for (const name of glow(thing) === "round" ? ["edge", "glow"] : ["glow"]) {
    const halo = /** @type {SVGGeometryElement} */ (shape.cloneNode());
    halo.setAttribute("class", `halo ${name} ${glow(thing)}`);
    thing.prepend(halo);
  }
}

/** What a half of a tile would give, on its cell. @param {number} gives @param {Point} at */
function multiplier(gives, { x, y }) {
  return svg("text", { class: gives > 1 ? "gives more" : "gives", x, y: y + 5, "text-anchor": "middle", "aria-hidden": "true" }, `×${gives}`);
}

/** The sheet a thing is drawn on, where it fills most of it; else the whole thing. @param {SVGGraphicsElement} thing */
function body(thing) {
  const sheet = /** @type {SVGRectElement|null} */ (thing.querySelector("rect:not(.halo)"));
  if (!sheet) return thing;
  const [inner, outer] = [sheet.getBBox(), thing.getBBox()];
  return inner.width * inner.height > 0.6 * outer.width * outer.height ? sheet : thing;
}

/** The same line as a drawn one, a circle a little wider. @param {SVGGeometryElement} followed @returns {SVGGeometryElement} */
function followingShape(followed) {
  if (followed.tagName === "path") return svg("path", { d: followed.getAttribute("d") });
  /** @param {string} name */
  const number = (name) => Number(followed.getAttribute(name) ?? 0);
  return svg("circle", { cx: number("cx"), cy: number("cy"), r: number("r") + ROOM.circle });
}

/** @param {Box} box @param {number} [room] around it @returns {SVGGeometryElement} */
function frameShape(box, room = ROOM.rect) {
  return svg("rect", { ...roomy(box, room), rx: 10 });
}

/** The frame of a turned frame. @param {Box} box @param {DOMMatrix} matrix @returns {Box} */
function framed({ x, y, width, height }, matrix) {
  const corners = [[x, y], [x + width, y], [x, y + height], [x + width, y + height]];
  const points = corners.map(([px, py]) => new DOMPoint(px, py).matrixTransform(matrix));
  const xs = points.map((point) => point.x);
  const ys = points.map((point) => point.y);
  const left = Math.min(...xs);
  const top = Math.min(...ys);
  return { x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}
