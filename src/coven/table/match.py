"""A match in memory: the position that its action log leads to, who sits there, and who looks on."""

from __future__ import annotations

import asyncio
import hmac
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Protocol

from coven.core.position import Position
from coven.core.record import Rated
from coven.core.sealed_luck import Links, Luck, key_of
from coven.core.seats import CHANCE
from coven.core.view import View
from coven.table.clock import Pauses, remaining
from coven.table.metadata import ON, Metadata
from coven.table.refusals import Refusal
from coven.table.repository import UNDO, Chair, LoggedAction, MatchRow, hash_of
from coven.table.shares import Share

if TYPE_CHECKING:
    from coven.core.game import Game
    from coven.core.record import Record
    from coven.table.broadcast import Watcher
    from coven.table.page_feed import Moment
    from coven.table.sealing import Sealing


HEARD = 2.0  # seconds for which it is known that somebody is at a seat who has asked for something


class ChanceSource(Protocol):
    """Decides what the rules leave to chance: which of the outcomes comes, by its place among them."""

    def choose(self, position: Position) -> int: ...


class SystemChance:
    """Chance from the operating system, which nobody can foresee."""

    def __init__(self) -> None:
        self._random = random.SystemRandom()

    def choose(self, position: Position) -> int:
        weights = position.weights
        return self._random.choices(range(len(weights)), weights)[0]


