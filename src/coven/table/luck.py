"""Who decides what the rules leave to luck."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Protocol

from coven.core.move import Move


class Luck(Protocol):
    """Decides what the rules leave to luck."""

    def choose(self, moves: Sequence[Move], weights: Sequence[float]) -> Move: ...


class SystemLuck:
    """Luck from the operating system, which nobody can foresee."""

    def __init__(self) -> None:
        self._random = random.SystemRandom()

    def choose(self, moves: Sequence[Move], weights: Sequence[float]) -> Move:
        return self._random.choices(moves, weights)[0]
