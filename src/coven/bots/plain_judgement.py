"""Templates of the judgement of a game that brings none (see `rule.instantiate`): who has more points does better."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from coven.core.seats import CHANCE
from coven.core.state import Numbers

if TYPE_CHECKING:  # bound when this is compiled
    from coven.core.interface import rules

LEAD = 0.2  # of the most points: a lead that makes a seat e times as likely to win


def appeals(s: Any, t: Any, moves: Numbers, n: int, weights: Numbers) -> None:
    """All moves look alike."""
    for i in range(n):
        weights[i] = 1


def worth(s: Any, t: Any, seat: int) -> float:
    """The points so far."""
    return float(s.score[seat])


def outlook(s: Any, t: Any, values: Numbers) -> None:
    """Who won, once it is over; before, chances by the lead, which counts for less the more points there are."""
    players = int(s.players)
    if rules.actor(s) < CHANCE:
        won = rules.winners(s, t)
        for seat in range(players):
            values[seat] = float(won >> seat & 1)
        return
    most = 0
    size = 0
    for seat in range(players):
        points = int(s.score[seat])
        most = points if seat == 0 else max(most, points)
        size = max(size, abs(points))
    total = 0.0
    for seat in range(players):
        values[seat] = np.exp((int(s.score[seat]) - most) / (1.0 + LEAD * size))
        total += values[seat]
    for seat in range(players):
        values[seat] /= total
