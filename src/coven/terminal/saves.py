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
    path = folder() / f"{datetime.now():%Y-%m-%d-%H%M}-{game}{ENDING}"
    return beside(path) if path.exists() else path


def beside(path: Path) -> Path:
    """A file with a number after its name that does not exist yet: game-2.coven beside game.coven."""
    again = 2
    while (found := path.with_name(f"{path.stem}-{again}{path.suffix}")).exists():
        again += 1
    return found


def content(path: Path) -> str | None:
    """What a file holds; None if it is not there."""
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return None


def find(text: str) -> Path:
    """A file by its path, its name in the games folder with or without the ending, or its number in the list."""
    path = Path(text)
    if path.exists():
        return path
    if path.name == text:
        for name in (text, f"{text}{ENDING}"):
            if (folder() / name).is_file():
                return folder() / name
    if text.isdecimal():
        found = kept()
        if not 1 <= int(text) <= len(found):
            held = f"there are 1 to {len(found)}" if found else "there are none"
            raise CovenError(f"there is no kept game {text}: {held} (coven resume --list)")
        return found[int(text) - 1].path
    raise CovenError(f"there is no file {text}, and none of that name in {folder()} (coven resume --list)")


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
