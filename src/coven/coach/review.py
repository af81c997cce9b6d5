"""A finished game, decision by decision: what was expected before and after, and what would have been better.

The search says which move was best. Where that is not the one that was made, both are played on from in the same
worlds with the same luck, which says what the decision cost and how sure that is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from coven.bots.budget import Budget, as_budget
from coven.coach.account import Account, settle
from coven.coach.analysis import analyse
from coven.coach.rollouts import Estimate, as_list, play_on
from coven.coach.story import tell
from coven.core.errors import BadOption
from coven.core.seats import CHANCE

if TYPE_CHECKING:
    from coven.core.move import Move
    from coven.core.position import Position
    from coven.core.record import Record

MISSED = 0.02  # of the chances: less is not worth a word
WORLDS = 0.64  # in which moves are played on from, for each millisecond of the budget
FEWEST, MOST = 8, 512
NOTHING = Estimate(0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Decision:
    """One decision of a game, seen with what its seat could know."""

    action: int  # its number in the record, from 0
    seat: int
    move: Move
    label: str
    chances: tuple[float, ...]  # everyone's before it: those after the best move
    points: tuple[float, ...]
    after: tuple[float, ...]  # everyone's after the move that was made
    points_after: tuple[float, ...]
    cost: Estimate  # of the seat's chances, against the best move
    cost_points: Estimate
    better: Move | None  # where enough was given away to say so
    better_label: str

    @property
    def loss(self) -> float:
        """What the move gave away of the seat's chances."""
        return self.cost.value

    def as_dict(self) -> dict[str, Any]:
        """Plain data, as it is written to a file."""
        plain = {**vars(self), "move": self.move.text, "loss": self.loss}
        plain["better"] = None if self.better is None else self.better.text
        plain["cost"], plain["cost_points"] = as_list(self.cost), as_list(self.cost_points)
        return plain


@dataclass(frozen=True)
class Review:
    """Every decision of a game, and how it ended."""

    record: Record
    decisions: list[Decision]
    result: tuple[float, ...]  # every seat's share of the win
    scores: tuple[int, ...]
    account: Account  # luck apart from skill
    story: list[str]  # the turning points in words

    @property
    def missed(self) -> list[Decision]:
        """The decisions where something better was missed, the costliest first."""
        return sorted((one for one in self.decisions if one.better), key=lambda one: -one.loss)

    def of(self, seat: int) -> list[Decision]:
        """A seat's decisions."""
        return [one for one in self.decisions if one.seat == seat]

    def error_rate(self, seat: int) -> float:
        """What a decision of a seat cost it of its chances, in the mean."""
        mine = self.of(seat)
        return sum(one.loss for one in mine) / max(1, len(mine))

    def error_rate_points(self, seat: int) -> float:
        """The same in points."""
        mine = self.of(seat)
        return sum(max(0.0, one.cost_points.value) for one in mine) / max(1, len(mine))

    def as_dict(self) -> dict[str, Any]:
        """Plain data, as it is written to a file."""
        seats = range(len(self.scores))
        return {
            "game": self.record.game.name,
            "result": self.result,
            "scores": self.scores,
            "error_rate": [self.error_rate(seat) for seat in seats],
            "error_rate_points": [self.error_rate_points(seat) for seat in seats],
            "account": self.account.as_dict(),
            "turning_points": self.story,
            "decisions": [decision.as_dict() for decision in self.decisions],
        }


def review(
    record: Record,
    budget: Budget | str = "100ms",
    *,
    lang: str = "en",
    names: Sequence[str] = (),
    seed: int | None = None,
    threads: int | None = None,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Review:
    """Look at every decision of a finished game that had a choice. Progress is told as (done, of)."""
    positions = list(record.positions())
    last = positions[-1]
    if not last.over:
        raise BadOption(
            "the game is not over: finish it by coven resume, or ask for one position with coven.analyse"
        )
    asked = [
        number
        for number, position in enumerate(positions[:-1])
        if position.actor not in (None, CHANCE) and len(position.legal) > 1
    ]
    made = last.history()
    allowed = as_budget(budget)
    decisions = []
    for done, number in enumerate(asked):
        progress(done, len(asked))
        decisions.append(
            _decision(positions[number], number, made[number].move, allowed, lang, seed, threads)
        )
    progress(len(asked), len(asked))
    result = shares(last)
    account = settle(decisions, made, result)
    story = tell(account, decisions, positions, names, lang)
    return Review(record, decisions, result, last.scores, account, story)


def shares(over: Position) -> tuple[float, ...]:
    """Each seat's share of the win; those who win together have all of it."""
    together = over.game.definition.together(over._setup.options or {})
    count = 1 if together else max(1, len(over.winners))
    return tuple((seat in over.winners) / count for seat in range(over.players))


def worlds_for(budget: Budget) -> int:
    """In how many worlds a decision is played on from."""
    milliseconds = (budget.iterations or 0) / 5 if budget.seconds is None else 1000 * budget.seconds
    return round(min(MOST, max(FEWEST, WORLDS * milliseconds)))


def _decision(
    position: Position,
    number: int,
    made: int,
    budget: Budget,
    lang: str,
    seed: int | None,
    threads: int | None,
) -> Decision:
    assert position.actor is not None
    view = position.view(position.actor)
    move = view.legal.by_id(made)
    best = analyse(view, budget, seed=seed, threads=threads).best.move
    tried = [move] if best == move else [best, move]
    found = play_on(view, tried, worlds_for(budget), seed=seed, threads=threads)
    cost, cost_points, better = NOTHING, NOTHING, None
    first = last = len(tried) - 1
    if len(tried) > 1 and found.cost(0, 1).value > 0.0:
        first = 0
        cost, cost_points = found.cost(0, 1), found.cost_points(0, 1)
        better = best if cost.value >= MISSED and cost.low > 0.0 else None
    return Decision(
        number,
        position.actor,
        move,
        move.label(lang),
        found.mean(first),
        found.mean_points(first),
        found.mean(last),
        found.mean_points(last),
        cost,
        cost_points,
        better,
        "" if better is None else better.label(lang),
    )
