"""Being away: who is here, and the bot that everyone agrees on to play for one who is not.

Which bot may stand in, or that none may, is agreed on when the table is made. When all who are here want it, a
countdown is told to everybody; whoever comes back meanwhile, by any request with the seat's secret, keeps her seat.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from coven.table.refusals import Refusal

if TYPE_CHECKING:
    from coven.table.match import Match
    from coven.table.server import Server

SAID_AGAIN = 20.0  # seconds between two words to other processes that a seat is here


async def is_here(server: Server, match: Match, seat: int) -> None:
    """Somebody asks with a seat's secret: she is here, and needs no bot."""
    now = server.clock()
    new = seat not in server.presence.online(match)
    said = now - match.heard.get(seat, 0.0) < SAID_AGAIN
    match.heard[seat] = now
    if not said:
        server.peers.say_who_is_here(match)
    if new and seat in server.presence.online(match):
        server.broadcast.tell_seats(match)
    kept = match.metadata
    if seat in kept.agreed or seat in kept.due or kept.awaits(seat):  # before a bot took the seat
        async with match.lock:
            await server.matches.update_metadata(
                match, lambda _, metadata: metadata.without_agreement(seat).with_arrival(seat, now)
            )
        server.broadcast.tell_seats(match)


def notice_gone(server: Server, match: Match) -> None:
    """Let everyone know of those who have asked for nothing any more for long, here or at a process that is gone."""
    gone = {seat: at for seat, at in match.heard.items() if server.clock() - at >= server.settings.away}
    if gone:
        match.left |= {seat: at for seat, at in gone.items() if seat not in match.seats_here}
        for seat in gone:
            del match.heard[seat]
    if gone or match.told_online != server.presence.online(match):
        server.broadcast.tell_seats(match)


async def stand_in(server: Server, match: Match, by: int, seat: int, spec: str | None) -> dict[str, Any]:
    """One more agrees that the bot takes the seat of someone who has left; when all who are here do, it soon does."""
    agreed_on = match.metadata.bot
    if agreed_on is None:
        raise Refusal("forbidden", "it was agreed that nobody stands in at this table")
    if spec not in (None, agreed_on):
        raise Refusal("bad_option", f"it was agreed that the bot {agreed_on} stands in at this table")
    if not 0 <= seat < len(match.chairs) or match.chairs[seat].kind != "human" or seat == by:
        raise Refusal("bad_option", "a bot can stand in for another person only")
    if _rests(server, match, seat) > 0.0:
        raise Refusal("bad_option", "a bot can stand in for someone who has been away for a while")
    online = server.presence.online(match)
    async with match.lock:
        if match.chairs[seat].stand_in:  # by those who agreed a moment ago
            return {"agreed": [], "needed": [], "done": True}
        needed = {
            c.seat for c in match.chairs if c.kind == "human" and c.seat != seat and c.seat in online
        } | {by}
        at = server.clock() + server.settings.countdown
        await server.matches.update_metadata(
            match, lambda _, metadata: metadata.with_agreement(seat, by).with_countdown(seat, needed, at)
        )
    agreed, due = match.metadata.agreed[seat], match.metadata.due.get(seat)
    server.broadcast.tell_seats(match)
    if due is not None and due <= server.clock():
        await _take_over(server, match, seat)
    else:
        count_down(server, match)
    done = bool(match.chairs[seat].stand_in)
    told: dict[str, Any] = {"agreed": sorted(agreed), "needed": sorted(needed), "done": done}
    return told if due is None or done else {**told, "in": max(0.0, due - server.clock())}


def _rests(server: Server, match: Match, seat: int) -> float:
    """The seconds for which a seat's own person may still be away; no end to them while she is here."""
    if seat in server.presence.online(match):
        return float("inf")
    last = max(match.left.get(seat, match.loaded_at), match.heard.get(seat, 0.0))
    return server.settings.away - (server.clock() - last)


def count_down(server: Server, match: Match) -> None:
    """See that a bot takes a seat when its time has come."""
    for timer in match.countdowns.values():
        timer.cancel()
    match.countdowns.clear()
    for seat, at in match.metadata.due.items():
        _set(server, match, seat, at - server.clock())


def _set(server: Server, match: Match, seat: int, seconds: float) -> None:
    def come() -> None:
        server.run(_take_over(server, match, seat))

    match.countdowns[seat] = asyncio.get_running_loop().call_later(max(0.0, seconds), come)


async def _take_over(server: Server, match: Match, seat: int) -> None:
    """The countdown is over: the bot plays, unless she is here again."""
    async with match.lock:
        if seat not in match.metadata.due:
            return
        rest = _rests(server, match, seat)
        if 0.0 < rest < float("inf"):  # this process has only just come, and can't know
            _set(server, match, seat, rest)
            return
        await server.matches.update_metadata(match, lambda _, metadata: metadata.without_agreement(seat))
        was = match.chairs[seat]
        if rest <= 0.0 and was.kind == "human" and not was.stand_in and not match.position.over:
            try:
                await server.matches.seat(match, was.with_(stand_in=match.metadata.bot or ""), was)
            except Refusal:  # another process was quicker, and has been followed
                return
            match.acted_here = True
    server.broadcast.changed(match)


async def come_back(server: Server, match: Match, seat: int) -> None:
    """Take the own seat back from a stand-in."""
    async with match.lock:
        was = match.chairs[seat]
        if was.stand_in:
            if match.metadata.rated:  # whose record tells it
                await server.matches.update_metadata(
                    match, lambda _, metadata: metadata.with_stand_in(seat, was.stand_in)
                )
            await server.matches.seat(match, was.with_(stand_in=""), was)
    server.broadcast.changed(match)
