// What is said until it is no longer so: that a rematch waits, that somebody's time is nearly or wholly up.

import { toast } from "../toast.js";
import { say } from "../words.js";
import { button, byId, el } from "./dom.js";
import { rematch } from "./ending.js";
import { first } from "./preferences.js";
import { left } from "./seats.js";

/** @typedef {import("./table.js").Table} Table */

const LITTLE = 30; // seconds that are worth a warning
const PRESSED = "coven.press"; // that a long press explains was said

/** @param {Table} table */
export function showNotices(table) {
  if (!table.sight) return;
  const box = byId("notices");
  const waits = Boolean(table.next && table.sight.over && table.mine.length);
  const said = waits ? [say("end.ready")] : table.sight.over ? [] : clocks(table);
  if (box.dataset.said === said.join("\n")) return; // a screen reader says it once
  box.dataset.said = said.join("\n");
  box.replaceChildren(...said.map((line) => el("p", {}, line)));
  if (waits) box.append(button(say("end.sit"), () => rematch(table), { class: "main small", "data-about": "rematch" }));
  box.hidden = !said.length;
}

/** Whose time is up, and whose nearly. @param {Table} table */
function clocks(table) {
  return table.seats.flatMap((facts) => {
    const { seat, clock, kind, stand_in: bot } = facts;
    if (clock === null || kind !== "human" || bot) return [];
    const seconds = left(table, facts, clock);
    const name = table.sight.names[seat];
    const own = table.mine.includes(seat) ? ".own" : "";
    if (seconds <= 0) return [say(`clock.up${own}`, { name })];
    return seconds <= LITTLE && table.runs === seat ? [say(`clock.little${own}`, { name })] : [];
  });
}

/** Fingers can't rest on a thing to be told of it: say once what they can do. */
export function teachPress() {
  if (matchMedia("(pointer: coarse)").matches && first(PRESSED)) toast(say("touch.press"));
}
