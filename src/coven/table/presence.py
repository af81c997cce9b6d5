"""Who looks on at a match: here, and at the other processes of the database as they say."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from coven.table.match import Match

FORGOTTEN = 90.0  # seconds after which a process that says nothing any more is thought to be gone


class Presence:
    """The seats somebody looks on from, by match."""

    def __init__(self) -> None:
        self._elsewhere: dict[str, dict[str, tuple[set[int], float]]] = {}

    def hear(self, match: str, process: str, seats: set[int]) -> set[int]:
        """A process says who looks on there; returns the seats that have left it."""
        known = self._elsewhere.setdefault(match, {})
        before, _ = known.get(process, (set(), 0.0))
        known[process] = (seats, time.monotonic())
        return before - seats

    def online(self, match: Match) -> set[int]:
        """The seats somebody looks on from, here or at another process."""
        return match.seats_here.union(*self._others(match))

    def shared(self, match: Match) -> bool:
        """Whether another process has the match too."""
        return bool(self._others(match))

    def _others(self, match: Match) -> list[set[int]]:
        fresh = time.monotonic() - FORGOTTEN
        return [seats for seats, heard in self._elsewhere.get(match.id, {}).values() if heard > fresh]

    def forget(self, match: str) -> None:
        """The match is not in memory here any more."""
        self._elsewhere.pop(match, None)
