"""Whether there is nothing to choose, and everybody can see so.

Being asked tells nothing, and neither may the time an answer takes. A seat with one legal move may answer at once only
where everyone knows that it has but one: where that follows from what a spectator sees. So other hands the seat might
hold are looked at, chosen by what is public alone; whoever sees the same position finds the same.

One who plays against bots, with no spectator, has nobody who could learn anything: `Presence.by_herself`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import TYPE_CHECKING

from coven.core.view import View

if TYPE_CHECKING:
    from coven.core.position import Position

# Other worlds that are looked at, until one has a choice. Whatever the position, the chance that she has a choice which
# none of so many shows is less than one in 2.7 times as many.
WORLDS = 256


def openly_forced(position: Position) -> bool:
    """Whether the seat to act has one move, as everyone can see. It depends on what is public alone."""
    if position.actor is None or position.actor < 0:
        return False
    return next(_with_choice(View(position, None, past=False)), None) is None


def elsewhere(position: Position) -> View:
    """What the seat to act would see in another world that looks the same to everyone, and in which it has a choice."""
    assert position.actor is not None
    seen = position.view(None)
    return next((seen.sample(world) for world in _with_choice(seen)), position).view(position.actor)


def _with_choice(seen: View) -> Iterator[int]:
    """The worlds, of those that are looked at, in which whoever is to act has a choice."""
    seed = int.from_bytes(hashlib.blake2b(seen.state.tobytes(), digest_size=7).digest(), "big")
    return (world for world in range(seed, seed + WORLDS) if len(seen.could_be(world)) > 1)
