"""Real server processes on the loopback, and the clients that speak to them."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from tests.table.postgres import free_port

PATIENCE = 90.0  # seconds a server may take to come up; cold rules are compiled first


class DidNotStart(Exception):
    """What a server said before it ended."""


def await_health(port: int, alive: Any, log: Path, patience: float = PATIENCE) -> dict[str, Any]:
    """Wait until a server says it is well."""
    until = time.monotonic() + patience
    while time.monotonic() < until:
        try:
            answer = httpx.get(f"http://127.0.0.1:{port}/health", timeout=5)
            if answer.status_code == 200:
                told: dict[str, Any] = answer.json()
                return told
        except httpx.TransportError:
            pass
        if not alive():
            break
        time.sleep(0.02)  # nothing tells a client that a port is about to open
    raise DidNotStart(log.read_text(errors="replace")[-2000:] if log.exists() else "without a word")


class Server:
    """`coven serve` in a process of its own; with `luck`, a file, what that says decides all chance."""

    def __init__(
        self,
        database: str,
        folder: Path,
        *,
        limits: bool = False,
        luck: Path | None = None,
        **environment: str,
    ) -> None:
        self.database = database
        self.module = ["coven.cli"] if luck is None else ["tests.table.fixed_luck", str(luck)]
        self.port = free_port()
        self.log = folder / f"server-{self.port}.log"
        self.environment = {**os.environ, "COVEN_LIMITS": str(int(limits)), **environment}
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def start(self, *arguments: str) -> Server:
        """Start it and wait until it answers."""
        command = [
            sys.executable,
            "-m",
            *self.module,
            "serve",
            "--host",
            "127.0.0.1",
            "--port",
            str(self.port),
        ]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*command, "--database", self.database, *arguments],
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=Path(__file__).parents[2],
            )
        running = self.process
        try:
            await_health(self.port, lambda: running.poll() is None, self.log)
        except BaseException:
            self.kill()
            raise
        return self

    def stop(self) -> int:
        """Ask it to end; its exit code."""
        assert self.process is not None
        self.process.terminate()
        try:
            return self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()
            raise

    def kill(self) -> None:
        """End it at once, with nothing tidied up."""
        assert self.process is not None
        self.process.kill()
        self.process.wait(30)

    def __enter__(self) -> Server:
        return self if self.process is not None else self.start()

    def __exit__(self, *_: object) -> None:
        if self.process is not None and self.process.poll() is None:
            self.stop()


class Nursery:
    """Starts server processes from one that has loaded everything (tests/table/nursery.py)."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._errors = (folder / "nursery.log").open("wb")
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.table.nursery"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
            cwd=Path(__file__).parents[2],
        )
        if self._read() != "ready":
            raise DidNotStart((folder / "nursery.log").read_text(errors="replace")[-2000:])

    def _read(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()

    def start(self, database: str, port: int, **settings: Any) -> int:
        """Start a server and wait until it answers; its process id."""
        asked = {"database": database, "port": port, "limits": False, **settings}
        log = self.folder / f"nursling-{port}.log"
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"settings": asked, "log": str(log)}) + "\n")
        self._process.stdin.flush()
        pid = int(self._read())
        await_health(port, lambda: is_alive(pid), log, 30)
        return pid

    def close(self) -> None:
        """End; servers still running are the caller's to kill."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(30)
        self._process.stdout.close()
        self._errors.close()


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def offspring(pid: int) -> list[int]:
    """The processes a process has started, and those that they have."""
    found = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in map(int, task.read_text().split()):
            found += [child, *offspring(child)]
    return found


def slay(pid: int) -> None:
    """Kill a server that is not our own child, and wait until it is gone."""
    gone = os.pidfd_open(pid)
    try:
        os.kill(pid, signal.SIGKILL)
        select.select([gone], [], [], 30)
    finally:
        os.close(gone)


class Guest:
    """A client at one seat of one table, or a spectator."""

    def __init__(
        self, http: httpx.AsyncClient, table: str, token: str | None = None, seat: int | None = None
    ):
        self.http = http
        self.table = table
        self.token = token
        self.seat = seat

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}

    def path(self, what: str = "") -> str:
        return f"/api/tables/{self.table}{what}"

    async def look(self) -> dict[str, Any]:
        answer = await self.http.get(self.path(), headers=self.headers)
        assert answer.status_code == 200, answer.text
        told: dict[str, Any] = answer.json()
        return told

    async def act(self, seq: int, move: str | int) -> httpx.Response:
        return await self.http.post(
            self.path("/actions"), json={"seq": seq, "move": move}, headers=self.headers
        )

    async def live(self, port: int) -> ClientConnection:
        """A WebSocket that has said hello."""
        socket = await connect(f"ws://127.0.0.1:{port}{self.path('/live')}", max_size=2**22, close_timeout=1)
        await socket.send(json.dumps({"type": "hello", "token": self.token}))
        return socket


async def set_up(
    http: httpx.AsyncClient,
    game: str,
    seats: int | Sequence[dict[str, Any]] = 2,
    options: dict[str, Any] | None = None,
) -> list[Guest]:
    """A new table; its guests in the order of the seats that got a token."""
    asked = [{"kind": "human"}] * seats if isinstance(seats, int) else list(seats)
    answer = await http.post("/api/tables", json={"game": game, "seats": asked, "options": options or {}})
    assert answer.status_code == 201, answer.text
    told = answer.json()
    return [
        Guest(http, told["table"], seat["token"], seat["seat"]) for seat in told["seats"] if seat["token"]
    ]
