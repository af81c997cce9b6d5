// The picture on the page: the drawing the server sends, the lights on what can be chosen, and what is seen of it.

import { lend, matrixOf, svg } from "./dom.js";
import { alike, gap, holds, kept, middle, roomy, union, zoomed } from "./geometry.js";

/**
 * @typedef {import("./geometry.js").Box} Box
 * @typedef {import("./geometry.js").Point} Point
 */

const WHOLE = { x: 0, y: 0, width: 1600, height: 1000 };
const CLOSEST = 5;
// What of a thing its light follows; of others it frames the whole.
/** @type {Record<string, "path"|"circle">} */
const OUTLINE = {
  link: "path", cell: "path", space: "circle", place: "circle", rim: "circle", action: "circle", token: "circle",
};
const ROOM = { circle: 4, rect: 3 };

/** What is seen of the picture in one frame of the page; it can be drawn closer and moved. */
export class Pane {
  /** @param {HTMLElement} host @param {SVGSVGElement} root */
  constructor(host, root) {
    this.host = host;
    this.root = root;
    /** @type {Box} */
    this.home = WHOLE;
    /** @type {Box} */
    this.box = WHOLE;
    host.append(root);
    this.reset();
  }

  /** Show this part; closer views are left. @param {Box} box */
  crop(box) {
    if (alike(box, this.home)) return;
    this.home = box;
    this.reset();
  }

  reset() {
    this.root.style.setProperty("--ratio", String(this.home.width / this.home.height));
    this.show(this.home);
  }

  get closer() {
    return this.box.width < this.home.width * 0.99;
  }

  /** @param {Box} box */
  show(box) {
    this.box = box;
    this.root.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
  }

  /** From the picture to the page. */
  get screen() {
    return screenOf(this.root);
  }

  /** A point of the page as one of the picture. @param {number} clientX @param {number} clientY */
  point(clientX, clientY) {
    return new DOMPoint(clientX, clientY).matrixTransform(this.screen.inverse());
  }

  /** Whether a point of the picture is seen here, not cut off. @param {Point} point */
  shows(point) {
    return holds(this.box, point);
  }

  /** How many pixels one unit of the picture takes. */
  get scale() {
    return this.screen.a;
  }

  /** Draw closer around a point of the picture, or back. @param {Point} at @param {number} factor */
  zoom(at, factor) {
    this.place(zoomed(this.box, this.home, at, factor, CLOSEST));
  }

  /** Move the view, never past its home. @param {Box} box */
  place(box) {
    this.show(kept(box, this.home));
  }
}

/**
 * A light: what glows for a key.
 * @typedef {{key: string, node: SVGGElement, shape: SVGGeometryElement, matrix: DOMMatrix, box: Box, label: string, tip: string}} Light
 */

/** The drawing with its layers. */
export class Picture {
  /** @param {HTMLElement} host @param {HTMLElement} closeUp */
  constructor(host, closeUp) {
    this.drawing = svg("g", { id: "drawing", role: "img" });
    this.under = svg("g", { id: "under", "aria-hidden": "true" });
    this.lamps = svg("g", { id: "lights" });
    this.above = svg("g", { id: "above", "aria-hidden": "true" });
    const root = svg("svg", { id: "whole", role: "group" }, this.drawing, this.under, this.lamps, this.above);
    const mirror = svg("svg", { id: "mirror", "aria-hidden": "true" });
    for (const id of ["drawing", "under", "lights", "above"]) mirror.append(svg("use", { href: `#${id}` }));
    this.root = root;
    this.main = new Pane(host, root);
    this.closeUp = new Pane(closeUp, mirror);
    /** @type {Light[]} */
    this.lights = [];
  }

