"""The HTTP API of tables, but for moves, which have a module of their own: actions.py."""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import PlainTextResponse, Response

from coven.core.registry import definition, games
from coven.table import actions, commands, guide, luck, repository, reviews, stand_ins, whys
from coven.table.bodies import (
    ChatMessage,
    EmptyBody,
    JoinSeat,
    NewTable,
    ReadLesson,
    Rename,
    StandIn,
    documented,
)
from coven.table.incoming import Guest, Here, account_of, address_of, server_of, shaped, token_of
from coven.table.messages import chat_shown, seat_shown
from coven.table.metadata import Metadata
from coven.table.packed import packs, written
from coven.table.page_answer import PageWish, page_answer
from coven.table.page_state import legal_of
from coven.table.refusals import CODES, Refusal
from coven.table.shares import Share
from coven.table.told import Story, events_of, moves_of

if TYPE_CHECKING:
    from coven.core.position import Position

MANY = 64  # moves or lines whose words are found in a thread, not on the event loop
MOST_CHAT = 200
MOST_TABLES = 50
REFUSED = {
    status: {
        "description": "refused: " + ", ".join(sorted(c for c, s in CODES.items() if s == status)),
        "content": {
            "application/json": {
                "schema": {
                    "type": "object",
                    "required": ["error", "message"],
                    "properties": {
                        "error": {"enum": sorted(c for c, s in CODES.items() if s == status)},
                        "message": {"type": "string"},
                        "rule": {"type": "string"},
                    },
                }
            }
        },
    }
    for status in sorted({status for code, status in CODES.items() if code != "internal"})
}
router = APIRouter(prefix="/api/tables", responses=REFUSED)  # type: ignore[arg-type]


# -- tables ----------------------------------------------------------------------------------------------------------


@router.post("", status_code=201, openapi_extra=documented(NewTable))
async def create(request: Request) -> dict[str, Any]:
    """Set up a table. People who sit down at once get the secrets of their seats."""
    server = server_of(request)
    server.limits.check("create", address_of(request))
    wish = shaped(await request.body(), NewTable)
    seats = [seat.model_dump() for seat in wish.seats]
    if wish.guide:
        seats = [{**seat, "bot": seat["bot"] or guide.COMPANION} for seat in seats]
    options = wish.options.model_dump()
    maker = account_of(request)
    await server.matches.check_room(maker)
    if wish.record is not None:
        match, tokens = await commands.create_from(server, wish.record, seats, options, maker)
    elif wish.game is None:
        raise Refusal("bad_request", "game: say which game is to be played")
    else:
        metadata = Metadata(guide=wish.guide)
        match, tokens = await commands.create(server, wish.game, seats, options, metadata, maker)
    return {"table": match.id, "seats": [{"seat": n, "token": token} for n, token in enumerate(tokens)]}


@router.get("")
async def listed(
    request: Request, state: Annotated[str, Query(pattern="^(open|playing|over)$")] = "open"
) -> dict[str, Any]:
    """The tables anyone may see, the newest first."""
    rows = await server_of(request).store.do(lambda c: repository.listed(c, state, MOST_TABLES))
    return {"tables": [about(row) for row in rows if row.game in games()]}


def about(row: repository.MatchRow) -> dict[str, Any]:
    """A table as a list shows it."""
    return {
        "table": row.id,
        "game": row.game,
        "title": definition(row.game).title,
        "seats": [seat_shown(chair) for chair in row.chairs],
        "options": row.options,
        "created": row.created,
        "status": row.status,
        "over": row.status == "over",
        "scores": row.result.get("scores", []),
        "winners": row.result.get("winners", []),
        "rated": row.metadata.rated,
        "uploaded": row.metadata.uploaded,
    }


@router.get("/{table}")
async def look(request: Request, here: Here) -> Response:
    """All a seat may know: its view, what it may do, what has happened."""
    match, told = here.match, _table(here)
    # All of one moment: the table may move on while a thread finds the words.
    position, seq, actor, entries = match.position, match.seq, match.actor, tuple(match.entries)
    packing = packs(request.headers)

    def answer() -> Response:
        return written({**_seen(here, position, entries), "seq": seq, "actor": actor, "table": told}, packing)

    return await _unhurried(here, answer)


