"""The luck of a table on the server: what its seats add before the deal, and the check when the game is over."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, Request

from coven.core.errors import CovenError
from coven.core.language import words
from coven.core.record import begun
from coven.core.sealed_luck import Unsealed
from coven.core.seats import CHANCE
from coven.core.verify import verify
from coven.table import actions
from coven.table.bodies import Luck, documented
from coven.table.incoming import Here, address_of, shaped
from coven.table.refusals import Refusal

if TYPE_CHECKING:
    from coven.table.match import Match
    from coven.table.match_registry import Change
    from coven.table.metadata import Metadata
    from coven.table.page_types import LuckShown
    from coven.table.sealing import Sealing
    from coven.table.server import Server

router = APIRouter()


def told(server: Server, match: Match) -> LuckShown | None:
    """What everyone may know of a table's luck; nothing where it goes on from a record, whose luck was not sealed."""
    sealing, position = match.metadata.sealing, match.position
    return sealing.told(begun(position), position.players, server.clock(), position.over) if sealing else None


@router.get("/{table}/luck")
async def look(here: Here) -> dict[str, Any]:
    """How far the luck of the game is sealed: what was promised, what was told, what is awaited."""
    return {"luck": told(here.server, here.match)}


@router.post("/{table}/luck", openapi_extra=documented(Luck))
async def add(request: Request, here: Here) -> dict[str, Any]:
    """Promise a number for the luck of the game by its hash, or tell the number that was promised."""
    server, match, seat = here.server, here.match, here.seated()
    server.limits.check("act", f"{match.id} {seat}")
    wish = shaped(await request.body(), Luck)
    if (wish.promise is None) == (wish.nonce is None):
        raise Refusal("bad_request", "promise or nonce: one of them")
    async with match.lock:
        now = server.clock()
        if wish.promise is not None:
            await _change(server, match, promised(seat, wish.promise, now))
        elif (nonce := wish.nonce) is not None:
            await _change(server, match, _with(lambda sealing: sealing.with_nonce(seat, nonce, now)))
    if match.full and match.position.actor == CHANCE:
        with suppress(Refusal):  # another process has dealt
            await begin(server, match)
    return {"luck": told(server, match)}


def promised(seat: int, promise: str, now: float) -> Change:
    """A seat promises a number by its hash."""
    return _with(lambda sealing: sealing.with_promise(seat, promise, now))


async def begin(server: Server, match: Match) -> None:
    """Everyone sits: deal, or wait a moment for those who have promised to add to the luck."""
    sealing = match.metadata.sealing
    if sealing is not None and sealing.full is None and (sealing.promises or sealing.expected):
        now = server.clock()
        await _change(server, match, _with(lambda sealing: replace(sealing, full=sealing.full or now)))
    if match.sealing_left(server.clock()) > 0.0:
        server.broadcast.changed(match)
    else:
        await actions.deal(server, match)


def _with(change: Callable[[Sealing], Sealing]) -> Change:
    def changed(metadata: Metadata) -> Metadata:
        if metadata.sealing is None:
            raise Refusal("bad_option", "the luck of this game is not sealed")
        return replace(metadata, sealing=change(metadata.sealing))

    return changed


async def _change(server: Server, match: Match, change: Change) -> None:
    await server.matches.update_metadata(match, lambda _, metadata: change(metadata))


@router.get("/{table}/verify")
async def verified(request: Request, here: Here) -> dict[str, Any]:
    """Check a finished game: every rule, and every draw against what was sealed before it."""
    here.server.limits.check("review", address_of(request))
    record = here.match.record()
    try:
        found = await here.server.draw(lambda: verify(record))
    except CovenError as problem:
        said = problem.told(words(here.lang)) if isinstance(problem, Unsealed) else str(problem)
        return {"ok": False, "sealed": record.seal is not None, "problem": said}
    return {"ok": True, "problem": "", **found._asdict()}
