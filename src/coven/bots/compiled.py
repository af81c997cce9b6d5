"""The compiled doors of the bots: search and its helpers over a game's rules and judgement."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from coven.bots import mind, tree
from coven.bots.interface import Judgement, Learned
from coven.core.doors import Doors, Scope, compiled, rule_scope
from coven.core.game import Game


class BotDoors(Doors):
    """The doors of bots/mind.py and bots/tree.py."""

    light_move = staticmethod(mind.light_move)
    light_choice = staticmethod(mind.light_choice)
    weigh_turn = staticmethod(mind.weigh_turn)
    judge = staticmethod(mind.judge)
    greedy_move = staticmethod(mind.greedy_move)
    grow = staticmethod(tree.grow)


def judgement(game: Game) -> Judgement:
    """The game's judgement: what moves look inviting and what positions are worth."""
    own = game.implementation.judgement
    if own is None:
        from coven.bots.plain_judgement import judgement_of

        return judgement_of(game)
    return own()


def scope(game: Game) -> Scope:
    """What the bots' templates name: the rules, the doors over them, and the game's judgement."""
    return {**vars(game.doors), **rule_scope(game), "judgement": whole_judgement(game)}


def whole_judgement(game: Game) -> Learned:
    """A search foresees by what was learned, where a game has that."""
    own = judgement(game)
    whole: Any = ModuleType(f"{game.definition.package}.whole_judgement")
    for name in ("appeals", "outlook", "worth", "foresee", "describe"):
        if hasattr(own, name):
            setattr(whole, name, getattr(own, name))
    if not hasattr(own, "foresee"):
        whole.foresee = own.outlook
    return whole  # type: ignore[no-any-return]


def doors(game: Game) -> BotDoors:
    """Compiled at the first use."""
    return compiled(game, "bots", "the bots", BotDoors, [mind, tree], lambda: scope(game), _exercise)


def recall(game: Game) -> Any:
    """What a judgement that can be learned sees in a record: see lessons.py."""
    from coven.bots import lessons
    from coven.core.rule import instantiate

    return instantiate(lessons, scope(game), game.definition.package, "bots")["recall"]


def room(game: Game) -> tuple[Any, ...]:
    """Scratch for one thread: three worlds, moves, values, and the two lists the rules fill."""
    most = game.implementation.most_legal
    return (
        np.zeros(3, game.dtype),
        np.zeros(most, np.int32),
        np.zeros(most),
        np.zeros(most, np.int32),
        np.zeros(most, np.int32),
    )


def _exercise(game: Game, made: BotDoors) -> None:
    from coven.bots.thought import Settings, Tree

    states = game.new(game.players.start, seed=1)._states
    *_, out, weights = room(game)
    made.light_choice(states, game.tables, 0, 1, out, weights)
    made.greedy_move(states, game.tables, 0, 1, 1, *room(game))
    made.judge(states, game.tables, 0, np.zeros(4))
    Tree(game, 0, 64, Settings()).grow(made, states, 1, 1, 1, np.zeros(1, np.int64))
