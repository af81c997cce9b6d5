"""The Witches: A Discworld Game, by Martin Wallace."""

from __future__ import annotations

from coven.core.definition import Definition, Implementation
from coven.core.option import Option, Value

MANY = range(2, 5)
ALONE = range(1, 2)


def _load() -> Implementation:
    from coven.games.witches.game import IMPLEMENTATION

    return IMPLEMENTATION


GAME = Definition(
    name="witches",
    title="The Witches",
    players=range(1, 5),
    package=__name__,
    load=_load,
    options=(
        Option(
            "mode",
            "How it is played",
            "against each other, the same with fewer Crisis counters, together, or alone "
            "(default: solo for one player, else competitive)",
            (
                Value("competitive", 0, "Against each other", MANY),
                Value("expert", 1, "Against each other, fewer Crisis counters", MANY),
                Value("coop", 2, "Together", MANY),
                Value("solo", 3, "Alone", ALONE),
            ),
        ),
        Option(
            "harder",
            "Harder: any number of Crisis counters on a problem",
            "together or alone: any number of Crisis counters on a problem",
            only={"mode": ("coop", "solo")},
        ),
    ),
    variants={
        "competitive": {"mode": "competitive"},
        "expert": {"mode": "expert"},
        "coop": {"mode": "coop"},
        "coop harder": {"mode": "coop", "harder": True},
        "solo": {"mode": "solo"},
        "solo harder": {"mode": "solo", "harder": True},
    },
    together=lambda written: written["mode"] in ("coop", "solo"),
)
