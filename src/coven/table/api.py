"""The HTTP API. In order: who asks, what shape it has, whose turn it is, the sequence number, legality; store; tell."""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import PlainTextResponse

from coven.core.registry import definition, games
from coven.table import deeds, guide, keep, reviews
from coven.table.bodies import (
    Action,
    Join,
    NewTable,
    Nothing,
    ReadLesson,
    Rename,
    Speech,
    StandIn,
    TakeBack,
    documented,
    shaped,
)
from coven.table.languages import language_of
from coven.table.messages import shown, spoken
from coven.table.refusals import CODES, Refusal
from coven.table.sight import legal_of, log_of, sight

if TYPE_CHECKING:
    from coven.core.position import Position
    from coven.table.game_table import GameTable
    from coven.table.hall import Hall

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
                    },
                }
            }
        },
    }
    for status in sorted({status for code, status in CODES.items() if code != "internal"})
}
router = APIRouter(prefix="/api/tables", responses=REFUSED)  # type: ignore[arg-type]


def hall_of(request: Request) -> Hall:
    hall: Hall = request.app.state.hall
    return hall


class Guest:
    """Who asks, at which table: a seat or a spectator."""

    def __init__(self, hall: Hall, table: GameTable, seat: int | None, lang: str) -> None:
        self.hall = hall
        self.table = table
        self.seat = seat
        self.lang = lang

    def seated(self) -> int:
        """The seat; spectators are refused."""
        if self.seat is None:
            raise Refusal("forbidden", "only who sits at the table can do that: send your seat's secret")
        return self.seat


def token_of(request: Request) -> str | None:
    """The secret a request brings."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    if not kind:
        return None
    if kind.lower() != "bearer" or not token or len(token) > 200:
        raise Refusal("forbidden", "a seat's secret comes as Authorization: Bearer SECRET")
    return token


async def _guest(request: Request, table: str) -> Guest:
    hall = hall_of(request)
    found = await hall.table(table)
    return Guest(hall, found, hall.seat_of(found, token_of(request)), language_of(request))


Here = Annotated["Guest", Depends(_guest)]


# -- tables ----------------------------------------------------------------------------------------------------------


@router.post("", status_code=201, openapi_extra=documented(NewTable))
async def create(request: Request) -> dict[str, Any]:
    """Set up a table. People who sit down at once get the secrets of their seats."""
    hall = hall_of(request)
    hall.limits.check("create", address_of(request))
    wish = await shaped(request, NewTable)
    seats = [seat.model_dump() for seat in wish.seats]
    if wish.guide:
        seats = [{**seat, "bot": seat["bot"] or guide.COMPANION} for seat in seats]
    options = wish.options.model_dump()
    if wish.record is not None:
        table, tokens = await deeds.create_from(hall, wish.record, seats, options)
    elif wish.game is None:
        raise Refusal("bad_request", "game: say which game is to be played")
    else:
        manner = {"guide": True} if wish.guide else {}
        table, tokens = await deeds.create(hall, wish.game, seats, options, manner)
    return {"table": table.id, "seats": [{"seat": n, "token": token} for n, token in enumerate(tokens)]}


@router.get("")
async def listed(
    request: Request, state: Annotated[str, Query(pattern="^(open|playing|over)$")] = "open"
) -> dict[str, Any]:
    """The tables anyone may see, the newest first."""
    sheets = await hall_of(request).store.do(lambda c: keep.listed(c, state, MOST_TABLES))
    return {"tables": [about(sheet) for sheet in sheets if sheet.game in games()]}


def about(sheet: keep.Sheet) -> dict[str, Any]:
    """A table as a list shows it."""
    return {
        "table": sheet.id,
        "game": sheet.game,
        "title": definition(sheet.game).title,
        "seats": [shown(chair) for chair in sheet.chairs],
        "options": sheet.options,
        "created": sheet.created,
        "status": sheet.status,
        "over": sheet.status == "over",
        "scores": sheet.result.get("scores", []),
        "winners": sheet.result.get("winners", []),
    }


@router.get("/{table}")
async def look(here: Here) -> dict[str, Any]:
    """All a seat may know: its view, what it may do, what has happened."""
    table, told = here.table, _table(here)
    # All of one moment: the table may move on while a thread finds the words.
    position, seq, actor, entries = table.position, table.seq, table.actor, tuple(table.entries)
    return await _unhurried(
        here, lambda: {**_seen(here, position, entries), "seq": seq, "actor": actor, "table": told}
    )


def _seen(here: Guest, position: Position, entries: Sequence[int]) -> dict[str, Any]:
    table, lang = here.table, here.lang
    view = position.view(here.seat)
    asked = view.legal if table.full else []
    log = log_of(position, view, lang)
    return {
        "over": position.over,
        "scores": position.scores,
        "winners": position.winners,
        "ending": position.ending,
        "legal": legal_of(view, lang) if asked else [],
        "log": [{"seq": entries[line["n"]], **line} for line in log],
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
    table = here.table
    return {
        **about(table.sheet),
        "status": table.status,
        "over": table.position.over,
        "title": table.game.title,
        "players": len(table.chairs),
        "seats": here.hall.seats(table),
        "guide": "guide" in table.sheet.manner,
        "clock": table.minutes,
    }


async def _unhurried(here: Guest, work: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Do at once what is short, in a thread what would keep others waiting."""
    position = here.table.position
    many = position.ply > MANY or (here.seat == position.actor and len(position.legal) > MANY)
    return await here.hall.draw(work) if many else work()


