"""What Toadstools says and asks, what it tells of moves that were not seen, and why something can't be done."""

from collections.abc import Sequence

import numpy as np

from coven.core.bits import count
from coven.core.definition import Log
from coven.core.game import Game
from coven.core.language import Words
from coven.core.retell import retell_deals
from coven.core.view import View
from coven.core.why import Reason, reason
from toadstools.state import BREW, MOVES, NAMES, WORTH


def label(game: Game, state: np.record, move: int, say: Words, names: Sequence[str]) -> str:
    """A move said to a person, as short as a button."""
    match game.decode(move):
        case "add", (kind,):
            return say("Add {kind}", kind=say(NAMES[kind]))
        case "pick", _:
            return say("Pick one in the wood")
        case "brew", _:
            seat = int(state.frame_seat[0])
            return say("Brew for {n}", n=WORTH[count(int(state.basket[seat]))])
        case "found", (kind,):
            return say("Found: {kind}", kind=say(NAMES[kind]))
        case "deal", (kind,):
            return say("Drawn: {kind}", kind=say(NAMES[kind]))
        case _, (seat,):
            return say("{name} draws a toadstool", name=names[seat])
    raise ValueError(move)


def prompt(game: Game, state: np.record, say: Words) -> str:
    """What is asked."""
    return say("Add, pick or brew") if state.left else say("The wood is empty")


def retell(game: Game, log: Log, state: np.record) -> list[int]:
    """Unseen deals of a seat were what it added later, in order, and what it holds now."""
    held = [np.repeat(range(len(hand)), hand).tolist() for hand in state.hand]
    return retell_deals(game, log, held, unseen="unseen", dealt="deal", spent=["add"])


NOT_HELD, IN_BASKET, NO_BREW = "not held", "in basket", "no brew"


def why(view: View, move: int) -> Reason:
    """Why a move is not legal, asked as `rules.legal` asks (TS-T1)."""
    if move == BREW:
        return reason(view, NO_BREW, "TS-T3")
    (kind,) = MOVES.decode(move).arguments
    held = view.state.hand[int(view.state.frame_seat[0]), kind] > 0
    return reason(view, IN_BASKET if held else NOT_HELD, "TS-T1", subject=NAMES[kind])


def sentence(reason: Reason, say: Words, names: Sequence[str]) -> str:
    """The same said to a person."""
    if reason.kind == NO_BREW:
        return say("There is nothing in your basket to brew")
    kind = say(reason.subject)
    if reason.kind == IN_BASKET:
        return say("Your basket has this kind already: {kind}", kind=kind)
    return say("This kind is not in your hand: {kind}", kind=kind)
