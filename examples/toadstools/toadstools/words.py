"""What Toadstools says and asks, and what it tells of moves that were not seen."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from coven.core.bits import count
from coven.core.choice import Choice
from coven.core.definition import Log
from coven.core.game import Game
from coven.core.language import Words
from coven.core.move import Legal
from coven.core.seats import SEATS
from coven.core.view import View
from toadstools.state import KINDS, MOVES, NAMES, WORTH


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


def choices(view: View, legal: Legal, lang: str) -> list[Choice]:
    """Each move is a button, and something in the picture that can be touched."""
    found = []
    for move in legal:
        verb, arguments = move.decoded
        touch = f"hand:{arguments[0]}" if verb == "add" else {"pick": "wood", "brew": "basket"}[verb]
        found.append(Choice(move.label(lang), verb, move=move, touch=touch))
    return found


def retell(game: Game, log: Log, state: np.record) -> list[int]:
    """Unseen deals of a seat were what it added later, in order, and what it holds now."""
    told = [move for _, move in log]
    unseen: list[list[int]] = [[] for _ in range(SEATS)]
    for at, (seat, move) in enumerate(log):
        match game.decode(move):
            case "unseen", (owner,):
                unseen[owner].append(at)
            case "add", (kind,) if unseen[seat]:
                told[unseen[seat].pop(0)] = MOVES.encode("deal", kind)
    for seat, waiting in enumerate(unseen):
        held = [kind for kind in range(KINDS) for _ in range(int(state.hand[seat, kind]))]
        for at, kind in zip(waiting, held, strict=False):
            told[at] = MOVES.encode("deal", kind)
    return told
