"""What a thing in the picture of The Witches could be touched for: the moves it may stand for, legal or not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from coven.core.about import THING
from coven.core.view import View
from coven.games.witches import moves
from coven.games.witches.attempt_state import CHOICE
from coven.games.witches.state import (
    ATTEMPT,
    CRISIS_AT,
    DISCARD,
    EACH_POWER,
    FLIGHT,
    LOOK,
    MOVE,
    PROBLEM,
    TURN_UP,
)
from coven.games.witches.trouble import WORSENING

VERBS = {ATTEMPT: "flee", FLIGHT: "flee", LOOK: "look", TURN_UP: "turn", CRISIS_AT: "crisis"}  # of a space


def meant(view: View, thing: str, after: Sequence[str]) -> list[int]:
    """The moves a thing could stand for, the likeliest first."""
    kind, _, name = thing.replace(f"{THING}card:", "card:", 1).partition(":")
    try:
        return _moves(view, kind, name)
    except (ValueError, StopIteration):  # whatever it is, it is not in this picture
        return []


def _moves(view: View, kind: str, name: str) -> list[int]:
    encode, s = view.game.moves.encode, view.state
    d = int(s.depth) - 1
    frame, phase = int(s.frame_kind[d]), int(s.frame_phase[d])
    match kind:
        case "space":
            return _at_space(view, frame, phase, name)
        case "card":
            return _with_card(view, frame, *name.partition("/")[::2])
        case "power":
            return _power(view, [])
        case "roll":
            return [moves.FACE if frame == ATTEMPT and phase == CHOICE else moves.ROLL]
        case "die":
            return [encode("reroll", int(name) % 2)]
        case "tile":
            return [moves.TILE]
        case "trainee":
            return [encode("choose", moves.TRAINEE_IDS.index(name))]
        case "seat":
            return [encode("take", int(name))]
        case "cackles":
            return [encode("return", 1)]
    return []


def _at_space(view: View, frame: int, phase: int, name: str) -> list[int]:
    space = moves.space_ids(view.game.components.data).index(name)
    verb = VERBS.get(frame, "crisis" if frame == PROBLEM and phase == WORSENING else "to")
    found = [view.game.moves.encode(verb, space)]
    here = frame == MOVE and int(view.state.at[view.seat or 0]) == space
    return [moves.STAY, *found] if here and moves.STAY in view.legal else found


def _with_card(view: View, frame: int, name: str, use: str) -> list[int]:
    listed: Sequence[Any] = view.game.components.data["cards"]["list"]
    card = next(n for n, one in enumerate(listed) if one["id"] == name)
    encode = view.game.moves.encode
    if use == "power":
        return _power(view, [card])
    if frame == DISCARD or use == "discard":
        return [encode("discard", card)]
    verbs = {"symbol": ("symbol",), "effect": ("play",)}.get(use, ("play", "symbol"))
    return [encode(verb, card) for verb in verbs]


def _power(view: View, cards: list[int]) -> list[int]:
    """Three cards for the Power of Three: this one, else those of the hand, else any."""
    hand = int(view.state.hand[view.seat or 0])
    chosen = []
    for row in view.game.tables[0].power_cards:
        held = [n for n, card in enumerate(row) if int(card) in cards or hand >> int(card) & 1]
        first = [n for n, card in enumerate(row) if int(card) in cards]
        chosen.append((first or held or [0])[0] % EACH_POWER)
    return [view.game.moves.encode("power", *chosen)]
