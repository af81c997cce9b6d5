"""What every part of the screen is given, and how problems, cards and places are called there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from rich.text import Text

from coven.core.art import DARK
from coven.core.picture import bits
from coven.games.witches import say as words
from coven.games.witches.picture.scene import Marks
from coven.games.witches.reading import CRISIS, SEALED, Reading
from coven.games.witches.state import DUNGEON, EASY, KINDS, SPACES, UNKNOWN
from coven.terminal.paper import emblem, seat_style

EASY_INK, HARD_INK = "#87d787", "#d7a0ff"
SYMBOL_INKS = ("#5fd7ff", "#d7a0ff", "#d7af87")  # Headology, Magic, Broomstick
CRISIS_INK = f"bold {DARK.danger}"
HAT = "▲"
COUNTRY = re.compile(r"\b((von|de) )?Lancre(-i)?\b")


@dataclass(frozen=True)
class Desk(Reading):
    """One drawing's ingredients."""

    marks: Marks = field(default_factory=Marks)

    def place(self, index: int, most: int = 99) -> str:
        """The name of a space, shortened where it is too long; then spaces of one place are told by number."""
        if index == DUNGEON:
            return self.say("Dungeon")
        called = [words.space(self.game, i, self.say) for i in range(SPACES)]
        if len(_bare(called[index])) > most:
            called = [self._numbered(i) for i in range(SPACES)]
        return shortened(called, index, most)

    def _numbered(self, index: int) -> str:
        """The name of a space as its notation counts it."""
        at = self.tables.location.tolist()
        name = words.location(self.game, at[index], self.say)
        return name if at.count(at[index]) == 1 else f"{name} {index - at.index(at[index]) + 1}"

    def location(self, index: int, most: int = 99) -> str:
        """The name of a location, shortened where it is too long."""
        called = [words.location(self.game, i, self.say) for i in range(len(self.locations))]
        return shortened(called, index, most)

    def held(self) -> list[int]:
        """The cards of the hand, as far as they may be seen."""
        return bits(self.state.hand[self.seat])

    def problem_line(self, space: int, most: int = 99) -> Text:
        """The problem of a space in colours, its name shortened where it is too long."""
        s = self.state
        kind, sealed = int(s.tile[space]), not int(s.face_up[space])
        line = Text()
        if kind < 0:
            return line
        line.append(SEALED if sealed else "", HARD_INK)
        if kind != UNKNOWN:
            called = [words.problem(self.game, i, self.say) for i in range(KINDS)]
            line.append(f"{shortened(called, kind, most)} {self.price(space)}", ink(kind))
        return line.append(CRISIS * int(s.crisis[space]), CRISIS_INK)


def shortened(called: Sequence[str], index: int, most: int) -> str:
    """One of these names in at most so many letters, and still told apart from the others."""
    name = called[index]
    if len(name) <= most:
        return name
    cuts = [_cut(other, most) for other in called]
    return cuts[index] if cuts.count(cuts[index]) == 1 else _end(_bare(name), most)


def _bare(name: str) -> str:
    """A name without the country, in which everything lies."""
    rest = " ".join(COUNTRY.sub(" ", name).split())
    return rest[:1].upper() + rest[1:] if any(letter.isalpha() for letter in rest) else name


def _cut(name: str, most: int) -> str:
    """The beginning of a name, and its number if it has one."""
    if len(name) <= most or len(name := _bare(name)) <= most:
        return name
    start, _, number = name.rpartition(" ")
    tail = f"…{number}" if number.isdecimal() and start else "…"
    return name[: most - len(tail)].rstrip() + tail


def _end(name: str, most: int) -> str:
    """The end of a name, from the first word that fits."""
    parts = name.split()
    ends = [" ".join(parts[i:]) for i in range(1, len(parts))]
    fitting = [end for end in ends if len(end) < most]
    return f"…{fitting[0] if fitting else name[len(name) - most + 1 :]}"


def ink(kind: int) -> str:
    return EASY_INK if kind < EASY else HARD_INK


def hats(seats: Sequence[int]) -> Text:
    """Witches standing together."""
    line = Text()
    for seat in seats:
        line.append(f"{HAT}{emblem(seat)}", seat_style(seat))
    return line


__all__ = [
    "CRISIS",
    "EASY_INK",
    "HARD_INK",
    "HAT",
    "SEALED",
    "SYMBOL_INKS",
    "Desk",
    "Marks",
    "bits",
    "hats",
    "ink",
]
