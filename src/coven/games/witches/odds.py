"""How likely a problem is solved: after what has been played, and after what could be played next."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

from coven.core.language import Words
from coven.games.witches import attempt_state
from coven.games.witches.attempt_state import AFTER, CHOICE, FACING, READY
from coven.games.witches.moves import FACES
from coven.games.witches.reading import Reading
from coven.games.witches.state import EASY, HEADOLOGY, MAGIC, PLUS_FOUR, PLUS_TWO, ROW, UNKNOWN

ADDS = {HEADOLOGY: 1, MAGIC: 2}  # TW-P3
EFFECT_ADDS = {PLUS_TWO: 2, PLUS_FOUR: 4}  # TW-E3


@cache
def likely(missing: int, dice: int) -> float:
    """The chance that so many dice show at least what is missing."""
    rolls = [sum(roll) for roll in product(FACES, repeat=dice)]
    return sum(total >= missing for total in rolls) / len(rolls)


def percent(chance: float, say: Words) -> str:
    """A chance as it is told."""
    return say.percent(round(100 * chance))


class Odds:
    """The attempt under way, in numbers."""

    def __init__(self, table: Reading) -> None:
        s: Any = table.state
        self.depth = table.attempt()
        self.under_way = self.depth >= 0 and attempt_state.problem(s, self.depth) != UNKNOWN
        if not self.under_way:
            return
        self.dice = [int(die) for die in s.dice]
        self.phase = int(s.frame_phase[self.depth])
        self.need = int(attempt_state.difficulty(s, table.tables, self.depth))
        self.have = int(attempt_state.total(s, int(s.frame_seat[self.depth])))
        self.to_roll = sum(die < 0 for die in self.dice)

    def chance(self, more: int = 0) -> float:
        """The chance of success with so much more."""
        return likely(self.need - self.have - more, self.to_roll)

    def after(self, more: int, say: Words) -> str:
        """What a card would make of it: the chance, or the total when all dice lie."""
        if self.phase == AFTER:
            return f"{self.have + more}/{self.need}"
        return percent(self.chance(more), say)

    def rerolled(self, which: tuple[int, ...]) -> float:
        """The chance after rolling these dice again."""
        lost = sum(max(0, self.dice[die]) for die in which)
        return likely(self.need - self.have + lost, self.to_roll + len(which))

    def second_chance(self) -> float:
        """The best chance a re-roll of the pair just rolled gives."""
        first = 2 if self.dice[2] >= 0 else 0
        return max(self.rerolled(which) for which in ((first,), (first + 1,), (first, first + 1)))

    @property
    def open(self) -> bool:
        """Whether the outcome is not decided yet."""
        return self.under_way and self.phase in (READY, CHOICE, FACING, AFTER)


def bare(table: Reading, space: int, seat: int) -> float | None:
    """The chance of four dice and the display alone against the problem of a space; None if it is not known."""
    kind = int(table.state.tile[space])
    if kind < 0 or kind == UNKNOWN:
        return None
    hard = sum(int(n) for n in table.state.solved[seat][EASY:])
    return likely(table.need(space) - min(ROW, hard) // 2, 4)
