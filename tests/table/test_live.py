"""The live connection: who is told what, and how it ends."""

from __future__ import annotations

import random

import pytest

from tests.table.inside import HOST, Closed, Inside, Socket
from tests.table.sitting import HUMAN, OPEN, Sitting
from tests.table.stub_bots import Ponderers


async def hello(room: Inside, path: str, *frames: object, origin: str | None = f"http://{HOST}") -> Socket:
    """A connection that has sent these frames."""
    socket = await room.connect(path, origin)
    for frame in frames:
        await socket.send(frame)  # type: ignore[arg-type]
    return socket


def refused(
    room: Inside, path: str, *frames: object, origin: str | None = f"http://{HOST}"
) -> tuple[int, str]:
    """The code a connection is closed with, and the error that was told before."""

    async def try_it() -> tuple[int, str]:
        socket = await hello(room, path, *frames, origin=origin)
        error = (await socket.until(type="error"))["error"]
        return await socket.end(), error

    return room.run(try_it())


def test_hello_is_answered_with_state_and_seats(table: Sitting) -> None:
    room = table.room
    for seat in (0, 1, None):
        socket = room.run(hello(room, table.path("/live"), {"type": "hello", "token": table.token(seat)}))
        state, seats = room.run(socket.receive()), room.run(socket.receive())
        assert state == {
            "type": "state",
            "seq": 1,
            "actor": table.look()["actor"],
            "over": False,
            "scores": [0, 0],
            "undo": False,
        }
        assert seats["type"] == "seats"
        assert [set(told) for told in seats["seats"]] == [
            {"seat", "kind", "name", "bot", "online", "stand_in", "agreed", "due", "clock", "waits"}
        ] * 2
        if seat is not None:
            assert seats["seats"][seat]["online"] is True


def test_all_at_one_screen_are_there(table: Sitting) -> None:
    room, both = table.room, table.tokens
    socket = room.run(hello(room, table.path("/live"), {"type": "hello", "token": both[1], "also": both[:1]}))
    assert [seat["online"] for seat in room.run(socket.until(type="seats"))["seats"]] == [True, True]
    room.run(socket.leave())
    assert [seat["online"] for seat in table.look()["table"]["seats"]] == [False, False]


def test_everyone_hears_of_every_action_once_and_in_order(table: Sitting) -> None:
    room = table.room
    sockets = [table.live(seat) for seat in (0, 1, None, 0)]  # one seat on two devices
    last = table.play(25, random.Random(6))["seq"]
    for socket in sockets:
        told = []
        while not told or told[-1] < last:
            told.append(room.run(socket.until(type="state"))["seq"])
        assert told == list(range(2, last + 1))


def test_only_who_acted_is_told_that_it_can_be_taken_back(table: Sitting) -> None:
    room = table.room
    sockets = {seat: table.live(seat) for seat in (0, 1, None)}
    luck = random.Random(8)
    seen = set()
    for _ in range(20):
        seat = table.look()["actor"]
        table.play(1, luck)
        alone = table.look()["moves"][-1]["actor"] == seat
        told = {who: room.run(socket.until(type="state"))["undo"] for who, socket in sockets.items()}
        assert told == {0: alone and seat == 0, 1: alone and seat == 1, None: False}
        seen.add(alone)
    assert seen == {True, False}


def test_who_comes_and_goes_is_seen(table: Sitting) -> None:
    room = table.room
    watching = table.live(None)
    first, second = table.live(1), table.live(1)
    for socket, online in ((first, True), (second, False)):  # gone when the last device is
        room.run(socket.leave())
        while True:
            seats = room.run(watching.until(type="seats"))["seats"]
            if seats[1]["online"] is online:
                break
        assert [seat["seat"] for seat in table.look()["table"]["seats"] if seat["online"]] == [1] * online


def test_who_comes_back_is_told_where_the_table_is(table: Sitting) -> None:
    room = table.room
    socket = table.live(0)
    room.run(socket.leave())
    last = table.play(5, random.Random(2))["seq"]
    back = room.run(hello(room, table.path("/live"), {"type": "hello", "token": table.tokens[0]}))
    assert room.run(back.receive())["seq"] == last


def test_chat_names_joins_and_rematch_are_told(room: Inside) -> None:
    table = Sitting(room, seats=[{"kind": "human", "name": "Ada"}, OPEN])
    socket = table.live(None)
    table.post("/chat", {"text": "hello"}, 0)
    line = room.run(socket.until(type="chat"))
    assert {key: line[key] for key in ("n", "seat", "name", "text")} == {
        "n": 1, "seat": 0, "name": "Ada", "text": "hello",
    }  # fmt: skip
    table.tokens[1] = table.post("/join", {"name": "Ben"}).json()["token"]
    assert [seat["name"] for seat in room.run(socket.until(type="seats"))["seats"]] == ["Ada", "Ben"]
    assert room.run(socket.until(type="state", seq=1))["actor"] in (0, 1)
    table.post("/name", {"name": "Bea"}, 1)
    assert room.run(socket.until(type="seats"))["seats"][1]["name"] == "Bea"
    table.finish(random.Random(1))
    over = room.run(socket.until(type="state", over=True))
    assert over["actor"] is None
    again = table.post("/rematch", {}, 0).json()["table"]
    assert room.run(socket.until(type="rematch"))["table"] == again
    later = table.live(1)
    assert room.run(later.until(type="rematch"))["table"] == again


