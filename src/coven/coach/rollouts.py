"""Playing on from a decision: what moves lead to in the same worlds with the same luck, and how sure that is."""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from coven.bots import network
from coven.bots.compiled import compiled_doors, room
from coven.bots.evaluator import evaluator_of
from coven.bots.search import cores, search_settings
from coven.bots.seeds import key
from coven.core.seats import SEATS

if TYPE_CHECKING:
    from coven.core.move import Move
    from coven.core.view import View

ROUNDS = 2  # in which everyone has a turn, played on before a position is judged
TO_THE_END = 1_000_000  # turns: whatever is left of a game
SURE = 1.96  # standard errors to either side: 95 %

Floats = npt.NDArray[np.float64]


class Estimate(NamedTuple):
    """A mean and where it may lie, 95 times of 100."""

    value: float
    low: float
    high: float


def estimate(values: Floats) -> Estimate:
    """Of a sample; one alone says nothing of how sure it is."""
    n = len(values)
    mean = float(values.mean())
    error = SURE * float(values.std(ddof=1)) / math.sqrt(n) if n > 1 else math.inf
    return Estimate(mean, mean - error, mean + error)


@dataclass(frozen=True)
class Rollouts:
    """What was found, by world, move and seat: chances to win, and points at the end."""

    seat: int
    chances: Floats
    points: Floats

    def mean(self, move: int) -> tuple[float, ...]:
        """Everyone's chances after a move."""
        return tuple(self.chances[:, move].mean(axis=0).tolist())

    def mean_points(self, move: int) -> tuple[float, ...]:
        """Everyone's points after a move."""
        return tuple(self.points[:, move].mean(axis=0).tolist())

    def cost(self, better: int, made: int) -> Estimate:
        """By how much the seat's chances are better after one move than after another."""
        return estimate(self.chances[:, better, self.seat] - self.chances[:, made, self.seat])

    def cost_points(self, better: int, made: int) -> Estimate:
        """The same in points."""
        return estimate(self.points[:, better, self.seat] - self.points[:, made, self.seat])


def play_on(
    view: View,
    moves: Sequence[Move],
    worlds: int,
    *,
    turns: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
) -> Rollouts:
    """Try moves of the seat to act in so many worlds it can't tell apart, each with the same luck for every move.

    Everyone plays by the game's network, or where there is none by what looks inviting. The same seed finds the same,
    on however many threads.
    """
    game = view.game
    seat = view.seat
    assert seat is not None
    luck = key(seed, view)
    net = network.named(game, None)
    settings = replace(search_settings(game, net), margin=0.0).array()
    made = compiled_doors(game)
    together = game.definition.together(view._setup.options or {})
    shape = (worlds, len(moves), SEATS)
    chances, points = np.zeros(shape), np.zeros(shape)
    tried = np.array([move.id for move in moves], np.int32)
    ahead = ROUNDS * view.players if turns is None else turns
    count = min(worlds, threads or cores())
    cuts = np.linspace(0, worlds, count + 1).astype(int).tolist()

    def work(first: int, last: int) -> None:
        made.compare(
            view._states,
            game.tables,
            seat,
            luck,
            ahead,
            tried,
            first,
            settings,
            evaluator_of(game, net, together),
            room(game),
            chances[first:last],
            points[first:last],
        )

    parts = [threading.Thread(target=work, args=cut) for cut in pairwise(cuts)]
    for part in parts[1:]:
        part.start()
    work(cuts[0], cuts[1])
    for part in parts[1:]:
        part.join()
    return Rollouts(seat, chances[..., : view.players], points[..., : view.players])


def as_list(found: Estimate) -> list[Any]:
    """Plain data; what is not known is None."""
    return [value if math.isfinite(value) else None for value in found]
