"""A small game as processes with caches of their own find it: what tests of compiling share."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from coven.core import cache, compiling, doors
from coven.core.game import Game
from coven.core.position import Position
from tests.stones import GAME

PATIENCE = 600.0  # seconds for a small game to be compiled on a busy machine
PACKAGE = GAME.package


def start(monkeypatch: pytest.MonkeyPatch, folder: Path) -> Game:
    """The game as a new process with this cache finds it."""
    monkeypatch.setenv("COVEN_CACHE", str(folder))
    monkeypatch.setattr(cache.tempfile, "tempdir", str(folder / "spare"))
    monkeypatch.setattr(compiling, "PARTS", ("rules",))  # the others are compiled alike
    monkeypatch.setattr(doors, "_made", {})
    monkeypatch.setattr(doors, "_natives", {})
    for name in ("_begun", "_told", "_under_way"):
        monkeypatch.setattr(compiling, name, set())
    monkeypatch.setattr(compiling, "_noticed", {})
    monkeypatch.setattr(compiling.log, "handlers", [])  # a server that ran in this process set them
    monkeypatch.setattr(compiling.log, "propagate", True)
    return Game(GAME)


def said_of(game: Game) -> list[str]:
    """What is wrong with its compiled code; another game's compiler may be at work still, and say what it says."""
    return [told for told in compiling._told if game.title in told]


def until(true: Callable[[], bool]) -> None:
    """Wait for something another thread does."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


def played(position: Position, moves: int) -> Position:
    luck = random.Random(moves)
    for _ in range(moves):
        position.play(luck.choice(position.legal))
    return position


def rules_folder(folder: Path) -> Path:
    (found,) = folder.glob(f"{cache.digest(PACKAGE, 'rules')}-*")
    return found


def flip(folder: Path) -> None:
    data = max(folder.glob("*.nbc"), key=lambda path: path.stat().st_size)
    told = bytearray(data.read_bytes())
    told[len(told) // 2] ^= 1
    data.write_bytes(told)
