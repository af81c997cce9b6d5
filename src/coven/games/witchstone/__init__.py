"""Witchstone, a game by Reiner Knizia and Martino Chiacchiera."""

from __future__ import annotations

from coven.core.definition import Definition, Implementation
from coven.core.option import Option, Value


def _load() -> Implementation:
    from coven.games.witchstone.game import IMPLEMENTATION

    return IMPLEMENTATION


GAME = Definition(
    name="witchstone",
    title="Witchstone",
    players=range(2, 5),
    package=__name__,
    load=_load,
    options=(
        Option(
            "first",
            "Who begins",
            "the seat that begins, counted from 0, or random (default: random)",
            seat=True,
        ),
        Option(
            "handicap",
            "Handicap",
            "0 (none), 3, 2 or 1 (hardest), for all or one a seat: 0,3",
            (
                Value("0", 0, "No handicap"),
                Value("3", 3, "Handicap 3: three tiles in hand"),
                Value("2", 2, "Handicap 2: two tiles in hand"),
                Value("1", 1, "Handicap 1: the tile you draw"),
            ),
            each_seat=True,
        ),
    ),
    variants={"standard": {}, "handicap": {"handicap": 1}, "first": {"first": 1}},
)
