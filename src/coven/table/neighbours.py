"""What the other processes of a database have said of a table: that they have it, and who looks on there."""

from __future__ import annotations

import time

FORGOTTEN = 90.0  # seconds after which a process that says nothing any more is thought to be gone


class Neighbours:
    """The seats somebody looks on from at other processes, by table."""

    def __init__(self) -> None:
        self._said: dict[str, dict[str, tuple[set[int], float]]] = {}

    def hear(self, table: str, who: str, seats: set[int]) -> set[int]:
        """A process says who looks on there; returns the seats that have left it."""
        here = self._said.setdefault(table, {})
        before, _ = here.get(who, (set(), 0.0))
        here[who] = (seats, time.monotonic())
        return before - seats

    def seats(self, table: str) -> list[set[int]]:
        """The seats at each process that has the table."""
        fresh = time.monotonic() - FORGOTTEN
        return [seats for seats, heard in self._said.get(table, {}).values() if heard > fresh]

    def forget(self, table: str) -> None:
        """The table is not looked at here any more."""
        self._said.pop(table, None)
