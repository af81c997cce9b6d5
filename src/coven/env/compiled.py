"""The doors of the environments, and of networks, which see what an agent does."""

from __future__ import annotations

import numpy as np

from coven.bots import neurons
from coven.core.doors import RULES, CompiledPart, Doors, Scope, at_once, functions, rule_scope, wait_for
from coven.core.game import Game
from coven.core.seats import SEATS
from coven.env import loops
from coven.env.groups import Pays


class EnvDoors(Doors):
    """The doors of env/loops.py and bots/neurons.py."""

    observe_row = staticmethod(loops.observe_row)
    pay = staticmethod(loops.pay)
    first_illegal = staticmethod(loops.first_illegal)
    open_rows = staticmethod(loops.open_rows)
    step_rows = staticmethod(loops.step_rows)
    sample_rows = staticmethod(loops.sample_rows)
    think = staticmethod(neurons.think)
    weigh = staticmethod(neurons.weigh)
    judge = staticmethod(neurons.judge)


def doors(game: Game) -> EnvDoors:
    """As they are now: plain Python until compiled ones take over."""
    return at_once(game, ENV)


def compiled_doors(game: Game) -> EnvDoors:
    """The same compiled, waited for."""
    return wait_for(game, ENV)


def scope(game: Game, native: bool) -> Scope:
    """What the environments' templates name."""
    return {**functions(game, RULES, native), **rule_scope(game, native)}


def _exercise(game: Game, made: EnvDoors) -> None:
    from coven.bots import network
    from coven.bots.policy_bot import Answer
    from coven.env.many import Batch
    from coven.env.observation import observe_with

    batch = Batch(game, 1, game.players.start, 1, "win", 1, {}, made)
    batch.reset()
    batch.step(batch.sample())
    states = np.zeros(1, game.dtype)
    states["players"] = game.players.start
    observe_with(made, game, states, 0)
    made.pay(states, game.tables, 0, Pays(0, 0, 1.0, 0.0), np.zeros((1, SEATS), np.float32))
    if network.usual(game).is_file():
        position = game.new(game.players.start, seed=1)
        assert position.actor is not None
        view = position.view(position.actor)
        Answer(network.load(game), game, view._states, position.actor, view.legal.ids, made)


ENV = CompiledPart("env", "the environments", EnvDoors, (loops, neurons), scope, _exercise)
