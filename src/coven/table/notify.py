"""How the processes of one PostgreSQL hear of each other's actions: LISTEN and NOTIFY."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

import psycopg

from coven.table.logs import note
from coven.table.store import CHANNEL

AGAIN = 2.0  # seconds before the next try when the connection is lost


class Ear:
    """Listens for messages of other processes until it is stopped."""

    def __init__(
        self, url: str, heard: Callable[[str], Awaitable[None]], lost: Callable[[], Awaitable[None]]
    ) -> None:
        self._url = url.replace("postgresql+psycopg://", "postgresql://")
        self._heard = heard
        self._lost = lost
        self._task: asyncio.Task[None] | None = None
        self._listening = asyncio.Event()

    async def start(self) -> None:
        """Begin to listen; returns when nothing can be missed any more."""
        self._task = asyncio.create_task(self._listen())
        await self._listening.wait()

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _listen(self) -> None:
        before = False
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(self._url, autocommit=True) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    self._listening.set()
                    if before:
                        await self._lost()  # what was said meanwhile is looked up
                    before = True
                    async for message in connection.notifies():
                        await self._heard(message.payload)
            except Exception as problem:  # whatever it is, a process that hears nothing more is worse
                note("database lost", logging.WARNING, problem=str(problem).strip())
            await asyncio.sleep(AGAIN)
