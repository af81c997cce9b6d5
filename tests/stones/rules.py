"""The rules: only what every game needs."""

from __future__ import annotations

from typing import Any

from coven.core.rule import rule
from coven.core.seats import NOBODY
from tests.stones.moves import MOST, TAKE
from tests.stones.state import HEAP, State

VERSION = 1


@rule
def begin(s: State, t: Any, players: int, options: Any) -> None:
    s.players = players
    s.heap = HEAP
    s.depth = 1


@rule
def actor(s: State) -> int:
    return int(s.active) if s.heap > 0 else NOBODY


@rule
def legal(s: State, t: Any, out: Any) -> int:
    n = min(MOST, int(s.heap))
    for i in range(n):
        out[i] = TAKE + i
    return n


@rule
def apply(s: State, t: Any, move: int) -> None:
    for _ in range(move - TAKE + 1):
        s.heap -= 1
        s.taken |= 1 << int(s.heap)
        s.score[int(s.active)] += 1
    s.active = (int(s.active) + 1) % int(s.players)
