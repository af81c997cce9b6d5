// Moments: each has a small staging of its own, over what it happened to. Where nothing may move there is none.

import { matrixOf, seatMark, svg } from "./dom.js";
import { around, middle } from "./geometry.js";
import { lively } from "./preferences.js";

/**
 * @typedef {import("./geometry.js").Box} Box
 * @typedef {{box: Box, sheet: Box, thing: SVGGraphicsElement|null, winners: number[], matrix: (thing: SVGGraphicsElement) => DOMMatrix}} Stage
 * @typedef {[SVGElement, Keyframe[], KeyframeAnimationOptions]} Act what appears, and how it moves
 */

const LASTS = 1500;
const SPARKS = 12;
const STARS = 26;
const STAR = "M0,-9L2.4,-2.8L9,-2.4L3.9,1.8L5.6,8.2L0,4.6L-5.6,8.2L-3.9,1.8L-9,-2.4L-2.4,-2.8Z";
const TICK = "M-26,2L-8,22L28,-24";
const MARK = 120; // pixels of the winner's mark
const WHOLE = ["last", "end"]; // moments of the whole table

/** A star that goes from one place to another. @param {number[]} from @param {number[]} to @param {KeyframeAnimationOptions} [options] @returns {Act} */
const star = ([x, y], [u, v], options = {}) => [
  svg("path", { d: STAR }),
  [{ transform: `translate(${x}px, ${y}px) scale(0.3)`, opacity: 1 }, { opacity: 1, offset: 0.6 }, { transform: `translate(${u}px, ${v}px) rotate(160deg) scale(1.5)`, opacity: 0 }],
  { duration: LASTS * 0.7, easing: "ease-out", ...options },
];

/** A ring that grows or shrinks. @param {Box} box @param {number} from times as large @param {number} to @param {number} [delay] @returns {Act} */
function ring(box, from, to, delay = 0) {
  const { x, y } = middle(box);
  const r = Math.max(26, Math.min(90, Math.max(box.width, box.height) / 2));
  return [svg("circle", { cx: x, cy: y, r }), [{ transform: around(box, from), opacity: 0 }, { opacity: 1, offset: 0.4 }, { transform: around(box, to), opacity: 0 }], { duration: LASTS * 0.6, delay }];
}

/** A line that is drawn from its beginning to its end. @param {string} d @param {string} transform @param {number} [part] how much of it is seen at once; all of it stays @returns {Act} */
const drawn = (d, transform, part) => [
  svg("path", { d, transform, class: "line", pathLength: 1, "stroke-dasharray": `${part ?? 1} 2` }),
  [{ strokeDashoffset: part ?? 1, opacity: 1 }, { strokeDashoffset: part ? -1 : 0, opacity: 1, offset: 0.7 }, { strokeDashoffset: part ? -1 : 0, opacity: 0 }],
  { duration: LASTS, easing: "ease-in-out" },
];

/** @type {Record<string, (stage: Stage) => Act[]>} */
const STAGINGS = {
  /** A tick, and sparks to all sides. */
  solved({ box }) {
    const { x, y } = middle(box);
    const sparks = Array.from({ length: SPARKS }, (_, k) => {
      const [sin, cos] = [Math.sin((k / SPARKS) * 2 * Math.PI), Math.cos((k / SPARKS) * 2 * Math.PI)];
      return star([x + 20 * cos, y + 20 * sin], [x + 92 * cos, y + 92 * sin]);
    });
    return [...sparks, drawn(TICK, `translate(${x} ${y})`)];
  },
  /** A light runs along the connection. */
  joined({ thing, matrix, box }) {
    const path = thing?.querySelector("path:not(.halo)");
    return path ? [drawn(path.getAttribute("d") ?? "", matrixOf(matrix(/** @type {SVGPathElement} */ (path))), 0.3)] : [ring(box, 0.5, 1.4)];
  },
  /** A ring closes around the place. */
  stood: ({ box }) => [ring(box, 2.4, 1)],
  /** Rings go out, as from a stone in water. */
  scored: ({ box }) => [ring(box, 0.4, 1.7), ring(box, 0.4, 2.3, 180)],
  /** Twice, said twice. */
  doubled({ box }) {
    const { x, y } = middle(box);
    return [0, 260].map((delay, k) => [
      svg("text", { x: x + (k ? 19 : -19), y: y - 16, "text-anchor": "middle" }, k ? "2" : "×"),
      [{ transform: "translateY(14px)", opacity: 0 }, { transform: "translateY(-18px)", opacity: 1, offset: 0.3 }, { transform: "translateY(-8px)", opacity: 1, offset: 0.8 }, { opacity: 0 }],
      { duration: LASTS * 0.8, delay },
    ]);
  },
  /** A light goes once round the table. */
  last: ({ sheet: { width, height } }) => [drawn(`M4,4H${width - 4}V${height - 4}H4Z`, "", 0.25)],
  /** The winners' marks, and stars that fall. */
  end({ sheet, winners }) {
    if (!winners.length) return [];
    const { width, height } = sheet;
    const { x, y } = middle(sheet);
    const stars = Array.from({ length: STARS }, (_, k) => {
      const across = ((k * 0.618) % 1) * width; // evenly, in no order
      return star([across, -20], [across + 30 * ((k % 3) - 1), height * (0.6 + 0.4 * ((k * 0.37) % 1))], { delay: (k % 7) * 120, duration: LASTS * 1.3, easing: "ease-in" });
    });
    const marks = winners.map((seat, k) => {
      const across = x + (k - (winners.length - 1) / 2) * MARK;
      const mark = svg("g", { class: `mark seat${seat}`, transform: `translate(${across} ${y}) scale(${MARK / 28})` }, ...seatMark(seat).childNodes);
      return /** @type {Act} */ ([svg("g", {}, mark), [{ transform: around(sheet, 0.2), opacity: 0 }, { transform: around(sheet, 1.15), opacity: 1, offset: 0.3 }, { transform: around(sheet, 1), opacity: 1, offset: 0.8 }, { transform: around(sheet, 1), opacity: 0 }], { duration: LASTS * 1.6 }]);
    });
    return [...stars, ...marks];
  },
};

/** Stage the moment that lines tell of, if there is one. @param {import("./table.js").Table} table @param {Wire.LogLine[]} lines */
export async function stageMoment({ picture, motion, sight }, lines) {
  const line = lines.filter(({ moment }) => moment in STAGINGS).at(-1);
  if (!line || !lively() || document.hidden) return;
  const thing = line.things.flatMap((key) => picture.subjects(key)).find((one) => picture.seen(one)) ?? null;
  if (!thing && !WHOLE.includes(line.moment)) return;
  const { clientWidth: width, clientHeight: height } = picture.host;
  const sheet = { x: 0, y: 0, width, height };
  const box = thing ? picture.frame(thing) : sheet;
  const acts = STAGINGS[line.moment]({ box, sheet, thing, winners: sight.winners, matrix: (one) => picture.matrix(one) });
  const group = svg("g", { class: `staged ${line.moment}` }, ...acts.map(([what]) => what));
  picture.above.append(group);
  await Promise.all(acts.map(([what, frames, options]) => motion.run(what, frames, options)));
  group.remove();
}
