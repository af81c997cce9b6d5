// Sounds, made by our own code: a few notes for each moment. None before the first click, none when switched off.

import { switched, volume } from "./preferences.js";

/**
 * A note: its pitch in hertz, when it begins and how long it lasts in seconds, its colour.
 * @typedef {[number, number, number, OscillatorType]} Note
 */

/** @type {Record<string, Note[]>} */
export const SOUNDS = {
  roll: [[180, 0, 0.05, "square"], [220, 0.07, 0.05, "square"], [160, 0.15, 0.05, "square"], [240, 0.24, 0.08, "square"]],
  drum: [[110, 0, 0.06, "square"], [110, 0.12, 0.06, "square"], [117, 0.24, 0.06, "square"], [117, 0.34, 0.06, "square"], [123, 0.44, 0.06, "square"], [123, 0.52, 0.06, "square"], [131, 0.6, 0.06, "square"], [139, 0.68, 0.1, "square"]],
  hit: [[523, 0, 0.1, "triangle"], [1047, 0.09, 0.4, "triangle"]],
  miss: [[294, 0, 0.14, "triangle"], [208, 0.13, 0.34, "triangle"]],
  solved: [[523, 0, 0.14, "triangle"], [659, 0.11, 0.14, "triangle"], [784, 0.22, 0.3, "triangle"]],
  failed: [[311, 0, 0.18, "sine"], [247, 0.16, 0.36, "sine"]],
  joined: [[392, 0, 0.12, "triangle"], [587, 0.1, 0.28, "triangle"]],
  stood: [[440, 0, 0.1, "sine"], [660, 0.08, 0.2, "sine"]],
  doubled: [[659, 0, 0.1, "triangle"], [659, 0.12, 0.1, "triangle"], [988, 0.24, 0.3, "triangle"]],
  bonus: [[587, 0, 0.1, "triangle"], [740, 0.1, 0.22, "triangle"]],
  scored: [[880, 0, 0.08, "sine"], [1109, 0.08, 0.22, "sine"]],
  trouble: [[196, 0, 0.22, "sawtooth"], [185, 0.2, 0.34, "sawtooth"]],
  omen: [[740, 0, 0.12, "sine"], [698, 0.12, 0.12, "sine"], [740, 0.24, 0.12, "sine"], [622, 0.36, 0.4, "sine"]],
  doom: [[740, 0, 0.12, "sine"], [622, 0.12, 0.12, "sine"], [523, 0.24, 0.12, "sine"], [440, 0.36, 0.14, "sawtooth"], [311, 0.5, 0.7, "sawtooth"]],
  calm: [[523, 0, 0.16, "sine"], [494, 0.14, 0.3, "sine"]],
  last: [[330, 0, 0.4, "triangle"], [330, 0.5, 0.6, "triangle"]],
  turn: [[587, 0, 0.12, "sine"], [880, 0.12, 0.22, "sine"]],
  end: [[392, 0, 0.2, "triangle"], [523, 0.18, 0.2, "triangle"], [659, 0.36, 0.2, "triangle"], [784, 0.54, 0.6, "triangle"]],
  lost: [[392, 0, 0.3, "triangle"], [311, 0.28, 0.3, "triangle"], [262, 0.56, 0.3, "triangle"], [196, 0.84, 0.8, "triangle"]],
};
const LOUD = 0.16; // at full volume

/** @type {AudioContext|null} */
let air = null;
addEventListener("pointerdown", awake, { once: true });
addEventListener("keydown", awake, { once: true });

function awake() {
  if (!air && typeof AudioContext === "function") air = new AudioContext();
}

/** Let a moment sound. @param {string} name */
export function sound(name) {
  const notes = SOUNDS[name];
  const loud = (LOUD * volume()) / 100;
  if (!air || !notes || !loud || !switched("sound") || document.hidden) return;
  for (const note of notes) play(air, note, loud);
}

/** @param {AudioContext} at @param {Note} note @param {number} loud */
function play(at, [pitch, begin, last, type], loud) {
  const start = at.currentTime + begin;
  const voice = at.createOscillator();
  const swell = at.createGain();
  voice.type = type;
  voice.frequency.value = pitch;
  swell.gain.setValueAtTime(0, start);
  swell.gain.linearRampToValueAtTime(type === "square" || type === "sawtooth" ? loud / 3 : loud, start + 0.015);
  swell.gain.exponentialRampToValueAtTime(0.0001, start + last);
  voice.connect(swell).connect(at.destination);
  voice.start(start);
  voice.stop(start + last + 0.05);
}