  /** Put a new drawing in place of the old. @param {string} text */
  draw(text) {
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    lend(parsed);
    for (const name of ["font-family", "data-game"]) {
      this.root.setAttribute(name, parsed.getAttribute(name) ?? "");
      this.closeUp.root.setAttribute(name, parsed.getAttribute(name) ?? "");
    }
    const title = parsed.querySelector(":scope > title");
    const said = parsed.querySelector(":scope > desc")?.textContent ?? "";
    this.root.setAttribute("aria-label", title?.textContent ?? "");
    this.drawing.setAttribute("aria-label", said);
    title?.remove();
    this.drawing.replaceChildren(...[...parsed.children].map((child) => document.importNode(child, true)));
    this.above.replaceChildren();
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

  /** From an element's own coordinates to the picture's. @param {SVGGraphicsElement} element */
  matrix(element) {
    return screenOf(this.root).inverse().multiply(screenOf(element));
  }

  /** The frame of an element in the picture. @param {SVGGraphicsElement} element */
  frame(element) {
    return framed(element.getBBox(), this.matrix(element));
  }

  /** The frame around all parts that these selectors find, with a little room; null if there are none. @param {string} selectors */
  around(selectors, room = 8) {
    /** @type {Box|null} */
    let found = null;
    for (const element of this.all(selectors)) {
      const box = this.frame(element);
      if (!box.width) continue;
      found = found ? union(found, box) : box;
    }
    return found && roomy(found, room);
  }

  /** The middle of a thing in the picture, or null. @param {string} key */
  middle(key) {
    const thing = this.things(key)[0];
    if (!thing) return null;
    return middle(this.frame(outline(thing, key) ?? thing));
  }

  /**
   * Light these keys, and no others.
   * @param {Map<string, {label: string, tip: string}>} wanted
   */
  light(wanted) {
    const focused = document.activeElement?.closest(".light:focus-visible")?.getAttribute("data-light");
    for (const lit of this.drawing.querySelectorAll(".lit")) lit.classList.remove("lit");
    this.lights = [];
    const nodes = [];
    for (const [key, { label, tip }] of wanted) {
      for (const [k, thing] of this.things(key).entries()) {
        thing.classList.add("lit");
        const light = this.lamp(key, thing, label, tip, k === 0);
        this.lights.push(light);
        nodes.push(light.node);
      }
    }
    this.lamps.replaceChildren(...nodes);
    const first = this.lights.find(({ key }) => key === focused) ?? this.lights[0];
    first?.node.setAttribute("tabindex", "0");
    if (focused && first) first.node.focus({ preventScroll: true });
  }

  /** @param {string} key @param {SVGGraphicsElement} thing @param {string} label @param {string} tip @param {boolean} first */
  lamp(key, thing, label, tip, first) {
    const followed = outline(thing, key);
    const matrix = this.matrix(followed ?? body(thing));
    const shape = followed ? followingShape(followed) : frameShape(body(thing).getBBox());
    const halo = /** @type {SVGGeometryElement} */ (shape.cloneNode());
    shape.setAttribute("class", "ring");
    halo.setAttribute("class", "halo");
    const node = svg("g", {
      class: `light ${key.split(":")[0]}`,
      transform: matrixOf(matrix),
      "data-light": key,
      role: first ? "button" : null,
      tabindex: first ? "-1" : null,
      "aria-label": first ? label : null,
      "aria-hidden": first ? null : "true",
    }, halo, shape);
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
      const off = inside ? -1000 + away : light.key.startsWith("link:") ? away : gap(point, light.box);
      if (off < least) [best, least] = [light, off];
    }
    return best;
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

  /** Point out things without making them choices: a lesson's, a hint's, the cells of a group. @param {string[]} keys @param {string} className */
  point(keys, className) {
    for (const old of this.under.querySelectorAll(`.${className}`)) old.remove();
    for (const key of keys) {
      for (const thing of this.things(key)) {
        const lamp = this.lamp(key, thing, "", "", false).node;
        lamp.setAttribute("class", `point ${className}`);
        lamp.removeAttribute("data-light");
        this.under.append(lamp);
      }
    }
  }
}

/** From an element to the page; the picture is always drawn, so there is a way. @param {SVGGraphicsElement} element */
function screenOf(element) {
  return DOMMatrix.fromMatrix(element.getScreenCTM() ?? undefined);
}

/** @param {Element} thing @param {string} key @returns {SVGGeometryElement|null} */
function outline(thing, key) {
  const tag = OUTLINE[key.split(":")[0]];
  return tag ? thing.querySelector(tag) : null;
}

/** The sheet a thing is drawn on, where it fills most of it; else the whole thing. @param {SVGGraphicsElement} thing */
function body(thing) {
  const sheet = thing.querySelector("rect");
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

/** @param {Box} box @returns {SVGGeometryElement} */
function frameShape(box) {
  return svg("rect", { ...roomy(box, ROOM.rect), rx: 10 });
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
