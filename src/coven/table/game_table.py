"""One table in memory: the position that its action log leads to, who sits there, and who looks on."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from coven.core.errors import CovenError
from coven.core.position import Position
from coven.core.seats import CHANCE
from coven.core.view import View
from coven.table.clock import remaining
from coven.table.keep import ACT, UNDO, Chair, Event, Sheet
from coven.table.luck import Luck
from coven.table.refusals import Refusal, refusal

if TYPE_CHECKING:
    from coven.core.game import Game
    from coven.core.record import Record
    from coven.table.live import Watcher


MOST_EVENTS = 5000  # after which nothing is taken back any more; a long game has a few hundred


class GameTable:
    """A table that is being played at or looked at."""

    def __init__(self, sheet: Sheet, game: Game, log: Sequence[Event]) -> None:
        self.sheet = sheet
        self.game = game
        self.chairs: list[Chair] = list(sheet.chairs)
        self.position = begin(game, sheet, self.names)
        self.seq = 0
        self.times: list[tuple[float, int]] = []  # when each action came, and whose it was, for the clocks
        self.entries: list[int] = []  # the action each line of the log belongs to
        self.lock = asyncio.Lock()  # one action at a time
        self.watchers: set[Watcher] = set()
        self.bot: asyncio.Task[None] | None = None
        self.thinking: int | None = None  # the seat a bot thinks for
        self.timer: asyncio.TimerHandle | None = None
        self.mine = True  # whether this process acted last, and so moves the bots
        self.left: dict[int, float] = {}  # when each seat was last here
        self.since = 0.0  # when the table was loaded
        self.used = 0.0
        self.follow(log)

    @property
    def id(self) -> str:
        return self.sheet.id

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(chair.name for chair in self.chairs)

    @property
    def full(self) -> bool:
        """Whether every seat is taken."""
        return all(chair.kind != "open" for chair in self.chairs)

    @property
    def status(self) -> str:
        if self.position.over:
            return "over"
        return "playing" if self.full else "open"

    @property
    def actor(self) -> int | None:
        """The seat to act; nobody while seats are open, before the deal and after the end."""
        actor = self.position.actor
        return actor if actor is not None and actor != CHANCE and self.full else None

    @property
    def minutes(self) -> float | None:
        """What each seat has on its clock, if the table plays with clocks."""
        return self.sheet.manner.get("clock")

    @property
    def agreed(self) -> dict[int, set[int]]:
        """Who agreed that a bot takes a seat."""
        return {int(seat): set(by) for seat, by in self.sheet.manner.get("agreed", {}).items()}

    def clock(self, now: float) -> list[float] | None:
        """The seconds each seat has left, if the table plays with clocks."""
        minutes = self.minutes
        if minutes is None:
            return None
        times = self.times
        # A game that goes on from its record costs nobody the wait until everyone sits.
        if since := self.sheet.manner.get("since"):
            times = sorted([*times, (since, CHANCE)], key=itemgetter(0))
        return remaining(times, len(self.chairs), minutes, now, self.actor)

    def result(self) -> dict[str, Any]:
        """How a finished game ended."""
        return result_of(self.position)

    def view(self, seat: int | None) -> View:
        """What a seat or a spectator may know."""
        return self.position.view(seat)

    def record(self) -> Record:
        """The game as a record; only for a finished one, since it tells everything."""
        if not self.position.over:
            raise Refusal("not_over", "the record is told when the game is over")
        return self.position.record()

    def arranged(self, manner: dict[str, Any]) -> None:
        """It is played in another manner from now on."""
        self.sheet = replace(self.sheet, manner=manner)

    def sit(self, chair: Chair) -> None:
        """Somebody takes, leaves or renames a seat."""
        self.chairs[chair.seat] = chair
        self.position = self.position.named(self.names)

    # -- the log ---------------------------------------------------------------------------------------------------

    def follow(self, log: Sequence[Event]) -> None:
        """Play what the log says."""
        position = self.position.copy()
        for event in log:
            if event.kind == UNDO:
                position.undo()
            for move in event.moves:
                position.play(move)
            self._note(event)
        self.position = position

    def _note(self, event: Event) -> None:
        self.seq = event.seq
        self.times.append((event.at, event.actor))
        if event.kind == UNDO:
            self.entries.pop()
        self.entries += [event.seq] * len(event.moves)

    def took(self, event: Event, position: Position) -> None:
        """Go on to the position of an action that has been stored."""
        self.position = position
        self._note(event)

    def deal(self, luck: Luck, now: float) -> tuple[Event, Position]:
        """The luck that begins a game."""
        position = self.position.copy()
        moves = roll(position, luck)
        return Event(self.seq + 1, ACT, CHANCE, tuple(moves), now), position

    def propose(self, seat: int, seq: int, move: str | int, luck: Luck, now: float) -> tuple[Event, Position]:
        """What a seat wants to do and where it leads, luck included; nothing is changed yet."""
        self._check_turn(seat, seq)
        if isinstance(move, str) and self.game.find(move) is None:
            raise Refusal("unknown_move", f"{move!r} is not a move of {self.game.title}")
        position = self.position.copy()
        try:
            position.play(move, seat=seat)
        except CovenError as problem:
            raise refusal(problem) from None
        made = position.history()[-1].move
        moves = [self.game.text(made), *roll(position, luck)]
        return Event(self.seq + 1, ACT, seat, tuple(moves), now), position

    def take_back(self, seat: int, seq: int, now: float) -> tuple[Event, Position]:
        """Take a seat's last move back, if nothing has been revealed and nobody else has acted since."""
        if self.position.over:
            raise Refusal("over", "the game is over")
        self._check_seq(seq)
        if seq > MOST_EVENTS:
            raise Refusal("too_many", "enough has been taken back at this table: play on")
        if not self.position.can_undo(seat):
            raise Refusal(
                "nothing_to_undo",
                "only your own last move can be taken back, and only while nothing has been revealed since",
            )
        position = self.position.copy().undo()
        return Event(self.seq + 1, UNDO, seat, (), now), position

    def _check_turn(self, seat: int, seq: int) -> None:
        """Turn first, then the sequence number: who is not to act is told so, whatever she has seen."""
        if self.position.over:
            raise Refusal("over", "the game is over")
        if not self.full:
            raise Refusal("waiting", "the game begins when every seat is taken")
        if self.actor != seat:
            raise Refusal("not_your_turn", f"it is {self._called(self.actor)}'s turn")
        self._check_seq(seq)

    def _check_seq(self, seq: int) -> None:
        if seq != self.seq:
            raise Refusal("stale", f"the table has moved on to action {self.seq}: look again")

    def _called(self, seat: int | None) -> str:
        return "nobody" if seat is None else self.chairs[seat].name or f"seat {seat}"


def begin(game: Game, sheet: Sheet, names: Sequence[str]) -> Position:
    """The first position of a table, its luck still to be decided."""
    options = game.definition.read_options(sheet.options)
    return game.new(len(sheet.chairs), chance="manual", names=names, **options)


def result_of(position: Position) -> dict[str, Any]:
    """How a finished game ended."""
    return {"scores": position.scores, "winners": position.winners} if position.over else {}


def roll(position: Position, luck: Luck) -> list[str]:
    """Let luck decide until somebody is asked; returns what it decided."""
    moves = []
    while position.actor == CHANCE:
        outcomes = position.chances
        move = luck.choose([move for move, _ in outcomes], [weight for _, weight in outcomes])
        moves.append(move.text)
        position.play(move)
    return moves
