"""What a seat could do now, by the search: each move with everyone's chances and expected points after it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from coven.bots import network
from coven.bots.budget import Budget, as_budget
from coven.bots.search import Finding, search_settings, think
from coven.core.errors import IllegalMove

if TYPE_CHECKING:
    from coven.core.move import Move
    from coven.core.view import View

ENOUGH_VISITS = 0.1  # a move with less of the iterations than this is looked at again, alone


@dataclass(frozen=True)
class WeighedMove:
    """A move and what it leads to."""

    move: Move
    share: float  # of the search's attention: the best move has the most
    chances: tuple[float, ...]  # every seat's, from 0 to 1
    points: tuple[float, ...]  # every seat's, expected at the end


@dataclass(frozen=True)
class Analysis:
    """The moves looked at, the best first, from one seat's point of view."""

    seat: int
    choices: list[WeighedMove]
    iterations: int

    @property
    def best(self) -> WeighedMove:
        """The move to make."""
        return self.choices[0]

    @property
    def chances(self) -> tuple[float, ...]:
        """Everyone's chances before the decision: those after the best move."""
        return self.best.chances

    @property
    def points(self) -> tuple[float, ...]:
        """Everyone's expected points before the decision."""
        return self.best.points

    def find(self, move: Move) -> WeighedMove | None:
        """What was found about a move, if it was looked at."""
        return next((choice for choice in self.choices if choice.move == move), None)

    def loss(self, choice: WeighedMove) -> float:
        """What a move gives away of the seat's chances; never negative."""
        return max(0.0, self.best.chances[self.seat] - choice.chances[self.seat])


def analyse(
    view: View,
    budget: Budget | str = "500ms",
    *,
    move: Move | None = None,
    seed: int | None = None,
    threads: int | None = None,
) -> Analysis:
    """Look at a view of the seat that is to act. A move that is named is looked at whether or not it is inviting.

    With a budget in iterations and a seed the same view is told the same.
    """
    if move is not None and move not in view.legal:
        raise IllegalMove(f"{move.text!r} can't be played now, so there is nothing to say about it")
    net = network.named(view.game, None)
    settings = replace(search_settings(view.game, net), points=True)
    allowed = as_budget(budget)
    thought = think(view, allowed, threads=threads, seed=seed, settings=settings, net=net)
    found = thought.findings
    iterations = thought.iterations
    if move is not None:
        visits = next((one.visits for one in found if one.move == move.id), 0)
        if visits < ENOUGH_VISITS * iterations:
            alone = think(
                view, _part(allowed), threads=threads, seed=seed, settings=settings, only=move.id, net=net
            )
            iterations += alone.iterations
            # What was found alone takes the place of the little that was found beside the others.
            found = [one for one in found if one.move != move.id]
            found.append(Finding(move.id, visits, alone.findings[0].chances, alone.findings[0].points))
    total = max(1, sum(one.visits for one in found))
    choices = [
        WeighedMove(view.legal.by_id(one.move), one.visits / total, one.chances, one.points) for one in found
    ]
    assert view.seat is not None
    return Analysis(view.seat, choices, iterations)


def _part(budget: Budget) -> Budget:
    """A third of a budget."""
    seconds = None if budget.seconds is None else max(0.001, budget.seconds / 3)
    return Budget(seconds, None if budget.iterations is None else max(1, budget.iterations // 3))
