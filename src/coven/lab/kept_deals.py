"""The finished deals of a tournament in a file, so that one that was interrupted or killed goes on from there.

A line of JSON says what is played, then one line a deal with its games. A line that a power cut tore is played again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from io import BufferedRandom
from pathlib import Path
from typing import Any

from coven.core.cache import lock
from coven.core.errors import BadOption
from coven.lab.matches import DealTask, Played

Key = tuple[int, tuple[int, ...]]  # a deal and who plays it


def key_of(deal: int, seatings: Iterable[tuple[int, ...]]) -> Key:
    """What tells the games of one task from those of another."""
    return deal, tuple(sorted({entrant for seats in seatings for entrant in seats}))


class KeptDeals:
    """A tournament's file; without a path nothing is kept."""

    def __init__(self, path: Path | None, terms: dict[str, Any]) -> None:
        self.done: dict[Key, list[Played]] = {}
        self._file: BufferedRandom | None = None
        if path is None:
            return
        if not path.parent.is_dir():
            raise BadOption(f"there is no folder {path.parent} to keep {path.name} in: make it first")
        path.touch()
        self._file = path.open("r+b")
        if not lock(self._file.fileno(), wait=False):
            self.close()
            raise BadOption(
                f"another tournament keeps its deals in {path} now: wait for it or name another file"
            )
        try:
            whole = self._read(path, json.loads(json.dumps(terms)))
        except BadOption:
            self.close()
            raise
        self._file.truncate(whole)
        self._file.seek(whole)
        if whole == 0:
            self._write(terms)

    def _read(self, path: Path, terms: dict[str, Any]) -> int:
        """Take in what the file has; returns how much of it is whole."""
        assert self._file is not None
        whole = 0
        for number, line in enumerate(self._file):
            if not line.endswith(b"\n"):
                break
            try:
                said = json.loads(line)
                if number:
                    games = [_played(game) for game in said["games"]]
                    self.done[key_of(int(said["deal"]), (game.seats for game in games))] = games
            except (ValueError, KeyError, TypeError) as problem:
                raise BadOption(
                    f"{path} is not what coven tournament keeps (line {number + 1}): name another file"
                ) from problem
            if number == 0 and said != terms:
                other = ", ".join(
                    name for name in terms if not isinstance(said, dict) or said.get(name) != terms[name]
                )
                raise BadOption(f"{path} is of another tournament (other {other}): name another file")
            whole += len(line)
        return whole

    def missing(self, tasks: Iterable[DealTask]) -> Iterable[DealTask]:
        """The tasks that have not been played."""
        return (task for task in tasks if key_of(task.deal, task.seatings) not in self.done)

    def keep(self, games: list[Played]) -> None:
        """Add a finished deal; it is on the disk when this returns."""
        if self._file is not None:
            self._write({"deal": games[0].deal, "games": [game._asdict() for game in games]})

    def _write(self, what: dict[str, Any]) -> None:
        assert self._file is not None
        self._file.write(json.dumps(what).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Let go of the file."""
        if self._file is not None:
            self._file.close()


def _played(said: dict[str, Any]) -> Played:
    given: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in said.items()
    }
    return Played(**given)
