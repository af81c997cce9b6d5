"""A server in this process, spoken to as a web server would speak to it: every byte it sends is seen."""

from __future__ import annotations

import asyncio
import json
import zlib
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any, TypeVar
from urllib.parse import urlsplit

T = TypeVar("T")
PATIENCE = 90.0  # seconds anything may take before a test fails
HOST = "table.test"
START, CLOSE, SENT = "websocket.accept", "websocket.close", "websocket.send"


@dataclass(frozen=True)
class Answer:
    """What came back over HTTP."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def refused(self) -> tuple[int, str]:
        """The status and the code of a refusal."""
        told = self.json()
        assert set(told) in ({"error", "message"}, {"error", "message", "rule"}), told
        assert told["message"]
        return self.status, told["error"]

    def header(self, name: str) -> str:
        return dict(self.headers).get(name, "")


class Closed(Exception):
    """The server has closed a WebSocket."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


@dataclass
class Socket:
    """A client's end of a WebSocket."""

    to_app: asyncio.Queue[dict[str, Any]] = field(default_factory=asyncio.Queue)
    from_app: asyncio.Queue[dict[str, Any]] = field(default_factory=asyncio.Queue)
    heard: list[str] = field(default_factory=list)  # every message, as it came
    task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Shake hands; Closed when the server does not want to."""
        await self.to_app.put({"type": "websocket.connect"})
        answer = await self._next()
        if answer["type"] != START:
            raise Closed(answer.get("code", 1000))

    async def _next(self) -> dict[str, Any]:
        assert self.task is not None
        waiting = asyncio.ensure_future(self.from_app.get())
        done, _ = await asyncio.wait(
            {waiting, self.task}, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED
        )
        if waiting in done:
            return waiting.result()
        waiting.cancel()
        if self.task in done:
            self.task.result()  # what it failed with, if it did
            return {"type": CLOSE, "code": 1000}
        raise TimeoutError(f"the server says nothing more; so far: {self.heard[-3:]}")

    async def send(self, message: str | bytes | dict[str, Any]) -> None:
        if isinstance(message, bytes):
            frame: dict[str, Any] = {"bytes": message}
        else:
            frame = {"text": message if isinstance(message, str) else json.dumps(message)}
        await self.to_app.put({"type": "websocket.receive", **frame})

    async def receive(self) -> dict[str, Any]:
        """The next message; Closed at the end."""
        message = await self._next()
        if message["type"] == CLOSE:
            raise Closed(message.get("code", 1000))
        assert message["type"] == SENT
        packed = message.get("bytes")
        self.heard.append(message["text"] if packed is None else packed.hex())
        told: dict[str, Any] = json.loads(message["text"] if packed is None else zlib.decompress(packed))
        return told

    async def until(self, **facts: Any) -> dict[str, Any]:
        """The next message of which this is true."""
        while True:
            told = await self.receive()
            if all(told.get(key) == value for key, value in facts.items()):
                return told

    async def end(self) -> int:
        """Listen until the server closes; with what code."""
        try:
            while True:
                await self.receive()
        except Closed as closed:
            return closed.code

    async def leave(self) -> None:
        """Go away, and wait until the server has noticed."""
        await self.to_app.put({"type": "websocket.disconnect", "code": 1001})
        assert self.task is not None
        await asyncio.wait_for(self.task, PATIENCE)


class Ears:
    """A server's app, and all that it has sent: headers, bodies and messages, unpacked."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self.state, self.openapi = app.state, app.openapi
        self.sent: list[bytes] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        async def heard(message: dict[str, Any]) -> None:
            self.sent += [part for pair in message.get("headers", ()) for part in pair]
            self.sent += [message.get("body", b""), message.get("text", "").encode()]
            packed = message.get("bytes")
            self.sent.append(b"" if packed is None else zlib.decompress(packed))
            await send(message)

        await self.app(scope, receive, heard)


