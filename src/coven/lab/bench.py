"""`coven bench`: how fast the rules run, as one JSON object; compare figures of one run, machines differ."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from rich.console import Console
from rich.progress import Progress, TaskID

from coven.core.cuda import cuda
from coven.core.errors import BadOption
from coven.core.game import Game
from coven.core.registry import games as all_games
from coven.core.registry import load
from coven.lab import batch

PLAYERS = 4


def _rate(work: Callable[[], int], seconds: float) -> float:
    """Units of work a second, over at least so many seconds."""
    work()  # warm
    done = 0
    began = time.perf_counter()
    while True:
        done += work()
        elapsed = time.perf_counter() - began
        if elapsed >= seconds:
            return done / elapsed


def measure(game: Game, seconds: float) -> dict[str, float]:
    """One game's figures, on one core."""
    players = min(PLAYERS, game.players.stop - 1)
    played = {"games": 0, "decisions": 0}

    def loop() -> int:
        found = batch.play(game, players, seed=1, games=batch.CHUNK, first=played["games"])
        played["games"] += batch.CHUNK
        played["decisions"] += found.decisions
        return batch.CHUNK

    games_per_s = _rate(loop, seconds)
    luck = random.Random(1)

    def face() -> int:
        """A game move by move through the public face; starting it is not counted, its moves are."""
        position = game.new(players, seed=luck.getrandbits(32))
        moves = 0
        while not position.over:
            legal = position.legal
            position.play(legal[int(luck.random() * len(legal))])
            moves += 1
        return moves

    api_moves_per_s = _rate(face, seconds)
    position = game.new(players, seed=1)

    def copies() -> int:
        for _ in range(1000):
            position.copy()
        return 1000

    return {
        "games_per_s": round(games_per_s, 1),
        "decisions_per_s": round(games_per_s * played["decisions"] / played["games"]),
        "api_moves_per_s": round(api_moves_per_s),
        "batch_steps_per_s": measure_batch(game, seconds, 1024),
        "copy_us": round(1e6 / _rate(copies, seconds / 5), 3),
        "state_bytes": game.dtype.itemsize,
    }


def measure_batch(game: Game, seconds: float, games: int, device: str = "cpu") -> float:
    """Steps a second of a batch of 2-player games with masks and observations, random actions chosen too."""
    import coven.env

    env = coven.env.batch(game.name, games, players=2, seed=1, device=device)
    env.reset()

    def steps() -> int:
        for _ in range(20):
            env.step(env.sample())
        if device == "cuda":
            cuda().synchronize()
        return 20 * games

    return round(_rate(steps, seconds))


def measure_gpu(game: Game, seconds: float) -> dict[str, float] | None:
    """Random 4-player games and a batch on a GPU, if there is one."""
    from coven.lab import gpu
    from coven.lab.actions import DECISIONS
    from coven.lab.job import Player
    from coven.lab.simulate import plan

    try:
        cuda()
    except BadOption:
        return None
    job, _ = plan(game, gpu.AT_ONCE, PLAYERS, "random", 1, False, gpu.AT_ONCE, "gpu", [], {})
    field = gpu.GpuGames(Player(job, game))
    played = {"games": 0, "decisions": 0}

    def launch() -> int:
        rows = field.play(range(played["games"], played["games"] + gpu.AT_ONCE))
        played["games"] += gpu.AT_ONCE
        played["decisions"] += int(rows[:, DECISIONS].sum(dtype="int64"))
        return gpu.AT_ONCE

    games_per_s = _rate(launch, seconds)
    return {
        "games_per_s": round(games_per_s),
        "decisions_per_s": round(games_per_s * played["decisions"] / played["games"]),
        "batch_steps_per_s": measure_batch(game, seconds, 65_536, "cuda"),
    }


def measure_catanatron(seconds: float) -> dict[str, float] | None:
    """Random 4-player games of catanatron in the same run, if it is installed (the extra `bench`)."""
    try:
        from catanatron import Color, RandomPlayer
        from catanatron import Game as Catan
    except ImportError:
        return None

    def one() -> int:
        Catan([RandomPlayer(color) for color in Color]).play()
        return 1

    return {"games_per_s": round(_rate(one, seconds), 2)}


def measure_start() -> dict[str, float]:
    """Seconds a new process needs for the import, the help, and the first position from cached rules."""

    def best(*command: str) -> float:
        times = []
        for _ in range(3):
            began = time.perf_counter()
            subprocess.run([sys.executable, *command], check=True, stdout=subprocess.DEVNULL)
            times.append(time.perf_counter() - began)
        return round(min(times), 3)

    names = ", ".join(f"coven.load({name!r}).new(coven.load({name!r}).players.start)" for name in all_games())
    bare = best("-c", "pass")
    return {
        "python_s": bare,
        "import_s": round(best("-c", "import coven") - bare, 3),
        "help_s": best("-m", "coven.cli", "--help"),
        "first_position_s": best("-c", f"import coven; {names}"),
    }


def main(seconds: float = 5.0, check: int = 0, games: Sequence[str] = ()) -> int:
    """Measure, print JSON; with `check`, also play so many games of every variant, every invariant looked at."""
    chosen = [load(name).compile() for name in games or all_games()]
    result: dict[str, Any] = {}
    for game in chosen:
        print(f"measuring {game.title} …", file=sys.stderr, flush=True)
        result[game.name] = measure(game, seconds)
        on_gpu = measure_gpu(game, seconds)
        if on_gpu is not None:
            result[game.name]["gpu"] = on_gpu
    print("measuring catanatron and start-up …", file=sys.stderr, flush=True)
    peer = measure_catanatron(seconds)
    if peer is not None:
        result["catanatron"] = peer
    result["start"] = measure_start()
    broken = False
    for game in chosen if check else []:
        found = _check_all(game, check)
        result[game.name]["checked"] = found
        broken |= "fault" in found
    print(json.dumps(result, indent=2))
    return 1 if broken else 0


def _advance(bar: Progress, task: TaskID, before: int, done: int) -> None:
    bar.update(task, completed=before + done)


def _check_all(game: Game, total: int) -> dict[str, Any]:
    """Check so many games of every variant, shared out over the numbers of players, with a progress bar."""
    tables = game.tables_to_try()
    shares = {variant: sum(name == variant for _, name, _ in tables) for _, variant, _ in tables}
    each = {variant: -(-total // share) for variant, share in shares.items()}
    games = positions = deepest = 0
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(f"checking {game.title}", total=sum(each[name] for _, name, _ in tables))
        for players, variant, options in tables:
            watch = partial(_advance, bar, task, games)
            found = batch.check(game, players, 7, each[variant], watch, **options)
            games += found.games
            positions += found.positions
            deepest = max(deepest, found.deepest)
            if found.fault:
                where = {"players": players, "variant": variant, "game": found.fault.game}
                return {"fault": {**where, "action": found.fault.action, "what": found.fault.what}}
    return {"games": games, "positions": positions, "deepest_stack": deepest, "broken": 0}
