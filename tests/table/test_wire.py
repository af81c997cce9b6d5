"""Below HTTP: wrong frames, endless requests and noise leave a server as it was."""

from __future__ import annotations

import base64
import os
import random
import socket
import struct
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
import requests

from tests.table import logbook
from tests.table.postgres import free_port
from tests.table.server import Nursery, await_health, is_alive, slay


class Wire:
    """A connection to a server process below HTTP."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)

    def upgrade(self, table: str) -> None:
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        assert b"101" in self.socket.recv(4096).split(b"\r\n")[0]

    def send(self, data: bytes) -> None:
        with suppress(OSError):  # that it is closed on us already is an answer too
            self.socket.sendall(data)

    def drain(self) -> bytes:
        """All that comes until the server closes, or says nothing more once we have closed our side."""
        told = b""
        with suppress(OSError):
            self.socket.shutdown(socket.SHUT_WR)
            while chunk := self.socket.recv(65536):
                told += chunk
        self.socket.close()
        return told


def frame(
    opcode: int, payload: bytes, *, fin: bool = True, mask: bool = True, length: int | None = None
) -> bytes:
    """A WebSocket frame, well made or not."""
    size = len(payload) if length is None else length
    head = bytes([fin << 7 | opcode])
    bit = mask << 7
    if size < 126:
        head += bytes([bit | size])
    elif size < 65536:
        head += bytes([bit | 126]) + struct.pack("!H", size)
    else:
        head += bytes([bit | 127]) + struct.pack("!Q", size)
    return head + (b"\0\0\0\0" if mask else b"") + payload


HELLO = frame(1, b'{"type":"hello","token":null}')
WRONG_FRAMES = {
    "unmasked": frame(1, b"{}", mask=False),
    "reserved opcode": frame(5, b"x"),
    "reserved bits": b"\xf1\x80\0\0\0\0",
    "endless length": frame(1, b"x", length=2**62),
    "huge": frame(1, b"x" * 5_000_000),
    "huge in pieces": frame(1, b"x" * 70_000, fin=False) + frame(0, b"x" * 70_000, fin=False) * 30,
    "pieces without a beginning": frame(0, b"x"),
    "fragmented ping": frame(9, b"x", fin=False),
    "long ping": frame(9, b"x" * 200),
    "not text": frame(1, b"\xff\xfe"),
    "close with half a code": frame(8, b"\x03"),
    "bytes": frame(2, b"\0" * 100),
    "noise": random.Random(7).randbytes(3000),
    "a thousand pings": frame(9, b"") * 1000,
    "http again": b"GET / HTTP/1.1\r\n\r\n",
}


@pytest.fixture(scope="module")
def served(memory_folder: Path) -> Iterator[tuple[int, str, Path]]:
    """A server process: its port, its database, its log."""
    nursery = Nursery(memory_folder)
    port, database = free_port(), f"sqlite:///{memory_folder / 'wire.db'}"
    pid = nursery.start(database, port)
    try:
        yield port, database, memory_folder / f"nursling-{port}.log"
        assert is_alive(pid)
    finally:
        slay(pid)
        nursery.close()


def our_mistakes(log: str) -> list[str]:
    """The tracebacks in a server's log that go through our code: the web server may note what is wrong on the wire."""
    return [trace for trace in log.split("Traceback")[1:] if "coven/table" in trace]


@pytest.mark.parametrize("greeted", [False, True], ids=["early", "late"])
@pytest.mark.parametrize("wrong", WRONG_FRAMES)
def test_wrong_frames(served: tuple[int, str, Path], wrong: str, greeted: bool) -> None:
    port, database, log = served
    made = requests.post(
        f"http://127.0.0.1:{port}/api/tables", json={"game": "witchstone", "seats": [{"kind": "human"}] * 2}
    ).json()
    before = logbook.everything(database)
    logged = log.read_text()
    wire = Wire(port)
    wire.upgrade(made["table"])
    if greeted:
        wire.send(HELLO)
    wire.send(WRONG_FRAMES[wrong])
    assert b"Traceback" not in wire.drain()
    await_health(port, lambda: True, log)
    assert logbook.everything(database) == before
    assert not our_mistakes(log.read_text()[len(logged) :])


@pytest.mark.parametrize(
    "raw",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc",
        b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"X-A: b\r\n" * 20_000 + b"\r\n",
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n",
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\n{",
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
        + (b"10000\r\n" + b"x" * 65536 + b"\r\n") * 20,
        b"GET /static/../../../../etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /static/%2e%2e/%2e%2e/settings.py HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /api/tables/%ff%fe HTTP/1.1\r\nHost: x\r\n\r\n",
        b"FROBNICATE /api/tables HTTP/1.1\r\nHost: x\r\n\r\n",
        b"\0" * 1000,
    ],
    ids=lambda raw: repr(raw[:24]),
)
def test_what_is_hardly_http(served: tuple[int, str, Path], raw: bytes) -> None:
    port, database, log = served
    before = logbook.everything(database)
    logged = log.read_text()
    wire = Wire(port)
    wire.send(raw)
    told = wire.drain()
    assert not told.startswith(b"HTTP/1.1 5")
    assert not told.startswith(b"HTTP/1.1 200")
    assert b"Traceback" not in told
    assert b"root:" not in told
    await_health(port, lambda: True, log)
    assert logbook.everything(database) == before
    assert not our_mistakes(log.read_text()[len(logged) :])
