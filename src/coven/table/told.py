"""What has happened at a table, as plain data for pages and programs: the log in words, and points by source."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from coven.core import story
from coven.core.events import TURN, Event, telling_of
from coven.core.language import words
from coven.core.lazily import lazily
from coven.core.position import Position
from coven.core.seats import CHANCE, EVERYONE
from coven.core.view import View
from coven.table.page_types import ActionsShown, LogLineShown, MoveMade, PointsShown, SeatSummed, SinceShown

if TYPE_CHECKING:
    from coven.core.game import Game

ALIKE = -2  # no seat, nor a spectator


class Story:
    """What has happened up to a position. What several may know alike is put into words once for all of them."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self._logs: dict[tuple[Any, ...], list[LogLineShown]] = {}
        self._points: dict[str, list[list[PointsShown]]] = {}

    @lazily
    def _every(self) -> list[Event]:
        return self._position.events

    def log(self, seat: int | None, lang: str, since: int = 0) -> list[LogLineShown]:
        """The log as a seat may know it: the lines that tell of an action from `since` on, and those beside them.

        A line tells of the actions `n` to `to`. What is sent begins with all lines of one action, so that a page can
        put it in the place of what it has.
        """
        every = self._every
        start = _beginning(self._position.game, every, since)
        events = every[start:]
        known = [event.known_to(seat) for event in events if event.knowers != EVERYONE]
        apart = seat if any(event.state is not None for event in events) else ALIKE  # it is told of a state
        key = lang, since, apart, *known
        if key not in self._logs:
            seen = [event.seen_by(seat) for event in events]
            turns = sum(event.kind == TURN for event in every[:start])
            self._logs[key] = _log(self._position, seen, start, turns, lang, since)
        return self._logs[key]

    def since(self, seat: int, lang: str) -> SinceShown | None:
        """What the others did since a seat's last turn, where its next begins: from which action on, and by seat."""
        telling, say = telling_of(self._position.game), words(lang)
        if not (events := story.since_turn(telling, self._every, seat)):
            return None
        seats: list[SeatSummed] = [
            {"seat": one.seat, "points": one.points, "said": one.said(telling, say)}
            for one in story.summed(events)
        ]
        return {"from": events[0].n + 1, "seats": seats}

    def points(self, lang: str) -> list[list[PointsShown]]:
        """Where each seat's points came from."""
        if lang not in self._points:
            position = self._position
            self._points[lang] = [points_of(position, lang, seat) for seat in range(position.players)]
        return self._points[lang]


def _log(
    position: Position, events: Sequence[Event], start: int, turns: int, lang: str, since: int
) -> list[LogLineShown]:
    """The lines of events, the first of which has a number, after so many turns."""
    number = {id(event): at for at, event in enumerate(events, start)}
    lines = story.lines(position.game, events, turns)
    new = [line.n for line in lines if line.to >= since]
    first = min(new, default=position.ply)
    telling = telling_of(position.game)
    return [
        {
            "n": line.n,
            "to": line.to,
            "turn": line.turn,
            "whose": line.whose,
            "seat": line.seat,
            "folded": line.folded,
            "label": line.text(lang, position.names),
            "points": line.points,
            "events": [{"number": number[id(event)], "n": event.n, "kind": event.kind} for event in line.all],
            "moment": next(filter(None, map(telling.moment, line.all)), ""),
            "dice": [face for event in line.all for face in telling.dice(event)],
            "things": line.things,
        }
        for line in lines
        if line.n >= first
    ]


def _beginning(game: Game, events: Sequence[Event], since: int) -> int:
    """Where the log can be told from to tell of an action: no line reaches from one turn into another, nor, in the
    set-up, which is told in one row, over kinds that are never joined."""
    new = len(events)
    while new and events[new - 1].n >= since:
        new -= 1
    start = new
    while start and (start == len(events) or events[start].kind != TURN):
        start -= 1
    if start == 0:
        for at in range(min(new, len(events) - 1), 0, -1):
            before, event = events[at - 1], events[at]
            if before.n < event.n and not story.may_join(telling_of(game), before, event):
                return at
    return start


def events_of(position: Position, view: View, lang: str) -> list[dict[str, Any]]:
    """What has happened, as typed facts, each with its words."""
    return [{**event.pack(), "label": event.label(lang, view.names)} for event in position.told(view.seat)]


def moves_of(view: View, entries: Sequence[int]) -> list[MoveMade]:
    """The actions in notation, each with the stored action it belongs to; chance has no actor."""
    return [
        {
            "n": n,
            "seq": entries[n],
            "actor": None if entry.actor == CHANCE else entry.actor,
            "text": entry.text,
        }
        for n, entry in enumerate(view.log)
    ]


def made_of(position: Position, seat: int | None, since: int) -> ActionsShown:
    """The actions from `since` on as a record writes them, `?` for what the seat may not know.

    A page keeps them, and compares the record with them when the game is over.
    """
    text = position.game.text
    new = list(islice(position.backwards(), max(0, position.ply - since)))
    return {
        "from": position.ply - len(new),
        "moves": [
            f"{'*' if past.actor == CHANCE else past.actor} {text(past.move) if past.known_to(seat) else '?'}"
            for past in reversed(new)
        ],
    }


def points_of(position: Position, lang: str, seat: int) -> list[PointsShown]:
    """Where a seat's points came from, and what the end would add to them now, each with whether it is counted."""
    say, game = words(lang), position.game
    found: list[PointsShown] = [
        {"source": source, "category": say(source), "points": points, "counted": True}
        for source, points in position.sources(seat).items()
    ]
    if game.implementation.end_adds and not position.over:
        found += [
            {"source": name, "category": say(name), "points": points, "counted": False}
            for name, points in position.tally(seat).items()
            if points
        ]
    return found
