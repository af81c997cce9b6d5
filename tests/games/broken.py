"""Positions that are broken on purpose, to see what the invariants say of them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from coven.core.position import Position
from coven.core.state import clone

Edit = Callable[[np.record], None]


def broken(position: Position, edit: Edit) -> Position:
    """The position with something changed that no move could change."""
    states = clone(position._states)
    edit(states[0])
    return position.game.restore(position.game.pack(states, position.version))
