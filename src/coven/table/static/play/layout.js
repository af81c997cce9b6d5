// How parts are laid out on a screen: large where one acts, nothing below readable size, the rest at hand in tabs.
//
// Parts with one label stand together, as a bundle. The board and as many bundles as can be read stand beside each
// other; the others share one box, of which a bar of tabs shows a page: as many of them as have room there. Ways to
// divide the screen are tried, and of each the best shares; the way that shows most, and that largest, wins.

import { fitted, least, sized } from "./packing.js";

/**
 * @typedef {import("./geometry.js").Box} Box
 * @typedef {import("./packing.js").Item} Item
 * @typedef {{label: string, role: string, items: Item[]}} Bundle
 * @typedef {{leaf: number}|{row: boolean, kids: Tree[], shares: number[]}} Tree leaf -1 is the box of tabs
 * @typedef {{width: number, height: number, bar: number}} Area bar: how high the tabs are
 * @typedef {{tree: Tree, shown: number[], tabbed: number[], more: number, worth: number}} Draft more: what it is worth beside sizes
 * @typedef {{boxes: Map<number, Box>, shown: number[], pages: number[][], tab: Box|null, worth: number}} Plan pages: the bundles of each tab
 */

const GAP = 8;
const STEPS = [0.14, 0.05, 0.02, 0.008];
const COARSE = 2; // steps after which ways are compared
const REFINED = 4; // ways that are looked at closely
const WEIGHT = /** @type {Record<string, number>} */ ({ board: 4, own: 2 });
const STRIP = 110; // pixels of the board that are worth showing
const ENOUGH = 1.4; // times the least size: more is hardly worth anything
const TOO_SMALL = 120;
const IN_SIGHT = 0.5; // what it is worth that a bundle is always in sight
const TOGETHER = 0.5; // what it is worth that one thing less has to be looked for
const BETWEEN = " · "; // names on one tab
const LETTER = 7.6; // pixels of a tab's name, and around it
const AROUND = 24;

/** Parts as bundles, the board first. @param {Item[]} items @returns {Bundle[]} */
export function bundles(items) {
  /** @type {Map<string, Bundle>} */
  const found = new Map();
  for (const item of items) {
    const key = item.role === "board" ? "board" : item.label || item.role;
    const bundle = found.get(key) ?? { label: item.label, role: item.role, items: [] };
    bundle.items.push(item);
    found.set(key, bundle);
  }
  const order = ["board", "own", "side", "other"];
  return [...found.values()].sort((a, b) => order.indexOf(a.role) - order.indexOf(b.role));
}

/** @param {boolean} row @param {Tree[]} kids @returns {Tree} */
const split = (row, kids) => (kids.length === 1 ? kids[0] : { row, kids, shares: kids.map(() => 1 / kids.length) });

/** Ways to divide a screen for the board and these others, in order. @param {number[]} others @returns {Tree[]} */
function ways(others) {
  const board = { leaf: 0 };
  if (!others.length) return [board];
  const leaves = others.map((leaf) => ({ leaf }));
  const found = [split(true, [board, split(false, leaves)]), split(false, [board, split(true, leaves)])];
  if (leaves.length > 1) found.push(split(false, [board, ...leaves]));
  for (let k = 1; k < leaves.length; k++) {
    const [first, rest] = [leaves.slice(0, k), leaves.slice(k)];
    found.push(split(true, [split(false, [board, split(true, rest)]), split(false, first)]));
    found.push(split(true, [split(false, [board, split(true, first)]), split(false, rest)]));
    found.push(split(false, [split(true, [board, split(false, first)]), split(true, rest)]));
    found.push(split(true, [split(false, rest), board, split(false, first)]));
  }
  return found;
}

/** Where the leaves of a tree lie. @param {Tree} tree @param {Box} box @param {Map<number, Box>} found */
function place(tree, box, found) {
  if ("leaf" in tree) {
    found.set(tree.leaf, box);
    return found;
  }
  const room = (tree.row ? box.width : box.height) - GAP * (tree.kids.length - 1);
  let at = tree.row ? box.x : box.y;
  for (const [k, kid] of tree.kids.entries()) {
    const size = room * tree.shares[k];
    place(kid, tree.row ? { ...box, x: at, width: size } : { ...box, y: at, height: size }, found);
    at += size + GAP;
  }
  return found;
}

