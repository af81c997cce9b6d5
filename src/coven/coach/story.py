"""The turning points of a game, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from coven.core.art import seat_names
from coven.core.language import words
from coven.core.seats import CHANCE

if TYPE_CHECKING:
    from coven.coach.account import Account, Change
    from coven.coach.review import Decision
    from coven.core.language import Words
    from coven.core.position import Position

NAMED = 3  # outcomes of chance that are named, the last before the next decision


def tell(
    account: Account, decisions: list[Decision], positions: list[Position], names: Sequence[str], lang: str
) -> list[str]:
    """A sentence for each of the greatest changes, in the order of the game."""
    say = words(lang)
    called = seat_names(names, say, positions[0].players)
    made = {one.action: one for one in decisions}
    return [_sentence(change, made, positions, called, say, lang) for change in account.turning_points]


def _sentence(
    change: Change,
    made: dict[int, Decision],
    positions: list[Position],
    called: Sequence[str],
    say: Words,
    lang: str,
) -> str:
    together = len(set(change.by)) == 1
    seat = (
        max(range(len(called)), key=lambda one: abs(change.by[one])) if change.seat is None else change.seat
    )
    # The account goes on from what was thought before, which errors can take beyond 0 and 1: a decision's own are told.
    one = None if change.seat is None else made[change.action]
    begin = change.before[seat] if one is None else one.chances[seat]
    before, after = (round(100 * min(1.0, max(0.0, at))) for at in (begin, begin + change.by[seat]))
    whose = say("Everyone") if together and len(called) > 1 else called[seat]
    if one is None:
        what = _luck(change.action, positions, lang) or say("the end of the game")
        return say(
            "Action {action}, luck – {what}. {name}: {before} % → {after} %",
            action=change.action, what=what, name=whose, before=before, after=after,
        )  # fmt: skip
    if one.better is None:
        return say(
            "Action {action}, {name} played “{move}”: {before} % → {after} %",
            action=change.action, name=called[seat], move=one.label, before=before, after=after,
        )  # fmt: skip
    return say(
        "Action {action}, {name} played “{move}”, and “{better}” was better: {before} % → {after} %",
        action=change.action, name=called[seat], move=one.label, better=one.better_label, before=before, after=after,
    )  # fmt: skip


def _luck(action: int, positions: list[Position], lang: str) -> str:
    """What chance brought from an action to the next choice."""
    history = positions[-1].history()
    said = []
    for at in range(action, len(history)):
        if history[at].actor == CHANCE:
            before = positions[at]
            said.append(before.game.label(before._states, history[at].move, lang))
        elif len(positions[at].legal) > 1:
            break
    return "; ".join(said[-NAMED:])
