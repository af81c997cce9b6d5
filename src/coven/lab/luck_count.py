"""The long run of luck: how often each outcome came in finished games, beside how often it was to be expected."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from coven.core.record import Record
from coven.core.verify import decisions_of_luck

FEW = 5.0  # expected this seldom, an outcome tells nothing yet: once is already far more than a hundredth
STRANGE = 4.0  # standard deviations from what is expected: one outcome in 16,000 by luck alone


class OutcomeCount(NamedTuple):
    """One outcome of luck over all games counted."""

    outcome: str
    came: int
    expected: float
    deviation: float  # from what was expected, in standard deviations


@dataclass
class _Sum:
    came: int = 0
    expected: float = 0.0
    variance: float = 0.0


@dataclass
class LuckCount:
    """What luck brought in a game's records."""

    games: int = 0
    draws: int = 0
    _sums: dict[str, _Sum] = field(default_factory=lambda: defaultdict(_Sum))

    def add(self, record: Record) -> None:
        """Count a record's luck. An outcome that was certain is none."""
        self.games += 1
        for _, position, move in decisions_of_luck(record):
            weights, brought = position.weights, record.game.parse(move)
            total = sum(weights)
            if len(weights) < 2:
                continue
            self.draws += 1
            for outcome, weight in zip(position.legal, weights, strict=True):
                one = self._sums[outcome.text]
                one.came += outcome.id == brought
                one.expected += weight / total
                one.variance += weight / total * (1 - weight / total)

    def lines(self) -> list[OutcomeCount]:
        """Every outcome, in the order of its words."""
        return [
            OutcomeCount(
                outcome,
                one.came,
                one.expected,
                (one.came - one.expected) / math.sqrt(one.variance) if one.variance else 0.0,
            )
            for outcome, one in sorted(self._sums.items())
        ]

    def strange(self) -> list[OutcomeCount]:
        """Outcomes too far from what was expected for luck alone."""
        return [line for line in self.telling() if abs(line.deviation) > STRANGE]

    def telling(self) -> list[OutcomeCount]:
        """The outcomes that were expected often enough to tell something."""
        return [line for line in self.lines() if line.expected >= FEW]

    def as_json(self) -> dict[str, Any]:
        return {
            "games": self.games,
            "draws": self.draws,
            "outcomes": [line._asdict() for line in self.lines()],
        }


def count(records: Iterable[Record]) -> dict[str, LuckCount]:
    """The luck of many records, by game."""
    found: dict[str, LuckCount] = {}
    for record in records:
        found.setdefault(record.game.name, LuckCount()).add(record)
    return found
