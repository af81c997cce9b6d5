"""The stack of decisions: whose choice it is, of what kind, and how much is left.

What a decision sets off is pushed and decided first. A game whose frames hold more than these four numbers clears the
rest itself before it calls `pop`: equal positions are equal to the byte.
"""

from typing import Protocol

from coven.core.fields import Row
from coven.core.rule import rule


class Stacked(Protocol):
    """A state with a stack."""

    depth: int
    frame_kind: Row
    frame_seat: Row
    frame_phase: Row
    frame_pool: Row


@rule
def push(s: Stacked, kind: int, seat: int, pool: int) -> None:
    """A new innermost decision."""
    d = int(s.depth)
    s.frame_kind[d] = kind
    s.frame_seat[d] = seat
    s.frame_phase[d] = 0
    s.frame_pool[d] = pool
    s.depth = d + 1


@rule
def pop(s: Stacked) -> None:
    """The innermost decision is done."""
    d = int(s.depth) - 1
    s.frame_kind[d] = 0
    s.frame_seat[d] = 0
    s.frame_phase[d] = 0
    s.frame_pool[d] = 0
    s.depth = d
