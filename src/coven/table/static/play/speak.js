// What a screen reader is told.

import { say } from "../words.js";
import { byId } from "./dom.js";

/** What happened and whose turn it is. @param {import("./table.js").Table} table @param {Wire.PageState|null} before */
export function speak(table, before) {
  const { sight } = table;
  const since = before ? Math.min(before.at, sight.at) : sight.at;
  const lines = table.log.filter(({ n, folded }) => n >= since && n < sight.at && !folded).slice(-6).map(({ label }) => label);
  if (sight.over) lines.push(sight.verdict);
  else if (table.acts) lines.push(say("turn.yours"), sight.prompt);
  else if (sight.actor !== null && sight.actor !== before?.actor) lines.push(say("turn.of", { name: sight.names[sight.actor] }));
  byId("spoken").textContent = lines.join(". ");
}
