// The tree of choices the server sends: a question opens inside, a leaf is a move.

/**
 * @typedef {{label: string, key: string, question: string, touch: string, gives: number|null, marks: string[]|null,
 *   ends: boolean, move: number|null, text: string|null, tip: string, inside: Node[]}} Node
 */

/** The way walked down, with questions that have a single answer answered by themselves. */
export function trail(choices, path) {
  const found = [];
  let level = choices;
  let walked = 0;
  for (;;) {
    if (walked < path.length) {
      found.push(path[walked]);
      level = path[walked++].inside;
    } else if (level.length === 1 && level[0].inside?.length) {
      found.push(level[0]);
      level = level[0].inside;
    } else return { steps: found, level };
  }
}

/** What a pointer can touch next: the nodes by key. Nodes without a touch, and those of the thing already held, are looked through. */
export function reach(level, held = "") {
  /** @type {Map<string, Node[]>} */
  const found = new Map();
  const look = (nodes) => {
    for (const node of nodes) {
      if (node.touch && node.touch !== held) {
        const same = found.get(node.touch);
        if (same) same.push(node);
        else found.set(node.touch, [node]);
      } else look(node.inside ?? []);
    }
  };
  look(level);
  return found;
}

/** Several choices that the same thing stands for, as one question. */
export const together = (nodes) => ({ ...nodes[0], label: "", question: "", gives: null, marks: null, move: null, inside: nodes, several: true });

export const isLeaf = (node) => node.move !== null && node.move !== undefined;

/** The node whose move has this text, and the way to it. */
export function wayTo(level, text, way = []) {
  for (const node of level) {
    if (isLeaf(node) && node.text === text) return [...way, node];
    const found = wayTo(node.inside ?? [], text, [...way, node]);
    if (found) return found;
  }
  return null;
}

/** The tile that is held, if the last step picked one up: its node and every way to lay it. */
export function held(steps) {
  const node = steps.at(-1);
  if (!node?.touch?.startsWith("tile:") || !node.inside[0]?.inside?.length) return null;
  const ways = node.inside.flatMap((first) => first.inside.map((second) => ({ first, second })));
  return { node, ways };
}
