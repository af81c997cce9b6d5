"""Templates of the tree search, compiled per game (see `rule.instantiate`).

Information-set Monte-Carlo tree search: every iteration samples what the seat can't know, walks down the tree by
moves that are legal in that world, adds one move, plays on for a while by the light policy and judges where that
led. Nodes are what was done, not states, so worlds that differ in hidden facts share them. An outcome of chance
leads to a node of its own where there are few; where there are many, what follows is averaged over them.

Of many moves only the most inviting are tried at first, more the longer a node is visited (progressive widening);
among those tried the choice is by value and prior (PUCT), with values scaled to what the node has seen. The first
choice, which may be among hundreds, is guided by what a greedy bot sees: every move followed to the turn's end.
"""

import numpy as np

from coven.core.chance import word

ACTOR_CHANCE = -1
ITERATION_STREAM = 6
DEEPEST = 256  # moves of one path that are remembered
NO_NODE = -1
LONGEST_PLAYOUT = 4000
GUIDES = 16  # worlds that guide the first choice, at most
GUIDE_SCALE = 1_000_000.0

NODE = np.dtype([("first", "i4"), ("visits", "i4")], align=True)
EDGE = np.dtype(
    [
        ("value", "f8", (4,)),  # sum of every seat's prospects
        ("points", "f8", (4,)),  # sum of every seat's expected points; kept below the root only
        ("next", "i4"),
        ("move", "i4"),
        ("child", "i4"),
        ("visits", "i4"),
        ("offered", "i4"),  # how often the move was there to be chosen
        ("prior", "f4"),
    ],
    align=True,
)
# What a search is told, by place in an array of floats: see thought.Settings.
EXPLORE, WIDTH, GROWTH, HORIZON, TRUST, SHARP, FEW, POINTS = range(8)
# What a tree counts, by place in an array of integers.
NODES, EDGES, ITERATIONS = range(3)
COUNTS = 3


def find(out, n, move):
    """The place of a move in a rising list, or -1."""
    low = 0
    high = n
    while low < high:
        middle = (low + high) // 2
        if out[middle] < move:
            low = middle + 1
        else:
            high = middle
    return low if low < n and out[low] == move else -1


def new_node(nodes, counts):
    """A node without edges, or NO_NODE when there is no room."""
    at = counts[NODES]
    if at >= nodes.shape[0]:
        return NO_NODE
    counts[NODES] += 1
    nodes[at].first = -1
    nodes[at].visits = 0
    return at


def new_edge(nodes, edges, counts, node, move, prior):
    """A move below a node, with the node it leads to; -1 when there is no room."""
    at = counts[EDGES]
    if at >= edges.shape[0]:
        return -1
    child = new_node(nodes, counts)
    if child == NO_NODE:
        return -1
    counts[EDGES] += 1
    e = edges[at]
    e.move = move
    e.child = child
    e.visits = 0
    e.offered = 0
    e.prior = prior
    for seat in range(4):
        e.value[seat] = 0.0
        e.points[seat] = 0.0
    e.next = nodes[node].first
    nodes[node].first = at
    return at


def after_chance(nodes, edges, counts, node, move):
    """The node below an outcome of chance; without room the node itself."""
    at = nodes[node].first
    while at >= 0:
        if edges[at].move == move:
            return int(edges[at].child)
        at = edges[at].next
    at = new_edge(nodes, edges, counts, node, move, 0.0)
    return node if at < 0 else int(edges[at].child)


def guide_root(states, tables, seat, seed, settings, worlds, guide, moves, values, out, weights):
    """Weights of the first choice from where each move leads by the end of the turn."""
    t = tables[0]
    looked = weigh_turn(  # noqa: F821
        states, tables, 0, seat, seed, GUIDES, worlds, moves, values, out, weights
    )
    n = legal(worlds[0], t, out)  # noqa: F821
    best = -1e9
    for i in range(looked):
        best = max(best, values[i])
    for i in range(n):
        guide[i] = 1
    for i in range(looked):
        guide[find(out, n, int(moves[i]))] = 1 + int(
            GUIDE_SCALE * np.exp((values[i] - best) * settings[SHARP])
        )


def choose_edge(s, t, nodes, edges, counts, node, seat, out, n, weights, guide, settings):
    """The edge to follow from a node, new or tried; second: whether it is new. -1 when nothing can be followed."""
    tried = 0
    low = 1e9
    high = -1e9
    at = nodes[node].first
    while at >= 0:
        e = edges[at]
        if find(out, n, int(e.move)) >= 0:
            tried += 1
            e.offered += 1
            if e.visits > 0:
                q = e.value[seat] / e.visits
                low = min(low, q)
                high = max(high, q)
        at = e.next
    allowed = int(settings[WIDTH] * (nodes[node].visits + 1) ** settings[GROWTH]) + 1
    if tried < n and tried < allowed:
        if node == 0 and n > 1:
            weights[:n] = guide[:n]
        else:
            appeals(s, t, out, n, weights)  # noqa: F821
        total = 0
        for i in range(n):
            total += weights[i]
        at = nodes[node].first
        while at >= 0:
            i = find(out, n, int(edges[at].move))
            if i >= 0:
                weights[i] = -1
            at = edges[at].next
        best = 0
        for i in range(1, n):
            if weights[i] > weights[best]:
                best = i
        at = new_edge(nodes, edges, counts, node, int(out[best]), weights[best] / total)
        if at >= 0:
            edges[at].offered = 1
            return at, True
    spread = max(high - low, 0.01)
    chosen = -1
    best_score = -1e18
    at = nodes[node].first
    while at >= 0:
        e = edges[at]
        if find(out, n, int(e.move)) >= 0:
            q = (e.value[seat] / e.visits - low) / spread if e.visits > 0 else 0.5
            score = q + settings[EXPLORE] * np.sqrt(e.prior * e.offered) / (1.0 + e.visits)
            if score > best_score:
                best_score = score
                chosen = at
        at = e.next
    return chosen, False