class Match:
    """A game that is being played or looked at; to its players it is a table."""

    def __init__(self, row: MatchRow, game: Game, log: Sequence[LoggedAction]) -> None:
        self.row = row
        self.game = game
        self.chairs: list[Chair] = list(row.chairs)
        self.position = begin(game, row, self.names)
        self.seq = 0
        self.times: list[tuple[float, int]] = []  # when each action came, and whose it was, for the clocks
        self.undos: Counter[int] = Counter()  # what each seat has taken back
        self.entries: list[int] = []  # the action each line of the log belongs to
        self.lock = asyncio.Lock()  # one action at a time
        # One change at a time of its metadata and of who sits here: what was stored last is what is gone on with.
        self.arranging = asyncio.Lock()
        self.saying = asyncio.Lock()  # one word to the other processes at a time
        self.watchers: set[Watcher] = set()
        self.to_show: list[Moment] = []  # what has changed and is not yet shown to pages
        self.showing = False
        self.bot_task: asyncio.Task[None] | None = None
        self.thinking: int | None = None  # the seat a bot thinks for
        self.timer: asyncio.TimerHandle | None = None
        self.acted_here = True  # whether this process acted last, and so moves the bots
        self.left: dict[int, float] = {}  # when each seat was last here
        self.heard: dict[int, float] = {}  # when each seat last asked for something
        self.onlooked = 0.0  # when a spectator last asked for something
        self.told_online: set[int] = set()  # the seats of which everyone was told last that somebody is there
        self.countdowns: dict[int, asyncio.TimerHandle] = {}  # until a bot takes a seat
        self.asleep = False  # whether its bots wait until somebody looks
        self.pauses = Pauses()  # in which no clock runs
        self.played = row.played  # actions that people made
        self.share = Share(row.maker or row.id, row.id)  # on whose account its bots think
        self.loaded_at = 0.0
        self.used_at = 0.0
        self._links = Links()
        self.follow(log)

    @property
    def id(self) -> str:
        return self.row.id

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
        return self.metadata.clock

    @property
    def metadata(self) -> Metadata:
        """What is kept of it beside its log."""
        return self.row.metadata

    @property
    def seats_here(self) -> set[int]:
        """The seats somebody looks on from at this process."""
        return {seat for watcher in self.watchers for seat in watcher.seats}

    def misses(self, seat: int, now: float) -> bool:
        """Whether it is time to note that somebody is at a seat."""
        kept = self.metadata
        awaited = seat in kept.agreed or seat in kept.due or kept.came.get(seat, 0.0) is None
        return awaited or now - self.heard.get(seat, 0.0) > HEARD

    @property
    def hints(self) -> bool:
        """Whether the coach answers: a learner; else as agreed on, or where nobody plays against another person.

        In a rated game it never does.
        """
        if self.metadata.rated:
            return False
        if self.metadata.guide:
            return True
        if self.metadata.hints:
            return self.metadata.hints == ON
        return sum(chair.kind != "bot" for chair in self.chairs) <= 1

    def has_person(self, seat: int) -> bool:
        """Whether a person plays a seat."""
        return seat >= 0 and self.chairs[seat].kind == "human" and not self.chairs[seat].stand_in

    def seat_of(self, token: str | None) -> int | None:
        """The seat a secret belongs to; nobody's is a spectator, who may look unless the table is private."""
        if token is None:
            if self.row.private and not self.full:
                raise Refusal(
                    "seat_free", "this table is private: come by your own link, or join an open seat"
                )
            if self.row.private:
                raise Refusal(
                    "forbidden", "this table is private, and every seat is taken: come by your own link"
                )
            return None
        hashed = hash_of(token)
        for chair in self.chairs:
            if chair.token and hmac.compare_digest(chair.token, hashed):
                return chair.seat
        raise Refusal("forbidden", "this is not the secret of a seat at this table")

    def clock(self, now: float) -> list[float] | None:
        """The seconds each seat has left, if the table plays with clocks."""
        minutes = self.minutes
        if minutes is None:
            return None
        times = self.times
        # A game that goes on from its record costs nobody the wait until everyone sits.
        if since := self.metadata.since:
            times = sorted([*times, (since, CHANCE)], key=itemgetter(0))
        pauses = self.pauses.until(now)
        return remaining(times, len(self.chairs), minutes, now, self.actor, pauses, self.metadata.came)

    def result(self) -> dict[str, Any]:
        """How a finished game ended."""
        return result_of(self.position)

    def view(self, seat: int | None) -> View:
        """What a seat or a spectator may know."""
        return self.position.view(seat)

    def record(self) -> Record:
        """The game as a record; only for a finished one, since it tells everything, the secret of its luck too."""
        if not self.position.over:
            raise Refusal("not_over", "the record is told when the game is over")
        sealing, luck = self.metadata.sealing, self.luck()
        seal = replace(sealing.seal(len(self.chairs)), links=luck.brought) if sealing and luck else None
        return replace(
            self.position.record(),
            seal=seal,
            rated=self._rated() if self.metadata.rated else None,
        )

    def _rated(self) -> Rated:
        stood_in = self.metadata.stood_in
        return Rated(
            tuple(chair.bot for chair in self.chairs),
            tuple(chair.stand_in or stood_in.get(chair.seat, "") for chair in self.chairs),
        )

    def sealing_left(self, now: float) -> float:
        """The seconds it waits at most for what seats add to its luck; nothing where all is there."""
        sealing = self.metadata.sealing
        return sealing.left(now) if sealing else 0.0

    def luck(self) -> Luck | None:
        """What its draws follow from as it stands; nothing where its luck is not sealed."""
        if self.metadata.sealing is None:
            return None
        return self._links.luck or self._links.begin(self._at_the_deal(self.metadata.sealing))

    def _at_the_deal(self, sealing: Sealing) -> Luck:
        seal, position = sealing.seal(len(self.chairs)), self.position
        key = key_of(
            seal.secret,
            seal.nonces,
            game=self.game.name,
            version=position.version,
            components=self.game.components.digest,
            options=position.options,
        )
        return Luck.at_the_deal(key, seal.nonces)

    def set_metadata(self, metadata: Metadata) -> None:
        """Go on with other metadata, which has been stored."""
        self.row = replace(self.row, metadata=metadata)

    def sit(self, chair: Chair) -> None:
        """Somebody takes, leaves or renames a seat."""
        self.chairs[chair.seat] = chair
        self.position = self.position.named(self.names)

    # -- the log ---------------------------------------------------------------------------------------------------

    def follow(self, log: Sequence[LoggedAction]) -> None:
        """Play what the log says."""
        position = self.position.copy()
        for action in log:
            if action.kind == UNDO:
                position.undo()
            for move in action.moves:
                position.play(move)
            self._note(action)
        self.position = position

    def _note(self, action: LoggedAction) -> None:
        self.seq = action.seq
        self.times.append((action.at, action.actor))
        if action.kind == UNDO:
            self.undos[action.actor] += 1
            self.entries.pop()
            self._links.taken_back(len(self.entries))
        elif action.actor != CHANCE and self.metadata.sealing is not None:
            self._links.acted(action.actor, len(self.entries), action.link)
        self.entries += [action.seq] * len(action.moves)

    def took(self, action: LoggedAction, position: Position) -> None:
        """Go on to the position of an action that has been stored."""
        self.position = position
        self._note(action)

    def next_action(
        self, kind: str, actor: int, moves: Sequence[str], now: float, link: str = ""
    ) -> LoggedAction:
        """The row of the action that comes next."""
        return LoggedAction(self.seq + 1, kind, actor, tuple(moves), now, link)

    def called(self, seat: int | None) -> str:
        """What a seat is called in a refusal."""
        return "nobody" if seat is None else self.chairs[seat].name or f"seat {seat}"


def begin(game: Game, row: MatchRow, names: Sequence[str]) -> Position:
    """The first position of a match, its chance still to be decided."""
    options = game.definition.read_options(row.options)
    return game.new(len(row.chairs), chance="manual", names=names, version=row.rules, **options)


def result_of(position: Position) -> dict[str, Any]:
    """How a finished game ended."""
    return {"scores": position.scores, "winners": position.winners} if position.over else {}


def resolve_chance(position: Position, chance: ChanceSource) -> list[str]:
    """Let chance decide until somebody is asked; returns what it decided."""
    moves = []
    while position.actor == CHANCE:
        moves.append(position.play_chance(chance.choose(position)))
    return moves