def _seen(here: Guest, position: Position, entries: Sequence[int]) -> dict[str, Any]:
    match, lang = here.match, here.lang
    view, story = position.view(here.seat), Story(position)
    asked = view.legal if match.full else []
    return {
        "over": position.over,
        "scores": position.scores,
        "winners": position.winners,
        "ending": position.ending,
        "legal": legal_of(view, lang) if asked else [],
        "moves": moves_of(view, entries),
        "events": events_of(position, view, lang),
        "log": story.log(view.seat, lang),
        "points": story.points(lang),
        "view": {
            "bytes": base64.b64encode(bytes(view)).decode(),
            "prompt": view.prompt(lang),
            "pending": view.pending(lang),
            "odds": position.odds if here.seat is not None and here.seat == position.actor else None,
        },
        "seat": here.seat,
    }


def _table(here: Guest) -> dict[str, Any]:
    """The table itself, as everyone may know it."""
    match = here.match
    return {
        **about(match.row),
        "status": match.status,
        "over": match.position.over,
        "title": match.game.title,
        "players": len(match.chairs),
        "seats": here.server.broadcast.seats(match),
        "guide": match.metadata.guide,
        "clock": match.minutes,
        **here.server.broadcast.terms(match),
        "luck": luck.told(here.server, match),
    }


async def _unhurried(here: Guest, work: Callable[[], Response]) -> Response:
    """Do at once what is short, in a thread what would keep others waiting."""
    position = here.match.position
    many = position.ply > MANY or (here.seat == position.actor and len(position.legal) > MANY)
    return await here.server.draw(work) if many else work()


@router.get("/{table}/sight")
async def see(
    request: Request,
    here: Here,
    theme: Annotated[str, Query(pattern="^(dark|light)$")] = "dark",
    at: Annotated[int | None, Query(ge=0, le=1_000_000)] = None,
    since: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
    seat: Annotated[int | None, Query(ge=0, le=3)] = None,
    have: Annotated[str, Query(max_length=2000)] = "",
    whole: bool = False,
) -> Response:
    """What a page shows: the picture, the choices, the log in words. `at` looks back to an earlier line of the log.

    The picture comes in parts, of those the page has only what is different; or whole, as one drawing.
    """
    match = here.match
    who = here.seat
    if seat is not None and seat != who:
        if not match.position.over or seat >= len(match.chairs):
            raise Refusal("forbidden", "another seat can be looked through when the game is over")
        who = seat
    here.server.limits.check("pictures", address_of(request))
    here.server.limits.check("sight", f"{match.id} {who}" if here.seat is not None else address_of(request))
    if at is not None and at > len(match.entries):
        raise Refusal("bad_option", f"the log has {len(match.entries)} lines: there is no line {at}")
    wish = PageWish(who, here.lang, theme, since, at, have, whole, who == here.seat)
    return await page_answer(here.server, match, wish, packs(request.headers))


@router.post("/{table}/lesson", openapi_extra=documented(ReadLesson))
async def read_lesson(request: Request, here: Here) -> dict[str, str]:
    """Put a lesson of a guided game away."""
    seat = here.seated()
    here.server.limits.check("act", f"{here.match.id} {seat}")
    wish = shaped(await request.body(), ReadLesson)
    await guide.mark_read(here.server, here.match, seat, wish.lesson)
    return {"lesson": wish.lesson}


# -- playing ---------------------------------------------------------------------------------------------------------


router.include_router(actions.router)
router.include_router(luck.router)
router.include_router(whys.router)


@router.get("/{table}/hint")
async def hint(request: Request, here: Here) -> dict[str, Any]:
    """The coach's best moves for the seat to act."""
    seat = here.seated()
    here.server.limits.check("hint", f"{here.match.id} {seat}")
    if here.match.actor != seat:
        raise Refusal(
            "over" if here.match.position.over else "not_your_turn", "the coach helps whoever is to act"
        )
    if here.match.metadata.rated:
        raise Refusal("forbidden", "the coach is silent in a rated game")
    if not here.match.hints:
        raise Refusal("forbidden", "it was agreed that the coach does not help at this table")
    share = Share(account_of(request), here.match.id)
    return await here.server.bot_service.hint(here.match.view(seat), here.lang, share=share)


# -- sitting -----------------------------------------------------------------------------------------------------------


