"""A game as everything else knows it. Nothing outside a game's package knows it otherwise.

`Definition` is what is said of a game before it is loaded, and light to import; `Implementation` is how it is played,
told and drawn: `IMPLEMENTATION` of the package's module `game`, imported when the game is loaded. A game with rules and
a table of moves is already playable everywhere: whatever else it leaves out has a plain default.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from coven.core import extras
from coven.core.lazily import lazily
from coven.core.option import RESERVED, Option, Settled, read, settle
from coven.core.seats import SEATS

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from coven.core.about import Explain
    from coven.core.alarm import Alarm
    from coven.core.choice import Choice
    from coven.core.components import Checker, Data
    from coven.core.events import Telling
    from coven.core.fields import Flat
    from coven.core.game import Game
    from coven.core.interface import Drawings, Judgement, NeededRules
    from coven.core.language import Words
    from coven.core.move import Legal
    from coven.core.moves import MoveTable
    from coven.core.picture import Picture
    from coven.core.plane import Observation
    from coven.core.statistic import Report, Statistics
    from coven.core.view import View
    from coven.core.why import Refusing

LONGEST = 16  # letters of a name: saved positions hold it
NAME = re.compile(rf"[a-z][a-z0-9_]{{0,{LONGEST - 1}}}")
Log = Sequence[tuple[int, int]]  # who acted, and the move as it was told


@dataclass(frozen=True)
class Definition:
    """What a game is, before it is loaded."""

    name: str  # in commands and addresses
    title: str  # what it is sold as; catalogues have it in the context "title"
    players: range
    package: str  # the package that holds it
    options: tuple[Option, ...] = ()
    # Where games are listed the lower stands first; the very first is what `coven play` plays.
    rank: int = 100
    # What the pages say of it; all are messages.
    facts: str = ""  # for how many it is, and how long it takes; without it the numbers alone are said
    blurb: str = ""  # what it is about
    lead: tuple[str, ...] = ()  # how it is played, in a few sentences, before a first game
    credit: str = ""  # its whole name, and who made it up
    # Ways to play worth testing and measuring, each where it is possible.
    variants: Mapping[str, Mapping[str, Any]] = field(default_factory=lambda: {"standard": {}})
    # Whether all win or lose as one, by the options as a record writes them.
    together: Callable[[Mapping[str, str]], bool] = lambda written: False

    def faults(self) -> list[str]:
        """What must be mended before anything else can know it, a sentence each."""
        wrong = []
        if not NAME.fullmatch(self.name):
            wrong.append(f"its name must be 1 to {LONGEST} small letters, digits and _, not {self.name!r}")
        if not self.players or set(self.players) - set(range(1, SEATS + 1)) or self.players.step != 1:
            wrong.append(f"its players must be a range within 1 to {SEATS}, not {self.players!r}")
        names = [option.name for option in self.options]
        for name in names:
            if not NAME.fullmatch(name):
                wrong.append(
                    f"an option's name must be 1 to {LONGEST} small letters, digits and _, not {name!r}"
                )
            elif name in RESERVED or names.count(name) > 1:
                wrong.append(f"an option can't be called {name!r}: there is something else of that name")
        return list(dict.fromkeys(wrong))

    @lazily
    def implementation(self) -> Implementation:
        """How it is played; imported at the first use."""
        found: Implementation = import_module(f"{self.package}.game").IMPLEMENTATION
        return found

    @property
    def folder(self) -> Path:
        """Where its files are: rules.md, lessons.toml, components.toml."""
        return Path(*import_module(self.package).__path__)

    # Modules of the package that need not be there. Each is imported and checked at the first use; BrokenGame says what
    # is wrong with it.

    @lazily
    def judgement(self) -> Judgement | None:
        """What bots think of it: the module `judgement`."""
        return extras.judgement(self)

    @lazily
    def observation(self) -> Observation | None:
        """What agents see: `OBSERVATION` of the module `planes`."""
        return extras.observation(self)

    @lazily
    def statistics(self) -> Statistics | None:
        """What the laboratory notes: the module `statistics`."""
        return extras.statistics(self)

    @lazily
    def report(self) -> Report | None:
        """What the laboratory tells: `REPORT` of the module `report`."""
        return extras.report(self)

    @lazily
    def screen(self) -> Drawings | None:
        """The drawings of a terminal: the module `screen`."""
        return extras.screen(self)

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
    # What its sections are called, and what of a section may be more or less sure than the rest; messages. What is
    # left out goes by its key.
    sections: Mapping[str, str] = field(default_factory=dict)
    aspects: Mapping[str, str] = field(default_factory=dict)


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
    most_legal: int = 0  # the most moves or outcomes that a position can offer; all there are, if not said
    components: ComponentFile | None = None
    speech: Speech = field(default_factory=Speech)
    # The chance that what is being tried succeeds, with what has been played for it; None where nothing is tried.
    odds: Callable[[Game, Any], float | None] = lambda game, state: None
    # Gives veiled moves of a log their faces, to fit a state that `imagine` filled in.
    retell: Callable[[Game, Log, Any], list[int]] = lambda game, log, state: [move for _, move in log]
    draw: Picture[Any] | None = None  # see core/picture.py
    cover: Callable[[Game], str] | None = None  # see core/cover.py
    # The moves as a tree of choices; without it they are a list.
    choices: Callable[[View, Legal, str], list[Choice]] | None = None
    events: Telling | None = None  # how it tells what happened; without it moves are told by their words
    # Why a move can't be made, by its own rules; without it that is said plainly. See core/why.py.
    refusing: Refusing | None = None
    explain: Explain | None = None  # what the things of its picture are; without it the picture says it alone
    # What may end or lose the game, and how near it is.
    alarms: Callable[[View, str], list[Alarm]] = lambda view, lang: []
    verdict: Callable[[View, str], str] = lambda view, lang: ""  # how it ended, where points don't say it all
    end_adds: bool = True  # the points of the end are not in the score before it

    def __post_init__(self) -> None:
        if self.most_legal == 0:
            object.__setattr__(
                self, "most_legal", max(self.moves.actions, self.moves.size - self.moves.actions)
            )

    @lazily
    def dtype(self) -> np.dtype[Any]:
        """The dtype of its states."""
        from coven.core.fields import dtype_of

        return dtype_of(self.state)
