"""What page updates cost a server, by its own metrics: how many took how much processor time each."""

from __future__ import annotations

import re
import urllib.request
from math import inf

METRIC = "coven_page_update_cpu_seconds"
BUCKET = re.compile(METRIC + r'_bucket\{le="([^"]+)"\} (\d+)')

Counted = dict[float, int]  # the updates that took at most so many seconds each


def counted(port: int) -> Counted:
    """What a server on the loopback has counted so far; of several processes, the one that answers."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=30) as answer:
        told = answer.read().decode()
    return {inf if bound == "+Inf" else float(bound): int(count) for bound, count in BUCKET.findall(told)}


def median_ms(before: Counted, after: Counted) -> float | None:
    """Half of the updates between two looks took at most so many milliseconds; None without any.

    Within a bucket they are taken to be spread evenly.
    """
    more = sorted((bound, count - before.get(bound, 0)) for bound, count in after.items())
    if not more or not more[-1][1]:
        return None
    half = more[-1][1] / 2
    low, below = 0.0, 0
    for bound, count in more:
        if count >= half:
            return inf if bound == inf else 1000 * (low + (bound - low) * (half - below) / (count - below))
        low, below = bound, count
    return None