def play_ahead(s, t, turns, seed, ply, out, weights):
    """So many turns by the light policy."""
    mark = turn_mark(s)  # noqa: F821
    for step in range(LONGEST_PLAYOUT):
        who = actor(s)  # noqa: F821
        if who < ACTOR_CHANCE:
            return
        now = turn_mark(s)  # noqa: F821
        if now != mark:
            turns -= 1
            mark = now
            if turns <= 0:
                return
        if who == ACTOR_CHANCE:
            move = decide_chance(s, t, seed, ply + step, out, weights)  # noqa: F821
        else:
            move = light_move(s, t, seed, ply + step, out, weights)  # noqa: F821
        apply(s, t, move)  # noqa: F821


def evaluate(s, t, settings, seed, ply, prospects, later, out, weights):
    """Prospects when the turn has been finished by inviting moves, and after some more turns by the light policy."""
    finish_turn(s, t, turn_mark(s), seed ^ 1, out, weights)  # noqa: F821
    outlook(s, t, prospects)  # noqa: F821
    if settings[HORIZON] > 0 and actor(s) >= ACTOR_CHANCE:  # noqa: F821
        play_ahead(s, t, int(settings[HORIZON]), seed, ply, out, weights)
        outlook(s, t, later)  # noqa: F821
        for seat in range(4):
            prospects[seat] = settings[TRUST] * prospects[seat] + (1.0 - settings[TRUST]) * later[seat]


def grow(
    states,
    tables,
    seat,
    only,
    nodes,
    edges,
    counts,
    settings,
    seed,
    iterations,
    stop,
    worlds,
    guide,
    moves,
    values,
    out,
    weights,
):
    """So many iterations of the tree of a seat's view, states[0], or until stop[0] is set; the tree is kept.

    With `only` a move, nothing else is tried first. What follows `stop` is scratch, worlds of three states; guide
    is kept with the tree.
    """
    t = tables[0]
    path = np.zeros(DEEPEST, np.int32)
    prospects = np.zeros(4)
    later = np.zeros(4)
    if counts[NODES] == 0:
        new_node(nodes, counts)
        if only < 0:
            guide_root(states, tables, seat, seed, settings, worlds, guide, moves, values, out, weights)
    worlds[0] = states[0]
    redact(worlds[0], t, seat)  # noqa: F821
    first = counts[ITERATIONS]
    s = worlds[1]
    players = int(worlds[0].players)
    for iteration in range(first, first + iterations):
        if stop[0] != 0 and counts[ITERATIONS] > 0:
            return
        key = (
            word(seed, iteration, ITERATION_STREAM) | (word(seed, iteration, ITERATION_STREAM + 1) >> 1) << 32
        )
        worlds[1] = worlds[0]
        imagine(s, t, seat, key)  # noqa: F821
        node = 0
        length = 0
        ply = 0
        nodes[0].visits += 1
        while length < DEEPEST:
            who = actor(s)  # noqa: F821
            if who < ACTOR_CHANCE:
                break
            ply += 1
            if who == ACTOR_CHANCE:
                move = decide_chance(s, t, key, ply, out, weights)  # noqa: F821
                if chances(s, t, out, weights) <= settings[FEW]:  # noqa: F821
                    under = after_chance(nodes, edges, counts, node, move)
                    if under != node:
                        nodes[under].visits += 1
                        node = under
                apply(s, t, move)  # noqa: F821
                continue
            n = legal(s, t, out)  # noqa: F821
            if length == 0 and only >= 0:
                out[0] = only
                n = 1
            elif n == 1 and length > 0:
                apply(s, t, int(out[0]))  # noqa: F821
                continue
            at, new = choose_edge(s, t, nodes, edges, counts, node, who, out, n, weights, guide, settings)
            if at < 0:
                break
            apply(s, t, int(edges[at].move))  # noqa: F821
            path[length] = at
            length += 1
            if new:
                break
            node = int(edges[at].child)
            nodes[node].visits += 1
        evaluate(s, t, settings, key, ply + 1, prospects, later, out, weights)
        for i in range(length):
            e = edges[path[i]]
            e.visits += 1
            for other in range(players):
                e.value[other] += prospects[other]
        if settings[POINTS] > 0 and length > 0:
            for other in range(players):
                edges[path[0]].points[other] += worth(s, t, other)  # noqa: F821
        counts[ITERATIONS] += 1
