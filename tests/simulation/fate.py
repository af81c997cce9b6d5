"""What happens in a world, from the first start to the last look: people sit down, trouble comes, everything heals."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tests.simulation import ending
from tests.simulation.clients import Client, Player, Rival, Rogue, numbers_of, promise_of
from tests.simulation.network import Request
from tests.simulation.plan import TROUBLED, Misfortune
from tests.simulation.truth import GAME, SHORT

if TYPE_CHECKING:
    from tests.simulation.world import World

PATIENCE = 1500.0  # seconds in which a game must come to its end once nothing goes wrong any more
STAYS_AWAY = 5.0  # how much longer a player is away than other things last
DYING = 2.0  # seconds in which a process that is to die at a commit has one


async def happen(world: World) -> None:
    """All of it."""
    await asyncio.gather(*(world.start(slot) for slot in range(world.plan.processes)))
    table, tokens = await _set_up(world)
    other = await _another_table(world)
    _sit_down(world, table, tokens, other)
    world.network.lost, world.network.doubled = world.plan.lost, world.plan.doubled
    world.database.slow, world.database.failing = world.plan.slow, world.plan.failing
    began = world.loop.time()
    troubles = [
        world.run(_befall(world, began + one.at, one, number))
        for number, one in enumerate(world.plan.misfortunes)
    ]
    await asyncio.sleep(TROUBLED)
    await _recover(world)
    if not all(one.done() for one in troubles):  # a death that took its time
        await asyncio.wait(troubles)
        await _recover(world)
    await ending.look_back(world, table)


async def _recover(world: World) -> None:
    """Everything heals, and the game comes to its end."""
    await _heal(world)
    await _until(
        world, lambda: all(one.content for one in world.clients), "the game does not come to its end"
    )


async def _set_up(world: World) -> tuple[str, list[str | None]]:
    """A table, in fair weather."""
    plan = world.plan
    world.network.lost = world.network.doubled = 0.0
    seats: list[dict[str, Any]] = []
    for number, kind in enumerate(plan.seats):
        seat: dict[str, Any] = {"kind": kind}
        if kind == "bot":
            seat["bot"] = "random"
        if kind == "human":
            seat["name"] = f"player {number}"
            if plan.promises:
                seat["promise"] = promise_of(numbers_of(world, f"player {number}"))
        seats.append(seat)
    options = SHORT if plan.clock is None else {"clock": plan.clock, **SHORT}
    wish = {"game": GAME, "seats": seats, "options": options}
    made = await _insist(world, Request("host", "POST", "/api/tables", wish))
    return made["table"], [seat["token"] for seat in made["seats"]]


async def _another_table(world: World) -> list[str]:
    """The secrets of a table where nobody plays, for those who try them elsewhere."""
    if not world.plan.rogues:
        return []
    seats = [{"kind": "human"}, {"kind": "open"}]
    made = await _insist(
        world, Request("host", "POST", "/api/tables", {"game": GAME, "seats": seats, "options": SHORT})
    )
    return [seat["token"] for seat in made["seats"] if seat["token"]]


async def _insist(world: World, request: Request) -> Any:
    while True:
        answer = await world.network.ask(request)
        if answer is not None and answer.status < 300:
            return answer.json()
        await asyncio.sleep(0.5)


def _sit_down(world: World, table: str, tokens: list[str | None], other: list[str]) -> None:
    plan = world.plan
    for seat, token in enumerate(tokens):
        name = f"player {seat}"
        if token is not None:
            numbers = numbers_of(world, name) if plan.promises else None
            player = Player(world, name, table, token, seat, numbers)
            world.seated(player)
            world.run(player.live())
        elif plan.seats[seat] == "open":
            for _ in range(1 + plan.rivals):
                world.run(_Joiner(world, f"guest {seat}.{_}", table, None).live())
    for number in range(plan.spectators):
        watcher = Client(world, f"spectator {number}", table, None, page=plan.pages and number == 0)
        world.clients.append(watcher)
        world.run(watcher.live())
    for number in range(plan.rogues):
        rogue = Rogue(world, f"rogue {number}", table, lambda: other)
        world.rogues.append(rogue)
        world.run(rogue.live())


class _Joiner(Rival):
    """Somebody who wants a seat until she has one or there is none."""

    async def live(self) -> None:
        while not any(self._taken()):
            await super().live()
            await self.rest()

    def _taken(self) -> list[bool]:
        return [all(one.kind != "open" for one in self.world.model.tables[self.table].sitters)]


# -- trouble -------------------------------------------------------------------------------------------------------


async def _befall(world: World, when: float, one: Misfortune, number: int) -> None:
    await asyncio.sleep(when - world.loop.time())
    world.note("misfortune", one)
    slot = one.which % len(world.slots)
    process, now = world.slots[slot], world.loop.time()
    luck = world.luck_of(f"misfortune {number}")
    if one.kind == "away":
        world.database.go_away(one.lasts)
    elif one.kind == "jump":
        world.offset += luck.choice((-1.0, 1.0)) * 10.0 * one.lasts
    elif one.kind == "leave":
        if world.players:
            player = world.players[one.which % len(world.players)]
            player.leave(STAYS_AWAY * one.lasts, silently=luck.random() < 0.3)
    elif one.kind == "unreachable":
        world.network.unreachable[slot] = now + one.lasts
    elif one.kind == "crash":
        for thinker in world.thinkers:
            thinker.kill()
    elif process is not None and process.ready:
        if one.kind in ("kill", "stop", "power"):
            await _end(world, one, luck.choice(("", "before", "after")))
        elif one.kind in ("drop", "half-open"):
            for live in list(process.lines):
                if one.kind == "drop":
                    live.cut()
                else:
                    live.leave(silently=True)
                    live.inbox.put_nowait(None)
        elif process.line is not None:
            if one.kind == "hung":
                process.line.hung = True
            else:
                process.line.drop()


async def _end(world: World, one: Misfortune, when: str) -> None:
    """Processes end, by themselves or not, and others take their places."""
    slots = range(len(world.slots)) if one.kind == "power" else [one.which % len(world.slots)]
    ended = [process for slot in slots if (process := world.slots[slot]) is not None and process.ready]
    for process in ended:
        if one.kind == "stop":
            await process.stop()
        elif when:
            process.last_commit = when
            await asyncio.sleep(DYING * world.luck_of("death").random())
        process.kill()
    await asyncio.sleep(0)  # the system closes their files
    if one.kind == "power":
        world.power_cut()
    await asyncio.sleep(one.lasts)
    for process in ended:
        if world.slots[process.slot] is process:
            await world.start(process.slot)


async def _heal(world: World) -> None:
    """Nothing goes wrong any more."""
    world.note("healing")
    world.network.heal()
    world.database.heal()
    world.nonsense = 0.0
    for rogue in world.rogues:
        rogue.gone = True
    for player in world.players:
        player.away_until = min(player.away_until, world.loop.time() + 1.0)
    await _until(
        world,
        lambda: all(one is not None and one.ready for one in world.slots),
        "a process does not come back",
    )


async def _until(world: World, true: Callable[[], bool], otherwise: str) -> None:
    until = world.loop.time() + PATIENCE
    while not true():
        if world.loop.time() > until:
            world.fail(otherwise)
            return
        await asyncio.sleep(1.0)
