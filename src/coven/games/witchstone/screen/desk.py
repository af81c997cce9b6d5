"""What every part of the screen is given, and how symbols look there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from coven.core.reading import Reading
from coven.games.witchstone.picture.scene import Marks, token_code

INKS = {
    "E": "#ffd75f",
    "W": "#d7a0ff",
    "P": "#ff8787",
    "C": "#5fd7ff",
    "M": "#87d787",
    "S": "#d7af87",
    "3": "#eeeeee",
}
PAPER = "bold #14121f on "
CRYSTAL = "◆"
BLACK = "◇"


@dataclass(frozen=True)
class Desk(Reading):
    """One drawing's ingredients."""

    marks: Marks
    expected: Sequence[int]  # what the end would add now, a seat

    def place(self, index: int) -> str:
        return str(self.game.components.data["locations"]["list"][index]["id"])


def ink(symbol: str) -> str:
    return INKS[symbol]


__all__ = ["BLACK", "CRYSTAL", "INKS", "PAPER", "Desk", "ink", "token_code"]
