"""The edge of HTTP, in bytes: headers and bodies that never end, and those who hold all connections."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import chain, repeat
from typing import Any

import pytest
import uvicorn

from coven.table import http_edge, serve
from coven.table.http_edge import Doorkeeper
from coven.table.settings import Settings

pytestmark = pytest.mark.alone
ELSEWHERE = "127.0.0.2"  # an address of this machine that is no proxy's
WITHIN = 0.4  # seconds that are waited for what does not come
SOON = 8.0  # seconds in which that is noticed on a busy machine; the server's own patience is longer
WHOLE = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Reads the whole body, then says how much it was."""
    if scope["type"] == "lifespan":
        scope["state"]["door"] = DOOR[0]
        for what in ("startup", "shutdown"):
            await receive()
            await send({"type": f"lifespan.{what}.complete"})
        return
    read = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        read += len(message["body"])
        if not message["more_body"]:
            break
    answer = b"x" * 20_000_000 if scope["path"] == "/much" else str(read).encode()
    headers = [(b"content-length", str(len(answer)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": answer})


DOOR: list[Doorkeeper] = []
OPENED: list[socket.socket] = []
Start = Callable[..., int]


@pytest.fixture
def start(monkeypatch: pytest.MonkeyPatch) -> Iterator[Start]:
    """A server on the loopback with the server's own edge; its port. `within` is the patience it has."""
    running: list[tuple[uvicorn.Server, threading.Thread]] = []

    def begin(within: float = 60.0, **door: Any) -> int:
        for name in ("HEADER_WITHIN", "BODY_WITHIN", "READ_WITHIN"):
            monkeypatch.setattr(http_edge, name, within)
        DOOR[:] = [Doorkeeper(**door)]
        settings = Settings(port=0, host="127.0.0.1")
        bound = serve.bind(settings, False)
        server = uvicorn.Server(serve._config(app, settings))
        thread = threading.Thread(target=lambda: asyncio.run(server.serve([bound])), daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.01)
        running.append((server, thread))
        return int(bound.getsockname()[1])

    yield begin
    for one in OPENED:
        one.close()
    OPENED.clear()
    for server, thread in running:
        server.should_exit = True
        thread.join(10)


def connect(port: int, source: str = "127.0.0.1") -> socket.socket:
    made = socket.create_connection(("127.0.0.1", port), timeout=60, source_address=(source, 0))
    OPENED.append(made)
    return made


def answer(one: socket.socket) -> bytes:
    """What comes until the server closes."""
    said = b""
    try:
        while piece := one.recv(65536):
            said += piece
    except ConnectionResetError:
        pass
    return said


def status(one: socket.socket) -> bytes:
    """The status of the next answer."""
    said = b""
    with suppress(ConnectionResetError):
        while not said.partition(b"\r\n\r\n")[2] and (piece := one.recv(65536)):
            said += piece
    return said[9:12]


def test_a_whole_request_is_answered(start: Start) -> None:
    port = start(within=2.0)
    one = connect(port)
    for _ in range(3):  # one after another over the same connection
        one.sendall(WHOLE)
        assert status(one) == b"200"
    time.sleep(2.2)  # to have nothing to say is no crime
    one.sendall(b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello")
    assert status(one) == b"200"


@pytest.mark.parametrize("said", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: loc"])
def test_half_a_header_is_not_waited_for(start: Start, said: bytes) -> None:
    one = connect(start(WITHIN))
    one.sendall(said)
    began = time.monotonic()
    assert answer(one)[9:12] == b"408"
    assert time.monotonic() - began < SOON


def test_a_header_said_a_byte_at_a_time_is_not_waited_for(start: Start) -> None:
    one = connect(start(WITHIN))
    one.settimeout(0.05)
    began, said = time.monotonic(), b""
    for byte in chain(WHOLE[:-2] + b"X-More: ", repeat(ord("x"))):
        if said or time.monotonic() - began > SOON:
            break
        one.sendall(bytes([byte]))
        with suppress(TimeoutError):
            said = one.recv(100)
    assert said[9:12] == b"408"


def test_a_body_that_does_not_come_is_not_waited_for(start: Start) -> None:
    one = connect(start(WITHIN))
    one.sendall(b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 500\r\n\r\nhel")
    began = time.monotonic()
    assert answer(one) == b""
    assert time.monotonic() - began < SOON


def test_an_answer_that_nobody_takes_is_not_kept(start: Start) -> None:
    one = connect(start(WITHIN))
    one.sendall(b"GET /much HTTP/1.1\r\nHost: a\r\n\r\n")
    time.sleep(1.5)
    assert len(answer(one)) < 20_000_000


def test_a_header_has_a_size(start: Start) -> None:
    one = connect(start())
    one.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n")
    sent = 0
    with suppress(OSError):
        while sent < 50_000_000:
            sent += one.send(b"X-More: " + b"x" * 8000 + b"\r\n")
    assert sent < 10_000_000


def test_one_address_has_not_all_connections(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_edge, "MOST_OF_ONE", 5)
    port = start()
    held = [connect(port, ELSEWHERE) for _ in range(12)]
    assert sum(status(one) == b"503" for one in held[5:]) == 7
    for other in ("127.0.0.3", "127.0.0.1"):
        one = connect(port, other)
        one.sendall(WHOLE)
        assert status(one) == b"200"
    held[0].close()
    until = time.monotonic() + 60
    while time.monotonic() < until:
        again = connect(port, ELSEWHERE)
        again.sendall(WHOLE)
        if status(again) == b"200":
            return
    pytest.fail("who left is still counted")


def test_who_says_nothing_makes_room_for_who_does(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """A thousand half headers through a proxy, or from a thousand addresses."""
    port = start(most=20)
    held = [connect(port) for _ in range(60)]
    for one in held:
        with suppress(OSError):  # it has been let go
            one.sendall(b"GET / HTTP/1.1\r\n")
    one = connect(port)
    one.sendall(WHOLE)
    assert status(one) == b"200"


def test_who_only_looks_on_makes_room(start: Start) -> None:
    """Where nobody is left who says nothing, lookers-on are let go; with none of them there is no room."""
    lookers_on = [True, True]
    port = start(most=3, make_way=lambda: bool(lookers_on) and lookers_on.pop())

    def come() -> bytes:
        one = connect(port)
        one.sendall(WHOLE)
        return status(one)

    assert [come() for _ in range(6)] == [b"200"] * 5 + [b"503"]
    assert not lookers_on
