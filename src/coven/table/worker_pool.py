"""The processes that think: jobs wait in line for them, urgent ones first; unfit ones are replaced."""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from coven.core.errors import BadOption, CovenError
from coven.table.logs import note
from coven.table.shares import NOBODY, Share, Shares
from coven.table.worker_process import Crashed, Nonsense, Progress, Unfit, WorkerProcess

COMMAND = (sys.executable, "-m", "coven.table.bot_worker")
MOVE, HINT, REVIEW = range(3)  # the more urgent first
MOST_WAITING = 200
MOST_OF_ONE = 50  # of those on one address's account
TOGETHER = 4  # thoughts of one process at a time: the system cuts them into slices, so none waits for another
LONG = 3.0  # seconds beyond which a thought is a long one; there are half as many of those at a time
LOADING = 90.0  # seconds to load a game, on a very busy machine
IDLE = 300.0  # seconds after which a process with nothing to do is ended, unless it is the only one


class BotsUnavailable(Exception):
    """Neither a bot nor the coach can be had now."""


class Busy(BotsUnavailable):
    """Too many wait already."""


class Failed(BotsUnavailable):
    """A process was late or died over the request."""


@dataclass(eq=False)
class WorkerJob:
    """Something to be done by a worker that has loaded the game."""

    urgency: int
    game: str
    request: Callable[[int | None], dict[str, Any]]  # of the threads it may use
    patience: float
    check: Callable[[Any], bool]  # whether a result can be one
    on_progress: Progress | None = None
    share: Share = NOBODY  # on whose account
    thinks: float = 0.0  # seconds, if it can be said
    number: int = field(default_factory=count().__next__)
    answer: asyncio.Future[Any] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    again: bool = False  # whether a process died over it already
    worker: WorkerProcess | None = None  # who is at it
    told: bool = False  # whether that one knows

    @property
    def long(self) -> bool:
        """Whether it leaves the others room."""
        return self.thinks > LONG


