"""The state: a heap, and whose turn it is."""

from __future__ import annotations

from coven.core.fields import Flat, Row, i1, i2, i8
from coven.core.seats import SEATS

HEAP = 21


class State(Flat):
    score: Row = i2(SEATS)
    players: int = i1()
    first: int = i1()
    depth: int = i1()
    active: int = i1()
    heap: int = i1()
    taken: int = i8()  # which stones, as bits
