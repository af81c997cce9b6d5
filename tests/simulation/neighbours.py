"""The line between neighbours: what PostgreSQL does for LISTEN and NOTIFY, as far as psycopg shows it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from typing import Any, NamedTuple

from psycopg import OperationalError

from tests.simulation.virtual_loop import WHOSE


class Notice(NamedTuple):
    payload: str


class NeighbourLine:
    """A connection that listens. What is said while it is cut or hung is lost on it."""

    def __init__(self, process: Any) -> None:
        self._process = process
        self._database = process.world.database
        self._luck = process.world.luck_of("line")
        self._heard: asyncio.Queue[str | None] = asyncio.Queue()
        self._last = 0.0
        self._on_the_way: deque[str] = deque()
        self.hung = False
        self.cut = False

    async def __aenter__(self) -> NeighbourLine:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.drop()

    async def execute(self, query: str) -> None:
        await asyncio.sleep(self._luck.random() * 0.003)
        if self.hung:
            await asyncio.Future()
        if self.cut or self._database.away:
            raise OperationalError("server closed the connection unexpectedly")
        if query.startswith("LISTEN"):
            self._database.lines.append(self)

    async def notifies(self, timeout: float) -> AsyncIterator[Notice]:
        until = asyncio.get_running_loop().time() + timeout
        while True:
            try:
                async with asyncio.timeout_at(until):
                    said = await self._heard.get()
            except TimeoutError:
                return
            if said is None:
                raise OperationalError("server closed the connection unexpectedly")
            yield Notice(said)

    def hear(self, said: str) -> None:
        """Something was committed; it comes in order."""
        if self.hung or self.cut or not self._process.alive:
            return
        world, loop = self._process.world, self._process.world.loop
        self._last = max(self._last, loop.time() + self._luck.random() * 0.01)
        self._on_the_way.append(said)
        loop.call_at(self._last, self._arrived, context=world.context)  # even if whoever said it dies

    def _arrived(self) -> None:
        self._heard.put_nowait(self._on_the_way.popleft())

    def drop(self) -> None:
        """Cut the line."""
        if self in self._database.lines:
            self._database.lines.remove(self)
        if not self.cut:
            self.cut = True
            self._heard.put_nowait(None)


class AsyncConnection:
    """Where lines are opened."""

    @staticmethod
    async def connect(url: str, autocommit: bool, connect_timeout: int) -> NeighbourLine:
        process: Any = WHOSE.get()
        await asyncio.sleep(process.world.luck_of("line").random() * 0.01)
        if process.world.database.away:
            raise OperationalError("connection refused")
        line = process.line = NeighbourLine(process)
        return line


class Psycopg:
    """What the server takes from `psycopg`."""

    AsyncConnection = AsyncConnection