class WorkerPool:
    """The processes there are: as many for moves and hints as there are players, and one for a review."""

    def __init__(self, players: int, command: Sequence[str] = COMMAND, idle: float = IDLE) -> None:
        if players < 1:
            raise BadOption(f"bots need at least one worker, not {players}")
        self._players = players
        self._most = max(2, players)  # so that a review never keeps everybody from playing
        self._command = command
        self._idle = idle
        self._workers: list[WorkerProcess] = []
        self._leaving: set[WorkerProcess] = set()
        self._waiting: list[WorkerJob] = []
        self._doing: list[WorkerJob] = []
        self._shares = Shares()
        self._loading: Counter[str] = Counter()  # workers by the game they load
        self._tasks: set[asyncio.Task[None]] = set()
        self._open = False
        self.restarts = 0  # processes that had to be replaced

    def open(self) -> None:
        """Take jobs. Processes are started when they are needed."""
        self._open = True

    def begin(self) -> None:
        """Start a first process now, so that the first job need not wait for it."""
        if not self._workers:
            self._teach(self._hire(), [])

    async def close(self) -> None:
        """End every process; whoever still waits is told so."""
        self._open = False
        tasks, jobs = list(self._tasks), [*self._waiting, *self._doing]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(worker.end() for worker in (*self._workers, *self._leaving)))
        self._workers.clear()
        self._leaving.clear()
        for job in jobs:
            _fail(job, _closing())
        self._waiting.clear()
        self._doing.clear()

    @property
    def pids(self) -> list[int]:
        """The processes there are."""
        return [worker.pid for worker in self._workers if worker.pid is not None]

    @property
    def waiting(self) -> int:
        """Jobs that nobody works on yet."""
        return len(self._waiting)

    @property
    def running(self) -> int:
        """Jobs that somebody works on."""
        return len(self._doing)

    async def ask(self, job: WorkerJob) -> Any:
        """Wait in line and for the answer."""
        if not self._open:
            raise _closing()
        if sum(one.urgency <= job.urgency for one in self._waiting) >= MOST_WAITING:
            raise Busy("too many wait for a bot or the coach already")
        if job.share is not NOBODY and self._waits(job.share) >= MOST_OF_ONE:
            raise Busy("too many of yours wait for a bot or the coach already")
        self._waiting.append(job)
        self._hand_out()
        try:
            return await job.answer
        except asyncio.CancelledError:
            if job in self._waiting:
                self._waiting.remove(job)
            # A move is soon done; nobody should wait for the end of a review that nobody wants.
            if job.urgency == REVIEW and job.told and job.worker is not None:
                job.worker.kill()
            raise

    def _hand_out(self) -> None:
        """Give those who wait to free workers that know their game; have others learn it meanwhile."""
        if not self._open:
            return
        for dead in [one for one in self._workers if not (one.busy or one.doing or one.alive)]:
            self.restarts += 1
            self._dismiss(dead)
        claims: Counter[bool] = Counter()  # of jobs that need another worker, reviews or not
        wanted: Counter[str] = Counter()
        for job in sorted(self._waiting, key=self._rank):
            if not self._may_run(job, claims):
                continue
            worker = self._free(job)
            if worker is None or (worker.doing and len(self._workers) < self._players):
                claims[job.urgency == REVIEW] += 1
                wanted[job.game] += 1
            if worker is not None:
                self._waiting.remove(job)
                self._take(worker)
                worker.doing += 1
                job.worker = worker
                self._doing.append(job)
                self._spawn(self._work(worker, job))
        for game, number in wanted.items():
            while self._loading[game] < number:
                if not self._learn(game):
                    break

    def _rank(self, job: WorkerJob) -> tuple[Any, ...]:
        """Reviews last; first who has least under way and has had least, then what is soon done, then who came."""
        under_way = sum(one.share.address == job.share.address for one in self._doing)
        return (
            job.urgency == REVIEW,
            under_way,
            *self._shares.rank(job.share),
            job.urgency,
            job.patience,
            job.number,
        )

    def _waits(self, share: Share) -> int:
        return sum(one.share.address == share.address for one in self._waiting)

    def _may_run(self, job: WorkerJob, claims: Counter[bool]) -> bool:
        """One review at a time; of the others as many as there is room, long ones only in half of it."""
        others = [one for one in self._doing if one.urgency != REVIEW]
        if job.urgency == REVIEW:
            return len(self._doing) - len(others) + claims[True] < 1
        room = self._players * TOGETHER
        if job.long and sum(one.long for one in others) >= max(1, room // 2):
            return False
        return len(others) + claims[False] < room

    def _free(self, job: WorkerJob) -> WorkerProcess | None:
        """A worker with nothing to do that knows the game; for a review never the only one."""
        if job.urgency == REVIEW and len(self._workers) == 1:
            return None
        reviewing = {one.worker for one in self._doing if one.urgency == REVIEW}
        most = 1 if job.urgency == REVIEW else TOGETHER
        able = [
            worker
            for worker in self._workers
            if not worker.busy
            and worker.doing < most
            and job.game in worker.games
            and worker not in reviewing
        ]
        return min(able, key=lambda worker: worker.doing, default=None)

    def _learn(self, game: str) -> bool:
        """Have a worker load a game: a free one, or a new one if there may be more."""
        idle = [one for one in self._workers if not (one.busy or one.doing) and game not in one.games]
        if not idle and len(self._workers) >= self._most:
            return False
        worker = idle[0] if idle else self._hire()
        self._take(worker)
        worker.busy = True
        self._teach(worker, [game])
        return True

    def _teach(self, worker: WorkerProcess, games: list[str]) -> None:
        self._loading.update(games)
        self._spawn(self._load(worker, games))

    async def _load(self, worker: WorkerProcess, games: list[str]) -> None:
        """Start a worker if need be and have it load games."""
        try:
            if worker.pid is None:
                await worker.start()
            for game in games:
                await worker.ask({"do": "prepare", "game": game}, LOADING)
                worker.games.add(game)
        except (Unfit, CovenError, OSError) as problem:
            note("a worker can't be had", logging.ERROR, pid=worker.pid, problem=repr(problem))
            self._dismiss(worker)
            # Not tried for ever: one of those who wait is told, and does without.
            job = next((job for job in self._waiting if job.game in games), None)
            if job is not None:
                self._waiting.remove(job)
                _fail(job, Failed(str(problem)))
        else:
            worker.busy = False
            self._release(worker)
        finally:
            self._loading.subtract(games)
            self._hand_out()

    async def _work(self, worker: WorkerProcess, job: WorkerJob) -> None:
        """Have a worker do a job."""
        began = time.monotonic()
        try:
            if job.answer.done():  # nobody wants it any more
                return
            job.told = True
            result = await worker.ask(job.request(self._threads()), job.patience, job.on_progress)
            if not job.check(result):
                raise Nonsense(f"it answered {str(result)[:80]!r}")
        except Unfit as problem:
            self._fell_out(worker, job, problem)
        except CovenError as problem:
            _fail(job, problem)
        except Exception as problem:
            self._dismiss(worker)  # it may still be at it
            _fail(job, problem)
        else:
            if not job.answer.done():
                job.answer.set_result(result)
        finally:
            self._shares.charge(job.share, time.monotonic() - began)
            self._doing.remove(job)
            worker.doing -= 1
            self._release(worker)
            self._hand_out()

    def _threads(self) -> int | None:
        """How many threads a job may use: all it likes only while it is the only one."""
        return 1 if len(self._doing) > 1 else None

    def _fell_out(self, worker: WorkerProcess, job: WorkerJob, problem: Unfit) -> None:
        """A worker turned out unfit while it did a job: another does its work from now on."""
        job.worker, job.told = None, False
        if worker not in self._workers:  # it was another job's fault
            if self._open and not job.answer.done():
                self._waiting.append(job)
            return
        if job.answer.done() and isinstance(problem, Crashed):
            self._dismiss(worker)  # a review nobody wants any more
            return
        note("a worker is replaced", logging.WARNING, pid=worker.pid, problem=str(problem))
        self._replace(worker)
        if isinstance(problem, Crashed) and not job.again:
            job.again = True
            self._waiting.append(job)
        else:
            _fail(job, Failed(str(problem)))

    def _hire(self) -> WorkerProcess:
        worker = WorkerProcess(self._command)
        self._workers.append(worker)
        return worker

    def _take(self, worker: WorkerProcess) -> None:
        if worker.timer is not None:
            worker.timer.cancel()

    def _release(self, worker: WorkerProcess) -> None:
        if not worker.doing and worker in self._workers:
            worker.timer = asyncio.get_running_loop().call_later(self._idle, self._tire, worker)

    def _tire(self, worker: WorkerProcess) -> None:
        """End a worker that has had nothing to do for long, unless it is the only one."""
        if not (worker.busy or worker.doing) and worker in self._workers and len(self._workers) > 1:
            self._dismiss(worker)

    def _replace(self, worker: WorkerProcess) -> None:
        """End a worker that is no good; another takes its place and loads what it had loaded."""
        self._dismiss(worker)
        self.restarts += 1
        if self._open:
            self._teach(self._hire(), sorted(worker.games))

    def _dismiss(self, worker: WorkerProcess) -> None:
        worker.busy = True
        if worker.timer is not None:
            worker.timer.cancel()
        if worker not in self._workers:
            return
        self._workers.remove(worker)
        self._leaving.add(worker)
        if self._open:
            self._spawn(self._see_off(worker))

    async def _see_off(self, worker: WorkerProcess) -> None:
        await worker.end()
        self._leaving.discard(worker)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


def _fail(job: WorkerJob, problem: Exception) -> None:
    if not job.answer.done():
        job.answer.set_exception(problem)


def _closing() -> BotsUnavailable:
    return BotsUnavailable("the server is closing")
