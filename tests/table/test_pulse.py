"""Clocks stop while the server is away, and when the machine's clock jumps."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from coven.table.pulse import EVERY, LOST, SteadyClock
from coven.table.store import Store
from tests.table.inside import Inside
from tests.table.sitting import Sitting

Start = Callable[..., Inside]


class Hands:
    """The machine's clocks, moved by the test: that of the day can be set, the steady one only goes on."""

    def __init__(self) -> None:
        self.wall = 1_000_000.0
        self.steady = 50.0

    def go(self, seconds: float) -> None:
        self.wall += seconds
        self.steady += seconds

    def clock(self) -> SteadyClock:
        return SteadyClock(lambda: self.wall, lambda: self.steady)


def left(table: Sitting) -> list[float]:
    return [round(seat["clock"], 3) for seat in table.look()["table"]["seats"]]


def beat(room: Inside) -> None:
    room.run(room.app.state.server.pulse.beat())


def leave(room: Inside, goodbye: bool = True) -> None:
    """The server ends now, whenever its process is tidied away."""
    pulse = room.app.state.server.pulse
    if goodbye:
        room.run(pulse.close())

    async def nothing() -> None: ...

    pulse.close = nothing


def test_the_clock_is_steady() -> None:
    hands = Hands()
    clock = hands.clock()
    hands.go(10.0)
    assert clock() == 1_000_010.0
    hands.wall += 3600.0
    assert clock() == 1_000_010.0
    assert clock.correct() == (1_000_010.0, 1_003_610.0)
    assert clock() == 1_003_610.0
    hands.wall -= 7200.0
    assert clock.correct() is None
    assert clock() == hands.wall
    hands.wall += 0.3
    assert clock.correct() is None


def test_nobody_pays_while_the_server_is_away(inside: Start) -> None:
    hands = Hands()
    room = inside(clock=hands.clock())
    table = Sitting(room, options={"clock": 10.0})
    actor = table.look()["actor"]
    hands.go(60.0)
    expected = [600.0, 600.0]
    expected[actor] = 540.0
    assert left(table) == expected
    leave(room)
    hands.go(5000.0)
    table.room = inside(clock=hands.clock())
    assert left(table) == expected
    hands.go(40.0)
    expected[actor] = 500.0
    assert left(table) == expected
    assert table.act(actor, table.look(actor)["legal"][0]["id"]).status == 200
    assert left(table)[actor] == 500.0


def test_nobody_pays_while_a_killed_server_is_away(inside: Start, tmp_path: Path) -> None:
    hands = Hands()
    room = inside(clock=hands.clock())
    table = Sitting(room, options={"clock": 10.0})
    actor = table.look()["actor"]
    hands.go(60.0)
    beat(room)
    hands.go(3.0)  # a few seconds after the last beat
    leave(room, goodbye=False)
    hands.go(5000.0)
    table.room = inside(clock=hands.clock())
    assert 600.0 - left(table)[actor] <= 60.0 + EVERY


def test_a_jump_is_nobodys(inside: Start) -> None:
    """Forwards by an hour, or back: the clock goes on as if nothing had been."""
    for jump in (3600.0, -3600.0):
        hands = Hands()
        room = inside(clock=hands.clock())
        table = Sitting(room, options={"clock": 10.0})
        actor = table.look()["actor"]
        hands.go(30.0)
        hands.wall += jump
        hands.go(2.0)
        assert left(table)[actor] == 568.0
        beat(room)
        hands.go(28.0)
        if jump > 0:
            assert left(table)[actor] == 540.0
        else:
            assert 540.0 <= left(table)[actor] <= 600.0
        assert table.act(actor, table.look(actor)["legal"][0]["id"]).status == 200
        assert left(table)[actor] >= 540.0


def test_two_processes_know_the_same_pauses(postgres) -> None:  # type: ignore[no-untyped-def]
    """Where one is there the server is there; a pause that one has noticed the other learns of."""
    from coven.table.pulse import Pulse

    url = postgres.database().replace("postgresql://", "postgresql+psycopg://")
    hands = Hands()

    async def go() -> None:
        stores = [Store(url), Store(url)]
        for store in stores:
            await store.open()
        known: list[list[tuple[float, float]]] = [[], []]
        clocks = [hands.clock(), hands.clock()]
        one, other = (Pulse(*parts) for parts in zip(stores, clocks, known, strict=True))
        await one.open()
        hands.go(LOST - 2)
        await other.open()
        assert known == [[], []]
        hands.wall += 600.0
        await one.beat()
        await other.beat()
        assert known[0] == known[1]
        assert sum(ended - began for began, ended in known[0]) == 600.0
        await one.close()
        hands.go(EVERY)
        await other.beat()
        await one.open()
        assert len(known[0]) == 1
        for store in stores:
            await store.close()

    asyncio.run(go())
