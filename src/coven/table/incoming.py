"""How a request comes in: the gate that all pass; who asks at which table, with what body, in which language."""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Awaitable, Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, TypeVar

from fastapi import Depends, Request
from pydantic import ValidationError
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from coven.core.language import LANGUAGES
from coven.table import giving_up, stand_ins
from coven.table.bodies import MOST_BYTES, Body
from coven.table.drawing import asking
from coven.table.logs import note
from coven.table.packed import PackedAnswers
from coven.table.refusals import Refusal

if TYPE_CHECKING:
    from coven.table.match import Match
    from coven.table.server import Server

B = TypeVar("B", bound=Body)
COOKIE = "coven_lang"
LONGEST_TOKEN = 200
NETWORK = 64  # bits of an IPv6 address that are one household's
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
LONGEST_CACHE = "public, max-age=31536000, immutable"  # static files are named with a hash of their content


# -- every request --------------------------------------------------------------------------------------------------


class Gate:
    """Checks and counts every request; its answer gets headers, and says nothing about our own mistakes."""

    def __init__(self, app: ASGIApp, server: Server, answer: Callable[[Request, Refusal], Response]) -> None:
        self.app = app
        self.packing = PackedAnswers(app, server.draw)
        self.server = server
        self.answer = answer
        self._called: str | None = None  # the name it was last called by

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            if scope["type"] == "websocket" and not self._knows(HTTPConnection(scope)):
                await send({"type": "websocket.close", "code": 4400})
                return
            await self.app(scope, receive, send)
            return
        began = time.perf_counter()
        status = 500
        started = False

        async def sent(message: Message) -> None:
            nonlocal status, started
            if message["type"] == "http.response.start":
                started = True
                status = message["status"]
                found = {name.lower() for name, _ in message["headers"]}
                extra = {**HEADERS, "Cache-Control": _cache(scope, status)}
                message["headers"] = [
                    *message["headers"],
                    *(
                        (k.lower().encode(), v.encode())
                        for k, v in extra.items()
                        if k.lower().encode() not in found
                    ),
                ]
            await send(message)

        request = Request(scope)
        asking.set(address_of(request))
        try:
            self._check(request)
            app = self.packing if request.method == "GET" else self.app  # a command's answer is short
            await app(scope, _limited(receive), sent)
        except Refusal as no:
            if not started:
                await self.answer(request, no)(scope, receive, sent)
        except ClientDisconnect:
            status = 499  # gone before the request was whole
        except Exception as problem:
            giving_up.look(problem)
            note("request failed", 40, error=True, path=request.scope["path"])
            if not started:
                mistake = Refusal("internal", "something went wrong here; it has been noted")
                await self.answer(request, mistake)(scope, receive, sent)
        finally:
            self.server.metrics.request(request.method, status)
            note("request", 10, method=request.method, path=request.scope["path"], status=status,
                 ms=round(1000 * (time.perf_counter() - began), 1))  # fmt: skip

    def _knows(self, request: HTTPConnection) -> bool:
        host = request.headers.get("host", "")
        if host != self._called and self.server.hosts.know(host):
            self._called = host  # nearly always the same
        return host == self._called

    def _check(self, request: Request) -> None:
        path = request.scope["path"]
        if path not in ("/health", "/metrics"):
            if not self._knows(request):
                called = request.headers.get("host", "")[:80]
                raise Refusal("bad_request", f"this server is not called {called!r}: name it in COVEN_HOSTS")
            if not path.startswith("/static/"):
                self.server.limits.check("any", address_of(request))
        if request.method == "POST":
            # What a form of another site can't send without being asked first.
            kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
            if kind != "application/json":
                raise Refusal("bad_request", "send JSON, as Content-Type: application/json")
        length = request.headers.get("content-length", "0")
        # As a number only if it is short: Python reads none of thousands of digits.
        if not (length.isascii() and length.isdecimal()) or int(length.lstrip("0")[:12] or 0) > MOST_BYTES:
            raise Refusal("too_large", f"a request has at most {MOST_BYTES // 1024} KiB")


def _cache(scope: Scope, status: int) -> str:
    if not scope["path"].startswith("/static/") or status >= 400:
        return "no-store"
    return LONGEST_CACHE if b"v=" in scope["query_string"] else "no-cache"


