"""Pages kept up to date: every change of a match goes to those who look on as the difference from what they have.

What everyone may see is worked out once for all of them, beside the event loop, JSON and compression included.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from coven.core.art import seat_names
from coven.core.language import words
from coven.core.parts import PartCache
from coven.core.picture import Spread
from coven.core.position import Position
from coven.core.seats import CHANCE
from coven.table import guide
from coven.table.page_message import Writer
from coven.table.page_parts import KEPT, Entries, Have, changed, told
from coven.table.page_state import page_state
from coven.table.page_types import LessonShown, PageState
from coven.table.told import Story

if TYPE_CHECKING:
    from coven.core.view import View
    from coven.table.broadcast import Watcher
    from coven.table.match import Match
    from coven.table.server import Server

Lessons = dict[tuple[int, str], LessonShown | None]  # what learners are taught now, by seat and language

BEHIND = 12  # changes that wait to be shown; with more, only the newest is
RECALL = 60  # lines of the log told again after a gap, for those that were taken back meanwhile


@dataclass
class Page:
    """A page that looks on: how it wants to be told, and what it has been told so far."""

    lang: str
    theme: str
    have: Have = field(default_factory=dict)  # what it came with
    spread: Spread | None = None  # the picture it was told last
    # What it shows beside it, as it was sent: text is nothing to look through for garbage, what it was made of is.
    sent: dict[str, str] = field(default_factory=dict)
    # The seat it was told for, and what all were called.
    eyes: tuple[int | None, tuple[str, ...]] | None = None
    log: int = 0  # actions that its log tells of
    undone: int | None = None  # moves that had been taken back when it was told last


@dataclass(frozen=True)
class Moment:
    """A match as it was at one time."""

    position: Position
    seq: int
    kinds: Sequence[str]
    waiting: bool
    actor: int | None
    by_herself: bool  # whether nobody is there to learn anything from how the actor plays
    undone: int = 0  # moves that have been taken back so far
    only: Watcher | None = None  # whom it is told; None: everyone
    gap: bool = False  # something before it was left out

    @classmethod
    def of(cls, match: Match, by_herself: bool, only: Watcher | None = None, gap: bool = False) -> Moment:
        kinds = [chair.kind for chair in match.chairs]
        waiting = not match.full or match.position.actor == CHANCE
        undone = match.undos.total()
        return cls(match.position, match.seq, kinds, waiting, match.actor, by_herself, undone, only, gap)


class PageFeed:
    """Tells the pages of every match what has changed, in order."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self.cache = PartCache(KEPT)

    def changed(self, match: Match, only: Watcher | None = None) -> None:
        """A match has moved on, or a page has come."""
        if not any(watcher.page for watcher in match.watchers):
            return
        by_herself = self._server.presence.by_herself(match)
        match.to_show.append(Moment.of(match, by_herself, only))
        if len(match.to_show) > BEHIND:
            match.to_show[:] = [Moment.of(match, by_herself, gap=True)]
        if not match.showing:
            match.showing = True
            self._server.run(self._show(match))

    async def _show(self, match: Match) -> None:
        try:
            while match.to_show:
                moment = match.to_show.pop(0)
                watching = [w for w in match.watchers if w.page and moment.only in (None, w)]
                lessons = await self._lessons(match, moment, watching) if match.metadata.guide else {}
                told, seconds = await self._server.draw(partial(self._timed, moment, watching, lessons))
                for watcher, message in told:
                    watcher.tell(message)
                if told:
                    costs = self._server.metrics.page_updates[match.game.name]
                    costs.add(seconds / len(told), len(told))
        finally:
            match.showing = False

    async def _lessons(self, match: Match, moment: Moment, watching: Sequence[Watcher]) -> Lessons:
        """What the learners at a guided table are taught now."""
        found: Lessons = {}
        for watcher in watching:
            seat, page = watcher.eyes(moment.actor), watcher.page
            if seat is None or page is None or (seat, page.lang) in found:
                continue
            state, _ = await self._server.draw(partial(self._shown, moment, seat, page.lang, 0))
            found[seat, page.lang] = await guide.shown(
                self._server, match, moment.position, seat, page.lang, state["choices"]
            )
        return found

    def _shown(
        self, moment: Moment, seat: int | None, lang: str, since: int, story: Story | None = None
    ) -> tuple[PageState, View]:
        return page_state(
            moment.position,
            seat,
            lang=lang,
            since=since,
            seq=moment.seq,
            kinds=moment.kinds,
            waiting=moment.waiting,
            by_herself=moment.by_herself,
            story=story,
        )

    def _since(self, page: Page, moment: Moment, seat: int | None) -> int:
        """From which line of the log on a page is told; another seat reads another log, and so does another name."""
        if page.eyes not in (None, (seat, self._names(page, moment))):
            return 0
        # What was taken back may have shared a line with what stays, and something else may stand in its place by now.
        lost = moment.gap or page.undone not in (None, moment.undone)
        return max(0, min(page.log, moment.position.ply) - (RECALL if lost else 0))

    def _names(self, page: Page, moment: Moment) -> tuple[str, ...]:
        return tuple(seat_names(moment.position.names, words(page.lang), moment.position.players))

    def _timed(
        self, moment: Moment, watching: Sequence[Watcher], lessons: Lessons
    ) -> tuple[list[tuple[Watcher, str | bytes]], float]:
        """What each page is told of a moment, and the processor time that took."""
        began = time.thread_time()
        return self._told(moment, watching, lessons), time.thread_time() - began

    def _told(
        self, moment: Moment, watching: Sequence[Watcher], lessons: Lessons
    ) -> list[tuple[Watcher, str | bytes]]:
        """What each page is told of a moment. Pages with the same eyes, words and past are told the same."""
        writer, entries = Writer(), Entries()
        states: dict[tuple[Any, ...], tuple[dict[str, str], View]] = {}
        spreads: dict[tuple[Any, ...], Spread] = {}
        story = Story(moment.position)
        found = []
        for watcher in watching:
            page = watcher.page
            if page is None:
                continue
            seat, lang = watcher.eyes(moment.actor), page.lang
            key = seat, lang, self._since(page, moment, seat)
            if key not in states:
                state, view = self._shown(moment, *key, story)
                states[key] = writer.fields(state), view
            written, view = states[key]
            if (seat, lang, page.theme) not in spreads:
                spreads[seat, lang, page.theme] = view.parts(self.cache, lang, page.theme)
            spread = spreads[seat, lang, page.theme]
            if seat is not None and (seat, lang) in lessons:
                written = {**written, "lesson": writer.value(lessons[seat, lang])}
            new = {name: text for name, text in written.items() if page.sent.get(name) != text}
            picture = changed(spread, page.spread, entries) if page.spread else told(spread, page.have)
            message = {"type": '"page"', "seq": written["seq"], **new, "picture": writer.picture(picture)}
            found.append((watcher, writer.message(message)))
            page.sent, page.spread, page.log = written, spread, moment.position.ply
            page.eyes, page.undone = (seat, self._names(page, moment)), moment.undone
        return found
