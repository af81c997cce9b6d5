"""How often a client may ask: buckets that fill with time and are emptied by requests."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from coven.table.refusals import Refusal

# By what is asked: so many at once, and so many a second after that.
RATES = {
    "any": (240.0, 60.0),
    "create": (20.0, 0.2),
    "act": (60.0, 15.0),
    "chat": (6.0, 0.5),
    "name": (5.0, 0.1),
    "hint": (6.0, 0.5),
    "why": (40.0, 10.0),
    "review": (3.0, 0.05),
    "sight": (60.0, 15.0),
    "pictures": (90.0, 20.0),
    "live": (60.0, 2.0),
}
MOST_LINES = 100  # live connections of one address that only look on
MOST_SILENT = 100  # and of those that have not said yet who they are
MOST = 20_000  # buckets that are remembered; the one unused longest is forgotten


class Limits:
    """Refuses who asks too often or holds too many lines; with `on` False, nobody."""

    def __init__(self, on: bool = True) -> None:
        self.on = on
        self._lines: Counter[str] = Counter()
        self._silent: dict[str, dict[object, Callable[[], object]]] = {}  # the oldest first
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def check(self, what: str, who: str) -> None:
        """Count a request; Refusal if there were too many."""
        if not self.allows(what, who):
            raise Refusal("too_many", "that was too often: wait a moment and ask again")

    def allows(self, what: str, who: str) -> bool:
        """Count a request; False if there were too many."""
        if not self.on:
            return True
        most, rate = RATES[what]
        now = time.monotonic()
        left, then = self._buckets.pop((what, who), (most, now))
        left = min(most, left + (now - then) * rate)
        self._buckets[what, who] = (max(0.0, left - 1.0), now)
        if len(self._buckets) > MOST:
            self._buckets.popitem(last=False)
        return left >= 1.0

    @contextmanager
    def silent(self, who: str, go: Callable[[], object]) -> Iterator[None]:
        """Count a live connection that has not said yet who it is.

        It may be a seat's, so it is never refused: beyond so many the oldest one of that address goes.
        """
        waiting = self._silent.setdefault(who, {})
        place = object()
        waiting[place] = go
        if self.on and len(waiting) > MOST_SILENT:
            waiting.pop(next(iter(waiting)))()
        try:
            yield
        finally:
            waiting.pop(place, None)
            if not waiting and self._silent.get(who) is waiting:
                del self._silent[who]

    @contextmanager
    def line(self, who: str) -> Iterator[None]:
        """Count a live connection that only looks on, while it lasts; Refusal if there are too many."""
        self.check("live", who)
        if self.on and self._lines[who] >= MOST_LINES:
            raise Refusal("too_many", "there are too many connections from here: close some")
        self._lines[who] += 1
        try:
            yield
        finally:
            self._lines[who] -= 1
            if not self._lines[who]:
                del self._lines[who]
