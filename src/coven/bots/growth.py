"""Templates of how a search tree grows, compiled per game (see `rule.instantiate`).

Every iteration samples a world, follows a first move down the tree and judges where that leads. With a network the
leaf is the next decision that no node knows yet, and the network is asked there; without one the turn is finished by
inviting moves and some turns are played on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from coven.bots.graph import (
    CANDIDATES,
    DOUBT,
    EVEN,
    FEW,
    GUIDED,
    HALVING,
    HORIZON,
    ITERATIONS,
    NETWORK_SHARE,
    POINTS,
    TRUST,
    Graph,
    SearchTask,
)
from coven.bots.network_search import Evaluator
from coven.bots.neurons import soft
from coven.bots.policies import APART, Room, World
from coven.core.chance import ITERATION_STREAM, seed_from
from coven.core.seats import CHANCE, SEATS
from coven.core.state import Numbers, States

if TYPE_CHECKING:  # bound when this is compiled
    from coven.bots.network_search import follow, foretell, look, spread_out, weigh_moves
    from coven.bots.policies import finish_turn, light_move, roll, weigh_turn
    from coven.bots.tree import after_chance, choose_edge, halve, new_edge, new_node, promising
    from coven.core.interface import judgement, rules
    from coven.core.loops import decide_chance


DEEPEST = 256  # moves of one path that are remembered
LONGEST_PLAYOUT = 4000
SHARP = 40.0  # how much better chances by the turn's end speak for a candidate
LEAST_TRIES = 8  # iterations a candidate: with fewer in all there are fewer candidates
GUIDES = 16  # worlds that decide who is a candidate, at most


def choose_candidates(
    states: States,
    tables: States,
    task: SearchTask,
    most: int,
    graph: Graph,
    settings: Numbers,
    evaluator: Evaluator,
    room: Room,
) -> int:
    """Edges below the root for the moves that promise most; returns how many.

    They are the first edges of the tree, the most promising first: those that lead furthest by the end of the turn, or
    those the network likes best, or something of both.
    """
    moves, values = room.moves, room.values
    if settings[NETWORK_SHARE] < 0.0:
        n = weigh_turn(states, tables, 0, task.seat, task.seed, GUIDES, True, room)
        kept = to_front(moves, values, n, most)
        top = values[0]
        for i in range(kept):
            values[i] = np.exp((values[i] - top) * SHARP)
    else:
        n = guess(states, tables, task, settings, evaluator, room)
        kept = to_front(moves, values, n, most)
    total = 0.0
    for i in range(kept):
        total += values[i]
    for i in range(kept):
        new_edge(graph, 0, int(moves[i]), values[i] / total)
    return kept


def to_front(moves: Numbers, values: Numbers, n: int, most: int) -> int:
    """Bring the moves of the highest values to the front, in order; returns how many."""
    kept = min(n, most)
    for i in range(kept):
        best = i
        for j in range(i + 1, n):
            if values[j] > values[best]:
                best = j
        moves[i], moves[best] = moves[best], moves[i]
        values[i], values[best] = values[best], values[i]
    return kept


def guess(
    states: States, tables: States, task: SearchTask, settings: Numbers, evaluator: Evaluator, room: Room
) -> int:
    """The moves of the view, into the room's moves, and how likely the network finds each, into its values."""
    t = tables[0]
    moves, values = room.moves, room.values
    guided = settings[GUIDED]
    if guided > 0.0:
        n = weigh_turn(states, tables, 0, task.seat, task.seed, GUIDES, True, room)
        hints = values[:n].copy()
        hints -= hints.max()
        total = 0.0
        for i in range(n):
            hints[i] = soft(hints[i] * SHARP)
            total += hints[i]
        hints *= guided / total
    else:
        room.worlds[0] = states[0]
        rules.redact(room.worlds[0], t, task.seat)
        n = rules.legal(room.worlds[0], t, moves)
        hints = np.zeros(n)
    look(room.worlds[0], t, task.seat, evaluator)
    weigh_moves(room.worlds[0], t, moves, n, settings, evaluator, room)
    for i in range(n):
        values[i] = (1.0 - guided) * values[i] + hints[i]
    return n


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
    points: Numbers,
    room: Room,
) -> None:
    """Prospects when the turn has been finished by inviting moves, and after some more turns by the light policy."""
    out, weights = room.out, room.weights
    rolls = finish_turn(s, t, rules.turn_mark(s), world, rolls, out, weights)
    judgement.foresee(s, t, prospects)
    if settings[HORIZON] > 0 and rules.actor(s) >= CHANCE:
        play_ahead(s, t, int(settings[HORIZON]), world.luck, rolls, out, weights)
        later = np.zeros(SEATS)
        judgement.foresee(s, t, later)
        for seat in range(SEATS):
            prospects[seat] = settings[TRUST] * prospects[seat] + (1.0 - settings[TRUST]) * later[seat]
    if settings[POINTS] > 0:
        for seat in range(int(s.players)):
            points[seat] = judgement.worth(s, t, seat)


