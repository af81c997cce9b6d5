"""Where a bot's own luck comes from: its seed and what it sees, so that the same view gives the same move."""

from __future__ import annotations

import hashlib
import secrets
from typing import TYPE_CHECKING

from coven.core.errors import NotYourTurn

if TYPE_CHECKING:
    from coven.core.view import View


def key(seed: int | None, view: View) -> int:
    """63 bits from a seed and all the seat is told; without a seed they differ every time."""
    if not view.legal:
        raise NotYourTurn("a bot chooses for the seat that is to act: give it position.view(position.actor)")
    if seed is None:
        return secrets.randbits(63)
    digest = hashlib.blake2b(str(seed).encode(), digest_size=8)
    digest.update(bytes(view))
    return int.from_bytes(digest.digest(), "little") >> 1
