"""Templates of what a network does in the search, compiled per game (see `rule.instantiate`).

A leaf of the tree is a decision. There the network is shown what the seat to act may know in that world, and says how
inviting each move is, who will win and by how much: so every iteration asks it once. The observation is never written
down: what is set in it adds its weights to the first layer at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from coven.bots.graph import CURIOSITY, DISTRUST, MARGIN, PRIOR, SOFTNESS, SPAN, Graph
from coven.bots.network import LEVELS, UNIT, Layers
from coven.bots.neurons import Activations, add_row, begin, judge, soft, think_on, weigh
from coven.bots.policies import Room
from coven.core.lists import find
from coven.core.state import Numbers
from coven.env.groups import Copies, Viewpoint
from coven.env.loops import (
    BITS,
    BYTES,
    CHOICE,
    COUNT,
    FRAME,
    KIND,
    LOW,
    NUMBERS,
    OF,
    OFFSET,
    SEAT,
    SEAT_BITS,
    SEAT_CHOICE,
    SELF,
    SHARE,
    TO,
    WHICH,
    WIDTH,
)

if TYPE_CHECKING:  # bound when this is compiled
    from coven.bots.tree import new_edge, offer
    from coven.core.interface import judgement, rules

HIGHEST = 127  # an input in whole numbers
LOWEST = -128


class Evaluator(NamedTuple):
    """A network, how it sees, and what it said last; scratch of one thread."""

    layers: Layers
    neurons: Activations
    copy: Copies  # of the state it is asked about, as a seat may know it
    items: Numbers  # the observation's: see observation.Layout
    scales: Numbers
    logits: Numbers
    fates: Numbers  # counted from the seat that was asked
    gains: Numbers
    points: Numbers  # everyone's expected points, by seat
    terms: Numbers  # whether all win or lose as one, and what gains are counted in


def add_seen(evaluator: Evaluator, viewpoint: Viewpoint) -> None:
    """Add the weights of what is set in the observation of the copy to the first layer's sums."""
    ones, twos, fours, eights = evaluator.copy.views
    players, depth, observer = viewpoint
    items, scales = evaluator.items, evaluator.scales
    weights, sums = evaluator.layers.first, evaluator.neurons.wide_sums
    for k in range(items.shape[0]):
        kind = items[k, KIND]
        size = items[k, BYTES]
        width = items[k, WIDTH]
        at = items[k, OFFSET]
        share = items[k, WHICH]
        if items[k, OF] == SEAT:
            if share >= players:
                continue
            at += (observer + share) % players * items[k, SHARE]
        elif items[k, OF] == FRAME:
            if share >= depth:
                continue
            at += (depth - 1 - share) * items[k, SHARE]
        for j in range(items[k, NUMBERS]):
            number = 0
            if kind == SELF:
                number = observer
            elif size == 1:
                number = int(ones[0, at + j])
            elif size == 2:
                number = int(twos[0, (at >> 1) + j])
            elif size == 4:
                number = int(fours[0, (at >> 2) + j])
            else:
                number = int(eights[0, (at >> 3) + j])
            base = items[k, TO] + j * width
            if kind == COUNT:
                if number != 0:
                    level = int(np.rint(np.float32(number) * scales[k] * np.float32(LEVELS)))
                    add_row(weights, base, min(max(level, LOWEST), HIGHEST), sums)
            elif kind == BITS or kind == SEAT_BITS:
                if kind == SEAT_BITS:  # counted from the observer
                    number &= (1 << players) - 1
                    number = (number >> observer | number << (players - observer)) & ((1 << players) - 1)
                for b in range(width):
                    if number >> b & 1:
                        add_row(weights, base + b, LEVELS, sums)
            elif kind == CHOICE or kind == SEAT_CHOICE or kind == SELF:
                number -= items[k, LOW]
                if kind == SEAT_CHOICE and number >= 0:
                    number = (number + players - observer) % players if number < players else width
                if 0 <= number < width:
                    add_row(weights, base + number, LEVELS, sums)


def look(s: Any, t: Any, who: int, evaluator: Evaluator) -> None:
    """Show the network what a seat may know of a state."""
    fresh = evaluator.copy.states
    fresh[0] = s
    rules.redact(fresh[0], t, who)
    begin(evaluator.layers, evaluator.neurons)
    add_seen(evaluator, Viewpoint(int(s.players), int(s.depth), who))
    think_on(evaluator.layers, evaluator.neurons)


