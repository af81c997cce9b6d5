"""What may end or lose a game of The Witches: Crises, elves, Black Aliss, hard problems, the last tile."""

from __future__ import annotations

from typing import Any

from coven.core.alarm import Alarm, level
from coven.core.language import words
from coven.core.view import View
from coven.games.witches import end, turn
from coven.games.witches.state import COOP, ELF, TURN


def alarms(view: View, lang: str) -> list[Alarm]:
    """Each with how near it is; none before the first turn and after the last."""
    s: Any = view.state
    t, say = view.game.tables[0], words(lang)
    if view.over or s.frame_kind[0] != TURN:
        return []
    crises, turns = int(s.crisis_supply), int(turn.boxed(s)) + 1 - int(turn.begun(s))
    faces = zip(s.tile.tolist(), s.face_up.tolist(), strict=True)
    failures = t.failure.tolist()
    elves = sum(failures[tile] == ELF for tile, up in faces if up and tile >= 0)
    found = [
        Alarm(say.plural("{n} Crisis left", "{n} Crises left", crises), level(crises, 4, 2), "TW-N6"),
        Alarm(
            say("elves {n} of {of}", n=elves, of=end.TOO_MANY_ELVES),
            level(end.TOO_MANY_ELVES - elves, 2, 1),
            "TW-H2",
        ),
    ]
    if s.mode >= COOP:
        aliss = int(s.aliss_supply)
        found.append(
            Alarm(
                say.plural("{n} Black Aliss tile left", "{n} Black Aliss tiles left", aliss),
                level(aliss, 2, 1),
                "TW-V4",
            )
        )
    if s.mode == COOP:
        hard = int(end.hard_on_board(s))
        near = level(turns, 2 * int(s.players), int(s.players)) if hard >= end.TOO_MANY_HARD else 0
        found.append(Alarm(say("hard problems {n} of {of}", n=hard, of=end.TOO_MANY_HARD), near, "TW-V2"))
    last = say.plural("{n} turn left", "{n} turns left", turns) if turns else say("the last turn")
    found.append(Alarm(last, level(turns, 2 * int(s.players), int(s.players) - 1), "TW-Z1"))
    return found
