// The picture on the page: the drawing the server sends, the lights on what can be chosen, and what is seen of it.

import { lend, matrixOf, svg } from "./dom.js";

const WHOLE = { x: 0, y: 0, width: 1600, height: 1000 };
const CLOSEST = 5;
// What of a thing its light follows; of others it frames the whole.
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
    this.home = WHOLE;
    host.append(root);
    this.reset();
  }

  /** Show this part; closer views are left. */
  crop(box) {
    const same = ["x", "y", "width", "height"].every((side) => Math.abs(box[side] - this.home[side]) < 1);
    if (same) return;
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

  show(box) {
    this.box = box;
    this.root.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
  }

  /** A point of the page as one of the picture. */
  point(clientX, clientY) {
    return new DOMPoint(clientX, clientY).matrixTransform(this.root.getScreenCTM().inverse());
  }

  /** Whether a point of the picture is seen here, not cut off. */
  shows({ x, y }) {
    const { box } = this;
    return x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;
  }

  /** How many pixels one unit of the picture takes. */
  get scale() {
    return this.root.getScreenCTM().a;
  }

  /** Draw closer around a point of the picture, or back. */
  zoom(at, factor) {
    const width = Math.max(this.home.width / CLOSEST, Math.min(this.home.width, this.box.width / factor));
    const k = width / this.box.width;
    this.place({
      x: at.x - (at.x - this.box.x) * k,
      y: at.y - (at.y - this.box.y) * k,
      width,
      height: this.box.height * k,
    });
  }

  /** Move the view, never past its home. */
  place(box) {
    const within = (low, value, high) => Math.min(Math.max(low, value), Math.max(low, high));
    const home = this.home;
    this.show({
      ...box,
      x: within(home.x, box.x, home.x + home.width - box.width),
      y: within(home.y, box.y, home.y + home.height - box.height),
    });
  }
}

/**
 * A light: what glows for a key.
 * @typedef {{key: string, node: SVGGElement, shape: SVGGeometryElement, matrix: DOMMatrix, box: DOMRect, label: string, tip: string}} Light
 */

/** The drawing with its layers. */
export class Picture {
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

  /** Put a new drawing in place of the old. */
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

  /** The elements that a key names; "part:NAME" a whole part, "part:NAME:SEAT" that of a seat. */
  things(key) {
    if (key.startsWith("part:")) {
      const [, part, seat] = key.split(":");
      return [...this.drawing.querySelectorAll(`[data-part="${CSS.escape(part)}"]${seat ? `[data-seat="${CSS.escape(seat)}"]` : ""}`)];
    }
    return [...this.drawing.querySelectorAll(`[data-key="${CSS.escape(key)}"]`)];
  }

  /** From an element's own coordinates to the picture's. */
  matrix(element) {
    return DOMMatrix.fromMatrix(this.root.getScreenCTM()).inverse().multiply(DOMMatrix.fromMatrix(element.getScreenCTM()));
  }

  /** The frame of an element in the picture. */
  frame(element) {
    return framed(element.getBBox(), this.matrix(element));
  }

  /** The frame around all parts that these selectors find, with a little room; null if there are none. */
  around(selectors, room = 8) {
    let found = null;
    for (const element of this.drawing.querySelectorAll(selectors)) {
      const box = this.frame(element);
      if (!box.width) continue;
      found = found ? union(found, box) : box;
    }
    return found && { x: found.x - room, y: found.y - room, width: found.width + 2 * room, height: found.height + 2 * room };
  }

  /** The middle of a thing in the picture, or null. */
  middle(key) {
    const thing = this.things(key)[0];
    if (!thing) return null;
    const box = this.frame(outline(thing, key) ?? thing);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2, box };
  }

  /**
   * Light these keys, and no others.
   * @param {Map<string, {label: string, tip: string}>} wanted
   */
  light(wanted) {
    const focused = document.activeElement?.closest?.(".light:focus-visible")?.dataset.light;
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

  lamp(key, thing, label, tip, first) {
    const followed = outline(thing, key);
    const matrix = this.matrix(followed ?? body(thing));
    const shape = followed ? followingShape(followed) : frameShape(body(thing).getBBox());
    const halo = shape.cloneNode();
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
    const box = framed(shape.getBBox?.() ?? thing.getBBox(), matrix);
    return { key, node, shape, matrix, box: box.width ? box : this.frame(thing), label, tip };
  }

  /** The light at a point of the picture: one that holds it, else the nearest within reach. */
  lightAt(point, reach) {
    let best = null;
    let least = reach;
    for (const light of this.lights) {
      const local = point.matrixTransform(light.matrix.inverse());
      const inside = light.shape.isPointInFill(local) || light.shape.isPointInStroke(local);
      const { x, y, width, height } = light.box;
      const middle = Math.hypot(point.x - x - width / 2, point.y - y - height / 2);
      const off = inside ? -1000 + middle : light.key.startsWith("link:") ? middle : gap(point, light.box);
      if (off < least) [best, least] = [light, off];
    }
    return best;
  }

  /** Whether any shape of an element lies at a point of the picture. */
  covers(element, point) {
    return [...element.querySelectorAll("path, circle, rect")].some((shape) => {
      const local = point.matrixTransform(this.matrix(shape).inverse());
      return shape.isPointInFill(local) || shape.isPointInStroke(local);
    });
  }

  /** Whether what has been picked last lies at a point. */
  pickedAt(point) {
    const picked = [...this.under.querySelectorAll(".picked")].at(-1);
    return Boolean(picked) && this.covers(picked, point);
  }

  /** Point out things without making them choices: a lesson's, a hint's, the cells of a group. */
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

function outline(thing, key) {
  const tag = OUTLINE[key.split(":")[0]];
  return tag ? thing.querySelector(tag) : null;
}

/** The sheet a thing is drawn on, where it fills most of it; else the whole thing. */
function body(thing) {
  const sheet = thing.querySelector("rect");
  if (!sheet) return thing;
  const [inner, outer] = [sheet.getBBox(), thing.getBBox()];
  return inner.width * inner.height > 0.6 * outer.width * outer.height ? sheet : thing;
}

/** The same line as a drawn one, a circle a little wider. */
function followingShape(followed) {
  if (followed.tagName === "path") return svg("path", { d: followed.getAttribute("d") });
  const number = (name) => Number(followed.getAttribute(name) ?? 0);
  return svg("circle", { cx: number("cx"), cy: number("cy"), r: number("r") + ROOM.circle });
}

function frameShape({ x, y, width, height }) {
  const room = ROOM.rect;
  return svg("rect", { x: x - room, y: y - room, width: width + 2 * room, height: height + 2 * room, rx: 10 });
}

function framed({ x, y, width, height }, matrix) {
  const corners = [[x, y], [x + width, y], [x, y + height], [x + width, y + height]];
  const points = corners.map(([px, py]) => new DOMPoint(px, py).matrixTransform(matrix));
  const xs = points.map((point) => point.x);
  const ys = points.map((point) => point.y);
  const left = Math.min(...xs);
  const top = Math.min(...ys);
  return new DOMRect(left, top, Math.max(...xs) - left, Math.max(...ys) - top);
}

function union(a, b) {
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  return new DOMRect(x, y, Math.max(a.x + a.width, b.x + b.width) - x, Math.max(a.y + a.height, b.y + b.height) - y);
}

/** How far a point is from a frame. */
function gap(point, { x, y, width, height }) {
  return Math.hypot(Math.max(x - point.x, 0, point.x - x - width), Math.max(y - point.y, 0, point.y - y - height));
}
