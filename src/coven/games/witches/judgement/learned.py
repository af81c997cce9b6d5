"""The learned judgement of The Witches: what a search expects, from what `describe` sees.

A small network, one of each way to play: against each other, alone, together. Each seat has a hidden layer over its
own numbers and the table's; a second one over that and the mean of all seats says how the seat stands to the others.
A third, over the mean alone, says whether the game will be won at all. weights.py has the numbers,
examples/learn_judgement.py learns them from games.
"""

import base64
from math import exp

import numpy as np
import numpy.typing as npt

from coven.core.fields import Reals
from coven.core.rule import rule
from coven.core.seats import SEATS
from coven.games.witches import end
from coven.games.witches.judgement import weights
from coven.games.witches.judgement.features import SEAT, TABLE, describe
from coven.games.witches.judgement.prospects import outlook
from coven.games.witches.state import COOP, SOLO, State, Tables

HIDDEN = weights.HIDDEN  # the first layer
DEEPER = weights.DEEPER  # the second
LEARNED = 0.9  # how much of a judgement is learned; the rest likes to win by more and lose by less

Floats = npt.NDArray[np.float32]
WAYS = 3  # against each other, alone, together
SHAPES = (
    (SEAT, HIDDEN),
    (TABLE, HIDDEN),
    (HIDDEN,),
    (HIDDEN, DEEPER),
    (HIDDEN, DEEPER),
    (DEEPER,),
    (DEEPER,),
    (SEAT,),
    (HIDDEN, DEEPER),
    (DEEPER,),
    (DEEPER,),
    (TABLE,),
    (2,),
)


def _layers() -> list[Floats]:
    """The weights of each layer, by way to play."""
    flat = np.frombuffer(base64.b85decode(weights.TEXT), "<f2").astype(np.float32)
    ends = np.cumsum([WAYS * int(np.prod(shape)) for shape in SHAPES])
    pieces = np.split(flat, ends[:-1])
    return [piece.reshape(WAYS, *shape) for piece, shape in zip(pieces, SHAPES, strict=True)]


# Numba makes constants of these; the folder of compiled code is named after what weights.py says, too.
OWN, WIDE, FIRST, NARROW, MEAN, SECOND, RANK, PLAIN, POOL, THIRD, FATE, BROAD, LAST = _layers()


@rule
def foresee(s: State, t: Tables, values: Reals) -> None:
    """Each seat's prospects, like `outlook`, by what was learned."""
    outlook(s, t, values)
    players = int(s.players)
    if s.over:
        won = end.winners(s, t)
        sharing = 0
        for seat in range(players):
            sharing += won >> seat & 1
        if s.mode >= COOP:
            sharing = 1
        for seat in range(players):
            share = (won >> seat & 1) / max(1, sharing)
            values[seat] = LEARNED * share + (1.0 - LEARNED) * values[seat]
        return
    table = np.empty(TABLE, np.float32)
    own = np.empty((SEATS, SEAT), np.float32)
    describe(s, t, table, own)
    way = 1 if s.mode == SOLO else 2 if s.mode == COOP else 0
    hidden = np.empty((SEATS, HIDDEN), np.float32)
    mean = np.zeros(HIDDEN, np.float32)
    _look(way, players, table, own, hidden, mean)
    alive = _fate(way, table, mean)
    if way > 0:
        for seat in range(players):
            values[seat] = LEARNED * alive + (1.0 - LEARNED) * values[seat]
        return
    ranks = np.empty(SEATS)
    _rank(way, players, own, hidden, mean, ranks)
    best = ranks[0]
    for seat in range(1, players):
        best = max(best, ranks[seat])
    sum = 0.0
    for seat in range(players):
        ranks[seat] = exp(ranks[seat] - best)
        sum += ranks[seat]
    for seat in range(players):
        values[seat] = LEARNED * alive * ranks[seat] / sum + (1.0 - LEARNED) * values[seat]


@rule
def _add(layer: Floats, numbers: Floats, factors: Floats) -> None:
    """Add what numbers bring to the next layer; many are 0."""
    for i in range(numbers.shape[0]):
        x = numbers[i]
        if x != 0.0:
            for j in range(layer.shape[0]):
                layer[j] += x * factors[i, j]


@rule
def _look(way: int, players: int, table: Floats, own: Floats, hidden: Floats, mean: Floats) -> None:
    """The first layer of every seat, and its mean."""
    base = np.empty(HIDDEN, np.float32)
    for j in range(HIDDEN):
        base[j] = FIRST[way, j]
    _add(base, table, WIDE[way])
    for seat in range(players):
        row = hidden[seat]
        for j in range(HIDDEN):
            row[j] = base[j]
        _add(row, own[seat], OWN[way])
        for j in range(HIDDEN):
            row[j] = max(np.float32(0.0), row[j])
            mean[j] += row[j] / np.float32(players)


@rule
def _fate(way: int, table: Floats, mean: Floats) -> float:
    """The chance that the game is won, by whomever."""
    layer = np.empty(DEEPER, np.float32)
    for j in range(DEEPER):
        layer[j] = THIRD[way, j]
    _add(layer, mean, POOL[way])
    x = LAST[way, 1]
    for j in range(DEEPER):
        x += max(np.float32(0.0), layer[j]) * FATE[way, j]
    for i in range(TABLE):
        x += table[i] * BROAD[way, i]
    return 1.0 / (1.0 + exp(-x))


@rule
def _rank(way: int, players: int, own: Floats, hidden: Floats, mean: Floats, ranks: Reals) -> None:
    """How each seat stands to the others."""
    base = np.empty(DEEPER, np.float32)
    layer = np.empty(DEEPER, np.float32)
    for j in range(DEEPER):
        base[j] = SECOND[way, j]
    _add(base, mean, MEAN[way])
    for seat in range(players):
        for j in range(DEEPER):
            layer[j] = base[j]
        _add(layer, hidden[seat], NARROW[way])
        rank = LAST[way, 0]
        for j in range(DEEPER):
            rank += max(np.float32(0.0), layer[j]) * RANK[way, j]
        for i in range(SEAT):
            rank += own[seat, i] * PLAIN[way, i]
        ranks[seat] = rank
