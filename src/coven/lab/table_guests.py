"""The clients of `coven bench --table`: light ones, since they share the machine with the server they measure."""

from __future__ import annotations

import asyncio
import json
import random
import time
from dataclasses import dataclass, field
from typing import Any

PAUSE = (2.0, 3.0)  # seconds a table thinks between actions
KEPT = 3.5  # seconds a connection is kept open without being used
PATIENCE = 30.0  # seconds to wait for an answer, and at the end for what is still to be told


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
    sights: list[float] = field(default_factory=list)
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
        self._used = 0.0

    async def ask(self, method: str, path: str, token: str | None, body: Any = None) -> tuple[int, Any]:
        """The status and the JSON of an answer."""
        if time.perf_counter() - self._used > KEPT:
            self.close()  # the server has closed it by now
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
        answer = await asyncio.wait_for(self._answer(self._reader), PATIENCE)
        self._used = time.perf_counter()
        return answer

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
    """One table and its clients; `page` ones fetch the picture and the choices whenever something changes."""

    def __init__(
        self, port: int, game: str, clients: int, luck: random.Random, tally: Tally, page: bool = False
    ) -> None:
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
        self.page = page
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
        line = Line(self.port)
        try:
            async for text in self.sockets[client]:
                message = json.loads(text)
                if message["type"] == "state":
                    told.setdefault(message["seq"], time.perf_counter())
                    self._heard(message)
                    if self.page:
                        await self._show(line, client)
        except ConnectionClosed:
            pass
        finally:
            line.close()
        self.tally.left += 1

    async def _show(self, line: Line, client: int) -> None:
        """Fetch what a page shows."""
        began = time.perf_counter()
        status, _ = await line.ask("GET", f"/api/tables/{self.id}/sight", self.tokens[client])
        if status == 200:
            self.tally.sights.append(time.perf_counter() - began)
        else:
            self._refused("sight")

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
