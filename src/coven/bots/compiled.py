"""The doors of the bots: search and its helpers over a game's rules and judgement."""

from __future__ import annotations

from functools import cache
from types import ModuleType
from typing import Any

import numpy as np

from coven.bots import growth, network_search, policies, rollouts, tree
from coven.bots.policies import Room
from coven.core.doors import RULES, CompiledPart, Doors, Scope, at_once, functions, rule_scope, wait_for
from coven.core.game import Game
from coven.core.interface import Judgement, Learned
from coven.core.seats import SEATS


class BotDoors(Doors):
    """The doors of bots/policies.py, bots/growth.py and bots/rollouts.py."""

    light_move = staticmethod(policies.light_move)
    light_choice = staticmethod(policies.light_choice)
    weigh_turn = staticmethod(policies.weigh_turn)
    judge = staticmethod(policies.judge)
    greedy_move = staticmethod(policies.greedy_move)
    soft_choice = staticmethod(policies.soft_choice)
    inviting_choice = staticmethod(policies.inviting_choice)
    grow = staticmethod(growth.grow)
    compare = staticmethod(rollouts.compare)


def judgement(game: Game) -> Judgement:
    """The game's judgement: what moves look inviting and what positions are worth."""
    own = game.definition.judgement
    return plain_judgement_of(game) if own is None else own


@cache
def plain_judgement_of(game: Game) -> Judgement:
    """The judgement of a game that brings none."""
    from coven.bots import plain_judgement
    from coven.core.rule import instantiate

    whole: Any = ModuleType(f"{game.definition.package}.plain_judgement")
    vars(whole).update(instantiate(plain_judgement, rule_scope(game, native=False)))
    return whole  # type: ignore[no-any-return]


def scope(game: Game, native: bool) -> Scope:
    """What the bots' templates name: the rules, the doors over them, and the game's judgement."""
    named = {**functions(game, RULES, native), **rule_scope(game, native)}
    return {**named, "judgement": whole_judgement(game, native)}


def whole_judgement(game: Game, native: bool) -> Learned:
    """A search foresees by what was learned, where a game has that."""
    own = judgement(game)
    whole: Any = ModuleType(f"{game.definition.package}.whole_judgement")
    for name in ("appeals", "outlook", "worth", "foresee", "describe"):
        if hasattr(own, name):
            setattr(whole, name, _native(game, getattr(own, name)) if native else getattr(own, name))
    if not hasattr(own, "foresee"):
        whole.foresee = whole.outlook
    return whole  # type: ignore[no-any-return]


def _native(game: Game, function: Any) -> Any:
    """A function of a judgement, compiled: a rule, or a template of the plain judgement."""
    from coven.core.native import bind, native
    from coven.core.rule import is_rule

    return native(function) if is_rule(function) else bind(function, rule_scope(game, native=True))


def doors(game: Game) -> BotDoors:
    """As they are now: plain Python until compiled ones take over."""
    return at_once(game, BOTS)


def compiled_doors(game: Game) -> BotDoors:
    """The same compiled, waited for."""
    return wait_for(game, BOTS)


@cache
def recall(game: Game) -> Any:
    """What a judgement that can be learned sees in a record, compiled: see recall.py."""
    from coven.bots import recall as template
    from coven.core.native import Instance

    return Instance(template, scope(game, native=True), game.definition.package).doors["recall"]


def room(game: Game) -> Room:
    """Scratch for one thread."""
    most = game.implementation.most_legal
    return Room(
        np.zeros(3, game.dtype),
        np.zeros(most, np.int32),
        np.zeros(most),
        np.zeros(most, np.int32),
        np.zeros(most, np.int32),
    )


def _exercise(game: Game, made: BotDoors) -> None:
    from coven.bots.evaluator import evaluator_of
    from coven.bots.search import SearchSettings, SearchTree

    states = game.new(game.players.start, seed=1)._states
    scratch = room(game)
    made.light_choice(states, game.tables, 0, 1, scratch.out, scratch.weights)
    made.soft_choice(states, game.tables, 0, 1, 1, scratch.out, scratch.weights)
    made.inviting_choice(states, game.tables, 0, scratch.out, scratch.weights)
    made.greedy_move(states, game.tables, 0, 1, 1, scratch)
    made.judge(states, game.tables, 0, np.zeros(SEATS))
    SearchTree(game, 0, 64, SearchSettings()).grow(made, states, 1, 1, 1, np.zeros(1, np.int64))
    told = np.zeros((0, 0, SEATS))
    no_moves = np.zeros(0, np.int32)
    how = SearchSettings().array()
    blind = evaluator_of(game, None, False)
    made.compare(states, game.tables, 0, 1, 0, no_moves, 0, how, blind, scratch, told, told)


BOTS = CompiledPart(
    "bots", "the bots", BotDoors, (policies, tree, network_search, growth, rollouts), scope, _exercise
)
