"""How a game ended."""

from __future__ import annotations

from rich.text import Text

from coven.core.position import Position
from coven.core.verdict import verdict
from coven.terminal import story
from coven.terminal.display import Display
from coven.terminal.paper import GLOW, Block, emblem


def result(position: Position, display: Display) -> Block:
    """The final scoring, a line a seat, and who won."""
    lines = story.points(position, display.names, display.lang)
    called = [f"{emblem(seat)} {name}" for seat, name in enumerate(display.names)]
    return [*lines, Text(verdict(position.view(None), called, display.lang), GLOW)]
