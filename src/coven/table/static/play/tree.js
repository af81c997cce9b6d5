// The tree of choices the server sends: a question opens inside, a leaf is a move.

/**
 * A choice of the server, or several that one thing stands for.
 * @typedef {Wire.Choice & {several?: true}} Node
 * @typedef {{first: Node, second: Node}} Way where both halves of a tile lie
 * @typedef {{node: Node, ways: Way[]}} Held a tile that was picked up
 */

/** The move that a choice leads to, or the first of them. @param {Node} node @returns {Node} */
export const leafOf = (node) => (isLeaf(node) ? node : leafOf(node.inside[0]));

/**
 * The way walked down, with questions that have a single answer answered by themselves.
 * @param {Node[]} choices @param {Node[]} path
 */
export function trail(choices, path) {
  /** @type {Node[]} */
  const found = [];
  let level = choices;
  let walked = 0;
  for (;;) {
    if (walked < path.length) {
      found.push(path[walked]);
      level = path[walked++].inside;
    } else if (level.length === 1 && level[0].inside.length) {
      found.push(level[0]);
      level = level[0].inside;
    } else return { steps: found, level };
  }
}

/**
 * What a pointer can touch next: the nodes by key. Nodes without a touch, and those of the thing already held, are
 * looked through.
 * @param {Node[]} level @param {string} [holding]
 */
export function reach(level, holding = "") {
  /** @type {Map<string, Node[]>} */
  const found = new Map();
  /** @param {Node[]} nodes */
  const look = (nodes) => {
    for (const node of nodes) {
      if (node.touch && node.touch !== holding) {
        const same = found.get(node.touch);
        if (same) same.push(node);
        else found.set(node.touch, [node]);
      } else look(node.inside);
    }
  };
  look(level);
  return found;
}

/** Several choices that the same thing stands for, as one question. @param {Node[]} nodes @returns {Node} */
export const together = (nodes) => ({ ...nodes[0], label: "", question: "", gives: null, marks: null, halves: false, move: null, inside: nodes, several: true });

/** @param {Node} node */
export const isLeaf = (node) => node.move !== null;

/** The only move there is; null where there is something to choose. @param {Node[]} level */
export const onlyMove = (level) => (level.length === 1 && isLeaf(level[0]) ? level[0] : null);

/**
 * The node whose move has this text, and the way to it.
 * @param {Node[]} level @param {string} text @param {Node[]} [way] @returns {Node[]|null}
 */
export function wayTo(level, text, way = []) {
  for (const node of level) {
    if (isLeaf(node) && node.text === text) return [...way, node];
    const found = wayTo(node.inside, text, [...way, node]);
    if (found) return found;
  }
  return null;
}

/**
 * The steps from a level to a node, through those between; of a node that is not there, itself.
 * @param {Node[]} level @param {Node} node @returns {Node[]}
 */
export function wayDown(level, node) {
  /** @param {Node[]} nodes @returns {Node[]|null} */
  const find = (nodes) => {
    for (const one of nodes) {
      if (one === node) return [one];
      const deeper = find(one.inside);
      if (deeper) return [one, ...deeper];
    }
    return null;
  };
  return find(level) ?? [node];
}

/**
 * The path without its last step, and without those that would be taken again by themselves.
 * @param {Node[]} choices @param {Node[]} path
 */
export function shorter(choices, path) {
  let left = path.slice(0, -1);
  while (left.length && trail(choices, left.slice(0, -1)).steps.length >= left.length) left = left.slice(0, -1);
  return left;
}

/** The thing of two halves that is held, if the last step picked one up. @param {Node[]} steps @returns {Held|null} */
export function held(steps) {
  const node = steps.at(-1);
  if (!node?.halves) return null;
  const ways = node.inside.flatMap((first) => first.inside.map((second) => ({ first, second })));
  return { node, ways };
}
