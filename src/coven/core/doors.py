"""Compiling what works over a game's rules, once, and saying so when it takes a while."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from coven.core.game import Game

Doors = dict[str, Any]

_compiling = threading.RLock()
_doors: dict[tuple[str, str], Doors] = {}


def compiled(
    game: Game,
    part: str,
    what: str,
    templates: Sequence[ModuleType],
    scope: Callable[[], Doors],
    exercise: Callable[[Game, Doors], None],
) -> Doors:
    """The templates compiled over what `scope` names, or loaded from the cache.

    `exercise` calls the doors that will be needed once, so that compiling happens here and nowhere later.
    """
    from coven.core.rule import cache_folder, instantiate

    name = game.definition.name
    with _compiling:
        if (name, part) in _doors:
            return _doors[name, part]
        named = scope()
        done = cache_folder(name, part) / "done"
        first = not done.exists()
        began = time.monotonic()
        if first:
            print(f"Compiling {what} of {game.title}, once (up to a minute) …", file=sys.stderr, flush=True)
        doors: Doors = {}
        for module in templates:
            doors |= instantiate(module, {**named, **doors}, name, part)
        exercise(game, doors)
        if first:
            done.touch()
            print(f"… done in {time.monotonic() - began:.0f} s.", file=sys.stderr, flush=True)
        _doors[name, part] = doors
        return doors


def rule_doors(game: Game) -> Doors:
    """The doors of core/loops.py over a game's rules."""
    from coven.core import loops

    return compiled(game, "rules", "the rules", [loops], lambda: rule_scope(game), _exercise)


def rule_scope(game: Game) -> Doors:
    """What every template may name: the game's rules, and the most moves a position can offer."""
    return {**vars(game.definition.rules), "MOST": game.definition.most_legal}


def _exercise(game: Game, doors: Doors) -> None:
    definition = game.definition
    tables = game.tables
    scratch = game.scratch
    players = definition.players.start
    numbers, _ = definition.options(players, {})
    states = np.zeros(1, definition.state)
    out, weights, told = scratch.moves, scratch.weights, scratch.told
    doors["start"](states, tables, 0, players, numbers)
    doors["who"](states, 0)
    doors["list_chances"](states, tables, 0, out, weights)
    doors["play"](states, tables, 0, -1, out, weights, told)
    doors["roll_on"](states, tables, 0, 1, 0, out, weights, told)
    doors["list_legal"](states, tables, 0, out)
    doors["play_on"](states, tables, 0, -1, 1, 0, out, weights, told)
    doors["who_won"](states, tables, 0)
    doors["hide"](states, tables, 0, -1)
    doors["fill"](states, tables, 0, -1, 1)
    doors["end_worth"](states, tables, 0, 0, 0)
    doors["inspect"](states, tables, 0)
    doors["random_games"](
        tables, np.zeros(1, definition.state), np.zeros(1, np.int64), players, numbers, 1, 0
    )
