"""What every part of the screen is given, and how problems, cards and places are called there."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.text import Text

from coven.core.art import DARK
from coven.core.picture import bits
from coven.games.witches import say as words
from coven.games.witches.picture.scene import Marks
from coven.games.witches.state import (
    ATTEMPT,
    DUNGEON,
    DUNGEONED,
    EASY,
    ELF,
    KINDS,
    MAGPYR,
    SPACES,
    UNKNOWN,
)
from coven.terminal import desk
from coven.terminal.paper import emblem, seat_style

EASY_INK, HARD_INK = "#87d787", "#d7a0ff"
SYMBOL_INKS = ("#5fd7ff", "#d7a0ff", "#d7af87")  # Headology, Magic, Broomstick
CRISIS_INK = f"bold {DARK.danger}"
CRISIS = "*"
HAT = "▲"
SEALED = "?"
COUNTRY = re.compile(r"\b((von|de) )?Lancre(-i)?\b")


@dataclass(frozen=True)
class Desk(desk.Desk):
    """One drawing's ingredients."""

    marks: Marks = field(default_factory=Marks)

    @property
    def locations(self) -> Sequence[Mapping[str, Any]]:
        places: Sequence[Mapping[str, Any]] = self.game.components.data["board"]["locations"]
        return places

    def spaces(self) -> list[Mapping[str, Any]]:
        """The spaces of the board in order: id, x and y in percent."""
        return [space for place in self.locations for space in place["spaces"]]

    def place(self, index: int, most: int = 99) -> str:
        """The name of a space, shortened where it is too long."""
        if index == DUNGEON:
            return self.say("Dungeon")
        return shortened([words.space(self.game, i, self.say) for i in range(SPACES)], index, most)

    def location(self, index: int, most: int = 99) -> str:
        """The name of a location, shortened where it is too long."""
        called = [words.location(self.game, i, self.say) for i in range(len(self.locations))]
        return shortened(called, index, most)

    def card(self, index: int) -> str:
        return words.card(self.game, index, self.say)

    def held(self) -> list[int]:
        """The cards of the hand, as far as they may be seen."""
        return bits(self.state.hand[self.seat])

    def witches(self, place: int) -> list[int]:
        """Who stands in a place."""
        return [seat for seat in range(self.players) if int(self.state.at[seat]) == place]

    def attempt(self) -> int:
        """The depth of the attempt under way, -1 if there is none."""
        s = self.state
        return next((d for d in range(int(s.depth)) if int(s.frame_kind[d]) == ATTEMPT), -1)

    def need(self, space: int) -> int:
        """What must be reached against the problem of a space: 2 more for each Crisis (TW-P6)."""
        s = self.state
        return int(self.tables.difficulty[int(s.tile[space])]) + 2 * int(s.crisis[space])

    def problem(self, space: int, most: int = 99) -> Text:
        """The problem of a space: name, what it takes, points, a star for each Crisis."""
        s, t = self.state, self.tables
        kind, sealed = int(s.tile[space]), not int(s.face_up[space])
        line = Text()
        if kind < 0:
            return line
        line.append(SEALED if sealed else "", HARD_INK)
        if kind != UNKNOWN:
            called = [words.problem(self.game, i, self.say) for i in range(KINDS)]
            line.append(shortened(called, kind, most), ink(kind))
            line.append(f" {self.need(space)}/{int(t.points[kind])}", ink(kind))
        return line.append(CRISIS * int(s.crisis[space]), CRISIS_INK)

    def against(self, card: int) -> str:
        """What a +4 works against; a family whole is called by its name."""
        t, say = self.tables, self.say
        kinds = bits(t.card_against[card])
        families = {ELF: say("the elves"), DUNGEONED: say("the Felmets"), MAGPYR: say("the Magpyrs")}
        for failure, family in families.items():
            if kinds == [kind for kind in range(KINDS) if int(t.failure[kind]) == failure]:
                return family
        return ", ".join(words.problem(self.game, kind, say) for kind in kinds)


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
