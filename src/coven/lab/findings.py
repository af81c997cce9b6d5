"""What a run says: numbers with 95 % intervals, before anything is drawn.

Seats of one game hang together (one's win is another's loss), so wherever seats are compared the game is the unit.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass

import numpy as np

from coven.core.statistic import Topic
from coven.lab import intervals
from coven.lab.intervals import Interval, Z
from coven.lab.runs import Numbers, Run

FEWEST = 30  # seats with and without a thing, below which a difference is not worth showing

ORDER = ("plays first", "plays second", "plays third", "plays fourth")


@dataclass(frozen=True)
class Worth:
    """How seats that had a thing did, less how those did that had not."""

    name: str
    seats: int  # that had it
    points: Interval
    wins: Interval


@dataclass(frozen=True)
class Sources:
    """Mean points by where they came from, for a group of seats."""

    group: str
    seats: int
    points: list[tuple[str, float]]


def clustered_mean(values: Numbers, chosen: Numbers) -> Interval:
    """The mean of the chosen seats; the game is the unit."""
    n = float(chosen.sum())
    if n == 0:
        return Interval(math.nan, math.nan, math.nan)
    value = float((values * chosen).sum()) / n
    per_game = ((values - value) * chosen).sum(axis=1) / n
    reach = Z * math.sqrt(float((per_game**2).sum()))
    return Interval(value, value - reach, value + reach)


def clustered_difference(values: Numbers, had: Numbers) -> Interval:
    """The mean of the seats that had something less that of the others; the game is the unit.

    Each seat's pull on the difference is summed over its game, and the games' sums give the spread.
    """
    n, rest = float(had.sum()), float((1 - had).sum())
    with_it, without = float((values * had).sum()) / n, float((values * (1 - had)).sum()) / rest
    pull = (values - with_it) * had / n - (values - without) * (1 - had) / rest
    reach = Z * math.sqrt(float((pull.sum(axis=1) ** 2).sum()))
    value = with_it - without
    return Interval(value, value - reach, value + reach)


def seat_advantage(run: Run) -> list[tuple[str, Interval, Interval]]:
    """For each place in the order of play: the share of wins, and the points over the table's mean."""
    won = np.take_along_axis(run.won, run.in_order, axis=1)
    scores = np.take_along_axis(run.scores, run.in_order, axis=1)
    ahead = scores - scores.mean(axis=1, keepdims=True)
    return [
        (ORDER[place], intervals.dealt_share(won[:, place]), intervals.mean(ahead[:, place]))
        for place in range(run.players)
    ]


def by_bot(run: Run) -> list[tuple[str, int, Interval, Interval]]:
    """Seats, share of wins and points of each bot, where several played."""
    bots = np.array([run.texts(f"bot_{seat}") for seat in range(run.players)]).T
    found = []
    for name in sorted(set(run.bots)):
        sat = (bots == name).astype(float)
        found.append((name, int(sat.sum()), _share(run.won, sat), clustered_mean(run.scores, sat)))
    return found


def _share(won: Numbers, sat: Numbers) -> Interval:
    """The share of wins; Wilson's interval where all games went alike, which would leave it no width."""
    value, low, high = clustered_mean(won, sat)
    if low == high:
        games = int(sat.any(axis=1).sum())
        return intervals.wilson(value * games, games)
    return Interval(value, max(0.0, low), min(1.0, high))


def sources(run: Run) -> list[Sources]:
    """Where points came from: of all seats, of winners and others, and by place in the order of play."""
    columns = run.of("points")
    if not columns:
        return []
    names = [run.report.source(column.name) for column in columns]
    values = [run.seats(column.name) for column in columns]
    won = run.won > 0
    groups = {"all": np.ones_like(won)}
    if won.any() and not won.all():
        groups |= dict(zip(run.sides, (won, ~won), strict=True))
    if run.against:
        for place in range(run.players):
            at = np.zeros_like(won)
            np.put_along_axis(at, run.in_order[:, place : place + 1], True, axis=1)
            groups[ORDER[place]] = at
    return [
        Sources(
            group,
            int(chosen.sum()),
            [(name, float(value[chosen].mean())) for name, value in zip(names, values, strict=True)],
        )
        for group, chosen in groups.items()
    ]


def worths(run: Run) -> list[tuple[Topic, list[Worth], int]]:
    """For each topic of the game what its things are worth, best first, and how many were too rare to say."""
    found = []
    for topic in run.report.topics:
        things = []
        for column in run.columns:
            if column.seats and topic.about(column.name):
                values = run.seats(column.name)
                if column.labels:
                    things += [(label, values == number) for number, label in column.labels.items()]
                else:
                    things.append((topic.thing(column.name), values > 0))
        shown = [_worth(run, name, had.astype(float)) for name, had in things if _enough(had)]
        if things:
            shown.sort(key=lambda each: -each.points.value)
            found.append((topic, shown, len(things) - len(shown)))
    return found


def _enough(had: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> bool:
    return bool(FEWEST <= had.sum() <= had.size - FEWEST)


def _worth(run: Run, name: str, had: Numbers) -> Worth:
    return Worth(
        name,
        int(had.sum()),
        clustered_difference(run.scores, had),
        clustered_difference(run.won, had),
    )


def endings(run: Run) -> list[tuple[str, Interval]]:
    """How often games ended in each way, the most frequent first."""
    counts = Counter(run.texts("ending"))
    counts.update(dict.fromkeys(run.report.losses, 0))
    return [(name, intervals.wilson(count, run.games)) for name, count in counts.most_common()]


def fair_share(run: Run) -> float:
    """The wins each seat would have if all were alike: games nobody won are no one's."""
    return float(run.won.sum()) / run.games / run.players


def unwon(run: Run) -> Interval:
    """How often nobody won."""
    return intervals.wilson(int((run.won.sum(axis=1) == 0).sum()), run.games)


def everything(run: Run) -> list[tuple[str, str, float, float | None, float | None]]:
    """Every statistic: its name, what it is, and its mean over all seats, winners and others."""
    won = run.won > 0
    found: list[tuple[str, str, float, float | None, float | None]] = []
    for column in run.columns:
        if column.labels:
            continue  # a mean of names means nothing
        if not column.seats:
            found.append((column.name, column.about, float(run.column(column.name).mean()), None, None))
            continue
        values = run.seats(column.name)
        split = [float(values[group].mean()) if group.any() else None for group in (won, ~won)]
        found.append((column.name, column.about, float(values.mean()), split[0], split[1]))
    return found
