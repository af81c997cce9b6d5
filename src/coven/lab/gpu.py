"""Running a job on a GPU: the same compiled rules and statistics in a CUDA kernel, one game a thread.

A thread plays game after game, taking the next number from a counter, so that none waits for a longer game beside it.
Its state and its lists of moves are in local memory, which the hardware lays out so that the threads of a warp read
and write side by side; rows are kept column by column for the same reason.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from typing import Any

import numpy as np

from coven.bots import policies
from coven.bots.compiled import whole_judgement
from coven.core import loops
from coven.core.cache import disabled
from coven.core.cuda import bind_for_cuda
from coven.core.cuda import cuda as find_cuda
from coven.core.doors import rule_scope
from coven.core.errors import BadOption
from coven.core.game import Game
from coven.core.loops import Deal
from coven.lab import actions, compiled, gpu_loops
from coven.lab.actions import LIGHT, Seating
from coven.lab.job import Job, Player, Rows
from coven.lab.local import Keep, Tick

AT_ONCE = 500_000  # games a launch: many a thread, so that few threads idle at its end
THREADS = 64  # a block
BLOCKS = 16  # a multiprocessor
REGISTERS = 64  # a thread: as many as let all its blocks run at the same time
WRITERS = 4


def check(job: Job) -> None:
    """Refuse what a GPU can't play, and say what is missing for the rest."""
    if job.policies is None:
        others = sorted({spec for spec in job.bots if spec not in ("random", "light")})
        raise BadOption(
            f"a GPU plays the bots random and light only, not {', '.join(others)}: use --on local or --on ray for them"
        )
    find_cuda()


def wiper(game: Game) -> Callable[..., None]:
    """A function that sets every field of a state to zero."""
    lines = ["def wipe(s):"]
    fields = game.dtype.fields
    assert fields is not None
    for name, (kind, *_) in fields.items():
        lines.append(f"    s.{name}[:] = 0" if kind.shape else f"    s.{name} = 0")
    made: dict[str, Any] = {}
    exec("\n".join(lines), made)
    wipe: Callable[..., None] = made["wipe"]
    return wipe


def kernel(here: Player) -> Any:
    """The kernel over a game's rules, with the policies and statistics that are asked for and no more."""
    import numba

    game = here.game
    watch = compiled.join(game, here.plugins, here.job.own) if here.plugins else compiled.watching(game)
    if not here.watching:
        watch = compiled.replaced(watch, watch=gpu_loops.no_watch, watch_end=gpu_loops.no_end)
    named = {
        **rule_scope(game, native=not disabled()),
        **compiled.watch_scope(game, watch),
        "judgement": whole_judgement(game, native=not disabled()),
        "STATE": numba.from_dtype(game.dtype),
    }
    listed = (
        loops.decide_chance,
        loops.game_seed,
        policies.weighted,
        policies.light_move,
        *actions.INLINED,
        gpu_loops.thread,
        gpu_loops.play,
    )
    templates = {template.__name__: template for template in listed} | {"wipe": wiper(game)}
    if LIGHT not in (here.job.policies or ()):
        templates["light_move"] = gpu_loops.no_light
    return bind_for_cuda(templates, named, ["play"], REGISTERS)["play"]


class GpuGames:
    """A job's games on the GPU, launch by launch."""

    def __init__(self, here: Player) -> None:
        self.here = here
        self.kernel = kernel(here)
        self.cuda = cuda = find_cuda()
        assert here.job.policies is not None
        self.blocks = BLOCKS * cuda.get_current_device().MULTIPROCESSOR_COUNT
        self.tables = cuda.to_device(here.game.tables)
        policies = cuda.to_device(np.array(here.job.policies, np.int64))
        self.seating = Seating(policies, int(here.job.rotate))
        self.deal = Deal(here.deal.players, cuda.to_device(here.deal.options), here.deal.seed)

    def play(self, games: range) -> Rows:
        """The rows of some games."""
        rows = self.cuda.device_array((self.here.width, len(games)), np.int32)
        counter = self.cuda.to_device(np.zeros(1, np.int64))
        blocks = min(self.blocks, -(-len(games) // THREADS))
        self.kernel[blocks, THREADS](self.tables, rows, counter, self.deal, self.seating, games.start)
        found: Rows = rows.copy_to_host().T
        return found


@cache
def _said() -> None:
    print("Compiling for the GPU (about a minute) …", file=sys.stderr, flush=True)


def run(here: Player, missing: list[int], keep: Keep, tick: Tick, workers: int | None = None) -> None:
    """Play the missing parts; parts are written while the next are played."""
    _said()
    field = GpuGames(here)
    job = here.job

    def write(number: int, launches: list[Rows]) -> None:
        keep(number, launches[0] if len(launches) == 1 else np.concatenate(launches))

    with ThreadPoolExecutor(WRITERS) as writers:
        written: list[Future[None]] = []
        for number in missing:
            games = job.part(number)
            launches = []
            for at in range(games.start, games.stop, AT_ONCE):
                launches.append(field.play(range(at, min(at + AT_ONCE, games.stop))))
                tick(len(launches[-1]))
            written.append(writers.submit(write, number, launches))
            if len(written) > WRITERS:
                written.pop(0).result()
        for future in written:
            future.result()
