"""A server process: the whole application, started, stopped or killed; then it does nothing that anyone notices."""

from __future__ import annotations

import asyncio
import random
from contextvars import Context, copy_context
from typing import TYPE_CHECKING, Any

from coven.table.app import create_app
from coven.table.pulse import SteadyClock
from coven.table.settings import Settings
from tests.simulation.virtual_loop import WHOSE

if TYPE_CHECKING:
    from tests.simulation.neighbours import NeighbourLine
    from tests.simulation.network import Line
    from tests.simulation.world import World

HOST = "table.test"
IDLE = 20  # seconds after which a table nobody looks at is dropped, so that it is loaded again in most games
EPOCH = 1_700_000_000.0


class WatchedClock(SteadyClock):
    """A process's clock; what it has said is kept with the true time."""

    def __init__(self, world: World) -> None:
        self._said = world.said
        self._loop = world.loop
        super().__init__(lambda: EPOCH + world.loop.time() + world.offset, world.loop.time)

    def __call__(self) -> float:
        now = super().__call__()
        self._said[now] = self._loop.time()
        return now


class Process:
    """One life of a server process."""

    def __init__(self, world: World, slot: int) -> None:
        self.world = world
        self.slot = slot
        self.alive = True
        self.ready = False
        self.tasks: list[asyncio.Task[Any]] = []
        self.lines: list[Line] = []
        self.line: NeighbourLine | None = None  # to the neighbours
        self.last_commit = ""  # whether it dies "before" or "after" its next commit
        self._luck = world.luck_of("threads")
        self._context: Context = copy_context()
        self._context.run(WHOSE.set, self)
        secrets = random.Random(f"secrets {world.plan.seed} {len(world.every)}")
        settings = Settings(database=f"sqlite:///{world.database.file}", hosts=HOST, idle=IDLE, bots=1)
        self.app = self._context.run(
            lambda: create_app(
                settings, clock=WatchedClock(world), secret=lambda size: secrets.randbytes(size).hex()
            )
        )
        self.server = self.app.state.server
        self.server.store.postgres = world.database.shared
        self.server.store.process = f"p{len(world.every)}"
        world.every.append(self)
        world.database.serve(self, self.server.store.engine)

    def run(self, work: Any) -> asyncio.Task[Any]:
        """Do something in this process."""
        task: asyncio.Task[Any] = self.world.loop.create_task(work, context=self._context.copy())
        return task

    # -- its life --------------------------------------------------------------------------------------------------

    async def start(self) -> bool:
        """Come up; False if that did not work."""
        self._to_app: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._from_app: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        scope = {"type": "lifespan", "asgi": {"version": "3.0"}, "state": {}}
        self._life = self.run(self.app(scope, self._to_app.get, self._from_app.put))
        self._to_app.put_nowait({"type": "lifespan.startup"})
        if not await self._lived("lifespan.startup.complete"):
            self.kill()
            return False
        self.ready = self.alive
        return self.ready

    async def _lived(self, stage: str) -> bool:
        told = asyncio.ensure_future(self._from_app.get())
        await asyncio.wait({told, self._life}, timeout=60.0, return_when=asyncio.FIRST_COMPLETED)
        if told.done():
            return bool(told.result()["type"] == stage)
        told.cancel()
        return False

    async def stop(self) -> None:
        """End properly: connections are closed first, as uvicorn does."""
        self.ready = False
        for line in list(self.lines):
            line.cut()
        await asyncio.sleep(0.1)
        self._to_app.put_nowait({"type": "lifespan.shutdown"})
        await self._lived("lifespan.shutdown.complete")
        self.kill()

    def kill(self) -> None:
        """End without a word. What its tasks still do while they unwind reaches nobody."""
        if not self.alive:
            return
        self.alive = self.ready = False
        self.world.note("dead", self.slot)
        self.world.process_died()
        for task in self.tasks:
            if not task.done():
                task.cancel()
        for line in list(self.lines):
            line.cut()
        if self.line is not None:
            self.line.drop()
        self.world.loop.call_soon(self._bury, context=Context())

    def _bury(self) -> None:
        """What the system does for a process that has ended."""
        store = self.server.store
        store.engine.dispose()
        if store._lock is not None:
            store._lock.close()
            store._lock = None

    # -- its threads -----------------------------------------------------------------------------------------------

    def thread_delays(self, executor: Any) -> tuple[float, float]:
        if getattr(executor, "_thread_name_prefix", "") == "store":
            delay, after = self.world.database.delay(), self.world.database.delay()
            return (delay, 0.0) if self._luck.random() < 0.5 else (0.0, after)
        return self._luck.random() * 0.002, 0.0

    def answer_delay(self) -> float:
        return self.world.database.delay() if self._luck.random() < 0.3 else 0.001 * self._luck.random()
