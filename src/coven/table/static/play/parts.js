// On a narrow screen the picture is shown in two panes: the board, and one other part chosen by tabs.

import { say } from "../words.js";
import { button, byId } from "./dom.js";
import { holds, middle } from "./geometry.js";

const narrow = matchMedia("(max-width: 760px), (max-aspect-ratio: 1/1) and (max-width: 1000px)");

const tabs = () => [...byId("parts").children];
/** @param {Element} tab */
const partOf = (tab) => tab.getAttribute("data-part") ?? "";

/** @param {number} seat */
const own = (seat) => `[data-part="player"][data-seat="${seat}"]`;
/**
 * @typedef {import("./geometry.js").Box} Box
 * @type {Record<string, {board: string|Box, tabs: [string, (seat: number) => string][]}>}
 */
const PARTS = {
  witchstone: {
    board: '[data-part="ball"], [data-part="pentagram"], [data-part="now"], [data-part="stack"]',
    tabs: [
      ["mine", own],
      ["shelves", () => '[data-part="shelves"]'],
      ["scrolls", () => '[data-part="scrolls"]'],
      ["wand", () => '[data-part="wand"]'],
      ["others", (seat) => `[data-part="player"]:not([data-seat="${seat}"])`],
    ],
  },
  witches: {
    board: { x: 14, y: 12, width: 1212, height: 756 }, // what is drawn of the land goes on behind its frame
    tabs: [
      ["hand", () => '[data-part="hand"]'],
      ["dice", () => '[data-part="now"], [data-part="attempt"], [data-part="dice"], [data-part="trainees"], [data-part="arriving"]'],
      ["mine", own],
      ["others", (seat) => `[data-part="player"]:not([data-seat="${seat}"])`],
    ],
  },
};

/** @param {import("./picture.js").Picture} picture */
export function parts(picture) {
  /** @type {string|null} */
  let chosen = null;
  let game = "";
  let seat = 0;
  /** @type {Map<string, Box>} */
  let boxes = new Map();

  function crop() {
    const plan = PARTS[game];
    if (!plan) return;
    document.body.classList.toggle("narrow", narrow.matches);
    if (!narrow.matches) return picture.main.crop({ x: 0, y: 0, width: 1600, height: 1000 });
    const board = typeof plan.board === "string" ? picture.around(plan.board) ?? picture.main.home : plan.board;
    picture.main.crop(board);
    byId("table").style.setProperty("--ratio", String(board.width / board.height));
    boxes = new Map();
    for (const [name, find] of plan.tabs) {
      const box = picture.around(find(seat), 10);
      if (box) boxes.set(name, box);
    }
    const names = [...boxes.keys()];
    const bar = byId("parts");
    if (tabs().map(partOf).join() !== names.join()) {
      bar.replaceChildren(...names.map((name) => button(say(`part.${name}`), () => choose(name), { "data-part": name })));
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
      [game, seat] = [sight.game, sight.seat ?? 0];
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
