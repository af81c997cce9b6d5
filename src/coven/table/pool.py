"""Who of the crew does what: jobs wait in line for processes, urgent ones first; unfit processes are replaced."""

from __future__ import annotations

import asyncio
import logging
import sys
from bisect import insort
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from coven.core.errors import BadOption, CovenError
from coven.table.hand import Crashed, Hand, Nonsense, Progress, Unfit
from coven.table.logs import note

COMMAND = (sys.executable, "-m", "coven.table.bot_worker")
MOVE, HINT, REVIEW = range(3)  # the more urgent first
MOST_WAITING = 200
COMPILING = 900.0  # seconds a first start may take to compile a game
LOADING = 90.0  # seconds to load what is compiled, on a very busy machine
IDLE = 300.0  # seconds after which a process with nothing to do is ended, unless it is the only one


class CrewError(Exception):
    """The crew can't do what it was asked."""


class Busy(CrewError):
    """Too many wait already."""


class Failed(CrewError):
    """A process was late or died over the request."""


@dataclass(order=True)
class Job:
    """Something to be done by a hand that has loaded the game: the urgent first, of those what is soon done."""

    urgency: int
    game: str = field(compare=False)
    request: Callable[[int | None], dict[str, Any]] = field(compare=False)  # of the threads it may use
    patience: float
    check: Callable[[Any], bool] = field(compare=False)  # whether a result can be one
    on_progress: Progress | None = field(compare=False, default=None)
    number: int = field(default_factory=count().__next__)  # else first come, first served
    answer: asyncio.Future[Any] = field(
        compare=False, default_factory=lambda: asyncio.get_running_loop().create_future()
    )
    again: bool = field(compare=False, default=False)  # whether a process died over it already
    hand: Hand | None = field(compare=False, default=None)  # who is at it


