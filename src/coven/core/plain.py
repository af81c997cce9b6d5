"""Templates of what a game's rules may leave out (see `rule.instantiate`): points win, no secrets, no luck."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coven.core.bits import largest
from coven.core.seats import EVERYONE

if TYPE_CHECKING:  # bound when this is compiled
    from coven.core.interface import rules


def winners(s: Any, t: Any) -> int:
    """Most points win; a tie is shared."""
    return largest(s.score, int(s.players))


def chances(s: Any, t: Any, out: Any, weights: Any) -> int:
    """Nothing is left to luck."""
    return 0


def sketch(s: Any, t: Any, out: Any) -> int:
    """The whole list."""
    return rules.legal(s, t, out)


def nth(s: Any, t: Any, out: Any, n: int, k: int) -> int:
    """A move of the whole list."""
    return int(out[k])


def knowers(s: Any, t: Any, move: int) -> int:
    """Everyone."""
    return EVERYONE


def veil(s: Any, t: Any, move: int) -> int:
    """The move itself."""
    return move


def redact(s: Any, t: Any, seat: int) -> None:
    """Nothing is hidden."""


def imagine(s: Any, t: Any, seat: int, seed: int) -> None:
    """There is nothing to imagine."""


def turn_mark(s: Any) -> int:
    """Who acts."""
    return rules.actor(s)


def faults(s: Any, t: Any) -> int:
    """Nothing is checked."""
    return 0


def tally(s: Any, t: Any, seat: int, category: int) -> int:
    """The end adds nothing."""
    return 0
