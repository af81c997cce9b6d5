"""The hall: every table that is played at or looked at, loaded when needed and dropped when idle.

It knows who watches, tells them what changes, and hears of actions that other processes of the same database stored.
"""

from __future__ import annotations

import asyncio
import hmac
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from coven.core.errors import BrokenGame
from coven.core.game import Game
from coven.core.registry import load, playable
from coven.table import keep
from coven.table.crew import Crew
from coven.table.game_table import GameTable
from coven.table.keep import Sheet
from coven.table.limits import Limits
from coven.table.live import Watcher
from coven.table.logs import note
from coven.table.luck import Luck, SystemLuck
from coven.table.messages import said, shown, spoken
from coven.table.metrics import Metrics
from coven.table.neighbours import Neighbours
from coven.table.notify import Ear
from coven.table.refusals import Refusal
from coven.table.reviews import Reviews
from coven.table.settings import Settings
from coven.table.shelf import Shelf
from coven.table.store import Store
from coven.table.tokens import ID, hash_of

T = TypeVar("T")
DRAWERS = 2  # threads that draw what pages show: more would only wait for each other
SWEEP = 30.0  # seconds between looks for idle tables, and between two words to the neighbours
MOST_LOADED = 3000  # tables in memory; of more, those nobody looks at are dropped before their time
MOST_WATCHERS = 400  # of one table


