"""A position shown by an environment: as text or as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coven.core.errors import BadOption

if TYPE_CHECKING:
    from coven.core.position import Position

MODES = ["ansi", "svg"]


def check_mode(mode: str | None) -> str | None:
    """A render mode, if there is such a one."""
    if mode is not None and mode not in MODES:
        raise BadOption(f"render_mode is {' or '.join(MODES)}, or None, not {mode!r}")
    return mode


def show(position: Position, mode: str | None, seat: int | None) -> str | None:
    """The position as the seat sees it; nothing without a mode."""
    if mode is None:
        return None
    view = position.view(seat)
    if mode == "svg":
        return view.svg()
    asked = "the game is over" if position.over else f"seat {position.actor}: {view.prompt()}"
    log = [f"{'luck' if entry.actor < 0 else f'seat {entry.actor}'}: {entry.text}" for entry in view.log[-8:]]
    return "\n".join([f"{position.game.title}, scores {' '.join(map(str, position.scores))}", *log, asked])
