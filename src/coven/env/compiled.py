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
    from coven.env.observation import layout, reinterpret

    batch = Batch(game, 1, game.players.start, 1, "win", 1, {}, made)
    batch.reset()
    batch.step(batch.sample())
    states = np.zeros(1, game.definition.state)
    plan = layout(game.name)
    out = np.zeros((1, plan.size), np.float32)
    made["observe_row"](
        states, *reinterpret(states), 0, 0, plan.items, plan.scales, np.arange(len(plan.items)), out
    )
    made["pay"](states, game.tables, 0, 0, 0, 1.0, 0.0, np.zeros((1, 4), np.float32), 0)
