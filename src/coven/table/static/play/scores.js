// Points: where they came from, and what would be added if the game ended now.

import { whole } from "../phrasing.js";
import { say } from "../words.js";
import { byId, el, seatMark } from "./dom.js";
import { lively } from "./preferences.js";
import { tally } from "./tally.js";

/** A table of points: seats across, sources down; while the game goes on with what the end would add. @param {import("./table.js").Table} table */
export function counted(table) {
  const { sight } = table;
  const seats = sight.scores.map((_, seat) => seat);
  /** @param {string} name @param {number[]} numbers @param {string} kind @param {string} [source] */
  const row = (name, numbers, kind, source) =>
    el("tr", { class: kind, "data-asks": source ? `source:${source}` : null, "data-about": source ? null : "scores" }, el("th", { scope: "row" }, el("span", {}, name)), ...numbers.map((n) => el("td", { "data-n": n }, whole(n))));
  const { rows, totals, coming, then } = tally(sight.points);
  const head = el("tr", {}, el("td"), ...seats.map((seat) => el("th", { scope: "col", "data-asks": `thing:score:${seat}` }, seatMark(seat), el("span", { class: "unseen" }, sight.names[seat]))));
  const more = coming.length ? [...coming.map(({ category, points, source }) => row(category, points, "coming", source)), row(say("scores.then"), then, "total")] : [];
  return el("table", { class: "points" }, el("thead", {}, head), el("tbody", {},
    ...rows.map(({ category, points, source }) => row(category, points, "", source)),
    row(say(sight.over ? "scores.total" : "scores.now"), totals, "total"),
    ...more));
}

/** The leaf of the book. @param {import("./table.js").Table} table */
export function showScores(table) {
  byId("scores").replaceChildren(counted(table));
}

/** Tell a final table line by line, its numbers counting up. @param {HTMLElement} shown */
export function tell(shown) {
  if (!lively()) return;
  for (const [k, row] of [...shown.querySelectorAll("tbody tr")].entries()) {
    row.animate([{ opacity: 0, transform: "translateY(6px)" }, { opacity: 1, transform: "none" }], { duration: 300, delay: k * 350, fill: "backwards" });
    for (const cell of row.querySelectorAll("td")) countUp(cell, Number(cell.dataset.n), k * 350);
  }
}

/** @param {HTMLElement} cell @param {number} points @param {number} delay */
function countUp(cell, points, delay) {
  const begin = performance.now() + delay;
  /** @param {number} now */
  const step = (now) => {
    const part = Math.max(0, Math.min(1, (now - begin) / 500));
    cell.textContent = whole(Math.round(points * part));
    if (part < 1 && cell.isConnected) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}
