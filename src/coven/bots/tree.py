"""Templates of the tree search, compiled per game (see `rule.instantiate`).

Information-set Monte-Carlo tree search: every iteration samples what the seat can't know, walks down the tree by
moves that are legal in that world, adds one move, finishes the turn and judges where that led. Nodes are what was
done, not states, so worlds that differ in hidden facts share them. An outcome of chance leads to a node of its own
where there are few; where there are many, what follows is averaged over them.

The first choice, which may be among hundreds, is among those a greedy bot likes best. Where luck decides much, every
candidate of a round is tried in the same worlds with the same luck and the better half goes on (sequential halving),
the first always among them: another must be better by more than luck explains. Where it decides little, the more
promising are tried more (PUCT). Further down the most inviting moves are tried first, more the longer a node is visited
(progressive widening); among those tried the choice is by value and prior (PUCT), with values scaled to what the node
has seen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from coven.bots.graph import (
    CANDIDATES,
    DOUBT,
    EDGES,
    EVEN,
    EXPLORE,
    FEW,
    GROWTH,
    HALVING,
    HORIZON,
    ITERATIONS,
    NODES,
    POINTS,
    TRUST,
    WIDTH,
    Graph,
    Task,
)
from coven.bots.policies import APART, Room, World
from coven.core.chance import ITERATION_STREAM, word
from coven.core.lists import find
from coven.core.seats import CHANCE, SEATS
from coven.core.state import Numbers, States

if TYPE_CHECKING:  # bound when this is compiled
    from coven.bots.policies import finish_turn, light_move, roll, weigh_turn
    from coven.core.interface import judgement, rules
    from coven.core.loops import decide_chance


DEEPEST = 256  # moves of one path that are remembered
NO_NODE = -1
LONGEST_PLAYOUT = 4000
SHARP = 40.0  # how much better chances by the turn's end speak for a candidate
LEAST_TRIES = 8  # iterations a candidate: with fewer in all there are fewer candidates
GUIDES = 16  # worlds that decide who is a candidate, at most


def new_node(graph: Graph) -> int:
    """A node without edges, or NO_NODE when there is no room."""
    nodes, _, counts = graph
    at = int(counts[NODES])
    if at >= nodes.shape[0]:
        return NO_NODE
    counts[NODES] += 1
    nodes[at].first = -1
    nodes[at].visits = 0
    return at


def new_edge(graph: Graph, node: int, move: int, prior: float) -> int:
    """A move below a node, with the node it leads to; -1 when there is no room."""
    nodes, edges, counts = graph
    at = int(counts[EDGES])
    if at >= edges.shape[0]:
        return -1
    child = new_node(graph)
    if child == NO_NODE:
        return -1
    counts[EDGES] += 1
    e = edges[at]
    e.move = move
    e.child = child
    e.visits = 0
    e.offered = 0
    e.prior = prior
    e.doubt = 0.0
    for seat in range(SEATS):
        e.value[seat] = 0.0
        e.points[seat] = 0.0
    e.next = nodes[node].first
    nodes[node].first = at
    return at


def after_chance(graph: Graph, node: int, move: int) -> int:
    """The node below an outcome of chance; without room the node itself."""
    edges = graph.edges
    at = graph.nodes[node].first
    while at >= 0:
        if edges[at].move == move:
            return int(edges[at].child)
        at = edges[at].next
    at = new_edge(graph, node, move, 0.0)
    return node if at < 0 else int(edges[at].child)


def choose_candidates(
    states: States, tables: States, seat: int, seed: int, most: int, graph: Graph, room: Room
) -> int:
    """Edges below the root for the moves that lead furthest by the end of the turn; returns how many.

    They are the first edges of the tree, the most promising first.
    """
    moves, values = room.moves, room.values
    n = weigh_turn(states, tables, 0, seat, seed, GUIDES, True, room)
    kept = min(n, most)
    for i in range(kept):
        best = i
        for j in range(i + 1, n):
            if values[j] > values[best]:
                best = j
        moves[i], moves[best] = moves[best], moves[i]
        values[i], values[best] = values[best], values[i]
    total = 0.0
    for i in range(kept):
        total += np.exp((values[i] - values[0]) * SHARP)
    for i in range(kept):
        prior = np.exp((values[i] - values[0]) * SHARP) / total
        new_edge(graph, 0, int(moves[i]), prior)
    return kept


def promising(edges: Numbers, active: int, seat: int, made: int, explore: float) -> int:
    """The candidate to try next by value and prior; values are scaled to those seen."""
    low = 1e9
    high = -1e9
    for i in range(active):
        if edges[i].visits > 0:
            q = edges[i].value[seat] / edges[i].visits
            low = min(low, q)
            high = max(high, q)
    spread = max(high - low, 0.01)
    best = 0
    best_score = -1e18
    for i in range(active):
        e = edges[i]
        q = (e.value[seat] / e.visits - low) / spread if e.visits > 0 else 0.5
        score = q + explore * np.sqrt(e.prior * (made + 1)) / (1.0 + e.visits)
        if score > best_score:
            best_score = score
            best = i
    return best


def halve(edges: Numbers, ranked: Numbers, active: int, seat: int) -> int:
    """Bring the better half of the candidates behind the first, which stays; returns how many go on."""
    kept = (active + 1) // 2
    for i in range(1, kept):
        best = i
        for j in range(i + 1, active):
            one = edges[ranked[j]]
            two = edges[ranked[best]]
            if one.value[seat] * two.visits > two.value[seat] * one.visits:
                best = j
        ranked[i], ranked[best] = ranked[best], ranked[i]
    return kept


def choose_edge(
    s: Any, t: Any, graph: Graph, node: int, seat: int, n: int, settings: Numbers, room: Room
) -> tuple[int, bool]:
    """The edge to follow from a node, new or tried; second: whether it is new. -1 when nothing can be followed.

    The n legal moves are in the room's list.
    """
    nodes, edges, _ = graph
    out, weights = room.out, room.weights
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
        judgement.appeals(s, t, out, n, weights)
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
        at = new_edge(graph, node, int(out[best]), weights[best] / total)
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


def play_ahead(s: Any, t: Any, turns: int, luck: int, step: int, out: Numbers, weights: Numbers) -> None:
    """So many turns by the light policy."""
    mark = rules.turn_mark(s)
    for ply in range(step, step + LONGEST_PLAYOUT):
        who = rules.actor(s)
        if who < CHANCE:
            return
        now = rules.turn_mark(s)
        if now != mark:
            turns -= 1
            mark = now
            if turns <= 0:
                return
        if who == CHANCE:
            move = decide_chance(s, t, luck, ply, out, weights)
        else:
            move = light_move(s, t, luck, ply, out, weights)
        rules.apply(s, t, move)


def evaluate(
    s: Any,
    t: Any,
    settings: Numbers,
    world: World,
    rolls: int,
    prospects: Numbers,
    later: Numbers,
    room: Room,
) -> None:
    """Prospects when the turn has been finished by inviting moves, and after some more turns by the light policy."""
    out, weights = room.out, room.weights
    rolls = finish_turn(s, t, rules.turn_mark(s), world, rolls, out, weights)
    judgement.foresee(s, t, prospects)
    if settings[HORIZON] > 0 and rules.actor(s) >= CHANCE:
        play_ahead(s, t, int(settings[HORIZON]), world.luck, rolls, out, weights)
        judgement.foresee(s, t, later)
        for seat in range(SEATS):
            prospects[seat] = settings[TRUST] * prospects[seat] + (1.0 - settings[TRUST]) * later[seat]


def descend(
    s: Any, t: Any, at: int, graph: Graph, settings: Numbers, world: World, path: Numbers, room: Room
) -> tuple[int, int]:
    """From a first move down the tree to a move that is new; returns the length of the path and the rolls made.

    Luck is numbered by its rolls, so that candidates meet the same dice whatever is played in between.
    """
    nodes, edges, _ = graph
    out, weights = room.out, room.weights
    rules.apply(s, t, int(edges[at].move))
    path[0] = at
    length = 1
    rolls = 0
    if edges[at].visits == 0:
        return length, rolls
    node = int(edges[at].child)
    nodes[node].visits += 1
    while length < DEEPEST:
        who = rules.actor(s)
        if who < CHANCE:
            break
        if who == CHANCE:
            move, rolls = roll(s, t, world, rolls, out, weights)
            if rules.chances(s, t, out, weights) <= settings[FEW]:
                under = after_chance(graph, node, move)
                if under != node:
                    nodes[under].visits += 1
                    node = under
            rules.apply(s, t, move)
            continue
        n = rules.legal(s, t, out)
        if n == 1:
            rules.apply(s, t, int(out[0]))
            continue
        at, new = choose_edge(s, t, graph, node, who, n, settings, room)
        if at < 0:
            break
        rules.apply(s, t, int(edges[at].move))
        path[length] = at
        length += 1
        if new:
            break
        node = int(edges[at].child)
        nodes[node].visits += 1
    return length, rolls


def grow(
    states: States, tables: States, task: Task, graph: Graph, settings: Numbers, stop: Numbers, room: Room
) -> None:
    """Grow the tree of a seat's view, states[0], by so many iterations or until stop[0] is set; at least one."""
    t = tables[0]
    edges, counts, worlds = graph.edges, graph.counts, room.worlds
    seat, seed, expected = task.seat, task.seed, task.expected
    path = np.zeros(DEEPEST, np.int32)
    prospects = np.zeros(SEATS)
    later = np.zeros(SEATS)
    new_node(graph)
    if task.only >= 0:
        active = 1
        new_edge(graph, 0, task.only, 1.0)
    else:
        most = min(int(settings[CANDIDATES]), max(2, expected // LEAST_TRIES))
        active = choose_candidates(states, tables, seat, seed, most, graph, room)
    candidates = active
    ranked = np.arange(active)
    rounds = 1
    while 1 << rounds < active:
        rounds += 1
    share = expected // rounds
    made = 0
    turn = 0
    worlds[0] = states[0]
    rules.redact(worlds[0], t, seat)
    s = worlds[1]
    players = int(worlds[0].players)
    gaps = np.zeros((active, 2))  # of each candidate to the first in the same worlds: sum and squares
    usual = 0.0
    for iteration in range(task.iterations):
        if stop[0] != 0 and iteration > 0:
            break
        if settings[HALVING] > 0:
            at = int(ranked[turn])
        else:
            at = promising(edges, active, seat, iteration, settings[EXPLORE])
        number = int(edges[at].visits)
        key = word(seed, number, ITERATION_STREAM) | (word(seed, number, ITERATION_STREAM + 1) >> 1) << 32
        worlds[1] = worlds[0]
        rules.imagine(s, t, seat, key)
        world = World(key ^ 1, seed, number if settings[EVEN] > 0 else APART)
        length, rolls = descend(s, t, at, graph, settings, world, path, room)
        evaluate(s, t, settings, world, rolls, prospects, later, room)
        if turn == 0:
            usual = prospects[seat]
        elif settings[HALVING] > 0:
            gaps[at, 0] += prospects[seat] - usual
            gaps[at, 1] += (prospects[seat] - usual) ** 2
        for i in range(length):
            e = edges[path[i]]
            e.visits += 1
            for other in range(players):
                e.value[other] += prospects[other]
        if settings[POINTS] > 0:
            for other in range(players):
                edges[at].points[other] += judgement.worth(s, t, other)
        counts[ITERATIONS] += 1
        made += 1
        turn += 1
        if turn == active:
            turn = 0
            if settings[HALVING] > 0 and made >= share and active > 2:
                active = halve(edges, ranked, active, seat)
                made = 0
    if settings[HALVING] > 0:
        for i in range(1, candidates):
            n = max(1, edges[i].visits)
            spread = max(0.0, gaps[i, 1] / n - (gaps[i, 0] / n) ** 2)
            edges[i].doubt = settings[DOUBT] * (spread / n) ** 0.5
