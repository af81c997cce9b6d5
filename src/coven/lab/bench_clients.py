"""The clients of `coven bench --table`: each a page that keeps what it is told, choosing moves from what it offers.

They are light, since they share the machine with the server they measure, but leave nothing out that a page is sent.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from coven.core.sealed_luck import chain, hash_of_secret

PAUSE = (2.0, 3.0)  # seconds a table thinks between actions
KEPT = 3.5  # seconds a connection is kept open without being used
PATIENCE = 30.0  # seconds to wait for an answer, and at the end for what is still to be told


@dataclass
class Tally:
    """What the clients have seen."""

    # By table and action: when it was sent.
    acknowledged: dict[str, dict[int, float]] = field(default_factory=dict)
    # By table and client: when its page was up to date.
    told: dict[str, list[dict[int, float]]] = field(default_factory=dict)
    acks: list[float] = field(default_factory=list)
    updates: int = 0  # of pages
    bytes: list[int] = field(default_factory=list)  # of each
    checked: int = 0  # pages compared with what the server shows of the position
    wrong: list[str] = field(default_factory=list)  # in which they differed
    refused: dict[str, int] = field(default_factory=dict)
    left: int = 0  # connections the server closed

    def actions(self) -> int:
        return sum(map(len, self.acknowledged.values()))


class PageModel:
    """What a page makes of what it is told: the state, and the picture piece by piece."""

    def __init__(self) -> None:
        self.state: dict[str, Any] = {}
        self.log: list[dict[str, Any]] = []
        self.made: list[str] = []  # actions, as a record writes them
        self.parts: dict[str, tuple[str, list[str]]] = {}  # version and pieces by id
        self.laid: list[list[str]] = []

    def hear(self, message: dict[str, Any]) -> None:
        """Take what has changed; raises LookupError if it is told as a difference from what the page has not."""
        picture, sent = message.pop("picture"), message.pop("log", [])
        if made := message.pop("made", None):
            self.made = self.made[: made["from"]] + made["moves"]
        self.state |= message
        self.log = joined(self.log, sent, self.state.get("last", 0))
        for part in picture["new"]:
            pieces = part.get("pieces")
            if pieces is None:
                version, old = self.parts[part["id"]]
                if version != part["from"]:
                    raise LookupError(f"{part['id']} is told as different from {part['from']}, not {version}")
                pieces = [part["at"].get(str(k), piece) for k, piece in enumerate(old)]
            self.parts[part["id"]] = part["v"], list(pieces)
        self.laid = laid_now(self.laid, picture)
        for id, version in self.laid:
            if self.parts[id][0] != version:
                raise LookupError(f"{id} should be {version}")

    def differs(self, shown: dict[str, Any]) -> list[str]:
        """How the page differs from what the server shows to who has nothing yet."""
        fresh = PageModel()
        fresh.hear(dict(shown))
        found = [id for id, _ in fresh.laid if self.parts.get(id) != fresh.parts[id]]
        if [id for id, _ in fresh.laid] != [id for id, _ in self.laid]:
            found.append("laid")
        found += [name for name in ("log", "made") if getattr(self, name) != getattr(fresh, name)]
        return found + [name for name in fresh.state if self.state.get(name) != fresh.state[name]]


def joined(log: list[dict[str, Any]], sent: list[dict[str, Any]], last: int) -> list[dict[str, Any]]:
    """A log with what was sent in the place of what it tells anew, as static/play/lines.js does it."""
    first = sent[0]["n"] if sent else last
    return [line for line in log if line["n"] < first and line["to"] < last] + sent


def laid_now(before: list[list[str]], picture: Mapping[str, Any]) -> list[list[str]]:
    """How parts lie, with their versions: as before, but for those that are new, unless a picture says."""
    versions = {part["id"]: part["v"] for part in picture["new"]}
    laid: list[list[str]] | None = picture.get("laid")
    return [[id, versions.get(id, version)] for id, version in before] if laid is None else laid


def leaf(choices: Sequence[dict[str, Any]], luck: random.Random) -> int:
    """A move, chosen as a person does: one thing after another."""
    choice = luck.choice(choices)
    return int(choice["move"]) if choice["move"] is not None else leaf(choice["inside"], luck)


class Connection:
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
    """One table and its clients, each of them a page; whoever is to act chooses from what her page offers."""

    def __init__(self, port: int, game: str, clients: int, luck: random.Random, tally: Tally) -> None:
        self.port = port
        self.game = game
        self.clients = clients
        self.luck = luck
        self.tally = tally
        self.id = ""
        self.tokens: list[str] = []
        self.chains = [chain(luck.randbytes(32).hex()) for _ in range(clients)]  # what each adds to the luck
        self.pages = [PageModel() for _ in range(clients)]
        self.sockets: list[Any] = []
        self.listening: list[asyncio.Task[None]] = []
        self.connection = Connection(port)

    async def open(self) -> None:
        """Set the table up and let every client connect."""
        seats = [
            {"kind": "human", "name": f"Guest {seat}", "promise": hash_of_secret(numbers[0])}
            for seat, numbers in enumerate(self.chains)
        ]
        status, told = await self.connection.ask(
            "POST", "/api/tables", None, {"game": self.game, "seats": seats}
        )
        if status != 201:
            raise RuntimeError(f"the server sets up no table: {told}")
        self.id, self.tokens = told["table"], [seat["token"] for seat in told["seats"]]
        for token, numbers in zip(self.tokens, self.chains, strict=True):
            status, told = await self.connection.ask(
                "POST", f"/api/tables/{self.id}/luck", token, {"nonce": numbers[0]}
            )
            if status != 200:
                raise RuntimeError(f"the server takes no luck: {told}")
        self.tally.acknowledged[self.id] = {}
        self.tally.told[self.id] = [{} for _ in self.tokens]
        for client in range(self.clients):
            self.sockets.append(await self._connect(client))
        self.listening = [asyncio.create_task(self._listen(client)) for client in range(self.clients)]

    async def _connect(self, client: int) -> Any:
        from websockets.asyncio.client import connect

        address = f"ws://127.0.0.1:{self.port}/api/tables/{self.id}/live"
        socket = await connect(
            address, compression=None, ping_interval=None, open_timeout=PATIENCE, max_size=2**22
        )
        hello = {"type": "hello", "token": self.tokens[client], "page": {"theme": "dark"}}
        await socket.send(json.dumps(hello))
        while not self._heard(client, await asyncio.wait_for(socket.recv(), PATIENCE)):
            pass
        return socket

    def _heard(self, client: int, data: str | bytes) -> int:
        """Take a message; the sequence number, if it was a page's."""
        message = json.loads(data if isinstance(data, str) else zlib.decompress(data))
        if message["type"] != "page":
            return 0
        try:
            self.pages[client].hear(message)
        except LookupError as problem:
            self.tally.wrong.append(f"{self.game}: {problem}")
        return int(message["seq"])

    async def _listen(self, client: int) -> None:
        from websockets.exceptions import ConnectionClosed

        told, tally = self.tally.told[self.id][client], self.tally
        try:
            async for data in self.sockets[client]:
                if seq := self._heard(client, data):
                    told.setdefault(seq, time.perf_counter())
                    tally.updates += 1
                    tally.bytes.append(len(data))
        except ConnectionClosed:
            pass
        tally.left += 1

    async def play(self, until: float) -> None:
        """Act every few seconds until the time is up or the game is over."""
        await asyncio.sleep(self.luck.uniform(0, PAUSE[1]))  # tables are out of step
        while time.perf_counter() < until and not self.pages[0].state["over"]:
            began = time.perf_counter()
            await self._act()
            pause = self.luck.uniform(*PAUSE) - (time.perf_counter() - began)
            await asyncio.sleep(max(0.0, min(pause, until - time.perf_counter())))

    async def _act(self) -> None:
        acting = [seat for seat, page in enumerate(self.pages) if page.state["choices"]]
        if not acting:
            return
        seat = acting[0]
        state = self.pages[seat].state
        link = self.chains[seat][1 + state["last"]]
        action = {"seq": state["seq"], "move": leaf(state["choices"], self.luck), "link": link}
        sent = time.perf_counter()
        status, told = await self.connection.ask(
            "POST", f"/api/tables/{self.id}/actions", self.tokens[seat], action
        )
        if status != 200:
            why = told.get("error", str(status))
            self.tally.refused[why] = self.tally.refused.get(why, 0) + 1
            return
        self.tally.acks.append(time.perf_counter() - sent)
        self.tally.acknowledged[self.id][told["seq"]] = sent

    async def all_told(self, until: float) -> None:
        """Wait until every page shows the last acknowledged action."""
        last = max(self.tally.acknowledged[self.id], default=0)
        while time.perf_counter() < until:
            if all(last in told or not last for told in self.tally.told[self.id]):
                break
            await asyncio.sleep(0.05)

    async def compare(self) -> None:
        """Compare every page with what the server shows of the position."""
        for page, token in zip(self.pages, self.tokens, strict=True):
            status, shown = await self.connection.ask("GET", f"/api/tables/{self.id}/sight", token)
            if status == 200:
                self.tally.checked += 1
                self.tally.wrong += [f"{self.game}: {what}" for what in page.differs(shown)]

    async def close(self) -> None:
        for task in self.listening:
            task.cancel()
        await asyncio.gather(*self.listening, return_exceptions=True)
        await asyncio.gather(*(socket.close() for socket in self.sockets), return_exceptions=True)
        self.connection.close()
