// Points by category and seat, as a table of numbers.

/** @param {Wire.Points[]} list */
const sum = (list) => list.reduce((all, { points }) => all + points, 0);

/**
 * The rows of the table, each a category with its points by seat, and what every seat has in all. A category that
 * gives nobody anything is left out.
 * @param {Wire.Points[][]} expected by seat
 */
export function tally(expected) {
  const categories = [...new Set(expected.flatMap((list) => list.map(({ category }) => category)))];
  const rows = categories.map((category) => ({
    category,
    points: expected.map((list) => sum(list.filter((line) => line.category === category))),
  }));
  return { rows: rows.filter(({ points }) => points.some(Boolean)), totals: expected.map(sum) };
}
