"""Coven: board games about witches, whole.

game = coven.load("witchstone")
pos = game.new(players=3, seed=7)
pos.play(pos.legal[0])
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coven.core.errors import (
    BadBytes,
    BadComponents,
    BadOption,
    BrokenGame,
    CovenError,
    GameOver,
    IllegalMove,
    MalformedRecord,
    NoHistory,
    NothingToUndo,
    NotYourTurn,
    OtherComponents,
    OtherVersion,
    UnknownGame,
    UnknownMove,
)
from coven.core.registry import load
from coven.core.seats import CHANCE

if TYPE_CHECKING:
    from coven.coach.analysis import analyse
    from coven.core.game import Game
    from coven.core.move import Move
    from coven.core.position import Position
    from coven.core.record import Record, read
    from coven.core.registry import games
    from coven.core.view import View

if not TYPE_CHECKING:
    from coven import games  # the package, which can be called

__version__ = "0.1.0"

# Importing these brings in NumPy; `coven --help` should not wait for that.
_LATER = {
    "Game": "coven.core.game",
    "Move": "coven.core.move",
    "Position": "coven.core.position",
    "Record": "coven.core.record",
    "View": "coven.core.view",
    "analyse": "coven.coach.analysis",
    "read": "coven.core.record",
}


def __getattr__(name: str) -> Any:
    if name in _LATER:
        import importlib

        value = getattr(importlib.import_module(_LATER[name]), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module 'coven' has no attribute {name!r}")


__all__ = [
    "CHANCE",
    "BadBytes",
    "BadComponents",
    "BadOption",
    "BrokenGame",
    "CovenError",
    "Game",
    "GameOver",
    "IllegalMove",
    "MalformedRecord",
    "Move",
    "NoHistory",
    "NotYourTurn",
    "NothingToUndo",
    "OtherComponents",
    "OtherVersion",
    "Position",
    "Record",
    "UnknownGame",
    "UnknownMove",
    "View",
    "analyse",
    "games",
    "load",
    "read",
]
