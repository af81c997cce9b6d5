"""What the log does not say: what has changed since a player last looked, and how the game ended."""

from __future__ import annotations

from typing import Any

from coven.core.language import Words, words
from coven.core.view import View
from coven.games.witches import names
from coven.games.witches.say import problem
from coven.games.witches.state import BY_POINTS, DUNGEON, SOLO_DONE


def news(before: Any, view: View, lang: str) -> list[tuple[int, str]]:
    """The seats for which something has changed, each with what: problems solved, counters, the Dungeon."""
    found = ((seat, _told(before, view, seat, words(lang))) for seat in range(view.players))
    return [(seat, ", ".join(told)) for seat, told in found if told]


def _told(before: Any, view: View, seat: int, say: Words) -> list[str]:
    after: Any = view.state
    told = []
    for kind, solved in enumerate((after.solved[seat] - before.solved[seat]).tolist()):
        told += [say("{problem} solved", problem=problem(view.game, kind, say))] * solved
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


def verdict(view: View, lang: str) -> str:
    """How the game ended, where points alone don't say it."""
    say, s = words(lang), view.state
    over = int(s.over)
    if over == SOLO_DONE:
        score = int(s.score[0])
        return (
            say.plural("{n} point: try again", "{n} points: try again", score)
            if score < 30
            else say("{n} points: a witch", n=score)
            if score <= 40
            else say("{n} points: a witch to be reckoned with", n=score)
        )
    return "" if over in (0, BY_POINTS) else names.ending(over, say)
