// The lines of the log as the server sends them, put together.

/** @typedef {Wire.LogLine} Line */

/**
 * The log with what has newly come: the lines sent take the place of those with their numbers, and what was taken
 * back is gone.
 * @param {Line[]} log @param {Line[]} sent @param {number} last how many lines there are in all
 */
export function joinLog(log, sent, last) {
  const from = sent[0]?.n ?? last;
  return [...log.slice(0, from), ...sent].slice(0, last);
}

/** How many lines two logs begin with alike. @param {Line[]} old @param {Line[]} now */
export function alike(old, now) {
  let same = 0;
  while (same < old.length && same < now.length && old[same].text === now[same].text) same++;
  return same;
}
