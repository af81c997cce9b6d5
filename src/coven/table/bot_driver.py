"""Who acts without being asked: bots, bots that stand in for those who have left, and clocks that have run out."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import TYPE_CHECKING

from coven.core.seats import CHANCE
from coven.table import actions, giving_up, luck
from coven.table.bodies import Action
from coven.table.bot_service import BotsUnavailable
from coven.table.logs import note
from coven.table.match import Match
from coven.table.open_choice import elsewhere, openly_forced
from coven.table.refusals import Refusal

if TYPE_CHECKING:
    from coven.table.server import Server

OUT_OF_TIME = "greedy"  # plays for a seat whose clock has run out
LOOKED_AT = 20.0  # seconds for which somebody who has asked is thought to look on
AGAIN = 1.0  # seconds until a bot is asked for again when the workers have too much to do
ALONE = 2.0  # seconds in which another process says that it has the match too, if there is one
PATIENCE = 40.0  # seconds after which another process's bot, which thinks 30 at most, is thought to be lost


class BotDriver:
    """Moves the seats of matches that nobody sits at, one thought at a time for each match."""

    def __init__(self, server: Server) -> None:
        self._server = server

    def look(self, match: Match) -> None:
        """See who is to act now; begin to think if it is a bot."""
        if match.timer is not None:
            match.timer.cancel()
            match.timer = None
        if match.position.over or not match.full or match.bot_task is not None:
            return
        server = self._server
        if match.position.actor == CHANCE:
            if (left := match.sealing_left(server.clock())) > 0.0:
                self._later(match, left)
            else:
                match.bot_task = server.run(self._begin(match))
            return
        spec = self.spec(match)
        match.asleep = spec is not None and self._alone(match)
        if match.asleep:
            return
        if spec is None:
            self._set_timer(match)
        elif match.acted_here or not server.store.postgres:
            match.bot_task = server.run(self._think(match))
        else:
            self._later(match, PATIENCE if server.presence.shared(match) else ALONE)

    def _alone(self, match: Match) -> bool:
        """Whether only bots play, and nobody looks on or has asked for a while: they wait until somebody does."""
        if match.watchers or any(match.has_person(chair.seat) for chair in match.chairs):
            return False
        server = self._server
        return not server.presence.shared(match) and server.clock() - match.used_at > LOOKED_AT

    def spec(self, match: Match) -> str | None:
        """The bot that plays the seat to act, if one does."""
        if match.actor is None:
            return None
        chair = match.chairs[match.actor]
        left = match.clock(self._server.clock())
        if left is not None and left[chair.seat] <= 0.0:
            return OUT_OF_TIME
        return (chair.bot if chair.kind == "bot" else chair.stand_in) or None

    def _plays(self, match: Match, spec: str) -> bool:
        """Whether a bot still has the seat it has thought for: somebody may have come back meanwhile."""
        return self.spec(match) == spec

    def _set_timer(self, match: Match) -> None:
        left = match.clock(self._server.clock())
        if left is not None and match.actor is not None:
            self._later(match, left[match.actor] + 0.05)

    def _later(self, match: Match, seconds: float) -> None:
        """Look again if nothing happens until then."""

        def again() -> None:
            match.timer = None
            match.acted_here = seconds != ALONE or not self._server.presence.shared(match)
            self.look(match)

        match.timer = asyncio.get_running_loop().call_later(seconds, again)

    async def _begin(self, match: Match) -> None:
        """Deal, once everybody sits."""
        try:
            await luck.begin(self._server, match)
        except Refusal:
            pass  # another process has dealt
        except Exception:  # the database may be away
            note("could not deal", logging.ERROR, error=True, table=match.id)
            self._later(match, AGAIN)
        finally:
            match.bot_task = None
        if match.timer is None:
            self.look(match)

    async def _think(self, match: Match) -> None:
        """Play for a seat until somebody else is to act."""
        server = self._server
        try:
            while (spec := self.spec(match)) is not None and match.actor is not None:
                if self._alone(match):
                    break
                seat, seq, position = match.actor, match.seq, match.position  # it may move on meanwhile
                match.thinking = seat
                server.broadcast.tell_thinking(match)
                try:
                    at_once = await server.draw(partial(openly_forced, position))
                    move = await server.bot_service.move(
                        position.view(seat), spec, match.share, at_once, partial(elsewhere, position)
                    )
                except BotsUnavailable as problem:
                    note("no bot to be had", logging.WARNING, table=match.id, problem=str(problem))
                    self._later(match, AGAIN)
                    break
                try:
                    await actions.play(
                        server,
                        match,
                        seat,
                        Action(seq=seq, move=move),
                        still=partial(self._plays, match, spec),
                    )
                except Refusal as no:
                    if no.code == "no_such_table":
                        return
                    if no.code not in ("stale", "not_your_turn", "over"):
                        raise
                    note("a bot's move came too late", table=match.id, seat=seat, code=no.code)
                    if not match.acted_here:
                        break
        except Exception as problem:  # whatever it was, the table must go on
            giving_up.look(problem)
            note("a bot failed", logging.ERROR, error=True, table=match.id)
            self._later(match, AGAIN)
        finally:
            match.bot_task = match.thinking = None
        if match.timer is None:
            self.look(match)
