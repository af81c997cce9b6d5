"""Luck apart from skill: what chance gave each seat over a game, and what its decisions cost.

Everyone's chances are followed from the first decision to the end. A decision changes them by what it cost against the
best move. Where chance was at work between two decisions, what the chances have become by the next one, beyond that, is
luck: of dice and draws, and of what they had brought that only comes to light. So start, luck and errors add up to the
result.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from coven.core.seats import CHANCE

if TYPE_CHECKING:
    from coven.coach.review import Decision
    from coven.core.position import Past

TURNS = 3  # turning points that are told


@dataclass(frozen=True)
class Change:
    """A change of everyone's chances: by luck, or by a decision that cost something."""

    action: int  # the decision, or the first of the chances between two
    seat: int | None  # whose decision; None for luck
    by: tuple[float, ...]
    before: tuple[float, ...]

    @property
    def size(self) -> float:
        """The most it changed for anyone."""
        return max(map(abs, self.by))

    def as_dict(self) -> dict[str, Any]:
        """Plain data."""
        return dict(vars(self))


@dataclass(frozen=True)
class Account:
    """The chances of a game from start to result, and every change on the way."""

    start: tuple[float, ...]
    changes: list[Change]
    result: tuple[float, ...]

    def luck(self, seat: int) -> float:
        """What chance gave a seat."""
        return sum(one.by[seat] for one in self.changes if one.seat is None)

    def errors(self, seat: int) -> float:
        """What a seat's own decisions cost it; never more than nothing."""
        return sum(one.by[seat] for one in self.changes if one.seat == seat)

    def gifts(self, seat: int) -> float:
        """What the others' decisions gave a seat, or took."""
        return sum(one.by[seat] for one in self.changes if one.seat not in (None, seat))

    @property
    def turning_points(self) -> list[Change]:
        """The greatest changes, in the order of the game."""
        greatest = sorted(self.changes, key=lambda one: -one.size)[:TURNS]
        return sorted(greatest, key=lambda one: one.action)

    def as_dict(self) -> dict[str, Any]:
        """Plain data, as it is written to a file."""
        seats = range(len(self.start))
        return {
            "start": self.start,
            "luck": [self.luck(seat) for seat in seats],
            "errors": [self.errors(seat) for seat in seats],
            "others_errors": [self.gifts(seat) for seat in seats],
            "result": self.result,
            "changes": [one.as_dict() for one in self.changes],
        }


def settle(decisions: list[Decision], history: list[Past], result: tuple[float, ...]) -> Account:
    """Put luck and errors apart."""
    start = decisions[0].chances if decisions else result
    now = start
    changes = []
    last = -1  # the decision before
    for one in decisions:
        chance = _first_chance(history, last + 1, one.action)
        if chance is not None and last >= 0:
            changes.append(Change(chance, None, _less(one.chances, now), now))
            now = one.chances
        if one.after != one.chances:
            by = _less(one.after, one.chances)
            changes.append(Change(one.action, one.seat, by, now))
            now = tuple(a + b for a, b in zip(now, by, strict=True))
        last = one.action
    if now != result:
        chance = _first_chance(history, last + 1, len(history))
        changes.append(Change(len(history) if chance is None else chance, None, _less(result, now), now))
    return Account(start, changes, result)


def _first_chance(history: list[Past], begin: int, end: int) -> int | None:
    """The first action of chance in a stretch of the game."""
    return next((at for at in range(begin, end) if history[at].actor == CHANCE), None)


def _less(one: tuple[float, ...], other: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(a - b for a, b in zip(one, other, strict=True))
