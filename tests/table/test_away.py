"""Being away: who is here, who may stand in, and what the coach may say."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from typing import Any

import pytest

import coven
from tests.table.inside import PATIENCE, Inside, Socket
from tests.table.sitting import HUMAN, OPEN, Sitting

Start = Callable[..., Inside]
RANDOM = {"stand_in": "random"}
BOT = {"kind": "bot", "bot": "random"}


class Hours:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


# -- who is here ---------------------------------------------------------------------------------------------------


def test_any_request_with_the_seats_secret_is_being_here(inside: Start) -> None:
    """A person who plays over HTTP alone is not replaced, however few pages she has open."""
    hours = Hours()
    room = inside(clock=hours, countdown=0)
    table = Sitting(room, seats=2)
    hours.now += 1000.0
    assert table.get("/chat", 1).status == 200
    assert table.look()["table"]["seats"][1]["online"]
    hours.now += 50.0
    assert table.post("/stand-in", {"seat": 1}, 0).refused == (422, "bad_option")
    assert table.get("/sight", 1).status == 200
    hours.now += 50.0
    assert table.post("/stand-in", {"seat": 1}, 0).refused == (422, "bad_option")
    hours.now += 70.0
    assert not table.look()["table"]["seats"][1]["online"]
    assert table.post("/stand-in", {"seat": 1}, 0).json()["done"] is True


def test_who_has_gone_is_noticed(inside: Start) -> None:
    hours = Hours()
    room = inside(clock=hours)
    table = Sitting(room, seats=2)
    watcher = table.live(0)
    table.get("/chat", 1)
    hours.now += 70.0
    server = room.app.state.server
    match = server.matches.loaded(table.id)

    async def sweep() -> list[bool]:
        from coven.table import stand_ins

        stand_ins.notice_gone(server, match)
        while True:
            told = await watcher.until(type="seats")
            if not told["seats"][1]["online"]:
                return [seat["online"] for seat in told["seats"]]

    assert room.run(sweep()) == [True, False]


# -- standing in ---------------------------------------------------------------------------------------------------


def test_a_bot_stands_in_when_all_who_are_here_agree(inside: Start) -> None:
    room = inside(away=0, countdown=0)
    table = Sitting(room, seats=3, options=RANDOM)
    here = [table.live(seat) for seat in (0, 1)]
    told = table.post("/stand-in", {"seat": 2, "bot": "random"}, 0).json()
    assert told == {"agreed": [0], "needed": [0, 1], "done": False}
    told = table.post("/stand-in", {"seat": 2}, 1).json()
    assert told["done"] is True
    luck = random.Random(3)
    for _ in range(30):
        state = table.look()
        if state["actor"] == 2:  # its bot is thinking
            room.run(newer(here[0], state["seq"]))
        else:
            table.play(1, luck)
    assert 2 in {move["actor"] for move in table.look()["moves"]}
    assert table.post("/return", {}, 2).status == 200
    for _ in range(60):
        if table.look()["actor"] == 2:
            break
        table.play(1, luck)
    seq = table.look()["seq"]
    assert table.look(2)["legal"]
    assert table.act(2, table.look(2)["legal"][0]["id"], seq).json() == {"seq": seq + 1}


def test_who_comes_back_in_time_keeps_her_seat(inside: Start) -> None:
    table = Sitting(inside(away=0), seats=3)
    for seat in (0, 1):
        table.live(seat)
    assert table.post("/stand-in", {"seat": 2}, 0).json()["agreed"] == [0]
    assert table.look()["table"]["seats"][2]["agreed"] == [0]
    table.live(2)
    assert table.look()["table"]["seats"][2]["agreed"] == []


@pytest.mark.alone
def test_the_bot_comes_after_a_countdown_that_everyone_sees(inside: Start) -> None:
    room = inside(away=0, countdown=3)
    table = Sitting(room, seats=2, options=RANDOM)
    watcher = table.live(0)
    told = table.post("/stand-in", {"seat": 1}, 0).json()
    assert told["done"] is False
    assert 0.0 < told["in"] <= 3.0
    seat = table.look()["table"]["seats"][1]
    assert 0.0 < seat["due"] <= 3.0
    assert seat["stand_in"] == ""

    async def taken() -> dict[str, Any]:
        while True:
            told = await watcher.until(type="seats")
            if told["seats"][1]["stand_in"]:
                return told

    assert room.run(taken())["seats"][1]["due"] is None


@pytest.mark.alone
def test_any_request_stops_the_countdown(inside: Start) -> None:
    room = inside(away=0, countdown=3)
    table = Sitting(room, seats=2)
    table.post("/stand-in", {"seat": 1}, 0)
    assert table.get("/chat", 1).status == 200
    assert table.look()["table"]["seats"][1]["due"] is None
    room.run(asyncio.sleep(3.3))
    assert table.look()["table"]["seats"][1]["stand_in"] == ""


def test_a_countdown_goes_on_after_a_restart(inside: Start) -> None:
    room = inside(away=0, countdown=1)
    table = Sitting(room, seats=2, options=RANDOM)
    table.post("/stand-in", {"seat": 1}, 0)
    table.room = inside(away=0, countdown=1)
    for _ in range(600):
        if table.look()["table"]["seats"][1]["stand_in"] == "random":
            return
        table.room.run(asyncio.sleep(0.1))
    raise AssertionError("nobody has taken the seat")


def test_which_bot_is_agreed_on_when_the_table_is_made(inside: Start) -> None:
    room = inside(away=0, countdown=0)
    table = Sitting(room, seats=2, options={"stand_in": "light"})
    assert table.look()["table"]["stand_in"] == "light"
    assert table.post("/stand-in", {"seat": 1, "bot": "random"}, 0).refused == (422, "bad_option")
    for _ in range(2):  # who agrees when it is done changes nothing
        assert table.post("/stand-in", {"seat": 1}, 0).json()["done"] is True
        seat = table.look()["table"]["seats"][1]
        assert (seat["stand_in"], seat["agreed"]) == ("light", [])
    alone = Sitting(room, seats=2, options={"stand_in": "none"})
    assert alone.look()["table"]["stand_in"] is None
    assert alone.post("/stand-in", {"seat": 1}, 0).refused == (403, "forbidden")
    asked = {"game": "witchstone", "seats": [HUMAN] * 2, "options": {"stand_in": "search:3600s"}}
    assert room.post("/api/tables", asked).refused == (422, "bad_option")
    assert Sitting(room, seats=2).look()["table"]["stand_in"] == "greedy"


async def newer(socket: Socket, seq: int) -> None:
    """Listen until the table has moved on."""
    while (await socket.until(type="state"))["seq"] <= seq:
        pass


def test_nobody_is_replaced_who_is_here_or_has_just_left(table: Sitting, room: Inside) -> None:
    assert table.post("/stand-in", {"seat": 1}, 0).status in {409, 422}
    assert table.post("/stand-in", {"seat": 0}, 0).status == 422
    assert table.post("/stand-in", {"seat": 9}, 0).status in {400, 422}
    assert table.post("/stand-in", {"seat": 1}).refused[1] == "forbidden"
    assert table.post("/stand-in", {"seat": 1, "bot": "deep"}, 0).refused == (422, "bad_option")
    assert table.look()["table"]["seats"][1]["kind"] == "human"


# -- bots alone ----------------------------------------------------------------------------------------------------


def test_bots_alone_wait_until_somebody_looks(inside: Start) -> None:
    hours = Hours()
    room = inside(clock=hours)
    server = room.app.state.server

    async def left_alone() -> None:
        made = await room.ask("POST", "/api/tables", {"game": "witchstone", "seats": [BOT, BOT]})
        match = server.matches.loaded(made.json()["table"])
        hours.now += 60.0
        while match.bot_task is not None:
            await asyncio.sleep(0.01)
        assert match.asleep
        asleep_at = match.seq
        await asyncio.sleep(0.2)
        assert match.seq == asleep_at
        assert (await room.ask("GET", f"/api/tables/{match.id}")).status == 200
        until = asyncio.get_running_loop().time() + PATIENCE
        while match.seq == asleep_at and asyncio.get_running_loop().time() < until:
            await asyncio.sleep(0.01)
        assert match.seq > asleep_at

    room.run(left_alone())


def test_bots_play_on_for_a_person_who_is_away(inside: Start) -> None:
    hours = Hours()
    room = inside(clock=hours)
    table = Sitting(room, "witchstone", [HUMAN, BOT])
    luck = random.Random(2)
    turn_of(table, 0)
    table.play(1, luck)
    hours.now += 10_000.0
    match = room.app.state.server.matches.loaded(table.id)
    until = time.monotonic() + PATIENCE
    while match.actor != 0:
        assert time.monotonic() < until, "the bot has stopped"
        room.run(asyncio.sleep(0.05))


def turn_of(table: Sitting, seat: int) -> None:
    """The bots play until it is a seat's turn."""
    until = time.monotonic() + PATIENCE
    while table.look()["actor"] != seat:
        assert time.monotonic() < until, "it is never her turn"
        table.room.run(asyncio.sleep(0.05))


