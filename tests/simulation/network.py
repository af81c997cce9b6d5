"""The network: requests that are lost, late or doubled, answers that never come, live connections that break.

What a server says is looked at when it says it, and reaches the client later, or not.
"""

from __future__ import annotations

import asyncio
import json
import zlib
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from coven.lab.bench_clients import PageModel
from tests.simulation.process import HOST, Process

if TYPE_CHECKING:
    from tests.simulation.world import World

PATIENCE = 30.0  # seconds a client waits for an answer
NOTICED = 40.0  # seconds until a server notices that a client is gone who did not say so


@dataclass(eq=False)
class Request:
    """What a client asks."""

    who: str
    method: str
    path: str
    body: Any = None
    token: str | None = None
    deliveries: int = 0  # how often it has reached a server
    floor: int = 0  # what had been told of the table when it was sent

    @property
    def table(self) -> str:
        parts = self.path.split("?")[0].split("/")
        return parts[3] if len(parts) > 3 else ""

    @property
    def what(self) -> str:
        """The last part of the path, if it is not the table."""
        parts = self.path.split("?")[0].split("/")
        return parts[4] if len(parts) > 4 else ""


@dataclass(frozen=True)
class Answer:
    status: int
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def error(self) -> str:
        """The code of a refusal."""
        return str(self.json().get("error", "")) if self.status >= 400 else ""


