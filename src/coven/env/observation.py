"""Observations: a game's planes laid out flat, and a view turned into numbers."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from coven.core.registry import load
from coven.env.plane import KINDS, Plane

if TYPE_CHECKING:
    from coven.core.game import Game
    from coven.core.view import View

Floats = npt.NDArray[np.float32]

MOST = 8.0  # no value of an observation comes near: the bounds of its space

# Whose share of a field an item reads, as env/loops.py knows it.
TABLE, SEAT, FRAME = range(3)


class Listed(NamedTuple):
    """A plane as it is documented."""

    name: str
    slice: slice
    about: str


@dataclass(frozen=True)
class Layout:
    """The planes of a game as arrays that compiled code reads.

    An item is a stretch of numbers in the state that becomes a stretch of the observation. Its columns: kind, byte
    offset, bytes a number, numbers, values a number, whose share, bytes a share, which share, where it goes, and the
    number that comes first in a choice.
    """

    planes: tuple[Listed, ...]
    items: npt.NDArray[np.int64]
    scales: Floats
    size: int
    actions: int


def declared(name: str) -> Any:
    """The module that declares a game's planes."""
    return importlib.import_module(f"coven.games.{name}.planes")


@cache
def layout(name: str) -> Layout:
    """The flat layout of a game's observation."""
    state = load(name).definition.state
    listed: list[Listed] = []
    rows: list[tuple[int, ...]] = []
    scales: list[float] = []
    at = 0
    for plane in declared(name).PLANES:
        begin = at
        for row in _items(plane, state):
            rows.append((*row[:8], at, row[8]))
            scales.append(1.0 / plane.scale)
            at += row[3] * row[4]
        listed.append(Listed(plane.name, slice(begin, at), plane.about))
    return Layout(
        tuple(listed),
        np.array(rows, np.int64),
        np.array(scales, np.float32),
        at,
        declared(name).ACTIONS,
    )


def _items(plane: Plane, state: np.dtype[Any]) -> list[tuple[int, ...]]:
    """The items of a plane: one, or one a seat."""
    kind = KINDS.index(plane.kind)
    if plane.kind == "self":
        return [(kind, 0, 1, 1, plane.width, TABLE, 0, 0, 0)]
    assert state.fields is not None
    field, offset = state.fields[plane.field][:2]
    number = field.base.itemsize
    shared = plane.seats == 0 and plane.frame is None
    numbers = int(np.prod(field.shape if shared else field.shape[1:], dtype=int))
    share = 0 if shared else numbers * number
    first, last = plane.part or (0, numbers)
    of = TABLE if shared else SEAT if plane.frame is None else FRAME
    which = range(plane.seats) if of == SEAT else (plane.frame or 0,)
    return [
        (kind, offset + first * number, number, last - first, plane.width, of, share, one, plane.low)
        for one in which
    ]


def planes(game: str) -> tuple[Listed, ...]:
    """What each stretch of a game's observation holds."""
    return layout(game).planes


def reinterpret(states: npt.NDArray[Any]) -> tuple[npt.NDArray[Any], ...]:
    """The same memory as numbers of 1, 2, 4 and 8 bytes, a row a state: how compiled code reads any field."""
    flat = states.view(np.int64).reshape(len(states), -1)
    return flat.view(np.int8), flat.view(np.int16), flat.view(np.int32), flat


def observe(view: View) -> Floats:
    """A view as numbers: all that a seat may know of the position, in the layout of `planes`."""
    if view.seat is None:
        from coven.core.errors import BadOption

        raise BadOption("an observation is a seat's: take position.view(seat), not a spectator's view")
    return observe_states(view.game, view._states, view.seat)


def observe_states(game: Game, redacted: npt.NDArray[Any], seat: int) -> Floats:
    """The observation of a state that holds only what the seat may know."""
    from coven.env.compiled import doors

    plan = layout(game.name)
    out = np.zeros((1, plan.size), np.float32)
    every = np.arange(len(plan.items))
    doors(game)["observe_row"](redacted, *reinterpret(redacted), 0, seat, plan.items, plan.scales, every, out)
    row: Floats = out[0]
    return row


__all__ = ["MOST", "Layout", "Listed", "Plane", "layout", "observe", "planes"]
