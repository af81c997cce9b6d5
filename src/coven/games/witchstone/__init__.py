"""Witchstone, a game by Reiner Knizia and Martino Chiacchiera."""

from __future__ import annotations

from coven.core.definition import Definition
from coven.core.option import Option, Value

GAME = Definition(
    name="witchstone",
    title="Witchstone",
    players=range(2, 5),
    package=__name__,
    options=(
        Option(
            "first",
            "Who begins",
            "the seat that begins, counted from 0, or random (default: random)",
            seat=True,
        ),
        Option(
            "handicap",
            "Handicap of {seat}",
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
    rank=1,
    facts="2 to 4 players, about an hour",
    blurb="Lay hexes into your cauldron so that like meets like, and let every half you place set off a chain: "
    "energy, witches, crystals, the wand.",
    lead=(
        "Every turn you lay one tile of two halves into your cauldron, and each half lets you do its action once for "
        "every like symbol it joins.",
        "Actions lay connections through the crystal ball, send witches out, move you around the pentagram and along "
        "the wand, throw crystals out and fetch scrolls, and one often sets off another.",
        "After eleven turns the most points win.",
    ),
    credit="Witchstone by Reiner Knizia and Martino Chiacchiera",
    variants={"standard": {}, "handicap": {"handicap": 1}, "first": {"first": 1}},
)
