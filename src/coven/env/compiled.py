"""The compiled doors of the environments."""

from __future__ import annotations

import numpy as np

from coven.core.doors import Doors, compiled, rule_scope
from coven.core.game import Game


def doors(game: Game) -> Doors:
    """Compiled at the first use."""
    from coven.env import loops

    return compiled(
        game,
        "env",
        "the environments",
        [loops],
        lambda: {**rule_scope(game), **game.doors},
        _exercise,
    )


def _exercise(game: Game, made: Doors) -> None:
    from coven.env.many import Batch
    from coven.env.observation import observe_with

    batch = Batch(game, 1, game.players.start, 1, "win", 1, {}, made)
    batch.reset()
    batch.step(batch.sample())
    states = np.zeros(1, game.definition.state)
    states["players"] = game.players.start
    observe_with(made, game, states, 0)
    made["pay"](states, game.tables, 0, 0, 0, 1.0, 0.0, np.zeros((1, 4), np.float32), 0)
