"""The edge of the server, before a request is one: how long its header may be, how long it may take, how many come.

A client that says half a header, or says it a byte a minute, holds a file of this process as well as anyone. So whoever
has not said in time what she wants is let go, and nobody has all the connections.
"""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from coven.table.incoming import neighbourhood

if TYPE_CHECKING:
    Spoken = Any
else:
    Spoken = AutoHTTPProtocol

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

LONGEST_HEADER = 32 * 1024
HEADER_WITHIN = 10.0  # seconds from its first byte, or from the connection, to its last
BODY_WITHIN = 30.0
READ_WITHIN = 30.0  # seconds in which a client takes some of an answer that waits for her
MOST_OF_ONE = 96  # connections of one address that are not live ones; a browser has six
RESERVE = 128  # files that are kept for the database, for bots and for connections that are being let go
MOST_FILES = 65_536


class Doorkeeper:
    """Who is connected to one server process."""

    def __init__(
        self, limits: bool = True, most: int | None = None, make_way: Callable[[], bool] = lambda: False
    ) -> None:
        self._limits = limits
        self._make_way = make_way  # lets somebody go who only looks on; False if there is nobody
        self._most = most or _most_connections()
        self._by_address: Counter[str] = Counter()
        self._speaking: dict[
            GuardedHTTP, None
        ] = {}  # those who have not said yet what they want, the oldest first
        # A proxy brings everybody's connections; it is the one that says whose they are.
        self._proxies = set(os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1").split(",")) | {"::1"}

    def admit(self, address: str, connections: int) -> bool:
        """Count a connection; False if there are too many."""
        if not self._limits:
            return True
        if connections > self._most:
            if connections > self._most + RESERVE // 2:  # those who were let go are not gone yet
                return False
            if self._speaking:
                next(iter(self._speaking)).give_up()
            elif not self._make_way():
                return False
        if address not in self._proxies and self._by_address[address] >= MOST_OF_ONE:
            return False
        self._by_address[address] += 1
        return True

    def leave(self, address: str) -> None:
        if self._limits:
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]

    def waits_for(self, one: GuardedHTTP) -> None:
        self._speaking[one] = None

    def understood(self, one: GuardedHTTP) -> None:
        self._speaking.pop(one, None)


class GuardedHTTP(Spoken):  # type: ignore[misc]
    """uvicorn's HTTP with deadlines and limits."""

    _timer: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None
    _counted = ""
    _asked: Any = None  # the last request whose header was whole
    _speaking = False  # whether a header is being said
    _header = 0  # bytes of it

    @property
    def _door(self) -> Doorkeeper:
        door: Doorkeeper = self.app_state["door"]
        return door

    def connection_made(self, transport: asyncio.Transport) -> None:
        super().connection_made(transport)
        address = neighbourhood(self.client[0]) if self.client else ""
        if not self._door.admit(address, len(self.connections)):
            self._say(503, b"too many connections from here: close some")
            return
        self._counted = address or "-"
        self._listen()

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if not self._counted:
            return
        if self._timer is None:  # the first of another request
            self._listen()
        if self._speaking:
            self._header += len(data)
        super().data_received(data)
        if self.transport.is_closing() or not self._counted:
            return
        cycle = self.cycle
        if cycle is not None and cycle is not self._asked:
            self._asked = cycle
            self._speaking = False
            self._door.understood(self)
            self._set(BODY_WITHIN if cycle.more_body else None)
        elif self._speaking:
            if self._header > LONGEST_HEADER:
                self._say(431, b"the header is too long")
        elif cycle is not None and not cycle.more_body:
            self._set(None)

    def handle_websocket_upgrade(self, *request: Any) -> None:
        self._forget()  # from here on it is a live connection, with limits of its own
        super().handle_websocket_upgrade(*request)

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._unread is None:
            self._unread = self.loop.call_later(READ_WITHIN, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._taken()

    def give_up(self) -> None:
        """Let a client go who does not say what she wants."""
        self._say(408, b"that took too long")

    # -- deadlines -------------------------------------------------------------------------------------------------

    def _listen(self) -> None:
        self._header, self._speaking = 0, True
        self._door.waits_for(self)
        self._set(HEADER_WITHIN)

    def _set(self, seconds: float | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None if seconds is None else self.loop.call_later(seconds, self.give_up)

    def _taken(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _forget(self) -> None:
        self._set(None)
        self._taken()
        self._door.understood(self)
        if self._counted:
            self._door.leave("" if self._counted == "-" else self._counted)
            self._counted = ""

    def _say(self, status: int, text: bytes) -> None:
        """Close with a word of why, unless an answer is under way."""
        if self.cycle is None or self.cycle.response_complete:
            head = f"HTTP/1.1 {status} \r\ncontent-type: text/plain\r\ncontent-length: {len(text)}\r\n"
            self.transport.write(head.encode() + b"connection: close\r\n\r\n" + text)
        self._forget()
        self.transport.close()


def _most_connections() -> int:
    """As many as this process may have files, but for a reserve; as many files as the system lets it have."""
    if resource is None:
        return 400  # what select takes there
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    files = MOST_FILES if soft == resource.RLIM_INFINITY else soft
    return max(16, files - RESERVE)
