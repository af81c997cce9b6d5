"""Answers on their way out: written in JSON and packed beside the event loop; what never changes is packed once."""

from __future__ import annotations

import gzip
import json
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

LEVEL = 5
SMALL = 1024  # bytes that are not worth packing
SHORT = 8 * 1024  # bytes that are packed sooner than a thread is asked


def packs(headers: Headers) -> bool:
    """Whether a client can unpack."""
    return "gzip" in headers.get("accept-encoding", "")


def written(told: Mapping[str, object], packing: bool) -> Response:
    """An answer in JSON, packed if the client can unpack it."""
    body = json.dumps(told, separators=(",", ":"), ensure_ascii=False).encode()
    headers = {"Vary": "Accept-Encoding"}
    if packing and len(body) >= SMALL:
        body = _pack(body)
        headers["Content-Encoding"] = "gzip"
    return Response(body, media_type="application/json", headers=headers)


def _pack(body: bytes) -> bytes:
    return gzip.compress(body, LEVEL, mtime=0)


class PackedAnswers:
    """Packs whatever is answered in one piece and is not packed yet."""

    def __init__(self, app: ASGIApp, draw: Callable[[Callable[[], bytes]], Awaitable[bytes]]) -> None:
        self._app = app
        self._draw = draw  # does something beside the event loop

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the application answer, and pack what it says."""
        packing = packs(Headers(scope=scope))
        start: Message | None = None

        async def pack_and_send(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start":
                start = message  # what it says of the length is not known yet
                return
            if start is not None:
                await self._pack(start, message, packing)
                await send(start)
                start = None
            await send(message)

        await self._app(scope, receive, pack_and_send)

    async def _pack(self, start: Message, message: Message, packing: bool) -> None:
        headers = MutableHeaders(raw=start["headers"])
        body: bytes = message.get("body", b"")
        if message.get("more_body") or len(body) < SMALL or "content-encoding" in headers:
            return
        headers.add_vary_header("Accept-Encoding")
        if packing:
            packed = _pack(body) if len(body) < SHORT else await self._draw(lambda: _pack(body))
            message["body"] = packed
            headers["Content-Encoding"] = "gzip"
            headers["Content-Length"] = str(len(packed))


class PackedFiles(StaticFiles):
    """Static files, each packed once."""

    def __init__(self, directory: Path, draw: Callable[[Callable[[], bytes]], Awaitable[bytes]]) -> None:
        super().__init__(directory=directory)
        self._draw = draw
        self._kept: dict[tuple[str, str], bytes] = {}  # by path and version

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, packed for who can unpack it; a part of it is asked for plain."""
        answer = await super().get_response(path, scope)
        asked = Headers(scope=scope)
        if not isinstance(answer, FileResponse) or not packs(asked) or "range" in asked:
            return answer
        key = str(answer.path), answer.headers["etag"]
        if key not in self._kept:
            self._kept[key] = await self._draw(lambda: _pack(Path(key[0]).read_bytes()))
        headers = {name: answer.headers[name] for name in ("last-modified", "etag")}
        headers |= {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
        return Response(self._kept[key], media_type=answer.media_type, headers=headers)
