"""Templates of a search tree, compiled per game (see `rule.instantiate`); growth.py lets it grow.

Information-set Monte-Carlo tree search: every iteration samples what the seat can't know, walks down the tree by
moves that are legal in that world, adds to it and judges where that led. Nodes are what was done, not states, so
worlds that differ in hidden facts share them. An outcome of chance leads to a node of its own where there are few;
where there are many, what follows is averaged over them.

The first choice, which may be among hundreds, is among those a greedy bot or a network likes best. Where luck decides
much, every candidate of a round is tried in the same worlds with the same luck and the better half goes on (sequential
halving), the first always among them: another must be better by more than luck explains. Where it decides little, the
more promising are tried more (PUCT). Further down, where there is no network, the most inviting moves are tried first,
more the longer a node is visited (progressive widening); among those tried the choice is by value and prior (PUCT),
with values scaled to what the node has seen. network_search.py has what a network changes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from coven.bots.graph import CURIOSITY, EDGES, EXPLORE, GROWTH, NETWORK_SHARE, NODES, WIDTH, Graph
from coven.bots.policies import Room
from coven.core.lists import find
from coven.core.seats import SEATS
from coven.core.state import Numbers

if TYPE_CHECKING:  # bound when this is compiled
    from coven.core.interface import judgement

NO_NODE = -1


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


def promising(edges: Numbers, active: int, seat: int, made: int, settings: Numbers) -> int:
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
        if settings[NETWORK_SHARE] < 0.0:
            score = q + settings[EXPLORE] * np.sqrt(e.prior * (made + 1)) / (1.0 + e.visits)
        else:
            score = q + settings[CURIOSITY] * e.prior * np.sqrt(made + 1) / (1.0 + e.visits)
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


def offer(graph: Graph, node: int, seat: int, n: int, out: Numbers) -> tuple[int, float, float]:
    """Note which of the n legal moves a node has had on offer: how many, and the worst and the best for a seat."""
    nodes, edges, _ = graph
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
    return tried, low, high


def choose_edge(
    s: Any, t: Any, graph: Graph, node: int, seat: int, n: int, settings: Numbers, room: Room
) -> tuple[int, bool]:
    """The edge to follow from a node, new or tried; second: whether it is new. -1 when nothing can be followed.

    The n legal moves are in the room's list.
    """
    nodes, edges, _ = graph
    out, weights = room.out, room.weights
    tried, low, high = offer(graph, node, seat, n, out)
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
