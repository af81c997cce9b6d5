"""Drawing what pages show: beside the event loop, little of it at once, everybody in turn."""

from __future__ import annotations

import asyncio
import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import ContextVar
from typing import Any, TypeVar

T = TypeVar("T")
THREADS = 2  # more would only wait for each other
asking: ContextVar[str] = ContextVar("asking", default="")  # the address whose request is being answered

Piece = tuple[Callable[[], Any], asyncio.Future[Any]]  # of work, and who waits for it


class Drawers:
    """A few threads. Of those who wait each address has its turn, and none has more than one thread at a time.

    A thread takes the next piece of work by itself: the event loop may have much to do before it looks again.
    """

    def __init__(self, threads: int = THREADS) -> None:
        self._threads = ThreadPoolExecutor(threads, "draw")
        self._free = threads
        self._busy: set[str] = set()
        self._waiting: OrderedDict[str, deque[Piece]] = OrderedDict()
        self._lock = threading.Lock()

    async def draw(self, work: Callable[[], T]) -> T:
        """Do what takes a few milliseconds of thought."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        with self._lock:
            self._waiting.setdefault(asking.get(), deque()).append((work, done))
            begin = bool(self._free) and self._next_address() is not None
            self._free -= begin
        if begin:
            loop.run_in_executor(self._threads, self._work, loop)
        return await done

    def _next_address(self) -> str | None:
        return next((one for one in self._waiting if one not in self._busy), None)

    def _work(self, loop: asyncio.AbstractEventLoop) -> None:
        """In a thread: one piece of work after the other, until there is none that may be begun."""
        done_for: str | None = None
        while (found := self._next(done_for)) is not None:
            done_for, (work, done) = found
            result, problem = None, None
            try:
                result = work()
            except Exception as raised:  # whoever waits is told
                problem = raised
            with suppress(RuntimeError):  # the loop is closed, and nobody waits any more
                loop.call_soon_threadsafe(_tell, done, result, problem)

    def _next(self, done_for: str | None) -> tuple[str, Piece] | None:
        with self._lock:
            if done_for is not None:
                self._busy.discard(done_for)
            while (who := self._next_address()) is not None:
                piece = self._waiting[who].popleft()
                if self._waiting[who]:
                    self._waiting.move_to_end(who)
                else:
                    del self._waiting[who]
                if not piece[1].cancelled():  # somebody still looks
                    self._busy.add(who)
                    return who, piece
            self._free += 1
            return None

    def close(self) -> None:
        self._threads.shutdown(cancel_futures=True)


def _tell(done: asyncio.Future[Any], result: Any, problem: Exception | None) -> None:
    if done.done():
        return
    if problem is None:
        done.set_result(result)
    else:
        done.set_exception(problem)
