"""What the server counts, in the form Prometheus reads."""

from __future__ import annotations

import os
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Sequence

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
WAITS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)  # seconds
COSTS = tuple(
    ms / 1000 for ms in (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0)
)


class Histogram:
    """How long things took."""

    def __init__(self, bounds: Sequence[float]) -> None:
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        self.sum = 0.0

    def add(self, seconds: float, times: int = 1) -> None:
        """Count something that took so long, or several things that each did."""
        self.counts[bisect_left(self.bounds, seconds)] += times
        self.sum += seconds * times

    def lines(self, name: str, label: str = "") -> list[str]:
        total, lines = 0, []
        for bound, count in zip((*map(str, self.bounds), "+Inf"), self.counts, strict=True):
            total += count
            lines.append(f'{name}_bucket{{{label + "," if label else ""}le="{bound}"}} {total}')
        of = f"{{{label}}}" if label else ""
        return [*lines, f"{name}_sum{of} {self.sum:.6f}", f"{name}_count{of} {total}"]


class Metrics:
    """The counters of one server process."""

    def __init__(self) -> None:
        self.requests: Counter[tuple[str, int]] = Counter()
        self.counts: Counter[str] = Counter()
        self.watchers = 0
        self.actions = Histogram(WAITS)  # from the request to the stored and told action
        # By game, processor time of what one page is told of one change.
        self.page_updates: defaultdict[str, Histogram] = defaultdict(lambda: Histogram(COSTS))

    def request(self, method: str, status: int) -> None:
        """Count an answer; methods nobody has heard of are counted together."""
        self.requests[method if method in METHODS else "other", status] += 1

    def watching(self, more: int) -> None:
        self.watchers += more

    def text(self, counts: dict[str, int], gauges: dict[str, float]) -> str:
        """Everything, with what others count and what is measured now."""
        lines = ["# TYPE coven_requests_total counter"]
        for (method, status), count in sorted(self.requests.items()):
            lines.append(f'coven_requests_total{{method="{method}",status="{status}"}} {count}')
        for name, count in sorted({**self.counts, **counts}.items()):
            lines += [f"# TYPE coven_{name}_total counter", f"coven_{name}_total {count}"]
        lines += ["# TYPE coven_action_seconds histogram", *self.actions.lines("coven_action_seconds")]
        lines.append("# TYPE coven_page_update_cpu_seconds histogram")
        for game, costs in sorted(self.page_updates.items()):
            lines += costs.lines("coven_page_update_cpu_seconds", f'game="{game}"')
        lines += ["# TYPE coven_process gauge", f'coven_process{{id="{os.getpid()}"}} 1']
        for name, value in sorted({**gauges, "watchers": self.watchers}.items()):
            lines += [f"# TYPE coven_{name} gauge", f"coven_{name} {value:g}"]
        return "\n".join(lines) + "\n"
