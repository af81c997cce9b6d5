"""The log in words."""

from __future__ import annotations

from collections.abc import Container, Sequence

import numpy as np
from rich.text import Text

from coven.core.language import Words, words
from coven.core.position import Position
from coven.core.seats import CHANCE
from coven.core.view import View
from coven.terminal.paper import QUIET, emblem, seat_style


def told(
    position: Position,
    names: Sequence[str],
    lang: str,
    start: int = 0,
    view: View | None = None,
    forced: Container[int] = (),
) -> list[Text]:
    """What has happened since an action, as a view's seat may know it; without a view, all of it.

    Forced actions were made without asking. Only who acted is told so: it would tell others what she could not do.
    """
    game = position.game
    # What luck decides is told without the state, which a seeded game does not keep for it.
    nothing = np.zeros(1, game.dtype)
    past = position.history()[start:]
    moves = [action.move for action in past]
    if view is not None:
        moves = [game.parse(entry.text) for entry in view.log[start:]]
    lines = []
    say = words(lang)
    for number, (action, move) in enumerate(zip(past, moves, strict=True), start):
        label = game.label(nothing if action.states is None else action.states, move, lang, names)
        told = line(action.actor, label, names, say)
        if number in forced and view is not None and action.actor == view.seat:
            told.append(f" · {say('nothing else could be done')}", QUIET)
        lines.append(told)
    return lines


def since_own(view: View, most: int, forced: Container[int] = ()) -> int:
    """Where to begin so that a seat reads its last choice and all that followed, at most so many lines."""
    log = view.log
    start = len(log)
    while start > 0 and (log[start - 1].actor != view.seat or start - 1 in forced):
        start -= 1
    return max(0, start - 1, len(log) - most)


def line(actor: int, label: str, names: Sequence[str], say: Words) -> Text:
    """One action: who, and what."""
    if actor == CHANCE:
        return Text("  " + say("{what}: {more}", what=say("Luck"), more=label), QUIET)
    who = f"{emblem(actor)} {names[actor]}"
    told = Text(say("{what}: {more}", what=who, more=label))
    told.stylize(seat_style(actor), 0, len(who))
    return told
