"""What a tournament plays: whole games by bots from a deal, seat-balanced, in this process or in several."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Generator, Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

from coven.bots import Bot, bot
from coven.bots.search import cores
from coven.core.errors import BadOption, CovenError
from coven.core.game import Game
from coven.core.registry import load_with
from coven.lab.job import on_one_core, other_components
from coven.lab.local import finished


class Played(NamedTuple):
    """A finished game of a tournament."""

    deal: int
    seats: tuple[int, ...]  # which bot sat where
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    ending: str
    decisions: int


@dataclass(frozen=True)
class DealTask:
    """One deal, played once with each of the seatings."""

    deal: int
    key: int  # the seed of the deal
    seatings: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class GameSetup:
    """What all games of a tournament share; goes to other processes."""

    game: str
    components: str | None  # the text of a component file, where it is not the standard one
    specs: tuple[str, ...]
    players: int
    options: Mapping[str, Any] = field(default_factory=dict)


def game_setup(game: Game, specs: Iterable[str], players: int, options: Mapping[str, Any]) -> GameSetup:
    return GameSetup(
        game.name, other_components(game), tuple(map(on_one_core, specs)), players, dict(options)
    )


def play_deal(game: Game, setup: GameSetup, task: DealTask) -> list[Played]:
    """Every seating of one deal. A bot's own luck follows from the deal, the bot and its seat."""
    return [_play(game, setup, task, seats) for seats in task.seatings]


def _play(game: Game, setup: GameSetup, task: DealTask, seats: tuple[int, ...]) -> Played:
    position = game.new(setup.players, seed=task.key, **setup.options)
    bots: list[Bot] = [
        bot(setup.specs[entrant], seed=int(game.doors.game_seed(task.key, 1 + 4 * entrant + seat)))
        for seat, entrant in enumerate(seats)
    ]
    for each in bots:
        each.prepare(game)  # not in its thinking time
    decisions = 0
    while not position.over:
        seat = position.actor
        assert seat is not None
        legal = position.legal
        if len(legal) == 1:
            position.play(legal[0])
        else:
            position.play(bots[seat].choose(position.view(seat)), seat=seat)
            decisions += 1
    return Played(task.deal, seats, position.scores, position.winners, position.ending, decisions)


# -- side by side -------------------------------------------------------------------------------------------


def jobs_for(jobs: int | None) -> int:
    """How many games run side by side: at most one a core, or timed bots would lose thinking time."""
    if jobs is None:
        return cores()
    if jobs < 1:
        raise BadOption(f"{jobs} jobs can't play anything: give 1 or more, or leave it out for every core")
    return min(jobs, cores())


def play_all(
    game: Game, setup: GameSetup, tasks: Iterable[DealTask], jobs: int
) -> Generator[list[Played], None, None]:
    """Play the tasks, so many at a time; yields each deal when it is done, in no fixed order."""
    if jobs == 1:
        for task in tasks:
            yield play_deal(game, setup, task)
        return
    before = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _deaf)
    try:
        for future in finished(pool, ((_play_there, setup, task) for task in tasks), 2 * jobs):
            assert future is not None
            yield future.result()
        pool.shutdown()
    except BrokenProcessPool:
        raise CovenError(
            "a process playing games ended abruptly, perhaps for want of memory: use fewer --jobs"
        ) from None
    finally:
        # An interrupted tournament does not wait for the games that are still being thought about.
        pool.shutdown(wait=False, cancel_futures=True)
        for process in set(multiprocessing.active_children()) - before:
            process.terminate()
            process.join()


def _deaf() -> None:
    """Ctrl-C is for the process that started this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _play_there(setup: GameSetup, task: DealTask) -> list[Played]:
    return play_deal(_game(setup.game, setup.components), setup, task)


_game = cache(load_with)
