"""What happened, as typed facts: each action, and the things that came of it.

A game tells them once, from the state before an action and the state after it (`Telling`); a game that does not is told
by the words of its moves. Whatever tells a story is made from events: the log, motion, captions, points by source.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING, Any

from coven.core.art import seat_names
from coven.core.language import Words, words
from coven.core.lazily import lazily
from coven.core.seats import CHANCE, EVERYONE
from coven.core.state import States, clone

if TYPE_CHECKING:
    from coven.core.game import Game
    from coven.core.position import Past

TURN = "turn"  # the kind of event with which a seat's turn begins, in every game
NO_BIT = 62  # a bit that no seat has: asked for a spectator, it is set only where everyone may know


@dataclass(frozen=True, kw_only=True)
class Event:
    """One thing that happened. What has no meaning for its kind is left empty."""

    kind: str  # what happened: "solved", "connected", …; each game has its own
    seat: int | None = None  # whose it is; None: nobody's
    subject: str = ""  # the thing it happened to, by its name in notation
    place: str = ""  # where, likewise
    amount: int = 0  # how many, how far, or what was reached
    need: int = 0  # what the amount had to reach
    other: int | None = None  # another seat it concerns
    points: int = 0  # gained by the seat; below 0: lost
    source: str = ""  # what the points are for: one of the game's sources
    things: tuple[str, ...] = ()  # what stands for it in the picture: values of data-key and data-thing
    n: int = 0  # the action it came of, counted from 0
    knowers: int = field(default=EVERYONE, repr=False)  # the seats who may know the subject, as bits
    veiled: str = field(default="", repr=False)  # the subject as the others are told it
    game: Game = field(compare=False, repr=False)
    # Before it, where its words need that.
    state: States | None = field(default=None, compare=False, repr=False)

    def label(self, lang: str = "en", names: Sequence[str] = ()) -> str:
        """It said to a person, with its points; seats without a name are called by their emblem."""
        say = words(lang)
        called = seat_names(names, say)
        return line(telling_of(self.game).sentence(self.game, self, say, called), [self], say)

    def __str__(self) -> str:
        return self.label()

    def known_to(self, seat: int | None) -> bool:
        """Whether a seat may know the subject; None: a spectator."""
        return bool(self.knowers >> (NO_BIT if seat is None else seat) & 1)

    def seen_by(self, seat: int | None) -> Event:
        """As a seat may know it; None: a spectator."""
        state = self.state
        if state is not None:
            state = clone(state)
            self.game.doors.hide(state, self.game.tables, 0, -1 if seat is None else int(seat))
        elif self.knowers == EVERYONE:
            return self
        elif not self.known_to(seat):
            return self._veil
        subject = self.subject if self.known_to(seat) else self.veiled
        return replace(self, subject=subject, veiled="", knowers=EVERYONE, state=state)

    @lazily
    def _veil(self) -> Event:
        """As those are told it who may not know it."""
        return replace(self, subject=self.veiled, veiled="", knowers=EVERYONE)

    def pack(self) -> dict[str, Any]:
        """The facts as plain data, without those that have no meaning for it."""
        facts = {
            "kind": self.kind,
            "n": self.n,
            "seat": self.seat,
            "subject": self.subject,
            "place": self.place,
            "amount": self.amount,
            "need": self.need,
            "other": self.other,
            "points": self.points,
            "source": self.source,
            "things": list(self.things),
        }
        return {key: value for key, value in facts.items() if value or (value == 0 and key in ("n", "seat"))}


class Role(Enum):
    """How the log tells an event."""

    LINE = "line"  # in a line of its own
    FOLDED = "folded"  # likewise, but folded away: set-up and draws
    TAIL = "tail"  # behind what brought it
    SILENT = "silent"  # not at all: it is for those who follow, not for those who read


@dataclass(frozen=True)
class Join:
    """Events that become one line with those of their kind before them, where these facts are the same."""

    same: tuple[str, ...] = ("seat",)
    also: tuple[str, ...] = ()  # other kinds they take in
    alone: tuple[str, ...] = ()  # texts that are told of one event, but not of several together


@dataclass(frozen=True)
class Telling:
    """How a game tells what happened."""

    # What came of an action: given the states before and after it. The truth; each event says who may know it.
    happen: Callable[[Game, Past, States, States], list[Event]]
    # An event in a sentence without its points, and as little as can be said of it behind another.
    sentence: Callable[[Game, Event, Words, Sequence[str]], str]
    tail: Callable[[Event, Words], str] = lambda event, say: ""
    roles: Mapping[str, Role] = field(default_factory=dict)  # kinds that are not lines of their own
    joins: Mapping[str, Join] = field(default_factory=dict)
    sources: Sequence[str] = ()  # what points come from, as messages, in the order they are told
    # The staging and sound an event is worth, one of those of the table's page; "" for none.
    moment: Callable[[Event], str] = lambda event: ""
    # What so many events of a kind are called where turns are summed up, the weightiest first; others are left out.
    counts: Mapping[str, Callable[[int, Words], str]] = field(default_factory=dict)
    # The faces of the dice that were rolled, by name; a page shows them large, as the picture draws them.
    dice: Callable[[Event], Sequence[str]] = lambda event: ()


def telling_of(game: Game) -> Telling:
    """How a game is told: its own way, or by the words of its moves."""
    return game.implementation.events or PLAIN


def line(sentence: str, events: Sequence[Event], say: Words, tails: Sequence[str] = ()) -> str:
    """A sentence with the points that its events brought, and what else came of it."""
    gained = sum(event.points for event in events)
    more = [points(gained, say)] if gained else []
    more += [tail for tail in tails if tail]
    return say("{what}: {more}", what=sentence, more=", ".join(more)) if more else sentence


def points(number: int, say: Words) -> str:
    """Points gained or lost."""
    sign, size = ("+", number) if number > 0 else ("−", -number)
    return sign + say.plural("{n} point", "{n} points", size)


# -- a game without a way of its own -------------------------------------------------------------------------------

MOVED, SCORED = "moved", "scored"


def _happen(game: Game, action: Past, before: States, after: States) -> list[Event]:
    """The move itself, whatever the scores say, and whose turn begins."""
    actor = None if action.actor == CHANCE else action.actor
    gained = [int(n) for n in after["score"][0] - before["score"][0]]
    own = gained[actor] if actor is not None else 0
    events = [
        Event(
            kind=MOVED,
            seat=actor,
            subject=game.text(action.move),
            veiled=game.text(action.veiled),
            knowers=action.knowers,
            points=own,
            source=SOURCE if own else "",
            game=game,
            state=before,
        )
    ]
    for seat, number in enumerate(gained):
        if number and seat != actor:
            events.append(Event(kind=SCORED, seat=seat, points=number, source=SOURCE, game=game))
    who = game.doors.who(after, 0)
    if who >= 0 and (game.doors.turn(before, 0) != game.doors.turn(after, 0) or actor is None):
        events.append(Event(kind=TURN, seat=who, game=game))
    return events


def _sentence(game: Game, event: Event, say: Words, called: Sequence[str]) -> str:
    if event.kind == TURN:
        return say("{name} to play", name=called[event.seat or 0])
    name = "" if event.seat is None else called[event.seat]
    if event.kind == SCORED:
        return name
    assert event.state is not None
    label = game.label(event.state, game.parse(event.subject), say.lang, called)
    return f"{name} – {label}" if name else label


SOURCES = ("points",)
(SOURCE,) = SOURCES
PLAIN = Telling(happen=_happen, sentence=_sentence, roles={TURN: Role.SILENT}, sources=SOURCES)


# -- a game that can be followed step by step ------------------------------------------------------------------------


def steps(
    act: Callable[[Any, Any, int], None],
    follow: Callable[[Any, Any], bool],
    tables: Any,
    before: States,
    move: int,
) -> Iterator[tuple[Any, Any]]:
    """The states before and after each step of an action: what the move does, then what follows without a choice."""
    last = before
    states = clone(before)
    act(states[0], tables, move)
    yield last[0], states[0]
    while not states[0].over:
        last, states = states, clone(states)
        if not follow(states[0], tables):
            return
        yield last[0], states[0]
