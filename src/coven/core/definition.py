"""A game as everything else knows it. Nothing outside a game's package knows it otherwise.

`Definition` is what is said of a game before it is loaded, and light to import; `Implementation` is how it is played,
told and drawn, and is imported when the game is loaded. A game with rules and a table of moves is already playable
everywhere: whatever else it leaves out has a plain default.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from coven.core.option import Option, Settled, read, settle

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from coven.core.components import Checker, Data
    from coven.core.fields import Flat
    from coven.core.game import Game
    from coven.core.interface import Judgement, NeededRules
    from coven.core.language import Words
    from coven.core.moves import MoveTable
    from coven.core.plane import Observation
    from coven.core.statistic import Report, Statistics

Log = Sequence[tuple[int, int]]  # who acted, and the move as it was told


@dataclass(frozen=True)
class Definition:
    """What a game is, before it is loaded."""

    name: str  # in commands and addresses
    title: str  # a message
    players: range
    package: str  # the package that holds it
    load: Callable[[], Implementation]
    options: tuple[Option, ...] = ()
    # Ways to play worth testing and measuring, each where it is possible.
    variants: Mapping[str, Mapping[str, Any]] = field(default_factory=lambda: {"standard": {}})
    # Whether all win or lose as one, by the options as a record writes them.
    together: Callable[[Mapping[str, str]], bool] = lambda written: False

    @cached_property
    def implementation(self) -> Implementation:
        """How it is played; imported at the first use."""
        return self.load()

    def settle(self, players: int, given: Mapping[str, Any]) -> Settled:
        """The options of a game, as the rules read them and as a record writes them; raises BadOption."""
        return settle(self.title, self.options, players, given)

    def read_options(self, written: Mapping[str, str]) -> dict[str, Any]:
        """Options from a record's header or the command line."""
        return read(self.options, written)


@dataclass(frozen=True)
class ComponentFile:
    """How a game's component file is read."""

    schema: int
    check: Callable[[Checker], None]
    build: Callable[[Data], npt.NDArray[Any]]  # the tables that the rules read


@dataclass(frozen=True)
class Speech:
    """A game's own words. A label is as short as a button, a prompt is a question."""

    label: Callable[[Game, Any, int, Words, Sequence[str]], str] | None = None
    prompt: Callable[[Game, Any, Words], str] | None = None
    # What is being done and what waits behind it, innermost first.
    pending: Callable[[Game, Any, Words], list[str]] = lambda game, state, say: []
    ending: Callable[[Any], str] = lambda state: "points"  # how a finished game ended, in a word or two
    categories: Sequence[str] = ()  # of the final scoring, as messages
    faults: Sequence[str] = ()  # what the bits of the rules' `faults` mean


@dataclass(frozen=True)
class Implementation:
    """How a game is played, told and drawn."""

    rules: NeededRules  # a module; see interface.py
    state: type[Flat]
    moves: MoveTable
    most_legal: int  # the most moves or outcomes that a position can offer
    folder: Path  # of components.toml, rules.md, lessons.toml
    components: ComponentFile | None = None
    speech: Speech = field(default_factory=Speech)
    # The chance that what is being tried succeeds, with what has been played for it; None where nothing is tried.
    odds: Callable[[Game, Any], float | None] = lambda game, state: None
    # Gives veiled moves of a log their faces, to fit a state that `imagine` filled in.
    retell: Callable[[Game, Log, Any], list[int]] = lambda game, log, state: [move for _, move in log]
    draw: Callable[..., str] | None = None
    # Imported when they are first used: what bots think of it, what agents see, what the laboratory notes and tells.
    judgement: Callable[[], Judgement] | None = None
    observation: Callable[[], Observation] | None = None
    statistics: Callable[[], Statistics] | None = None
    report: Callable[[], Report] | None = None

    @cached_property
    def dtype(self) -> np.dtype[Any]:
        """The dtype of its states."""
        from coven.core.fields import dtype_of

        return dtype_of(self.state)
