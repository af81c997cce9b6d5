"""The long run of luck: fair draws look fair, a loaded die does not."""

from __future__ import annotations

import random

import pytest

import coven
from coven.core.position import Position
from coven.core.seats import CHANCE
from coven.lab.luck_count import LuckCount, count


def game(seed: int, loaded: bool = False) -> Position:
    """A game of Toadstools at random; with a loaded wood the first outcome of luck always comes."""
    luck = random.Random(seed)
    position = coven.load("toadstools").new(2, chance="manual")
    while not position.over:
        if position.actor != CHANCE:
            position.play(luck.choice(position.legal))
        elif loaded:
            position.play(position.legal[0])
        else:
            moves, weights = zip(*position.chances, strict=True)
            position.play(luck.choices(moves, weights)[0])
    return position


def test_fair_luck_is_near_what_is_expected() -> None:
    found = count(game(seed).record() for seed in range(40))["toadstools"]
    assert found.games == 40
    lines = found.lines()
    assert sum(line.came for line in lines) == found.draws
    assert sum(line.expected for line in lines) == pytest.approx(found.draws)
    assert not found.strange()


def test_loaded_luck_is_called_strange() -> None:
    found = LuckCount()
    for seed in range(10):
        found.add(game(seed, loaded=True).record())
    assert found.strange()
