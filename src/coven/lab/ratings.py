"""Ratings from matches: Bradley and Terry's model by maximum likelihood, in Elo points."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from coven.lab.intervals import Interval, Z

ELO = 400 / math.log(10)  # points to one unit of log odds


@dataclass(frozen=True)
class Tie:
    """What two bots won against each other; one of the first sat among so many of the second."""

    one: int
    other: int
    wins_one: float
    wins_other: float
    others: int = 1


@dataclass(frozen=True)
class Ratings:
    """Each bot's rating relative to the first, whose own is 0 by definition."""

    points: list[Interval]
    # Someone won or lost everything, which no finite rating explains: half a win was given to both sides of each pair.
    shrunk: bool


def bradley_terry(bots: int, ties: Sequence[Tie]) -> Ratings:
    """The ratings that make the results most likely; the intervals come from the Fisher information.

    The odds of one against m others are its strength to m times theirs. The games are taken as independent,
    which is a little cautious for deals played from every seat.
    """
    shrunk = not _connected(bots, ties)
    more = 0.5 if shrunk else 0.0
    sides = np.array([(tie.one, tie.other) for tie in ties])
    wins = np.array([(tie.wins_one + more, tie.wins_other + more) for tie in ties])
    offset = np.log([tie.others for tie in ties])
    design = np.zeros((len(ties), bots))
    design[np.arange(len(ties)), sides[:, 0]] = 1.0
    design[np.arange(len(ties)), sides[:, 1]] = -1.0
    design = design[:, 1:]  # the first is the anchor
    games = wins.sum(axis=1)
    strength = np.zeros(bots - 1)
    for _ in range(100):
        chance = 1 / (1 + np.exp(-(design @ strength - offset)))
        slope = design.T @ (wins[:, 0] - games * chance)
        step = np.linalg.solve(_information(design, games, chance), slope)
        # A long step from far away could overshoot into where the curve is flat.
        strength += step * min(1.0, 2.0 / max(1e-12, float(np.abs(step).max())))
        if np.abs(step).max() < 1e-10:
            break
    chance = 1 / (1 + np.exp(-(design @ strength - offset)))
    spread = np.sqrt(np.diag(np.linalg.inv(_information(design, games, chance))))
    points = [Interval(0.0, 0.0, 0.0)]
    for value, error in zip((strength * ELO).tolist(), (spread * ELO * Z).tolist(), strict=True):
        points.append(Interval(value, value - error, value + error))
    return Ratings(points, shrunk)


def _information(
    design: npt.NDArray[np.float64], games: npt.NDArray[np.float64], chance: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    found: npt.NDArray[np.float64] = design.T @ (design * (games * chance * (1 - chance))[:, None])
    return found


def _connected(bots: int, ties: Sequence[Tie]) -> bool:
    """Whether wins lead from every bot to every other: only then is there a finite best rating."""
    beats = np.eye(bots, dtype=bool)
    for tie in ties:
        beats[tie.one, tie.other] |= tie.wins_one > 0
        beats[tie.other, tie.one] |= tie.wins_other > 0
    for _ in range(bots):
        beats = beats @ beats
    return bool(beats.all())
