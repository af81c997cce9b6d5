// Parts side by side in a box: in a row, a column or a grid, whichever lets them be largest.

/**
 * A part to be laid: its size, the smallest letters in it, and where it is many things of one size, those.
 * @typedef {import("./geometry.js").Box} Box
 * @typedef {{id: string, role: string, label: string, width: number, height: number, letters: number, each: [number, number]|null, count: number}} Item
 * @typedef {{scale: number, readable: number, places: Map<string, Box>}} Fit scale: the least of them; readable: of the least that can be read
 */

const GAP = 6;
export const LEAST = 12; // pixels of the smallest letters
const BETWEEN = 6; // things of one part, in its own units

/** The least scale at which a part can be read. @param {Item} item */
export const least = ({ letters }) => (letters ? (LEAST + 0.1) / letters : 0.55);

/** The size of a part laid in so many columns. @param {Item} item @param {number} columns */
export function sized(item, columns) {
  if (!item.each) return { width: item.width, height: item.height };
  const rows = Math.ceil(item.count / columns) || 1;
  const [w, h] = item.each;
  return { width: columns * (w + BETWEEN) - BETWEEN, height: rows * (h + BETWEEN) - BETWEEN };
}

/** How many columns suit a part that is many things best in a box. @param {Item} item @param {number} width @param {number} height */
export function columnsFor(item, width, height) {
  if (!item.each) return 1;
  let best = 1;
  let most = 0;
  for (let columns = 1; columns <= Math.max(1, item.count); columns++) {
    const size = sized(item, columns);
    const scale = Math.min(width / size.width, height / size.height);
    if (scale > most * 1.001) [best, most] = [columns, scale];
  }
  return best;
}

/** @param {Item} item @param {Box} box */
function one(item, box) {
  const size = sized(item, columnsFor(item, box.width, box.height));
  return Math.min(box.width / size.width, box.height / size.height);
}

/** Parts below each other at one width, or beside each other at one height, sharing out what there is. @param {Item[]} items @param {Box} box @param {boolean} row */
function line(items, box, row) {
  const room = (row ? box.width : box.height) - GAP * (items.length - 1);
  const across = row ? box.height : box.width;
  const need = items.map((item) => {
    const size = sized(item, columnsFor(item, row ? room / items.length : across, row ? across : room / items.length));
    return row ? (across / size.height) * size.width : (across / size.width) * size.height;
  });
  const all = need.reduce((a, b) => a + b, 0);
  const shrunk = Math.min(1, room / all);
  let at = (row ? box.x : box.y) + Math.max(0, room - all) / 2;
  return items.map((_, k) => {
    const size = need[k] * shrunk;
    const spot = row ? { ...box, x: at, width: size } : { ...box, y: at, height: size };
    at += size + GAP;
    return spot;
  });
}

/** @param {Item[]} items @param {Box} box @param {number} columns */
function grid(items, box, columns) {
  const rows = Math.ceil(items.length / columns);
  const [w, h] = [(box.width - GAP * (columns - 1)) / columns, (box.height - GAP * (rows - 1)) / rows];
  return items.map((_, k) => ({ x: box.x + (k % columns) * (w + GAP), y: box.y + Math.floor(k / columns) * (h + GAP), width: w, height: h }));
}

/** The best way to lay parts in a box. @param {Item[]} items @param {Box} box @returns {Fit} */
export function fitted(items, box) {
  const tries = items.length === 1 ? [[box]] : [line(items, box, false), line(items, box, true), ...(items.length === 4 ? [grid(items, box, 2)] : [])];
  /** @type {Fit|null} */
  let best = null;
  for (const boxes of tries) {
    const scales = items.map((item, k) => one(item, boxes[k]));
    const readable = Math.min(...items.map((item, k) => scales[k] / least(item)));
    if (!best || readable > best.readable) {
      best = { scale: Math.min(...scales), readable, places: new Map(items.map((item, k) => [item.id, boxes[k]])) };
    }
  }
  return /** @type {Fit} */ (best);
}
