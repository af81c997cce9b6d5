"""Bots and the coach, in processes of their own, so that nothing they do can hold up a table.

Each process works on a few requests side by side, each within a deadline. One that is late, dies or talks nonsense is
ended and another takes its place; a bot's seat then makes a quick move. Moves come before hints, hints before reviews.
"""

from __future__ import annotations

import asyncio
import logging
import math
import re
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from coven.bots import Kind, Wishes, bot, read_spec
from coven.bots.budget import Budget, as_budget
from coven.core import compiling
from coven.core.doors import is_compiled
from coven.core.errors import BadOption, CovenError, NotYourTurn
from coven.core.registry import load
from coven.table.logs import note
from coven.table.shares import NOBODY, Share
from coven.table.worker_pool import (
    COMMAND,
    HINT,
    IDLE,
    MOVE,
    REVIEW,
    BotsUnavailable,
    Busy,
    Failed,
    WorkerJob,
    WorkerPool,
)
from coven.table.worker_process import Progress

if TYPE_CHECKING:
    from coven.core.game import Game
    from coven.core.view import View

GRACE = 2.0  # seconds over its budget that a bot may take
QUICK = 5.0  # seconds for bots that take milliseconds
SLOWEST = 1000.0  # iterations a second that any machine reaches
SILENCE = 30.0  # seconds between two words of a review
MOST_SECONDS, MOST_ITERATIONS = 30.0, 30_000  # that a bot at a table may think about a move
TURN = 0.05  # seconds of waiting that count for nothing
LEAST = 0.3  # seconds a bot thinks however long it has waited, if it has so many
TAIL = 0.1  # seconds at the end of a thought that leads nowhere in which it is thought all the same
IN_LINE = 10.0  # seconds that a move or a hint may wait for a process


def check_spec(spec: str) -> str:
    """A bot's spec, if it is one that a table can wait for; BadOption otherwise."""
    _, wishes = read_spec(spec)
    budget = wishes.budget
    if budget and ((budget.seconds or 0) > MOST_SECONDS or (budget.iterations or 0) > MOST_ITERATIONS):
        raise BadOption(f"a bot at a table thinks {MOST_SECONDS:g}s or {MOST_ITERATIONS} iterations at most")
    if wishes.threads is not None:
        raise BadOption("a bot at a table is given its threads by the server: leave threads= out")
    if wishes.net is not None:
        raise BadOption("a bot at a table plays by the game's own network: leave net= out")
    return spec


