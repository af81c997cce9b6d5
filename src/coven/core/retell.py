"""Logs told again with faces for what was not seen, where all that is hidden is what was dealt to hands."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from coven.core.definition import Log
    from coven.core.game import Game


def retell_deals(
    game: Game, log: Log, held: Sequence[Sequence[int]], *, unseen: str, dealt: str, spent: Collection[str]
) -> list[int]:
    """Unseen deals of a seat were what it spent later, in order, and what it holds now.

    `unseen` and `dealt` are the verbs of a deal as the others are told it, with its owner, and as it was, with what was
    dealt; `spent` those of moves whose first argument leaves the hand.
    """
    told = [move for _, move in log]
    waiting: list[list[int]] = [[] for _ in held]  # unseen deals that have no face yet
    for at, (seat, move) in enumerate(log):
        verb, arguments = game.decode(move)
        if verb == unseen:
            waiting[arguments[0]].append(at)
        elif verb in spent and waiting[seat]:
            told[waiting[seat].pop(0)] = game.moves.encode(dealt, arguments[0])
    for deals, hand in zip(waiting, held, strict=True):
        if deals:
            for at, what in zip(deals, hand, strict=True):
                told[at] = game.moves.encode(dealt, what)
    return told
