"""Sitting down, talking, being away, and what comes after a game, over HTTP."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

import coven
from coven.core.position import CHANCE
from coven.table import actions
from coven.table.pulse import EVERY
from tests.table import logbook
from tests.table.inside import Inside
from tests.table.sitting import HUMAN, OPEN, Sitting

# -- sitting down --------------------------------------------------------------------------------------------------


def test_an_open_seat_is_joined(room: Inside) -> None:
    table = Sitting(room, seats=[{"kind": "human", "name": "Ada"}, OPEN, OPEN])
    told = table.post("/join", {"seat": 2, "name": "Cy"}).json()
    assert told["seat"] == 2
    table.tokens[2] = told["token"]
    assert table.look()["actor"] is None
    told = table.post("/join", {}).json()
    assert told["seat"] == 1
    table.tokens[1] = told["token"]
    assert [seat["name"] for seat in table.look()["table"]["seats"]] == ["Ada", "", "Cy"]
    actor = table.look()["actor"]
    assert actor in range(3)
    assert table.look(actor)["legal"]


def test_bots_of_one_kind_are_told_apart(room: Inside) -> None:
    table = Sitting(room, seats=[HUMAN, *[{"kind": "bot", "bot": "random"}] * 3])
    assert [seat["name"] for seat in table.look()["table"]["seats"]] == ["", "random", "random 2", "random 3"]


def test_seats_that_can_not_be_joined(room: Inside, table: Sitting) -> None:
    assert table.post("/join", {}).refused == (409, "seat_taken")
    assert table.post("/join", {"seat": 1}).refused == (409, "seat_taken")
    waiting = Sitting(room, seats=[HUMAN, {"kind": "bot", "bot": "random"}, OPEN])
    for seat in (0, 1):
        assert waiting.post("/join", {"seat": seat}).refused == (409, "seat_taken")
    for seat in (3, -1, 10**9):
        assert waiting.post("/join", {"seat": seat}).refused[1] in {"bad_option", "bad_request", "seat_taken"}
    for seat in ("one", [1], 1.5, True):
        assert waiting.post("/join", {"seat": seat}).refused == (400, "bad_request")
    assert waiting.post("/join", {"name": "x" * 500}).refused == (413, "too_large")
    assert waiting.look()["table"]["seats"][2]["kind"] == "open"


def test_one_of_two_gets_the_last_seat(room: Inside) -> None:
    table = Sitting(room, seats=[HUMAN, OPEN])

    async def both() -> list[int]:
        import asyncio

        asked = [room.ask("POST", table.path("/join"), {}) for _ in range(2)]
        return sorted(answer.status for answer in await asyncio.gather(*asked))

    assert room.run(both()) == [200, 409]


def test_a_seat_can_be_called_otherwise(table: Sitting) -> None:
    assert table.post("/name", {"name": "Magrat"}, 0).status == 200
    assert table.look()["table"]["seats"][0]["name"] == "Magrat"
    assert table.post("/name", {"name": "x" * 41}, 0).refused == (413, "too_large")
    assert table.post("/name", {"name": 7}, 0).refused == (400, "bad_request")
    assert table.post("/name", {"name": "Nanny"}).refused[1] == "forbidden"
    assert table.look()["table"]["seats"][0]["name"] == "Magrat"


ODD_NAMES = ["<b>Ada</b>", "a|b", "A\u202edA", "\x00\x1b[31m", "\ud800", "\U0001f9d9", "' OR 1=1 --", "&amp;"]


@pytest.mark.parametrize("name", ODD_NAMES)
def test_names_are_text(room: Inside, written: coven.Record, name: str) -> None:
    """Names never break the picture, the record or the database; what can't be seen is left out."""
    finished = Sitting(room, written.game.name, 2, record=str(written))
    answer = finished.post("/name", json.dumps({"name": name}).encode(), 0)
    assert answer.status in {200, 400}
    kept = finished.look()["table"]["seats"][0]["name"]
    assert not re.search("[\x00-\x1f\u202e\ud800-\udfff|]", kept)
    svg = finished.get("/sight?whole=1", 0).json()["svg"]
    assert "<b>" not in svg
    assert coven.read(finished.get("/record").text).check().over


# -- talking -------------------------------------------------------------------------------------------------------


def test_chat_is_numbered_and_read_on(table: Sitting) -> None:
    assert table.get("/chat").json() == {"chat": []}
    assert table.post("/chat", {"text": "Hello <b>all</b>"}, 0).json() == {"n": 1}
    assert table.post("/chat", {"text": " good \n evening "}, 1).json() == {"n": 2}
    lines = table.get("/chat").json()["chat"]
    assert [(line["n"], line["seat"], line["text"]) for line in lines] == [
        (1, 0, "Hello <b>all</b>"),
        (2, 1, "good evening"),
    ]
    assert {"n", "seat", "name", "text", "at"} == set(lines[0])
    assert [line["n"] for line in table.get("/chat?since=1", 1).json()["chat"]] == [2]
    assert table.get("/chat?since=2").json() == {"chat": []}