class BotService:
    """Up to so many processes that think about moves, and one more for reviews where there is only one."""

    step = 0.1  # seconds: the time of a thought is told in these only
    moment = 0.25  # seconds of a move that needs no thought

    def __init__(
        self, workers: int = 1, *, command: Sequence[str] = COMMAND, grace: float = GRACE, idle: float = IDLE
    ) -> None:
        self._pool = WorkerPool(workers, command, idle)
        self._grace = grace
        self.late = 0  # moves made quickly because no bot's came

    async def start(self) -> None:
        """Take requests. Processes are started when they are needed."""
        self._pool.open()

    def begin(self) -> None:
        """Start a first process now."""
        self._pool.begin()

    async def stop(self) -> None:
        """End every process; whoever still waits is told so."""
        await self._pool.close()

    @property
    def restarts(self) -> int:
        """Processes that had to be replaced."""
        return self._pool.restarts

    @property
    def pids(self) -> list[int]:
        """The processes there are."""
        return self._pool.pids

    @property
    def waiting(self) -> int:
        """Requests that nobody works on yet."""
        return self._pool.waiting

    @property
    def running(self) -> int:
        """Requests that somebody works on."""
        return self._pool.running

    def ready(self, game: str) -> bool:
        """Whether a game's bots have been compiled; before, they are still warming up."""
        from coven.bots.compiled import BOTS

        return is_compiled(load(game), BOTS) or not compiling.under_way(game)

    async def prepare(self, game: Game | str) -> None:
        """Load a game's bots in a process, and here for quick moves; they are compiled beside what goes on."""
        from coven.bots.compiled import doors

        game = load(game) if isinstance(game, str) else game
        await asyncio.to_thread(doors, game)
        await self._pool.ask(WorkerJob(MOVE, game.name, lambda threads: {"do": "ping"}, QUICK, bool))

    async def choose(
        self,
        view: View,
        spec: str,
        seed: int | None = None,
        urgency: int = MOVE,
        share: Share = NOBODY,
        *,
        idly: bool = False,
    ) -> int:
        """The number of the move a bot makes, or of a quick one if the bot can't be had in time.

        A bot that thinks for a time and has to wait for its turn thinks so much less. Of a time it thinks `idly` only
        the end is spent thinking.
        """
        kind, wishes = read_spec(spec)
        legal = view.legal
        if not legal:
            raise NotYourTurn("a bot chooses for the seat that is to act")

        asked = time.monotonic()
        budget = wishes.budget or kind.budget
        patience = QUICK if budget is None else self._patience(budget)
        moves = frozenset(legal.ids.tolist())

        def request(threads: int | None) -> dict[str, Any]:
            left = None if budget is None else _after(budget, time.monotonic() - asked)
            nap = 0.0
            if idly and (time_left := left or budget) and time_left.seconds:
                nap = max(0.0, time_left.seconds - TAIL)
                left = Budget(seconds=time_left.seconds - nap)
            return {
                "do": "choose",
                "bot": _with_threads(spec, kind, wishes, threads),
                "seed": seed,
                "budget": left and str(left),
                "nap": nap,
                "long": job.long,
                **_seen(view),
            }

        job = WorkerJob(
            urgency,
            view.game.name,
            request,
            patience,
            lambda result: type(result) is int and result in moves,
            share=share,
            thinks=0.0 if budget is None else _seconds(budget),
        )
        try:
            found: int = await self._soon(job)
            return found
        except (Failed, Busy, CovenError) as problem:
            self.late += 1
            note("a bot's move is made quickly", logging.WARNING, bot=spec, problem=str(problem))
            return await _quick_move(view)

    async def move(
        self, view: View, spec: str, share: Share, at_once: bool, elsewhere: Callable[[], View]
    ) -> int:
        """A bot's move, after a time that tells nothing of what only its seat knows.

        At once where everyone can see that there is nothing to choose; else the bot's own time, or a moment, and never
        a part of a step. A seat that has but one move waits in line and thinks too: of what it might do `elsewhere`, in
        a world that nobody else can tell from this one. A nap of that time would be shorter on a busy machine.
        """
        if at_once:
            return await _quick_move(view)
        kind, wishes = read_spec(spec)
        budget = wishes.budget or kind.budget
        thinks = 0.0 if budget is None else _seconds(budget)
        began = time.monotonic()
        other = await asyncio.to_thread(elsewhere)  # whatever she has: to imagine it takes its time, too
        if len(view.legal) == 1:
            await self.choose(other, spec, share=share, idly=True)
            chosen = view.legal[0].id
        else:
            chosen = await self.choose(view, spec, share=share)
        if self.step:
            step = self.step if thinks else self.moment
            taken = time.monotonic() - began
            await asyncio.sleep(step * math.ceil(taken / step) - taken)
        return chosen

    async def hint(
        self, view: View, lang: str = "en", budget: Budget | str = "700ms", share: Share = NOBODY
    ) -> dict[str, Any]:
        """What the seat to act could do, the best first, as plain data."""
        if not view.legal:
            raise NotYourTurn("a hint is for the seat that is to act")
        allowed = as_budget(budget)

        def request(threads: int | None) -> dict[str, Any]:
            asked = {"do": "analyse", "budget": str(allowed), "lang": lang, "threads": threads}
            return {**asked, "long": job.long, **_seen(view)}

        job = WorkerJob(HINT, view.game.name, request, self._patience(allowed), _is_hint, share=share)
        found: dict[str, Any] = await self._soon(job)
        return found

    async def _soon(self, job: WorkerJob) -> Any:
        """The answer to a job that can't wait for long."""
        try:
            async with asyncio.timeout(job.patience + IN_LINE):
                return await self._pool.ask(job)
        except TimeoutError:
            raise Failed("too many want to think at once") from None

    async def review(
        self,
        record: str,
        components: str | None = None,
        lang: str = "en",
        on_progress: Progress | None = None,
        budget: Budget | str = "100ms",
        share: Share = NOBODY,
    ) -> dict[str, Any]:
        """A finished game reviewed: `review` as plain data, `curve` as a picture for each theme.

        Components are the text of a set that is not the standard one. Cancelling ends the work.
        """
        named = re.search(r"^Game:[ \t]*(\w+)", record, re.MULTILINE)
        game = load(named[1] if named else "").name
        asked = {
            "do": "review",
            "record": record,
            "components": components,
            "lang": lang,
            "budget": str(as_budget(budget)),
            "threads": 1,
        }
        found: dict[str, Any] = await self._pool.ask(
            WorkerJob(REVIEW, game, lambda threads: asked, SILENCE, _is_review, on_progress, share)
        )
        return found

    def _patience(self, budget: Budget) -> float:
        """How long a bot with a budget may take."""
        return _seconds(budget) + self._grace


async def _quick_move(view: View) -> int:
    """A move that takes no time; what makes it may have to be loaded first, beside the event loop."""
    if len(view.legal) == 1:
        return view.legal[0].id
    return (await asyncio.to_thread(bot("light").choose, view)).id


def _seen(view: View) -> dict[str, Any]:
    """A view as a process is given it."""
    game = view.game
    standard = game.components.digest == load(game.name).components.digest
    return {
        "game": game.name,
        "components": None if standard else game.components.text,
        "view": view.pack(),
    }


def _with_threads(spec: str, kind: Kind, wishes: Wishes, threads: int | None) -> str:
    """A spec that uses no more cores than there are for it."""
    limited = threads is not None and "threads" in kind.options and wishes.threads is None
    return f"{spec}:threads={threads}" if limited else spec


def _seconds(budget: Budget) -> float:
    """How long a bot with a budget thinks, at most."""
    return budget.seconds if budget.seconds is not None else (budget.iterations or 0) / SLOWEST


def _after(budget: Budget, waited: float) -> Budget | None:
    """What is left of a bot's time when it has waited; None: all of it, or it is no time."""
    given = budget.seconds
    if given is None or waited < TURN:
        return None
    return Budget(seconds=max(min(given, LEAST), given - waited))


def _is_hint(result: Any) -> bool:
    return isinstance(result, dict) and result.keys() == {"seat", "choices", "iterations"}


def _is_review(result: Any) -> bool:
    return isinstance(result, dict) and result.keys() == {"review", "curve"}


__all__ = ["BotService", "BotsUnavailable", "Busy", "Failed", "check_spec"]
