// The parts on their sheet: laid out for the screen, tabs for those out of sight, one drawn large when it is touched.

import { say } from "../words.js";
import { button, byId } from "./dom.js";
import { holds, middle } from "./geometry.js";
import { bundles, planned, plannedSmall } from "./layout.js";
import { columnsFor, fitted, sized, touch } from "./packing.js";

/**
 * @typedef {import("./geometry.js").Box} Box
 * @typedef {import("./picture.js").Picture} Picture
 * @typedef {import("./views.js").PartView} PartView
 */

const MOUSE_BAR = 34;
const TOUCH_BAR = 46;
const SMALL = 620; // pixels of the shorter side, below which the board is looked at piece by piece
const HANDS = [5, 7]; // things a hand has room for, so that the table does not move with every card
const LARGE = 2.2; // how large a part is shown alone, at most

/** @param {Picture} picture */
export function parts(picture) {
  const bar = byId("parts");
  const hint = byId("pan-hint");
  const finger = matchMedia("(pointer: coarse)");
  /** @type {string|null} */
  let chosen = null; // the tab
  /** @type {string|null} */
  let alone = null; // the part shown large
  /** @type {import("./layout.js").Plan|null} */
  let plan = null;
  /** @type {import("./layout.js").Bundle[]} */
  let all = [];
  let planOf = "";
  let litLast = ""; // what was lit when the tabs last turned to it
  let pans = false; // a small screen

  /** What is laid out, room for a whole hand included. @returns {import("./packing.js").Item[]} */
  const items = () => [...picture.views.values()]
    .filter(({ part }) => !["sheet", "corner"].includes(part.role))
    .map((view) => view.item(Math.max(view.part.pieces.length, HANDS.find((most) => view.part.pieces.length <= most) ?? 0)));

  function lay() {
    const { width, height } = picture.fit();
    if (!width || !height || !picture.views.size) return;
    pans = Math.min(width, height) < SMALL;
    const area = { width, height, bar: finger.matches || pans ? TOUCH_BAR : MOUSE_BAR };
    touch.least = finger.matches ? 44 : 36;
    const laid = items();
    const now = JSON.stringify([area, laid, pans && chosen]);
    if (now !== planOf) {
      planOf = now;
      all = bundles(laid);
      const open = all.findIndex(({ label, role }) => label === chosen && role !== "board");
      plan = pans ? plannedSmall(all, area, open < 0 ? null : open) : planned(all, area);
    }
    if (!plan) return;
    const labels = plan.tabbed.map((k) => all[k].label);
    if (!labels.includes(chosen ?? "")) chosen = pans ? null : labels[0] ?? null;
    if (pans && !plan.shown.length) for (const { id } of all[0]?.items ?? []) picture.views.get(id)?.hide();
    showTabs(labels, plan.tab, area.bar);
    for (const view of picture.views.values()) if (!inPlan(view.part.id)) view.hide();
    for (const k of plan.shown) put(k, /** @type {Box} */ (plan.boxes.get(k)), pans);
    for (const k of plan.tabbed) {
      const box = plan.tab && { ...plan.tab, y: plan.tab.y + area.bar, height: plan.tab.height - area.bar };
      if (box && all[k].label === chosen) put(k, box, pans || all[k].items.length === 1);
      else for (const { id } of all[k].items) picture.views.get(id)?.hide();
    }
    corners();
    enlarge(width, height);
  }

  /** @param {string} id */
  const inPlan = (id) => all.some(({ items: some }) => some.some((item) => item.id === id));

  /** Lay a bundle in a box. @param {number} k @param {Box} box @param {boolean} panned */
  function put(k, box, panned) {
    const { places } = fitted(all[k].items, box);
    for (const { id, role } of all[k].items) {
      const view = picture.views.get(id);
      const spot = places.get(id);
      if (!view || !spot) continue;
      view.rank = 0;
      view.lay(moves(view, spot, role) ? spot : tight(view, spot), panned);
    }
  }

  /** Whether a part is larger than its box and can be moved there: it fills all of it. @param {PartView} view @param {Box} box @param {string} role */
  const moves = (view, box, role) => (pans && role === "board") || fitted([view.item()], box).readable < 0.99;

  /** A box no larger than the part can fill, in the middle of its own. @param {PartView} view @param {Box} box @returns {Box} */
  function tight(view, box) {
    const size = sized(view.item(), columnsFor(view.item(), box.width, box.height));
    const scale = Math.min(box.width / size.width, box.height / size.height);
    const [width, height] = [size.width * scale, size.height * scale];
    return { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width, height };
  }

  /** What lies in the board's upper right corner. */
  function corners() {
    const board = [...picture.views.values()].find(({ part }) => part.role === "board");
    if (!board || board.away || !plan) return;
    const room = plan.boxes.get(0) ?? board.spot;
    for (const view of picture.views.values()) {
      if (view.part.role !== "corner") continue;
      if (!view.part.pieces.length) {
        view.hide();
        continue;
      }
      const scale = Math.max(Math.min(board.scale, room.width / view.part.size[0]), 12.1 / (view.part.letters || 16));
      const [width, height] = view.part.size.map((side) => side * scale);
      view.rank = 1;
      view.lay({ x: Math.min(room.x + room.width, board.spot.x + board.spot.width + 40) - width - 10, y: room.y + 10, width, height }, false);
      picture.drawing.append(view.node);
    }
  }

  /** One part large over the others. @param {number} width @param {number} height */
  function enlarge(width, height) {
    const view = alone === null ? null : picture.views.get(alone);
    picture.host.classList.toggle("alone", Boolean(view));
    if (!view) return;
    const size = sized(view.item(), columnsFor(view.item(), width - 24, height - 24));
    const scale = Math.min((width - 24) / size.width, (height - 24) / size.height, LARGE);
    const [w, h] = [size.width * scale, size.height * scale];
    view.rank = 9;
    view.lay({ x: (width - w) / 2, y: (height - h) / 2, width: w, height: h }, false);
    picture.drawing.append(view.node);
    for (const other of picture.views.values()) other.node.classList.toggle("alone", other === view);
  }

  /** @param {string[]} labels @param {Box|null} box @param {number} high */
  function showTabs(labels, box, high) {
    bar.hidden = !box;
    if (!box) return;
    Object.assign(bar.style, { left: `${box.x}px`, top: `${box.y}px`, width: `${box.width}px`, height: `${high}px` });
    const old = [...bar.children].map((tab) => tab.textContent);
    if (old.join() !== labels.join()) bar.replaceChildren(...labels.map((label) => button(label, () => choose(pans && label === chosen ? null : label), { "data-about": "tab" })));
    for (const tab of bar.children) tab.setAttribute("aria-pressed", String(tab.textContent === chosen));
  }

  /** Open a tab; null: none, where a small screen shows the board. @param {string|null} label */
  function choose(label) {
    chosen = label;
    lay();
    picture.moved();
  }

  /** How many lit things a bundle has. @param {import("./layout.js").Bundle} bundle */
  function lit({ items: some }) {
    let found = 0;
    for (const { id } of some) found += picture.views.get(id)?.node.querySelectorAll(".lit").length ?? 0;
    return found;
  }

  new ResizeObserver(() => {
    lay();
    picture.moved();
  }).observe(picture.host);

  return {
    show: lay,
    /** Turn to where something can be done: the tab, and what is seen of a board that is larger than its place. */
    follow() {
      if (!plan) return;
      const counts = new Map(plan.tabbed.map((k) => [all[k].label, lit(all[k])]));
      for (const tab of bar.children) tab.classList.toggle("news", Boolean(counts.get(tab.textContent ?? "")));
      const now = [...picture.wanted.keys()].join();
      if (now !== litLast && now) {
        litLast = now;
        const onBoard = pans && all.some((bundle) => bundle.role === "board" && lit(bundle));
        const [best] = [...counts].sort((a, b) => b[1] - a[1]);
        if (onBoard) chosen !== null && !counts.get(chosen) && choose(null);
        else if (best?.[1] && !counts.get(chosen ?? "")) choose(best[0]);
      }
      const closer = [...picture.views.values()].filter((view) => !view.away && view.closer);
      for (const view of closer) turnTo(view);
      const [first] = closer;
      hint.hidden = !first || first.spot.height < 160;
      hint.textContent = first ? say("board.pan") : "";
      if (first) Object.assign(hint.style, { left: `${first.spot.x + first.spot.width / 2}px`, top: `${first.spot.y + first.spot.height - 22}px` });
    },
    /** Show a part alone, large; the same again: as it was. @param {PartView|null} view */
    alone(view) {
      alone = view && alone !== view.part.id ? view.part.id : null;
      lay();
      picture.moved();
    },
    /** Bring a part into sight: its tab, or the board behind an open one. @param {PartView} view */
    reveal({ away, part }) {
      if (away) choose(part.role === "board" ? null : part.label);
    },
    get enlarged() {
      return alone !== null;
    },
  };

  /** Bring what can be done on a part into what is seen of it. @param {PartView} view */
  function turnTo(view) {
    const things = /** @type {SVGGraphicsElement[]} */ ([...view.node.querySelectorAll(".lit")]);
    if (!things.length) return;
    const frames = things.map((thing) => middle(picture.frame(thing)));
    if (frames.some((point) => holds(view.spot, point))) return;
    const near = view.local(frames[0]);
    view.centre(near);
    picture.relight();
  }
}
