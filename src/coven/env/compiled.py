"""The compiled doors of the environments."""

from __future__ import annotations

import numpy as np

from coven.core.doors import Doors, compiled, rule_scope
from coven.core.game import Game
from coven.core.seats import SEATS
from coven.env import loops
from coven.env.groups import Pays


class EnvDoors(Doors):
    """The doors of env/loops.py."""

    observe_row = staticmethod(loops.observe_row)
    pay = staticmethod(loops.pay)
    first_illegal = staticmethod(loops.first_illegal)
    open_rows = staticmethod(loops.open_rows)
    step_rows = staticmethod(loops.step_rows)
    sample_rows = staticmethod(loops.sample_rows)


def doors(game: Game) -> EnvDoors:
    """Compiled at the first use."""
    return compiled(
        game,
        "env",
        "the environments",
        EnvDoors,
        [loops],
        lambda: {**vars(game.doors), **rule_scope(game)},
        _exercise,
    )


def _exercise(game: Game, made: EnvDoors) -> None:
    from coven.env.many import Batch
    from coven.env.observation import observe_with

    batch = Batch(game, 1, game.players.start, 1, "win", 1, {}, made)
    batch.reset()
    batch.step(batch.sample())
    states = np.zeros(1, game.dtype)
    states["players"] = game.players.start
    observe_with(made, game, states, 0)
    made.pay(states, game.tables, 0, Pays(0, 0, 1.0, 0.0), np.zeros((1, SEATS), np.float32))
