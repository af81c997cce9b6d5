"""The log in words."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from rich.text import Text

from coven.core.language import Words, words
from coven.core.position import CHANCE, Position
from coven.core.view import View
from coven.terminal.paper import QUIET, emblem, seat_style


def told(
    position: Position, names: Sequence[str], lang: str, start: int = 0, view: View | None = None
) -> list[Text]:
    """What has happened since an action, as a view's seat may know it; without a view, all of it."""
    game = position.game
    # What luck decides is told without the state, which a seeded game does not keep for it.
    nothing = np.zeros(1, game.definition.state)
    past = position.history()[start:]
    moves = [action.move for action in past]
    if view is not None:
        moves = [game.parse(entry.text) for entry in view.log[start:]]
    lines = []
    for action, move in zip(past, moves, strict=True):
        label = game.label(nothing if action.states is None else action.states, move, lang)
        lines.append(line(action.actor, label, names, words(lang)))
    return lines


def since_own(view: View, most: int) -> int:
    """Where to begin so that a seat reads its last action and all that followed, at most so many lines."""
    log = view.log
    start = len(log)
    while start > 0 and log[start - 1].actor != view.seat:
        start -= 1
    return max(0, start - 1, len(log) - most)


def line(actor: int, label: str, names: Sequence[str], say: Words) -> Text:
    """One action: who, and what."""
    if actor == CHANCE:
        return Text(f"  {say('Luck')}: {label}", QUIET)
    return Text.assemble((f"{emblem(actor)} {names[actor]}", seat_style(actor)), f": {label}")
