"""When the server is there: a beat every few seconds, and the pauses in which nobody's clock runs.

Time in which no server process was there, or none had its database, is nobody's; nor is that by which a machine's
clock jumps when it is set, or when the machine has slept. A beat is a row that was stored: where none came in time,
nobody was there. What was a pause is kept, as the log is, so that every process reckons the same.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from coven.table import repository
from coven.table.clock import LATE, Pause, Pauses, between, merged
from coven.table.logs import note
from coven.table.repository import Life

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from coven.table.store import Store

EVERY = 5.0  # seconds between two beats
AGAIN = 2.5  # seconds after one that failed: by then the last is LATE, and the time between them a pause
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

    def __init__(self, store: Store, clock: Callable[[], float], pauses: Pauses) -> None:
        self._store = store
        self._clock = clock
        self._pauses = pauses
        self._since = 0.0  # when this process began
        self._beating = asyncio.Lock()
        self._jumps: list[Pause] = []  # of the machine's clock, that are not kept yet

    async def open(self) -> None:
        """The time since a server was last there is a pause."""
        self._since = now = self._clock()

        def work(connection: Connection) -> list[Pause]:
            if not self._store.postgres:  # its file is one server's: whatever has beaten there before is gone
                repository.end_lives(connection)
            repository.beat(connection, self._life(now))
            unsure = _settle(connection, now)
            repository.forget_lives(connection, now - KEPT, now - LOST)
            return [*repository.pauses_of(connection), *unsure]

        self._pauses.known = merged(await self._store.do(work))
        self._pauses.beat = now

    async def beat(self) -> None:
        """One beat, and a look at the machine's clock.

        A jump is nobody's time from the moment it is noticed, and kept as soon as the database can keep it.
        """
        async with self._beating:  # whoever asks for the server's health beats too
            await self._beat()

    async def _beat(self) -> None:
        jump = self._clock.correct() if isinstance(self._clock, SteadyClock) else None
        if jump is not None:
            self._jumps.append(jump)
            self._pauses.known = merged([*self._pauses.known, jump])
        jumps = tuple(self._jumps)

        def work(connection: Connection) -> tuple[float, list[Pause]]:
            now = self._clock()
            for pause in jumps:
                repository.add_pause(connection, *pause)
            last = max((life.at for life in repository.lives(connection) if life.at <= now), default=now)
            if between(last, now, merged(repository.pauses_of(connection))) > LATE:
                repository.add_pause(connection, last, now)
            repository.beat(connection, self._life(now))
            unsure = _settle(connection, now)
            return now, [*repository.pauses_of(connection), *unsure]

        self._pauses.beat, known = await self._store.do(work)
        del self._jumps[: len(jumps)]
        self._pauses.known = merged([*known, *self._jumps])

    async def go_on(self) -> None:
        """Beat until the server closes."""
        wait = EVERY
        while True:
            await asyncio.sleep(wait)
            wait = EVERY
            try:
                await self.beat()
            except Exception:  # the database may be away: another time
                note("could not note that the server is here", logging.ERROR, error=True)
                wait = AGAIN

    async def close(self) -> None:
        """Say goodbye, so that the pause begins now."""
        life = self._life(self._clock(), closed=True)
        try:
            await self._store.do(lambda c: repository.beat(c, life))
        except Exception:
            note("could not say goodbye", logging.ERROR, error=True)

    def _life(self, at: float, closed: bool = False) -> Life:
        return Life(self._store.process, self._since, at, closed)


def _settle(connection: Connection, now: float) -> list[Pause]:
    """Keep the times between two processes' lives as pauses; those of which it is not sure yet are told.

    One that has not said goodbye may go on: then its next beat says so.
    """
    lives = repository.lives(connection)
    unsure: list[Pause] = []
    for life in lives:
        before = [other for other in lives if other.since < life.since]
        last = max((other.at for other in before), default=life.since)
        if last >= life.since:
            continue
        if now - life.since > LATE or all(one.closed or one.at < life.since - LATE for one in before):
            repository.add_pause(connection, last, life.since)
        else:
            unsure.append((last, life.since))
    return unsure
