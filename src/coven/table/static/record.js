// A record as a page reads it: enough to know what to do with it, the server reads the rest.

/** @typedef {{at: number, number: string}} Link the last number that a seat's actions brought, and the place of that action */
/** @typedef {{head: Record<string, string>, commitment: string, secret: string, promises: string[], nonces: string[], links: (Link|null)[]}} Seal by seat; nothing where a seat added none; with it all the record's head says */

/** The lines of a record's head by name. @param {string} text */
function linesOf(text) {
  /** @type {Record<string, string>} */
  const head = {};
  for (const line of text.split(/\r?\n\s*\r?\n/, 1)[0].split(/\r?\n/)) {
    const found = line.match(/^([\w-]+):\s*(.*)$/);
    if (found) head[found[1]] = found[2].trim();
  }
  return head;
}

/**
 * What its luck follows from; null where that was not sealed.
 * @param {string} text @returns {Seal|null}
 */
export function sealOf(text) {
  const head = linesOf(text);
  const { Commitment, Secret, Promises = "", Nonces = "", Links = "" } = head;
  /** @param {string} line */
  const bySeat = (line) => line.split(" ").map((one) => (one === "-" ? "" : one));
  const links = !Links ? [] : bySeat(Links).map((one) => {
    const [at, number] = one.split(":");
    return number ? { at: Number(at), number } : null;
  });
  return Commitment && Secret ? { head, commitment: Commitment, secret: Secret, promises: bySeat(Promises), nonces: bySeat(Nonces), links } : null;
}

/** Its actions: who, and the move. @param {string} text */
export const actionsOf = (text) => text.slice(text.search(/\r?\n\s*\r?\n/)).split(/\r?\n/).filter((line) => line.trim());

/**
 * What the head of a record says.
 * @param {string} text
 * @returns {{game: string, players: number, names: string[], over: boolean}}
 */
export function headOf(text) {
  const head = linesOf(text);
  return {
    game: head.Game ?? "",
    players: Number(head.Players),
    names: (head.Names ?? "").split(" | "),
    over: Boolean(head.Result),
  };
}
