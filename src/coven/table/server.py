"""One server process: its parts, what goes on beside requests, and how it opens and closes."""

from __future__ import annotations

import asyncio
import gc
import logging
import secrets
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from coven.core import compiling
from coven.core.registry import load, playable
from coven.table import giving_up, stand_ins
from coven.table.bot_service import BotService
from coven.table.broadcast import Broadcast
from coven.table.drawing import Drawers
from coven.table.game_cache import GameCache
from coven.table.health import Health
from coven.table.hosts import Hosts
from coven.table.limits import Limits
from coven.table.logs import note
from coven.table.match import ChanceSource, SystemChance
from coven.table.match_registry import MatchRegistry
from coven.table.metrics import Metrics
from coven.table.page_feed import PageFeed
from coven.table.peers import Peers
from coven.table.presence import Presence
from coven.table.pulse import Pulse, SteadyClock
from coven.table.reviews import Reviews
from coven.table.settings import Settings
from coven.table.shares import Accounts
from coven.table.store import Store

T = TypeVar("T")
CALM = 10.0  # seconds after the start in which only games that are played are compiled
SWEEP = 30.0  # seconds between looks for idle matches, and between two words to the peers
# New objects, and looks at the young, between looks for garbage: see gc.set_threshold.
GARBAGE = (2_000, 20, 25)


class Server:
    """The parts of one server process."""

    def __init__(
        self,
        settings: Settings,
        *,
        chance: ChanceSource | None = None,
        clock: Callable[[], float] | None = None,
        secret: Callable[[int], str] = secrets.token_urlsafe,
        bot_service: BotService | None = None,
    ) -> None:
        self.settings = settings
        self.chance: ChanceSource = chance or SystemChance()
        self.seals = chance is None  # whether the luck of new tables is sealed; not where a test decides it
        self.clock = clock = clock or SteadyClock()
        self.secret = secret
        self.store = Store(settings.url())
        self.games = GameCache(self.store)
        self.bot_service = bot_service or BotService(settings.thinkers())
        self.health = Health(self)
        self.hosts = Hosts(settings.hosts)
        self.limits = Limits(settings.limits)
        self.accounts = Accounts()
        self.metrics = Metrics()
        self.reviews: Reviews = OrderedDict()
        self.presence = Presence(clock, settings.away)
        self.broadcast = Broadcast(self.presence, self.bot_service, clock)
        self.matches = MatchRegistry(
            settings, self.store, self.games, self.broadcast, self.presence, self.metrics, clock
        )
        self.feed = PageFeed(self)
        self.broadcast.on_change.append(self.feed.changed)
        self.broadcast.show = self.feed.changed
        self.peers = Peers(self.store, self.matches, self.broadcast, self.presence, clock, self.run)
        self.pulse = Pulse(self.store, clock, self.matches.pauses)
        self.matches.on_load.append(self.peers.ask_who_is_there)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._drawers = Drawers()

    async def open(self) -> None:
        """Connect; what has not been played yet is compiled later, when nobody is in a hurry."""
        await self.store.open()
        await self.accounts.open(self.store)
        await self.pulse.open()
        await self.peers.open()
        await self.bot_service.start()
        self.run(self.pulse.go_on())
        self.bot_service.begin()
        self.run(self._sweep())
        self.run(self._warm())

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.peers.close()
        await self.bot_service.stop()
        self._drawers.close()
        await self.pulse.close()
        await self.store.close()

    async def draw(self, work: Callable[[], T]) -> T:
        """Do what takes a few milliseconds of thought beside the event loop, little of it at once."""
        return await self._drawers.draw(work)

    def run(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Do something in the background until it is done or the server closes."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ran)
        return task

    def _ran(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            giving_up.look(task.exception())
            note("background work failed", logging.ERROR, problem=repr(task.exception()))

    async def _warm(self) -> None:
        """After a while, load what every game runs: what nobody has played yet is compiled after what is played."""
        await asyncio.sleep(CALM)
        for name in playable():
            await asyncio.to_thread(compiling.warm, load(name))
        # What is loaded stays: to look through all of it for garbage would stop everyone for a tenth of a second.
        # Hundreds of tables would again and again, where a look at the young finds nearly everything there is.
        gc.freeze()
        gc.set_threshold(*GARBAGE)

    async def _sweep(self) -> None:
        """Again and again drop matches nobody looks at, forget old ones, and say who is here."""
        while True:
            await asyncio.sleep(SWEEP)
            try:
                await self.matches.tidy()
                for match in self.matches:
                    stand_ins.notice_gone(self, match)
                    if match.watchers or match.heard:
                        self.peers.say_who_is_here(match)
            except Exception:  # the database may be away: another time
                note("could not tidy up", logging.ERROR, error=True)
