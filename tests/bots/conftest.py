"""Positions for the bots' tests."""

from __future__ import annotations

import random
from typing import Any

import pytest

import coven
from coven.lab import batch

TABLES = [
    pytest.param(("witchstone", 2, {}), id="witchstone"),
    pytest.param(("witchstone", 4, {}), id="witchstone-4"),
    pytest.param(("witches", 2, {}), id="witches"),
    pytest.param(("witches", 4, {}), id="witches-4"),
    pytest.param(("witches", 3, {"mode": "coop"}), id="witches-coop"),
    pytest.param(("witches", 1, {"mode": "solo"}), id="witches-solo"),
]


@pytest.fixture(params=TABLES)
def table(request: pytest.FixtureRequest) -> tuple[coven.Game, int, dict[str, Any]]:
    """A game, a number of players and its options."""
    name, players, options = request.param
    return coven.load(name), players, options


def midway(game: coven.Game, players: int, options: dict[str, Any], seed: int) -> coven.Position:
    """A position with a choice, somewhere in a random game."""
    record = batch.replay(game, players, seed, 0, **options).record()
    luck = random.Random(seed)
    while True:
        position = record.position(at=luck.randrange(len(record)))
        if position.actor not in (None, coven.CHANCE) and len(position.legal) > 1:
            return position