# -- what everyone knows -------------------------------------------------------------------------------------------


def test_hints_are_off_between_people_unless_agreed_on(inside: Start) -> None:
    room = inside()

    def hint(seats: list[dict[str, str]], hints: bool | None = None, **more: Any) -> tuple[bool, int]:
        options = {} if hints is None else {"hints": hints}
        table = Sitting(room, "witchstone", seats, options, **more)
        watcher = table.live(0)
        told = room.run(watcher.until(type="seats"))["terms"]["hints"]
        assert told is table.look()["table"]["hints"]
        while seats[1] == HUMAN and table.look()["actor"] == 1:
            table.play(1, random.Random(1))
        turn_of(table, 0)
        return told, table.get("/hint", 0).status

    assert hint([HUMAN, HUMAN]) == (False, 403)
    assert hint([HUMAN, HUMAN], True) == (True, 200)
    assert hint([HUMAN, BOT]) == (True, 200)
    assert hint([HUMAN, BOT], False) == (False, 403)
    assert hint([HUMAN, BOT], guide=True) == (True, 200)


def test_an_open_seat_is_a_persons(room: Inside) -> None:
    table = Sitting(room, seats=[HUMAN, OPEN])
    assert table.look()["table"]["hints"] is False


def test_what_is_agreed_on_stays_so_in_a_rematch(room: Inside, written: coven.Record) -> None:
    options = {"hints": True, "stand_in": "light"}
    table = Sitting(room, written.game.name, 2, options, record=str(written))
    again = table.post("/rematch", {}, 0).json()["table"]
    told = room.get(f"/api/tables/{again}").json()["table"]
    assert (told["hints"], told["stand_in"]) == (True, "light")
    assert told["uploaded"] is False


