"""What a game's rules, its judgement and its screen supply, written down, and checked when they are loaded.

A game's rules are a module with these functions. `s` is the state, `t` the component tables, both single records;
`out` and `weights` are room for a list. What a game leaves out of the second half has a plain default (plain.py).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import FunctionType
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from coven.core.errors import BrokenGame
from coven.core.fields import Row
from coven.core.seats import SEATS

if TYPE_CHECKING:
    from rich.text import Text

    from coven.core.move import Move
    from coven.core.view import View


class State(Protocol):
    """The fields that every state has."""

    players: int
    first: int  # the seat that began
    score: Row  # points, a number a seat
    depth: int  # decisions within each other


class NeededRules(Protocol):
    """The functions that every game's rules have."""

    VERSION: int  # raised when a change makes old records play differently

    def actor(self, s: Any) -> int:
        """The seat to act, CHANCE, or NOBODY when the game is over."""

    def begin(self, s: Any, t: Any, players: int, options: Any) -> None:
        """Set up the table in a zeroed state; options are numbers in the order the definition declares them.

        The last is the version of the rules that the game is played by, from OLDEST (if there is one) to VERSION.
        """

    def legal(self, s: Any, t: Any, out: Any) -> int:
        """List the legal moves of the seat to act, in rising order; returns how many."""

    def apply(self, s: Any, t: Any, move: int) -> None:
        """Make a legal move, or let an outcome of chance happen, and go on to the next decision."""


class Rules(NeededRules, Protocol):
    """All functions of a game's rules: those of the second half have a plain default."""

    def winners(self, s: Any, t: Any) -> int:
        """The winning seats as bits; without it most points win."""

    def chances(self, s: Any, t: Any, out: Any, weights: Any) -> int:
        """List the outcomes of a chance decision, rising, and their weights; without it there is no chance."""

    def sketch(self, s: Any, t: Any, out: Any) -> int:
        """The number of legal moves, and enough of them in `out` for `nth` to tell any."""

    def nth(self, s: Any, t: Any, out: Any, n: int, k: int) -> int:
        """Legal move number k of a sketch of n."""

    def knowers(self, s: Any, t: Any, move: int) -> int:
        """The seats who may know a move about to be made, as bits; EVERYONE without it."""

    def veil(self, s: Any, t: Any, move: int) -> int:
        """A move about to be made, as it is told to those who may not know it."""

    def redact(self, s: Any, t: Any, seat: int) -> None:
        """Leave only what a seat may know; -1 is a spectator. Without it nothing is hidden."""

    def imagine(self, s: Any, t: Any, seat: int, seed: int) -> None:
        """Fill a redacted state with hidden facts, every one consistent with it as likely as the others."""

    def turn_mark(self, s: Any) -> int:
        """A number that changes when the turn does; without it every change of the actor is a turn."""

    def faults(self, s: Any, t: Any) -> int:
        """Broken invariants as bits; 0 for a sound position."""

    def tally(self, s: Any, t: Any, seat: int, category: int) -> int:
        """What the end would add now, by category."""


class Judgement(Protocol):
    """What the bots are told of a game, in a module compiled as the rules are; see bots/plain_judgement.py.

    SEARCH, where a judgement has it, says how a tree grows best.
    """

    def appeals(self, s: Any, t: Any, moves: Any, n: int, weights: Any) -> None:
        """How inviting each of n legal moves looks, in whole numbers of at least 1, the same on every machine."""

    def outlook(self, s: Any, t: Any, values: Any) -> None:
        """Every seat's prospects: its chance to win."""

    def worth(self, s: Any, t: Any, seat: int) -> float:
        """The points a seat can expect at the end."""


class Learned(Judgement, Protocol):
    """A judgement that learned from games."""

    def foresee(self, s: Any, t: Any, values: Any) -> None:
        """As `outlook`, for a search, by what was learned; the same where nothing was."""

    def describe(self, s: Any, t: Any, table: Any, own: Any) -> None:
        """What it looks at; only where it can go on learning."""


