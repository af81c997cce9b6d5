"""The judging and searching bots: fair, the same every time, in time, and better the longer they think."""

from __future__ import annotations

import threading
import time
from typing import Any

import numpy as np
import pytest

import coven
from coven.bots import bot
from coven.bots.budget import Budget
from coven.bots.search import think
from tests.bots.conftest import midway

Table = tuple[coven.Game, int, dict[str, Any]]
SPECS = [
    "random:seed=3",
    "light:seed=3",
    "greedy:seed=3",
    "search:iters=40:seed=3",
    "search:iters=40:seed=3:net=none",
]


@pytest.mark.parametrize("spec", SPECS)
def test_a_bot_is_fair(table: Table, spec: str) -> None:
    """The same view gives the same move, whatever the facts the seat can't know."""
    game, players, options = table
    for seed in range(6):
        position = midway(game, players, options, seed)
        view = position.view(position.actor)
        move = bot(spec).choose(view)
        assert move in position.legal
        for world in range(3):
            other = view.sample(world)
            assert bytes(other.view(position.actor)) == bytes(view)
            assert bot(spec).choose(other.view(position.actor)) == move


def test_the_search_itself_does_not_look(table: Table) -> None:
    """Not only the move: every figure is the same in worlds the seat can't tell apart."""
    game, players, options = table
    position = game.new(players, seed=5, **options)
    while position.ply < 60 or len(position.legal) < 3:
        position.play(position.legal[0])
    view = position.view(position.actor)
    found = think(view, Budget(iterations=60), seed=1)
    assert found == think(view.sample(9).view(position.actor), Budget(iterations=60), seed=1)
    assert found != think(view, Budget(iterations=60), seed=2)
    assert found.iterations == 60 == sum(one.visits for one in found.findings)


def test_trees_side_by_side_find_the_same_every_time(witchstone: coven.Game) -> None:
    view = witchstone.new(2, seed=1).view(witchstone.new(2, seed=1).actor)
    first, second = (think(view, Budget(iterations=301), seed=1, threads=3) for _ in range(2))
    assert first == second
    assert first.iterations == 301


def test_chances_are_chances(table: Table) -> None:
    game, players, options = table
    for seed in range(3):
        position = midway(game, players, options, seed)
        for one in think(position.view(position.actor), Budget(iterations=50), seed=1).findings:
            assert len(one.chances) == players
            assert all(0.0 <= chance <= 1.0 for chance in one.chances)


def test_a_forced_move_is_made_at_once() -> None:
    position = coven.load("witches").new(2, seed=1)
    while len(position.legal) != 1:
        position.play(position.legal[0])
    view = position.view(position.actor)
    began = time.perf_counter()
    assert bot("search:60s").choose(view) == view.legal[0]
    assert time.perf_counter() - began < 20


def _late(game: coven.Game, milliseconds: int) -> list[float]:
    """By how much moves of a game were late, in seconds."""
    player = bot(f"search:{milliseconds}ms")
    player.prepare(game)
    late = []
    for seed in range(8):
        position = midway(game, 2, {}, seed)
        view = position.view(position.actor)
        began = time.perf_counter()
        assert player.choose(view) in position.legal
        late.append(time.perf_counter() - began - milliseconds / 1000)
    return late


@pytest.mark.parametrize("name", ["witchstone", "witches"])
@pytest.mark.alone
def test_deadlines_hold_under_load(name: str) -> None:
    """Other threads keep every core busy, one holding the interpreter. The machine that runs the tests may have other
    work too: a search that looked at no clock would be late in all eight."""
    game = coven.load(name)
    done = threading.Event()

    def busy() -> None:
        numbers = np.ones(200_000)
        while not done.is_set():
            numbers.cumsum()

    def holding() -> None:
        turns = 0
        while not done.is_set():
            turns += 1

    threads = [threading.Thread(target=work, daemon=True) for work in (busy, busy, busy, holding)]
    for thread in threads:
        thread.start()
    try:
        late = _late(game, 60)
    finally:
        done.set()
        for thread in threads:
            thread.join()
    assert min(late) < 0.05


@pytest.mark.parametrize("name", coven.games())
def test_the_shortest_budget_still_gives_a_move(name: str) -> None:
    game = coven.load(name)
    position = midway(game, 2, {}, 1)
    assert bot("search:1ms").choose(position.view(position.actor)) in position.legal


def _share(game: coven.Game, specs: list[str], deals: int) -> float:
    """The share of the first bot against the second, every deal from both seats."""
    won = 0.0
    for deal in range(deals):
        for swapped in (False, True):
            seats = [bot(spec, seed=deal) for spec in (specs[::-1] if swapped else specs)]
            position = game.new(2, seed=deal)
            while not position.over:
                assert position.actor is not None
                position.play(seats[position.actor].choose(position.view(position.actor)))
            mine, other = position.scores[::-1] if swapped else position.scores
            won += 1.0 if mine > other else 0.5 if mine == other else 0.0
    return won / (2 * deals)


@pytest.mark.parametrize("name", ["witchstone", "witches"])
def test_thinking_helps(name: str) -> None:
    """More points than the floor in nearly every game; strength itself is measured by `coven tournament`."""
    game = coven.load(name)
    assert _share(game, ["light", "random"], 5) > 0.8
    assert _share(game, ["greedy", "random"], 5) > 0.8
    assert _share(game, ["search:iters=60", "random"], 2) > 0.7
