"""Whether clocks are right: what a seat has left against how long it really thought while a server was there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coven.table.clock import LATE

if TYPE_CHECKING:
    from tests.simulation.truth import Truth
    from tests.simulation.world import World

NEAR = 0.1  # seconds
UNDER_WAY = 0.5  # seconds from when something is reckoned to when it is told
UNSURE = (
    "kill",
    "stop",
    "power",
    "away",
    "jump",
    "unreachable",
)  # with these a pause may begin a little early


def thought(world: World, table: Truth, seat: int, now: float, seq: int | None = None) -> float:
    """The seconds a seat has thought until a true time; those in which nobody served count for nobody.

    A process that has heard of the actions up to `seq` can't know of those after.
    """
    spent, last, whose = 0.0, None, None
    for row in table.rows[:seq]:
        at = world.said.get(row.at, world.loop.time())
        if at > now:
            break
        if last is not None and row.actor == seat:
            spent += _served(world, last, at)
        last, whose = at, table.positions[row.seq].actor
    if last is not None and whose == seat:
        spent += _served(world, last, now)
    return spent


def _served(world: World, one: float, other: float) -> float:
    down = sum(max(0.0, min(ended, other) - max(began, one)) for began, ended in world.down)
    return max(0.0, other - one) - down


def _missed(world: World, now: float) -> float:
    """What may be charged though nobody served: a database that is away for less than a process takes to notice."""
    gone = [min(ended, now) - began for began, ended in world.database.gone if began < now]
    return sum(lasted for lasted in gone if lasted < LATE + UNDER_WAY)


def may_be_out(world: World, table: Truth, seat: int, at: float) -> bool:
    """Whether a seat's clock had run out at a time that a server named."""
    if table.clock is None:
        return False
    now = world.said.get(at, world.loop.time())
    return thought(world, table, seat, now) >= 60.0 * table.clock - NEAR - _missed(world, now)


def check(world: World, table: Truth, seq: int, seats: list[dict[str, Any]]) -> None:
    """What is told of clocks is never too little, and where nothing befell the servers, never too much.

    What is told after action `seq` may have been reckoned a moment before it.
    """
    if table.clock is None or not seq:
        return
    now = world.loop.time()
    exact = not (
        world.plan.failing or world.plan.slow or any(one.kind in UNSURE for one in world.plan.misfortunes)
    )
    for told in seats:
        spent = 60.0 * table.clock - told["clock"]
        real = [thought(world, table, told["seat"], now, k) for k in range(max(0, seq - 2), seq + 1)]
        if spent > max(real) + NEAR + _missed(world, now):
            world.fail(f"seat {told['seat']} is charged {spent:.1f} s and has thought {max(real):.1f} s")
        if exact and told["clock"] > 0.0 and spent < min(real) - NEAR:
            world.fail(f"seat {told['seat']} is charged {spent:.1f} s only and has thought {min(real):.1f} s")
