"""Statistics of a game that brings none: every row has scores, winners and the like, and nothing follows."""

from __future__ import annotations

from typing import Any

from coven.core.statistic import Statistic

STATISTICS: tuple[Statistic, ...] = ()
WIDTH = 0
ENDINGS: tuple[str, ...] = ("points",)


def watch(s: Any, t: Any, who: int, move: int, row: Any) -> None:
    """Nothing is noted."""


def watch_end(s: Any, t: Any, row: Any) -> None:
    """Nothing is noted."""


def ending(s: Any) -> int:
    """By points."""
    return 0
