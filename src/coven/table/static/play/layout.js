// How parts are laid out on a screen: large where one acts, nothing below readable size, the rest at hand in tabs.
//
// Parts with one label stand together, as a bundle. The board and as many bundles as can be read stand beside each
// other; the others share one box, of which a bar of tabs shows one. Ways to divide the screen are tried, and of each
// the best shares; the way that shows most, and that largest, wins.

import { fitted } from "./packing.js";

/**
 * @typedef {import("./geometry.js").Box} Box
 * @typedef {import("./packing.js").Item} Item
 * @typedef {{label: string, role: string, items: Item[]}} Bundle
 * @typedef {{leaf: number}|{row: boolean, kids: Tree[], shares: number[]}} Tree leaf -1 is the box of tabs
 * @typedef {{width: number, height: number, bar: number}} Area bar: how high the tabs are
 * @typedef {{boxes: Map<number, Box>, shown: number[], tabbed: number[], tab: Box|null, worth: number}} Plan
 */

const GAP = 8;
const STEPS = [0.12, 0.05, 0.02, 0.008];
const WEIGHT = /** @type {Record<string, number>} */ ({ board: 3, own: 1.6 });
const STRIP = 110; // pixels of the board that are worth showing
const ENOUGH = 1.6; // times the least size: more is hardly worth anything
const TOO_SMALL = 120;

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
  const found = [split(true, [board, split(false, leaves)]), split(false, [board, split(true, leaves)]), split(false, [board, ...leaves])];
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

/** The best layout of bundles on an area. @param {Bundle[]} all @param {Area} area @returns {Plan} */
export function planned(all, { width, height, bar }) {
  const whole = { x: 0, y: 0, width, height };
  /** @param {Map<number, Box>} boxes @param {number[]} tabbed */
  const worth = (boxes, tabbed) => {
    let sum = 0;
    for (const [leaf, box] of boxes) {
      if (leaf >= 0) sum += worthOf(all[leaf], box);
      else {
        const inside = { ...box, y: box.y + bar, height: box.height - bar };
        const each = tabbed.map((k) => worthOf(all[k], inside));
        sum += (each.reduce((a, b) => a + b, 0) / each.length + Math.min(...each)) * 0.7;
      }
    }
    return sum;
  };
  /** @type {Plan|null} */
  let best = null;
  const others = all.map((_, k) => k).slice(1);
  for (let n = others.length; n >= 0; n--) {
    const shown = others.slice(0, n);
    const tabbed = others.slice(n);
    if (tabbed.length === 1) continue; // a tab alone is no tab
    for (const tree of ways(tabbed.length ? [...shown, -1] : shown)) {
      let boxes = place(tree, whole, new Map());
      let now = worth(boxes, tabbed);
      for (const step of STEPS) {
        for (let better = true; better; ) {
          better = false;
          for (const node of inner(tree)) {
            for (let k = 0; k + 1 < node.shares.length; k++) {
              for (const by of [step, -step]) {
                const [a, b] = [node.shares[k] + by, node.shares[k + 1] - by];
                if (a < 0.05 || b < 0.05) continue;
                [node.shares[k], node.shares[k + 1]] = [a, b];
                const tried = place(tree, whole, new Map());
                const value = worth(tried, tabbed);
                if (value > now + 1e-6) [boxes, now, better] = [tried, value, true];
                else [node.shares[k], node.shares[k + 1]] = [a - by, b + by];
              }
            }
          }
        }
      }
      // what is in sight at once is worth something beside its size
      const own = shown.filter((k) => all[k].role === "own").length;
      const value = now + 1.5 * n + 2 * own;
      if (!best || value > best.worth) best = { boxes, shown: [0, ...shown], tabbed, tab: boxes.get(-1) ?? null, worth: value };
    }
  }
  return /** @type {Plan} */ (best);
}

/**
 * The layout of a small screen: the board alone over the tabs, or a strip of it and one of the others, `open`.
 * @param {Bundle[]} all @param {Area} area @param {number|null} open @returns {Plan}
 */
export function plannedSmall(all, { width, height, bar }, open) {
  const tabbed = all.map((_, k) => k).slice(1);
  const room = height - bar;
  let strip = open === null ? room : 0;
  if (open !== null && height > width) {
    // as low as what is open can be read; what is left goes to the board
    const whole = { x: 0, y: 0, width, height: room };
    let low = room * 0.3;
    while (low < room && fitted(all[open].items, { ...whole, height: low }).readable < 1) low += room * 0.02;
    strip = Math.max(0, room - low - GAP);
    if (strip < STRIP) strip = 0;
  }
  const boxes = new Map([[0, { x: 0, y: 0, width, height: strip }]]);
  const tab = { x: 0, y: strip + (strip && open !== null ? GAP : 0), width, height: 0 };
  tab.height = height - tab.y;
  return { boxes, shown: strip ? [0] : [], tabbed, tab, worth: 0 };
}
