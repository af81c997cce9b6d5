"""How often a client may ask: buckets that fill with time and are emptied by requests."""

from __future__ import annotations

import time
from collections import OrderedDict
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

# Connections of one address, the oldest first, and how to let each go.
Lines = dict[object, Callable[[], object]]


class Limits:
    """Refuses who asks too often or holds too many lines; with `on` False, nobody."""

    def __init__(self, on: bool = True) -> None:
        self.on = on
        self._lines: dict[str, Lines] = {}
        self._silent: dict[str, Lines] = {}
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
        with _among(self._silent, who, go) as waiting:
            if self.on and len(waiting) > MOST_SILENT:
                _let_oldest_go(waiting)
            yield

    @contextmanager
    def line(self, who: str, go: Callable[[], object]) -> Iterator[None]:
        """Count a live connection that only looks on, while it lasts; Refusal if there are too many."""
        self.check("live", who)
        if self.on and len(self._lines.get(who, ())) >= MOST_LINES:
            raise Refusal("too_many", "there are too many connections from here: close some")
        with _among(self._lines, who, go):
            yield

    def let_one_go(self) -> bool:
        """Make way for a connection there is no room for: of the address with most lookers-on the oldest goes."""
        most = max(self._lines.values(), key=len, default=None)
        if not most:
            return False
        _let_oldest_go(most)
        return True


@contextmanager
def _among(all: dict[str, Lines], who: str, go: Callable[[], object]) -> Iterator[Lines]:
    """Be one of an address's connections while it lasts, or until it is let go."""
    own = all.setdefault(who, {})
    place = object()
    own[place] = go
    try:
        yield own
    finally:
        own.pop(place, None)
        if not own and all.get(who) is own:
            del all[who]


def _let_oldest_go(lines: Lines) -> None:
    lines.pop(next(iter(lines)))()
