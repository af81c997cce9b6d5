// Following the table: what has come is shown event by event on the way to what is.

/** @typedef {import("./table.js").Table} Table */

const AGAIN = 1000; // until a moment that did not come is asked for again
const TRIES = 4; // before it is left out

/** Show what has come, event by event. @param {Table} table */
export async function catchUp(table) {
  table.showing = true;
  try {
    while (table.target) {
      const { target } = table;
      const [stop] = stops(table, target);
      const passing = stop && stop.at < target.at ? await moment(table, stop.at) : null;
      if (table.target !== target) continue;
      if (!passing || table.looking !== null || table.jump) table.target = null;
      if (stop && table.looking === null && !table.jump) await play(table, passing ?? target, stop);
      if (!table.target) {
        table.theatre.close();
        table.turning.over(target.over || table.mine.includes(target.actor ?? -1));
        await table.present(target, false);
      }
    }
  } finally {
    table.theatre.close();
    table.showing = false;
  }
}

/** What is told on the way to a newer sight. @param {Table} table @param {Wire.PageState} target */
function stops(table, target) {
  const { sight } = table;
  if (!sight || table.jump || table.looking !== null || target.seat !== sight.seat || target.at < sight.at) return [];
  if (!sight.at && sight.actor === null) return []; // the deal: whoever waited for it wants to play
  const found = table.theatre.way(table.log, sight.at, target.at, table.seat);
  // One's own move shows by itself; what luck and the others make of it is told, and every roll.
  const own = found.length === 1 && table.acts && found[0].lines.every(({ seat, dice }) => seat === table.seat && !dice.length) && target.actor === table.seat;
  return own ? [] : found;
}

/** One stop of the theatre: its dice, then the table as it was then, and what happened. @param {Table} table @param {Wire.PageState} sight @param {import("./theatre.js").Stop} stop */
async function play(table, sight, stop) {
  await table.theatre.roll(stop);
  if (table.jump) return; // there was no time to see it
  const told = stop.lines.filter(({ seat }) => seat !== table.seat);
  table.turning.to(told); // now, so that things are seen to leave; what was not there yet is turned to when it has come
  const shown = table.present({ ...sight, choices: [], lesson: null }, true, told);
  await table.theatre.tell(stop);
  await shown;
}

/** The table as it was, asked for again if the server has too much to do; null if it does not answer. @param {Table} table @param {number} at @returns {Promise<Wire.PageState|null>} */
async function moment(table, at) {
  const told = table.moments.get(at);
  if (told && told.seat === table.seat) return told;
  for (let tries = 0; tries < TRIES; tries++) {
    const sight = await table.fetchSight(at).catch(() => null);
    if (sight) return sight;
    await new Promise((done) => setTimeout(done, AGAIN));
  }
  return null;
}

/** Play once more what happened since an action. @param {Table} table @param {number} at */
export async function playAgain(table, at) {
  if (table.showing) return;
  const now = table.sight;
  try {
    const then = await table.fetchSight(at);
    if (table.sight !== now) return;
    table.jump = true;
    await table.present({ ...then, choices: [], lesson: null }, true);
  } catch (error) {
    table.refuse(error);
  }
  table.receive(now);
}
