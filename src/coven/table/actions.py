"""The way of a move through the server, to be read from top to bottom.

In order: who asks, what shape it has, whose turn it is, the sequence number, legality; play; store; tell.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, Request

from coven.core.errors import CovenError
from coven.core.seats import CHANCE
from coven.table import repository
from coven.table.bodies import Action, Undo, documented
from coven.table.incoming import Here, not_seated, shaped
from coven.table.match import resolve_chance, result_of
from coven.table.refusals import Refusal, refusal
from coven.table.repository import ACT, UNDO, LoggedAction
from coven.table.store import Taken

if TYPE_CHECKING:
    from coven.core.position import Position
    from coven.table.match import Match
    from coven.table.metadata import Metadata
    from coven.table.server import Server

# Of one seat in a game, which has a few hundred moves; what others take back costs her nothing.
MOST_UNDOS = 500

router = APIRouter()


@router.post("/{table}/actions", openapi_extra=documented(Action))
async def act(request: Request, here: Here) -> dict[str, int]:
    """Make a move, given as text or number, for the sequence number that was seen.

    What shows next goes to all who look on over the live line, to who has acted as to the others.
    """
    return {"seq": await play(here.server, here.match, here.seat, await request.body(), lang=here.lang)}


async def play(
    server: Server,
    match: Match,
    seat: int | None,
    sent: bytes | Action,
    *,
    still: Callable[[], bool] | None = None,
    lang: str = "en",
) -> int:
    """Make a move that was sent, or that a bot has chosen; returns the sequence number it got.

    `still` says whether the bot has the seat yet: somebody may have come back while it thought.
    """
    began = time.perf_counter()
    # Who asks.
    if seat is None:
        raise not_seated()
    # What shape it has.
    if isinstance(sent, bytes):
        server.limits.check("act", f"{match.id} {seat}")
        sent = shaped(sent, Action)
    async with match.lock:
        if still is not None and not still():
            raise Refusal("not_your_turn", "somebody else has the seat now")
        # Whose turn it is: who is not to act is told so, whatever she has seen.
        if match.position.over:
            raise Refusal("over", "the game is over")
        if not match.full:
            raise Refusal("waiting", "the game begins when every seat is taken")
        if match.actor != seat:
            raise Refusal("not_your_turn", f"it is {match.called(match.actor)}'s turn")
        # The sequence number.
        _check_seq(match, sent.seq)
        # Legality, and play: nothing is changed yet but a copy.
        move = match.game.find(sent.move) if isinstance(sent.move, str) else sent.move
        if move is None:
            raise Refusal("unknown_move", f"{sent.move!r} is not a move of {match.game.title}")
        position, luck, link = match.position.copy(), match.luck(), sent.link or ""
        try:
            position.play(move, seat=seat)
            if luck is not None:
                luck = luck.after(seat, match.position.ply, link)
        except CovenError as problem:
            raise refusal(problem, lang, position.names) from None
        moves = [match.game.text(move), *resolve_chance(position, luck or server.chance)]
        # Store, and only then tell.
        action = match.next_action(ACT, seat, moves, server.clock(), link)
        await _store(server, match, action, position)
        server.broadcast.changed(match)
    server.metrics.actions.add(time.perf_counter() - began)
    return action.seq


async def _store(server: Server, match: Match, action: LoggedAction, position: Position) -> None:
    """Store an action and go on to its position."""
    status, result = "over" if position.over else "playing", result_of(position)
    played = int(match.has_person(action.actor))

    def work(connection: Any) -> None:
        # First the match's row, as in `update_metadata`: who locks in the same order never waits in a circle.
        repository.set_status(connection, match.id, status, result, action.at, played)
        repository.append(connection, match.id, action)
        server.store.notify(connection, match.id, "acted")

    try:
        await server.store.do(work)
    except Taken:
        match.acted_here = False
        await server.matches.catch_up(match, locked=True)
        raise _stale(match) from None
    match.acted_here = True
    match.took(action, position)
    match.played += played
    server.metrics.counts["actions"] += 1


@router.post("/{table}/undo", openapi_extra=documented(Undo))
async def undo(request: Request, here: Here) -> dict[str, int]:
    """Take the last move back, if nothing has been revealed and nobody else has acted since."""
    server, match, seat = here.server, here.match, here.seated()
    server.limits.check("act", f"{match.id} {seat}")
    sent = shaped(await request.body(), Undo)
    async with match.lock:
        if match.position.over:
            raise Refusal("over", "the game is over")
        _check_seq(match, sent.seq)
        if match.undos[seat] >= MOST_UNDOS:
            raise Refusal("too_many", "you have taken back enough at this table: play on")
        if not match.position.can_undo(seat):
            raise Refusal(
                "nothing_to_undo",
                "only your own last move can be taken back, and only while nothing has been revealed since",
            )
        position = match.position.copy().undo()
        action = match.next_action(UNDO, seat, (), server.clock())
        await _store(server, match, action, position)
        server.broadcast.changed(match)
    return {"seq": action.seq}


async def deal(server: Server, match: Match) -> None:
    """Let chance begin the game, once everybody sits and its luck is sealed."""
    async with match.lock:
        if match.full and match.position.actor == CHANCE:
            await _close_sealing(server, match)
            position = match.position.copy()
            moves = resolve_chance(position, match.luck() or server.chance)
            action = match.next_action(ACT, CHANCE, moves, server.clock())
            await _store(server, match, action, position)
            server.broadcast.changed(match)


async def _close_sealing(server: Server, match: Match) -> None:
    """Whatever another process is told at this moment comes too late: all draw from the same numbers."""
    if match.metadata.sealing is None or match.metadata.sealing.closed:
        return

    def close(_: Any, metadata: Metadata) -> Metadata:
        sealing = metadata.sealing
        return replace(metadata, sealing=replace(sealing, closed=True) if sealing else None)

    await server.matches.update_metadata(match, close)


def _check_seq(match: Match, seq: int) -> None:
    if seq != match.seq:
        raise _stale(match)


def _stale(match: Match) -> Refusal:
    return Refusal("stale", f"the table has moved on to action {match.seq}: look again")
