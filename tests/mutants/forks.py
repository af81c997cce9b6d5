"""Work done in forked processes: each begins where this one stands, and is gone afterwards."""

from __future__ import annotations

import os
import pickle
import signal
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

T = TypeVar("T")
TIMEOUT = "timeout"  # what came of work that ran out of time


def limit(seconds: float) -> None:
    """End this process after so much computing, unless a new limit is set first; no rule can catch the signal."""
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, seconds)


def in_forks(work: Iterable[T], do: Callable[[T], Any], jobs: int) -> Iterator[tuple[T, Any]]:
    """What `do` returns for each piece of work, as they are done; TIMEOUT where a limit was reached."""
    waiting = iter(work)
    running: dict[int, tuple[T, int]] = {}
    while True:
        while len(running) < jobs and (piece := next(waiting, None)) is not None:
            process, pipe = _fork(do, piece)
            running[process] = piece, pipe
        if not running:
            return
        # Results are short enough for a pipe to hold them but for maps of tests, which are read while they come.
        process, told = _first_done(running)
        piece, _ = running.pop(process)
        yield piece, told


def _fork(do: Callable[[T], Any], piece: T) -> tuple[int, int]:
    reading, writing = os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    process = os.fork()
    if process:
        os.close(writing)
        return process, reading
    os.close(reading)
    code = 1
    try:
        told = pickle.dumps(do(piece))
        limit(0)
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(told)
        code = 0
    except BaseException:  # whatever it is, this process must not go on as its parent
        traceback.print_exc()
    finally:
        os._exit(code)


def _first_done(running: dict[int, tuple[Any, int]]) -> tuple[int, Any]:
    """The first process whose pipe closes, and what it told."""
    import select

    pipes = {pipe: process for process, (_, pipe) in running.items()}
    ready = select.select(list(pipes), [], [])[0][0]
    process = pipes[ready]
    with os.fdopen(ready, "rb") as pipe:
        told = pipe.read()
    _, status = os.waitpid(process, 0)
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGPROF:
        return process, TIMEOUT
    if status != 0:
        raise RuntimeError(f"a forked process ended with {os.waitstatus_to_exitcode(status)}")
    return process, pickle.loads(told)
