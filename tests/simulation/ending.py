"""The last look: everybody has seen the same game, everything that was kept is there, and who is here is shown so."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from coven.core.errors import CovenError
from coven.core.record import read
from coven.core.verify import verify
from tests.simulation.network import Answer, Line, Request

if TYPE_CHECKING:
    from tests.simulation.process import Process
    from tests.simulation.world import World

QUIET = 240.0  # seconds in which every server forgets whom it should
FOR_GOOD = 1e6
SOON = 10.0  # and in which everybody has been told what there is


async def look_back(world: World, id: str) -> None:
    """Look at everything once more, when nothing has moved for a while."""
    table = world.model.tables[id]
    silently = world.plan.seed % 2 == 0
    if world.rogues:
        await asyncio.sleep(SOON)  # what they have asked last with a seat's secret says that she is here
    if world.plan.quiet and len(world.players) > 1:
        leaving = world.players[-1]
        leaving.gone = True
        leaving.leave(FOR_GOOD, silently)
    here = {one.seat for one in world.players if not one.gone}
    await asyncio.sleep(SOON)
    # Who was never told that she has a seat is thought to be here for a while.
    unaware = {one.seat for one in table.sitters if one.kind == "human"} - {one.seat for one in world.players}
    if (
        len(world.slots) == 1 and not _unnoticed(world) and not unaware
    ):  # of several one may have heard of her lately
        _check_lines(world, table.seq, here)
    await asyncio.sleep(QUIET if world.plan.quiet or unaware else 0.0)
    world.model.committed()
    world.model.check_all_kept()
    _check_lines(world, table.seq, here)
    for process in (one for one in world.slots if one is not None):
        await _check_process(world, process, id, here)
    for client in world.clients:
        if not client.gone and (client.line is None or client.line.last_seq != table.seq):
            world.fail(f"{client.name} has not seen the end")


def _unnoticed(world: World) -> bool:
    """Whether a server still has a connection whose client is gone."""
    return any(not line.open for process in world.slots if process is not None for line in process.lines)


def _check_lines(world: World, seq: int, here: set[int | None]) -> None:
    for process in (one for one in world.slots if one is not None):
        for line in process.lines:
            _check_line(world, line, seq, here)


def _check_line(world: World, line: Line, seq: int, here: set[int | None]) -> None:
    """A live connection has told all there is."""
    if not line.open or line.seats is None:
        return
    if line.last_seq != seq:
        world.fail(f"{line.who} was told of action {line.last_seq} last, the last is {seq}")
    shown = {seat["seat"] for seat in line.seats if seat["kind"] == "human" and seat["online"]}
    if shown != here:
        world.fail(f"{line.who} was told last that seats {shown} are here, and seats {here} are")


async def _check_process(world: World, process: Process, id: str, here: set[int | None]) -> None:
    """What one process says of the finished game is what all say."""
    await _ask(world, process, f"/api/tables/{id}")
    await asyncio.sleep(SOON)  # one that had not looked at the table for long has heard of the others now
    look = await _ask(world, process, f"/api/tables/{id}")
    seats = [seat for seat in look["table"]["seats"] if seat["kind"] == "human"]
    shown = {seat["seat"] for seat in seats if seat["online"]}
    if shown != here:
        world.fail(f"process {process.slot} shows that seats {shown} are here, and seats {here} are")
    if not look["over"] or look["seq"] != world.model.tables[id].seq:
        world.fail(f"process {process.slot} does not know the end")
    chat = {
        line["n"]: (line["seat"], line["name"], line["text"])
        for line in (await _ask(world, process, f"/api/tables/{id}/chat"))["chat"]
    }
    if chat != world.model.tables[id].chat:
        world.fail(f"process {process.slot} tells another chat than was kept")
    record = (await _answer(world, process, f"/api/tables/{id}/record")).body.decode()
    try:
        if not verify(read(record)).sealed:
            world.fail("the record is not sealed")
    except CovenError as problem:
        world.fail(f"the game was not played as sealed: {problem}")


async def _answer(world: World, process: Process, path: str) -> Answer:
    request = Request("judge", "GET", path)
    answer: Answer | None = await process.run(world.network._served(process, request, 0.0))
    if answer is None or answer.status != 200:
        world.fail(f"process {process.slot} does not answer {path}: {answer}")
        raise asyncio.CancelledError
    return answer


async def _ask(world: World, process: Process, path: str) -> Any:
    return (await _answer(world, process, path)).json()
