"""Thinking about a view: trees grown side by side, one a thread, and what their roots say together."""

from __future__ import annotations

import os
import threading
import time
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from coven.bots.budget import Budget
from coven.bots.compiled import BOTS, BotDoors, compiled_doors, doors, judgement, room
from coven.bots.evaluator import evaluator_of
from coven.bots.graph import COUNTS, EDGE, ITERATIONS, NODE, Graph, SearchTask
from coven.bots.seeds import key
from coven.core.doors import is_compiled

if TYPE_CHECKING:
    from coven.bots.network import Network
    from coven.core.game import Game
    from coven.core.state import States
    from coven.core.view import View

ENOUGH = 1_000_000  # moves a tree may hold, about 110 MB: minutes of thought
RATE = 200_000  # iterations a second no machine reaches: how large a timed tree can become
PACE = 20_000.0  # iterations a second that are expected at first; then those seen in this process
PER_ITERATION = 4  # entries: a move, and outcomes of chance on the way to it; untouched memory costs nothing
RESERVE = 0.002  # seconds kept for gathering what the trees found

_paces: dict[tuple[str, bool], float] = {}  # iterations a second lately, by game, with a network or without


@dataclass(frozen=True)
class SearchSettings:
    """How a tree grows. A game's judgement names its own as SEARCH."""

    candidates: int = 32  # first moves that are tried
    halving: bool = False  # all alike, then the better half and so on; else the promising more
    doubt: float = 0.5  # standard errors by which another must be better than the first, when halving
    even: bool = False  # a world's first dice are spread evenly
    explore: float = 0.3  # how much the prior and rare visits count against the value
    width: float = 1.5  # moves tried at a node: width * visits ** growth
    growth: float = 0.5
    horizon: int = 2  # turns played on by the light policy after the one that was searched
    trust: float = 0.5  # weight of the judgement before those turns, the rest is after them
    few: int = 8  # outcomes of chance that get nodes of their own
    points: bool = False  # count expected points too
    # With a network (see network_search.py):
    # How much of a leaf's prospects it says, the rest is the judgement's; -1 without one.
    network_share: float = -1.0
    prior: float = 1.0  # how much of a move's prior it says, the rest by how inviting the move looks
    softness: float = 1.0  # of its choice: more makes moves more alike
    curiosity: float = 1.5  # how much prior and rare visits count against the value
    distrust: float = 0.0  # by how much a move that was not tried is thought worse than the worst
    span: int = 8  # moves that a new node gets
    margin: float = 0.1  # of the prospects is about points, so that a bot likes them when the win is decided
    guided: float = 0.0  # how much of the first moves' prior a look to the end of the turn says

    def array(self) -> npt.NDArray[np.float64]:
        """As the compiled search reads them, in the order of the fields."""
        return np.array([float(getattr(self, field.name)) for field in fields(self)])


@dataclass(frozen=True)
class Finding:
    """What was found about one move: how often it was tried, every seat's chances and points after it."""

    move: int
    visits: int
    chances: tuple[float, ...]
    points: tuple[float, ...]


@dataclass(frozen=True)
class SearchResult:
    """All that was found, the best move first."""

    findings: list[Finding]
    iterations: int


class SearchTree:
    """One tree, its scratch and how it grows."""

    def __init__(
        self,
        game: Game,
        seat: int,
        size: int,
        settings: SearchSettings,
        only: int = -1,
        net: Network | None = None,
        together: bool = False,
    ) -> None:
        self._game = game
        self._seat = seat
        self._only = only
        self._graph = Graph(
            np.zeros(size + 1, NODE),
            np.zeros(size, EDGE),
            np.zeros(COUNTS, np.int64),
        )
        self.edges, self.counts = self._graph.edges, self._graph.counts
        self._settings = settings.array()
        self._evaluator = evaluator_of(game, net, together)
        self._scratch = room(game)

    def grow(
        self,
        made: BotDoors,
        states: States,
        seed: int,
        iterations: int,
        expected: int,
        stop: npt.NDArray[Any],
    ) -> None:
        """Iterate until it is enough or stop[0] is set, at least once; about how often is told beforehand."""
        task = SearchTask(self._seat, self._only, seed, iterations, expected)
        made.grow(
            states, self._game.tables, task, self._graph, self._settings, stop, self._evaluator, self._scratch
        )

    def root(self) -> npt.NDArray[Any]:
        """The edges below the root."""
        found = []
        at = int(self._graph.nodes["first"][0])
        while at >= 0:
            found.append(at)
            at = int(self.edges["next"][at])
        return self.edges[found]