class Hall:
    """The tables of one server process."""

    def __init__(
        self,
        settings: Settings,
        *,
        luck: Luck | None = None,
        clock: Callable[[], float] = time.time,
        secret: Callable[[int], str] = secrets.token_urlsafe,
        crew: Crew | None = None,
    ) -> None:
        self.settings = settings
        self.luck: Luck = luck or SystemLuck()
        self.clock = clock
        self.secret = secret
        self.store = Store(settings.url())
        self.shelf = Shelf(self.store)
        self.crew = crew or Crew(settings.thinkers())
        self.limits = Limits(settings.limits)
        self.metrics = Metrics()
        self.reviews: Reviews = OrderedDict()
        self.me = secrets.token_hex(4)  # this process among those of the database
        self.ready: dict[str, bool] = dict.fromkeys(playable(), False)
        self.on_change: list[Callable[[GameTable], None]] = []  # bots and clocks look at every change
        self._tables: dict[str, GameTable] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self._neighbours = Neighbours()
        self._ear: Ear | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._drawers = ThreadPoolExecutor(DRAWERS, "sight")

    # -- life ------------------------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Connect, and get the rules ready in the background."""
        await self.store.open()
        if self.store.postgres:
            self._ear = Ear(self.settings.url(), self._heard, self._catch_up_all)
            await self._ear.start()
        await self.crew.start()
        self.run(self._sweep())
        self.run(self._warm())

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._ear is not None:
            await self._ear.stop()
        await self.crew.stop()
        self._drawers.shutdown(cancel_futures=True)
        await self.store.close()

    async def draw(self, work: Callable[[], T]) -> T:
        """Do what takes a few milliseconds of thought beside the event loop, little of it at once."""
        return await asyncio.get_running_loop().run_in_executor(self._drawers, work)

    def run(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Do something in the background until it is done or the hall closes."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ran)
        return task

    def _ran(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            note("background work failed", 40, problem=repr(task.exception()))

    async def _warm(self) -> None:
        """Load every game's rules; the first start ever compiles them, which takes a minute."""
        for name in playable():
            try:
                await self.shelf.game(name)
            except BrokenGame as problem:
                del self.ready[name]
                note("a game can't be played", 40, game=name, problem=str(problem))
                continue
            self.ready[name] = True
            note("rules ready", game=name)
        for name in self.ready:
            await self.crew.prepare(load(name))
            note("bots ready", game=name)

    async def _sweep(self) -> None:
        """Again and again drop tables nobody looks at, and forget old ones."""
        while True:
            await asyncio.sleep(SWEEP)
            try:
                await self.tidy()
            except Exception:  # the database may be away: another time
                note("could not tidy up", 40, error=True)

    async def tidy(self) -> None:
        """Drop tables nobody has looked at for a while, and forget the oldest if there are too many."""
        long_ago = self.clock() - self.settings.idle
        quiet = [table for table in self._tables.values() if self._is_quiet(table)]
        quiet.sort(key=lambda table: table.used)
        surplus = max(0, len(self._tables) - MOST_LOADED)
        for number, table in enumerate(quiet):
            if number < surplus or table.used < long_ago:
                self._drop(table)
        for table in self._tables.values():
            if table.watchers:
                self._say_who_is_here(table)
        for id in await self.store.do(lambda c: keep.make_room(c, self.settings.most_tables)):
            if id in self._tables:
                self._lose(self._tables[id])

    def _is_quiet(self, table: GameTable) -> bool:
        return not table.watchers and table.bot is None and not table.lock.locked()

    def _lose(self, table: GameTable) -> Refusal:
        """A table is no more; the refusal for whoever asks for it."""
        self._drop(table)
        gone = Refusal("no_such_table", "this table is not kept any more")
        self.tell(table, said("error", **gone.body()))
        return gone

    def _drop(self, table: GameTable) -> None:
        if table.timer is not None:
            table.timer.cancel()
        self._tables.pop(table.id, None)
        self._loading.pop(table.id, None)
        self._neighbours.forget(table.id)

    @property
    def loaded(self) -> int:
        """Tables in memory."""
        return len(self._tables)

    # -- tables ----------------------------------------------------------------------------------------------------

    async def table(self, id: str) -> GameTable:
        """A table by its id, loaded if need be."""
        table = self._tables.get(id)
        if table is None:
            if not ID.fullmatch(id):
                raise _nowhere()
            async with self._loading.setdefault(id, asyncio.Lock()):
                table = self._tables.get(id) or await self._load(id)
        if self.store.postgres:
            # Who was told of an action by one process may ask another that has not heard of it yet.
            await self.catch_up(table)
        table.used = self.clock()
        return table

    async def _load(self, id: str) -> GameTable:
        sheet = await self.store.do(lambda c: keep.sheet_of(c, id))
        if sheet is None:
            self._loading.pop(id, None)
            raise _nowhere()
        game = await self.shelf.game(sheet.game, sheet.components)
        if sheet.rules != game.version:
            raise Refusal(
                "other_version",
                f"this table is played by version {sheet.rules} of the rules, this server plays {game.version}",
            )
        log = await self.store.do(lambda c: keep.log_since(c, id, 0))
        table = await asyncio.to_thread(GameTable, sheet, game, log)
        if id in self._tables:  # whoever made it has just brought it in
            return self._tables[id]
        self._tables[id] = table
        table.since = self.clock()
        # Whoever acted last may still be thinking at another process: give it time.
        table.mine = not self.store.postgres or not log
        self.metrics.counts["tables_loaded"] += 1
        self._ask_who_is_there(table)
        self.changed(table)
        return table

    def add(self, sheet: Sheet, game: Game, log: list[keep.Event]) -> GameTable:
        """Take a table that has just been stored."""
        table = self._tables[sheet.id] = GameTable(sheet, game, log)
        table.since = table.used = self.clock()
        self.metrics.counts["tables_created"] += 1
        return table

    async def arrange(self, table: GameTable, change: Callable[[Connection, dict[str, Any]], object]) -> None:
        """Change the manner a table is played in, as the database has it: another process may have changed it too."""

        def work(connection: Connection) -> dict[str, Any]:
            manner = keep.manner_of(connection, table.id, to_change=True)
            change(connection, manner)
            keep.set_manner(connection, table.id, manner)
            self.store.tell(connection, self.message(table, "arranged"))
            return manner

        table.arranged(await self.store.do(work))

    def seat_of(self, table: GameTable, token: str | None) -> int | None:
        """The seat a secret belongs to; nobody's is a spectator, who may look unless the table is private."""
        if token is None:
            if table.sheet.private:
                raise Refusal(
                    "forbidden", "this table is private: come by your own link, or join an open seat"
                )
            return None
        hashed = hash_of(token)
        for chair in table.chairs:
            if chair.token and hmac.compare_digest(chair.token, hashed):
                return chair.seat
        raise Refusal("forbidden", "this is not the secret of a seat at this table")

    # -- those who watch ---------------------------------------------------------------------------------------------

    async def watch(self, id: str, token: str | None, also: Sequence[str] = ()) -> Watcher:
        """Begin to tell someone what happens; what there is now is told at once."""
        table = await self.table(id)
        seat = self.seat_of(table, token)
        others = [other for one in also if (other := self.seat_of(table, one)) is not None]
        if len(table.watchers) >= MOST_WATCHERS:
            raise Refusal("too_many", "too many look on at this table")
        watcher = Watcher(seat, others)
        for back in watcher.seats & table.agreed.keys():  # before a bot took the seat
            async with table.lock:
                await self.arrange(table, partial(forget, seat=back))
        table.watchers.add(watcher)
        watcher.tell(self._state(table, seat))
        if watcher.seats:
            self._presence(table)
        else:
            watcher.tell(self._seats(table))
        if table.thinking is not None:
            watcher.tell(self._thinking(table))
        return watcher

    def unwatch(self, id: str, watcher: Watcher) -> None:
        table = self._tables.get(id)
        if table is None:
            return
        table.watchers.discard(watcher)
        table.used = self.clock()
        if watcher.seats:
            table.left |= dict.fromkeys(watcher.seats, self.clock())
            self._presence(table)

    def online(self, table: GameTable) -> set[int]:
        """The seats somebody looks on from, here or at another process."""
        return _here(table).union(*self._neighbours.seats(table.id))

    def shared(self, table: GameTable) -> bool:
        """Whether another process has the table too."""
        return bool(self._neighbours.seats(table.id))

    def _presence(self, table: GameTable) -> None:
        self.tell_seats(table)
        self._say_who_is_here(table)

    def _say_who_is_here(self, table: GameTable) -> None:
        """Tell the other processes."""
        if self.store.postgres:
            message = f"{self.message(table, 'online')} {','.join(map(str, sorted(_here(table))))}"
            self.run(self.store.do(lambda c: self.store.tell(c, message)))

    def _ask_who_is_there(self, table: GameTable) -> None:
        """Ask the other processes, which have told only those who knew the table then."""
        if self.store.postgres:
            message = self.message(table, "who")
            self.run(self.store.do(lambda c: self.store.tell(c, message)))

    # -- telling -----------------------------------------------------------------------------------------------------

    def changed(self, table: GameTable) -> None:
        """Tell everyone that the table has moved on, and wake whom it concerns."""
        for seat in {watcher.seat for watcher in table.watchers}:
            message = self._state(table, seat)
            for watcher in table.watchers:
                if watcher.seat == seat:
                    watcher.tell(message)
        for look in self.on_change:
            look(table)

    def tell_seats(self, table: GameTable) -> None:
        self.tell(table, self._seats(table))

    def tell_thinking(self, table: GameTable) -> None:
        self.tell(table, self._thinking(table))

    def tell_lesson(self, table: GameTable) -> None:
        """A lesson has been put away: other pages of the seat show the next."""
        self.tell(table, said("lesson"))

    def tell_rematch(self, table: GameTable) -> None:
        self.tell(table, said("rematch", table=table.sheet.manner["rematch"]))

    def _thinking(self, table: GameTable) -> str:
        """A bot thinks; the first start ever compiles the bots first, which is worth saying."""
        return said("thinking", seat=table.thinking, preparing=not self.crew.ready(table.game.name))

    def tell(self, table: GameTable, message: str) -> None:
        """Tell everyone at a table."""
        for watcher in table.watchers:
            watcher.tell(message)

    def _state(self, table: GameTable, seat: int | None) -> str:
        position = table.position
        return said(
            "state",
            seq=table.seq,
            actor=table.actor,
            over=position.over,
            scores=position.scores,
            undo=seat is not None and not position.over and position.can_undo(seat),
        )

    def _seats(self, table: GameTable) -> str:
        return said("seats", seats=self.seats(table))

    def seats(self, table: GameTable) -> list[dict[str, Any]]:
        """Who sits where, as everyone may know."""
        online = self.online(table)
        left = table.clock(self.clock())
        return [
            {
                **shown(chair),
                "online": chair.seat in online,
                "stand_in": chair.stand_in,
                "agreed": sorted(table.agreed.get(chair.seat, ())),
                "clock": None if left is None else left[chair.seat],
            }
            for chair in table.chairs
        ]

    # -- other processes ---------------------------------------------------------------------------------------------

    def message(self, table: GameTable, what: str) -> str:
        """What other processes are told about a table."""
        return f"{table.id} {what} {self.me}"

    async def _heard(self, message: str) -> None:
        id, what, who, *more = message.split(" ")
        table = self._tables.get(id)
        if who == self.me or table is None:
            return
        if what == "online":
            seats = {int(seat) for seat in more[0].split(",") if seat} if more else set()
            table.left |= dict.fromkeys(self._neighbours.hear(id, who, seats), self.clock())
            self.tell_seats(table)
        elif what == "who":
            self._say_who_is_here(table)
        elif what == "chat":
            line = await self.store.do(lambda c: keep.line_of(c, id, int(more[0])))
            if line is not None:
                self.tell(table, said("chat", **spoken(line)))
        else:
            with suppress(Refusal):  # it is no more
                await self.catch_up(table)

    async def catch_up(self, table: GameTable, locked: bool = False) -> None:
        """Follow what others have stored."""
        if not locked:
            async with table.lock:
                await self.catch_up(table, locked=True)
            return
        log, chairs, manner = await self.store.do(
            lambda c: (
                keep.log_since(c, table.id, table.seq),
                keep.chairs_of(c, table.id),
                keep.manner_of(c, table.id),
            )
        )
        if not chairs:
            raise self._lose(table)
        was = table.sheet.manner
        table.arranged(manner)
        seated = list(chairs) != table.chairs
        if seated or manner != was:
            for chair in chairs:
                table.sit(chair)
            self.tell_seats(table)
        if log:
            table.mine = False
            table.follow(log)
        if log or seated:
            self.changed(table)
        if manner.get("read") != was.get("read"):
            self.tell_lesson(table)
        if manner.get("rematch") != was.get("rematch"):
            self.tell_rematch(table)

    async def _catch_up_all(self) -> None:
        for table in list(self._tables.values()):
            try:
                await self.catch_up(table)
            except SQLAlchemyError:
                raise  # the database is away again: all of it once more
            except Exception as problem:  # one that can't be followed is no reason to lose the others
                note("could not catch up", 40, table=table.id, problem=repr(problem))


def _nowhere() -> Refusal:
    return Refusal("no_such_table", "there is no such table here")


def _here(table: GameTable) -> set[int]:
    """The seats somebody looks on from here."""
    return {seat for watcher in table.watchers for seat in watcher.seats}


def forget(connection: Connection, manner: dict[str, Any], seat: int) -> None:
    """Nobody agrees any more that a bot takes a seat."""
    manner.get("agreed", {}).pop(str(seat), None)
