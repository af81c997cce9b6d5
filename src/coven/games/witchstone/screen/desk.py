"""What every part of the screen is given, and how symbols look there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from coven.core.game import Game
from coven.core.language import Words
from coven.core.view import View
from coven.games.witchstone.picture.scene import Marks
from coven.games.witchstone.state import SYMBOLS

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
class Desk:
    """One drawing's ingredients."""

    view: View
    names: Sequence[str]
    say: Words
    seat: int  # whose cauldron is shown
    marks: Marks
    expected: Sequence[int]  # what the end would add now, a seat

    @property
    def game(self) -> Game:
        return self.view.game

    @property
    def state(self) -> Any:
        return self.view.state

    @property
    def tables(self) -> Any:
        return self.view.game.tables[0]

    @property
    def players(self) -> int:
        return self.view.players

    def place(self, index: int) -> str:
        return str(self.game.components.data["locations"]["list"][index]["id"])


def ink(symbol: str) -> str:
    return INKS[symbol]


def token_code(kind: int) -> str:
    """A token's kind in notation."""
    return SYMBOLS[kind] if kind < len(SYMBOLS) else "3"


__all__ = ["BLACK", "CRYSTAL", "INKS", "PAPER", "Desk", "ink", "token_code"]
