"""What a search tree consists of, and what it is grown by."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from coven.core.seats import SEATS
from coven.core.state import Numbers

NODE = np.dtype((np.record, np.dtype([("first", "i4"), ("visits", "i4")], align=True)))
_EDGE = np.dtype(
    [
        ("value", "f8", (SEATS,)),  # sum of every seat's prospects
        ("points", "f8", (SEATS,)),  # sum of every seat's expected points; kept below the root only
        ("next", "i4"),
        ("move", "i4"),
        ("child", "i4"),
        ("visits", "i4"),
        ("offered", "i4"),  # how often the move was there to be chosen
        ("prior", "f4"),
        ("doubt", "f4"),  # how far luck may have made it look better than the first candidate
    ],
    align=True,
)
EDGE = np.dtype((np.record, _EDGE))
# What a search is told, by place in an array of floats: see search.SearchSettings.
CANDIDATES, HALVING, DOUBT, EVEN, EXPLORE, WIDTH, GROWTH, HORIZON, TRUST, FEW, POINTS = range(11)
NETWORK_SHARE, PRIOR, SOFTNESS, CURIOSITY, DISTRUST, SPAN, MARGIN, GUIDED = range(11, 19)
# What a tree counts, by place in an array of integers.
NODES, EDGES, ITERATIONS = range(3)
COUNTS = 3


class Graph(NamedTuple):
    """The parts of a tree."""

    nodes: Numbers
    edges: Numbers
    counts: Numbers


class SearchTask(NamedTuple):
    """What a tree is grown for."""

    seat: int
    only: int  # a move beside which nothing is tried first; -1 for none
    seed: int
    iterations: int
    expected: int  # iterations that are shared out over the rounds of halving
