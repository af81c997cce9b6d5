"""The statistics of a job: a game's own, or plain ones, and plug-ins (see core/statistic.py)."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from coven.core.errors import BadOption
from coven.core.statistic import Statistic, Statistics

if TYPE_CHECKING:
    from coven.core.game import Game


def builtin(game: Game) -> tuple[Statistic, ...]:
    """A game's own statistics, in the order in which its `watch` calls them."""
    return own(game).STATISTICS


def own(game: Game) -> Statistics:
    """What the game itself notes; nothing more than every row has, if it brings no statistics."""
    found = game.definition.statistics
    if found is None:
        from coven.lab import plain_statistics

        return plain_statistics
    return found


def width(game: Game, statistics: Iterable[Statistic]) -> int:
    """Places that statistics need in a row."""
    return sum(column.width for statistic in statistics for column in statistic.columns(game))


def choose(game: Game, asked: Sequence[str | Statistic] | None) -> list[Statistic]:
    """The statistics that were asked for, by name or as such; None: all of the game's own.

    A name is one of the game's own, or `FILE.py:NAME` or `module:NAME` for a plug-in.
    """
    known = {statistic.name: statistic for statistic in builtin(game)}
    if asked is None:
        return list(known.values())
    chosen: list[Statistic] = []
    for one in asked:
        if isinstance(one, Statistic):
            chosen.append(one)
        elif one in known:
            chosen.append(known[one])
        elif ":" in one:
            chosen.append(_load(one))
        else:
            raise BadOption(
                f"{game.title} has no statistic {one!r}; it has {', '.join(known) or 'none'}; "
                "a plug-in of your own is written FILE.py:NAME"
            )
    for one in chosen:
        if one.name in known and one is not known[one.name]:
            raise BadOption(f"{game.title} has a statistic {one.name!r} of its own: give yours another name")
    names = [statistic.name for statistic in chosen]
    columns = [name for one in chosen for column in one.columns(game) for name in column.names]
    for listed, what in ((names, "statistic"), (columns, "column")):
        double = next((name for name in listed if listed.count(name) > 1), None)
        if double is not None:
            raise BadOption(f"the {what} {double!r} is there twice: give each a name of its own")
    return chosen


def _load(spec: str) -> Statistic:
    """A plug-in named on the command line."""
    where, _, name = spec.rpartition(":")
    try:
        if where.endswith(".py"):
            found = importlib.util.spec_from_file_location(Path(where).stem, where)
            assert found is not None
            assert found.loader is not None
            source = importlib.util.module_from_spec(found)
            found.loader.exec_module(source)
        else:
            source = importlib.import_module(where)
    except (ImportError, OSError) as problem:
        raise BadOption(f"the statistic {spec!r} can't be loaded: {problem}") from None
    statistic = getattr(source, name, None)
    if not isinstance(statistic, Statistic):
        raise BadOption(f"{where} has no Statistic called {name!r}")
    return statistic