def test_what_can_not_be_said(table: Sitting) -> None:
    assert table.post("/chat", {"text": "hi"}).refused[1] == "forbidden"
    assert table.post("/chat", {"text": "x" * 2000}, 0).refused == (413, "too_large")
    assert table.post("/chat", {"text": " \n\x00 "}, 0).refused == (400, "bad_request")
    assert table.post("/chat", {"text": 5}, 0).refused == (400, "bad_request")
    assert table.post("/chat", {}, 0).refused == (400, "bad_request")
    assert table.get("/chat?since=x").refused == (400, "bad_request")
    assert table.get("/chat?since=" + "9" * 30).status in {200, 400}
    assert table.get("/chat").json() == {"chat": []}


# -- records, rematch, coach ---------------------------------------------------------------------------------------


def test_the_record_is_told_at_the_end_only(table: Sitting, finished: Sitting, written: coven.Record) -> None:
    assert table.get("/record").refused == (409, "not_over")
    assert table.get("/record", 0).refused == (409, "not_over")
    told = coven.read(finished.get("/record").text)
    assert told.actions == written.actions
    assert told.result == written.result


def test_a_game_goes_on_from_its_record(room: Inside, room_database: str, written: coven.Record) -> None:
    """Wherever it was left, even where luck was to decide."""
    stops = {-1: 0, 0: 0}
    position = written.position(at=0)
    for at in range(1, len(written)):
        position = written.position(at=at)
        kind = CHANCE if position.actor == CHANCE else 0
        if stops[kind] < 2:
            stops[kind] += 1
            table = Sitting(room, written.game.name, 2, record=str(position.record()))
            assert table.look()["actor"] in (0, 1)
            table.play(3, random.Random(at))
            logbook.replay(room_database, table.id)
        if all(count == 2 for count in stops.values()):
            break
    assert stops == {-1: 2, 0: 2}


def test_waiting_for_somebody_costs_no_time(inside, written: coven.Record) -> None:  # type: ignore[no-untyped-def]
    """A game that goes on from its record does so when everyone sits."""
    now = [1000.0]
    room = inside(clock=lambda: now[0])
    half = next(position for position in map(written.position, range(2, len(written))) if position.actor == 0)
    seats = [{"kind": "human"}, {"kind": "open"}]
    table = Sitting(room, seats=seats, options={"clock": 10.0}, record=str(half.record()))
    assert table.get("/sight", 0).json()["actor"] is None

    def go(seconds: float) -> None:
        for _ in range(round(seconds / EVERY)):
            now[0] += EVERY
            room.run(room.app.state.server.pulse.beat())

    go(500.0)
    assert table.post("/join", {}).status == 200
    go(60.0)
    assert [seat["clock"] for seat in table.look()["table"]["seats"]] == [540.0, 600.0]
    assert table.act(0, table.look(0)["legal"][0]["id"]).status == 200
    assert table.look()["table"]["seats"][0]["clock"] == 540.0


def test_a_rematch_keeps_the_people_and_their_secrets(finished: Sitting, table: Sitting) -> None:
    assert table.post("/rematch", {}, 0).refused == (409, "not_over")
    assert finished.post("/rematch", {}).refused[1] == "forbidden"
    told = finished.post("/rematch", {}, 0).json()
    assert told["table"] != finished.id
    assert finished.post("/rematch", {}, 1).json()["table"] == told["table"]
    fresh = object.__new__(Sitting)
    fresh.room, fresh.id, fresh.tokens = finished.room, told["table"], finished.tokens
    assert fresh.look(0)["seat"] == 0
    assert fresh.look(1)["seat"] == 1
    assert fresh.play(2, random.Random(1))["seq"] == 3


def test_a_review_is_of_a_finished_game(table: Sitting) -> None:
    assert table.post("/review", {}, 0).refused == (409, "not_over")
    assert table.get("/review", 0).refused == (404, "not_found")


def test_a_hint_is_for_who_is_to_act(table: Sitting) -> None:
    actor = table.look()["actor"]
    assert table.get("/hint", 1 - actor).refused == (409, "not_your_turn")
    assert table.get("/hint").refused[1] == "forbidden"


def test_a_seat_is_taken_though_the_deal_has_to_wait(inside, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    """The database goes away at the wrong moment: the secret is told all the same, and it is dealt a little later."""
    deal, failures = actions.deal, [1, 2]

    async def fails(server: Any, match: Any) -> None:
        if failures:
            failures.pop()
            raise OperationalError("", {}, Exception("away"))
        await deal(server, match)

    room = inside()
    table = Sitting(room, seats=[HUMAN, OPEN])
    monkeypatch.setattr(actions, "deal", fails)
    told = table.post("/join", {}).json()
    assert told["token"]
    assert table.look()["actor"] is None
    socket = room.run(room.sit(table.id, told["token"]))
    room.run(socket.until(type="state", seq=1))
    assert not failures
