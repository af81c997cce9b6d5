"""95 % intervals: of a mean, of a share, and of the mean of shares that come in deals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Z = 1.959963984540054  # covers 95 % of a normal distribution


class Interval(NamedTuple):
    """An estimate and the ends of its 95 % interval."""

    value: float
    low: float
    high: float


def wilson(successes: float, trials: float) -> Interval:
    """Wilson's score interval of a share; sound even when all or none succeeded."""
    if trials <= 0:
        return Interval(math.nan, 0.0, 1.0)
    share = successes / trials
    spread = Z * Z / trials
    middle = (share + spread / 2) / (1 + spread)
    reach = Z / (1 + spread) * math.sqrt(max(0.0, share * (1 - share) / trials + spread / (4 * trials)))
    return Interval(share, max(0.0, min(share, middle - reach)), min(1.0, max(share, middle + reach)))


def mean(values: Sequence[float] | npt.NDArray[np.float64]) -> Interval:
    """A mean with its normal interval; a single value says nothing about its spread."""
    found = np.asarray(values, float)
    if found.size == 0:
        return Interval(math.nan, math.nan, math.nan)
    middle = float(found.mean())
    if found.size == 1:
        return Interval(middle, -math.inf, math.inf)
    reach = Z * float(found.std(ddof=1)) / math.sqrt(found.size)
    return Interval(middle, middle - reach, middle + reach)


def dealt_share(shares: Sequence[float] | npt.NDArray[np.float64]) -> Interval:
    """A win rate from the mean result of each deal.

    Games of one deal with the seats changed hang together, so the deal is the unit: the interval is the normal one
    of the deals' means. Where these do not differ at all, as when one side won everything, that would have no
    width; then it is Wilson's with the deals as trials.
    """
    found = np.asarray(shares, float)
    if found.size == 0:
        return Interval(math.nan, 0.0, 1.0)
    if np.ptp(found) == 0.0:
        return wilson(float(found.sum()), found.size)
    value, low, high = mean(found)
    return Interval(value, max(0.0, low), min(1.0, high))