class Network:
    """Everything between clients and servers."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.luck = world.luck_of("network")
        self.lag, self.lost, self.doubled = world.plan.lag, world.plan.lost, world.plan.doubled
        self.unreachable: dict[int, float] = {}  # until when nobody reaches a process

    def heal(self) -> None:
        self.lost = self.doubled = 0.0
        self.unreachable.clear()

    def _late(self) -> float:
        return self.lag * self.luck.random() ** 3

    def _reached(self) -> Process | None:
        """A server that takes a connection: whichever the balancer chooses, if it is there."""
        world = self.world
        slot = self.luck.randrange(len(world.slots))
        process = world.slots[slot]
        if process is None or not process.ready or self.unreachable.get(slot, 0.0) > world.loop.time():
            return None
        return process

    # -- requests --------------------------------------------------------------------------------------------------

    async def ask(self, request: Request) -> Answer | None:
        """The answer to a request; None if none came, whatever has become of it."""
        world = self.world
        request.floor = world.model.floor(request.table)
        world.model.asked(request)
        await asyncio.sleep(self._late())
        process = self._reached()
        if process is None:
            await asyncio.sleep(0.2)
            return None
        if self.luck.random() < self.lost:
            await asyncio.sleep(5.0)
            return None
        answers = [self._deliver(process, request)]
        if self.luck.random() < self.doubled and (again := self._reached()) is not None:
            answers.append(self._deliver(again, request, self.luck.random() * 2.0 * self.lag))
        done, _ = await asyncio.wait(answers, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        await asyncio.sleep(self._late())
        first = next((one for one in answers if one in done), None)
        if first is None or first.cancelled() or self.luck.random() < self.lost:
            return None
        answer: Answer | None = first.result()
        return answer

    def _deliver(self, process: Process, request: Request, late: float = 0.0) -> asyncio.Task[Any]:
        return process.run(self._served(process, request, late))

    async def _served(self, process: Process, request: Request, late: float) -> Answer | None:
        """Runs in the process."""
        await asyncio.sleep(late)
        request.deliveries += 1
        content = request.body if isinstance(request.body, bytes) else json.dumps(request.body).encode()
        headers = {"host": HOST, "content-type": "application/json"}
        if request.token is not None:
            headers["authorization"] = f"Bearer {request.token}"
        scope = _scope("http", request.path, headers, request.who) | {
            "method": request.method,
            "http_version": "1.1",
            "scheme": "http",
        }
        read = False

        async def receive() -> dict[str, Any]:
            nonlocal read
            if read:
                await asyncio.Future()
            read = True
            body = b"" if request.body is None else content
            return {"type": "http.request", "body": body, "more_body": False}

        said: list[dict[str, Any]] = []

        async def send(message: dict[str, Any]) -> None:
            said.append(message)

        await process.app(scope, receive, send)
        if not process.alive or not said:
            return None
        answer = Answer(said[0]["status"], b"".join(message.get("body", b"") for message in said[1:]))
        self.world.model.sent(request.who, repr(said[0]["headers"]).encode() + answer.body)
        self.world.model.answered(process, request, answer)
        return answer

    # -- live connections ------------------------------------------------------------------------------------------

    async def connect(self, who: str, table: str, hello: Any) -> Line | None:
        """A live connection that has said hello; None if nobody is there."""
        await asyncio.sleep(self._late())
        process = self._reached()
        if process is None:
            return None
        return Line(self, process, who, table, hello)


@dataclass(eq=False)
class Line:
    """A client's live connection."""

    network: Network
    process: Process
    who: str
    table: str
    hello: Any
    to_app: asyncio.Queue[dict[str, Any]] = field(default_factory=asyncio.Queue)
    inbox: asyncio.Queue[dict[str, Any] | None] = field(default_factory=asyncio.Queue)
    gone: bool = False  # as the server knows
    open: bool = True  # as the client knows
    last_seq: int = 0  # that it was told
    page: PageModel | None = None  # what a page that looks on has been told
    seats: Any = None  # the last word about the seats
    _arrives: float = 0.0
    _on_the_way: deque[dict[str, Any] | None] = field(default_factory=deque)

    def __post_init__(self) -> None:
        loop = self.network.world.loop
        self.process.lines.append(self)
        self.to_app.put_nowait({"type": "websocket.connect"})
        said = self.hello if isinstance(self.hello, bytes) else json.dumps(self.hello)
        frame = {"bytes": said} if isinstance(said, bytes) else {"text": said}
        if self.hello is not None:
            loop.call_later(self.network._late(), self._put, {"type": "websocket.receive", **frame})
        scope = _scope("websocket", f"/api/tables/{self.table}/live", {"host": HOST}, self.who)
        self.process.run(self._served(scope | {"subprotocols": [], "scheme": "ws"}))

    @property
    def token(self) -> str | None:
        return self.hello.get("token") if isinstance(self.hello, dict) else None

    async def _served(self, scope: dict[str, Any]) -> None:
        """Runs in the process."""
        try:
            await self.process.app(scope, self.to_app.get, self._send)
        finally:
            if self in self.process.lines:
                self.process.lines.remove(self)
            self._arrive(None)

    async def _send(self, message: dict[str, Any]) -> None:
        if not self.process.alive:
            return
        if self.gone:
            raise OSError("the connection is closed")
        if message["type"] == "websocket.close":
            self._arrive(None)
        elif message["type"] == "websocket.send":
            packed = message.get("bytes")
            content = message["text"].encode() if packed is None else zlib.decompress(packed)
            self.network.world.model.sent(self.who, content)
            told = json.loads(content)
            self.network.world.model.told(self, told)
            self._arrive(told)

    def _arrive(self, told: dict[str, Any] | None) -> None:
        """On its way to the client, in order."""
        loop = self.network.world.loop
        self._arrives = max(self._arrives, loop.time() + self.network._late())
        self._on_the_way.append(told)
        loop.call_at(self._arrives, self._arrived, context=self.network.world.context)

    def _arrived(self) -> None:
        told = self._on_the_way.popleft()
        if told is None:
            self.open = False
        self.inbox.put_nowait(told)

    def _put(self, message: dict[str, Any]) -> None:
        self.to_app.put_nowait(message)

    def say(self, text: str) -> None:
        self._put({"type": "websocket.receive", "text": text})

    # -- how it ends -----------------------------------------------------------------------------------------------

    def cut(self) -> None:
        """Both ends notice."""
        self.leave()
        self._arrive(None)

    def leave(self, silently: bool = False) -> None:
        """The client goes; the server notices at once, or after long."""
        if not self.open:
            return
        self.open = False
        loop = self.network.world.loop
        loop.call_later(NOTICED if silently else self.network._late(), self._noticed)

    def _noticed(self) -> None:
        if not self.gone:
            self.gone = True
            self._put({"type": "websocket.disconnect", "code": 1006})


def _scope(kind: str, path: str, headers: dict[str, str], who: str) -> dict[str, Any]:
    parts = urlsplit(path)
    return {
        "type": kind,
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "path": parts.path,
        "raw_path": parts.path.encode(),
        "root_path": "",
        "query_string": parts.query.encode(),
        "headers": [(key.encode(), value.encode()) for key, value in headers.items()],
        "client": (who, 50000),
        "server": (HOST, 80),
        "extensions": {},
        "state": {},
    }
