"""How strong a network that learns has become against greedy, measured beside the training."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from coven.core.game import Game


class Greedy:
    """Matches against greedy in a process of its own, so that learning does not wait for them."""

    def __init__(self, game: Game, games: int, folder: Path) -> None:
        self._game = game
        self._games = games
        self._folder = folder
        self._running: tuple[subprocess.Popen[str], dict[str, Any]] | None = None

    def begin(self, network: Path, row: dict[str, Any], jobs: int) -> None:
        """Play, unless the last match is not over yet; the row is told how it went."""
        if self._games < 1 or self._running is not None:
            return
        mine = self._folder / "against-greedy.npz"
        mine.write_bytes(network.read_bytes())
        what = [self._game.name, str(mine), str(self._games), str(jobs)]
        command = [sys.executable, "-m", "coven.lab.greedy_match", *what]
        environment = {**os.environ, "CUDA_VISIBLE_DEVICES": "", "OMP_NUM_THREADS": "1"}
        process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=environment,
            start_new_session=True,  # Ctrl-C is for the training; the match is ended with all its processes
        )
        self._running = process, row

    def look(self, wait: float | None = None) -> dict[str, Any] | None:
        """The row of a match that has ended since."""
        if self._running is None:
            return None
        process, row = self._running
        try:
            if wait is None and process.poll() is None:
                return None
            out, _ = process.communicate(timeout=wait)
        except subprocess.TimeoutExpired:
            return None
        self._running = None
        if process.returncode:
            return None
        row["greedy"] = json.loads(out)
        return row

    def close(self) -> None:
        """End a match that is not over."""
        if self._running is not None:
            process, _ = self._running
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
            process.communicate()
            self._running = None


def against_greedy(name: str, network: str, games: int, jobs: int) -> dict[str, float]:
    """The policy of a file against greedy, two players, every deal from both seats."""
    from coven.lab.tournament import tournament

    result = tournament(name, [f"policy:net={network}", "greedy"], games, seed=7, jobs=jobs)
    pair = result.pairs()[0]
    return {
        "games": pair.games,
        "won": pair.wins.value,
        "low": pair.wins.low,
        "high": pair.wins.high,
        "points": pair.points.value,
        "others": pair.points_other.value,
    }


if __name__ == "__main__":
    print(json.dumps(against_greedy(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))))
