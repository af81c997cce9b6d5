"""How a game says what its agents see and are paid: one line a plane, read by env/observation.py.

A game without such an observation has a plain one: every field of its state (env/plain_planes.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from coven.core.seats import SEATS

# What becomes of each number of a field:
#   count   one value, divided by `scale`
#   bits    a set: `size` values, each 0 or 1
#   choice  one of `size`, as one-hot; numbers outside (-1: none) leave all at 0
#   seat    a seat, as one-hot counted from the observer
#   seats   a set of seats, counted from the observer
#   self    the observer's own seat as the moves number it, as one-hot; takes no field
Kind = Literal["count", "bits", "choice", "seat", "seats", "self"]
KINDS: tuple[Kind, ...] = ("count", "bits", "choice", "seat", "seats", "self")


@dataclass(frozen=True)
class Plane:
    """A named stretch of the observation, read from one field of the state as the observer may know it."""

    name: str
    field: str
    kind: Kind
    about: str
    size: int = 1
    scale: float = 1.0
    low: int = 0  # of a choice: the number that comes first
    seats: int = 0  # 0: a fact of the table; else of so many seats, the observer first, absent seats 0
    frame: int | None = None  # 0: the decision asked, 1: the one it interrupts, and so on; absent ones 0
    part: tuple[int, int] | None = None  # only these numbers of the field (of each seat's or frame's share)

    @property
    def width(self) -> int:
        """Values a number of the field becomes."""
        return SEATS if self.kind in ("seat", "seats", "self") else self.size


@dataclass(frozen=True)
class Drill:
    """A way to play that a network learns."""

    players: int
    options: Mapping[str, Any]
    share: float  # of the games


@dataclass(frozen=True)
class Observation:
    """What agents see of a game, and what they are paid."""

    planes: tuple[Plane, ...]
    points: float = 10.0  # a lead of so many pays 1 by score
    full_grade: int = 0  # alone, only more points than these pay a full win
    training: tuple[
        Drill, ...
    ] = ()  # what a network learns to play; without it every number of players alike
