"""What is kept of a match beside its log: its clocks, its lessons, what its players have agreed on.

In the database it is JSON in the column `manner`; what is not so, or not yet, is left out there.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field, replace
from typing import Any

from coven.table.sealing import Sealing

STAND_IN = "greedy"  # plays for those who have left, unless another is agreed on
NOBODY = "none"  # agreed on in place of a bot
ON, OFF = "on", "off"


@dataclass(frozen=True)
class Metadata:
    """The table's own facts, of which every process reads the same."""

    clock: float | None = None  # minutes each seat has
    guide: bool = False  # a guided first game
    uploaded: bool = False  # it goes on from a record that was sent
    since: float | None = None  # when everyone sat, where it goes on from a record
    hints: str = ""  # whether the coach answers: on, off, or as is usual
    rated: bool = False  # its result counts for ratings
    stand_in: str = ""  # the bot that may take a seat, or that none may; usually STAND_IN
    agreed: Mapping[int, frozenset[int]] = field(default_factory=dict)  # who wants a bot to take a seat
    due: Mapping[int, float] = field(default_factory=dict)  # when it does, where all want it
    stood_in: Mapping[int, str] = field(default_factory=dict)  # the bot that played for one who came back
    read: Mapping[int, tuple[str, ...]] = field(default_factory=dict)  # the lessons each seat has put away
    rematch: str = ""  # the table that plays it again
    # In a rematch, when each seat came to it; until then its clock waits.
    came: Mapping[int, float | None] = field(default_factory=dict)
    reviewed: bool = False  # the coach was asked for a review
    sealing: Sealing | None = None  # what its luck follows from, unless it goes on from a record

    @classmethod
    def from_json(cls, text: str) -> Metadata:
        """As it was kept."""
        kept: dict[str, Any] = json.loads(text or "{}")
        return cls(
            clock=kept.get("clock"),
            guide=bool(kept.get("guide")),
            uploaded=bool(kept.get("uploaded")),
            since=kept.get("since"),
            hints=kept.get("hints", ""),
            rated=bool(kept.get("rated")),
            stand_in=kept.get("stand_in", ""),
            due={int(seat): at for seat, at in kept.get("due", {}).items()},
            agreed={int(seat): frozenset(by) for seat, by in kept.get("agreed", {}).items()},
            stood_in={int(seat): bot for seat, bot in kept.get("stood_in", {}).items()},
            read={int(seat): tuple(ids) for seat, ids in kept.get("read", {}).items()},
            rematch=kept.get("rematch", ""),
            came={int(seat): at for seat, at in kept.get("came", {}).items()},
            reviewed=bool(kept.get("reviewed")),
            sealing=Sealing.from_json(kept["sealing"]) if kept.get("sealing") else None,
        )

    def to_json(self) -> str:
        """As it is kept."""
        kept: dict[str, Any] = {
            **vars(self),
            "agreed": {str(seat): sorted(by) for seat, by in self.agreed.items()},
            "due": {str(seat): at for seat, at in self.due.items()},
            "stood_in": {str(seat): bot for seat, bot in self.stood_in.items()},
            "came": {str(seat): at for seat, at in self.came.items()},
            "read": {str(seat): list(ids) for seat, ids in self.read.items()},
            "sealing": self.sealing.to_json() if self.sealing else None,
        }
        return json.dumps({name: value for name, value in kept.items() if value})

    def with_agreement(self, seat: int, by: int) -> Metadata:
        """One more agrees that a bot takes a seat."""
        return replace(self, agreed={**self.agreed, seat: self.agreed.get(seat, frozenset()) | {by}})

    def without_agreement(self, seat: int) -> Metadata:
        """Nobody agrees any more that a bot takes a seat."""
        return replace(
            self,
            agreed={other: by for other, by in self.agreed.items() if other != seat},
            due={other: at for other, at in self.due.items() if other != seat},
        )

    def with_countdown(self, seat: int, needed: Set[int], at: float) -> Metadata:
        """A bot takes a seat at a time, if all who must have agreed, unless it is due already."""
        if seat in self.due or not needed <= self.agreed.get(seat, frozenset()):
            return self
        return replace(self, due={**self.due, seat: at})

    @property
    def bot(self) -> str | None:
        """The bot that may take the seat of one who has left; None if nobody may."""
        return None if self.stand_in == NOBODY else self.stand_in or STAND_IN

    def with_stand_in(self, seat: int, bot: str) -> Metadata:
        """A bot has played for a seat whose person is back."""
        return replace(self, stood_in={**self.stood_in, seat: bot})

    def for_rematch(self, people: Iterable[int]) -> Metadata:
        """What is agreed on stays so when the same people play again, who have yet to come."""
        came = dict.fromkeys(people) if self.clock else {}
        return Metadata(
            clock=self.clock, hints=self.hints, rated=self.rated, stand_in=self.stand_in, came=came
        )

    def awaits(self, seat: int) -> bool:
        """Whether a seat's clock waits until somebody is there."""
        return seat in self.came and self.came[seat] is None

    def with_arrival(self, seat: int, at: float) -> Metadata:
        """Somebody is at a seat."""
        return replace(self, came={**self.came, seat: at}) if self.awaits(seat) else self

    def with_lesson_read(self, seat: int, lesson: str) -> Metadata:
        """A seat has put a lesson away."""
        done = self.read.get(seat, ())
        return self if lesson in done else replace(self, read={**self.read, seat: (*done, lesson)})
