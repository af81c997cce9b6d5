"""How a game ended."""

from __future__ import annotations

from rich.text import Text

from coven.core import telling
from coven.core.language import words
from coven.core.position import Position
from coven.terminal.display import Display
from coven.terminal.paper import GLOW, QUIET, Block, emblem, marked


def result(position: Position, display: Display) -> Block:
    """The final scoring, a line a seat, and who won."""
    say = words(display.lang)
    lines = []
    for seat, points in enumerate(position.scores):
        tally = position.tally(seat)
        before = points - sum(tally.values())  # what was counted during play
        parts = [f"+ {before}"] if before else []
        parts += [f"{'-' if worth < 0 else '+'} {abs(worth)} ({say(name)})" for name, worth in tally.items()]
        line = marked(seat, say("{what}: {more}", what=display.names[seat], more=points))
        lines.append(line.append(f" = {' '.join(parts).removeprefix('+ ')}", QUIET))
    called = [f"{emblem(seat)} {name}" for seat, name in enumerate(display.names)]
    return [*lines, Text(telling.verdict(position.view(None), called, display.lang), GLOW)]
