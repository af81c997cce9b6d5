"""What may end or lose the game: always in sight, and louder as it nears."""

from __future__ import annotations

from dataclasses import dataclass

QUIET, NEAR, LOUD = range(3)


@dataclass(frozen=True)
class Alarm:
    """One thing that runs out or fills up."""

    label: str  # in the language of who looks
    level: int  # QUIET, NEAR or LOUD
    rule: str = ""  # the id of the rule that tells of it


def level(left: int, near: int, loud: int) -> int:
    """How loud it is with so many left."""
    return LOUD if left <= loud else NEAR if left <= near else QUIET
