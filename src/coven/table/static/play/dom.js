// Small helpers for making elements. Words of people only ever go in as text.

import { byId } from "../page.js";

export { byId };

const SVG = "http://www.w3.org/2000/svg";

/**
 * What an element is made with. Attributes that start with "on" are listeners; null and false ones are left out.
 * @typedef {{
 *   [name: string]: string|number|boolean|null|undefined|((event: never) => unknown),
 *   onclick?: ((event: MouseEvent) => unknown)|null,
 *   onsubmit?: (event: SubmitEvent) => unknown,
 * }} Attributes
 * @typedef {Node|string|null|undefined} Child
 */

/**
 * An HTML element.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {Attributes} [attributes] @param {...Child} children
 */
export function el(tag, attributes = {}, ...children) {
  return dressed(document.createElement(tag), attributes, children);
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag @param {Attributes} [attributes] @param {...Child} children
 */
export function svg(tag, attributes = {}, ...children) {
  return dressed(document.createElementNS(SVG, tag), attributes, children);
}

/** @template {Element} E @param {E} element @param {Attributes} attributes @param {Child[]} children */
function dressed(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (value === true) element.setAttribute(name, "");
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** A matrix as a transform says it. @param {Pick<DOMMatrixReadOnly, "a"|"b"|"c"|"d"|"e"|"f">} matrix */
export const matrixOf = ({ a, b, c, d, e, f }) => `matrix(${a} ${b} ${c} ${d} ${e} ${f})`;

/** A button. @param {Child} label @param {((event: MouseEvent) => unknown)|null} onclick @param {Attributes} [attributes] */
export function button(label, onclick, attributes = {}) {
  return el("button", { type: "button", onclick, ...attributes }, label);
}

const EMBLEMS = ["owl", "cat", "toad", "raven"];

/** A seat's round mark: colour, pattern and emblem. The drawings are lent by the first picture (see lend). @param {number} seat */
export function seatMark(seat) {
  return svg(
    "svg",
    { class: `mark seat${seat}`, viewBox: "-13 -13 26 26", "aria-hidden": "true" },
    svg("circle", { r: 13, fill: seat ? `url(#lent-seat${seat})` : "var(--seat0)" }),
    svg("circle", { r: 9.9, fill: `var(--seat${seat})` }),
    svg("use", { href: `#lent-emblem-${EMBLEMS[seat]}`, transform: "scale(.66)" }),
  );
}

/** Keep the emblems and patterns of a picture for the page's own marks. @param {Element} drawing */
export function lend(drawing) {
  if (document.getElementById("lent")) return;
  const defs = svg("defs");
  const names = [...EMBLEMS.map((name) => `emblem-${name}`), "seat1", "seat2", "seat3"];
  for (const name of names) {
    const found = drawing.querySelector(`[id$="-${name}"]`);
    if (!found) continue;
    const copy = /** @type {Element} */ (found.cloneNode(true));
    copy.id = `lent-${name}`;
    defs.append(copy);
  }
  document.body.append(svg("svg", { id: "lent", class: "unseen", "aria-hidden": "true" }, defs));
}

/** Keeps the newest line of a box in sight, until someone reads further up. Returns what to call after adding one. @param {HTMLElement} box */
export function followEnd(box) {
  let atEnd = true;
  const follow = () => atEnd && (box.scrollTop = box.scrollHeight);
  box.addEventListener("scroll", () => (atEnd = box.scrollHeight - box.scrollTop - box.clientHeight < 40));
  new ResizeObserver(follow).observe(box);
  return follow;
}

const ABLE = "button, summary, input, a, [tabindex]";

/** Put new nodes in place of old ones; the keyboard stays where it was. Whether it had to let go. @param {HTMLElement} box @param {...Node} nodes */
export function refill(box, ...nodes) {
  const at = document.activeElement;
  const able = () => /** @type {HTMLElement[]} */ ([...box.querySelectorAll(ABLE)]);
  const was = able().findIndex((one) => one === at);
  box.replaceChildren(...nodes);
  if (was < 0) return false;
  const now = able();
  /** @param {HTMLElement|undefined} one */
  const same = (one) => one?.tagName === at?.tagName && one?.textContent === at?.textContent;
  const next = same(now[was]) ? now[was] : now.find(same) ?? now[was] ?? now.at(-1);
  next?.focus({ preventScroll: true });
  return !next;
}

/**
 * The tabs of a group: shows one panel and hides the others; arrow keys go round.
 * @param {HTMLElement} bar @param {{id: string, label: string, about: string}[]} names
 */
export function tabs(bar, names) {
  const list = names.map(({ id, label, about }) =>
    button(label, () => pick(id), { role: "tab", "data-about": about, id: `leaf-${id}`, "aria-controls": id }),
  );
  bar.replaceChildren(...list);
  bar.addEventListener("keydown", (event) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const at = list.findIndex((tab) => tab === document.activeElement);
    const next = (at + step + list.length) % list.length;
    pick(names[next].id);
    list[next].focus();
  });
  /** @param {string} id */
  function pick(id) {
    for (const [k, tab] of list.entries()) {
      const on = names[k].id === id;
      tab.setAttribute("aria-selected", String(on));
      tab.tabIndex = on ? 0 : -1;
      if (on) tab.classList.remove("news");
      byId(names[k].id).hidden = !on;
    }
  }
  pick(names[0].id);
  return {
    pick,
    /** @param {string} id */
    mark: (id) => byId(`leaf-${id}`).classList.add("news"),
    chosen: () => names.find(({ id }) => !byId(id).hidden)?.id,
  };
}
