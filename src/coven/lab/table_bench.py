"""`coven bench --table`: a server with hundreds of live tables, as one JSON object; compare figures of one run.

A server process of its own is started on the loopback. Every table has its clients, each with a WebSocket and a seat;
whoever is to act looks at the table, thinks a little and acts. Measured are the times until an action is acknowledged
and until every client has been told, the memory of the server's processes, and whether anything was lost: every
acknowledged action must be stored and told to everyone. The clients share the machine with the server, so they are light.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from coven.core.registry import games as all_games
from coven.core.registry import load
from coven.lab import page_bench

PAUSE = (2.0, 3.0)  # seconds a table thinks between actions
STARTING = 180.0  # seconds the server may take to come up
AT_ONCE = 24  # tables that are set up side by side
PATIENCE = 30.0  # seconds to wait for an answer, and at the end for what is still to be told
GOAL_MS, GOAL_MIB = 50.0, 1024


@dataclass
class Tally:
    """What the clients have seen."""

    acknowledged: dict[str, dict[int, float]] = field(
        default_factory=dict
    )  # by table, action: when it was sent
    told: dict[str, list[dict[int, float]]] = field(
        default_factory=dict
    )  # by table and client: when it was told
    acks: list[float] = field(default_factory=list)
    looks: list[float] = field(default_factory=list)
    refused: dict[str, int] = field(default_factory=dict)
    left: int = 0  # connections the server closed

    def actions(self) -> int:
        return sum(map(len, self.acknowledged.values()))


class Line:
    """A connection for requests, kept open; a client library would cost more than what it measures."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def ask(self, method: str, path: str, token: str | None, body: Any = None) -> tuple[int, Any]:
        """The status and the JSON of an answer."""
        if self._writer is None or self._reader is None:
            self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port, limit=2**22)
        content = b"" if body is None else json.dumps(body).encode()
        head = [
            f"{method} {path} HTTP/1.1",
            f"Host: 127.0.0.1:{self._port}",
            f"Content-Length: {len(content)}",
        ]
        if content:
            head.append("Content-Type: application/json")
        if token:
            head.append(f"Authorization: Bearer {token}")
        self._writer.write("\r\n".join(head).encode() + b"\r\n\r\n" + content)
        return await asyncio.wait_for(self._answer(self._reader), PATIENCE)

    async def _answer(self, reader: asyncio.StreamReader) -> tuple[int, Any]:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        status = int(head.split(None, 2)[1])
        length = head.split("content-length:", 1)[1].split("\r\n", 1)[0]
        return status, json.loads(await reader.readexactly(int(length)))

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()
        self._reader = self._writer = None


