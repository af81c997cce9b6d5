"""The answer to a page that asks: what it missed, an earlier moment, or another seat's view of a finished game."""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fastapi.responses import Response

from coven.core.seats import CHANCE
from coven.table import guide
from coven.table.page_parts import read_have, told
from coven.table.page_state import shown

if TYPE_CHECKING:
    from coven.table.match import Match
    from coven.table.server import Server

LEVEL = 5
SMALL = 1024  # bytes that are not worth compressing


@dataclass(frozen=True)
class Wish:
    """What a page asks for."""

    seat: int | None
    lang: str
    theme: str
    since: int  # the first line of the log it wants
    at: int | None  # the earlier moment it looks back to
    have: str  # the parts it has
    whole: bool  # the picture as one drawing
    learner: bool  # with the lesson of a guided game


async def sight(server: Server, match: Match, wish: Wish, packs: bool) -> Response:
    """What a page shows of a match as it is now: worked out, written and packed beside the event loop."""
    position, seq = match.position, match.seq
    waiting = not match.full or position.actor == CHANCE
    kinds = [chair.kind for chair in match.chairs]
    by_herself = server.presence.by_herself(match)
    cache = server.feed.cache
    have = read_have(wish.have)

    def look() -> tuple[dict[str, Any], Any]:
        return shown(
            position,
            wish.seat,
            lang=wish.lang,
            since=wish.since,
            seq=seq,
            kinds=kinds,
            at=wish.at,
            waiting=waiting,
            by_herself=by_herself,
        )

    def answer(state: dict[str, Any], view: Any) -> Response:
        if wish.whole:
            state["svg"] = view.svg(wish.lang, wish.theme)
        else:
            state["picture"] = told(view.parts(cache, wish.lang, wish.theme), have)
        return written(state, packs)

    if wish.learner and wish.seat is not None and wish.at is None and match.metadata.guide:
        state, view = await server.draw(look)
        state["lesson"] = await guide.shown(server, match, position, wish.seat, wish.lang, state["choices"])
        return await server.draw(lambda: answer(state, view))
    return await server.draw(lambda: answer(*look()))


def written(told: dict[str, Any], packs: bool) -> Response:
    """An answer in JSON, packed if the client can unpack it."""
    body = json.dumps(told, separators=(",", ":"), ensure_ascii=False).encode()
    headers = {"Vary": "Accept-Encoding"}
    if packs and len(body) >= SMALL:
        body = gzip.compress(body, LEVEL, mtime=0)
        headers["Content-Encoding"] = "gzip"
    return Response(body, media_type="application/json", headers=headers)
