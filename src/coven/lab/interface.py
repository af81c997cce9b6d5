"""What a game's statistics supply: a module with these functions, compiled as the rules are."""

from __future__ import annotations

from typing import Any, Protocol


class Watch(Protocol):
    """What the laboratory notes of a game."""

    def watch(self, s: Any, t: Any, who: int, move: int, row: Any) -> None:
        """Called before every action applies."""

    def watch_end(self, s: Any, t: Any, row: Any) -> None:
        """Called once, on the finished game."""

    def ending(self, s: Any) -> int:
        """How the game ended, as an index of ENDINGS."""

    def turns(self, s: Any, t: Any) -> int:
        """Turns that were taken."""


statistics: Watch  # what templates call a game's statistics


def wipe(s: Any) -> None:
    """Set every field of a state to zero; made for each game, see gpu.py."""
