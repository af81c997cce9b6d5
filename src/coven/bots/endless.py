"""Turns that have no end: cards can bring back the cards they are played with, so a turn may go on for ever.

No bot knows how long a turn has taken, and others wait. Once one has taken too long, a bot does the kind of thing that
it has done in it least often, and so comes to what ends it. Kinds, since a deck has many cards to go on with.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from coven.core.seats import CHANCE

if TYPE_CHECKING:
    from coven.core.view import View

LONG = 100  # actions in a row, while others wait; hardly a turn that comes to an end has as many
LONG_ALONE = 500  # where nobody does: a whole game and more


def least_done(view: View) -> npt.NDArray[Any]:
    """Of the legal moves those of the kind done least often since another was asked; all, if that was not long ago."""
    legal = view.legal.ids
    own: list[int] = []
    for actor, move in reversed(view._log):
        if actor == view.seat:
            own.append(move)
        elif actor != CHANCE:
            break
    if len(own) <= (LONG if len(view.scores) > 1 else LONG_ALONE):
        return legal
    decode = view.game.moves.decode
    done = Counter(decode(move).verb for move in own)
    often = np.array([done[decode(int(move)).verb] for move in legal])
    least: npt.NDArray[Any] = legal[often == often.min()]
    return least
