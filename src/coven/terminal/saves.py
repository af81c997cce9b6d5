"""Where games are kept: one record a file, the newest first."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from coven.core.errors import CovenError

ENDING = ".coven"


@dataclass(frozen=True)
class Save:
    """A kept game, as its header tells it."""

    path: Path
    game: str
    names: str
    actions: int
    result: str


def folder() -> Path:
    """The folder of kept games."""
    data = os.environ.get("XDG_DATA_HOME")
    return (Path(data) if data else Path.home() / ".local" / "share") / "coven" / "games"


def fresh(game: str) -> Path:
    """A file for a new game that does not exist yet."""
    stem = f"{datetime.now():%Y-%m-%d-%H%M}-{game}"
    path = folder() / f"{stem}{ENDING}"
    again = 2
    while path.exists():
        path = folder() / f"{stem}-{again}{ENDING}"
        again += 1
    return path


def kept() -> list[Save]:
    """The kept games, the one played last first. Files that are no records are left out."""
    found = sorted(folder().glob(f"*{ENDING}"), key=lambda path: path.stat().st_mtime_ns, reverse=True)
    return [save for path in found if (save := _peek(path)) is not None]


def latest() -> Path:
    """The unfinished game played last."""
    for save in kept():
        if not save.result:
            return save.path
    raise CovenError(f"there is no unfinished game in {folder()}: start one with coven play")


def _peek(path: Path) -> Save | None:
    """The header of a record, read without loading the game."""
    try:
        head, _, body = path.read_text(encoding="utf-8").partition("\n\n")
    except (OSError, UnicodeDecodeError):
        return None
    lines = dict(line.partition(": ")[::2] for line in head.splitlines())
    if "Coven-Record" not in lines:
        return None
    return Save(
        path, lines.get("Game", "?"), lines.get("Names", ""), len(body.splitlines()), lines.get("Result", "")
    )
