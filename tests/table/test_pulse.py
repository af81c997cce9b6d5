"""Clocks stop while the server is away, and when the machine's clock jumps."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from coven.table.clock import LATE, Pauses
from coven.table.pulse import EVERY, LOST, Pulse, SteadyClock
from coven.table.store import Store
from tests.table.inside import Inside
from tests.table.sitting import Sitting

Start = Callable[..., Inside]


class Hands:
    """The machine's clocks, moved by the test: that of the day can be set, the steady one only goes on."""

    def __init__(self) -> None:
        self.wall = 1_000_000.0
        self.steady = 50.0

    def go(self, seconds: float, room: Inside | None = None) -> None:
        """Let time pass; in a room that is there all the while, its server beats."""
        while room is not None and seconds > EVERY:
            self.go(EVERY)
            beat(room)
            seconds -= EVERY
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
    hands.go(60.0, room)
    expected = [600.0, 600.0]
    expected[actor] = 540.0
    assert left(table) == expected
    leave(room)
    hands.go(5000.0)
    table.room = inside(clock=hands.clock())
    assert left(table) == expected
    hands.go(40.0, table.room)
    expected[actor] = 500.0
    assert left(table) == expected
    assert table.act(actor, table.look(actor)["legal"][0]["id"]).status == 200
    assert left(table)[actor] == 500.0


def test_nobody_pays_while_a_killed_server_is_away(inside: Start, tmp_path: Path) -> None:
    hands = Hands()
    room = inside(clock=hands.clock())
    table = Sitting(room, options={"clock": 10.0})
    actor = table.look()["actor"]
    hands.go(60.0, room)
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
        hands.go(30.0, room)
        hands.wall += jump
        hands.go(2.0)
        assert left(table)[actor] == 568.0
        beat(room)
        hands.go(28.0, room)
        if jump > 0:
            assert left(table)[actor] == 540.0
        else:
            assert 540.0 <= left(table)[actor] <= 600.0
        assert table.act(actor, table.look(actor)["legal"][0]["id"]).status == 200
        assert left(table)[actor] >= 540.0


def lose_database(room: Inside, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """From here on the store fails; what is returned heals it."""
    store = room.app.state.server.store

    async def fails(work: object) -> None:
        raise OperationalError("SELECT", {}, Exception("the server closed the connection"))

    patch = pytest.MonkeyPatch()
    patch.setattr(store, "do", fails)
    monkeypatch.setattr("coven.table.pulse.EVERY", 1e9)  # only the test beats
    return patch.undo


def test_nobody_pays_while_the_database_is_away(inside: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    hands = Hands()
    room = inside(clock=hands.clock())
    table = Sitting(room, options={"clock": 4.0})
    actor = table.look()["actor"]
    hands.go(30.0, room)
    before = left(table)
    heal = lose_database(room, monkeypatch)
    for _ in range(60):
        hands.go(EVERY)
        with pytest.raises(OperationalError):
            beat(room)
    assert left(table)[actor] >= before[actor]  # the clock stands as soon as the server has noticed
    heal()
    assert left(table)[actor] >= before[actor]
    beat(room)
    hands.go(20.0, room)
    assert before[actor] - 20.0 <= left(table)[actor] <= before[actor] - 20.0 + EVERY
    leave(room)
    table.room = inside(clock=hands.clock())  # and it is kept
    assert before[actor] - 20.0 <= left(table)[actor] <= before[actor] - 20.0 + EVERY


def test_who_asks_for_health_hides_no_pause(inside: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("coven.table.health.FRESH", 0.0)
    hands = Hands()
    room = inside(clock=hands.clock())
    table = Sitting(room, options={"clock": 10.0})
    actor = table.look()["actor"]
    hands.go(300.0)
    assert room.get("/health").status == 200
    assert left(table)[actor] == 600.0


def test_a_process_that_was_stopped_charges_nobody(inside: Start) -> None:
    """Everything is due at once when it goes on: no bot plays for who is not out of time."""
    hands = Hands()
    room = inside(clock=hands.clock())
    table = Sitting(room, options={"clock": 1.0})
    actor = table.look()["actor"]
    hands.go(10.0, room)
    seq = table.look()["seq"]
    hands.go(300.0)
    server = room.app.state.server

    async def go_on() -> None:
        server.broadcast.wake(server.matches.loaded(table.id))
        await asyncio.sleep(0.3)

    room.run(go_on())
    assert table.look()["seq"] == seq
    assert left(table)[actor] >= 50.0
    beat(room)
    assert left(table)[actor] >= 50.0


def test_two_processes_know_the_same_pauses(postgres) -> None:  # type: ignore[no-untyped-def]
    """Where one is there the server is there; a pause that one has noticed the other learns of."""
    url = postgres.database().replace("postgresql://", "postgresql+psycopg://")
    hands = Hands()

    async def go() -> None:
        stores = [Store(url), Store(url)]
        for store in stores:
            await store.open()
        known = [Pauses(), Pauses()]
        clocks = [hands.clock(), hands.clock()]
        one, other = (Pulse(*parts) for parts in zip(stores, clocks, known, strict=True))
        await one.open()
        hands.go(EVERY)
        await one.beat()
        await other.open()
        assert lost(known) == [0.0, 0.0]
        hands.wall += 600.0
        await one.beat()
        await other.beat()
        assert lost(known) == [600.0, 600.0]
        await one.close()
        hands.go(EVERY)
        await other.beat()
        await one.open()
        assert lost(known) == [600.0, 600.0]
        hands.go(300.0)  # neither is there, or has its database
        await other.beat()
        await one.beat()
        assert lost(known) == [900.0, 900.0]
        hands.go(EVERY)
        await one.beat()
        assert lost(known) == [900.0, 900.0]
        for store in stores:
            await store.close()

    asyncio.run(go())


def lost(known: list[Pauses]) -> list[float]:
    return [round(sum(ended - began for began, ended in one.known), 3) for one in known]


def test_a_process_that_comes_back_soon_charges_nobody(postgres) -> None:  # type: ignore[no-untyped-def]
    """Killed after its beat and there again eight seconds later, or three: whether another is there shows soon."""
    for away, another in ((LOST - 4.0, False), (3.0, False), (3.0, True)):
        url = postgres.database().replace("postgresql://", "postgresql+psycopg://")
        hands = Hands()

        async def go(url: str, hands: Hands, away: float, another: bool) -> None:
            stores = [Store(url) for _ in range(3)]
            known = [Pauses() for _ in stores]
            killed, back, neighbour = (
                Pulse(store, hands.clock(), pauses) for store, pauses in zip(stores, known, strict=True)
            )
            for store in stores:
                await store.open()
            await killed.open()
            if another:
                await neighbour.open()
            hands.go(away)
            await back.open()
            assert lost(known)[1] == away  # for the time being
            for _ in range(2):
                hands.go(EVERY)
                if another:
                    await neighbour.beat()
                await back.beat()
            assert lost(known)[1] == (0.0 if another else away)
            for store in stores:
                await store.close()

        asyncio.run(go(url, hands, away, another))


def test_a_process_late_by_less_is_there() -> None:
    pauses = Pauses()
    assert pauses.until(1e9) == []
    pauses.beat = 100.0
    assert pauses.until(100.0 + LATE) == []
    assert pauses.until(110.0) == [(100.0, 110.0)]
    pauses.known = [(101.0, 108.0)]
    assert pauses.until(110.0) == [(101.0, 108.0)]
