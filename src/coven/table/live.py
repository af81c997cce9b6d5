"""The live connection: a client says who she is, then the server tells her what changes, as far as she may know.

A program is told little: that the table has moved on, who sits there, what was said. A page says so in its hello, and
is told all it shows next, as the difference from what it has.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, WebSocket
from pydantic import ValidationError
from sqlalchemy.exc import SQLAlchemyError
from starlette.websockets import WebSocketDisconnect, WebSocketState

from coven.table.bodies import Hello
from coven.table.broadcast import Watcher
from coven.table.incoming import address_of, language_of, server_of
from coven.table.page_feed import RECALL, Page
from coven.table.page_parts import read_have
from coven.table.refusals import Refusal
from coven.table.stand_ins import is_here

if TYPE_CHECKING:
    from coven.table.match import Match
    from coven.table.server import Server

HELLO_WITHIN = 10.0  # seconds a client has to say who she is
LONGEST = 2048  # of what a client says
MOST_WATCHERS = 400  # of one table that have no seat
MOST_OF_SEAT = 12  # connections of one seat: pages that are open, on every device there is
CLOSED = {
    "forbidden": 4401,
    "seat_free": 4401,
    "no_such_table": 4404,
    "bad_request": 4400,
    "too_many": 4429,
    "unavailable": 4503,
}
SLOW = 4413

router = APIRouter()


@router.websocket("/api/tables/{table}/live")
async def live(socket: WebSocket, table: str) -> None:
    """One client's connection from hello to goodbye."""
    server = server_of(socket)
    await socket.accept()
    if not same_origin(socket):
        await _refuse(socket, Refusal("forbidden", "this page is not from the server it speaks to"))
        return
    watched: tuple[Match, Watcher] | None = None
    try:
        with ExitStack() as counted:
            match, watcher = await _who(server, table, await _hello(socket), language_of(socket))
            if watcher.seats:  # whoever sits here answers for her seat alone, however many are where she is
                server.limits.check("live", f"{match.id} {min(watcher.seats)}")
            else:
                counted.enter_context(server.limits.line(address_of(socket), watcher.go))
            await _watch(server, match, watcher)
            watched = match, watcher
            server.metrics.watching(1)
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
        if watched is not None:
            server.metrics.watching(-1)
            _unwatch(server, *watched)


def same_origin(socket: WebSocket) -> bool:
    """Whether the page that connects was served here. Programs send no origin."""
    origin = socket.headers.get("origin")
    if origin is None:
        return True
    return origin.partition("://")[2] == socket.headers.get("host", "")


async def _who(server: Server, table: str, hello: Hello, lang: str) -> tuple[Match, Watcher]:
    """Where a client wants to look on, and with which seats' rights."""
    match = await server.matches.get(table)
    seat = match.seat_of(hello.token)
    others = [other for one in hello.also if (other := match.seat_of(one)) is not None]
    page = None
    if hello.page is not None:
        have = read_have(hello.page.have)
        page = Page(lang, hello.page.theme, have, log=max(0, hello.page.log - RECALL))
    return match, Watcher(seat, others, page)


async def _watch(server: Server, match: Match, watcher: Watcher) -> None:
    """Begin to tell someone what happens; what there is now is told at once."""
    _make_way(match, watcher)
    for back in watcher.seats:
        await is_here(server, match, back)
    match.watchers.add(watcher)
    server.broadcast.greet(match, watcher)
    if watcher.seats:
        server.peers.say_who_is_here(match)


def _make_way(match: Match, watcher: Watcher) -> None:
    """Spectators are so many and no more. A seat is never refused: of its own connections the oldest goes."""
    if not watcher.seats:
        if sum(not one.seats for one in match.watchers) >= MOST_WATCHERS:
            raise Refusal("too_many", "too many look on at this table")
        return
    same = [one for one in match.watchers if one.seats & watcher.seats]
    if len(same) >= MOST_OF_SEAT:
        min(same, key=lambda one: one.number).go()


def _unwatch(server: Server, match: Match, watcher: Watcher) -> None:
    match.watchers.discard(watcher)
    match.used_at = server.clock()
    if watcher.seats:
        match.left |= dict.fromkeys(watcher.seats, server.clock())
        for seat in watcher.seats - match.seats_here:  # the page is closed: what it asked for counts no more
            match.heard.pop(seat, None)
        server.broadcast.tell_seats(match)
        server.peers.say_who_is_here(match)


async def _hello(socket: WebSocket) -> Hello:
    """Who the client says she is: a seat's secret, or nobody in particular; and who else is at the same screen."""
    hearing = asyncio.ensure_future(_hear(socket))
    try:
        with server_of(socket).limits.silent(address_of(socket), hearing.cancel):
            await asyncio.wait({hearing}, timeout=HELLO_WITHIN)
    finally:
        late = hearing.cancel()
    if late:
        raise Refusal("bad_request", 'say {"type": "hello", "token": …} first')
    if hearing.cancelled():  # others have come from there meanwhile
        raise Refusal("too_many", "too many connections from here have not said hello")
    try:
        return Hello.model_validate(hearing.result())
    except ValidationError:
        raise Refusal(
            "bad_request",
            'the first message is {"type": "hello", "token": a seat\'s secret or null, "also": other seats\' secrets}; '
            'a page adds "page": {"theme": "dark" or "light", "have": …, "log": …}',
        ) from None


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
    """Send what there is to tell, and hear that the client is still there, until one of the two ends."""
    both = [asyncio.create_task(work) for work in (_tell(socket, watcher), _listen(socket, watcher))]
    try:
        done, _ = await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in both:
            task.cancel()
        # A disconnect that nobody waited for any more is no error.
        await asyncio.gather(*both, return_exceptions=True)


async def _tell(socket: WebSocket, watcher: Watcher) -> None:
    """Send whatever there is to tell; one who is too slow is let go."""
    while not watcher.slow:
        told = await watcher.next()
        await (socket.send_text(told) if isinstance(told, str) else socket.send_bytes(told))
    await socket.close(SLOW)


async def _listen(socket: WebSocket, watcher: Watcher) -> None:
    """Answer pings; nothing else is heard here."""
    while True:
        if (await _hear(socket)).get("type") != "ping":
            raise Refusal("bad_request", "only pings are heard here: act through the API")
        watcher.tell('{"type":"pong"}')


async def _refuse(socket: WebSocket, no: Refusal) -> None:
    try:
        await socket.send_text(json.dumps({"type": "error", **no.body()}))
        await socket.close(CLOSED.get(no.code, 4400))
    except (RuntimeError, WebSocketDisconnect):
        pass  # gone already
