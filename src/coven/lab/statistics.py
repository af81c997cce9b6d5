"""Statistics: small plug-ins over the running games, compiled into the loop that plays them.

A statistic owns a slice of each game's row of numbers (int32, zero at the start) and says what its columns mean.
`step(s, t, who, move, row)` is called before every action applies: `s` is the state, `t` the component tables, `who`
the seat that acts (-1: chance), `move` its number. `end(s, t, row)` is called once, on the finished game. Both see the
statistic's own slice as `row`: a column has one place in it, or four if it is for each seat, in the order in which
they are declared. Both are compiled, so they are plain functions of numbers, and run at full speed on every core and
on a GPU. A game's own statistics are in its module `statistics`.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from coven.core.errors import BadOption

if TYPE_CHECKING:
    from coven.core.game import Game

SEATS = 4


@dataclass(frozen=True)
class Column:
    """A number of a game, or one for each seat (`name_0` to `name_3`)."""

    name: str
    about: str
    seats: bool = False
    labels: Mapping[int, str] = field(default_factory=dict)  # what single values mean, if they are no amounts
    kept: bool = True  # False: a note of the running game, not written down

    @property
    def width(self) -> int:
        """Places in the row."""
        return SEATS if self.seats else 1

    @property
    def names(self) -> list[str]:
        """As written down."""
        return [f"{self.name}_{seat}" for seat in range(SEATS)] if self.seats else [self.name]


@dataclass(frozen=True)
class Statistic:
    """A plug-in: what it is called, its columns in a game, and what it does."""

    name: str
    about: str
    columns: Callable[[Game], Sequence[Column]]
    step: Callable[..., None] | None = None
    end: Callable[..., None] | None = None


def builtin(game: Game) -> tuple[Statistic, ...]:
    """A game's own statistics, in the order in which its `watch` calls them."""
    found: tuple[Statistic, ...] = module(game).STATISTICS
    return found


def module(game: Game) -> Any:
    """The game's module `statistics`."""
    return importlib.import_module(f"{game.definition.package}.statistics")


def width(game: Game, statistics: Iterable[Statistic]) -> int:
    """Places that statistics need in a row."""
    return sum(column.width for statistic in statistics for column in statistic.columns(game))


def choose(game: Game, asked: Sequence[str | Statistic] | None) -> list[Statistic]:
    """The statistics that were asked for, by name or as such; None: all of the game's own.

    A name is one of the game's own, or `FILE.py:NAME` or `module:NAME` for a plug-in.
    """
    own = {statistic.name: statistic for statistic in builtin(game)}
    if asked is None:
        return list(own.values())
    chosen: list[Statistic] = []
    for one in asked:
        if isinstance(one, Statistic):
            chosen.append(one)
        elif one in own:
            chosen.append(own[one])
        elif ":" in one:
            chosen.append(_load(one))
        else:
            raise BadOption(
                f"{game.title} has no statistic {one!r}; it has {', '.join(own)}; "
                "a plug-in of your own is written FILE.py:NAME"
            )
    for one in chosen:
        if one.name in own and one is not own[one.name]:
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
