"""Why something can't be done in Toadstools: two reasons, and what in the picture stands for which move."""

from __future__ import annotations

from collections.abc import Sequence

from coven.core.language import Words
from coven.core.view import View
from coven.core.why import Reason, Refusing, reason
from toadstools.state import BREW, KINDS, MOVES, NAMES, PICK

NOT_HELD, IN_BASKET, NO_BREW = "not held", "in basket", "no brew"


def why(view: View, move: int) -> Reason:
    """Why a move is not legal, asked as `rules.legal` asks (TS-T1)."""
    if move == BREW:
        return reason(view, NO_BREW, "TS-T3")
    (kind,) = MOVES.decode(move).arguments
    seat = int(view.state.frame_seat[0])
    held = view.state.hand[seat, kind] > 0
    return reason(view, IN_BASKET if held else NOT_HELD, "TS-T1", subject=NAMES[kind])


def sentence(reason: Reason, say: Words, names: Sequence[str]) -> str:
    """The same said to a person."""
    if reason.kind == NO_BREW:
        return say("There is nothing in your basket to brew")
    kind = say(NAMES[NAMES.index(reason.subject)])
    if reason.kind == IN_BASKET:
        return say("Your basket has this kind already: {kind}", kind=kind)
    return say("This kind is not in your hand: {kind}", kind=kind)


def meant(view: View, thing: str, after: Sequence[str]) -> list[int]:
    """What touching something would do, if it could be done."""
    kind, _, number = thing.partition(":")
    if kind == "hand" and number.isdecimal() and int(number) < KINDS:
        return [MOVES.encode("add", int(number))]
    return {"wood": [PICK], "basket": [BREW]}.get(kind, [])


REFUSING = Refusing(why, sentence, meant)
