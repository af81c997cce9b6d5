"""Reading what `coven simulate` wrote, column by column: a run may be larger than memory."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from coven.core.errors import CovenError
from coven.core.lazily import lazily
from coven.core.registry import definitions
from coven.core.statistic import Report

Numbers = npt.NDArray[np.float64]


class RunColumn(NamedTuple):
    """A statistic of a run, as run.json describes it."""

    name: str
    about: str
    seats: bool  # one column a seat
    labels: dict[int, str]  # what the numbers stand for, where they are names
    statistic: str


class Run:
    """A folder of games. Arrays are one row a game and, where there are seats, one column a seat."""

    def __init__(self, folder: Path) -> None:
        try:
            import pyarrow.parquet as parquet
        except ImportError:
            raise CovenError("reading a run needs pyarrow: pip install 'coven[lab]'") from None
        self._parquet = parquet
        self.folder = folder
        file = folder / "run.json"
        if not file.is_file():
            raise CovenError(f"{folder} holds no run: give a folder that coven simulate --out wrote")
        try:
            self.about: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
            self.game: str = self.about["game"]
            self.title: str = self.about["title"]
            self.players: int = self.about["players"]
            self.bots: list[str] = self.about["bots"]
            self.columns = [
                RunColumn(
                    each["name"],
                    each["about"],
                    each["seats"],
                    {int(number): label for number, label in each["labels"].items()},
                    each["statistic"],
                )
                for each in self.about["columns"]
                if each.get("statistic")
            ]
        except (ValueError, KeyError, TypeError, AttributeError) as problem:
            raise CovenError(f"{file} does not describe a run ({problem!r}): simulate it again") from None
        self._parts = sorted(folder.glob("part-*.parquet"))
        if not self._parts:
            raise CovenError(f"{folder} holds no games yet: run coven simulate to the end of a chunk first")

    @lazily
    def games(self) -> int:
        """The games that are there; a run that was stopped has fewer than it was to have."""
        return sum(self._open(part, self._parquet.read_metadata).num_rows for part in self._parts)

    @lazily
    def report(self) -> Report:
        """What is asked of its game; nothing much of one that is not installed."""
        game = definitions().get(self.game)
        return (game and game.report) or Report()

    @lazily
    def against(self) -> bool:
        """Whether the seats play against each other."""
        game = definitions().get(self.game)
        return self.players > 1 and not (game is not None and game.together(self.about["options"]))

    @property
    def variant(self) -> list[str]:
        """The way it was played, where that is not the usual one."""
        if self.players > 1 and not self.against:
            return ["together"]
        game = definitions().get(self.game)
        chosen = [option for option in game.options if option.values and not option.each_seat] if game else []
        usual = {option.name: option.texts(self.players)[0] for option in chosen}
        written = self.about["options"]
        return [written[name] for name, text in usual.items() if written.get(name, text) != text]

    @property
    def sides(self) -> tuple[str, str]:
        """What seats with a win and seats without are called."""
        if self.against:
            return "winners", "others"
        return ("aim reached", "not reached") if self.players == 1 else ("won", "lost")

    def of(self, statistic: str) -> list[RunColumn]:
        """The per-seat columns of a statistic."""
        return [column for column in self.columns if column.statistic == statistic and column.seats]

    def column(self, name: str) -> Numbers:
        return self._read([name])[:, 0]

    def seats(self, name: str) -> Numbers:
        return self._read([f"{name}_{seat}" for seat in range(self.players)])

    def texts(self, name: str) -> list[str]:
        found: list[str] = []
        for part in self._parts:
            found += self._table(part, [name])[name].to_pylist()
        return found

    @lazily
    def scores(self) -> Numbers:
        return self.seats("score")

    @lazily
    def won(self) -> Numbers:
        """Each seat's share of the win; together or alone everyone's result is the whole win or nothing."""
        winner = self.seats("winner")
        if not self.against:
            return winner
        shares: Numbers = winner / np.maximum(1.0, winner.sum(axis=1, keepdims=True))
        return shares

    @lazily
    def in_order(self) -> npt.NDArray[np.int64]:
        """Row by row the seats in the order of play, beginning with the one that began."""
        starter = self.column("starter").astype(np.int64)
        return (starter[:, None] + np.arange(self.players)) % self.players

    def _table(self, part: Path, names: list[str]) -> Any:
        return self._open(part, partial(self._parquet.read_table, columns=names))

    def _open(self, part: Path, read: Callable[[Path], Any]) -> Any:
        try:
            return read(part)
        except (OSError, ValueError) as problem:
            raise CovenError(f"{part} can't be read ({problem}): delete it and simulate again") from None

    def _read(self, names: list[str]) -> Numbers:
        blocks = []
        for part in self._parts:
            table = self._table(part, names)
            blocks.append(np.column_stack([table[name].to_numpy().astype(np.float64) for name in names]))
        return np.concatenate(blocks)
