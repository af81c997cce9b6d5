"""How long a bot may think: a time, or a number of iterations."""

from __future__ import annotations

import re
from dataclasses import dataclass

from coven.core.errors import BadOption

LONGEST = 3600.0  # seconds
MOST_ITERATIONS = 100_000_000


@dataclass(frozen=True)
class Budget:
    """Seconds or iterations; whichever is spent first ends the thinking."""

    seconds: float | None = None
    iterations: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is None and self.iterations is None:
            raise BadOption("a budget needs a time such as 500ms or a number such as iters=2000")
        if self.seconds is not None and not 0.001 <= self.seconds <= LONGEST:
            raise BadOption(f"a bot can think from 1ms to {LONGEST:.0f}s, not {self.seconds:g}s")
        if self.iterations is not None and not 1 <= self.iterations <= MOST_ITERATIONS:
            raise BadOption(f"iterations are from 1 to {MOST_ITERATIONS}, not {self.iterations}")

    def __str__(self) -> str:
        if self.iterations is not None:
            return f"iters={self.iterations}"
        assert self.seconds is not None
        return f"{self.seconds:g}s" if self.seconds >= 1 else f"{self.seconds * 1000:g}ms"


USUAL = Budget(seconds=0.5)  # of a search


def read(text: str) -> Budget | None:
    """The budget a text such as 500ms, 2s or iters=2000 gives; None if it is something else."""
    timed = re.fullmatch(r"(\d+(?:\.\d+)?)(ms|s)", text)
    if timed:
        return Budget(seconds=float(timed[1]) / (1000 if timed[2] == "ms" else 1))
    counted = re.fullmatch(r"iters=(\d+)", text)
    return Budget(iterations=int(counted[1])) if counted else None


def as_budget(given: Budget | str) -> Budget:
    """A budget, or the one a text gives."""
    if isinstance(given, Budget):
        return given
    budget = read(given)
    if budget is None:
        raise BadOption(f"{given!r} is not a budget: write a time such as 500ms or 2s, or iters=2000")
    return budget
