"""Clocks: what each seat has left, from when the actions came and whose they were. The log is the only truth."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from operator import itemgetter

LATE = 7.0  # seconds without a beat after which no server was there
Pause = tuple[float, float]  # in which nobody's clock runs


class Pauses:
    """The times in which no server was there, as one process knows them."""

    def __init__(self) -> None:
        self.known: list[Pause] = []  # in order and apart
        self.beat: float | None = None  # when this process was last known to be there

    def until(self, now: float) -> Sequence[Pause]:
        """All there are. A process that has not beaten lately can't know what has become of the rest of the time."""
        if self.beat is None or between(self.beat, now, self.known) <= LATE:
            return self.known
        return merged([*self.known, (self.beat, now)])


def remaining(
    times: Iterable[tuple[float, int]],
    seats: int,
    minutes: float,
    now: float,
    actor: int | None,
    pauses: Sequence[Pause] = (),
    came: Mapping[int, float | None] = {},
) -> list[float]:
    """The seconds each seat has left.

    The time before an action is paid by whoever acted: the deal costs nobody, and who takes a move back pays for the
    time until then. From the last action on the clock of the actor runs; before the deal none does. Pauses, which are
    in order and apart, cost nobody anything; nor does a machine's clock that is set back, nor the time before a seat
    came that had to be waited for (None: it has not yet).
    """

    def charge(seat: int, since: float, until: float) -> None:
        if 0 <= seat < len(spent):
            here = came.get(seat, since)
            paid = 0.0 if here is None else between(max(since, here), until, pauses)
            spent[seat] += max(0.0, paid)

    spent = [0.0] * seats
    last = None
    for at, who in times:
        if last is not None:
            charge(who, last, at)
        last = at
    if last is not None and actor is not None:
        charge(actor, last, now)
    return [max(0.0, 60.0 * minutes - seconds) for seconds in spent]


def merged(pauses: Iterable[Pause]) -> list[Pause]:
    """Pauses in order, those that touch as one."""
    found: list[Pause] = []
    for began, ended in sorted(pauses):
        if found and began <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], ended))
        else:
            found.append((began, ended))
    return found


def between(one: float, other: float, pauses: Sequence[Pause]) -> float:
    """The time from one moment to another, without the pauses."""
    left = other - one
    for began, ended in pauses[bisect_right(pauses, one, key=itemgetter(1)) :]:
        if began >= other:
            break
        left -= min(ended, other) - max(began, one)
    return left
