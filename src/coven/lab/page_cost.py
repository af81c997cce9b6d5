"""What page updates cost a server, by its own metrics: how many took how much processor time each."""

from __future__ import annotations

import re
import time
import urllib.request
from collections import Counter
from dataclasses import dataclass
from math import inf

METRIC = "coven_page_update_cpu_seconds"
BUCKET = re.compile(METRIC + r'_bucket\{game="([^"]+)",le="([^"]+)"\} (\d+)')
PROCESS = re.compile(r'coven_process\{id="(\d+)"\} 1')
PATIENCE = 60.0  # seconds until every process has answered


@dataclass(frozen=True)
class Counted:
    """The updates that took at most so many seconds each, by game and that bound."""

    most: dict[tuple[str, float], int]
    processes: int  # that have told theirs

    @property
    def games(self) -> list[str]:
        """The games that were played."""
        return sorted({game for game, _ in self.most})


def counted(port: int, processes: int = 1) -> Counted:
    """What a server on the loopback has counted so far, in all its processes.

    Whichever process is free answers: so each is asked until all have, or too much time has passed.
    """
    until = time.monotonic() + PATIENCE
    told: dict[str, str] = {}
    while len(told) < processes and time.monotonic() < until:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=PATIENCE) as answer:
            text = answer.read().decode()
        told.update(dict.fromkeys(PROCESS.findall(text), text))
    return together(list(told.values()))


def together(told: list[str]) -> Counted:
    """The metrics of several processes in one."""
    most: Counter[tuple[str, float]] = Counter()
    for text in told:
        for game, bound, count in BUCKET.findall(text):
            most[game, inf if bound == "+Inf" else float(bound)] += int(count)
    return Counted(dict(most), len(told))


def median_ms(before: Counted, after: Counted, game: str | None = None) -> float | None:
    """Half of the updates between two looks, of a game or of all, took at most so many milliseconds; None without any.

    Within a bucket they are taken to be spread evenly.
    """
    between: Counter[float] = Counter()
    for (played, bound), count in after.most.items():
        if game in (None, played):
            between[bound] += count - before.most.get((played, bound), 0)
    more = sorted(between.items())
    if not more or not more[-1][1]:
        return None
    half = more[-1][1] / 2
    low, below = 0.0, 0
    for bound, count in more:
        if count >= half:
            return inf if bound == inf else 1000 * (low + (bound - low) * (half - below) / (count - below))
        low, below = bound, count
    return None
