"""A run on disk: run.json says what it is, part-000000.parquet and following hold the games, one a row."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from coven import __version__
from coven.core.errors import BadOption, CovenError
from coven.core.game import Game
from coven.core.seats import SEATS
from coven.lab import statistics
from coven.lab.actions import DECISIONS, ENDING, OUTCOMES, SCORE, STARTER, TURNS, WINNERS
from coven.lab.job import Job, Place, Rows, places, reproducible, unpack

if TYPE_CHECKING:
    import pyarrow as pa

# What every row has beside the game's options and the statistics.
EVERY_ROW = {
    "game": "number of the game, from 0",
    "seed": "the game's own seed",
    "players": "number of players",
    "bot": "the bot in the seat",
    "score": "final points",
    "winner": "whether the seat won; several may share a win",
    "ending": "how the game ended",
    "starter": "the seat that began",
    "decisions": "decisions made by players",
    "outcomes": "outcomes of chance",
    "turns": "turns taken, of all players",
}
OF_SEATS = ("bot", "score", "winner")


def arrow() -> Any:
    """The module pyarrow, with its Parquet part."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise BadOption("runs are kept as Parquet, which needs pyarrow: pip install 'coven[lab]'") from None
    return pyarrow


class Folder:
    """The folder of a run."""

    def __init__(self, path: Path, job: Job, game: Game, chosen: list[str]) -> None:
        self.path = path
        self.job = job
        self.game = game
        self.plugins = unpack(job.plugins)
        self.kept = [
            place
            for place in places(game, job.own, self.plugins)
            if place.column.kept and place.statistic in chosen
        ]
        self.chosen = chosen
        taken = next((place.column.name for place in self.kept if place.column.name in EVERY_ROW), None)
        if taken is not None:
            raise BadOption(f"every row has a column {taken!r} already: give the statistic's another name")

    def describe(self) -> dict[str, Any]:
        """All that run.json says."""
        game, job = self.game, self.job
        about = [
            {"name": name, "about": text, "seats": name in OF_SEATS, "labels": {}, "statistic": ""}
            for name, text in EVERY_ROW.items()
        ]
        about += [
            {
                "name": f"option_{name}",
                "about": f"the option {name}",
                "seats": False,
                "labels": {},
                "statistic": "",
            }
            for name, _ in job.options
        ]
        return {
            "game": game.name,
            "title": game.title,
            "version": game.version,
            "coven": __version__,
            "components": game.components.tag,
            "players": job.players,
            "options": dict(job.options),
            "bots": list(job.bots),
            "rotate": job.rotate,
            "seed": job.seed,
            "games": job.games,
            "chunk": job.chunk,
            "statistics": self.chosen,
            "reproducible": all(reproducible(spec) for spec in job.bots),
            "columns": about + [_about(place) for place in self.kept],
        }

    def open(self) -> list[int]:
        """Begin the run or go on with it: returns the parts that are missing. Another run's folder is refused."""
        arrow()
        described = self.describe()
        path = self.path / "run.json"
        if path.exists():
            there = read_run(self.path)
            other = [name for name in described if there.get(name) != described[name]]
            if other:
                first = other[0]
                raise BadOption(
                    f"{self.path} holds another run ({first}: {_short(there.get(first))}, "
                    f"not {_short(described[first])}): "
                    "give the same parameters to go on with it, or another folder"
                )
        else:
            if self.path.exists() and (not self.path.is_dir() or any(self.path.iterdir())):
                raise BadOption(f"{self.path} is there already and is no run: choose another folder")
            self.path.mkdir(parents=True, exist_ok=True)
            _write(path, json.dumps(described, indent=2, ensure_ascii=False) + "\n")
        return [number for number in range(self.job.chunks) if not self.part(number).exists()]

    def part(self, number: int) -> Path:
        """The file of a part."""
        return self.path / f"part-{number:06}.parquet"

    def keep(self, number: int, rows: Rows) -> None:
        """Write a part; it is there whole or not at all."""
        parquet = arrow().parquet
        path = self.part(number)
        unfinished = path.with_suffix(f".{os.getpid()}.tmp")
        with unfinished.open("wb") as file:
            parquet.write_table(self.table(self.job.part(number), rows), file, compression="zstd")
            file.flush()
            os.fsync(file.fileno())  # else a power cut could leave the name without the content
        unfinished.replace(path)

    def table(self, games: range, rows: Rows) -> pa.Table:
        """Rows as a table with names."""
        pa = arrow()
        job, game = self.job, self.game
        n = len(games)
        columns: dict[str, Any] = {}
        numbers = np.arange(games.start, games.stop, dtype=np.int64)
        seed_of = game.doors.game_seed
        columns["game"] = pa.array(numbers)
        columns["seed"] = pa.array(np.array([seed_of(job.seed, number) for number in games], np.int64))
        columns["players"] = pa.array(np.full(n, job.players, np.int8))
        for name, value in job.options:
            columns[f"option_{name}"] = _texts(pa, np.zeros(n, np.int8), [value])
        for seat in range(SEATS):
            shift = numbers if job.rotate else 0
            who = (seat + shift) % job.players * np.ones(n, np.int64)
            columns[f"bot_{seat}"] = (
                _texts(pa, who, list(job.bots)) if seat < job.players else pa.nulls(n, pa.string())
            )
        for seat in range(SEATS):
            columns[f"score_{seat}"] = self._seat(pa, rows, SCORE, seat)
        for seat in range(SEATS):
            won = pa.array((rows[:, WINNERS] >> seat & 1).astype(bool))
            columns[f"winner_{seat}"] = won if seat < job.players else pa.nulls(n, pa.bool_())
        columns["ending"] = _texts(pa, rows[:, ENDING], list(statistics.own(game).ENDINGS))
        for name, at in (
            ("starter", STARTER),
            ("decisions", DECISIONS),
            ("outcomes", OUTCOMES),
            ("turns", TURNS),
        ):
            columns[name] = pa.array(np.ascontiguousarray(rows[:, at]))
        for place in self.kept:
            for seat, name in enumerate(place.column.names):
                if place.column.seats:
                    columns[name] = self._seat(pa, rows, place.at, seat)
                else:
                    columns[name] = pa.array(np.ascontiguousarray(rows[:, place.at]))
        return pa.table(columns)

    def _seat(self, pa: Any, rows: Rows, at: int, seat: int) -> Any:
        """A seat's numbers; null where nobody sits."""
        if seat >= self.job.players:
            return pa.nulls(len(rows), pa.int32())
        return pa.array(np.ascontiguousarray(rows[:, at + seat]))


