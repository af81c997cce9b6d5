"""Its rules and how it is put together."""

from __future__ import annotations

import sys

from coven.core.definition import Implementation
from coven.core.fields import Flat, Row, i1, i2
from coven.core.moves import Block, MoveTable
from coven.core.rule import rule
from coven.core.seats import NOBODY, SEATS

VERSION = 2
OLDEST = 1
STONES = 7

TABLE = MoveTable(Block("take {number}", "so many stones", number=4))


class State(Flat):
    """The facts of a game."""

    players: int = i1()
    first: int = i1()
    depth: int = i1()
    version: int = i1()
    stones: int = i1()
    turn: int = i1()
    score: Row = i2(SEATS)


@rule
def actor(s: State) -> int:
    return int(s.turn) if s.stones > 0 else NOBODY


@rule
def begin(s: State, t: object, players: int, options: Row) -> None:
    s.players = players
    s.depth = 1
    s.version = options[-1]
    s.stones = STONES


@rule
def legal(s: State, t: object, out: Row) -> int:
    most = 2 if s.version >= 2 else 3
    n = 0
    for number in range(1, min(most, int(s.stones)) + 1):
        out[n] = number
        n += 1
    return n


@rule
def apply(s: State, t: object, move: int) -> None:
    s.stones -= move
    s.score[int(s.turn)] += move
    if s.stones > 0:
        s.turn = (int(s.turn) + 1) % int(s.players)


@rule
def winners(s: State, t: object) -> int:
    return 1 << int(s.turn)


IMPLEMENTATION = Implementation(
    rules=sys.modules[__name__],  # type: ignore[arg-type]
    state=State,
    moves=TABLE,
)
