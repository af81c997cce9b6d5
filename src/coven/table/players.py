"""Who acts without being asked: bots, bots that stand in for those who have left, and clocks that have run out."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import TYPE_CHECKING

from coven.core.seats import CHANCE
from coven.table import deeds
from coven.table.crew import CrewError
from coven.table.game_table import GameTable
from coven.table.logs import note
from coven.table.refusals import Refusal

if TYPE_CHECKING:
    from coven.table.hall import Hall

OUT_OF_TIME = "greedy"  # plays for a seat whose clock has run out
AGAIN = 1.0  # seconds until a bot is asked for again when the crew has too much to do
ALONE = 2.0  # seconds in which another process says that it has the table too, if there is one
PATIENCE = 40.0  # seconds after which another process's bot, which thinks 30 at most, is thought to be lost


class Players:
    """Moves the seats of tables that nobody sits at, one thought at a time for each table."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        hall.on_change.append(self.look)

    def look(self, table: GameTable) -> None:
        """See who is to act now; begin to think if it is a bot."""
        if table.timer is not None:
            table.timer.cancel()
            table.timer = None
        if table.position.over or not table.full or table.bot is not None:
            return
        hall = self._hall
        if table.position.actor == CHANCE:
            table.bot = hall.run(self._begin(table))
            return
        spec = self.spec(table)
        if spec is None:
            self._set_timer(table)
        elif table.mine or not hall.store.postgres:
            table.bot = hall.run(self._think(table))
        else:
            self._later(table, PATIENCE if hall.shared(table) else ALONE)

    def spec(self, table: GameTable) -> str | None:
        """The bot that plays the seat to act, if one does."""
        if table.actor is None:
            return None
        chair = table.chairs[table.actor]
        left = table.clock(self._hall.clock())
        if left is not None and left[chair.seat] <= 0.0:
            return OUT_OF_TIME
        return (chair.bot if chair.kind == "bot" else chair.stand_in) or None

    def _plays(self, table: GameTable, spec: str) -> bool:
        """Whether a bot still has the seat it has thought for: somebody may have come back meanwhile."""
        return self.spec(table) == spec

    def _set_timer(self, table: GameTable) -> None:
        left = table.clock(self._hall.clock())
        if left is not None and table.actor is not None:
            self._later(table, left[table.actor] + 0.05)

    def _later(self, table: GameTable, seconds: float) -> None:
        """Look again if nothing happens until then."""

        def again() -> None:
            table.timer = None
            table.mine = seconds != ALONE or not self._hall.shared(table)
            self.look(table)

        table.timer = asyncio.get_running_loop().call_later(seconds, again)

    async def _begin(self, table: GameTable) -> None:
        """Deal, once everybody sits."""
        try:
            await deeds.deal(self._hall, table)
        except Refusal:
            pass  # another process has dealt
        except Exception:  # the database may be away
            note("could not deal", logging.ERROR, error=True, table=table.id)
            self._later(table, AGAIN)
        finally:
            table.bot = None
        if table.timer is None:
            self.look(table)

    async def _think(self, table: GameTable) -> None:
        """Play for a seat until somebody else is to act."""
        hall = self._hall
        try:
            while (spec := self.spec(table)) is not None and table.actor is not None:
                seat, seq = table.actor, table.seq
                table.thinking = seat
                hall.tell_thinking(table)
                try:
                    move = await hall.crew.choose(table.view(seat), spec)
                except CrewError as problem:
                    note("no bot to be had", logging.WARNING, table=table.id, problem=str(problem))
                    self._later(table, AGAIN)
                    break
                try:
                    await deeds.act(hall, table, seat, seq, move, still=partial(self._plays, table, spec))
                except Refusal as no:
                    if no.code == "no_such_table":
                        return
                    if no.code not in ("stale", "not_your_turn", "over"):
                        raise
                    note("a bot's move came too late", table=table.id, seat=seat, code=no.code)
                    if not table.mine:
                        break
        except Exception:  # whatever it was, the table must go on
            note("a bot failed", logging.ERROR, error=True, table=table.id)
            self._later(table, AGAIN)
        finally:
            table.bot = table.thinking = None
        if table.timer is None:
            self.look(table)
