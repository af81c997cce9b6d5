// What a page has: elements by their id, and the data the server wrote into it.

/**
 * An element of the page by its id; that it is there, and of this kind, is the page's promise.
 * @template {HTMLElement} [E=HTMLElement]
 * @param {string} id @param {new () => E} [kind] @returns {E}
 */
export function byId(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof (kind ?? HTMLElement))) throw new Error(`the page has no ${kind?.name ?? "element"} #${id}`);
  return /** @type {E} */ (found);
}

/** Data the server wrote into the page. @param {string} id */
export const told = (id) => JSON.parse(byId(id).textContent ?? "");