@router.get("/{table}/sight")
async def see(
    request: Request,
    here: Here,
    theme: Annotated[str, Query(pattern="^(dark|light)$")] = "dark",
    at: Annotated[int | None, Query(ge=0, le=1_000_000)] = None,
    since: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
    seat: Annotated[int | None, Query(ge=0, le=3)] = None,
) -> dict[str, Any]:
    """What a page shows: the picture, the choices, the log in words. `at` looks back to an earlier line of the log."""
    table = here.table
    who = here.seat
    if seat is not None and seat != who:
        if not table.position.over or seat >= len(table.chairs):
            raise Refusal("forbidden", "another seat can be looked through when the game is over")
        who = seat
    here.hall.limits.check("sight", f"{table.id} {who}" if here.seat is not None else address_of(request))
    position, seq = table.position, table.seq
    if at is not None and at > len(table.entries):
        raise Refusal("bad_option", f"the log has {len(table.entries)} lines: there is no line {at}")
    kinds = [chair.kind for chair in table.chairs]

    def work() -> dict[str, Any]:
        return sight(
            position,
            who,
            lang=here.lang,
            theme=theme,
            since=since,
            seq=seq,
            kinds=kinds,
            at=at,
            waiting=not table.full,
        )

    seen = await here.hall.draw(work)
    if who is not None and who == here.seat and at is None and table.sheet.manner.get("guide"):
        seen["lesson"] = await guide.shown(here.hall, table, position, who, here.lang, seen["choices"])
    return seen


@router.post("/{table}/lesson", openapi_extra=documented(ReadLesson))
async def read_lesson(request: Request, here: Here) -> dict[str, str]:
    """Put a lesson of a guided game away."""
    seat = here.seated()
    here.hall.limits.check("act", f"{here.table.id} {seat}")
    wish = await shaped(request, ReadLesson)
    await guide.mark_read(here.hall, here.table, seat, wish.lesson)
    return {"lesson": wish.lesson}


# -- playing ---------------------------------------------------------------------------------------------------------


@router.post("/{table}/actions", openapi_extra=documented(Action))
async def act(request: Request, here: Here) -> dict[str, int]:
    """Make a move, given as text or number, for the sequence number that was seen."""
    seat = here.seated()
    here.hall.limits.check("act", f"{here.table.id} {seat}")
    action = await shaped(request, Action)
    return {"seq": await deeds.act(here.hall, here.table, seat, action.seq, action.move)}


@router.post("/{table}/undo", openapi_extra=documented(TakeBack))
async def undo(request: Request, here: Here) -> dict[str, int]:
    """Take the last move back, if nothing has been revealed and nobody else has acted since."""
    seat = here.seated()
    here.hall.limits.check("act", f"{here.table.id} {seat}")
    back = await shaped(request, TakeBack)
    return {"seq": await deeds.undo(here.hall, here.table, seat, back.seq)}


