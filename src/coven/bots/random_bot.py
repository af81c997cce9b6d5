"""The random bot: the floor under every comparison."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from coven.core.move import Move
    from coven.core.view import View


class RandomBot:
    """Plays any legal move, each as likely as the others."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, view: View) -> Move:
        return self._random.choice(view.legal)
