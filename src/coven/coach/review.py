"""A finished game, decision by decision: what was expected before and after, and what would have been better."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from coven.bots.budget import Budget
from coven.coach.analysis import Analysis, WeighedMove, analyse, chances_now
from coven.core.errors import BadOption
from coven.core.seats import CHANCE

if TYPE_CHECKING:
    from coven.core.move import Move
    from coven.core.position import Position
    from coven.core.record import Record

MISSED = 0.02  # of the chances: less is within what the search can tell apart


@dataclass(frozen=True)
class Decision:
    """One decision of a game, seen with what its seat could know."""

    action: int  # its number in the record, from 0
    seat: int
    move: Move
    label: str
    chances: tuple[float, ...]  # everyone's before it
    points: tuple[float, ...]
    after: tuple[float, ...]  # everyone's after the move that was made
    points_after: tuple[float, ...]
    loss: float  # what the move gave away of the seat's chances
    better: Move | None  # where enough was given away to say so
    better_label: str

    def as_dict(self) -> dict[str, Any]:
        """Plain data, as it is written to a file."""
        plain = {**vars(self), "move": self.move.text}
        plain["better"] = None if self.better is None else self.better.text
        return plain


@dataclass(frozen=True)
class Review:
    """Every decision of a game, and how it ended."""

    record: Record
    decisions: list[Decision]
    result: tuple[float, ...]  # every seat's chances when all was over
    scores: tuple[int, ...]

    @property
    def missed(self) -> list[Decision]:
        """The decisions where something better was missed, the costliest first."""
        return sorted((one for one in self.decisions if one.better), key=lambda one: -one.loss)

    def given_away(self, seat: int) -> float:
        """The sum of what a seat gave away of its chances by missing something better."""
        return sum(one.loss for one in self.decisions if one.seat == seat and one.better)

    def as_dict(self) -> dict[str, Any]:
        """Plain data, as it is written to a file."""
        return {
            "game": self.record.game.name,
            "result": self.result,
            "scores": self.scores,
            "decisions": [decision.as_dict() for decision in self.decisions],
        }


def review(
    record: Record,
    budget: Budget | str = "100ms",
    *,
    lang: str = "en",
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
    decisions = []
    for done, number in enumerate(asked):
        progress(done, len(asked))
        decisions.append(_decision(positions[number], number, made[number].move, budget, lang, seed, threads))
    progress(len(asked), len(asked))
    return Review(record, decisions, chances_now(last), last.scores)


def _decision(
    position: Position,
    number: int,
    made: int,
    budget: Budget | str,
    lang: str,
    seed: int | None,
    threads: int | None,
) -> Decision:
    assert position.actor is not None
    view = position.view(position.actor)
    move = view.legal.by_id(made)
    analysis = analyse(view, budget, move=move, seed=seed, threads=threads)
    choice = analysis.find(move)
    assert choice is not None
    before = _best(analysis, choice)
    loss = max(0.0, before.chances[analysis.seat] - choice.chances[analysis.seat])
    better = before.move if before.move != move and loss >= MISSED else None
    return Decision(
        number,
        analysis.seat,
        move,
        move.label(lang),
        before.chances,
        before.points,
        choice.chances,
        choice.points,
        loss,
        better,
        "" if better is None else better.label(lang),
    )


def _best(analysis: Analysis, made: WeighedMove) -> WeighedMove:
    """The best move: the search's, unless the one that was made turned out better when looked at alone."""
    seat = analysis.seat
    return made if made.chances[seat] > analysis.best.chances[seat] else analysis.best
