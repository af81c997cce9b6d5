// The lines of the log as the server sends them, put together.

/** @typedef {Wire.LogLine} Line */

/**
 * The log with what has newly come: the lines sent take the place of those that tell of their actions, and what was
 * taken back is gone.
 * @param {Line[]} log @param {Line[]} sent @param {number} last how many actions there are in all
 */
export function joinLog(log, sent, last) {
  const from = sent[0]?.n ?? last;
  return [...log.filter(({ n, to }) => n < from && to < last), ...sent];
}

/** How many lines two logs begin with alike. @param {Line[]} old @param {Line[]} now */
export function alike(old, now) {
  let same = 0;
  while (same < old.length && same < now.length && old[same].n === now[same].n && old[same].label === now[same].label) same++;
  return same;
}

/** The lines that can be told of the first so many actions. @param {Line[]} log @param {number} at */
export const until = (log, at) => log.filter(({ n }) => n < at);

/** The lines of a log, each under the turn it belongs to. @param {Line[]} log */
export function byTurn(log) {
  /** @type {{turn: number, whose: number|null, lines: Line[]}[]} */
  const turns = [];
  for (const line of log) {
    const last = turns.at(-1);
    if (last?.turn === line.turn) last.lines.push(line);
    else turns.push({ turn: line.turn, whose: line.whose, lines: [line] });
  }
  return turns;
}

/** What a turn is called. @param {{turn: number, whose: number|null}} turn @param {string[]} names @param {string} setUp */
export const called = ({ turn, whose }, names, setUp) => (whose === null ? setUp : `${turn} · ${names[whose]}`);

/** The log as text to keep. @param {Line[]} log @param {string[]} names @param {string} setUp */
export function asText(log, names, setUp) {
  const turns = byTurn(log).map((turn) => [called(turn, names, setUp), ...turn.lines.map(({ label }) => `  ${label}`)].join("\n"));
  return `${turns.join("\n\n")}\n`;
}

/**
 * The stops on the way from one moment to another: after which action, and the lines told there. A line that is folded
 * away is told with the next one.
 * @param {Line[]} log @param {number} from actions made before @param {number} to actions made at the end
 */
export function stops(log, from, to) {
  /** @type {{at: number, lines: Line[]}[]} */
  const found = [];
  /** @type {Line[]} */
  let waiting = [];
  for (const line of toldBetween(log, from, to).sort((one, two) => one.to - two.to)) {
    const at = Math.min(to, line.to + 1);
    const last = found.at(-1);
    if (last?.at === at) last.lines.push(line); // of the same action: there is no stop after it
    else if (line.folded) waiting.push(line);
    else {
      found.push({ at, lines: [...waiting, line] });
      waiting = [];
    }
  }
  if (waiting.length) found.push({ at: to, lines: waiting });
  return found;
}

/** The lines that tell of what happened between two moments. @param {Line[]} log @param {number} from actions made before @param {number} to actions made at the end */
export const toldBetween = (log, from, to) => log.filter((line) => line.to >= from && line.n < to);

const PASSING = ["", "roll", "hit", "miss", "calm", "bonus"]; // moments that something else comes of

/** Whether a line is worth being told once more. @param {Line} line */
export const stands = ({ moment, points, folded }) => !folded && (points !== 0 || !PASSING.includes(moment));
