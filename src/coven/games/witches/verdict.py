"""How the game ended, where points alone don't say it."""

from __future__ import annotations

from coven.core.language import words
from coven.core.view import View
from coven.games.witches import names
from coven.games.witches.state import BY_POINTS, SOLO_DONE


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
