// Reckoning with points and frames of the picture.

/**
 * @typedef {{x: number, y: number}} Point
 * @typedef {{x: number, y: number, width: number, height: number}} Box
 */

export const SIXTHS = 6; // ways a hex tile can be turned

/** @param {Box} box @returns {Point} */
export const middle = ({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 });

/** How far the middles of two frames are apart. @param {Box} a @param {Box} b */
export function distance(a, b) {
  const [from, to] = [middle(a), middle(b)];
  return Math.hypot(from.x - to.x, from.y - to.y);
}

/** A frame with room around it. @param {Box} box @param {number} room @returns {Box} */
export const roomy = ({ x, y, width, height }, room) => ({ x: x - room, y: y - room, width: width + 2 * room, height: height + 2 * room });

/** Whether a point lies in a frame, its edge included. @param {Box} box @param {Point} point */
export const holds = (box, { x, y }) => x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;

/** The frame around several. @param {Box[]} boxes @returns {Box} */
export function hull(boxes) {
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  return { x, y, width: Math.max(...boxes.map((box) => box.x + box.width)) - x, height: Math.max(...boxes.map((box) => box.y + box.height)) - y };
}

/** Whether all of a frame lies in another. @param {Box} box @param {Box} outer */
export const inside = (box, outer) => holds(outer, box) && holds(outer, { x: box.x + box.width, y: box.y + box.height });

/** How far a point is from a frame. @param {Point} point @param {Box} box */
export function gap(point, { x, y, width, height }) {
  return Math.hypot(Math.max(x - point.x, 0, point.x - x - width), Math.max(y - point.y, 0, point.y - y - height));
}

/** A view moved so that it never shows past its home. @param {Box} box @param {Box} home @returns {Box} */
export function kept(box, home) {
  /** @param {number} low @param {number} value @param {number} high */
  const within = (low, value, high) => Math.min(Math.max(low, value), Math.max(low, high));
  return {
    ...box,
    x: within(home.x, box.x, home.x + home.width - box.width),
    y: within(home.y, box.y, home.y + home.height - box.height),
  };
}

/**
 * A view drawn closer around a point, which stays where it is; not wider than its home, nor closer than so many times.
 * @param {Box} box @param {Box} home @param {Point} at @param {number} factor @param {number} closest @returns {Box}
 */
export function zoomed(box, home, at, factor, closest) {
  const width = Math.max(home.width / closest, Math.min(home.width, box.width / factor));
  const k = width / box.width;
  return { x: at.x - (at.x - box.x) * k, y: at.y - (at.y - box.y) * k, width, height: box.height * k };
}

/** The transform that lays a thing of frame b over frame a. @param {Box} a @param {Box} b */
export function between(a, b) {
  const [to, from] = [middle(a), middle(b)];
  const scale = Math.max(0.2, Math.min(5, a.width / (b.width || 1)));
  return `translate(${to.x}px, ${to.y}px) scale(${scale}) translate(${-from.x}px, ${-from.y}px)`;
}

/** A thing larger or smaller, turned and lifted where it is. @param {Box} box @param {number} scale */
export function around(box, scale, degrees = 0, lift = 0) {
  const { x, y } = middle(box);
  return `translate(${x}px, ${y + lift}px) rotate(${degrees}deg) scale(${scale}) translate(${-x}px, ${-y}px)`;
}

/**
 * The nearest in a direction: straight ahead counts more than beside. Null if none lies there.
 * @template {{box: Box}} T
 * @param {T} here @param {T[]} others @param {number[]} direction one step along x and y
 */
export function ahead(here, others, [dx, dy]) {
  /** @type {T|null} */
  let next = null;
  let least = Infinity;
  const from = middle(here.box);
  for (const other of others) {
    const to = middle(other.box);
    const [x, y] = [to.x - from.x, to.y - from.y];
    const on = x * dx + y * dy;
    const cost = on + 2.2 * (Math.abs(x * dy) + Math.abs(y * dx));
    if (on > 1 && cost < least) [next, least] = [other, cost];
  }
  return next;
}

/** How a tile lies that has its halves on these points, in sixths of a turn. @param {Point} a @param {Point} b */
export function turnOf(a, b) {
  return (Math.round(Math.atan2(b.y - a.y, b.x - a.x) / (Math.PI / 3)) + SIXTHS) % SIXTHS;
}

/**
 * The next of several ways to lie, turning on from how it lies; itself if there is no other.
 * @template {{turn: number}} T
 * @param {T[]} ways @param {number} turned @param {number} step 1 clockwise, -1 the other way round
 */
export function turnedOn(ways, turned, step) {
  /** @param {T} way */
  const far = ({ turn }) => ((turn - turned) * step + SIXTHS) % SIXTHS;
  const sorted = [...ways].sort((p, q) => far(p) - far(q));
  return sorted[1] ?? sorted[0];
}
