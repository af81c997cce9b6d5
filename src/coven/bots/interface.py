"""What a game's judgement supplies: a module with these functions, compiled as the rules are.

A game without one is judged by its points (plain_judgement.py).
"""

from __future__ import annotations

from typing import Any, Protocol


class Judgement(Protocol):
    """How inviting moves look and what positions promise."""

    def appeals(self, s: Any, t: Any, moves: Any, n: int, weights: Any) -> None:
        """How inviting each of n legal moves looks, in whole numbers of at least 1, the same on every machine."""

    def outlook(self, s: Any, t: Any, values: Any) -> None:
        """Every seat's prospects: its chance to win."""

    def worth(self, s: Any, t: Any, seat: int) -> float:
        """The points a seat can expect at the end."""


class Learned(Judgement, Protocol):
    """A judgement that learned from games. SEARCH, where a judgement has it, says how a tree grows best."""

    def foresee(self, s: Any, t: Any, values: Any) -> None:
        """As `outlook`, for a search, by what was learned; the same where nothing was."""

    def describe(self, s: Any, t: Any, table: Any, own: Any) -> None:
        """What it looks at; only where it can go on learning."""


judgement: Learned  # what templates call a game's judgement