def descend(
    s: Any,
    t: Any,
    at: int,
    graph: Graph,
    settings: Numbers,
    world: World,
    path: Numbers,
    evaluator: Evaluator,
    room: Room,
) -> tuple[int, int, bool]:
    """From a first move down the tree to a leaf: the path's length, the rolls made, whether the network was asked.

    Luck is numbered by its rolls, so that candidates meet the same dice whatever is played in between.
    """
    nodes, edges, _ = graph
    out, weights = room.out, room.weights
    asking = settings[NETWORK_SHARE] >= 0.0
    rules.apply(s, t, int(edges[at].move))
    path[0] = at
    length = 1
    rolls = 0
    if edges[at].visits == 0 and not asking:
        return length, rolls, False
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
        new = False
        if asking:
            at = follow(graph, node, who, n, settings, room)
            if at < 0:
                look(s, t, who, evaluator)
                spread_out(s, t, graph, node, n, settings, evaluator, room)
                return length, rolls, True
        else:
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
    return length, rolls, False


def judge_leaf(
    s: Any,
    t: Any,
    settings: Numbers,
    world: World,
    rolls: int,
    asked: bool,
    prospects: Numbers,
    evaluator: Evaluator,
    room: Room,
) -> None:
    """Everyone's prospects where an iteration ended, by the network where it was asked, by the judgement, or both."""
    points = evaluator.points
    share = settings[NETWORK_SHARE]
    if not asked or share == 0.0:
        evaluate(s, t, settings, world, rolls, prospects, points, room)
        return
    foretell(s, rules.actor(s), settings, evaluator, prospects)
    if share < 1.0:
        said = prospects.copy()
        expected = points.copy()
        evaluate(s, t, settings, world, rolls, prospects, points, room)
        for seat in range(SEATS):
            prospects[seat] += share * (said[seat] - prospects[seat])
            points[seat] += share * (expected[seat] - points[seat])


def grow(
    states: States,
    tables: States,
    task: SearchTask,
    graph: Graph,
    settings: Numbers,
    stop: Numbers,
    evaluator: Evaluator,
    room: Room,
) -> None:
    """Grow the tree of a seat's view, states[0], by so many iterations or until stop[0] is set; at least one."""
    t = tables[0]
    edges, counts, worlds = graph.edges, graph.counts, room.worlds
    seat, seed, expected = task.seat, task.seed, task.expected
    path = np.zeros(DEEPEST, np.int32)
    prospects = np.zeros(SEATS)
    new_node(graph)
    if task.only >= 0:
        active = 1
        new_edge(graph, 0, task.only, 1.0)
    else:
        most = min(int(settings[CANDIDATES]), max(2, expected // LEAST_TRIES))
        active = choose_candidates(states, tables, task, most, graph, settings, evaluator, room)
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
        halving = settings[HALVING] > 0
        at = int(ranked[turn]) if halving else promising(edges, active, seat, iteration, settings)
        number = int(edges[at].visits)
        key = seed_from(seed, number, ITERATION_STREAM)
        worlds[1] = worlds[0]
        rules.imagine(s, t, seat, key)
        world = World(key ^ 1, seed, number if settings[EVEN] > 0 else APART)
        length, rolls, asked = descend(s, t, at, graph, settings, world, path, evaluator, room)
        judge_leaf(s, t, settings, world, rolls, asked, prospects, evaluator, room)
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
                edges[at].points[other] += evaluator.points[other]
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
