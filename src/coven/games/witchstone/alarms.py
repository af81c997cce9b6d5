"""What ends a game of Witchstone: the eleventh turn."""

from __future__ import annotations

from coven.core.alarm import Alarm, level
from coven.core.language import words
from coven.core.view import View
from coven.games.witchstone.state import TURN, TURNS


def alarms(view: View, lang: str) -> list[Alarm]:
    """How many rounds are left; nothing in set-up and after the end."""
    s, say = view.state, words(lang)
    if view.over or s.frame_kind[0] != TURN:
        return []
    rounds = TURNS - int(s.turn) // int(s.players)
    said = say("the last round") if rounds == 1 else say("round {n} of {of}", n=TURNS + 1 - rounds, of=TURNS)
    return [Alarm(said, level(rounds, 3, 1), "WS-T5")]
