"""What a request brings: who asks at which table, in which language, with what body."""

from __future__ import annotations

import ipaddress
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, TypeVar

from fastapi import Depends, Request
from pydantic import ValidationError
from starlette.requests import HTTPConnection

from coven.core.language import LANGUAGES
from coven.table import stand_ins
from coven.table.bodies import Body
from coven.table.refusals import Refusal

if TYPE_CHECKING:
    from coven.table.match import Match
    from coven.table.server import Server

B = TypeVar("B", bound=Body)
COOKIE = "coven_lang"
LONGEST_TOKEN = 200
NETWORK = 64  # bits of an IPv6 address that are one household's


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
    if guest.seat is not None and match.misses(guest.seat, server.clock()):
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
