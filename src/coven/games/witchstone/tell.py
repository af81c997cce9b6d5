"""What happened in a game of Witchstone, said to a person: how events become lines, moments and points by source."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from coven.core.events import Event, Join, Role, Telling
from coven.core.language import Words
from coven.games.witchstone.counts import COUNTED
from coven.games.witchstone.events import happen
from coven.games.witchstone.kinds import SOURCES, Kind
from coven.games.witchstone.say import pair
from coven.games.witchstone.state import PAIR_NAMES
from coven.games.witchstone.teller import Teller, actions_of, token_named

if TYPE_CHECKING:
    from coven.core.game import Game


def sentence(game: Game, event: Event, say: Words, called: Sequence[str]) -> str:
    """An event in a sentence, without its points."""
    tell: Callable[[], str] = getattr(Teller(game, event, say, called), Kind(event.kind).value)
    return tell()


def tail(event: Event, say: Words) -> str:
    """What is said of an event behind what brought it."""
    match event.kind:
        case Kind.GAINED:
            return actions_of(event, say)
        case Kind.TOKEN:
            return say("token {token}", token=token_named(event.subject, say))
        case Kind.RANKED:
            return say("number {n} there", n=event.amount)
        case Kind.OWL:
            return say("an owl tile worth {n}", n=event.amount)
        case Kind.NO_OWL:
            return say("no owl tile left")
        case Kind.SPECIAL if event.subject:
            return say("special tile {tile}", tile=pair(PAIR_NAMES.index(event.subject), say))
        case Kind.SPECIAL:
            return say("2 actions of one type")
    return ""


MOMENTS = {
    Kind.CONNECTED: "joined",
    Kind.STOOD: "stood",
    Kind.BONUS: "bonus",
    Kind.SCORED: "scored",
    Kind.LAST: "last",
    Kind.ENDED: "end",
}


def moment(event: Event) -> str:
    """What an event is worth on the stage; a doubled bonus more than another, a score of nothing none."""
    if event.kind == Kind.BONUS and event.need > 1:
        return "doubled"
    if event.kind == Kind.SCORED and not event.points:
        return ""
    return MOMENTS.get(Kind(event.kind), "")


TELLING = Telling(
    happen=happen,
    sentence=sentence,
    tail=tail,
    roles={
        **dict.fromkeys(
            (Kind.BEGINS, Kind.FOUND, Kind.SHOWN, Kind.DREW, Kind.STOPPED, Kind.LOST, Kind.WAITS), Role.FOLDED
        ),
        **dict.fromkeys(
            (Kind.GAINED, Kind.TOKEN, Kind.RANKED, Kind.OWL, Kind.NO_OWL, Kind.SPECIAL), Role.TAIL
        ),
        Kind.TURN: Role.SILENT,
    },
    joins={
        Kind.DREW: Join(),
        Kind.ENERGISED: Join(("seat", "place")),
        Kind.CONNECTED: Join(("seat", "place"), (Kind.ENERGISED,)),
        Kind.CAME: Join(),
        Kind.STEPPED: Join(),
        Kind.CARRIED: Join(("seat", "subject"), alone=("place",)),
        Kind.OUT: Join(("seat", "subject"), alone=("place",)),
        Kind.SHELVED: Join(("seat", "subject")),
        Kind.BOTTOM: Join(("seat", "subject")),
        Kind.THREW: Join(("seat", "subject")),
    },
    sources=SOURCES,
    moment=moment,
    counts=COUNTED,
)