def test_a_bot_thinks_aloud_and_moves_by_itself(room: Inside) -> None:
    table = Sitting(room, seats=[{"kind": "bot", "bot": "random"}] * 2, game="witches")
    socket = table.live(None)
    room.run(socket.until(type="thinking"))
    assert room.run(socket.until(type="state", over=True))["seq"] > 20


def test_who_comes_while_a_bot_thinks_is_told_so(inside) -> None:  # type: ignore[no-untyped-def]
    bots = Ponderers()
    room = inside(bot_service=bots)
    seats = [HUMAN, {"kind": "bot", "bot": "random"}]
    table = Sitting(room, seats=seats, options={"first": 0})  # the last chooses a tower first
    for seat, bots.compiled in ((0, False), (None, True)):
        told = room.run(table.live(seat).until(type="thinking"))
        assert told == {"type": "thinking", "seat": 1, "preparing": not bots.compiled}


def test_pings_are_answered(table: Sitting) -> None:
    socket = table.live(0)
    for _ in range(3):
        table.room.run(socket.send({"type": "ping"}))
        assert table.room.run(socket.until(type="pong")) == {"type": "pong"}


# -- refusals ------------------------------------------------------------------------------------------------------


def test_a_forged_secret_hears_nothing(table: Sitting) -> None:
    elsewhere = Sitting(table.room)
    for token in ("x" * 32, "", "\ud800", "\x00", elsewhere.tokens[0], f"{table.tokens[0]}\n"):
        told = refused(table.room, table.path("/live"), {"type": "hello", "token": token})
        assert told in {(4401, "forbidden"), (4400, "bad_request")}


def test_a_private_table_tells_strangers_nothing(room: Inside) -> None:
    table = Sitting(room, options={"private": True})
    assert refused(room, table.path("/live"), {"type": "hello", "token": None}) == (4401, "forbidden")
    assert table.live(0).heard


def test_there_is_no_such_table_to_hear_of(room: Inside) -> None:
    told = refused(room, "/api/tables/nowhere/live", {"type": "hello", "token": None})
    assert told == (4404, "no_such_table")


@pytest.mark.parametrize(
    "origin", ["http://elsewhere.test", f"http://{HOST}.evil.test", "null", "", "http://"]
)
def test_pages_from_elsewhere_hear_nothing(table: Sitting, origin: str) -> None:
    try:
        told = refused(
            table.room, table.path("/live"), {"type": "hello", "token": table.tokens[0]}, origin=origin
        )
    except Closed:
        return
    assert told[1] == "forbidden"


def test_programs_send_no_origin(table: Sitting) -> None:
    room = table.room
    socket = room.run(hello(room, table.path("/live"), {"type": "hello", "token": None}, origin=None))
    assert room.run(socket.receive())["type"] == "state"


@pytest.mark.parametrize(
    "frame",
    [
        "", "{", "null", "[]", "7", '"hello"', "{}", '{"type":"ping"}', '{"type":"hello","token":7}',
        '{"type":"hello","token":{}}', '{"type":"hello","also":7}', '{"type":"hello","also":[null]}',
        '{"type":"hello","also":["","","",""]}', '{"type":["hello"]}', b"", b"\x00\xff",
        b'{"type":"hello","token":null}',
        "[" * 100_000, "9" * 10_000, '{"type":"hello","token":"' + "x" * 5000 + '"}', "NaN", '{"type":"hello"' * 9,
    ],
    ids=lambda frame: repr(frame[:30]),
)  # fmt: skip
def test_what_is_no_hello(table: Sitting, frame: str | bytes) -> None:
    assert refused(table.room, table.path("/live"), frame) == (4400, "bad_request")


@pytest.mark.parametrize(
    "frame", ['{"type":"act","move":1}', "{", b"\x00", "x" * 5000, '{"type":"hello","token":null}', "[]"]
)
def test_nothing_but_pings_is_heard_after_it(table: Sitting, frame: str | bytes) -> None:
    told = refused(table.room, table.path("/live"), {"type": "hello", "token": table.tokens[0]}, frame)
    assert told == (4400, "bad_request")


def test_who_says_nothing_is_let_go(table: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("coven.table.live.HELLO_WITHIN", 0.05)
    code, error = refused(table.room, table.path("/live"))
    assert code in {4408, 4400}
    assert error == "bad_request"


def test_who_never_listens_is_let_go_and_others_go_on(
    table: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A client that takes nothing holds up nobody and costs a bounded number of messages."""
    monkeypatch.setattr("coven.table.broadcast.WAITING", 8)
    room = table.room

    async def deaf() -> Socket:
        socket = await hello(room, table.path("/live"), {"type": "hello", "token": None})
        socket.from_app._maxsize = 1  # type: ignore[attr-defined]
        return socket

    stuck = room.run(deaf())
    well = table.live(0)
    last = table.play(30, random.Random(3))["seq"]
    assert room.run(well.until(type="state", seq=last))
    assert stuck.from_app.qsize() <= 2
    stuck.from_app._maxsize = 0  # type: ignore[attr-defined]
    assert room.run(stuck.end()) == 4413
    assert len(stuck.heard) < 30
