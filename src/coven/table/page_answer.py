"""The answer to a page that asks: what it missed, an earlier moment, or another seat's view of a finished game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from coven.core.seats import CHANCE
from coven.table import guide
from coven.table.packed import written
from coven.table.page_parts import read_have, told
from coven.table.page_state import page_state

if TYPE_CHECKING:
    from fastapi.responses import Response

    from coven.core.view import View
    from coven.table.match import Match
    from coven.table.page_types import PageState
    from coven.table.server import Server


@dataclass(frozen=True)
class PageWish:
    """What a page asks for."""

    seat: int | None
    lang: str
    theme: str
    since: int  # the first line of the log it wants
    at: int | None  # the earlier moment it looks back to
    have: str  # the parts it has
    whole: bool  # the picture as one drawing
    learner: bool  # with the lesson of a guided game


async def page_answer(server: Server, match: Match, wish: PageWish, packs: bool) -> Response:
    """What a page shows of a match as it is now: worked out, written and packed beside the event loop."""
    position, seq = match.position, match.seq
    waiting = not match.full or position.actor == CHANCE
    kinds = [chair.kind for chair in match.chairs]
    by_herself = server.presence.by_herself(match)
    cache = server.feed.cache
    have = read_have(wish.have)

    def look() -> tuple[PageState, View]:
        return page_state(
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

    def answer(state: PageState, view: View) -> Response:
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
