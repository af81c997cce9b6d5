"""The Witches: A Discworld Game, by Martin Wallace."""

from __future__ import annotations

from coven.core.definition import Definition
from coven.core.option import Option, Value

MANY = range(2, 5)
ALONE = range(1, 2)


GAME = Definition(
    name="witches",
    title="The Witches",
    players=range(1, 5),
    package=__name__,
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
    rank=2,
    facts="1 to 4 players, about an hour",
    blurb="Four trainees look after the kingdom of Lancre, from sick pigs to elves. Roll the dice, mind your "
    "Cackle, and drop by for tea.",
    lead=(
        "A new problem shows up in Lancre every turn, then you move and act twice.",
        "A problem is solved with four dice and your cards: easy ones make your hand larger, hard ones make you "
        "stronger, and magic makes you Cackle.",
        "The best witch has the most points at the end, unless the troubles of Lancre grow too many and all of you "
        "lose.",
    ),
    credit="The Witches: A Discworld Game by Martin Wallace",
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