class Pool:
    """The processes of a crew: as many for moves and hints as there are players, and one for a review."""

    def __init__(self, players: int, command: Sequence[str] = COMMAND, idle: float = IDLE) -> None:
        if players < 1:
            raise BadOption(f"a crew has at least one worker, not {players}")
        self._players = players
        self._most = max(2, players)  # so that a review never keeps everybody from playing
        self._command = command
        self._idle = idle
        self._hands: list[Hand] = []
        self._leaving: set[Hand] = set()
        self._waiting: list[Job] = []
        self._doing: list[Job] = []
        self._loading: Counter[str] = Counter()  # hands by the game they load
        self._compiled: set[str] = set()  # games that were loaded once, so that loading is quick
        self._tasks: set[asyncio.Task[None]] = set()
        self._open = False
        self.restarts = 0  # processes that had to be replaced

    def open(self) -> None:
        """Take jobs. Processes are started when they are needed."""
        self._open = True

    async def close(self) -> None:
        """End every process; whoever still waits is told so."""
        self._open = False
        tasks, jobs = list(self._tasks), [*self._waiting, *self._doing]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(hand.end() for hand in (*self._hands, *self._leaving)))
        self._hands.clear()
        self._leaving.clear()
        for job in jobs:
            _fail(job, _closing())
        self._waiting.clear()
        self._doing.clear()

    @property
    def pids(self) -> list[int]:
        """The processes there are."""
        return [hand.pid for hand in self._hands if hand.pid is not None]

    @property
    def waiting(self) -> int:
        """Jobs that nobody works on yet."""
        return len(self._waiting)

    @property
    def running(self) -> int:
        """Jobs that somebody works on."""
        return len(self._doing)

    def knows(self, game: str) -> bool:
        """Whether a game's bots have been loaded, and so compiled."""
        return game in self._compiled

    async def ask(self, job: Job) -> Any:
        """Wait in line and for the answer."""
        if not self._open:
            raise _closing()
        if sum(one.urgency <= job.urgency for one in self._waiting) >= MOST_WAITING:
            raise Busy("too many wait for a bot or the coach already")
        insort(self._waiting, job)
        self._hand_out()
        try:
            return await job.answer
        except asyncio.CancelledError:
            if job in self._waiting:
                self._waiting.remove(job)
            # A move is soon done; nobody should wait for the end of a review that nobody wants.
            if job.urgency == REVIEW and job.hand is not None:
                job.hand.kill()
            raise

    def _hand_out(self) -> None:
        """Give those who wait to free hands that know their game; have others learn it meanwhile."""
        if not self._open:
            return
        for dead in [hand for hand in self._hands if not hand.busy and not hand.alive]:
            self.restarts += 1
            self._dismiss(dead)
        claims: Counter[bool] = Counter()  # of jobs that need another hand, reviews or not
        wanted: Counter[str] = Counter()
        for job in list(self._waiting):
            if not self._may_run(job, claims):
                continue
            hand = self._free(job)
            if hand is not None:
                self._waiting.remove(job)
                self._take(hand)
                self._doing.append(job)
                self._spawn(self._work(hand, job))
            else:
                claims[job.urgency == REVIEW] += 1
                wanted[job.game] += 1
        for game, number in wanted.items():
            # Only one compiles what was never compiled.
            while self._loading[game] < (number if game in self._compiled else 1):
                if not self._learn(game):
                    break

    def _may_run(self, job: Job, claims: Counter[bool]) -> bool:
        """One review at a time; of the others as many as there are players."""
        reviews = sum(one.urgency == REVIEW for one in self._doing)
        if job.urgency == REVIEW:
            return reviews + claims[True] < 1
        return len(self._doing) - reviews + claims[False] < self._players

    def _free(self, job: Job) -> Hand | None:
        """A hand with nothing to do that knows the game; for a review never the only one."""
        if job.urgency == REVIEW and len(self._hands) == 1:
            return None
        return next((hand for hand in self._hands if not hand.busy and job.game in hand.games), None)

    def _learn(self, game: str) -> bool:
        """Have a hand load a game: a free one, or a new one if there may be more."""
        idle = [hand for hand in self._hands if not hand.busy and game not in hand.games]
        if not idle and len(self._hands) >= self._most:
            return False
        hand = idle[0] if idle else self._hire()
        self._take(hand)
        self._teach(hand, [game])
        return True

    def _teach(self, hand: Hand, games: list[str]) -> None:
        self._loading.update(games)
        self._spawn(self._load(hand, games))

    async def _load(self, hand: Hand, games: list[str]) -> None:
        """Start a hand if need be and have it load games."""
        try:
            if hand.pid is None:
                await hand.start()
            for game in games:
                patience = LOADING if game in self._compiled else COMPILING
                await hand.ask({"do": "prepare", "game": game}, patience)
                hand.games.add(game)
                self._compiled.add(game)
        except (Unfit, CovenError, OSError) as problem:
            note("a worker can't be had", logging.ERROR, pid=hand.pid, problem=str(problem))
            self._dismiss(hand)
            # Not tried for ever: one of those who wait is told, and does without.
            job = next((job for job in self._waiting if job.game in games), None)
            if job is not None:
                self._waiting.remove(job)
                _fail(job, Failed(str(problem)))
        else:
            self._release(hand)
        finally:
            self._loading.subtract(games)
            self._hand_out()

    async def _work(self, hand: Hand, job: Job) -> None:
        """Have a hand do a job."""
        try:
            if job.answer.done():  # nobody wants it any more
                self._release(hand)
                return
            job.hand = hand
            result = await hand.ask(job.request(self._threads()), job.patience, job.on_progress)
            if not job.check(result):
                raise Nonsense(f"it answered {str(result)[:80]!r}")
        except Unfit as problem:
            self._fell_out(hand, job, problem)
        except CovenError as problem:
            self._release(hand)
            _fail(job, problem)
        except Exception as problem:
            self._dismiss(hand)  # it may still be at it
            _fail(job, problem)
        else:
            self._release(hand)
            if not job.answer.done():
                job.answer.set_result(result)
        finally:
            self._doing.remove(job)
            self._hand_out()

    def _threads(self) -> int | None:
        """How many threads a job may use: all it likes only while it is the only one."""
        return 1 if len(self._doing) > 1 else None

    def _fell_out(self, hand: Hand, job: Job, problem: Unfit) -> None:
        """A hand turned out unfit while it did a job: another does its work from now on."""
        job.hand = None
        if job.answer.done() and isinstance(problem, Crashed):
            self._dismiss(hand)  # a review nobody wants any more
            return
        note("a worker is replaced", logging.WARNING, pid=hand.pid, problem=str(problem))
        self._replace(hand)
        if isinstance(problem, Crashed) and not job.again:
            job.again = True
            insort(self._waiting, job)
        else:
            _fail(job, Failed(str(problem)))

    def _hire(self) -> Hand:
        hand = Hand(self._command)
        self._hands.append(hand)
        return hand

    def _take(self, hand: Hand) -> None:
        hand.busy = True
        if hand.timer is not None:
            hand.timer.cancel()

    def _release(self, hand: Hand) -> None:
        hand.busy = False
        hand.timer = asyncio.get_running_loop().call_later(self._idle, self._tire, hand)

    def _tire(self, hand: Hand) -> None:
        """End a hand that has had nothing to do for long, unless it is the only one."""
        if not hand.busy and hand in self._hands and len(self._hands) > 1:
            self._dismiss(hand)

    def _replace(self, hand: Hand) -> None:
        """End a hand that is no good; another takes its place and loads what it had loaded."""
        self._dismiss(hand)
        self.restarts += 1
        if self._open:
            self._teach(self._hire(), sorted(hand.games))

    def _dismiss(self, hand: Hand) -> None:
        hand.busy = True
        self._hands.remove(hand)
        self._leaving.add(hand)
        if self._open:
            self._spawn(self._see_off(hand))

    async def _see_off(self, hand: Hand) -> None:
        await hand.end()
        self._leaving.discard(hand)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


def _fail(job: Job, problem: Exception) -> None:
    if not job.answer.done():
        job.answer.set_exception(problem)


def _closing() -> CrewError:
    return CrewError("the server is closing")
