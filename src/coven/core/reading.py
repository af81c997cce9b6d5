"""A view with the words to tell it: what choices, news and the drawings of a terminal are made from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from coven.core.game import Game
from coven.core.language import Words
from coven.core.view import View


@dataclass(frozen=True)
class Reading:
    """What a seat may know, the names and the language; a game adds what can be read off its own table."""

    view: View
    names: Sequence[str]
    say: Words
    seat: int  # whose own things are told or shown

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
