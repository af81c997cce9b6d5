"""Toadstools: fill your basket with different toadstools and brew it before one too many spoils the lot.

A small game, there to be read and copied: hidden hands, luck, and nearly everything a game can bring along.
"""

from coven.core import Definition, Option, Value

GAME = Definition(
    name="toadstools",
    title="Toadstools",
    players=range(2, 5),
    package=__name__,
    options=(
        Option(
            "wood",
            "The wood",
            "how many toadstools of each kind grow in the wood: four or three (default: four)",
            (Value("four", 4, "Four of each kind"), Value("three", 3, "Three of each kind: a shorter game")),
        ),
    ),
    facts="2 to 4 players, ten minutes",
    blurb="Gather toadstools for a brew: the more kinds the better, but two of a kind spoil the lot.",
    lead=("Every turn you add one you hold, pick one you don't know yet, or brew what you have.",),
    credit="Toadstools, a small game that comes with Coven",
    variants={"standard": {}, "short": {"wood": "three"}},
)
