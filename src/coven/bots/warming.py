"""What bots do while nothing is compiled yet: they follow moves to the end of the turn for as long as they may.

The judgement is a greedy bot's, in plain Python a thousand times slower than compiled: the most inviting moves first,
each in one imagined world after the other, until the time is up. It is no search, and it says as much as there was
time for.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from coven.bots.compiled import BOTS, room, whole_judgement
from coven.bots.policies import APART, BREADTH, World
from coven.core.chance import WORLD_STREAM, seed_from
from coven.core.doors import functions
from coven.core.seats import SEATS

if TYPE_CHECKING:
    from coven.core.view import View

RESERVE = 0.1  # of the time, for what is under way when it is up


class Followed:
    """A move and where it led so far."""

    def __init__(self, move: int) -> None:
        self.move = move
        self.visits = 0
        self.chances = np.zeros(SEATS)  # sums over the worlds it was followed in
        self.points = np.zeros(SEATS)


def follow(view: View, seconds: float, luck: int, only: int = -1) -> list[Followed]:
    """The moves that were followed, the best first; at least the most inviting one is among them."""
    until = time.perf_counter() + seconds * (1 - RESERVE)
    game, seat = view.game, view.seat
    assert seat is not None  # else there is nothing to choose
    rules, t = game.rules, game.tables[0]
    judgement = whole_judgement(game, native=False)
    finish = functions(game, BOTS, native=False)["finish_turn"]
    scratch = room(game)
    known, imagined, after = scratch.worlds
    scratch.worlds[0] = view._states[0]
    mark = rules.turn_mark(known)
    found = (
        [Followed(only)] if only >= 0 else [Followed(move) for move in _inviting(view, judgement, scratch)]
    )
    for number, one in _rounds(found):
        if one is found[0]:
            key = seed_from(luck, number, WORLD_STREAM)
            scratch.worlds[1] = known
            rules.imagine(imagined, t, seat, key)
        scratch.worlds[2] = imagined
        rules.apply(after, t, one.move)
        finish(after, t, mark, World(key ^ 1, 0, APART), 0, scratch.out, scratch.weights)
        prospects = np.zeros(SEATS)
        judgement.foresee(after, t, prospects)
        one.visits += 1
        one.chances += prospects
        one.points += [judgement.worth(after, t, other) for other in range(view.players)] + [0.0] * (
            SEATS - view.players
        )
        if time.perf_counter() > until:
            break
    tried = [one for one in found if one.visits]
    # A move that was followed in fewer worlds was met by other luck: those with the most are compared.
    most = max(one.visits for one in tried)
    tried.sort(key=lambda one: (one.visits < most, -one.chances[seat] / one.visits, one.move))
    return tried


def _rounds(found: list[Followed]) -> Iterator[tuple[int, Followed]]:
    """Every move in one world, then in the next; the longer it goes on, the fewer: the better half each time."""
    number = 0
    while True:
        for one in found:
            yield number, one
        number += 1


def _inviting(view: View, judgement: Any, scratch: Any) -> list[int]:
    """The legal moves, the most inviting first."""
    moves = view.legal.ids
    n = len(moves)
    scratch.moves[:n] = moves
    judgement.appeals(view._states[0], view.game.tables[0], scratch.moves, n, scratch.weights)
    order = np.lexsort((moves, -scratch.weights[:n]))
    return [int(moves[at]) for at in order[:BREADTH]]
