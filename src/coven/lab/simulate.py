"""`simulate`: many games of bots, on this machine, on Ray or on a GPU, kept as Parquet; the same rows every way."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from coven.bots.search import cores
from coven.core.errors import BadOption
from coven.core.game import Game, as_seed
from coven.core.registry import load
from coven.core.statistic import Statistic
from coven.lab import statistics
from coven.lab.job import Job, Player, check_bots, other_components, pack
from coven.lab.rows import Folder, load_run, read_run

if TYPE_CHECKING:
    import pyarrow as pa

# Games a part: some seconds of work, and in a short run less, so that every core has some.
COMPILED, BY_HAND, ON_GPU = 10_000, 10, 500_000
FEWEST = 500  # in the compiled loop
PARTS = 4  # a core, at least


@dataclass(frozen=True)
class Simulation:
    """A finished run."""

    folder: Path
    games: int
    played: int  # games played now; the others were there already
    seconds: float

    def table(self) -> pa.Table:
        """Its rows."""
        return load_run(self.folder)


def simulate(
    game: str | Game,
    games: int,
    players: int = 2,
    bots: str | Sequence[str] = "random",
    seed: int = 0,
    way: str = "local",
    out: str | Path = "run",
    *,
    rotate: bool = False,
    chunk: int | None = None,
    statistics: Sequence[str | Statistic] | None = None,
    workers: int | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
    **options: Any,
) -> Simulation:
    """Play games of bots and keep a row of each in the folder `out`; called again, it goes on where it stopped.

    bots: one spec for all seats, or one a seat; with rotate, seat j of game n has bot (j + n) % players.
    way: local, ray, ray://HOST:PORT or gpu. statistics: names or plug-ins (None: all of the game's own; []: none).
    chunk: games a part. progress is told how many games are done, and of how many. Options are those of the game.
    """
    began = time.monotonic()
    if workers is not None and workers < 1:
        raise BadOption(
            f"{workers!r} workers can't play anything: give at least one worker, or none for every core"
        )
    loaded = load(game) if isinstance(game, str) else game
    folder = Path(out)
    job, chosen = plan(
        loaded, games, players, bots, seed, rotate, _chunk(chunk, folder), way, statistics, options
    )
    run_way = _way(way, job)
    kept = Folder(folder, job, loaded, chosen)
    missing = kept.open()
    left = sum(len(job.part(number)) for number in missing)
    done = games - left

    def tick(more: int) -> None:
        nonlocal done
        done += more
        progress(done, games)

    progress(done, games)
    if missing:
        run_way(Player(job, loaded), missing, kept.keep, tick, workers)
    return Simulation(folder, games, left, time.monotonic() - began)


def plan(
    game: Game,
    games: int,
    players: int,
    bots: str | Sequence[str],
    seed: int,
    rotate: bool,
    chunk: int | None,
    way: str,
    asked: Sequence[str | Statistic] | None,
    options: dict[str, Any],
) -> tuple[Job, list[str]]:
    """The job, everything checked, and the names of its statistics."""
    if isinstance(games, bool) or not isinstance(games, int) or games < 1:
        raise BadOption(f"games is a number from 1 on, not {games!r}")
    if chunk is not None and chunk < 1:
        raise BadOption(f"a chunk has at least one game, not {chunk!r}")
    game.check_players(players)
    specs = check_bots(bots if isinstance(bots, str) else tuple(bots), players)
    written = game.definition.settle(players, options).written
    chosen = statistics.choose(game, asked)
    own = {statistic.name for statistic in statistics.builtin(game)}
    plugins = [statistic for statistic in chosen if statistic.name not in own]
    job = Job(
        game.name,
        other_components(game),
        players,
        tuple(written.items()),
        specs,
        rotate,
        as_seed(seed),
        games,
        chunk or 1,
        len(plugins) < len(chosen),
        pack(plugins),
    )
    if chunk is None:
        job = Job(**{**vars(job), "chunk": _usual_chunk(job, way)})
    return job, [statistic.name for statistic in chosen]


def _usual_chunk(job: Job, way: str) -> int:
    if way == "gpu":
        return ON_GPU
    most, fewest = (BY_HAND, 1) if job.policies is None else (COMPILED, FEWEST)
    return min(most, max(fewest, -(-job.games // (PARTS * cores()))))


def _chunk(asked: int | None, folder: Path) -> int | None:
    """A run that was begun keeps its parts, whichever way it goes on."""
    if asked is None and (folder / "run.json").exists():
        found = read_run(folder).get("chunk")
        return found if isinstance(found, int) else None
    return asked


def _way(way: str, job: Job) -> Callable[..., None]:
    """Where the games are played; what that needs is looked for before anything is written."""
    if way == "local":
        from coven.lab import local

        return local.run
    if way == "ray" or way.startswith("ray://"):
        from coven.lab import ray_way

        return ray_way.at(None if way == "ray" else way)
    if way == "gpu":
        from coven.lab import gpu

        gpu.check(job)
        return gpu.run
    raise BadOption(f"games are played on local, ray, ray://HOST:PORT or gpu, not on {way!r}")
