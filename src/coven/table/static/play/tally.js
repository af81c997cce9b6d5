// Points by source and seat, as a table of numbers.

/** @param {Wire.Points[]} list */
const sum = (list) => list.reduce((all, { points }) => all + points, 0);

/** The rows of some points, each a category with its points by seat; one that gives nobody anything is left out. @param {Wire.Points[][]} lists by seat */
function rows(lists) {
  const categories = new Map(lists.flatMap((list) => list.map(({ category, source }) => [category, source])));
  return [...categories]
    .map(([category, source]) => ({ category, source, points: lists.map((list) => sum(list.filter((line) => line.category === category))) }))
    .filter(({ points }) => points.some(Boolean));
}

/**
 * Where the points came from, what every seat has; what the end would add, and what each would have then.
 * @param {Wire.Points[][]} points by seat
 */
export function tally(points) {
  /** @param {boolean} yes */
  const part = (yes) => points.map((list) => list.filter(({ counted }) => counted === yes));
  return { rows: rows(part(true)), totals: part(true).map(sum), coming: rows(part(false)), then: points.map(sum) };
}