class Drawings(Protocol):
    """The drawings of a terminal, a module: lines of text. terminal/plain_screen.py is that of a game without one."""

    @property
    def SECTIONS(self) -> Sequence[str]:
        """The parts that can be looked at alone."""

    def draw(
        self,
        view: View,
        *,
        names: Sequence[str],
        expected: Sequence[int],
        lang: str,
        width: int,
        height: int | None,
        section: str = "",
        focus: str = "",
        offered: Iterable[Move] = (),
    ) -> list[Text]:
        """The table as a seat sees it: what there is no height for is left out; a section alone, if one is named."""

    def others(self, view: View, *, names: Sequence[str], lang: str, width: int) -> list[Text]:
        """What every player has."""

    def legend(self, view: View, *, names: Sequence[str], lang: str) -> list[Text]:
        """What the signs mean."""


# What templates call: a game's rules and its judgement, the most moves a position can offer, Numba's type of a state,
# and Numba's CUDA target.
rules: Rules
judgement: Learned
MOST: int
STATE: Any
cuda: Any

NEEDED = {"actor": 1, "begin": 4, "legal": 3, "apply": 3}
OPTIONAL = {
    "winners": 2, "chances": 4, "sketch": 3, "nth": 5, "knowers": 3, "veil": 3, "redact": 3, "imagine": 4,
    "turn_mark": 1, "faults": 2, "tally": 4,
}  # fmt: skip
TOGETHER = (("sketch", "nth"), ("knowers", "veil"), ("redact", "imagine"))  # one is no use without the other


def function_faults(module: Any, needed: Mapping[str, int], optional: Mapping[str, int]) -> list[str]:
    """A sentence for each function that is missing, or takes another number of arguments than it is given."""
    wrong = []
    for name, count in {**needed, **optional}.items():
        function = getattr(module, name, None)
        takes = function.__code__.co_argcount if isinstance(function, FunctionType) else None
        many = f"{count} argument{'s' if count > 1 else ''}"
        if function is None:
            if name in needed:
                wrong.append(f"it needs a function {name} with {many}")
        elif takes is None:
            wrong.append(f"{name} must be a function")
        elif takes != count:
            wrong.append(f"{name} must take {many}, not {takes}")
    return wrong


def check_rules(game: str, rules: Any) -> None:
    """Raise BrokenGame, with a sentence for each thing missing, if a module is no set of rules."""
    wrong = []
    newest = getattr(rules, "VERSION", None)
    oldest = getattr(rules, "OLDEST", newest)
    if not isinstance(newest, int) or newest < 1:
        wrong.append("it needs VERSION, a whole number from 1 on")
    elif not (isinstance(oldest, int) and 1 <= oldest <= newest):
        wrong.append("OLDEST, the oldest version still playable, must lie between 1 and VERSION")
    wrong += function_faults(rules, NEEDED, OPTIONAL)
    for pair in TOGETHER:
        there = [name for name in pair if hasattr(rules, name)]
        if len(there) == 1:
            wrong.append(f"{pair[0]} and {pair[1]} belong together, and only {there[0]} is there")
    if wrong:
        raise BrokenGame(game, getattr(rules, "__name__", repr(rules)), wrong)


def check_state(game: str, where: str, state: np.dtype[Any]) -> None:
    """Raise BrokenGame if a state lacks what every state has."""
    wrong = []
    fields: Mapping[str, Any] = state.fields or {}
    for name in ("players", "first", "depth"):
        if name not in fields or fields[name][0].shape:
            wrong.append(f"the state needs a field {name}, a single number")
    if "score" not in fields or fields["score"][0].shape != (SEATS,):
        wrong.append(f"the state needs a field score with a number for each of {SEATS} seats")
    if wrong:
        raise BrokenGame(game, where, wrong)
