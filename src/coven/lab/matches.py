"""What a tournament plays: whole games by bots from a deal, seat-balanced, in this process or in several."""

from __future__ import annotations

import itertools
import multiprocessing
import os
import signal
import tempfile
from collections.abc import Generator, Iterable, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from coven.bots import Bot, bot
from coven.core.errors import BadOption, CovenError
from coven.core.game import Game
from coven.core.registry import load


class Played(NamedTuple):
    """A finished game of a tournament."""

    deal: int
    seats: tuple[int, ...]  # which bot sat where
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    ending: str
    decisions: int


@dataclass(frozen=True)
class Task:
    """One deal, played once with each of the seatings."""

    deal: int
    key: int  # the seed of the deal
    seatings: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Table:
    """What all games of a tournament share; goes to other processes."""

    game: str
    components: str | None  # the text of a component file, where it is not the standard one
    specs: tuple[str, ...]
    players: int
    options: Mapping[str, Any] = field(default_factory=dict)


def table(game: Game, specs: Iterable[str], players: int, options: Mapping[str, Any]) -> Table:
    standard = game.components.digest == load(game.name).components.digest
    text = None if standard else game.components.text
    return Table(game.name, text, tuple(map(one_core, specs)), players, dict(options))


def one_core(spec: str) -> str:
    """A search thinks on one core: games run side by side, and timed bots must not take each other's time."""
    name, *options = spec.split(":")
    if name == "search" and not any(option.startswith("threads=") for option in options):
        return f"{spec}:threads=1"
    return spec


def play_deal(game: Game, table: Table, task: Task) -> list[Played]:
    """Every seating of one deal. A bot's own luck follows from the deal, the bot and its seat."""
    return [_play(game, table, task, seats) for seats in task.seatings]


def _play(game: Game, table: Table, task: Task, seats: tuple[int, ...]) -> Played:
    position = game.new(table.players, seed=task.key, **table.options)
    bots: list[Bot] = [
        bot(table.specs[entrant], seed=int(game.doors["game_seed"](task.key, 1 + 4 * entrant + seat)))
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


def cores() -> int:
    """The cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def jobs_for(jobs: int | None) -> int:
    """How many games run side by side: at most one a core, or timed bots would lose thinking time."""
    if jobs is None:
        return cores()
    if jobs < 1:
        raise BadOption(f"{jobs} jobs can't play anything: give 1 or more, or leave it out for every core")
    return min(jobs, cores())


def play_all(
    game: Game, table: Table, tasks: Iterable[Task], jobs: int
) -> Generator[list[Played], None, None]:
    """Play the tasks, so many at a time; yields each deal when it is done, in no fixed order."""
    if jobs == 1:
        for task in tasks:
            yield play_deal(game, table, task)
        return
    left = iter(tasks)
    running: set[Future[list[Played]]] = set()
    before = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _deaf)
    try:
        while True:
            for task in itertools.islice(left, 2 * jobs - len(running)):
                running.add(pool.submit(_play_there, table, task))
            if not running:
                break
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
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


def _play_there(table: Table, task: Task) -> list[Played]:
    return play_deal(_game(table.game, table.components), table, task)


@cache
def _game(name: str, components: str | None) -> Game:
    if components is None:
        return load(name)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "components.toml"
        path.write_text(components, encoding="utf-8")
        return load(name, path)
