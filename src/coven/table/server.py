"""One server process: its parts, what goes on beside requests, and how it opens and closes."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from coven.core import compiling
from coven.core.registry import load, playable
from coven.table.bot_service import BotService
from coven.table.broadcast import Broadcast
from coven.table.game_cache import GameCache
from coven.table.limits import Limits
from coven.table.logs import note
from coven.table.match import ChanceSource, SystemChance
from coven.table.match_registry import MatchRegistry
from coven.table.metrics import Metrics
from coven.table.page_feed import PageFeed
from coven.table.peers import Peers
from coven.table.presence import Presence
from coven.table.reviews import Reviews
from coven.table.settings import Settings
from coven.table.store import Store

T = TypeVar("T")
DRAWERS = 2  # threads that draw what pages show: more would only wait for each other
CALM = 10.0  # seconds after the start in which only games that are played are compiled
SWEEP = 30.0  # seconds between looks for idle matches, and between two words to the peers


class Server:
    """The parts of one server process."""

    def __init__(
        self,
        settings: Settings,
        *,
        chance: ChanceSource | None = None,
        clock: Callable[[], float] = time.time,
        secret: Callable[[int], str] = secrets.token_urlsafe,
        bot_service: BotService | None = None,
    ) -> None:
        self.settings = settings
        self.chance: ChanceSource = chance or SystemChance()
        self.seals = chance is None  # whether the luck of new tables is sealed; not where a test decides it
        self.clock = clock
        self.secret = secret
        self.store = Store(settings.url())
        self.games = GameCache(self.store)
        self.bot_service = bot_service or BotService(settings.thinkers())
        self.limits = Limits(settings.limits)
        self.metrics = Metrics()
        self.reviews: Reviews = OrderedDict()
        self.presence = Presence()
        self.broadcast = Broadcast(self.presence, self.bot_service, clock)
        self.matches = MatchRegistry(
            settings, self.store, self.games, self.broadcast, self.presence, self.metrics, clock
        )
        self.feed = PageFeed(self)
        self.broadcast.on_change.append(self.feed.changed)
        self.broadcast.show = self.feed.changed
        self.peers = Peers(self.store, self.matches, self.broadcast, self.presence, clock, self.run)
        self.matches.on_load.append(self.peers.ask_who_is_there)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._drawers = ThreadPoolExecutor(DRAWERS, "draw")

    async def open(self) -> None:
        """Connect; what has not been played yet is compiled later, when nobody is in a hurry."""
        await self.store.open()
        await self.peers.open()
        await self.bot_service.start()
        self.bot_service.begin()
        self.run(self._sweep())
        self.run(self._warm())

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.peers.close()
        await self.bot_service.stop()
        self._drawers.shutdown(cancel_futures=True)
        await self.store.close()

    async def draw(self, work: Callable[[], T]) -> T:
        """Do what takes a few milliseconds of thought beside the event loop, little of it at once."""
        return await asyncio.get_running_loop().run_in_executor(self._drawers, work)

    def run(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Do something in the background until it is done or the server closes."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ran)
        return task

    def _ran(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            note("background work failed", logging.ERROR, problem=repr(task.exception()))

    async def _warm(self) -> None:
        """After a while, load what every game runs: what nobody has played yet is compiled after what is played."""
        await asyncio.sleep(CALM)
        for name in playable():
            await asyncio.to_thread(compiling.warm, load(name))

    async def _sweep(self) -> None:
        """Again and again drop matches nobody looks at, forget old ones, and say who is here."""
        while True:
            await asyncio.sleep(SWEEP)
            try:
                await self.matches.tidy()
                for match in self.matches:
                    if match.watchers:
                        self.peers.say_who_is_here(match)
            except Exception:  # the database may be away: another time
                note("could not tidy up", logging.ERROR, error=True)