def test_in_a_rematch_a_clock_waits_until_somebody_is_there(inside: Start, written: coven.Record) -> None:
    hours = Hours()
    room = inside(clock=hours)
    table = Sitting(room, written.game.name, 2, {"clock": 5}, record=str(written))
    table.id = table.post("/rematch", {}, 0).json()["table"]
    match = room.app.state.server.matches.loaded(table.id)
    match.pauses.beat = None  # the server is there all the time
    hours.now += 20.0  # longer than what anybody might add to its luck is waited for

    def clocks() -> list[tuple[float, bool]]:
        return [(seat["clock"], seat["waits"]) for seat in table.look()["table"]["seats"]]

    actor = table.look()["actor"]
    hours.now += 100.0
    assert clocks() == [(300.0, True), (300.0, True)]
    other = table.live(1 - actor)
    assert [seat["waits"] for seat in room.run(other.until(type="seats"))["seats"]][1 - actor] is False
    hours.now += 30.0
    assert table.get("/chat", actor).status == 200  # she is here
    assert room.run(other.until(type="seats"))["seats"][actor]["online"]
    hours.now += 7.0
    assert clocks()[actor] == (293.0, False)
    assert clocks()[1 - actor] == (300.0, False)


def test_uploaded_games_are_marked(room: Inside, written: coven.Record) -> None:
    sent = Sitting(room, written.game.name, 2, record=str(written))
    played = Sitting(room)
    assert sent.look()["table"]["uploaded"] is True
    assert played.look()["table"]["uploaded"] is False
    listed = {one["table"]: one["uploaded"] for one in room.get("/api/tables?state=over").json()["tables"]}
    assert listed[sent.id] is True
    assert room.run(sent.live().until(type="seats"))["terms"]["uploaded"] is True
