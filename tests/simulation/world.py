"""A world that a plan describes: its processes, its database, its network, those who play, and what befalls them."""

from __future__ import annotations

import asyncio
import functools
import hashlib
import logging
import random
import sys
import time
from contextlib import ExitStack, contextmanager, suppress
from contextvars import Context, copy_context
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from fastapi.dependencies import models

from coven.table import bot_service, broadcast, giving_up, peers, server, store, worker_pool
from coven.table.clock import Pause, merged
from tests.simulation import fate
from tests.simulation.clients import Client, Player
from tests.simulation.database import Database, QueueOfStore, ThreadingOfStore
from tests.simulation.model import Model
from tests.simulation.neighbours import Psycopg
from tests.simulation.network import Network
from tests.simulation.process import Process
from tests.simulation.thinkers import QuickBot, Thinker
from tests.simulation.virtual_loop import Standstill, VirtualLoop

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.simulation.plan import Plan

NOT_OURS = (  # what the world did to it
    *("SQLAlchemyError", "OperationalError", "DatabaseError", "DatabaseLate", "Taken"),
    *("Late", "Crashed", "Nonsense", "BotsUnavailable"),
)


class Broken(Exception):
    """Something that must be true is not."""


class World:
    """One run."""

    def __init__(self, plan: Plan, folder: Path, keep: bool = False) -> None:
        self.plan = plan
        self._lucks: dict[str, random.Random] = {}
        self.loop = VirtualLoop(self.luck_of("order"), plan.shuffle)
        self.loop.after_step = self._look
        self.loop.set_exception_handler(self._unheard)
        self.context: Context = copy_context()  # of whoever is no process
        self._digest = hashlib.blake2b(digest_size=12)
        self.trace: list[str] | None = [] if keep else None
        self.broken = ""
        self.offset = 0.0  # by which the machine's clock has been set
        self.said: dict[float, float] = {}  # the true time of what clocks have said
        self.nonsense = 0.05 if plan.failing else 0.0
        self._nobody: list[Pause] = []  # when no process was there
        self._down_since: float | None = None
        self.every: list[Process] = []
        self.slots: list[Process | None] = [None] * plan.processes
        self.thinkers: list[Thinker] = []
        self.players: list[Player] = []
        self.clients: list[Client] = []  # who must see the end
        self.rogues: list[Client] = []
        self.tasks: list[asyncio.Task[Any]] = []
        self.database = Database(folder / "table.db", plan.processes > 1, self.luck_of("database"), self.loop)
        self.model = Model(self)
        self.database.committed = self.model.committed
        self.network = Network(self)

    def luck_of(self, what: str) -> random.Random:
        """Luck of its own for each part, so that what one needs does not change what another gets."""
        if what not in self._lucks:
            self._lucks[what] = random.Random(f"{what} {self.plan.seed}")
        return self._lucks[what]

    # -- what has happened -----------------------------------------------------------------------------------------

    def note(self, kind: str, *facts: Any) -> None:
        """Write something down: two runs of a plan write the same."""
        line = f"{self.loop.time():.6f} {kind} {facts!r}"
        self._digest.update(line.encode())
        if self.trace is not None:
            self.trace.append(line)

    @property
    def digest(self) -> str:
        return self._digest.hexdigest()

    def fail(self, what: str) -> None:
        """Something is wrong; the first that is ends the run."""
        if not self.broken:
            self.broken = what
            self.note("BROKEN", what)

    def _look(self) -> None:
        if self.broken:
            raise Broken(self.broken)

    def _unheard(self, loop: Any, context: dict[str, Any]) -> None:
        """An error that nobody took."""
        problem = context.get("exception")
        if problem is not None and type(problem).__name__ not in NOT_OURS:
            self.fail(f"an error was lost: {problem!r} ({context.get('message')})")

    def heard(self, record: logging.LogRecord) -> None:
        """A server process writes into its log."""
        if record.levelno < logging.ERROR:
            return
        facts: dict[str, Any] = getattr(record, "facts", {})
        problem = str(facts.get("problem", "")) or (repr(record.exc_info[1]) if record.exc_info else "")
        self.note("log", record.getMessage(), problem[:80])
        if not problem.startswith(NOT_OURS) and problem:
            self.fail(f"the server's log says: {record.getMessage()}: {problem[:200]}")

    # -- processes -------------------------------------------------------------------------------------------------

    def process_died(self) -> None:
        if self._down_since is None and not any(one is not None and one.ready for one in self.slots):
            self._down_since = self.loop.time()

    @property
    def down(self) -> list[Pause]:
        """When nobody could act: no process was there, or none had a database."""
        return merged([*self._nobody, *self.database.gone])

    async def start(self, slot: int) -> None:
        """Have a process in a place, trying until it comes up."""
        while True:
            process = Process(self, slot)
            self.slots[slot] = process
            self.note("start", slot)
            began = self.loop.time()
            if await process.start():
                break
            await asyncio.sleep(1.0)
        if self._down_since is not None:
            self._nobody.append((self._down_since, began))
            self._down_since = None

    def power_cut(self) -> None:
        """What was not synced is lost; what is left is looked at anew."""
        if self.model.looking is not None:
            self.model.looking.close()
            self.model.looking = None
        self.database.power_cut()
        self.model.committed()
        self.model.check_all_kept()

    # -- clients ---------------------------------------------------------------------------------------------------

    def seated(self, player: Player) -> None:
        self.players.append(player)
        self.clients.append(player)

    def run(self, work: Any) -> asyncio.Task[Any]:
        """Do something beside."""
        task: asyncio.Task[Any] = self.loop.create_task(work, context=self.context.copy())
        self.tasks.append(task)
        return task

    # -- from the beginning to the end -----------------------------------------------------------------------------

    def live(self) -> None:
        """Let it all happen; Broken if something is wrong."""
        with self._simulated():
            try:
                self.loop.run_until_complete(fate.happen(self))
            except Standstill as problem:
                self.fail(str(problem))
                raise Broken(self.broken) from None
            finally:
                self.loop.after_step = lambda: None
                self._end()

    def _end(self) -> None:
        for process in self.every:
            process.kill()
        # What is cancelled may begin others.
        while left := [task for task in asyncio.all_tasks(self.loop) if not task.done()]:
            for task in left:
                task.cancel()
            with suppress(RuntimeError):  # what is wrong was found in its last step: it is stopping already
                self.loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
        for process in self.every:
            process._bury()
        if self.model.looking is not None:
            self.model.looking.close()
        self.loop.close()
        # FastAPI remembers the handlers of every application there was, and through them all of this world.
        for remembered in vars(models).values():
            if isinstance(remembered, functools._lru_cache_wrapper):
                remembered.cache_clear()

    @contextmanager
    def _simulated(self) -> Iterator[None]:
        """The server's modules with what is simulated in place of what is real."""
        real_migrate, interval = store.migrate, sys.getswitchinterval()
        log = logging.getLogger("coven.table")
        before = log.handlers, log.propagate, log.level
        log.handlers, log.propagate = [_Listening(self)], False
        log.setLevel(logging.WARNING)
        with ExitStack() as stack:
            for name, module in list(sys.modules.items()):
                if name.startswith("coven.table.") and getattr(module, "time", None) is time:
                    stack.enter_context(patch.object(module, "time", _Time(self.loop)))
            for module, name, stand_in in (
                (store, "threading", ThreadingOfStore),
                (store, "queue", QueueOfStore),
                (store, "BUSY", 0.0),  # a transaction happens at one moment: nobody ever waits for another's
                (store, "migrate", lambda engine, _: real_migrate(engine, False)),
                (peers, "psycopg", Psycopg),
                (worker_pool, "WorkerProcess", Thinker),
                (bot_service, "bot", QuickBot),
                (bot_service.BotService, "ready", lambda self, game: True),  # whatever is compiled beside
                (server, "CALM", 1e9),
                (broadcast, "_numbers", count()),
                (giving_up, "end", lambda: self.fail("the server gave up")),
            ):
                stack.enter_context(patch.object(module, name, stand_in))
            stack.enter_context(patch.object(broadcast.Watcher, "__hash__", lambda self: self.number))
            try:
                yield
            finally:
                log.handlers, log.propagate = before[:2]
                log.setLevel(before[2])
                sys.setswitchinterval(interval)


class _Time:
    """The module `time`, as far as the server uses it."""

    def __init__(self, loop: VirtualLoop) -> None:
        self.monotonic = self.perf_counter = self.thread_time = self.time = loop.time
        self.strftime, self.gmtime = time.strftime, time.gmtime


class _Listening(logging.Handler):
    def __init__(self, world: World) -> None:
        super().__init__()
        self._world = world

    def emit(self, record: logging.LogRecord) -> None:
        self._world.heard(record)
