// Parts side by side in a box: in a row, a column or a grid, whichever lets them be largest.

/**
 * A part to be laid: its size, the smallest letters in it, and where it is many things of one size, those.
 * @typedef {import("./geometry.js").Box} Box
 * @typedef {{id: string, role: string, label: string, width: number, height: number, letters: number, target: number, each: [number, number]|null, count: number}} Item
 * @typedef {{scale: number, readable: number, places: Map<string, Box>}} Fit scale: the least of them; readable: of the least that can be read
 */

const GAP = 6;
export const LEAST = 12; // pixels of the smallest letters
export const touch = { least: 36 }; // pixels of the smallest thing to touch; a finger needs more
const BETWEEN = 6; // things of one part, in its own units

/** The least scale at which a part can be read and its things be touched. @param {Item} item */
export const least = ({ letters, target }) => Math.max(letters ? (LEAST + 0.1) / letters : 0.4, target ? touch.least / target : 0);

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

/**
 * Parts below each other, or beside each other: each as large for its letters as the next, none wider than there is room.
 * @param {Item[]} items @param {Box} box @param {boolean} row
 */
function line(items, box, row) {
  const room = (row ? box.width : box.height) - GAP * (items.length - 1);
  const across = row ? box.height : box.width;
  const sizes = items.map((item) => {
    const size = sized(item, row ? columnsFor(item, room / 2, across) : columnsFor(item, across, room / 2));
    return row ? [size.width, size.height] : [size.height, size.width];
  });
  const most = sizes.map(([along, wide]) => (along * across) / wide);
  const all = most.reduce((a, b) => a + b, 0);
  let need = most;
  if (all > room) {
    const wanted = sizes.map(([along], k) => along * least(items[k]));
    // the ratio at which all together fill the room
    let [low, high] = [0, 20];
    for (let n = 0; n < 24; n++) {
      const ratio = (low + high) / 2;
      if (wanted.reduce((sum, want, k) => sum + Math.min(most[k], want * ratio), 0) > room) high = ratio;
      else low = ratio;
    }
    need = wanted.map((want, k) => Math.min(most[k], want * low));
  }
  let at = (row ? box.x : box.y) + Math.max(0, room - all) / 2;
  return items.map((_, k) => {
    const spot = row ? { ...box, x: at, width: need[k] } : { ...box, y: at, height: need[k] };
    at += need[k] + GAP;
    return spot;
  });
}

/** @param {Item[]} items @param {Box} box @param {number} columns */
function grid(items, box, columns) {
  const rows = Math.ceil(items.length / columns);
  const [w, h] = [(box.width - GAP * (columns - 1)) / columns, (box.height - GAP * (rows - 1)) / rows];
  return items.map((_, k) => ({ x: box.x + (k % columns) * (w + GAP), y: box.y + Math.floor(k / columns) * (h + GAP), width: w, height: h }));
}

/** The largest on the left, the others below each other beside it. @param {Item[]} items @param {Box} box */
function beside(items, box) {
  const most = items.reduce((a, b) => (b.width * b.height > a.width * a.height ? b : a));
  const rest = items.filter((item) => item !== most);
  const width = Math.min(box.width * 0.7, (box.height * most.width) / most.height);
  const others = line(rest, { ...box, x: box.x + width + GAP, width: box.width - width - GAP }, false);
  return items.map((item) => (item === most ? { ...box, width } : others[rest.indexOf(item)]));
}

/** The best way to lay parts in a box. @param {Item[]} items @param {Box} box @returns {Fit} */
export function fitted(items, box) {
  const tries = items.length === 1 ? [[box]] : [line(items, box, false), line(items, box, true)];
  if (items.length === 3 || items.length === 4) tries.push(grid(items, box, 2));
  if (items.length > 2) tries.push(beside(items, box));
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
