"""What a run is to play, and playing a part of it: the same rows wherever and however it is cut."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from coven.core.errors import BadOption
from coven.core.game import SEED_MASK, Game
from coven.core.lazily import lazily
from coven.core.loops import Deal
from coven.core.registry import load, load_with
from coven.core.statistic import Column, Statistic
from coven.lab import statistics
from coven.lab.actions import FACTS, GREEDY, LIGHT, RANDOM, Draw, Seating

if TYPE_CHECKING:
    from coven.lab.compiled import LabDoors

Rows = npt.NDArray[np.int32]
POLICIES = {"random": RANDOM, "light": LIGHT, "greedy": GREEDY}
# Games played between two looks at whether to go on.
BREATH = {RANDOM: 500, LIGHT: 250}


@dataclass(frozen=True)
class Job:
    """A run's parameters, small enough to send to any worker."""

    game: str
    components: str | None  # the text of the component file, if it is not the standard one
    players: int
    options: tuple[tuple[str, str], ...]  # as a record writes them
    bots: tuple[str, ...]  # one a seat
    rotate: bool
    seed: int
    games: int
    chunk: int
    own: bool  # whether the game's own statistics are noted
    plugins: bytes  # further statistics, pickled; empty for none

    @property
    def chunks(self) -> int:
        """How many parts the run has."""
        return -(-self.games // self.chunk)

    def part(self, number: int) -> range:
        """The games of a part."""
        return range(number * self.chunk, min(self.games, (number + 1) * self.chunk))

    @property
    def policies(self) -> list[int] | None:
        """What each seat plays by in the compiled loop; None if a bot is not for it."""
        found = [POLICIES.get(spec, GREEDY) for spec in self.bots]
        return None if GREEDY in found else found

    @property
    def threaded(self) -> bool:
        """Whether every bot thinks in compiled code, without the GIL."""
        return all(spec in POLICIES for spec in self.bots)

    def bot(self, game: int, seat: int) -> int:
        """Which of the bots has a seat in a game."""
        return (seat + game) % self.players if self.rotate else seat


def pack(plugins: list[Statistic]) -> bytes:
    """Statistics for another process, by value: it need not find the file they are written in."""
    from numba import cloudpickle

    dumps: Callable[[Any], bytes] = cloudpickle.dumps
    return dumps(plugins) if plugins else b""


def unpack(plugins: bytes) -> list[Statistic]:
    """What `pack` made."""
    from numba import cloudpickle

    return list(cloudpickle.loads(plugins)) if plugins else []


@dataclass(frozen=True)
class Place:
    """Where a column lies in a row."""

    column: Column
    at: int
    statistic: str


def places(game: Game, own: bool, plugins: list[Statistic]) -> list[Place]:
    """Every column of the statistics, in the order of the row."""
    found = []
    at = FACTS
    for statistic in [*(statistics.builtin(game) if own else ()), *plugins]:
        for column in statistic.columns(game):
            found.append(Place(column, at, statistic.name))
            at += column.width
    return found


class Player:
    """Plays the games of a job in this process. Threads may share one."""

    def __init__(self, job: Job, game: Game | None = None) -> None:
        self.job = job
        self.game = game or load_with(job.game, job.components)
        self.plugins = unpack(job.plugins)
        self.width = FACTS + sum(place.column.width for place in places(self.game, job.own, self.plugins))
        self.watching = int(job.own or bool(self.plugins))
        options = self.game.definition.read_options(dict(job.options))
        self.options: dict[str, Any] = options
        self.deal = Deal(job.players, self.game.numbers(job.players, options), job.seed)

    @lazily
    def doors(self) -> LabDoors:
        """The compiled loops, plug-ins among them."""
        from coven.lab import compiled

        if self.plugins:
            return compiled.with_plugins(self.game, self.plugins, self.job.own)
        return compiled.doors(self.game)

    def play(self, games: range, going: Callable[[int], bool] = lambda done: True) -> Rows | None:
        """The rows of some games; None if `going`, told now and then how many more are done, says no."""
        rows = np.zeros((len(games), self.width), np.int32)
        policies = self.job.policies
        at_once = 1 if policies is None else min(BREATH[policy] for policy in policies)
        for at in range(0, len(games), at_once):
            some = rows[at : at + at_once]
            if policies is None:
                self.play_by_hand(games[at], some[0])
            else:
                self._play_compiled(games[at], some, policies)
            if not going(len(some)):
                return None
        return rows

    def _play_compiled(self, first: int, rows: Rows, policies: list[int]) -> None:
        states = np.zeros(len(rows), self.game.dtype)
        seating = Seating(np.array(policies, np.int64), int(self.job.rotate))
        self.doors.play_games(self.game.tables, states, rows, self.deal, seating, first, self.watching)

    def play_by_hand(self, number: int, row: Rows) -> None:
        """One game through the public face: bots get views. Policies of the compiled loop play as they do there."""
        from coven.bots import bot
        from coven.bots.compiled import room
        from coven.bots.judging_bots import SAMPLES

        job, game, doors = self.job, self.game, self.doors
        key = int(game.doors.game_seed(job.seed, number))
        position = game.new(job.players, seed=key, **self.options)
        specs = [job.bots[job.bot(number, seat)] for seat in range(job.players)]
        thinkers = [
            None if spec in POLICIES else bot(on_one_core(spec), seed=(key + seat) & SEED_MASK)
            for seat, spec in enumerate(specs)
        ]
        scratch = room(game)
        while not position.over:
            seat = position.actor
            assert seat is not None
            thinker = thinkers[seat]
            if thinker is None:
                policy, draw = POLICIES[specs[seat]], Draw(key, position.ply)
                move = doors.one_move(position._states, game.tables, 0, policy, draw, SAMPLES, scratch)
                position.play(int(move))
            elif len(position.legal) == 1:
                position.play(position.legal[0])
            else:
                position.play(thinker.choose(position.view(seat)))
        record = np.array([past.move for past in position.history()], np.int32)
        state = np.zeros(1, game.dtype)
        doors.watch_record(game.tables, state, record, row, job.players, self.deal.options, self.watching)


def on_one_core(spec: str) -> str:
    """A search beside other games thinks on one core, unless its spec says otherwise: none takes another's time."""
    from coven.bots import read_spec

    kind, wishes = read_spec(spec)
    return f"{spec}:threads=1" if "threads" in kind.options and wishes.threads is None else spec


def reproducible(spec: str) -> bool:
    """Whether a bot plays the same every time: not if it thinks by the clock."""
    from coven.bots import read_spec

    kind, wishes = read_spec(spec)
    budget = wishes.budget or kind.budget
    return budget is None or budget.seconds is None


def check_bots(bots: str | tuple[str, ...] | list[str], players: int) -> tuple[str, ...]:
    """One bot a seat; BadOption says what is wrong with a spec or their number."""
    from coven.bots import read_spec

    specs = re.split(r"\s*,\s*", bots.strip()) if isinstance(bots, str) else list(bots)
    for spec in specs:
        read_spec(spec)
    if len(specs) == 1:
        return tuple(specs * players)
    if len(specs) != players:
        raise BadOption(
            f"{len(specs)} bots for {players} seats: name one for every seat ({', '.join(specs)}, ...), or one for all"
        )
    return tuple(specs)


@lru_cache(maxsize=4)
def player(job: Job) -> Player:
    """This process's player of a job."""
    return Player(job)


def other_components(game: Game) -> str | None:
    """The text of a game's component file, where it is not the standard one."""
    standard = game.components.digest == load(game.name).components.digest
    return None if standard else game.components.text
