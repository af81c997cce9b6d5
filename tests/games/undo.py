"""Who may take back the last action."""

from __future__ import annotations

from coven.core.position import Position


def may_undo(position: Position) -> list[int]:
    """The seats who may: at most one, also where several share a screen."""
    return [seat for seat in range(position.players) if position.can_undo(seat)]