@router.get("/{table}/hint")
async def hint(here: Here) -> dict[str, Any]:
    """The coach's best moves for the seat to act."""
    seat = here.seated()
    here.hall.limits.check("hint", f"{here.table.id} {seat}")
    if here.table.actor != seat:
        raise Refusal(
            "over" if here.table.position.over else "not_your_turn", "the coach helps whoever is to act"
        )
    return await here.hall.crew.hint(here.table.view(seat), here.lang)


# -- sitting -----------------------------------------------------------------------------------------------------------


@router.post("/{table}/join", openapi_extra=documented(Join))
async def join(request: Request, table: str) -> dict[str, Any]:
    """Take an open seat."""
    hall = hall_of(request)
    found = await hall.table(table)
    hall.limits.check("act", f"join {address_of(request)}")
    wish = await shaped(request, Join)
    seat, token = await deeds.join(hall, found, wish.seat, wish.name or "")
    return {"seat": seat, "token": token}


@router.post("/{table}/name", openapi_extra=documented(Rename))
async def rename(request: Request, here: Here) -> dict[str, Any]:
    """Call the own seat otherwise."""
    seat = here.seated()
    wish = await shaped(request, Rename)
    await deeds.rename(here.hall, here.table, seat, wish.name)
    return {"seat": seat, "name": here.table.chairs[seat].name}


@router.post("/{table}/stand-in", openapi_extra=documented(StandIn))
async def stand_in(request: Request, here: Here) -> dict[str, Any]:
    """Agree that a bot takes the seat of someone who has left."""
    seat = here.seated()
    wish = await shaped(request, StandIn)
    return await deeds.stand_in(here.hall, here.table, seat, wish.seat, wish.bot or deeds.STAND_IN)


@router.post("/{table}/return", openapi_extra=documented(Nothing))
async def come_back(request: Request, here: Here) -> dict[str, Any]:
    """Take the own seat back from a stand-in."""
    seat = here.seated()
    await shaped(request, Nothing)
    await deeds.come_back(here.hall, here.table, seat)
    return {"seat": seat}


# -- words -------------------------------------------------------------------------------------------------------------


@router.post("/{table}/chat", openapi_extra=documented(Speech))
async def speak(request: Request, here: Here) -> dict[str, int]:
    """Say something to the table."""
    seat = here.seated()
    here.hall.limits.check("chat", f"{here.table.id} {seat}")
    speech = await shaped(request, Speech)
    return {"n": (await deeds.speak(here.hall, here.table, seat, speech.text)).n}


@router.get("/{table}/chat")
async def chat(here: Here, since: Annotated[int, Query(ge=0, le=1_000_000_000)] = 0) -> dict[str, Any]:
    """What was said."""
    lines = await here.hall.store.do(lambda c: keep.said(c, here.table.id, since, MOST_CHAT))
    return {"chat": [spoken(line) for line in lines]}


# -- afterwards ------------------------------------------------------------------------------------------------------


@router.get("/{table}/record", response_class=PlainTextResponse)
async def record(here: Here) -> PlainTextResponse:
    """The finished game, written down."""
    text = str(here.table.record())
    name = f"{here.table.game.name}-{here.table.id}.coven"
    return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{name}"'})


@router.post("/{table}/review", openapi_extra=documented(Nothing))
async def begin_review(request: Request, here: Here) -> dict[str, Any]:
    """Ask the coach to look at a finished game, move by move."""
    here.hall.limits.check("review", address_of(request))
    await shaped(request, Nothing)
    return await reviews.begin(here.hall, here.table, here.lang)


@router.get("/{table}/review")
async def review(here: Here) -> dict[str, Any]:
    """How far the coach is, and at the end what was found."""
    return reviews.state(here.hall, here.table, here.lang)


@router.post("/{table}/rematch", openapi_extra=documented(Nothing))
async def rematch(request: Request, here: Here) -> dict[str, Any]:
    """Play again: a new table where everyone keeps the seat and its secret."""
    seat = here.seated()
    await shaped(request, Nothing)
    fresh = await deeds.rematch(here.hall, here.table)
    own = token_of(request)
    return {
        "table": fresh.id,
        "seats": [
            {"seat": chair.seat, "token": own if chair.seat == seat else None} for chair in fresh.chairs
        ],
    }


def address_of(request: Request) -> str:
    """Whose requests are counted together."""
    return request.client.host if request.client else ""
