"""The live connection: a client says who she is, then the server tells her what changes, as far as she may know.

What is told is small: that the table has moved on, who sits there, what was said. Pages then fetch what they show.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, WebSocket
from sqlalchemy.exc import SQLAlchemyError
from starlette.websockets import WebSocketDisconnect, WebSocketState

from coven.table.refusals import Refusal

if TYPE_CHECKING:
    from coven.table.hall import Hall

HELLO_WITHIN = 10.0  # seconds a client has to say who she is
WAITING = 128  # messages a slow client may be behind before she is asked to come back
LONGEST = 2048  # of what a client says
MOST_ALSO = 3  # other seats at the same screen
CLOSED = {
    "forbidden": 4401,
    "no_such_table": 4404,
    "bad_request": 4400,
    "too_many": 4429,
    "unavailable": 4503,
}
SLOW = 4413

router = APIRouter()


class Watcher:
    """Someone who is told what happens at a table."""

    def __init__(self, seat: int | None, also: Iterable[int] = ()) -> None:
        self.seat = seat
        self.seats = {*also} if seat is None else {seat, *also}  # all that look on here
        self._queue: asyncio.Queue[str] = asyncio.Queue(WAITING)
        self.slow = False

    def tell(self, message: str) -> None:
        """Send a message as soon as can be; who is too far behind is let go, and comes back for the whole."""
        try:
            self._queue.put_nowait(message)
        except asyncio.QueueFull:
            self.slow = True

    async def next(self) -> str:
        """The next message to send."""
        return await self._queue.get()


@router.websocket("/api/tables/{table}/live")
async def live(socket: WebSocket, table: str) -> None:
    """One client's connection from hello to goodbye."""
    hall: Hall = socket.app.state.hall
    await socket.accept()
    if not same_origin(socket):
        await _refuse(socket, Refusal("forbidden", "this page is not from the server it speaks to"))
        return
    watcher: Watcher | None = None
    try:
        hall.limits.check("live", _address(socket))
        with hall.limits.line(_address(socket)):
            watcher = await hall.watch(table, *await _hello(socket))
            hall.metrics.watching(1)
            await _serve(socket, watcher)
    except Refusal as no:
        await _refuse(socket, no)
    except SQLAlchemyError:
        await _refuse(socket, Refusal("unavailable", "the database is away: come back in a moment"))
    except WebSocketDisconnect:
        pass
    except RuntimeError:
        # The client went away while something was being sent.
        if socket.client_state == WebSocketState.CONNECTED:
            raise
    finally:
        if watcher is not None:
            hall.metrics.watching(-1)
            hall.unwatch(table, watcher)


def same_origin(socket: WebSocket) -> bool:
    """Whether the page that connects was served here. Programs send no origin."""
    origin = socket.headers.get("origin")
    if origin is None:
        return True
    return origin.partition("://")[2] == socket.headers.get("host", "")


def _address(socket: WebSocket) -> str:
    return socket.client.host if socket.client else ""


async def _hello(socket: WebSocket) -> tuple[str | None, list[str]]:
    """Who the client says she is: a seat's secret, or nobody in particular; and who else is at the same screen."""
    try:
        said = await asyncio.wait_for(_hear(socket), HELLO_WITHIN)
    except TimeoutError:
        raise Refusal("bad_request", 'say {"type": "hello", "token": …} first') from None
    token, also = said.get("token"), said.get("also", [])
    others = isinstance(also, list) and len(also) <= MOST_ALSO and all(isinstance(one, str) for one in also)
    if said.get("type") != "hello" or not (token is None or isinstance(token, str)) or not others:
        raise Refusal(
            "bad_request",
            'the first message is {"type": "hello", "token": a seat\'s secret or null, "also": other seats\' secrets}',
        )
    return token, also


async def _hear(socket: WebSocket) -> dict[str, Any]:
    """One message of a client, an object in JSON."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text = message.get("text")
    if text is None or len(text) > LONGEST:
        raise Refusal("bad_request", f"messages are text of at most {LONGEST} characters")
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        said = None
    if not isinstance(said, dict):
        raise Refusal("bad_request", "messages are objects in JSON")
    return said


async def _serve(socket: WebSocket, watcher: Watcher) -> None:
    """Send what there is to tell; hear only that the client is still there."""
    hearing = asyncio.ensure_future(_hear(socket))
    telling = asyncio.ensure_future(watcher.next())
    try:
        while True:
            done, _ = await asyncio.wait((hearing, telling), return_when=asyncio.FIRST_COMPLETED)
            if telling in done:
                await socket.send_text(telling.result())
                telling = asyncio.ensure_future(watcher.next())
            if hearing in done:
                if hearing.result().get("type") != "ping":
                    raise Refusal("bad_request", "only pings are heard here: act through the API")
                await socket.send_text('{"type":"pong"}')
                hearing = asyncio.ensure_future(_hear(socket))
            if watcher.slow:
                await socket.close(SLOW)
                return
    finally:
        hearing.cancel()
        telling.cancel()
        # A disconnect that nobody waited for any more is no error.
        await asyncio.gather(hearing, telling, return_exceptions=True)


async def _refuse(socket: WebSocket, no: Refusal) -> None:
    try:
        await socket.send_text(json.dumps({"type": "error", **no.body()}))
        await socket.close(CLOSED.get(no.code, 4400))
    except (RuntimeError, WebSocketDisconnect):
        pass  # gone already
