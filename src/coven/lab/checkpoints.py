"""Checkpoints of a training: whole or not there at all, whatever happens while they are written."""

from __future__ import annotations

import hashlib
import io
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch

from coven.bots.network import layout_digest
from coven.core.errors import CovenError

if TYPE_CHECKING:
    from coven.core.game import Game

MAGIC = b"coven training 1\n"
NAME, BEFORE = "checkpoint.pt", "checkpoint-before.pt"


def write(path: Path, data: bytes, before: Path | None = None) -> None:
    """Replace a file at once: after a power cut it is the old one or the new one. The old one can be kept beside it."""
    beside = path.with_name(path.name + ".new")
    try:
        with beside.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except OSError:  # a full disk: what is there stays
        beside.unlink(missing_ok=True)
        raise
    if before is not None and path.exists():
        path.replace(before)
    beside.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def save(folder: Path, game: Game, content: dict[str, Any]) -> Path:
    """Keep a checkpoint; the one before stays beside it."""
    buffer = io.BytesIO()
    torch.save({**content, "game": game.name, "layout": layout_digest(game)}, buffer)
    data = buffer.getvalue()
    path = folder / NAME
    write(path, MAGIC + hashlib.sha256(data).digest() + data, folder / BEFORE)
    return path


def load(path: Path, game: Game) -> dict[str, Any]:
    """A checkpoint of a game; CovenError says why it can't be used."""
    if not path.is_file():
        before = path.with_name(BEFORE)
        if before != path and before.is_file():
            raise CovenError(f"there is no checkpoint {path}, but the one before it: --resume {before}")
        raise CovenError(f"there is no checkpoint {path} to go on from: begin without --resume")
    kept = path.read_bytes()
    start = len(MAGIC) + 32
    if kept[: len(MAGIC)] != MAGIC:
        raise CovenError(f"{path} is not a checkpoint of coven train")
    if hashlib.sha256(kept[start:]).digest() != kept[len(MAGIC) : start]:
        raise CovenError(
            f"{path} is damaged: go on from {BEFORE} in its folder, the one before (--resume FILE)"
        )
    content: dict[str, Any] = torch.load(io.BytesIO(kept[start:]), map_location="cpu", weights_only=True)
    if content["game"] != game.name:
        raise CovenError(f"{path} is a checkpoint of {content['game']}, not of {game.name}")
    if content["layout"] != layout_digest(game):
        raise CovenError(f"{path} was trained for other observations of {game.name}: begin anew")
    return content
