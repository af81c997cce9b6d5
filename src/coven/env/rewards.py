"""What a finished game pays its seats, for every kind of environment alike."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from coven.core.errors import BadOption
from coven.core.seats import SEATS
from coven.env.groups import Pays
from coven.env.observation import declared

if TYPE_CHECKING:
    from coven.core.game import Game

WAYS = ("win", "score")


def pays(game: Game, players: int, options: dict[str, Any], reward: str) -> Pays:
    """How the compiled `pay` is to reckon: by what, whether all win or lose as one, points, the best grade."""
    if reward not in WAYS:
        raise BadOption(f"reward is {' or '.join(WAYS)}, not {reward!r}")
    about = declared(game.name)
    together = game.definition.together(game.definition.settle(players, options).written)
    return Pays(WAYS.index(reward), int(together), float(about.points), float(about.full_grade))


def paid(game: Game, states: npt.NDArray[Any], how: Pays) -> list[float]:
    """The rewards of all seats at the end of a game."""
    from coven.env.compiled import doors

    out = np.zeros((1, SEATS), np.float32)
    doors(game).pay(states, game.tables, 0, how, out)
    return [float(value) for value in out[0]]
