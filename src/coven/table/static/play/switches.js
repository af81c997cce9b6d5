// What a player may switch, and the page of keys.

import { say } from "../words.js";
import { button, byId, el } from "./dom.js";
import { SPEEDS, lively, setSpeed, setVolume, speed, switched, turn, volume } from "./preferences.js";
import { sound } from "./sounds.js";

/** @type {import("./preferences.js").Switch[]} */
const SWITCHES = ["confirm", "on", "motion", "curtain", "sound"]; // the last beside how loud it is
const KEYS = [
  ["1 … 9", "keys.digits"], ["← ↑ → ↓", "keys.arrows"], ["Enter", "keys.enter"], ["Esc", "keys.escape"], ["R", "keys.turn"],
  ["U", "keys.undo"], ["H", "keys.hint"], ["C", "keys.chat"], ["I", "keys.ask"], ["␣", "keys.next"], ["?", "keys.help"],
];

/** Fill the menu of switches. */
export function showSwitches() {
  byId("switches").replaceChildren(...SWITCHES.map((name) => {
    const box = el("input", { type: "checkbox", onchange: () => { turn(name, box.checked); calm(); } });
    box.checked = switched(name);
    return el("label", { class: "check", "data-about": name }, box, el("span", {}, say(`switch.${name}`)));
  }), loudness(), paces());
  calm();
  byId("keys-help").addEventListener("click", toggleKeys);
}

/** How quickly others' turns are played. */
function paces() {
  const menu = el("select", {}, ...SPEEDS.map((one) => el("option", {}, say(`speed.${one}`))));
  menu.selectedIndex = SPEEDS.indexOf(speed());
  menu.addEventListener("change", () => setSpeed(SPEEDS[menu.selectedIndex]));
  return el("label", { class: "field", "data-about": "speed" }, el("span", {}, say("speed.label")), menu);
}

/** How loud it is. */
function loudness() {
  const slider = el("input", { type: "range", min: 0, max: 100, step: 5 });
  slider.value = String(volume());
  slider.addEventListener("change", () => {
    setVolume(Number(slider.value));
    sound("turn");
  });
  return el("label", { class: "field", "data-about": "sound" }, el("span", {}, say("sound.label")), slider);
}

const calm = () => document.body.classList.toggle("still", !lively());

/** @type {HTMLElement|SVGElement|null} */
let before = null; // where the keyboard was

/** The small cards of the head that are open. */
export const openPops = () => [...document.querySelectorAll("details")].filter((one) => one.open && one.matches(".pop"));

/** Show or hide the keys. */
export function toggleKeys() {
  const box = byId("keys");
  box.hidden = !box.hidden;
  byId("menu", HTMLDetailsElement).open = false;
  if (box.hidden) {
    box.replaceChildren();
    return before?.focus();
  }
  const at = /** @type {HTMLElement|SVGElement|null} */ (document.activeElement);
  before = at?.closest("details.pop")?.querySelector("summary") ?? at; // the menu is closed now
  box.append(
    el("dl", {}, ...KEYS.flatMap(([key, phrase]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, say(phrase))])),
    button(say("close"), toggleKeys, { class: "small", "data-about": "keys" }));
  box.querySelector("button")?.focus();
}
