"""Those who watch a match, and what they are told."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import count
from typing import TYPE_CHECKING

from coven.table.messages import SeatNow, Terms, chat_shown, message, seat_shown

if TYPE_CHECKING:
    from coven.table.bot_service import BotService
    from coven.table.match import Match
    from coven.table.page_feed import Page
    from coven.table.presence import Presence
    from coven.table.refusals import Refusal
    from coven.table.repository import ChatLine

_numbers = count()
WAITING = 128  # messages a slow client may be behind before she is asked to come back


class Watcher:
    """Someone who is told what happens at a table."""

    def __init__(self, seat: int | None, also: Iterable[int] = (), page: Page | None = None) -> None:
        self.seat = seat
        self.seats = {*also} if seat is None else {seat, *also}  # all that look on here
        self.page = page  # who is a page is told all it shows
        self._queue: asyncio.Queue[str | bytes] = asyncio.Queue(WAITING)
        self.slow = False
        self.number = next(_numbers)

    def eyes(self, actor: int | None) -> int | None:
        """The seat that is looked from: at one screen that of whoever is to act, else the one that was."""
        if actor in self.seats:
            self.seat = actor
        return self.seat

    def tell(self, text: str | bytes) -> None:
        """Send a message as soon as can be; who is too far behind is let go, and comes back for the whole."""
        try:
            self._queue.put_nowait(text)
        except asyncio.QueueFull:
            self.slow = True

    def go(self) -> None:
        """Let the client go, as one that is too slow."""
        self.slow = True
        with suppress(asyncio.QueueFull):
            self._queue.put_nowait('{"type":"bye"}')

    async def next(self) -> str | bytes:
        """The next message to send."""
        return await self._queue.get()


class Broadcast:
    """Tells those who watch what changes, as far as they may know."""

    def __init__(self, presence: Presence, bots: BotService, clock: Callable[[], float]) -> None:
        self._presence = presence
        self._bots = bots
        self._clock = clock
        # Whoever else looks at every change: pages, bots and clocks.
        self.on_change: list[Callable[[Match], None]] = []
        self.show: Callable[[Match, Watcher], None]  # a page all there is

    def changed(self, match: Match) -> None:
        """Tell everyone that the match has moved on, and wake whom it concerns."""
        others = [watcher for watcher in match.watchers if not watcher.page]
        for seat in {watcher.seat for watcher in others}:
            text = self._state(match, seat)
            for watcher in others:
                if watcher.seat == seat:
                    watcher.tell(text)
        self.wake(match)

    def wake(self, match: Match) -> None:
        """Have whoever acts without being asked look at a match."""
        for look in self.on_change:
            look(match)

    def greet(self, match: Match, watcher: Watcher) -> None:
        """Tell someone who has just come what there is now."""
        if watcher.page:
            self.show(match, watcher)
        else:
            watcher.tell(self._state(match, watcher.seat))
        if watcher.seats:
            self.tell_seats(match)  # the others see who has come
        else:
            watcher.tell(self._seats(match))
        if match.thinking is not None:
            watcher.tell(self._thinking(match))
        if match.metadata.rematch:
            watcher.tell(self._rematch(match))

    def tell(self, match: Match, text: str) -> None:
        """Tell everyone at a table."""
        for watcher in match.watchers:
            watcher.tell(text)

    def tell_seats(self, match: Match) -> None:
        match.told_online = self._presence.online(match)
        self.tell(match, self._seats(match))

    def tell_thinking(self, match: Match) -> None:
        self.tell(match, self._thinking(match))

    def tell_chat(self, match: Match, line: ChatLine) -> None:
        self.tell(match, message("chat", **chat_shown(line)))

    def tell_lesson(self, match: Match) -> None:
        """A lesson has been put away: other pages of the seat show the next."""
        self.tell(match, message("lesson"))

    def tell_rematch(self, match: Match) -> None:
        self.tell(match, self._rematch(match))

    def tell_refusal(self, match: Match, no: Refusal) -> None:
        self.tell(match, message("error", **no.body()))

    def seats(self, match: Match) -> list[SeatNow]:
        """Who sits where, as everyone may know."""
        online = self._presence.online(match)
        now = self._clock()
        left, due = match.clock(now), match.metadata.due
        return [
            {
                **seat_shown(chair),
                "online": chair.seat in online,
                "stand_in": chair.stand_in,
                "agreed": sorted(match.metadata.agreed.get(chair.seat, ())),
                "due": max(0.0, due[chair.seat] - now) if chair.seat in due else None,
                "clock": None if left is None else left[chair.seat],
                "waits": match.metadata.awaits(chair.seat),
            }
            for chair in match.chairs
        ]

    def _seats(self, match: Match) -> str:
        return message("seats", seats=self.seats(match), terms=self.terms(match))

    def terms(self, match: Match) -> Terms:
        """What the table plays by, as everyone may know."""
        return {
            "hints": match.hints,
            "rated": match.metadata.rated,
            "stand_in": match.metadata.bot,
            "uploaded": match.metadata.uploaded,
        }

    def _state(self, match: Match, seat: int | None) -> str:
        position = match.position
        return message(
            "state",
            seq=match.seq,
            actor=match.actor,
            over=position.over,
            scores=position.scores,
            undo=seat is not None and not position.over and position.can_undo(seat),
        )

    def _rematch(self, match: Match) -> str:
        return message("rematch", table=match.metadata.rematch)

    def _thinking(self, match: Match) -> str:
        """A bot thinks; the first start ever compiles the bots first, which is worth saying."""
        return message("thinking", seat=match.thinking, preparing=not self._bots.ready(match.game.name))
