"""Statistics: small plug-ins over the running games, compiled into the loop that plays them.

A statistic owns a slice of each game's row of numbers (int32, zero at the start) and says what its columns mean.
`step(s, t, who, move, row)` is called before every action applies: `s` is the state, `t` the component tables, `who`
the seat that acts (-1: chance), `move` its number. `end(s, t, row)` is called once, on the finished game. Both see the
statistic's own slice as `row`: a column has one place in it, or one a seat, in the order in which they are declared.
Both are compiled, so they are plain functions of numbers, and run at full speed on every core and on a GPU.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from coven.core.seats import SEATS

if TYPE_CHECKING:
    from coven.core.game import Game


@dataclass(frozen=True)
class Column:
    """A number of a game, or one for each seat (`name_0` and following)."""

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


class Statistics(Protocol):
    """A game's own statistics: a module with these, compiled as the rules are.

    It may have `turns` too (see Watch); without it turns are counted by the rules' `turn_mark`. A game without such a
    module has a plain one: lab/plain_statistics.py.
    """

    WIDTH: int  # places of all statistics in the row, in their order

    @property
    def STATISTICS(self) -> tuple[Statistic, ...]:
        """All of them."""

    @property
    def ENDINGS(self) -> tuple[str, ...]:
        """The ways a game may end."""

    def watch(self, s: Any, t: Any, who: int, move: int, row: Any) -> None:
        """Every statistic's step."""

    def watch_end(self, s: Any, t: Any, row: Any) -> None:
        """Every statistic's end."""

    def ending(self, s: Any) -> int:
        """How the game ended, as an index of ENDINGS."""


class Watch(Protocol):
    """Statistics as templates call them."""

    def watch(self, s: Any, t: Any, who: int, move: int, row: Any) -> None: ...
    def watch_end(self, s: Any, t: Any, row: Any) -> None: ...
    def ending(self, s: Any) -> int: ...
    def turns(self, s: Any, t: Any) -> int:
        """Turns that were taken."""


statistics: Watch
COUNTED: bool  # whether turns are counted, or the statistics know them


# -- reports --------------------------------------------------------------------------------------------------


def spelled(name: str) -> str:
    """A thing by its column."""
    return name.replace("_", " ")


@dataclass(frozen=True)
class Topic:
    """A kind of thing whose worth a report asks for."""

    title: str
    columns: str  # a pattern; what it catches is the thing's name
    names: Mapping[str, str] = field(default_factory=dict)
    note: str = ""
    spell: Callable[[str], str] = spelled  # of names that are not listed

    def about(self, column: str) -> bool:
        """Whether a column is of this kind."""
        return re.fullmatch(self.columns, column) is not None

    def thing(self, column: str) -> str:
        """What a column's thing is called."""
        found = re.fullmatch(self.columns, column)
        assert found is not None
        name = found[1] if found.groups() else column
        return self.names.get(name) or self.spell(name)


@dataclass(frozen=True)
class Report:
    """What a report asks of a game's statistics."""

    topics: tuple[Topic, ...] = ()
    sources: Mapping[str, str] = field(default_factory=dict)  # what the columns `points_...` are called
    endings: Mapping[str, str] = field(default_factory=lambda: {"points": "by points"})  # in words
    losses: tuple[str, ...] = ()  # endings in which all lose, told of even where they never happened
    alone: str = "of games are won"  # what a win alone is

    def source(self, column: str) -> str:
        """What a source of points is called."""
        name = column.removeprefix("points_")
        return self.sources.get(name) or spelled(name)
