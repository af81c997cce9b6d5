"""When the server is there: a beat every few seconds, and the pauses in which nobody's clock runs.

Time in which no server process was there is nobody's; nor is that by which a machine's clock jumps when it is set, or
when the machine has slept. What was a pause is kept, as the log is, so that every process reckons the same.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from coven.table import repository
from coven.table.clock import Pause, merged
from coven.table.logs import note

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from coven.table.store import Store

EVERY = 5.0  # seconds between two beats
LOST = 12.0  # seconds without one after which a process is gone
JUMP = 1.0  # seconds by which a machine's clock may be off before it counts as a jump
KEPT = 90 * 24 * 3600.0  # seconds that a pause is remembered; no clock runs so long


class SteadyClock:
    """The time of day, but it goes on evenly whatever becomes of the machine's clock, until it is corrected."""

    def __init__(
        self, wall: Callable[[], float] = time.time, steady: Callable[[], float] = time.monotonic
    ) -> None:
        self._wall = wall
        self._steady = steady
        self._base = wall() - steady()

    def __call__(self) -> float:
        return self._base + self._steady()

    def correct(self) -> Pause | None:
        """Follow the machine's clock if it has jumped; the time that was left out, if it went forwards."""
        before, off = self(), self._wall() - self()
        if abs(off) < JUMP:
            return None
        self._base += off
        note("the machine's clock has jumped", logging.WARNING, seconds=round(off, 1))
        return (before, before + off) if off > 0 else None


class Pulse:
    """The beats of one server process, and the pauses that all know of."""

    def __init__(self, store: Store, clock: Callable[[], float], pauses: list[Pause]) -> None:
        self._store = store
        self._clock = clock
        self._pauses = pauses
        self._jumps: list[Pause] = []  # of the machine's clock, that are not kept yet

    async def open(self) -> None:
        """The time since a server was last there is a pause."""
        now = self._clock()
        # A file of SQLite is one server's: whatever has beaten there before is gone, however lately that was.
        lately = now - LOST if self._store.postgres else float("inf")

        def work(connection: Connection) -> list[Pause]:
            last = repository.last_beat(connection, lately)
            if last is not None and last < now:
                repository.add_pause(connection, last, now)
            repository.beat(connection, self._store.process, now)
            repository.forget_beats(connection, now - KEPT, now - LOST)
            return repository.pauses_of(connection)

        self._pauses[:] = merged(await self._store.do(work))

    async def beat(self) -> None:
        """One beat, and a look at the machine's clock.

        A jump is nobody's time from the moment it is noticed, and kept as soon as the database can keep it.
        """
        jump = self._clock.correct() if isinstance(self._clock, SteadyClock) else None
        if jump is not None:
            self._jumps.append(jump)
            self._pauses[:] = merged([*self._pauses, jump])
        jumps = tuple(self._jumps)

        def work(connection: Connection) -> list[Pause]:
            for pause in jumps:
                repository.add_pause(connection, *pause)
            repository.beat(connection, self._store.process, self._clock())
            return repository.pauses_of(connection)

        kept = await self._store.do(work)
        del self._jumps[: len(jumps)]
        self._pauses[:] = merged([*kept, *self._jumps])

    async def go_on(self) -> None:
        """Beat until the server closes."""
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.beat()
            except Exception:  # the database may be away: another time
                note("could not note that the server is here", logging.ERROR, error=True)

    async def close(self) -> None:
        """Say goodbye, so that the pause begins now."""
        now = self._clock()
        try:
            await self._store.do(lambda c: repository.beat(c, self._store.process, now, closed=True))
        except Exception:
            note("could not say goodbye", logging.ERROR, error=True)
