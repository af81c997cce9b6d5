"""Running a job on a GPU: the same compiled rules and statistics in a CUDA kernel, one game a thread.

A thread plays game after game, taking the next number from a counter, so that none waits for a longer game beside it.
Its state and its lists of moves are in local memory, which the hardware lays out so that the threads of a warp read
and write side by side; rows are kept column by column for the same reason.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from coven.core.cuda import cuda as find_cuda
from coven.core.errors import BadOption
from coven.core.game import Game
from coven.lab.actions import LIGHT
from coven.lab.job import Job, Player, Rows
from coven.lab.local import Keep, Tick

AT_ONCE = 500_000  # games a launch: many a thread, so that few threads idle at its end
THREADS = 64  # a block
BLOCKS = 16  # a multiprocessor
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


@dataclass(frozen=True)
class Device:
    """The device functions of a game: one thread's loop, and what a kernel around it needs to know."""

    cuda: Any
    thread: Any
    most: int
    state: Any  # Numba's type of the state


def device(here: Player) -> Device:
    """The loop of one thread over the templates of lab/actions.py, with the policies a GPU can play."""
    import numba

    from coven.bots import compiled as bots
    from coven.bots import mind
    from coven.lab import actions, compiled, gpu_loops
    from coven.lab.compiled import bind, replaced

    cuda = find_cuda()
    game = here.game
    # Only templates: nothing is compiled for the CPU to play on the GPU.
    watch = compiled.join(game, here.plugins, here.job.own) if here.plugins else compiled.watching(game)
    scope = {**bots.scope(game), **vars(mind), **vars(actions), **vars(gpu_loops), "cuda": cuda}
    templates: dict[str, Any] = {one.__name__: one for one in actions.INLINED} | {"wipe": wiper(game)}
    if LIGHT in (here.job.policies or ()):
        templates |= {"weighted": mind.weighted, "light_move": mind.light_move}
    else:
        templates["light_move"] = gpu_loops.no_light
    if not here.watching:
        watch = replaced(
            watch, watch=bind(gpu_loops.no_watch, scope), watch_end=bind(gpu_loops.no_end, scope)
        )
    scope["statistics"] = watch
    for name, template in templates.items():  # here NVVM decides what to inline
        scope[name] = bind(template, scope)
    thread = types.FunctionType(gpu_loops.thread.__code__, scope, "thread")
    return Device(
        cuda,
        cuda.jit(device=True)(thread),
        game.implementation.most_legal,
        numba.from_dtype(game.dtype),
    )


def kernel(made: Device) -> Any:
    """The kernel: state and lists in local memory."""
    cuda, thread, most, state = made.cuda, made.thread, made.most, made.state

    def play(  # type: ignore[no-untyped-def]
        tables, rows, counter, policies, rotate, players, options, seed, first, watching
    ):
        states = cuda.local.array(1, state)
        out = cuda.local.array(most, np.int32)
        weights = cuda.local.array(most, np.int32)
        thread(
            tables,
            states,
            0,
            out,
            weights,
            rows,
            counter,
            policies,
            rotate,
            players,
            options,
            seed,
            first,
            watching,
        )

    return cuda.jit(play)


class Field:
    """A job's games on the GPU, launch by launch."""

    def __init__(self, here: Player) -> None:
        self.here = here
        self.made = device(here)
        self.kernel = kernel(self.made)
        cuda, job = self.made.cuda, here.job
        assert job.policies is not None
        self.blocks = BLOCKS * cuda.get_current_device().MULTIPROCESSOR_COUNT
        self.tables = cuda.to_device(here.game.tables)
        self.policies = cuda.to_device(np.array(job.policies, np.int64))
        self.options = cuda.to_device(here.numbers)

    def play(self, games: range) -> Rows:
        """The rows of some games."""
        cuda, job = self.made.cuda, self.here.job
        rows = cuda.device_array((self.here.width, len(games)), np.int32)
        counter = cuda.to_device(np.zeros(1, np.int64))
        blocks = min(self.blocks, -(-len(games) // THREADS))
        self.kernel[blocks, THREADS](
            self.tables,
            rows,
            counter,
            self.policies,
            int(job.rotate),
            job.players,
            self.options,
            job.seed,
            games.start,
            self.here.watching,
        )
        found: Rows = rows.copy_to_host().T
        return found


@cache
def _said() -> None:
    print("Compiling for the GPU (about a minute) …", file=sys.stderr, flush=True)


def run(here: Player, missing: list[int], keep: Keep, tick: Tick, workers: int | None = None) -> None:
    """Play the missing parts; parts are written while the next are played."""
    _said()
    field = Field(here)
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
