"""One plan, run; and a failing one made smaller."""

from __future__ import annotations

import gc
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tests.simulation.plan import Plan
from tests.simulation.world import Broken, World

SHM = Path("/dev/shm")


@dataclass(frozen=True)
class Outcome:
    """How a run went."""

    plan: Plan
    broken: str  # what was wrong; empty if nothing
    digest: str  # of all that happened
    steps: int
    seconds: float  # of virtual time
    trace: tuple[str, ...] = ()


def run(plan: Plan, keep: bool = False) -> Outcome:
    """Run a plan; with `keep`, write down what happens."""
    with tempfile.TemporaryDirectory(prefix="coven-sim-", dir=SHM if SHM.is_dir() else None) as folder:
        world = World(plan, Path(folder), keep)
        began = world.loop.time()
        gc.disable()  # a world is small, and thrown away whole
        try:
            world.live()
        except Broken:
            pass
        finally:
            gc.enable()
        return Outcome(
            plan,
            world.broken,
            world.digest,
            world.loop.steps,
            world.loop.time() - began,
            tuple(world.trace or ()),
        )


def shrink(outcome: Outcome, most: int = 200) -> Outcome:
    """A plan with as little in it as can be that still fails, by so many tries at most."""
    tries = 0
    found = True
    while found:
        found = False
        for plan in outcome.plan.smaller():
            tries += 1
            if tries > most:
                return outcome
            smaller = run(plan)
            if smaller.broken:
                outcome, found = smaller, True
                break
    return outcome
