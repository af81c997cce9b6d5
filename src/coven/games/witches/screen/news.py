"""What has changed since a player last looked: problems solved, counters, the Dungeon."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.text import Text

from coven.core.language import Words, words
from coven.core.view import View
from coven.games.witches.say import problem
from coven.games.witches.state import DUNGEON, KINDS
from coven.terminal.paper import emblem, seat_style


def news(before: Any, view: View, *, names: Sequence[str], lang: str) -> Text:
    """One line; empty if nothing changed."""
    line = Text()
    for seat in range(view.players):
        told = _told(before, view, seat, words(lang))
        if told:
            who = f"{emblem(seat)} {names[seat]}"
            part = Text(words(lang)("{what}: {more}", what=who, more=", ".join(told)))
            part.stylize(seat_style(seat), 0, len(who))
            line.append("  " if line else "").append(part)
    return line


def _told(before: Any, view: View, seat: int, say: Words) -> list[str]:
    after: Any = view.state
    told = []
    for kind in range(KINDS):
        for _ in range(int(after.solved[seat, kind]) - int(before.solved[seat, kind])):
            told.append(say("{problem} solved", problem=problem(view.game, kind, say)))
    cackles = int(after.cackles[seat]) - int(before.cackles[seat])
    if cackles > 0:
        told.append(say.plural("{n} Cackle more", "{n} Cackles more", cackles))
    elif cackles < 0:
        told.append(say.plural("{n} Cackle less", "{n} Cackles less", -cackles))
    aliss = int(after.aliss[seat]) - int(before.aliss[seat])
    if aliss:
        told.append(say.plural("{n} Black Aliss tile", "{n} Black Aliss tiles", aliss))
    if int(after.at[seat]) == DUNGEON != int(before.at[seat]):
        told.append(say("in the Dungeon"))
    return told
