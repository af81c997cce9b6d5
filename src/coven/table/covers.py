"""The drawings of the pages: the games' covers and the seats' counters."""

from __future__ import annotations

from functools import cache

from coven.core import art, registry
from coven.core.art import DARK
from coven.core.cover import plain


def _seal(seat: int) -> str:
    """A seat's counter: colour, pattern and animal."""
    return art.el(
        "svg",
        art.el("defs", art.seat_defs("s")),
        art.marker("s", seat, 0, 0, 14, DARK.ink, DARK.ink),
        xmlns="http://www.w3.org/2000/svg",
        viewBox="-15 -15 30 30",
    )


def names() -> tuple[str, ...]:
    """What there are drawings of."""
    return (*registry.playable(), *art.EMBLEMS)


@cache
def drawn(name: str) -> str:
    """One of the drawings as SVG."""
    if name in art.EMBLEMS:
        return _seal(art.EMBLEMS.index(name))
    game = registry.load(name)
    cover = game.implementation.cover
    return plain(game.title) if cover is None else cover(game)
