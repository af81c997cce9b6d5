"""What a thing of the picture is: the rule that tells of it, and how one stands. Made when somebody asks.

Its name and what can be seen of it stand in the picture itself; a game adds the rest, as a seat may know it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from coven.core.art import seat_names
from coven.core.events import Event, points
from coven.core.language import Words, words

if TYPE_CHECKING:
    from coven.core.view import View

THING = "thing:"  # before what only moves or is told of; other names are those of what can be touched
FACT = "fact:"  # before a number beside a player
SCORE = f"{THING}score:"
RULE = "rule:"  # before the id of a rule
SOURCE = "source:"  # before what points are for, in English
MOVE = "move:"  # before a move that no thing stands for: on its way here its number, to the game its verb
LATEST = 3  # things that happened to it


@dataclass(frozen=True)
class About:
    """What is said of a thing, in the language of who asks."""

    name: str = ""  # what it is called, where the picture does not say it
    rule: str = ""  # the id of the rule that tells of it
    stands: tuple[str, ...] = ()  # how it is with it now, for the seat that asks, a sentence each
    happened: tuple[Event, ...] = ()  # what came of it
    large: bool = False  # something to read: it is shown large


Explain = Callable[["View", str, Words, Sequence[Event]], About]


def about(view: View, thing: str, lang: str, events: Sequence[Event]) -> About:
    """What is to be said of a thing; `events` are what has happened, as the view's seat may know it."""
    say = words(lang)
    if thing.startswith(RULE):
        return About(rule=thing.removeprefix(RULE))
    if thing.startswith(MOVE):
        thing = _verb(view, thing.removeprefix(MOVE))
    own = view.game.implementation.explain
    found = own(view, thing, say, events) if own is not None else About()
    if thing.startswith(SCORE):
        found = replace(found, stands=tuple(_sources(view, thing.removeprefix(SCORE), say, events)))
    if thing.startswith(SOURCE):
        found = replace(found, happened=_earned(events, thing.removeprefix(SOURCE)))
    return replace(found, happened=found.happened[-LATEST:])


def _verb(view: View, number: str) -> str:
    """A move as a game is asked about it."""
    moves = view.game.moves
    known = number.isdecimal() and int(number) < moves.size
    return f"{MOVE}{moves.decode(int(number)).verb}" if known else ""


def _earned(events: Sequence[Event], source: str) -> tuple[Event, ...]:
    """What has brought or cost points of one kind."""
    return tuple(event for event in events if event.points and event.source == source)


def lines(told: About, view: View, lang: str) -> list[str]:
    """How one stands, and what came of it, in sentences."""
    names = seat_names(view.names, words(lang), view.players)
    return [*told.stands, *(event.label(lang, names) for event in told.happened)]


def _sources(view: View, seat: str, say: Words, events: Sequence[Event]) -> list[str]:
    """Where a seat's points came from."""
    found: dict[str, int] = {}
    for event in events:
        if event.points and str(event.seat) == seat:
            found[event.source] = found.get(event.source, 0) + event.points
    return [say("{what}: {more}", what=say(source), more=points(n, say)) for source, n in found.items() if n]