/** Every inner node of a tree. @param {Tree} tree @returns {{row: boolean, kids: Tree[], shares: number[]}[]} */
const inner = (tree) => ("leaf" in tree ? [] : [tree, ...tree.kids.flatMap(inner)]);

/** What a bundle's size is worth; below the least that can be read it costs much. @param {Bundle} bundle @param {Box} box */
function worthOf(bundle, box) {
  const weight = WEIGHT[bundle.role] ?? 1;
  if (box.width < 60 || box.height < 60) return -TOO_SMALL * 4;
  const { scale, readable } = fitted(bundle.items, box);
  const small = readable < 1 ? -TOO_SMALL * (1 - readable) - 30 : 0;
  const size = bundle.role === "board" ? scale / 0.5 : Math.min(readable, ENOUGH) + Math.max(0, readable - ENOUGH) * 0.08;
  return small + weight * Math.log(Math.max(size, 0.05));
}

/** What a bundle is worth in the box of tabs, where one part that is too wide can be moved, unless it is one's own. @param {Bundle} bundle @param {Box} box */
function worthInTab(bundle, box) {
  const [item, ...more] = bundle.items;
  const size = least(item);
  const seen = Math.min(1, box.width / (item.width * size)) * Math.min(1, box.height / (item.height * size));
  const whole = more.length || item.each || bundle.role === "own" || seen === 1;
  return whole ? worthOf(bundle, box) : 10 * Math.log(seen) - 3;
}

/** What a tab is called. @param {Bundle[]} some */
export const titled = (some) => some.map(({ label }) => label).join(BETWEEN);

/** Square pixels without which parts can't be read. @param {Item[]} items */
const needed = (items) => items.reduce((sum, item) => {
  const { width, height } = sized(item, 1);
  return sum + width * height * least(item) ** 2;
}, 0);

/** Bundles as pages of a box, as many on each as can be read there beside each other. @param {Bundle[]} all @param {number[]} tabbed @param {Box} box @returns {number[][]} */
function paged(all, tabbed, box) {
  /** @type {number[][]} */
  const pages = [];
  for (const k of tabbed) {
    const last = pages.at(-1);
    const items = [...(last ?? []), k].flatMap((one) => all[one].items);
    if (last && needed(items) <= box.width * box.height && fitted(items, box).readable >= 1) last.push(k);
    else pages.push([k]);
  }
  return pages;
}

/** What a box of tabs is worth: its pages, and that their names have room. @param {Bundle[]} all @param {number[]} tabbed @param {Box} box */
function worthOfTabs(all, tabbed, box) {
  const pages = paged(all, tabbed, box);
  if (pages.length === 1) return -TOO_SMALL; // a tab alone is no tab
  const each = pages.flatMap((page) => {
    if (page.length === 1) return [worthInTab(all[page[0]], box)];
    const items = page.flatMap((k) => all[k].items);
    return page.map((k) => worthOf({ ...all[k], items }, box));
  });
  const names = pages.reduce((sum, page) => sum + titled(page.map((k) => all[k])).length * LETTER + AROUND, 0);
  const narrow = names > box.width ? -TOO_SMALL * (names / box.width - 1) : 0;
  return (each.reduce((a, b) => a + b, 0) / each.length + Math.min(...each)) * 0.7 + TOGETHER * (tabbed.length - pages.length) + narrow;
}

/** What is left of a box below a bar. @param {Box} box @param {number} bar @returns {Box} */
export const below = (box, bar) => ({ ...box, y: box.y + bar, height: box.height - bar });

