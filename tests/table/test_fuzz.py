"""Nonsense, forgeries and repetitions: never a mistake of ours, never a change of state."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import requests
import schemathesis
from hypothesis import given, settings
from hypothesis import strategies as st
from schemathesis.checks import CheckFunction, not_a_server_error
from schemathesis.core.transport import Response
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

import coven
from coven.lab import batch
from tests.table import logbook
from tests.table.conftest import make
from tests.table.inside import HOST, Answer, Closed, Inside
from tests.table.sitting import Sitting
from tests.table.stub_bots import Ponderers

CHECKS: list[CheckFunction] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
POSTS = ("/actions", "/undo", "/join", "/name", "/chat", "/stand-in", "/return", "/rematch", "/review")
GETS = ("", "/sight", "/chat", "/record", "/hint", "/review")
bounded = settings(max_examples=60, database=None, derandomize=True)
texts = st.text(st.characters(codec="utf-8"), max_size=60)
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


class Target:
    """A server in this process with a table in the middle of its game, and what it keeps."""

    def __init__(self, room: Inside, database: str) -> None:
        self.room = room
        self.database = database
        self.table = Sitting(room, "witches", 3)
        self.sent: list[tuple[str, Any, str | None]] = []  # the actions that were made
        played = batch.replay(coven.load("witchstone"), 2, 3, 1).record()
        self.record = str(played.position(at=30).record())
        luck = random.Random(4)
        for _ in range(12):
            seat = self.table.look()["actor"]
            seen = self.table.look(seat)
            body = {"seq": seen["seq"], "move": luck.choice(seen["legal"])["text"]}
            assert self.table.post("/actions", body, seat).status == 200
            self.sent.append(("/actions", body, self.table.tokens[seat]))

    def kept(self) -> list[tuple[Any, ...]]:
        return logbook.everything(self.database)


@pytest.fixture(scope="module")
def target(memory_folder: Path) -> Iterator[Target]:
    database = f"sqlite:///{memory_folder / 'fuzz.db'}"
    with make(
        database, bot_service=Ponderers(), away=10**6
    ) as room:  # nobody is replaced, however long it takes
        yield Target(room, database)


def sound(answer: Answer) -> None:
    """Done, or refused with a code and a sentence; never a mistake of ours."""
    assert answer.status < 500, answer.text
    if answer.status >= 400:
        assert answer.refused
        assert "Traceback" not in answer.text


# -- the API -------------------------------------------------------------------------------------------------------


def test_the_interface_does_what_its_description_says(target: Target) -> None:
    """Requests made from the description, right and wrong; half of them at a real table by someone who sits there."""
    schema = schemathesis.openapi.from_dict(target.room.get("/openapi.json").json())
    tried = []
    for found in schema.get_all_operations():
        operation = found.ok()
        if not operation.path.startswith(("/api/", "/health", "/metrics")):
            continue
        tried.append(operation.label)

        @bounded
        @given(case=operation.as_strategy(), real=st.integers(0, 3))
        def try_it(case: schemathesis.Case, real: int) -> None:
            before = target.kept()
            if real and case.path_parameters:
                case.path_parameters["table"] = target.table.id
            if real > 1:
                case.headers["Authorization"] = f"Bearer {target.table.tokens[real - 2]}"
            asked = requests.Request(**case.as_transport_kwargs(base_url=f"http://{HOST}")).prepare()
            answer = send(target.room, asked)
            sound(answer)
            case.validate_response(as_response(answer, asked), checks=CHECKS)
            if answer.status >= 400 or case.method == "GET":
                assert target.kept() == before

        try_it()
    assert len(tried) >= 15


def send(room: Inside, asked: requests.PreparedRequest) -> Answer:
    """A prepared request, sent to a server in this process."""
    parts = urlsplit(str(asked.url))
    body = asked.body.encode() if isinstance(asked.body, str) else asked.body
    headers = {
        key.lower(): value if isinstance(value, str) else value.decode("latin-1")
        for key, value in asked.headers.items()
        if key.lower() != "accept-encoding"
    }
    return room.run(
        room.ask(str(asked.method), f"{parts.path}?{parts.query}", body, headers={"host": HOST, **headers})
    )


def as_response(answer: Answer, asked: requests.PreparedRequest) -> Response:
    headers = {key: [value] for key, value in answer.headers}
    return Response(answer.status, headers, answer.body, asked, 0.0, False)


@pytest.mark.parametrize("what", POSTS)
def test_bodies_of_any_kind(target: Target, what: str) -> None:
    @bounded
    @given(
        body=st.binary(max_size=200) | anything.map(lambda body: json.dumps(body).encode()),
        seat=st.sampled_from([None, 0, 1, 2]),
    )
    def try_it(body: bytes, seat: int | None) -> None:
        before = target.kept()
        answer = target.table.post(what, body, seat)
        sound(answer)
        if answer.status >= 400:
            assert target.kept() == before

    try_it()


@bounded
@given(
    options=st.dictionaries(
        st.sampled_from(
            ["mode", "harder", "handicap", "first", "listed", "private", "clock", "components", "x"]
        ),
        anything,
        max_size=4,
    ),
    game=st.sampled_from(["witches", "witchstone"]),
    seats=st.integers(0, 5),
)
def test_options_of_any_kind(target: Target, options: dict[str, Any], game: str, seats: int) -> None:
    before = target.kept()
    body = {"game": game, "seats": [{"kind": "human"}] * seats, "options": options}
    answer = target.room.post("/api/tables", body)
    sound(answer)
    if answer.status >= 400:
        assert target.kept() == before


@bounded
@given(data=st.data())
def test_records_of_any_kind(target: Target, data: st.DataObject) -> None:
    """A record with lines swapped, cut, or filled with nonsense is a game, or is refused."""
    whole = target.record.splitlines()
    lines = data.draw(st.permutations(range(len(whole))))[: data.draw(st.integers(0, len(whole)))]
    kept = sorted(lines) if data.draw(st.booleans()) else lines
    text = "\n".join(whole[i] for i in kept) + data.draw(st.text(max_size=40))
    seats = data.draw(st.sampled_from([[], [{"kind": "human"}] * 2]))
    sound(target.room.post("/api/tables", {"record": text, "seats": seats}))


@bounded
@given(
    what=st.sampled_from([*GETS, *POSTS]),
    token=st.text(st.characters(max_codepoint=255, exclude_categories=["Cc"]), max_size=60),
)
def test_forged_secrets(target: Target, what: str, token: str) -> None:
    before = target.kept()
    method = "GET" if what in GETS and what not in POSTS else "POST"
    body = {"seq": 13, "move": 1} if method == "POST" else None
    answer = target.room.run(target.room.ask(method, target.table.path(what), body, token=token))
    if what == "/join":
        assert answer.status in {400, 409}
    else:
        assert answer.status in {401, 403}
        assert answer.refused[1] == "forbidden"
    assert target.kept() == before


def test_near_misses_of_a_secret(target: Target) -> None:
    token = str(target.table.tokens[0])
    for forged in (
        token.swapcase(),
        token[::-1],
        token + "=",
        token[:-1],
        f" {token}",
        f"{token} ",
        token * 2,
    ):
        answer = target.room.get(target.table.path(), token=forged)
        assert answer.status in {401, 403}, forged


def test_old_actions_sent_again(target: Target) -> None:
    before = target.kept()
    for what, body, token in random.Random(1).sample(target.sent * 3, len(target.sent) * 3):
        answer = target.room.post(target.table.path(what), body, token=token)
        assert answer.refused[1] in {"stale", "not_your_turn"}
    assert target.kept() == before


def test_the_same_action_many_times_at_once(target: Target) -> None:
    """Of a hundred equal requests one is done."""
    table = Sitting(target.room)
    seat = table.look()["actor"]
    seen = table.look(seat)
    body = {"seq": seen["seq"], "move": seen["legal"][0]["id"]}

    async def storm() -> list[int]:
        asked = [
            target.room.ask("POST", table.path("/actions"), body, token=table.tokens[seat])
            for _ in range(100)
        ]
        return [answer.status for answer in await asyncio.gather(*asked)]

    assert sorted(target.room.run(storm())) == [200] + [409] * 99
    assert len(logbook.logs(target.database)[table.id]) == seen["seq"] + 1


# -- the WebSocket -------------------------------------------------------------------------------------------------

frames = st.one_of(
    st.binary(max_size=300),
    st.text(max_size=300),
    anything.map(json.dumps),
    st.fixed_dictionaries(
        {"type": st.sampled_from(["hello", "ping", "state", "act"]) | texts, "token": anything}
    ).map(json.dumps),
)


@bounded
@given(sent=st.lists(frames, max_size=4), greet=st.sampled_from([None, "first", "last"]))
def test_frames_of_any_kind(target: Target, sent: list[str | bytes], greet: str | None) -> None:
    """Whatever is sent, the server answers in its own words and changes nothing."""
    before = target.kept()
    hello = json.dumps({"type": "hello", "token": target.table.tokens[0]})
    every = {"first": [hello, *sent], "last": [*sent, hello], None: sent}[greet]

    kinds: list[str] = []
    codes: list[int] = []

    async def try_it() -> None:
        client = await target.room.connect(target.table.path("/live"))
        for frame in every:
            await client.send(frame)
        await client.leave()
        while not client.from_app.empty():
            try:
                kinds.append((await client.receive())["type"])
            except Closed as closed:
                codes.append(closed.code)
                break

    target.room.run(try_it())
    assert set(kinds) <= {"state", "seats", "pong", "error"}
    assert set(codes) <= {4400, 4401, 1000}
    assert target.kept() == before
