"""Drawing what pages show: beside the event loop, little of it at once, everybody in turn."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from functools import partial
from typing import Any, TypeVar

T = TypeVar("T")
THREADS = 2  # more would only wait for each other
asking: ContextVar[str] = ContextVar("asking", default="")  # the address whose request is being answered


class Drawers:
    """A few threads. Of those who wait each address has its turn, and none has more than one thread at a time."""

    def __init__(self, threads: int = THREADS) -> None:
        self._threads = ThreadPoolExecutor(threads, "draw")
        self._free = threads
        self._busy: set[str] = set()
        self._waiting: OrderedDict[str, deque[tuple[Callable[[], Any], asyncio.Future[Any]]]] = OrderedDict()

    async def draw(self, work: Callable[[], T]) -> T:
        """Do what takes a few milliseconds of thought."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(asking.get(), deque()).append((work, done))
        self._go_on()
        return await done

    def _go_on(self) -> None:
        while self._free:
            who = next((one for one in self._waiting if one not in self._busy), None)
            if who is None:
                return
            work, done = self._waiting[who].popleft()
            if self._waiting[who]:
                self._waiting.move_to_end(who)
            else:
                del self._waiting[who]
            if done.cancelled():  # nobody looks any more
                continue
            self._free -= 1
            self._busy.add(who)
            drawn = asyncio.get_running_loop().run_in_executor(self._threads, work)
            drawn.add_done_callback(partial(self._finish, who, done))

    def _finish(self, who: str, done: asyncio.Future[Any], drawn: asyncio.Future[Any]) -> None:
        self._free += 1
        self._busy.discard(who)
        if drawn.cancelled():
            done.cancel()
        elif (problem := drawn.exception()) is not None:
            if not done.done():
                done.set_exception(problem)
        elif not done.done():
            done.set_result(drawn.result())
        self._go_on()

    def close(self) -> None:
        self._threads.shutdown(cancel_futures=True)
