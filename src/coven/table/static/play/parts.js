// The parts on their sheet: laid out for the screen, tabs for those out of sight, one drawn large when it is touched.

import { say } from "../words.js";
import { button, byId } from "./dom.js";
import { holds, hull, inside, middle, roomy } from "./geometry.js";
import { below, bundles, cornered, legible, planned, plannedSmall, titled } from "./layout.js";
import { columnsFor, fitted, least, sized, touch } from "./packing.js";

/**
 * @typedef {import("./geometry.js").Box} Box
 * @typedef {import("./picture.js").Picture} Picture
 * @typedef {import("./views.js").PartView} PartView
 * @typedef {{chosen: string|null, views: Map<string, {view: Box, led: boolean}>}} Where the open tab, and what is seen of each part
 */

const MOUSE_BAR = 34;
const TOUCH_BAR = 46;
const SMALL = 620; // pixels of the shorter side, below which the board is looked at piece by piece
const TRIED = 540; // the same for who only looks on, if the whole table can be read there
const HANDS = [5, 7]; // things a hand has room for, so that the table does not move with every card
const GLOW = 6; // units around what stands in the corner
const MARGIN = 28; // pixels around what is asked about: its glow, and a name
const PLANS = 24; // layouts that are remembered
const LARGE = 2.2; // how large a part is shown alone, at most

