"""Compiling what works over a game's rules, once, and saying so when it takes a while."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numba.core.errors import NumbaError

from coven.core import loops
from coven.core.errors import BrokenGame
from coven.core.interface import NEEDED, OPTIONAL, NeededRules, Rules

if TYPE_CHECKING:
    from coven.core.game import Game

Scope = dict[str, Any]  # what templates name


class Doors:
    """Templates compiled over one game: each stands in the class as it is written, in an instance as it runs."""

    def __init__(self, made: Mapping[str, Any]) -> None:
        self.__dict__.update(made)


class RuleDoors(Doors):
    """The doors of core/loops.py."""

    who = staticmethod(loops.who)
    start = staticmethod(loops.start)
    list_legal = staticmethod(loops.list_legal)
    list_chances = staticmethod(loops.list_chances)
    play = staticmethod(loops.play)
    decide_chance = staticmethod(loops.decide_chance)
    roll_on = staticmethod(loops.roll_on)
    play_on = staticmethod(loops.play_on)
    who_won = staticmethod(loops.who_won)
    turn = staticmethod(loops.turn)
    hide = staticmethod(loops.hide)
    fill = staticmethod(loops.fill)
    end_worth = staticmethod(loops.end_worth)
    game_seed = staticmethod(loops.game_seed)
    random_games = staticmethod(loops.random_games)
    inspect = staticmethod(loops.inspect)
    checked_games = staticmethod(loops.checked_games)
    perft = staticmethod(loops.perft)


D = TypeVar("D", bound=Doors)
_compiling = threading.RLock()
_made: dict[tuple[str, str], Any] = {}


def compiled(
    game: Game,
    part: str,
    what: str,
    kind: type[D],
    templates: Sequence[ModuleType],
    scope: Callable[[], Scope],
    exercise: Callable[[Game, D], None],
) -> D:
    """The templates compiled over what `scope` names, or loaded from the cache.

    `exercise` calls the doors that will be needed once, so that compiling happens here and nowhere later.
    """
    from coven.core.rule import cache_folder, instantiate

    package = game.definition.package
    with _compiling:
        if (package, part) in _made:
            doors: D = _made[package, part]
            return doors
        named = scope()
        done = cache_folder(package, part) / "done"
        first = not done.exists()
        began = time.monotonic()
        if first:
            print(f"Compiling {what} of {game.title}, once (up to a minute) …", file=sys.stderr, flush=True)
        made: Scope = {}
        for module in templates:
            made |= instantiate(module, {**named, **made}, package, part)
        doors = kind(made)
        exercise(game, doors)
        if first:
            done.touch()
            print(f"… done in {time.monotonic() - began:.0f} s.", file=sys.stderr, flush=True)
        _made[package, part] = doors
        return doors


def rule_doors(game: Game) -> RuleDoors:
    """The doors of core/loops.py over a game's rules."""
    try:
        return compiled(game, "rules", "the rules", RuleDoors, [loops], lambda: rule_scope(game), _exercise)
    except NumbaError as problem:
        where = getattr(game.implementation.rules, "__name__", game.definition.package)
        raise BrokenGame(game.name, where, [f"its rules can't be compiled: {problem}"]) from problem


def rule_scope(game: Game) -> Scope:
    """What every template may name: the game's rules, and the most moves a position can offer."""
    return {"rules": game.rules, "MOST": game.implementation.most_legal}


def whole_rules(package: str, rules: NeededRules) -> Rules:
    """A game's rules with plain ones for what they leave out."""
    from coven.core import plain
    from coven.core.rule import instantiate

    whole: Any = ModuleType(f"{package}.whole_rules")
    missing = [name for name in OPTIONAL if not hasattr(rules, name)]
    stand_in = instantiate(plain, {"rules": whole}, package, "rules") if missing else {}
    for name in NEEDED | OPTIONAL:
        setattr(whole, name, stand_in[name] if name in missing else getattr(rules, name))
    whole.VERSION = rules.VERSION
    return whole  # type: ignore[no-any-return]


def _exercise(game: Game, doors: RuleDoors) -> None:
    tables = game.tables
    scratch = game.scratch
    players = game.players.start
    numbers = game.numbers(players, {})
    states = np.zeros(1, game.dtype)
    out, weights, told = scratch.moves, scratch.weights, scratch.told
    doors.start(states, tables, 0, players, numbers)
    doors.who(states, 0)
    doors.list_chances(states, tables, 0, out, weights)
    doors.play(states, tables, 0, -1, out, weights, told)
    doors.roll_on(states, tables, 0, 1, 0, out, weights, told)
    doors.list_legal(states, tables, 0, out)
    doors.play_on(states, tables, 0, -1, 1, 0, out, weights, told)
    doors.who_won(states, tables, 0)
    doors.turn(states, 0)
    doors.hide(states, tables, 0, -1)
    doors.fill(states, tables, 0, -1, 1)
    doors.end_worth(states, tables, 0, 0, 0)
    doors.inspect(states, tables, 0)
    doors.random_games(tables, np.zeros(1, game.dtype), np.zeros(1, np.int64), players, numbers, 1, 0)
