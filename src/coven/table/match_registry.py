"""The matches in memory: loaded when they are asked for, kept up to date, dropped when nobody looks at them."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from sqlalchemy.exc import SQLAlchemyError

from coven.table import repository
from coven.table.clock import Pauses
from coven.table.logs import note
from coven.table.match import Match
from coven.table.refusals import Refusal
from coven.table.repository import Chair, LoggedAction, MatchRow

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from coven.core.game import Game
    from coven.table.broadcast import Broadcast
    from coven.table.game_cache import GameCache
    from coven.table.metadata import Metadata
    from coven.table.metrics import Metrics
    from coven.table.presence import Presence
    from coven.table.settings import Settings
    from coven.table.store import Store

ID = re.compile(r"[\w-]{1,64}", re.ASCII)
MOST_UNPLAYED = 40  # tables that one address has set up in the last hour and at which nobody has played
MOST_LOADED = 3000  # matches in memory; of more, those nobody looks at are dropped before their time

Change = Callable[["Metadata"], "Metadata"]


class MatchRegistry:
    """The matches of one server process, by their ids."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        games: GameCache,
        broadcast: Broadcast,
        presence: Presence,
        metrics: Metrics,
        clock: Callable[[], float],
    ) -> None:
        self._settings = settings
        self._store = store
        self._games = games
        self._broadcast = broadcast
        self._presence = presence
        self._metrics = metrics
        self._clock = clock
        self._matches: dict[str, Match] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self.pauses = Pauses()  # in which no server was there
        self.on_load: list[Callable[[Match], None]] = []  # whoever wants to know of a match that was loaded

    def __len__(self) -> int:
        return len(self._matches)

    def __iter__(self) -> Iterator[Match]:
        return iter(list(self._matches.values()))

    def loaded(self, id: str) -> Match | None:
        """A match that is in memory."""
        return self._matches.get(id)

    async def get(self, id: str) -> Match:
        """A match by its id, loaded if need be."""
        match = self._matches.get(id)
        if match is None:
            if not ID.fullmatch(id):
                raise _nowhere()
            async with self._loading.setdefault(id, asyncio.Lock()):
                match = self._matches.get(id) or await self._load(id)
        if self._store.postgres:
            # Who was told of an action by one process may ask another that has not heard of it yet.
            await self.catch_up(match)
        match.used_at = self._clock()
        if match.asleep:  # somebody looks again
            self._broadcast.wake(match)
        return match

    async def _load(self, id: str) -> Match:
        row = await self._store.do(lambda c: repository.match_of(c, id))
        if row is None:
            self._loading.pop(id, None)
            raise _nowhere()
        game = await self._games.game(row.game, row.components)
        if not game.plays(row.rules):
            raise Refusal(
                "other_version",
                f"this table is played by version {row.rules} of the rules, this server plays {game.version}",
            )
        log = await self._store.do(lambda c: repository.log_since(c, id, 0))
        match = await asyncio.to_thread(Match, row, game, log)
        if id in self._matches:  # whoever made it has just brought it in
            return self._matches[id]
        self._matches[id] = match
        match.loaded_at, match.pauses = self._clock(), self.pauses
        # Whoever acted last may still be thinking at another process: give it time.
        match.acted_here = not self._store.postgres or not log
        self._metrics.counts["tables_loaded"] += 1
        for look in self.on_load:
            look(match)
        self._broadcast.changed(match)
        return match

    def add(self, row: MatchRow, game: Game, log: list[LoggedAction]) -> Match:
        """Take a match that has just been stored."""
        match = self._matches[row.id] = Match(row, game, log)
        match.loaded_at = match.used_at = self._clock()
        match.pauses = self.pauses
        self._metrics.counts["tables_created"] += 1
        return match

    async def update_metadata(self, match: Match, change: Callable[[Connection, Metadata], Metadata]) -> None:
        """Change a match's metadata as the database has it: another process may have changed it too."""

        def work(connection: Connection) -> Metadata:
            metadata = change(connection, repository.metadata_of(connection, match.id, to_change=True))
            repository.set_metadata(connection, match.id, metadata)
            self._store.notify(connection, match.id, "arranged")
            return metadata

        async with match.arranging:
            match.set_metadata(await self._store.do(work))

    async def seat(self, match: Match, chair: Chair, was: Chair, change: Change | None = None) -> None:
        """Store who has a seat, and what else changes with it, then let everyone know."""

        def work(connection: Connection) -> tuple[bool, Metadata]:
            metadata = match.metadata
            if change is not None:
                metadata = repository.metadata_of(connection, match.id, to_change=True)
            done = repository.set_chair(connection, match.id, chair, was)
            if done and change is not None:
                metadata = change(metadata)
                repository.set_metadata(connection, match.id, metadata)
            self._store.notify(connection, match.id, "seated")
            return done, metadata

        async with match.arranging:
            done, metadata = await self._store.do(work)
            if done:
                match.set_metadata(metadata)
                match.sit(chair)
        if not done:
            await self.catch_up(match, locked=True)
            raise Refusal("seat_taken", "somebody was quicker: look again")
        self._broadcast.tell_seats(match)

    # -- what others have stored -----------------------------------------------------------------------------------

    async def catch_up(self, match: Match, locked: bool = False) -> None:
        """Follow what others have stored."""
        if not locked:
            async with match.lock:
                await self.catch_up(match, locked=True)
            return
        async with match.arranging:
            log, chairs, metadata = await self._store.do(
                lambda c: (
                    repository.log_since(c, match.id, match.seq),
                    repository.chairs_of(c, match.id),
                    repository.metadata_of(c, match.id),
                )
            )
            if not chairs:
                raise self._lose(match)
            was = match.metadata
            match.set_metadata(metadata)
            seated = list(chairs) != match.chairs
            if seated or metadata != was:
                for chair in chairs:
                    match.sit(chair)
                self._broadcast.tell_seats(match)
        if log:
            match.acted_here = False
            match.follow(log)
        if log or seated:
            self._broadcast.changed(match)
        if metadata.read != was.read:
            self._broadcast.tell_lesson(match)
        if metadata.rematch != was.rematch:
            self._broadcast.tell_rematch(match)

    async def catch_up_all(self) -> None:
        for match in self:
            try:
                await self.catch_up(match)
            except SQLAlchemyError:
                raise  # the database is away again: all of it once more
            except Exception as problem:  # one that can't be followed is no reason to lose the others
                note("could not catch up", logging.ERROR, table=match.id, problem=repr(problem))

    # -- making room -----------------------------------------------------------------------------------------------

    async def tidy(self) -> None:
        """Drop matches nobody has looked at for a while, and forget the oldest if there are too many."""
        long_ago = self._clock() - self._settings.idle
        quiet = [match for match in self if _is_quiet(match)]
        quiet.sort(key=lambda match: match.used_at)
        surplus = max(0, len(self) - MOST_LOADED)
        for number, match in enumerate(quiet):
            if number < surplus or match.used_at < long_ago:
                self._drop(match)
        await self._make_room()

    async def _make_room(self) -> None:
        watched, now = [match.id for match in self if match.watchers], self._clock()

        def work(connection: Connection) -> list[str]:
            if self._store.postgres:
                repository.note_watched(connection, watched, now)
            return repository.make_room(connection, self._settings.most_tables, now, watched)

        for id in await self._store.do(work):
            if id in self._matches:
                self._lose(self._matches[id])

    async def check_room(self, maker: str) -> None:
        """Refuse another table if there is no room for it, or its maker has enough that nobody has played at."""
        if not self._settings.limits:
            return
        lately = self._clock() - repository.RECENT
        if await self._store.do(lambda c: repository.count_unplayed(c, maker, lately)) >= MOST_UNPLAYED:
            raise Refusal("too_many", "you have set up enough tables: play at one of them first")
        most = self._settings.most_tables
        if await self._store.do(repository.count) >= most + most // 4:
            await self._make_room()
            if await self._store.do(repository.count) >= most + most // 4:
                raise Refusal("unavailable", "there is no room for another table now: ask again later")

    def _lose(self, match: Match) -> Refusal:
        """A match is no more; the refusal for whoever asks for it."""
        self._drop(match)
        gone = Refusal("no_such_table", "this table is not kept any more")
        self._broadcast.tell_refusal(match, gone)
        return gone

    def _drop(self, match: Match) -> None:
        for timer in (match.timer, *match.countdowns.values()):
            if timer is not None:
                timer.cancel()
        self._matches.pop(match.id, None)
        self._loading.pop(match.id, None)
        self._presence.forget(match.id)


def _is_quiet(match: Match) -> bool:
    return not match.watchers and match.bot_task is None and not match.lock.locked()


def _nowhere() -> Refusal:
    return Refusal("no_such_table", "there is no such table here")