def _texts(pa: Any, numbers: Any, texts: list[str]) -> Any:
    """Texts by their numbers."""
    return pa.DictionaryArray.from_arrays(pa.array(np.asarray(numbers, np.int32)), pa.array(texts)).cast(
        pa.string()
    )


def _about(place: Place) -> dict[str, Any]:
    column = place.column
    labels = {str(value): text for value, text in column.labels.items()}
    return {
        "name": column.name,
        "about": column.about,
        "seats": column.seats,
        "labels": labels,
        "statistic": place.statistic,
    }


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) < 80 else text[:76] + " ..."


def _write(path: Path, text: str) -> None:
    unfinished = path.with_suffix(f".{os.getpid()}.tmp")
    unfinished.write_text(text, encoding="utf-8")
    unfinished.replace(path)


def read_run(folder: str | Path) -> dict[str, Any]:
    """What run.json says of a run."""
    path = Path(folder) / "run.json"
    if not path.exists():
        raise CovenError(f"{folder} holds no run: coven simulate GAME --out {folder} makes one")
    try:
        found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        raise CovenError(f"{path} can't be read: it was cut off or changed") from None
    return found


def load_run(folder: str | Path) -> pa.Table:
    """Every game of a run that is finished so far, in order."""
    read_run(folder)
    pa = arrow()
    parts = sorted(Path(folder).glob("part-*.parquet"))
    if not parts:
        raise CovenError(f"{folder} has no games yet: give the same command again to go on with it")
    tables = []
    for part in parts:
        try:
            tables.append(pa.parquet.read_table(part, partitioning=None))
        except (OSError, ValueError) as problem:
            raise CovenError(f"{part} can't be read ({problem}): delete it and simulate again") from None
    return pa.concat_tables(tables)