def _limited(receive: Receive) -> Callable[[], Awaitable[Message]]:
    """Stops reading a body that is larger than it said."""
    read = 0

    async def limited() -> Message:
        nonlocal read
        message = await receive()
        read += len(message.get("body", b""))
        if read > MOST_BYTES:
            raise Refusal("too_large", f"a request has at most {MOST_BYTES // 1024} KiB")
        return message

    return limited


# -- who asks ------------------------------------------------------------------------------------------------------


class Guest:
    """Who asks, at which table: a seat or a spectator."""

    def __init__(self, server: Server, match: Match, seat: int | None, lang: str) -> None:
        self.server = server
        self.match = match
        self.seat = seat
        self.lang = lang

    def seated(self) -> int:
        """The seat; spectators are refused."""
        if self.seat is None:
            raise not_seated()
        return self.seat


def not_seated() -> Refusal:
    return Refusal("forbidden", "only who sits at the table can do that: send your seat's secret")


def server_of(connection: HTTPConnection) -> Server:
    server: Server = connection.app.state.server
    return server


def address_of(connection: HTTPConnection) -> str:
    """Whose requests are counted together."""
    return neighbourhood(connection.client.host) if connection.client else ""


def account_of(connection: HTTPConnection) -> str:
    """On whose account is what somebody asks for."""
    return server_of(connection).accounts.of(address_of(connection))


@lru_cache(maxsize=4096)
def neighbourhood(host: str) -> str:
    """An address as it is counted: in IPv6 everybody has a whole network, so the network counts."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, NETWORK), strict=False))


def token_of(request: Request) -> str | None:
    """The secret a request brings."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    if not kind:
        return None
    if kind.lower() != "bearer" or not token or len(token) > LONGEST_TOKEN:
        raise Refusal("forbidden", "a seat's secret comes as Authorization: Bearer SECRET")
    return token


async def _guest(request: Request, table: str) -> Guest:
    server = server_of(request)
    match = await server.matches.get(table)
    guest = Guest(server, match, match.seat_of(token_of(request)), language_of(request))
    if guest.seat is None:
        match.onlooked = server.clock()
    elif match.misses(guest.seat, server.clock()):
        await stand_ins.is_here(server, match, guest.seat)
    return guest


Here = Annotated[Guest, Depends(_guest)]


# -- what is sent --------------------------------------------------------------------------------------------------


def shaped(raw: bytes, kind: type[B]) -> B:
    """The body of a request, or a refusal that says what is wrong with it."""
    try:
        return kind.model_validate_json(raw or b"{}")
    except ValidationError as problem:
        first = problem.errors(include_url=False, include_context=False)[0]
        where = ".".join(map(str, first["loc"])) or "the body"
        code = "too_large" if first["type"] == "string_too_long" else "bad_request"
        raise Refusal(code, f"{where}: {first['msg'].lower()}") from None


# -- in which language ---------------------------------------------------------------------------------------------


def language(request: HTTPConnection) -> str:
    """The language of a page."""
    for wanted in (request.query_params.get("lang"), request.cookies.get(COOKIE)):
        if wanted in LANGUAGES:
            return str(wanted)
    return preferred(request.headers.get("accept-language", ""))


def language_of(request: HTTPConnection) -> str:
    """The language of an answer to a program, which is told if it asks for one there isn't."""
    asked = request.query_params.get("lang")
    if asked is not None and asked not in LANGUAGES:
        raise Refusal("bad_option", f"no language {asked[:20]!r}: choose one of {', '.join(LANGUAGES)}")
    return language(request)


def preferred(header: str) -> str:
    """The best of our languages for an Accept-Language header."""
    wanted: list[tuple[float, int, str]] = []
    for place, part in enumerate(header.split(",")[:20]):
        tag, _, quality = part.strip().partition(";q=")
        try:
            weight = float(quality) if quality else 1.0
        except ValueError:
            weight = 0.0
        lang = tag.split("-")[0].lower()
        if lang in LANGUAGES and weight > 0.0:
            wanted.append((-weight, place, lang))
    return min(wanted)[2] if wanted else "en"