def foretell(s: Any, who: int, settings: Numbers, evaluator: Evaluator, prospects: Numbers) -> None:
    """Everyone's prospects by what the network was shown last: the chance to win, and a little for the margin."""
    fates, gains, points = evaluator.fates, evaluator.gains, evaluator.points
    judge(evaluator.neurons.deep[1], evaluator.layers, fates, gains)
    players = int(s.players)
    together = evaluator.terms[0] > 0.0
    scale = evaluator.terms[1]
    won = 0.0
    for k in range(players):
        won += fates[k]
        seat = (who + k) % players
        points[seat] = float(s.score[seat]) + gains[k] * scale
    for k in range(players):
        seat = (who + k) % players
        if together:
            prospects[seat] = won
            continue
        best = -1e9
        for other in range(players):
            if other != seat:
                best = max(best, points[other])
        lead = 2.0 * (points[seat] - best) / scale
        other_way = soft(-abs(lead))
        ahead = 1.0 / (1.0 + other_way) if lead >= 0.0 else other_way / (1.0 + other_way)
        prospects[seat] = (1.0 - settings[MARGIN]) * fates[k] + settings[MARGIN] * ahead


def weigh_moves(
    s: Any, t: Any, moves: Numbers, n: int, settings: Numbers, evaluator: Evaluator, room: Room
) -> None:
    """How likely the seat to act is to make each of n moves, into the room's values: by the network it was shown to."""
    logits, values, weights = evaluator.logits, room.values, room.weights
    weigh(evaluator.neurons.deep[1], moves, n, evaluator.layers, logits)
    best = int(logits[0])
    for i in range(1, n):
        best = max(best, int(logits[i]))
    total = 0.0
    for i in range(n):
        values[i] = soft((int(logits[i]) - best) / (UNIT * settings[SOFTNESS]))
        total += values[i]
    for i in range(n):
        values[i] *= settings[PRIOR] / total
    if settings[PRIOR] < 1.0:
        judgement.appeals(s, t, moves, n, weights)
        whole = 0
        for i in range(n):
            whole += weights[i]
        for i in range(n):
            values[i] += (1.0 - settings[PRIOR]) * weights[i] / whole


def weigh_best(moves: Numbers, n: int, evaluator: Evaluator) -> int:
    """The place of the move that the network likes best, the first of equals."""
    logits = evaluator.logits
    weigh(evaluator.neurons.deep[1], moves, n, evaluator.layers, logits)
    best = 0
    for i in range(1, n):
        if logits[i] > logits[best]:
            best = i
    return best


def spread_out(
    s: Any, t: Any, graph: Graph, node: int, n: int, settings: Numbers, evaluator: Evaluator, room: Room
) -> None:
    """Edges below a node for the likeliest of the n moves in the room's list, more the longer it is visited."""
    nodes, edges, _ = graph
    out, values = room.out, room.values
    weigh_moves(s, t, out, n, settings, evaluator, room)
    left = span(nodes[node].visits, settings)
    at = nodes[node].first
    while at >= 0:
        i = find(out, n, int(edges[at].move))
        if i >= 0:
            values[i] = -1.0
            left -= 1
        at = edges[at].next
    while left > 0:
        best = 0
        for i in range(1, n):
            if values[i] > values[best]:
                best = i
        if values[best] < 0.0:
            return
        if new_edge(graph, node, int(out[best]), values[best]) < 0:
            return
        values[best] = -1.0
        left -= 1


def span(visits: int, settings: Numbers) -> int:
    """How many moves may be tried at a node: twice as many whenever it has been visited four times as often."""
    most = int(settings[SPAN])
    visits >>= 6
    while visits > 0:
        most *= 2
        visits >>= 2
    return most


def follow(graph: Graph, node: int, seat: int, n: int, settings: Numbers, room: Room) -> int:
    """The edge to follow from a node by value and prior (PUCT); -1 where too few of the n moves have one.

    What has not been tried is expected to be a little worse than the worst that has.
    """
    nodes, edges, _ = graph
    out = room.out
    tried, low, high = offer(graph, node, seat, n, out)
    if tried < n and tried < span(nodes[node].visits, settings):
        return -1
    spread = max(high - low, 0.01)
    chosen = -1
    best_score = -1e18
    at = nodes[node].first
    while at >= 0:
        e = edges[at]
        if find(out, n, int(e.move)) >= 0:
            q = (e.value[seat] / e.visits - low) / spread if e.visits > 0 else -settings[DISTRUST]
            score = q + settings[CURIOSITY] * e.prior * e.offered**0.5 / (1.0 + e.visits)
            if score > best_score:
                best_score = score
                chosen = at
        at = e.next
    return chosen