class LiveTable:
    """One table and its clients."""

    def __init__(self, port: int, game: str, clients: int, luck: random.Random, tally: Tally) -> None:
        self.port = port
        self.game = game
        self.clients = clients
        self.luck = luck
        self.tally = tally
        self.id = ""
        self.tokens: list[str] = []
        self.sockets: list[Any] = []
        self.listening: list[asyncio.Task[None]] = []
        self.line = Line(port)
        self.seq = 0
        self.actor: int | None = None
        self.over = False

    async def open(self) -> None:
        """Set the table up and let every client connect."""
        seats = [{"kind": "human", "name": f"Guest {seat}"} for seat in range(self.clients)]
        status, told = await self.line.ask("POST", "/api/tables", None, {"game": self.game, "seats": seats})
        if status != 201:
            raise RuntimeError(f"the server sets up no table: {told}")
        self.id, self.tokens = told["table"], [seat["token"] for seat in told["seats"]]
        self.tally.acknowledged[self.id] = {}
        self.tally.told[self.id] = [{} for _ in self.tokens]
        self.sockets = [await self._connect(token) for token in self.tokens]
        self.listening = [asyncio.create_task(self._listen(client)) for client in range(self.clients)]

    async def _connect(self, token: str) -> Any:
        from websockets.asyncio.client import connect

        address = f"ws://127.0.0.1:{self.port}/api/tables/{self.id}/live"
        socket = await connect(address, compression=None, ping_interval=None, open_timeout=PATIENCE)
        await socket.send(json.dumps({"type": "hello", "token": token}))
        first = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
        while first["type"] != "state":
            first = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
        self._heard(first)
        return socket

    def _heard(self, state: dict[str, Any]) -> None:
        if state["seq"] >= self.seq:
            self.seq, self.actor, self.over = state["seq"], state["actor"], state["over"]

    async def _listen(self, client: int) -> None:
        from websockets.exceptions import ConnectionClosed

        told = self.tally.told[self.id][client]
        try:
            async for text in self.sockets[client]:
                message = json.loads(text)
                if message["type"] == "state":
                    told.setdefault(message["seq"], time.perf_counter())
                    self._heard(message)
        except ConnectionClosed:
            pass
        self.tally.left += 1

    async def play(self, until: float) -> None:
        """Act every few seconds until the time is up or the game is over."""
        await asyncio.sleep(self.luck.uniform(0, PAUSE[1]))  # tables are out of step
        while time.perf_counter() < until and not self.over:
            began = time.perf_counter()
            await self._act()
            pause = self.luck.uniform(*PAUSE) - (time.perf_counter() - began)
            await asyncio.sleep(max(0.0, min(pause, until - time.perf_counter())))

    async def _act(self) -> None:
        if self.actor is None:
            return
        token = self.tokens[self.actor]
        began = time.perf_counter()
        status, table = await self.line.ask("GET", f"/api/tables/{self.id}", token)
        if status != 200 or not table["legal"]:
            self._refused("look")
            return
        self.tally.looks.append(time.perf_counter() - began)
        move = self.luck.choice(table["legal"])["id"]
        sent = time.perf_counter()
        action = {"seq": table["seq"], "move": move}
        status, told = await self.line.ask("POST", f"/api/tables/{self.id}/actions", token, action)
        if status != 200:
            self._refused(told.get("error", str(status)))
            return
        self.tally.acks.append(time.perf_counter() - sent)
        self.tally.acknowledged[self.id][told["seq"]] = sent

    def _refused(self, why: str) -> None:
        self.tally.refused[why] = self.tally.refused.get(why, 0) + 1

    async def all_told(self, until: float) -> None:
        """Wait until every client has been told the last acknowledged action."""
        last = max(self.tally.acknowledged[self.id], default=0)
        while time.perf_counter() < until:
            if all(last in told or not last for told in self.tally.told[self.id]):
                return
            await asyncio.sleep(0.05)

    async def close(self) -> None:
        for task in self.listening:
            task.cancel()
        await asyncio.gather(*self.listening, return_exceptions=True)
        await asyncio.gather(*(socket.close() for socket in self.sockets), return_exceptions=True)
        self.line.close()


# -- the server ----------------------------------------------------------------------------------------------------


@contextmanager
def server(database: str, log: Path) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """A server process of our own, without limits on how often one asks; its port and process."""
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        port: int = asked.getsockname()[1]
    command = [sys.executable, "-m", "coven.cli", "serve", "--host", "127.0.0.1", "--port", str(port)]
    with log.open("wb") as said:
        process = subprocess.Popen(
            [*command, "--database", database],
            env={**os.environ, "COVEN_LIMITS": "0"},
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=said,
        )
    try:
        _await_health(port, process, log)
        yield port, process
    finally:
        process.terminate()
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _await_health(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    until = time.monotonic() + STARTING
    while process.poll() is None and time.monotonic() < until:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=5) as answer:
                if all(json.load(answer)["ready"].values()):
                    return
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            pass
        time.sleep(0.1)
    raise RuntimeError(f"the server does not come up:\n{log.read_text(errors='replace')[-2000:]}")


def family(pid: int) -> list[int]:
    """A process and all that it started."""
    found = [pid]
    for children in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            for child in children.read_text().split():
                found += family(int(child))
        except OSError:
            continue  # it ended while we looked
    return found


def memory_mib(pid: int) -> float:
    """What a process and all that it started hold in memory; what they share is counted once for each."""
    pages = 0
    for one in family(pid):
        try:
            pages += int(Path(f"/proc/{one}/statm").read_text().split()[1])
        except OSError:
            continue
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


# -- a run ---------------------------------------------------------------------------------------------------------


def main(tables: int = 300, clients: int = 4, seconds: float = 60, database: str | None = None) -> int:
    """Measure, print JSON; 1 if anything was lost."""
    with tempfile.TemporaryDirectory(prefix="coven-bench-") as folder:
        url = database or f"sqlite:///{Path(folder) / 'table.db'}"
        with server(url, Path(folder) / "server.log") as (port, process):
            result = _measure(tables, clients, seconds, url, port, process.pid)
    print(json.dumps(result, indent=2))
    return 1 if result["lost"] else 0


