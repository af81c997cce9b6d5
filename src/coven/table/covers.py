"""The drawings of the pages: the games' covers and the seats' counters."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from coven.core import art, registry
from coven.core.art import DARK
from coven.core.cover import plain
from coven.core.errors import BrokenGame, told

if TYPE_CHECKING:
    from coven.core.game import Game


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
    return _seal(art.EMBLEMS.index(name)) if name in art.EMBLEMS else _cover(registry.load(name))


def _cover(game: Game) -> str:
    """A game's cover. One that can't be drawn is told of and left out."""
    cover = game.implementation.cover
    try:
        return plain(game.title) if cover is None else cover(game)
    except Exception as problem:  # another's code: the page is everybody's
        registry.tell(BrokenGame(game.name, game.definition.package, [told(problem)], "has a broken cover"))
        return plain(game.title)
