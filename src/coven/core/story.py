"""The log: what happened, a line a happening, made from events alone.

Repeated things are joined ("4 energy between …"), what came of a thing stands behind it ("…: +3 points, 1 Cackle"),
set-up and draws are folded away. Every line belongs to a turn; turn 0 is the set-up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from coven.core.art import seat_names
from coven.core.events import TURN, Event, Role, Telling, line, telling_of
from coven.core.language import Words, words

if TYPE_CHECKING:
    from coven.core.game import Game


@dataclass
class Line:
    """A line of the log."""

    turn: int  # the turn it belongs to
    whose: int | None  # the seat whose turn that is; None: set-up
    folded: bool
    events: list[Event] = field(default_factory=list)  # what it tells
    tails: list[Event] = field(default_factory=list)  # what is told behind that

    @property
    def head(self) -> Event:
        """What it tells first of all."""
        return self.events[-1]

    @property
    def seat(self) -> int | None:
        """Whose it is; None: nobody's."""
        return self.head.seat

    @property
    def all(self) -> list[Event]:
        """Everything that went into it."""
        return [*self.events, *self.tails]

    @property
    def n(self) -> int:
        """The first action it tells of."""
        return self.events[0].n

    @property
    def to(self) -> int:
        """The last."""
        return max(event.n for event in self.all)

    @property
    def points(self) -> int:
        """What its seat gained by it."""
        return sum(event.points for event in self.all)

    @property
    def things(self) -> list[str]:
        """What stands for it in the picture."""
        return list(dict.fromkeys(thing for event in self.all for thing in event.things))

    def text(self, lang: str = "en", names: Sequence[str] = ()) -> str:
        """It said to a person."""
        say, game = words(lang), self.head.game
        telling = telling_of(game)
        alike = [event for event in self.events if event.kind == self.head.kind]
        head = replace(self.head, amount=sum(event.amount for event in alike))
        if len(alike) > 1 and (join := telling.joins.get(head.kind)):
            told: dict[str, Any] = dict.fromkeys(join.alone, "")
            head = replace(head, **told)
        said = telling.sentence(game, head, say, seat_names(names, say))
        return line(said, self.all, say, _tails(telling, self.tails, say))


def lines(game: Game, events: Iterable[Event], turn: int = 0) -> list[Line]:
    """The log of events, in order; from the beginning of a turn on, with the number of turns before it."""
    telling = telling_of(game)
    found: list[Line] = []
    whose = None
    for event in events:
        if event.kind == TURN:
            turn, whose = turn + 1, event.seat
        role = telling.roles.get(event.kind, Role.LINE)
        if role is Role.SILENT:
            continue
        folded = role is Role.FOLDED or turn == 0
        last = _last(found, turn, folded)
        if last is not None and role is Role.TAIL and last.seat == event.seat and last.to == event.n:
            last.tails.append(event)
        elif last is not None and _joins(telling, last, event):
            last.events.append(event)
        else:
            found.append(Line(turn, whose, folded, [event]))
    return found


@dataclass
class Summary:
    """What a seat did while another waited for its turn."""

    seat: int
    points: int = 0
    kinds: Counter[str] = field(default_factory=Counter)  # how often each kind of event came

    def said(self, telling: Telling, say: Words) -> list[str]:
        """What is worth telling of it, counted."""
        return [count(self.kinds[kind], say) for kind, count in telling.counts.items() if self.kinds[kind]]


def since_turn(telling: Telling, events: Sequence[Event], seat: int) -> list[Event]:
    """The others' turns since a seat's last one, if its next begins now; nothing once it has acted."""
    now = _turn_before(events, len(events))
    if now < 0 or events[now].seat != seat:
        return []
    if any(one.seat == seat and telling.roles.get(one.kind, Role.LINE) is Role.LINE for one in events[now:]):
        return []
    first = now
    while (turn := _turn_before(events, first)) >= 0 and events[turn].seat != seat:
        first = turn
    return list(events[first:now])


def summed(events: Iterable[Event]) -> list[Summary]:
    """Turns summed up by seat, in the order they came; what is nobody's belongs to whose turn it was."""
    found: dict[int, Summary] = {}
    whose = 0
    for event in events:
        if event.kind == TURN and event.seat is not None:
            whose = event.seat
            found.setdefault(whose, Summary(whose))
        if event.seat in (None, *found):
            one = found[whose if event.seat is None else event.seat]
            one.points += event.points
            one.kinds[event.kind] += 1
    return list(found.values())


def _turn_before(events: Sequence[Event], end: int) -> int:
    """Where the last turn before an event begins; -1: nowhere."""
    return next((at for at in range(end - 1, -1, -1) if events[at].kind == TURN), -1)


def may_join(telling: Telling, before: Event, event: Event) -> bool:
    """Whether an event may stand in one line with the one before it, going by their kinds alone."""
    role, join = telling.roles.get(event.kind, Role.LINE), telling.joins.get(event.kind)
    if role in (Role.TAIL, Role.SILENT) or telling.roles.get(before.kind) in (Role.TAIL, Role.SILENT):
        return True
    return join is not None and before.kind in (event.kind, *join.also)


def _last(found: Sequence[Line], turn: int, folded: bool) -> Line | None:
    """The last line of a turn that is folded away, or the last that is not."""
    for one in reversed(found):
        if one.turn != turn:
            return None
        if one.folded == folded:
            return one
    return None


def _joins(telling: Telling, last: Line, event: Event) -> bool:
    """Whether an event goes into the line before it."""
    join, before = telling.joins.get(event.kind), last.head
    if join is None or before.kind not in (event.kind, *join.also):
        return False
    return all(getattr(before, fact) == getattr(event, fact) for fact in join.same)


def _tails(telling: Telling, events: Sequence[Event], say: Words) -> list[str]:
    """What is said behind a line, the same things counted together."""
    joined: list[Event] = []
    for event in events:
        join = telling.joins.get(event.kind)
        same = [
            at
            for at, other in enumerate(joined)
            if join is not None
            and other.kind == event.kind
            and all(getattr(other, fact) == getattr(event, fact) for fact in join.same)
        ]
        if same:
            joined[same[0]] = replace(event, amount=joined[same[0]].amount + event.amount)
        else:
            joined.append(event)
    return [telling.tail(event, say) for event in joined]
