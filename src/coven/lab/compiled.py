"""The compiled doors of the laboratory: over a game's own statistics, cached, or with plug-ins, compiled afresh."""

from __future__ import annotations

import types
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from coven.bots import compiled as bots
from coven.core.doors import Doors, compiled
from coven.core.game import Game
from coven.lab import statistics
from coven.lab.loops import FACTS
from coven.lab.statistics import Statistic

# Templates that name the statistics.
WATCHED = ("play_games", "watch_record")


def scope(game: Game) -> Doors:
    """What the laboratory's templates name."""
    return with_inlined({**bots.scope(game), **bots.doors(game), **watching(game)})


def with_inlined(named: Doors) -> Doors:
    """The same with the templates of the loops that are compiled into their callers."""
    from coven.lab import loops

    named = {**named, **vars(loops)}  # a template's own names win
    for name, template in loops.INLINED.items():
        named[name] = bind(template, named, inline="always")
    return named


def bind(template: Callable[..., Any], named: Doors, **how: Any) -> Any:
    """A template over what it names, compiled when it is first used and not cached."""
    import numba

    function = types.FunctionType(template.__code__, named, template.__name__, template.__defaults__)
    return numba.njit(nogil=True, error_model="numpy", **how)(function)


def watching(game: Game) -> Doors:
    """The game's own statistics, compiled."""
    own = statistics.module(game)
    return {name: getattr(own, name) for name in ("watch", "watch_end", "ending", "turns")}


def doors(game: Game) -> Doors:
    """Compiled at the first use."""
    from coven.lab import loops

    return compiled(game, "lab", "the laboratory", [loops], lambda: scope(game), _exercise)


def with_plugins(game: Game, plugins: Sequence[Statistic], own: bool) -> Doors:
    """The doors with further statistics behind the game's own, or instead of them. Not cached: plug-ins change."""
    from coven.lab import loops

    named = {**bots.scope(game), **bots.doors(game), **watching(game), **join(game, plugins, own)}
    named = with_inlined(named)
    return {**doors(game), **{name: bind(getattr(loops, name), named) for name in WATCHED}}


def join(game: Game, plugins: Sequence[Statistic], own: bool) -> Doors:
    """One `watch` and one `watch_end` that call every statistic with its slice of the row."""
    named: Doors = {}
    steps, ends = ["pass"], ["pass"]
    at = 0
    if own:
        at = statistics.module(game).WIDTH
        named |= {f"own_{name}": function for name, function in watching(game).items()}
        steps.append(f"own_watch(s, t, who, move, row[:{at}])")
        ends.append(f"own_watch_end(s, t, row[:{at}])")
    for number, plugin in enumerate(plugins):
        after = at + statistics.width(game, [plugin])
        if plugin.step is not None:
            named[f"step_{number}"] = _compile(plugin.step)
            steps.append(f"step_{number}(s, t, who, move, row[{at}:{after}])")
        if plugin.end is not None:
            named[f"end_{number}"] = _compile(plugin.end)
            ends.append(f"end_{number}(s, t, row[{at}:{after}])")
        at = after
    lines = ["def watch(s, t, who, move, row):", *(f"    {line}" for line in steps)]
    lines += ["def watch_end(s, t, row):", *(f"    {line}" for line in ends)]
    exec("\n".join(lines), named)
    return {name: _compile(named[name]) for name in ("watch", "watch_end")}


def _compile(function: Callable[..., Any]) -> Any:
    """Compiled as the rules are, but not cached; what is compiled already stays."""
    import numba

    if not isinstance(function, types.FunctionType):
        return function
    return numba.njit(nogil=True, error_model="numpy")(function)


def _exercise(game: Game, made: Doors) -> None:
    players = game.players.start
    numbers, _ = game.definition.options(players, {})
    state = game.definition.state
    rows = np.zeros((1, FACTS + statistics.module(game).WIDTH), np.int32)
    for watched in (0, 1):
        made["play_games"](
            game.tables,
            np.zeros(1, state),
            rows,
            np.zeros(4, np.int64),
            0,
            players,
            numbers,
            1,
            0,
            watched,
        )
    made["watch_record"](game.tables, np.zeros(1, state), np.zeros(0, np.int32), rows[0], players, numbers, 1)
    made["one_move"](game.new(players, seed=1)._states, game.tables, 0, 0, 1, 0, 1, *bots.room(game))
