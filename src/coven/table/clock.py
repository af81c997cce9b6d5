"""Clocks: what each seat has left, from when the actions came and whose they were. The log is the only truth."""

from __future__ import annotations

from collections.abc import Iterable


def remaining(
    times: Iterable[tuple[float, int]], seats: int, minutes: float, now: float, actor: int | None
) -> list[float]:
    """The seconds each seat has left.

    The time before an action is paid by whoever acted: the deal costs nobody, and who takes a move back pays for the
    time until then. From the last action on the clock of the actor runs; before the deal none does.
    """
    spent = [0.0] * seats
    last = None
    for at, who in times:
        if last is not None:
            _charge(spent, who, at - last)
        last = at if last is None else max(last, at)  # a machine's clock may be set back
    if last is not None and actor is not None:
        _charge(spent, actor, now - last)
    return [max(0.0, 60.0 * minutes - seconds) for seconds in spent]


def _charge(spent: list[float], seat: int, seconds: float) -> None:
    if 0 <= seat < len(spent):
        spent[seat] += max(0.0, seconds)
