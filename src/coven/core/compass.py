"""Where something lies on a board, in words: north is at the top."""

from __future__ import annotations

from math import atan2, degrees

DIRECTIONS = ("east", "south-east", "south", "south-west", "west", "north-west", "north", "north-east")


def direction(angle: float) -> str:
    """The nearest of eight directions, a message; degrees count clockwise from the right."""
    return DIRECTIONS[round(angle / 45) % 8]


def direction_to(across: float, down: float) -> str:
    """The direction of a point that lies so far to the right and so far down."""
    return direction(degrees(atan2(down, across)))
