"""An event loop without a world: time passes when nobody has anything to do, and a seed decides who comes first.

What would run in a thread runs here, at a time the seed chooses. Every callback belongs to the process in whose context
it was set up; when that process is dead, what it has still waiting happens no more.
"""

from __future__ import annotations

import asyncio
import heapq
import random
from collections.abc import Callable
from concurrent.futures import Future
from contextvars import Context, ContextVar
from typing import Any, Protocol


class Mortal(Protocol):
    """Something whose callbacks end with it: a simulated server process."""

    alive: bool
    tasks: list[asyncio.Task[Any]]

    def thread_delays(self, executor: Any) -> tuple[float, float]: ...

    def answer_delay(self) -> float: ...


WHOSE: ContextVar[Mortal | None] = ContextVar("whose", default=None)  # the process that code runs in


class Standstill(Exception):
    """Nobody has anything to do, now or later."""


class NumberedTask(asyncio.Task[Any]):
    """A task that sets hold in the same order in every run."""

    def __init__(self, number: int, *args: Any, **more: Any) -> None:
        self.number = number
        super().__init__(*args, **more)

    def __hash__(self) -> int:
        return self.number

    def __eq__(self, other: object) -> bool:
        return self is other


class NumberedFuture(asyncio.Future[Any]):
    """A future of which the same is true."""

    def __init__(self, number: int, *, loop: asyncio.AbstractEventLoop) -> None:
        self.number = number
        super().__init__(loop=loop)

    def __hash__(self) -> int:
        return self.number

    def __eq__(self, other: object) -> bool:
        return self is other


class VirtualLoop(asyncio.BaseEventLoop):
    """Runs what is ready one by one: in order, or shuffled by the seed."""

    def __init__(self, luck: random.Random, shuffle: bool) -> None:
        super().__init__()
        self._luck = luck
        self._shuffle = shuffle
        self._time = 1000.0
        self._numbers = 0
        self.steps = 0
        self.after_step: Callable[[], None] = lambda: None
        self.set_task_factory(self._make_task)

    def time(self) -> float:
        return self._time

    # -- the same in every run -------------------------------------------------------------------------------------

    def _number(self) -> int:
        self._numbers += 1
        return self._numbers

    def create_future(self) -> asyncio.Future[Any]:
        return NumberedFuture(self._number(), loop=self)

    def _make_task(
        self, loop: asyncio.AbstractEventLoop, coro: Any, context: Context | None = None, **more: Any
    ) -> Any:
        whose = WHOSE.get() if context is None else context.get(WHOSE)
        if context is not None:
            more["context"] = context
        task = NumberedTask(self._number(), coro, loop=loop, **more)
        if whose is not None:
            whose.tasks.append(task)
            if not whose.alive:
                task.cancel()
        return task

    # -- what is next ----------------------------------------------------------------------------------------------

    def _run_once(self) -> None:
        ready: Any = self._ready  # type: ignore[attr-defined]
        scheduled: list[asyncio.TimerHandle] = self._scheduled  # type: ignore[attr-defined]
        while scheduled and (not ready or scheduled[0].when() <= self._time):
            timer = heapq.heappop(scheduled)
            timer._scheduled = False  # type: ignore[attr-defined]
            if timer.cancelled() or not _lives(timer):
                continue
            self._time = max(self._time, timer.when())
            ready.append(timer)
        if not ready:
            if not self._stopping:  # type: ignore[attr-defined]
                raise Standstill("nobody has anything left to do")
            return
        at = self._luck.randrange(len(ready)) if self._shuffle and len(ready) > 1 else 0
        handle = ready[at]
        del ready[at]
        if not handle.cancelled():
            self.steps += 1
            handle._run()
            self.after_step()

    def _write_to_self(self) -> None:
        """Nobody sleeps who would have to be woken."""

    # -- threads ---------------------------------------------------------------------------------------------------

    def call_soon_threadsafe(
        self, callback: Callable[..., Any], *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        """What a thread says is heard a little later."""
        whose = WHOSE.get()
        delay = 0.0 if whose is None else whose.answer_delay()
        return self.call_later(delay, callback, *args, context=context)

    def run_in_executor(  # type: ignore[override]
        self, executor: Any, work: Callable[..., Any], *args: Any
    ) -> asyncio.Future[Any]:
        """Work for a thread: begun after a while, from when on it can't be withdrawn, and done after another."""
        future: Future[Any] = Future()
        whose = WHOSE.get()
        to_begin, to_do = (0.0, 0.0) if whose is None else whose.thread_delays(executor)

        def begin() -> None:
            if future.set_running_or_notify_cancel():
                self.call_later(to_do, do)

        def do() -> None:
            try:
                future.set_result(work(*args))
            except Exception as problem:
                future.set_exception(problem)

        self.call_later(to_begin, begin)
        return asyncio.wrap_future(future, loop=self)


def _lives(handle: asyncio.Handle) -> bool:
    context: Context = handle._context  # type: ignore[attr-defined]
    whose = context.get(WHOSE)
    return whose is None or whose.alive