def _measure(tables: int, clients: int, seconds: float, database: str, port: int, pid: int) -> dict[str, Any]:
    _say(f"an empty server takes {memory_mib(pid):.0f} MiB")
    empty = memory_mib(pid)
    quiet = page_bench.measure(f"http://127.0.0.1:{port}", _fresh_table(port, clients), _say)
    tally = Tally()
    peak = [empty]
    loop = _loop_factory()
    with asyncio.Runner(loop_factory=loop) as runner:
        elapsed = runner.run(
            _run(tables, clients, seconds, port, tally, lambda: peak.append(memory_mib(pid)))
        )
    stored = _stored(database)
    unstored = sum(
        seq not in stored.get(table, ()) for table, acked in tally.acknowledged.items() for seq in acked
    )
    untold = sum(
        seq not in told
        for table, acked in tally.acknowledged.items()
        for told in tally.told[table]
        for seq in acked
    )
    ack, memory = _times(tally.acks), max(peak)
    return {
        "database": database.partition(":")[0],
        "tables": tables,
        "clients": tables * clients,
        "seconds": round(elapsed, 1),
        "actions": tally.actions(),
        "actions_per_s": round(tally.actions() / elapsed, 1),
        "acknowledged_ms": ack,
        "told_to_all_ms": _times(_told_times(tally)),
        "look_ms": _times(tally.looks),
        "refused": tally.refused,
        "connections_lost": tally.left,
        "memory_mib": {"empty": round(empty), "peak": round(memory)},
        "lost": unstored + untold,
        "not_stored": unstored,
        "not_told": untold,
        "page": quiet,
        "goals": {
            "p95 within 50 ms": bool(tally.acks) and ack["p95"] <= GOAL_MS,
            "memory under 1 GiB": memory < GOAL_MIB,
            "nothing lost": unstored + untold == 0,
        },
    }


async def _run(
    count: int, clients: int, seconds: float, port: int, tally: Tally, weigh: Callable[[], None]
) -> float:
    """Set the tables up, play, wait until all is told; returns the seconds of play."""
    luck = random.Random(5)
    names = [name for name in all_games() if clients in load(name).players]
    tables = [
        LiveTable(port, names[i % len(names)], clients, random.Random(luck.getrandbits(32)), tally)
        for i in range(count)
    ]
    for first in range(0, count, AT_ONCE):
        await asyncio.gather(*(table.open() for table in tables[first : first + AT_ONCE]))
        _say(f"{min(first + AT_ONCE, count)} of {count} tables are set up")
    began = time.perf_counter()
    until = began + seconds
    playing = asyncio.gather(*(table.play(until) for table in tables))
    while not playing.done():
        await asyncio.wait({playing}, timeout=5)
        weigh()
        _say(f"{min(time.perf_counter() - began, seconds):.0f} of {seconds:g} s, {tally.actions()} actions")
    await playing
    elapsed = time.perf_counter() - began
    await asyncio.gather(*(table.all_told(time.perf_counter() + PATIENCE) for table in tables))
    left = tally.left
    for first in range(0, count, AT_ONCE):
        await asyncio.gather(*(table.close() for table in tables[first : first + AT_ONCE]))
    tally.left = left
    return elapsed


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """A quicker event loop where there is one, so that the clients leave the machine to the server."""
    try:
        import uvloop
    except ImportError:
        return None
    make: Callable[[], asyncio.AbstractEventLoop] = uvloop.new_event_loop
    return make


def _fresh_table(port: int, clients: int) -> tuple[str, str]:
    """A table and a seat's secret, for the page to open."""
    names = [name for name in all_games() if clients in load(name).players]
    asked = json.dumps({"game": names[-1], "seats": [{"kind": "human"}] * clients}).encode()
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/api/tables", asked, {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        told = json.load(answer)
    return told["table"], told["seats"][0]["token"]


def _stored(database: str) -> dict[str, set[int]]:
    """The actions in the database, by table."""
    from sqlalchemy import create_engine, select

    from coven.table.schema import events
    from coven.table.settings import Settings

    engine = create_engine(Settings(database=database).url())
    found: dict[str, set[int]] = {}
    with engine.connect() as connection:
        for table, seq in connection.execute(select(events.c.table_id, events.c.seq)):
            found.setdefault(table, set()).add(seq)
    engine.dispose()
    return found


def _told_times(tally: Tally) -> list[float]:
    """From sending an action until the last client was told of it."""
    return [
        max(told[seq] for told in tally.told[table]) - sent
        for table, acked in tally.acknowledged.items()
        for seq, sent in acked.items()
        if all(seq in told for told in tally.told[table])
    ]


def _times(seconds: list[float]) -> dict[str, float]:
    """Percentiles in milliseconds."""
    found = sorted(seconds)
    if not found:
        return {}
    shares = {"p50": 0.5, "p95": 0.95, "p99": 0.99, "max": 1.0}
    return {
        name: round(1000 * found[min(len(found) - 1, int(share * len(found)))], 1)
        for name, share in shares.items()
    }


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
