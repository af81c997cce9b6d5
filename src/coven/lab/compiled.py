"""The doors of the laboratory, compiled: over a game's own statistics, cached, or with plug-ins, compiled afresh."""

from __future__ import annotations

import types
from collections.abc import Sequence
from typing import Any

import numpy as np

from coven.bots import compiled as bots
from coven.core.cache import disabled
from coven.core.doors import CompiledPart, Doors, Scope, functions, wait_for
from coven.core.game import Game
from coven.core.loops import Deal
from coven.core.rule import copied, instantiate
from coven.core.seats import SEATS
from coven.core.statistic import Statistic, Watch
from coven.lab import actions, loops, statistics
from coven.lab.actions import FACTS, Draw, Seating

# Templates that name the statistics.
WATCHED = ("play_games", "watch_record")


class LabDoors(Doors):
    """The doors of lab/loops.py."""

    play_games = staticmethod(loops.play_games)
    one_move = staticmethod(loops.one_move)
    watch_record = staticmethod(loops.watch_record)


def scope(game: Game, native: bool) -> Scope:
    """What the laboratory's templates name over a game's own statistics."""
    return watched_scope(game, watching(game, native), native)


def watched_scope(game: Game, watch: Watch, native: bool) -> Scope:
    """What they name over any statistics; single actions, which are compiled into the loops, among it."""
    named = {**bots.scope(game, native), **functions(game, bots.BOTS, native), **watch_scope(game, watch)}
    for template in actions.INLINED:
        named[template.__name__] = compile(template, named, native, inline="always")
    return named


def compile(function: Any, named: Scope, native: bool = True, **how: Any) -> Any:
    """A function over what it names and a scope, compiled for others to call; not cached."""
    if not native or disabled():
        return copied(function, {**function.__globals__, **named})
    from coven.core.native import bind

    return bind(function, named, **how)


def watch_scope(game: Game, watch: Watch) -> Scope:
    """What is named of statistics: they, and whether turns are counted because they don't know them."""
    return {"statistics": watch, "COUNTED": not hasattr(statistics.own(game), "turns")}


def watching(game: Game, native: bool = True) -> Watch:
    """The game's own statistics, compiled."""
    return replaced(statistics.own(game), native)


def replaced(own: Any, native: bool = True, **others: Any) -> Watch:
    """Statistics with some of their functions replaced."""
    whole: Any = types.ModuleType("statistics")
    for name in ("watch", "watch_end", "ending", "turns"):
        one = others.get(name, getattr(own, name, actions.no_turns))  # only turns may be missing
        setattr(whole, name, compile(one, {}, native) if isinstance(one, types.FunctionType) else one)
    return whole  # type: ignore[no-any-return]


def doors(game: Game) -> LabDoors:
    """Compiled, and waited for: in the laboratory speed is the point."""
    return wait_for(game, LAB)


def with_plugins(game: Game, plugins: Sequence[Statistic], own: bool) -> LabDoors:
    """The doors with further statistics behind the game's own, or instead of them. Not cached: plug-ins change."""
    named = watched_scope(game, join(game, plugins, own), not disabled())
    if disabled():
        made = instantiate(loops, named)
    else:
        from coven.core.native import Instance

        made = Instance(loops, named, game.definition.package).doors
    return LabDoors({**vars(doors(game)), **{name: made[name] for name in WATCHED}})


def join(game: Game, plugins: Sequence[Statistic], own: bool) -> Watch:
    """One `watch` and one `watch_end` that call every statistic with its slice of the row."""
    named: Scope = {}
    steps, ends = ["pass"], ["pass"]
    at = 0
    if own:
        at = statistics.own(game).WIDTH
        named |= {"own": watching(game)}
        steps.append(f"own.watch(s, t, who, move, row[:{at}])")
        ends.append(f"own.watch_end(s, t, row[:{at}])")
    for number, plugin in enumerate(plugins):
        after = at + statistics.width(game, [plugin])
        if plugin.step is not None:
            named[f"step_{number}"] = compile(plugin.step, {})
            steps.append(f"step_{number}(s, t, who, move, row[{at}:{after}])")
        if plugin.end is not None:
            named[f"end_{number}"] = compile(plugin.end, {})
            ends.append(f"end_{number}(s, t, row[{at}:{after}])")
        at = after
    lines = ["def watch(s, t, who, move, row):", *(f"    {line}" for line in steps)]
    lines += ["def watch_end(s, t, row):", *(f"    {line}" for line in ends)]
    exec("\n".join(lines), named)
    return replaced(statistics.own(game), watch=named["watch"], watch_end=named["watch_end"])


def _exercise(game: Game, made: LabDoors) -> None:
    players = game.players.start
    numbers = game.numbers(players, {})
    state = game.dtype
    rows = np.zeros((1, FACTS + statistics.own(game).WIDTH), np.int32)
    deal, seating = Deal(players, numbers, 1), Seating(np.zeros(SEATS, np.int64), 0)
    for watched in (0, 1):
        made.play_games(game.tables, np.zeros(1, state), rows, deal, seating, 0, watched)
    made.watch_record(game.tables, np.zeros(1, state), np.zeros(0, np.int32), rows[0], players, numbers, 1)
    made.one_move(game.new(players, seed=1)._states, game.tables, 0, 0, Draw(1, 0), 1, bots.room(game))


LAB = CompiledPart("lab", "the laboratory", LabDoors, (loops,), scope, _exercise)
