"""Positions that are broken on purpose, to see what the invariants say of them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from coven.core.position import Position
from coven.core.state import States, clone

Edit = Callable[[np.record], None]


def broken(position: Position, edit: Edit) -> Position:
    """The position with something changed that no move could change."""
    states = clone(position._states)
    edit(states[0])
    return holding(position, states)


def holding(position: Position, states: States) -> Position:
    """The position with another state, and without a past."""
    other = position.copy()
    other._states = states
    return position.game.restore(bytes(other))
