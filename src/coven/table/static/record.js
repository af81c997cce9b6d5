// A record as a page reads it: enough to know what to do with it, the server reads the rest.

/**
 * What the head of a record says.
 * @param {string} text
 * @returns {{game: string, players: number, names: string[], over: boolean}}
 */
export function headOf(text) {
  /** @type {Record<string, string>} */
  const head = {};
  for (const line of text.split(/\r?\n\s*\r?\n/, 1)[0].split(/\r?\n/)) {
    const found = line.match(/^([\w-]+):\s*(.*)$/);
    if (found) head[found[1]] = found[2].trim();
  }
  return {
    game: head.Game ?? "",
    players: Number(head.Players),
    names: (head.Names ?? "").split(" | "),
    over: Boolean(head.Result),
  };
}
