"""The compiled doors of the bots: search and its helpers over a game's rules and judgement."""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import Any

import numpy as np

from coven.core.doors import Doors, compiled, rule_scope
from coven.core.game import Game


def judgement(game: Game) -> ModuleType:
    """The game's judgement: what moves look inviting and what positions are worth."""
    return importlib.import_module(f"{game.definition.rules.__package__}.judgement")


def scope(game: Game) -> Doors:
    """What the bots' templates name: the rules, the doors over them, and the game's judgement."""
    named = vars(judgement(game))
    # A search foresees by what was learned, where a game has that.
    return {**rule_scope(game), **game.doors, "foresee": named["outlook"], **named}


def doors(game: Game) -> Doors:
    """Compiled at the first use."""
    from coven.bots import mind, tree

    return compiled(game, "bots", "the bots", [mind, tree], lambda: scope(game), _exercise)


def recall(game: Game) -> Any:
    """What a judgement that can be learned sees in a record: see lessons.py."""
    from coven.bots import lessons
    from coven.core.rule import instantiate

    return instantiate(lessons, scope(game), game.definition.name, "bots")["recall"]


def room(game: Game) -> tuple[Any, ...]:
    """Scratch for one thread: three worlds, moves, values, and the two lists the rules fill."""
    most = game.definition.most_legal
    return (
        np.zeros(3, game.definition.state),
        np.zeros(most, np.int32),
        np.zeros(most),
        np.zeros(most, np.int32),
        np.zeros(most, np.int32),
    )


def _exercise(game: Game, made: Doors) -> None:
    from coven.bots.thought import Settings, Tree

    states = game.new(game.players.start, seed=1)._states
    *_, out, weights = room(game)
    made["light_choice"](states, game.tables, 0, 1, out, weights)
    made["greedy_move"](states, game.tables, 0, 1, 1, *room(game))
    made["judge"](states, game.tables, 0, np.zeros(4))
    Tree(game, 0, 64, Settings()).grow(made, states, 1, 1, 1, np.zeros(1, np.int64))