/** @param {Picture} picture @param {boolean} [onlooking] whether nobody acts here: then being read comes before being in sight */
export function parts(picture, onlooking = false) {
  const bar = byId("parts");
  const hint = byId("pan-hint");
  const finger = matchMedia("(pointer: coarse)");
  /** @type {string|null} */
  let chosen = null; // a bundle of the tab that shows
  /** @type {string|null} */
  let alone = null; // the part shown large
  /** @type {import("./layout.js").Plan|null} */
  let plan = null;
  /** @type {import("./layout.js").Bundle[]} */
  let all = [];
  /** @typedef {{all: import("./layout.js").Bundle[], plan: import("./layout.js").Plan, pans: boolean}} Planned */
  /** @type {Map<string, Planned>} */
  const plans = new Map(); // by what is laid where: the same comes again, and a plan takes a moment
  let litLast = ""; // what was lit when the tabs last turned to it
  let pans = false; // a small screen
  let laidFor = { width: 0, height: 0 }; // what the sheet was laid out for

  /** What is laid out, room for a whole hand included, once there is one. @returns {import("./packing.js").Item[]} */
  const items = () => [...picture.views.values()]
    .filter(({ part, bare }) => !bare && !["sheet", "corner"].includes(part.role))
    .map((view) => view.item(Math.max(view.part.pieces.length, HANDS.find((most) => view.part.pieces.length <= most) ?? 0)));

  /** @param {import("./packing.js").Item[]} laid @param {number} width @param {number} height @returns {Planned} */
  function planFor(laid, width, height) {
    const found = bundles(laid);
    if (Math.min(width, height) >= (onlooking ? TRIED : SMALL)) {
      const whole = planned(found, { width, height, bar: finger.matches ? TOUCH_BAR : MOUSE_BAR });
      if (!onlooking || legible(found, whole)) return { all: found, plan: whole, pans: false };
    }
    const open = found.findIndex(({ label, role }) => label === chosen && role !== "board");
    return { all: found, plan: plannedSmall(found, { width, height, bar: TOUCH_BAR }, open < 0 ? null : open), pans: true };
  }

  function lay() {
    const { width, height } = (laidFor = picture.fit());
    if (!width || !height || !picture.views.size) return;
    touch.least = finger.matches ? 43.5 : 36; // 44, less what a cauldron as wide as a phone may lack
    const laid = items();
    const now = JSON.stringify([width, height, laid, (onlooking || Math.min(width, height) < SMALL) && chosen]);
    const known = plans.get(now) ?? planFor(laid, width, height);
    plans.set(now, known);
    if (plans.size > PLANS) plans.delete([...plans.keys()][0]);
    ({ all, plan, pans } = known);
    const high = finger.matches || pans ? TOUCH_BAR : MOUSE_BAR;
    const { pages, tab } = plan;
    if (!pages.some((page) => named(page).includes(chosen ?? ""))) chosen = pans || !pages.length ? null : all[pages[0][0]].label;
    const open = pages.find((page) => named(page).includes(chosen ?? "")) ?? [];
    const inSight = new Set([...plan.shown, ...open].flatMap((k) => all[k].items.map(({ id }) => id)));
    showTabs(pages, tab, high);
    for (const view of picture.views.values()) if (!inSight.has(view.part.id)) view.hide();
    for (const k of plan.shown) {
      const box = /** @type {Box} */ (plan.boxes.get(k));
      if (k === 0) layBoard(all[k].items, box);
      else put(all[k].items, box, pans);
    }
    const some = open.flatMap((k) => all[k].items);
    if (tab && some.length) put(some, below(tab, high), pans || some.length === 1);
    enlarge(width, height);
  }

  /** @param {number[]} page */
  const named = (page) => page.map((k) => all[k].label);

  /** Lay parts in a box. @param {import("./packing.js").Item[]} some @param {Box} box @param {boolean} panned */
  function put(some, box, panned) {
    const { places } = fitted(some, box);
    for (const { id, role } of some) {
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

  /** The board, and what stands in its upper right corner. @param {import("./packing.js").Item[]} some @param {Box} box */
  function layBoard(some, box) {
    const views = [...picture.views.values()];
    const board = views.find(({ part }) => part.role === "board");
    const corner = views.find(({ part }) => part.role === "corner" && part.pieces.length);
    const looked = board?.closer ? middle(board.view) : null;
    const apart = pans && corner ? asideOf(corner, box) : null; // on a small screen all of the board's place is drawn on
    put(some, apart ?? box, pans);
    if (board?.closer && looked) board.centre(looked);
    if (corner && board && !pans) overlay(corner, board, box);
  }

  /** What is drawn of the part in the corner, glow included, and how large it is to be at least. @param {PartView} view */
  function inCorner(view) {
    view.node.removeAttribute("display");
    const { x, y, width, height } = view.body.getBBox();
    return { drawn: roomy({ x, y, width, height }, GLOW), scale: least(view.item()) };
  }

  /** Give what stands in the corner a place of its own. @param {PartView} view @param {Box} box @returns {Box} the board's */
  function asideOf(view, box) {
    const { drawn, scale } = inCorner(view);
    const { corner, rest } = cornered(box, { width: drawn.width * scale, height: drawn.height * scale });
    view.rank = 0;
    view.crop(corner, drawn);
    return rest;
  }

  /** What stands in a corner that the board leaves empty. @param {PartView} view @param {PartView} board @param {Box} room */
  function overlay(view, board, room) {
    const { drawn, scale: smallest } = inCorner(view);
    const scale = Math.max(board.scale, smallest);
    const [width, height] = [drawn.width * scale, drawn.height * scale];
    view.rank = 1;
    view.crop({ x: Math.min(room.x + room.width, board.spot.x + board.spot.width + 40) - width, y: room.y, width, height }, drawn);
    picture.drawing.append(view.node);
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

  /** @param {number[][]} pages @param {Box|null} box @param {number} high */
  function showTabs(pages, box, high) {
    bar.hidden = !box;
    if (!box) return;
    Object.assign(bar.style, { left: `${box.x}px`, top: `${box.y}px`, width: `${box.width}px`, height: `${high}px` });
    const titles = pages.map((page) => titled(page.map((k) => all[k])));
    const old = [...bar.children].map((tab) => tab.textContent);
    if (old.join() !== titles.join()) {
      bar.replaceChildren(...pages.map((page, k) => {
        const [label] = named(page);
        return button(titles[k], () => choose(pans && label === chosen ? null : label), { "data-about": "tab" });
      }));
    }
    for (const [k, tab] of [...bar.children].entries()) tab.setAttribute("aria-pressed", String(named(pages[k]).includes(chosen ?? "")));
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

  /** Say that a board larger than its place can be moved, until somebody does. */
  function hinted() {
    const closer = [...picture.views.values()].filter((view) => !view.away && view.closer);
    const board = closer.filter(({ part }) => part.role === "board");
    const moved = (board.length ? board : closer).map(({ spot }) => spot);
    hint.hidden = !moved.length || closer.some(({ led }) => led) || hull(moved).height < 160;
    if (hint.hidden) return;
    const { x, y, width, height } = hull(moved);
    hint.textContent = say("board.pan");
    Object.assign(hint.style, { left: `${x + width / 2}px`, top: `${board.length ? y + height - 22 : y + 4}px` }); // dice lie at the foot of their part
  }

  /** Lay the sheet out anew, if it was laid out for another size. */
  function settle() {
    const { clientWidth, clientHeight } = picture.host;
    if (clientWidth === laidFor.width && clientHeight === laidFor.height) return;
    lay();
    hinted();
    picture.moved();
  }

  // Others may change the page while they are told too: what is so then is told nobody, but is so in the next frame.
  new ResizeObserver(() => {
    settle();
    requestAnimationFrame(settle);
  }).observe(picture.host);

  return {
    show: lay,
    settle,
    /** Turn to where something can be done: the tab, and what is seen of a board that is larger than its place. @param {boolean} [turns] whether that comes first now */
    follow(turns = true) {
      if (!plan) return;
      const { pages } = plan;
      const counts = pages.map((page) => page.reduce((sum, k) => sum + lit(all[k]), 0));
      for (const [k, tab] of [...bar.children].entries()) tab.classList.toggle("news", counts[k] > 0);
      const now = [...picture.wanted.keys()].join();
      const fresh = turns && now !== litLast && Boolean(now);
      if (fresh) {
        litLast = now;
        const onBoard = pans && all.some((bundle) => bundle.role === "board" && lit(bundle));
        const open = counts[pages.findIndex((page) => named(page).includes(chosen ?? ""))];
        const best = counts.indexOf(Math.max(...counts));
        if (onBoard) chosen !== null && !open && choose(null);
        else if (counts[best] && !open) choose(all[pages[best][0]].label);
      }
      const closer = [...picture.views.values()].filter((view) => !view.away && view.closer);
      for (const view of turns ? closer : []) turnTo(view, fresh || !view.led);
      hinted();
    },
    /** Show a part alone, large; the same again: as it was. @param {PartView|null} view */
    alone(view) {
      alone = view && alone !== view.part.id ? view.part.id : null;
      lay();
      picture.moved();
    },
    /** Mark the tabs that hold these parts. @param {string[]} ids @param {string} className */
    mark(ids, className) {
      for (const [k, tab] of [...bar.children].entries()) tab.classList.toggle(className, Boolean(plan?.pages[k]?.some((n) => all[n].items.some(({ id }) => ids.includes(id)))));
    },
    /** Bring a thing into sight: its tab, or the board behind an open one, and its place there. @param {SVGGraphicsElement} thing */
    reveal(thing) {
      const view = picture.viewOf(thing);
      if (view) view.led = false;
      if (view?.away) choose(view.part.role === "board" ? null : view.part.label);
      this.turn(thing);
    },
    /** How the table is looked at. @returns {Where} */
    where: () => ({ chosen, views: new Map([...picture.views].map(([id, { view, led }]) => [id, { view, led }])) }),
    /** Look at the table as before. @param {Where} where */
    go(where) {
      choose(where.chosen);
      for (const [id, { view, led }] of where.views) {
        const part = picture.views.get(id);
        if (!part || part.away || !view.width || Math.abs(view.width / view.height - part.spot.width / part.spot.height) > 0.01) continue; // it is laid otherwise now
        part.keep(view);
        part.led = led;
      }
      picture.relight();
    },
    /** Bring the place of a thing into what is seen of its part, unless somebody has moved that. @param {SVGGraphicsElement} thing */
    turn(thing) {
      const view = picture.viewOf(thing);
      if (!view || view.away || view.led || picture.seen(thing)) return;
      view.centre(view.local(middle(picture.frame(thing))));
      picture.relight();
    },
    get enlarged() {
      return alone !== null;
    },
  };

  /** Bring what can be done on a part into what is seen of it: all of it, if there is room and nobody has moved it since it was asked. @param {PartView} view @param {boolean} free */
  function turnTo(view, free) {
    const things = /** @type {SVGGraphicsElement[]} */ ([...view.node.querySelectorAll(".lit")]);
    if (!things.length) return;
    const frames = things.map((thing) => picture.frame(thing));
    const whole = roomy(hull(frames), MARGIN);
    const room = whole.width <= view.spot.width && whole.height <= view.spot.height;
    if (free && room ? inside(whole, view.spot) : frames.some((frame) => holds(view.spot, middle(frame)))) return;
    view.centre(view.local(middle(room ? whole : frames[0])));
    picture.relight();
  }
}