def search_settings(game: Game, net: Network | None = None) -> SearchSettings:
    """The settings a game's judgement names, for a search with a network or without."""
    own = judgement(game)
    if net is None:
        return SearchSettings(**getattr(own, "SEARCH", {}))
    return SearchSettings(**{"network_share": 1.0, **getattr(own, "NETWORK_SEARCH", {})})


def cores() -> int:
    """The cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def think(
    view: View,
    budget: Budget,
    *,
    threads: int | None = None,
    seed: int | None = None,
    settings: SearchSettings | None = None,
    only: int = -1,
    net: Network | None = None,
) -> SearchResult:
    """Search a view within a budget, all its moves or `only` one, by a network or without.

    A budget in iterations is one tree's unless threads says otherwise, so that the same seed finds the same on every
    machine; a time is spent on every core.
    """
    began = time.perf_counter()
    game = view.game
    luck = key(seed, view)
    assert view.seat is not None  # else there was nothing legal
    made = doors(game)
    if not is_compiled(game, BOTS):
        if budget.iterations is None:
            return _uncompiled(view, budget, luck, only)
        made = compiled_doors(game)  # whoever counts iterations wants the same result everywhere
    count = threads or (cores() if budget.iterations is None else 1)
    most = budget.iterations or ENOUGH
    likely = most if budget.seconds is None else min(most, int(budget.seconds * RATE))
    size = min(PER_ITERATION * likely + 64, ENOUGH)
    how = settings or search_settings(game, net)
    together = game.definition.together(view._setup.options or {})
    trees = [SearchTree(game, view.seat, size, how, only, net, together) for _ in range(count)]
    shares = [most // count + (i < most % count) if budget.iterations else most for i in range(count)]
    which = game.name, net is not None
    pace = _paces.get(which, PACE)
    expected = shares if budget.seconds is None else [min(one, int(pace * budget.seconds)) for one in shares]
    stop = np.zeros(1, np.int64)
    if budget.seconds is None and count == 1:
        trees[0].grow(made, view._states, luck, most, most, stop)
    else:
        workers = [
            threading.Thread(
                target=one.grow,
                args=(made, view._states, luck + i, shares[i], expected[i], stop),
                daemon=True,
            )
            for i, one in enumerate(trees)
        ]
        for worker in workers:
            worker.start()
        deadline = None if budget.seconds is None else began + budget.seconds - RESERVE
        try:
            for worker in workers:
                worker.join(None if deadline is None else max(0.0, deadline - time.perf_counter()))
        finally:
            stop[0] = 1
        for worker in workers:
            worker.join()
    thought = _gather(trees, view.seat, view.players)
    if budget.seconds is not None:
        now = thought.iterations / count / (time.perf_counter() - began)
        _paces[which] = (pace + now) / 2
    return thought


def _uncompiled(view: View, budget: Budget, luck: int, only: int) -> SearchResult:
    """What can be found in the time before the search is compiled."""
    from coven.bots.warming import follow

    assert budget.seconds is not None
    found = follow(view, budget.seconds, luck, only)
    findings = [
        Finding(
            one.move,
            one.visits,
            tuple((one.chances / one.visits)[: view.players].tolist()),
            tuple((one.points / one.visits)[: view.players].tolist()),
        )
        for one in found
    ]
    return SearchResult(findings, sum(one.visits for one in found))


def _gather(trees: list[SearchTree], seat: int, players: int) -> SearchResult:
    """The trees' roots together: of the moves that were tried to the end, the one with the best chances first."""
    edges = np.concatenate([one.root() for one in trees])
    findings = []
    doubts = {}
    for move in np.unique(edges["move"]):
        mine = edges[edges["move"] == move]
        visits = int(mine["visits"].sum())
        if visits:
            chances = tuple((mine["value"].sum(axis=0) / visits)[:players].tolist())
            points = tuple((mine["points"].sum(axis=0) / visits)[:players].tolist())
            findings.append(Finding(int(move), visits, chances, points))
            doubts[int(move)] = float((mine["doubt"] * mine["visits"]).sum() / visits)
    # Those left out in an earlier round have at most half the visits of those that were not.
    last = max(one.visits for one in findings) / 2

    def rank(one: Finding) -> tuple[float, float, int]:
        return (-last if one.visits > last else -one.visits, doubts[one.move] - one.chances[seat], one.move)

    findings.sort(key=rank)
    return SearchResult(findings, sum(int(one.counts[ITERATIONS]) for one in trees))