/** The best layout of bundles on an area. @param {Bundle[]} all @param {Area} area @returns {Plan} */
export function planned(all, { width, height, bar }) {
  const whole = { x: 0, y: 0, width, height };
  const others = all.map((_, k) => k).slice(1);
  /** @param {Draft} draft */
  const judge = ({ tree, tabbed }) => {
    let sum = 0;
    for (const [leaf, box] of place(tree, whole, new Map())) {
      if (leaf >= 0) sum += worthOf(all[leaf], box);
      else sum += worthOfTabs(all, tabbed, below(box, bar));
    }
    return sum;
  };
  /** @type {Draft[]} */
  const drafts = [];
  for (let n = others.length; n >= 0; n--) {
    const [shown, tabbed] = [others.slice(0, n), others.slice(n)];
    if (tabbed.length === 1) continue; // a tab alone is no tab
    // what is in sight at once is worth something beside its size
    const more = IN_SIGHT * n + 2.5 * shown.filter((k) => all[k].role === "own").length;
    for (const tree of ways(tabbed.length ? [...shown, -1] : shown)) drafts.push({ tree, shown, tabbed, more, worth: 0 });
  }
  for (const draft of drafts) shared(draft, STEPS.slice(0, COARSE), judge);
  const best = drafts.sort((a, b) => b.worth + b.more - a.worth - a.more).slice(0, REFINED);
  for (const draft of best) shared(draft, STEPS.slice(COARSE), judge);
  const { tree, shown, tabbed, worth } = best.reduce((a, b) => (b.worth + b.more > a.worth + a.more ? b : a));
  const boxes = place(tree, whole, new Map());
  const tab = boxes.get(-1) ?? null;
  return { boxes, shown: [0, ...shown], pages: tab ? paged(all, tabbed, below(tab, bar)) : [], tab, worth };
}

/** Whether all that is always in sight can be read. @param {Bundle[]} all @param {Plan} plan */
export const legible = (all, { shown, boxes }) => shown.every((k) => fitted(all[k].items, /** @type {Box} */ (boxes.get(k))).readable > 0.99);

/** Find the best shares of a way to divide a screen, in smaller and smaller steps. @param {Draft} draft @param {number[]} steps @param {(draft: Draft) => number} judge */
function shared(draft, steps, judge) {
  draft.worth = judge(draft);
  for (const step of steps) {
    for (let better = true; better; ) {
      better = false;
      for (const { shares } of inner(draft.tree)) {
        for (let k = 0; k + 1 < shares.length; k++) {
          for (const by of [step, -step]) {
            if (shares[k] + by < 0.05 || shares[k + 1] - by < 0.05) continue;
            shares[k] += by;
            shares[k + 1] -= by;
            const worth = judge(draft);
            if (worth > draft.worth + 1e-6) [draft.worth, better] = [worth, true];
            else {
              shares[k] -= by;
              shares[k + 1] += by;
            }
          }
        }
      }
    }
  }
}

/**
 * The layout of a small screen: the board alone over the tabs, or a strip of it and one of the others, `open`.
 * @param {Bundle[]} all @param {Area} area @param {number|null} open @returns {Plan}
 */
export function plannedSmall(all, { width, height, bar }, open) {
  const pages = all.map((_, k) => [k]).slice(1);
  const room = height - bar;
  let strip = open === null ? room : 0;
  if (open !== null && height > width) {
    // as low as what is open can be read; what is left goes to the board
    const [item, ...more] = all[open].items;
    const wide = !more.length && !item.each && item.width * least(item) > width; // it is moved from side to side
    let low = room * 0.3;
    while (low < room && (wide ? low < item.height * least(item) : fitted(all[open].items, { x: 0, y: 0, width, height: low }).readable < 1)) low += room * 0.02;
    strip = Math.max(0, room - low - GAP);
    if (strip < STRIP) strip = 0;
  }
  const boxes = new Map([[0, { x: 0, y: 0, width, height: strip }]]);
  const tab = { x: 0, y: strip + (strip && open !== null ? GAP : 0), width, height: 0 };
  tab.height = height - tab.y;
  return { boxes, shown: strip ? [0] : [], pages, tab, worth: 0 };
}

/**
 * A box divided for the board and for what stands in its upper right corner: in a row above it or a column beside it,
 * whichever leaves the board more.
 * @param {Box} box @param {{width: number, height: number}} size @returns {{corner: Box, rest: Box}}
 */
export function cornered(box, { width, height }) {
  const above = { ...box, y: box.y + height + GAP, height: box.height - height - GAP };
  const beside = { ...box, width: box.width - width - GAP };
  const rest = above.width * above.height > beside.width * beside.height ? above : beside;
  return { corner: { x: box.x + box.width - width, y: box.y, width, height }, rest };
}
