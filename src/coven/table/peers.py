"""The other processes of one PostgreSQL: hearing of what they store, saying who looks on here (LISTEN and NOTIFY)."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import TYPE_CHECKING, Any, LiteralString

import psycopg

from coven.table import repository
from coven.table.logs import note
from coven.table.refusals import Refusal
from coven.table.store import CHANNEL, CONNECTING, PATIENCE, Store

if TYPE_CHECKING:
    from coven.table.broadcast import Broadcast
    from coven.table.match import Match
    from coven.table.match_registry import MatchRegistry
    from coven.table.presence import Presence

QUIET = 15.0  # seconds without a word after which the database is asked whether it is there
AGAIN = 2.0  # seconds before the next try when the connection is lost


class Peers:
    """Keeps a process in step with the others; where there can be none, it does nothing."""

    def __init__(
        self,
        store: Store,
        matches: MatchRegistry,
        broadcast: Broadcast,
        presence: Presence,
        clock: Callable[[], float],
        run: Callable[[Coroutine[Any, Any, None]], object],
    ) -> None:
        self._store = store
        self._matches = matches
        self._broadcast = broadcast
        self._presence = presence
        self._clock = clock
        self._run = run
        self._listener: Listener | None = None

    async def open(self) -> None:
        """Begin to listen; returns when nothing can be missed any more."""
        if self._store.postgres:
            self._listener = Listener(self._store.url, self._hear, self._hear_again)
            await self._listener.start()

    async def close(self) -> None:
        if self._listener is not None:
            await self._listener.stop()

    async def _hear_again(self) -> None:
        """Look up what was said while nothing could be heard; what is not kept is said and asked once more."""
        await self._matches.catch_up_all()
        for match in self._matches:
            self.say_who_is_here(match)
            self.ask_who_is_there(match)

    def say_who_is_here(self, match: Match) -> None:
        self._say(
            match, lambda: ("online", ",".join(str(seat) for seat in sorted(self._presence.here(match))))
        )

    def ask_who_is_there(self, match: Match) -> None:
        """Ask the other processes, which have told only those who knew the match then."""
        self._say(match, lambda: ("who",))

    def _say(self, match: Match, what: Callable[[], tuple[str, ...]]) -> None:
        if self._store.postgres:
            self._run(self._said(match, what))

    async def _said(self, match: Match, what: Callable[[], tuple[str, ...]]) -> None:
        """In order, and what is so when it is said: an older word that comes last would be believed."""
        async with match.saying:
            said = what()
            await self._store.do(lambda connection: self._store.notify(connection, match.id, *said))

    async def _hear(self, text: str) -> None:
        id, process, what, *more = text.split(" ")
        match = self._matches.loaded(id)
        if process == self._store.process or match is None:
            return
        if what == "online":
            seats = {int(seat) for seat in more[0].split(",") if seat} if more else set()
            match.left |= dict.fromkeys(self._presence.hear(id, process, seats), self._clock())
            self._broadcast.tell_seats(match)
        elif what == "who":
            self.say_who_is_here(match)
        elif what == "chat":
            line = await self._store.do(lambda c: repository.chat_line(c, id, int(more[0])))
            if line is not None:
                self._broadcast.tell_chat(match, line)
        else:
            with suppress(Refusal):  # it is no more
                await self._matches.catch_up(match)


class Listener:
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
                async with asyncio.timeout(PATIENCE):
                    opened = await psycopg.AsyncConnection.connect(
                        self._url, autocommit=True, connect_timeout=CONNECTING
                    )
                async with opened as connection:
                    await _ask(connection, f"LISTEN {CHANNEL}")
                    self._listening.set()
                    if before:
                        await self._lost()  # what was said meanwhile is looked up
                    before = True
                    while True:
                        async for notice in connection.notifies(timeout=QUIET):
                            await self._heard(notice.payload)
                        await _ask(connection, "SELECT 1")  # whether anybody is there at all
            except Exception as problem:  # whatever it is, a process that hears nothing more is worse
                note("database lost", logging.WARNING, problem=str(problem).strip())
            await asyncio.sleep(AGAIN)


async def _ask(connection: psycopg.AsyncConnection[Any], query: LiteralString) -> None:
    async with asyncio.timeout(PATIENCE):
        await connection.execute(query)