class Inside:
    """The server, up while the context lasts. `run` drives it from a test that is not a coroutine."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self._runner = asyncio.Runner()
        self._to_app: asyncio.Queue[dict[str, Any]]
        self._from_app: asyncio.Queue[dict[str, Any]]
        self._life: asyncio.Task[None]
        self._sockets: list[Socket] = []

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self._runner.run(work)

    def __enter__(self) -> Inside:
        self.run(self._open())
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self.run(self._close())
        finally:
            self._runner.close()

    async def _open(self) -> None:
        self._to_app, self._from_app = asyncio.Queue(), asyncio.Queue()
        scope = {"type": "lifespan", "asgi": {"version": "3.0"}, "state": {}}
        self._life = asyncio.create_task(self.app(scope, self._to_app.get, self._from_app.put))
        await self._to_app.put({"type": "lifespan.startup"})
        await self._lived("lifespan.startup.complete")

    async def _close(self) -> None:
        for socket in self._sockets:
            if socket.task is not None and not socket.task.done():
                await socket.leave()
        await self._to_app.put({"type": "lifespan.shutdown"})
        await self._lived("lifespan.shutdown.complete")
        await self._life

    async def _lived(self, stage: str) -> None:
        told = asyncio.ensure_future(self._from_app.get())
        done, _ = await asyncio.wait({told, self._life}, timeout=60, return_when=asyncio.FIRST_COMPLETED)
        if told not in done:
            told.cancel()
            if self._life in done:
                self._life.result()
        assert told.result()["type"] == stage, told.result()

    # -- asking ----------------------------------------------------------------------------------------------

    async def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        token: str | None = None,
        headers: dict[str, str] | None = None,
        client: str = "127.0.0.1",
    ) -> Answer:
        """A request; a body that is not bytes is sent as JSON."""
        sent = {"host": HOST, **(headers or {})}
        if token is not None:
            sent["authorization"] = f"Bearer {token}"
        content = b""
        if body is not None:
            content = body if isinstance(body, bytes) else json.dumps(body).encode()
            sent.setdefault("content-type", "application/json")
            sent.setdefault("content-length", str(len(content)))
        scope = self._scope("http", path, sent, client) | {
            "method": method,
            "http_version": "1.1",
            "scheme": "http",
        }
        chunks = [content[i : i + 65536] for i in range(0, len(content), 65536)] or [b""]
        gone = asyncio.Event()

        async def receive() -> dict[str, Any]:
            if chunks:
                return {"type": "http.request", "body": chunks.pop(0), "more_body": bool(chunks)}
            await gone.wait()
            return {"type": "http.disconnect"}

        said: list[dict[str, Any]] = []

        async def send(message: dict[str, Any]) -> None:
            said.append(message)

        try:
            await asyncio.wait_for(self.app(scope, receive, send), PATIENCE)
        finally:
            gone.set()
        start = said[0]
        told = tuple((key.decode("latin-1"), value.decode("latin-1")) for key, value in start["headers"])
        return Answer(start["status"], told, b"".join(message.get("body", b"") for message in said[1:]))

    def get(self, path: str, **more: Any) -> Answer:
        return self.run(self.ask("GET", path, **more))

    def post(self, path: str, body: Any = None, **more: Any) -> Answer:
        return self.run(self.ask("POST", path, {} if body is None else body, **more))

    async def connect(
        self,
        path: str,
        origin: str | None = f"http://{HOST}",
        host: str = HOST,
        client: str = "127.0.0.1",
    ) -> Socket:
        """A WebSocket that is open; Closed if the server refuses it."""
        socket = Socket()
        sent = {"host": host, "upgrade": "websocket", "connection": "upgrade"}
        if origin is not None:
            sent["origin"] = origin
        scope = self._scope("websocket", path, sent, client) | {"subprotocols": [], "scheme": "ws"}
        socket.task = asyncio.create_task(self.app(scope, socket.to_app.get, socket.from_app.put))
        self._sockets.append(socket)
        await socket.open()
        return socket

    async def sit(self, table: str, token: str | None, lang: str = "en", client: str = "127.0.0.1") -> Socket:
        """A WebSocket at a table that has said hello and been told the state."""
        socket = await self.connect(f"/api/tables/{table}/live?lang={lang}", client=client)
        await socket.send({"type": "hello", "token": token})
        await socket.until(type="state")
        return socket

    def _scope(self, kind: str, path: str, headers: dict[str, str], client: str) -> dict[str, Any]:
        parts = urlsplit(path)
        return {
            "type": kind,
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "path": parts.path,
            "raw_path": parts.path.encode(),
            "root_path": "",
            "query_string": parts.query.encode(),
            "headers": [(key.encode("latin-1"), value.encode("latin-1")) for key, value in headers.items()],
            "client": (client, 50000),
            "server": (HOST, 80),
            "extensions": {},
            "state": {},
        }
