"""95 % intervals: of a mean, of a share, and of the mean of shares that come in deals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Z = 1.959963984540054  # covers 95 % of a normal distribution

STUDENT = (math.inf, 12.706, 4.303, 3.182, 2.776, 2.571)  # of so many degrees of freedom


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
    """A mean with its interval by Student; a single value says nothing about its spread."""
    found = np.asarray(values, float)
    if found.size == 0:
        return Interval(math.nan, math.nan, math.nan)
    middle = float(found.mean())
    if found.size == 1:
        return Interval(middle, -math.inf, math.inf)
    reach = student(found.size - 1) * float(found.std(ddof=1)) / math.sqrt(found.size)
    return Interval(middle, middle - reach, middle + reach)


def dealt_share(shares: Sequence[float] | npt.NDArray[np.float64]) -> Interval:
    """A win rate from the mean result of each deal.

    Games of one deal with the seats changed hang together, so the deal is the unit: the interval is Wilson's with as
    many trials as would spread as the deals do, fewer where these are few. Where the deals do not differ at all, as
    when one side won everything, they are the trials.
    """
    found = np.asarray(shares, float)
    if found.size == 0:
        return Interval(math.nan, 0.0, 1.0)
    trials = float(found.size)
    share = float(found.mean())
    if np.ptp(found) > 0.0:
        trials *= share * (1 - share) / float(found.var(ddof=1)) * (Z / student(found.size - 1)) ** 2
    return wilson(share * trials, trials)._replace(value=share)


def student(freedom: int) -> float:
    """How many standard errors cover 95 % where the spread itself is from a sample."""
    if freedom < len(STUDENT):
        return STUDENT[freedom]
    v, z = float(freedom), Z  # Fisher and Cornish's series
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / v + second / v**2 + third / v**3
