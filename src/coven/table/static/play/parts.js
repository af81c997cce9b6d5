// On a narrow screen the picture is shown in two panes: the board, and one other part chosen by tabs.

import { told } from "../page.js";
import { button, byId } from "./dom.js";
import { holds, middle } from "./geometry.js";

/**
 * How the game's picture is divided; {seat} in a selector is the seat that looks. Null: not at all.
 * @typedef {import("./geometry.js").Box} Box
 * @type {{board: string|Box, tabs: {label: string, find: string}[]}|null}
 */
const plan = told("panes");
const narrow = matchMedia("(max-width: 760px), (max-aspect-ratio: 1/1) and (max-width: 1000px)");

const tabs = () => [...byId("parts").children];
/** @param {Element} tab */
const partOf = (tab) => tab.textContent ?? "";

/** @param {import("./picture.js").Picture} picture */
export function parts(picture) {
  /** @type {string|null} */
  let chosen = null;
  let seat = 0;
  /** @type {Map<string, Box>} */
  let boxes = new Map();

  function crop() {
    if (!plan) return;
    document.body.classList.toggle("narrow", narrow.matches);
    if (!narrow.matches) return picture.main.crop({ x: 0, y: 0, width: 1600, height: 1000 });
    const board = typeof plan.board === "string" ? picture.around(plan.board) ?? picture.main.home : plan.board;
    picture.main.crop(board);
    byId("table").style.setProperty("--ratio", String(board.width / board.height));
    boxes = new Map();
    for (const { label, find } of plan.tabs) {
      const box = picture.around(find.replaceAll("{seat}", String(seat)), 10);
      if (box) boxes.set(label, box);
    }
    const names = [...boxes.keys()];
    const bar = byId("parts");
    if (tabs().map(partOf).join() !== names.join()) {
      bar.replaceChildren(...names.map((name) => button(name, () => choose(name))));
    }
    choose(chosen !== null && boxes.has(chosen) ? chosen : names[0]);
  }

  /** @param {string} name */
  function choose(name) {
    chosen = name;
    for (const tab of tabs()) tab.setAttribute("aria-pressed", String(partOf(tab) === name));
    const box = boxes.get(name);
    if (box) picture.closeUp.crop(box);
  }

  /** @param {Box} box */
  const lit = (box) => picture.lights.filter((light) => holds(box, middle(light.box))).length;
  narrow.addEventListener("change", crop);

  return {
    /** @param {Wire.Sight} sight */
    show(sight) {
      seat = sight.seat ?? 0;
      crop();
    },
    /** Turn to where something can be done; more room for the pane that needs it. */
    follow() {
      if (!narrow.matches) return;
      const onBoard = lit(picture.main.home);
      const counts = new Map([...boxes].map(([name, box]) => [name, lit(box)]));
      for (const tab of tabs()) tab.classList.toggle("news", Boolean(counts.get(partOf(tab))));
      const best = [...counts].sort((a, b) => b[1] - a[1])[0];
      if (best?.[1] && !counts.get(chosen ?? "")) choose(best[0]);
      byId("table").classList.toggle("close", picture.lights.length > 0 && !onBoard);
    },
  };
}
