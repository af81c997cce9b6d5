"""Observations: a game's planes laid out flat, and a view turned into numbers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from coven.core.plane import KINDS, Observation, Plane
from coven.core.registry import load
from coven.env import loops
from coven.env.groups import Cells, Views

if TYPE_CHECKING:
    from coven.core.game import Game
    from coven.core.view import View
    from coven.env.compiled import EnvDoors

Floats = npt.NDArray[np.float32]

MOST = 8.0  # no value of an observation comes near: the bounds of its space


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


@cache
def declared(name: str) -> Observation:
    """What a game declares that agents see and are paid; a plain observation, if it declares none."""
    game = load(name)
    own = game.definition.observation
    if own is None:
        from coven.env.plain_planes import observation_of

        return observation_of(game)
    return own


@cache
def layout(name: str) -> Layout:
    """The flat layout of a game's observation."""
    game = load(name)
    listed: list[Listed] = []
    rows: list[tuple[int, ...]] = []
    scales: list[float] = []
    at = 0
    for plane in declared(name).planes:
        begin = at
        for row in _items(plane, game.dtype):
            rows.append((*row[:8], at, row[8]))
            scales.append(1.0 / plane.scale)
            at += row[3] * row[4]
        listed.append(Listed(plane.name, slice(begin, at), plane.about))
    return Layout(
        tuple(listed),
        np.array(rows, np.int64),
        np.array(scales, np.float32),
        at,
        game.moves.actions,
    )


def _items(plane: Plane, state: np.dtype[Any]) -> list[tuple[int, ...]]:
    """The items of a plane: one, or one a seat."""
    kind = KINDS.index(plane.kind)
    if plane.kind == "self":
        return [(kind, 0, 1, 1, plane.width, loops.TABLE, 0, 0, 0)]
    assert state.fields is not None
    field, offset = state.fields[plane.field][:2]
    number = field.base.itemsize
    shared = plane.seats == 0 and plane.frame is None
    numbers = int(np.prod(field.shape if shared else field.shape[1:], dtype=int))
    share = 0 if shared else numbers * number
    first, last = plane.part or (0, numbers)
    of = loops.TABLE if shared else loops.SEAT if plane.frame is None else loops.FRAME
    which = range(plane.seats) if of == loops.SEAT else (plane.frame or 0,)
    return [
        (kind, offset + first * number, number, last - first, plane.width, of, share, one, plane.low)
        for one in which
    ]


@cache
def cells(name: str, players: int) -> Cells:
    """What every value of an observation is made of, by observer, and its scale: the items value by value.

    Seats are already counted from the observer, so that little is left to reckon where it is written.
    """
    plan = layout(name)
    made = np.zeros((players, 5, plan.size), np.int16)
    scales = np.zeros(plan.size, np.float32)
    for item, scale in zip(plan.items.tolist(), plan.scales, strict=True):
        stretch = slice(item[loops.TO], item[loops.TO] + item[loops.NUMBERS] * item[loops.WIDTH])
        scales[stretch] = scale
        for observer in range(players):
            made[observer, :, stretch] = _cells_of(item, observer, players)
    return Cells(made, scales)


def _cells_of(item: list[int], observer: int, players: int) -> npt.NDArray[Any]:
    """The cells of an item, a column a value."""
    kind, at, size, numbers, width, of, share, which, _, low = item
    made = np.zeros((5, numbers * width), np.int64)
    number, value = np.divmod(np.arange(numbers * width), width)
    seat = (value + observer) % players
    nobody = value >= players
    made[loops.AT] = at + number * size
    if kind == loops.COUNT:
        made[loops.HOW], made[loops.ARG] = loops.NUMBER, size
    elif kind == loops.BITS:
        made[loops.HOW], made[loops.ARG] = loops.BIT, value & 7
        made[loops.AT] += value >> 3
    elif kind == loops.SEAT_BITS:
        made[loops.HOW], made[loops.ARG] = np.where(nobody, loops.NOTHING, loops.BIT), seat
    elif kind == loops.SELF:
        made[loops.HOW] = np.where(value == observer, loops.ALWAYS, loops.NOTHING)
    else:
        assert size == 1, "a choice is read from numbers of one byte"
        made[loops.HOW], made[loops.ARG] = loops.IS, value + low
        if kind == loops.SEAT_CHOICE:
            made[loops.HOW], made[loops.ARG] = np.where(nobody, loops.NOTHING, loops.IS), seat
    if of == loops.SEAT:
        made[loops.AT] += (observer + which) % players * share
        if which >= players:
            made[loops.HOW] = loops.NOTHING
    elif of == loops.FRAME:
        made[loops.HOW] += loops.FRAMED
        made[loops.AT] -= (which + 1) * share
        made[loops.EACH], made[loops.LEAST] = share, which + 1
    return made


def planes(game: str) -> tuple[Listed, ...]:
    """What each stretch of a game's observation holds."""
    return layout(game).planes


def reinterpret(states: npt.NDArray[Any]) -> Views:
    """The same memory as plain numbers: how compiled code reads any field."""
    flat = states.view(np.int64).reshape(len(states), -1)
    return Views(flat.view(np.int8), flat.view(np.int16), flat.view(np.int32), flat)


def observe(view: View) -> Floats:
    """A view as numbers: all that a seat may know of the position, in the layout of `planes`."""
    if view.seat is None:
        from coven.core.errors import BadOption

        raise BadOption("an observation is a seat's: take position.view(seat), not a spectator's view")
    from coven.env.compiled import doors

    return observe_with(doors(view.game), view.game, view._states, view.seat)


def observe_with(made: EnvDoors, game: Game, redacted: npt.NDArray[Any], seat: int) -> Floats:
    """The observation of a state that holds only what the seat may know, by these doors."""
    plan = cells(game.name, int(redacted["players"][0]))
    out = np.zeros((1, len(plan.scales)), np.float32)
    made.observe_row(redacted, reinterpret(redacted), 0, seat, plan, out)
    row: Floats = out[0]
    return row


__all__ = ["MOST", "Layout", "Listed", "Plane", "layout", "observe", "planes"]
