"""Running a job on this machine: threads for compiled play, which needs no GIL, and processes for other bots."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import get_context
from typing import Any

from coven.bots.search import cores
from coven.core.errors import CovenError
from coven.lab.job import Job, Player, Rows, player

Keep = Callable[[int, Rows], None]
Tick = Callable[[int], None]
LOOK = 0.1  # seconds between two looks at what is done


def run(here: Player, missing: list[int], keep: Keep, tick: Tick, workers: int | None = None) -> None:
    """Play the missing parts; `keep` gets each, `tick` how many more games are done."""
    count = min(workers or cores(), len(missing))
    assert here.doors  # compiled once, before threads share it or processes would all do so
    if here.job.threaded:
        _in_threads(here, missing, keep, tick, count)
    else:
        _in_processes(here.job, missing, keep, tick, count)


def _in_threads(here: Player, missing: list[int], keep: Keep, tick: Tick, count: int) -> None:
    stop = threading.Event()
    lock = threading.Lock()
    done = 0
    told = 0

    def going(games: int) -> bool:
        nonlocal done
        with lock:
            done += games
        return not stop.is_set()

    def part(number: int) -> None:
        rows = here.play(here.job.part(number), going)
        if rows is not None:
            keep(number, rows)

    with ThreadPoolExecutor(count) as threads:
        try:
            for _ in finished(threads, ((part, number) for number in missing), 2 * count, LOOK):
                now = done
                tick(now - told)
                told = now
        except BaseException:
            stop.set()
            raise
    tick(done - told)


def finished(
    executor: Executor, tasks: Iterable[tuple[Any, ...]], at_once: int, look: float | None = None
) -> Iterator[Future[Any] | None]:
    """Futures of the tasks as they are done, not more than so many under way; None at every look in between."""
    left = iter(tasks)
    under_way = {executor.submit(*task) for task in islice(left, at_once)}
    try:
        while under_way:
            ready, under_way = wait(under_way, look, FIRST_COMPLETED)
            for future in ready:
                future.result()
                under_way |= {executor.submit(*task) for task in islice(left, 1)}
                yield future
            if not ready:
                yield None
    finally:
        for future in under_way:
            future.cancel()


def _in_processes(job: Job, missing: list[int], keep: Keep, tick: Tick, count: int) -> None:
    # A fresh interpreter each: threads of this one and what they hold can't be copied into a child.
    executor = ProcessPoolExecutor(count, get_context("spawn"), _begin, (job,))
    try:
        for future in finished(executor, ((_part, job, number) for number in missing), 2 * count):
            assert future is not None
            number, rows = future.result()
            keep(number, rows)
            tick(len(rows))
    except BrokenProcessPool:
        raise CovenError(
            "a worker process died (out of memory?): give the same command again to go on"
        ) from None
    except BaseException:
        for process in list((executor._processes or {}).values()):
            process.terminate()  # their games are begun again by the next run
        raise
    finally:
        executor.shutdown(cancel_futures=True)


def _begin(job: Job) -> None:
    """In a worker: the run is interrupted by its own process, not here."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    assert player(job).doors


def _part(job: Job, number: int) -> tuple[int, Rows]:
    rows = player(job).play(job.part(number))
    assert rows is not None
    return number, rows
