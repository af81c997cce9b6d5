"""Whether there is nothing to choose, and everybody can see so.

Being asked tells nothing, and neither may the time an answer takes. A seat with one legal move may answer at once only
where everyone knows that it has but one: where that follows from what a spectator sees. So other hands the seat might
hold are looked at, chosen by what is public alone; whoever sees the same position finds the same.

One who plays against bots, with no spectator, has nobody who could learn anything: `Presence.by_herself`.
"""

from __future__ import annotations

import hashlib
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
    seen = View(position, None, past=False)
    seed = int.from_bytes(hashlib.blake2b(seen.state.tobytes(), digest_size=7).digest(), "big")
    return all(len(seen.could_be(seed + n)) == 1 for n in range(WORLDS))
