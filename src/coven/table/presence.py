"""Who looks on at a match: here, and at the other processes of the database as they say."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from coven.table.match import Match

FORGOTTEN = 90.0  # seconds after which a process that says nothing any more is thought to be gone


class Presence:
    """The seats somebody looks on from or has asked from lately, by match."""

    def __init__(self, clock: Callable[[], float], lately: float) -> None:
        self._clock = clock
        self._lately = lately
        self._elsewhere: dict[str, dict[str, tuple[set[int], float]]] = {}

    def hear(self, match: str, process: str, seats: set[int]) -> set[int]:
        """A process says who looks on there; returns the seats that have left it."""
        known = self._elsewhere.setdefault(match, {})
        before, _ = known.get(process, (set(), 0.0))
        known[process] = (seats, time.monotonic())
        return before - seats

    def here(self, match: Match) -> set[int]:
        """The seats somebody looks on from at this process, or has asked from lately: one may play without a page."""
        lately = self._clock() - self._lately
        return match.seats_here | {seat for seat, at in match.heard.items() if at > lately}

    def looking_on(self, match: Match) -> set[int]:
        """The seats that have a page open, as far as is known."""
        return match.seats_here.union(*self._others(match))

    def online(self, match: Match) -> set[int]:
        """The seats somebody is at, here or at another process."""
        return self.here(match).union(*self._others(match))

    def shared(self, match: Match) -> bool:
        """Whether another process has the match too."""
        return bool(self._others(match))

    def by_herself(self, match: Match) -> bool:
        """Whether one person plays and nobody is there to learn anything from how she does: the other seats are bots',
        who are told what their seat may know and no times, and no spectator looks on or has asked lately.

        Spectators at another process are not counted, so a match that is there too has somebody.
        """
        persons = sum(chair.kind != "bot" for chair in match.chairs)
        asked = self._clock() - match.onlooked < self._lately
        onlooked = asked or not all(watcher.seats for watcher in match.watchers)
        return persons <= 1 and not onlooked and not self.shared(match)

    def _others(self, match: Match) -> list[set[int]]:
        fresh = time.monotonic() - FORGOTTEN
        return [seats for seats, heard in self._elsewhere.get(match.id, {}).values() if heard > fresh]

    def forget(self, match: str) -> None:
        """The match is not in memory here any more."""
        self._elsewhere.pop(match, None)
