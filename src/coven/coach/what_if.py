"""What if another move had been made: both lines played on to the end, in the same worlds with the same luck."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from coven.coach.analysis import analyse
from coven.coach.rollouts import TO_THE_END, Estimate, as_list, estimate, play_on
from coven.core.errors import BadOption
from coven.core.seats import CHANCE

if TYPE_CHECKING:
    from coven.core.move import Move
    from coven.core.record import Record

WORLDS = 200


@dataclass(frozen=True)
class WhatIf:
    """How a decision's seat does after the move it made and after another."""

    action: int
    seat: int
    made: Move
    other: Move
    worlds: int
    won: tuple[Estimate, Estimate]  # after the move made and after the other
    points: tuple[Estimate, Estimate]
    better: Estimate  # by how much the other wins more often
    better_points: Estimate

    def as_dict(self) -> dict[str, Any]:
        """Plain data, as it is written to a file."""
        return {
            "action": self.action,
            "seat": self.seat,
            "made": self.made.text,
            "other": self.other.text,
            "worlds": self.worlds,
            "won": [as_list(one) for one in self.won],
            "points": [as_list(one) for one in self.points],
            "better": as_list(self.better),
            "better_points": as_list(self.better_points),
        }


def what_if(
    record: Record,
    action: int,
    move: str | None = None,
    *,
    worlds: int = WORLDS,
    budget: str = "500ms",
    seed: int | None = None,
    threads: int | None = None,
) -> WhatIf:
    """Play on from a decision of a record, with the move that was made and with another: one in notation, or the best.

    Everyone plays on by the game's network to the end.
    """
    if not 0 <= action < len(record):
        raise BadOption(f"the game has actions 0 to {len(record) - 1}, not {action}")
    position = record.position(at=action)
    if position.actor in (None, CHANCE) or len(position.legal) < 2:
        raise BadOption(
            f"action {action} was no choice: take the number of a decision, as coven analyse lists them"
        )
    assert position.actor is not None
    view = position.view(position.actor)
    made = view.legal.by_id(record.position(at=action + 1).history()[-1].move)
    if move is not None:
        wanted = view.game.parse(move)
        if wanted not in view.legal.ids.tolist():
            raise BadOption(f"{move!r} could not be played at action {action}")
        other = view.legal.by_id(wanted)
    else:
        found = analyse(view, budget, seed=seed, threads=threads)
        other = next((choice.move for choice in found.choices if choice.move != made), view.legal[0])
    if other == made:
        raise BadOption(f"{made.text!r} is what was played at action {action}: name another move")
    lines = play_on(view, [made, other], worlds, turns=TO_THE_END, seed=seed, threads=threads)
    seat = position.actor
    return WhatIf(
        action,
        seat,
        made,
        other,
        worlds,
        (estimate(lines.chances[:, 0, seat]), estimate(lines.chances[:, 1, seat])),
        (estimate(lines.points[:, 0, seat]), estimate(lines.points[:, 1, seat])),
        lines.cost(1, 0),
        lines.cost_points(1, 0),
    )
