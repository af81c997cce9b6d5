"""What can be read off a table of The Witches: who stands where, what a problem takes, what a card is good for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from coven.core import reading
from coven.core.picture import bits
from coven.games.witches import say as words
from coven.games.witches.state import ATTEMPT, DUNGEONED, ELF, KINDS, MAGPYR, UNKNOWN

CRISIS = "*"
SEALED = "?"


@dataclass(frozen=True)
class Reading(reading.Reading):
    """A view of the table, in words."""

    @property
    def locations(self) -> Sequence[Mapping[str, Any]]:
        places: Sequence[Mapping[str, Any]] = self.game.components.data["board"]["locations"]
        return places

    def spaces(self) -> list[Mapping[str, Any]]:
        """The spaces of the board in order: id, x and y in percent."""
        return [space for place in self.locations for space in place["spaces"]]

    def card(self, index: int) -> str:
        return words.card(self.game, index, self.say)

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

    def problem(self, space: int) -> str:
        """The problem of a space: name, what it takes, points, a star for each Crisis."""
        s = self.state
        kind = int(s.tile[space])
        if kind < 0:
            return ""
        told = "" if int(s.face_up[space]) else SEALED
        if kind != UNKNOWN:
            told += f"{words.problem(self.game, kind, self.say)} {self.price(space)}"
        return told + CRISIS * int(s.crisis[space])

    def problem_told(self, space: int) -> str:
        """The problem of a space in words: name, what it takes, points, Crises."""
        s, say = self.state, self.say
        kind = int(s.tile[space])
        if kind < 0:
            return ""
        told = [words.problem(self.game, kind, say)]
        if not int(s.face_up[space]):
            told.append(say("face down"))
        if kind != UNKNOWN:
            told.append(say("needs {n}", n=self.need(space)))
            told.append(say.plural("{n} point", "{n} points", int(self.tables.points[kind])))
        if int(s.crisis[space]):
            told.append(say.plural("{n} Crisis", "{n} Crises", int(s.crisis[space])))
        return ", ".join(told)

    def price(self, space: int) -> str:
        """What the problem of a space takes, and its points."""
        return f"{self.need(space)}/{int(self.tables.points[int(self.state.tile[space])])}"

    def against(self, card: int) -> str:
        """What a +4 works against; a family whole is called by its name."""
        t, say = self.tables, self.say
        kinds = bits(t.card_against[card])
        families = {ELF: say("the elves"), DUNGEONED: say("the Felmets"), MAGPYR: say("the Magpyrs")}
        for failure, family in families.items():
            if kinds == [kind for kind in range(KINDS) if int(t.failure[kind]) == failure]:
                return family
        return ", ".join(words.problem(self.game, kind, say) for kind in kinds)
