"""What a state says of itself, for a table that nobody has drawn yet: its fields as lines anyone can read."""

from __future__ import annotations

from typing import Any

import numpy as np

from coven.core.seats import SEATS

TOLD = ("players", "first", "score", "depth")  # what every table shows in its own way, or has no need to
INSIDE = "frame_"  # of the decisions that wait
MOST = 24  # numbers of a field that can be read at a glance

Fact = tuple[str, str]  # what it is called, and how it stands


def facts(state: Any) -> list[Fact]:
    """What concerns the whole table."""
    return [(_called(name), _numbers(state[name])) for name in _shown(state) if not _of_seats(state[name])]


def facts_of(state: Any, seat: int) -> list[Fact]:
    """What a seat has."""
    return [(_called(name), _numbers(state[name][seat])) for name in _shown(state) if _of_seats(state[name])]


def _shown(state: Any) -> list[str]:
    names = [name for name in state.dtype.names if name not in TOLD and not name.startswith(INSIDE)]
    return [
        name for name in names if np.size(state[name]) // (SEATS if _of_seats(state[name]) else 1) <= MOST
    ]


def _of_seats(value: Any) -> bool:
    return bool(np.shape(value)[:1] == (SEATS,))


def _called(name: str) -> str:
    return name.replace("_", " ")


def _numbers(value: Any) -> str:
    return " ".join(str(number) for number in np.ravel(value).tolist())