@router.post("/{table}/join", openapi_extra=documented(JoinSeat))
async def join(request: Request, table: str) -> dict[str, Any]:
    """Take an open seat."""
    server = server_of(request)
    found = await server.matches.get(table)
    server.limits.check("act", f"join {address_of(request)}")
    wish = shaped(await request.body(), JoinSeat)
    seat, token = await commands.join(server, found, wish.seat, wish.name or "", wish.promise)
    return {"seat": seat, "token": token}


@router.post("/{table}/name", openapi_extra=documented(Rename))
async def rename(request: Request, here: Here) -> dict[str, Any]:
    """Call the own seat otherwise."""
    seat = here.seated()
    here.server.limits.check("name", f"{here.match.id} {seat}")
    wish = shaped(await request.body(), Rename)
    await commands.rename(here.server, here.match, seat, wish.name)
    return {"seat": seat, "name": here.match.chairs[seat].name}


@router.post("/{table}/stand-in", openapi_extra=documented(StandIn))
async def stand_in(request: Request, here: Here) -> dict[str, Any]:
    """Agree that a bot takes the seat of someone who has left."""
    seat = here.seated()
    wish = shaped(await request.body(), StandIn)
    return await stand_ins.stand_in(here.server, here.match, seat, wish.seat, wish.bot)


@router.post("/{table}/return", openapi_extra=documented(EmptyBody))
async def come_back(request: Request, here: Here) -> dict[str, Any]:
    """Take the own seat back from a stand-in."""
    seat = here.seated()
    shaped(await request.body(), EmptyBody)
    await stand_ins.come_back(here.server, here.match, seat)
    return {"seat": seat}


# -- words -------------------------------------------------------------------------------------------------------------


@router.post("/{table}/chat", openapi_extra=documented(ChatMessage))
async def speak(request: Request, here: Here) -> dict[str, int]:
    """Say something to the table."""
    seat = here.seated()
    here.server.limits.check("chat", f"{here.match.id} {seat}")
    speech = shaped(await request.body(), ChatMessage)
    return {"n": (await commands.speak(here.server, here.match, seat, speech.text)).n}


@router.get("/{table}/chat")
async def chat(here: Here, since: Annotated[int, Query(ge=0, le=1_000_000_000)] = 0) -> dict[str, Any]:
    """What was said."""
    lines = await here.server.store.do(lambda c: repository.chat_since(c, here.match.id, since, MOST_CHAT))
    return {"chat": [chat_shown(line) for line in lines]}


# -- afterwards ------------------------------------------------------------------------------------------------------


@router.get("/{table}/record", response_class=PlainTextResponse)
async def record(
    here: Here, at: Annotated[int | None, Query(ge=0, le=1_000_000)] = None
) -> PlainTextResponse:
    """The finished game, written down; or only as far as an action, to play on from there."""
    whole = here.match.record()
    text = str(whole if at is None else whole.position(at=min(at, len(whole))).record())
    name = f"{here.match.game.name}-{here.match.id}.coven"
    return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{name}"'})


@router.post("/{table}/review", openapi_extra=documented(EmptyBody))
async def begin_review(request: Request, here: Here) -> dict[str, Any]:
    """Ask the coach to look at a finished game, move by move."""
    here.server.limits.check("review", address_of(request))
    shaped(await request.body(), EmptyBody)
    return await reviews.begin(here.server, here.match, here.lang, account_of(request))


@router.get("/{table}/review")
async def review(request: Request, here: Here) -> Response:
    """How far the coach is, and at the end what was found."""
    told = reviews.state(here.server, here.match, here.lang, account_of(request))
    return await here.server.draw(lambda: written(told, packs(request.headers)))


@router.post("/{table}/rematch", openapi_extra=documented(EmptyBody))
async def rematch(request: Request, here: Here) -> dict[str, Any]:
    """Play again: a new table where everyone keeps the seat and its secret."""
    seat = here.seated()
    shaped(await request.body(), EmptyBody)
    fresh = await commands.rematch(here.server, here.match, account_of(request))
    own = token_of(request)
    return {
        "table": fresh.id,
        "seats": [
            {"seat": chair.seat, "token": own if chair.seat == seat else None} for chair in fresh.chairs
        ],
    }
