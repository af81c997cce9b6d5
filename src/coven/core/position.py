"""A position: a state, how it came about, and what can be done in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, SupportsIndex

from coven.core.errors import GameOver, IllegalMove, NoHistory, NothingToUndo, NotYourTurn
from coven.core.move import Legal, Move
from coven.core.seats import CHANCE, EVERYONE
from coven.core.state import States, clone

if TYPE_CHECKING:
    from coven.core.events import Event
    from coven.core.game import Game
    from coven.core.happened import Told
    from coven.core.record import Record
    from coven.core.view import View
    from coven.core.why import Reason


@dataclass(frozen=True)
class Setup:
    """What does not change during a game."""

    game: Game
    players: int
    options: dict[str, str] | None  # as a record writes them; None for a restored position
    names: tuple[str, ...]
    version: int  # of the rules it is played by


@dataclass(slots=True, eq=False)
class Past:
    """One action and all before it. Shared between copies, never changed."""

    before: Past | None
    states: States | None  # the state it was made in; None for chance that followed from a seed
    actor: int
    move: int
    veiled: int  # the move as those are told it who may not know it
    knowers: int  # the seats who may know it, as bits
    told: tuple[Event, ...] | None = None  # what came of it, once somebody has asked

    def known_to(self, seat: int | None) -> bool:
        """Whether a seat may know it, or a spectator, who is asked for by a bit no seat has: set where everyone may."""
        return bool(self.knowers >> (62 if seat is None else seat) & 1)


class Position:
    """A position of a game. States are never changed in place: a move makes a new one, and copies share them."""

    __slots__ = ("_actor", "_legal", "_past", "_ply", "_seed", "_setup", "_states", "_told")

    def __init__(
        self, setup: Setup, states: States, past: Past | None, actor: int, ply: int, seed: int | None
    ) -> None:
        self._setup = setup
        self._states = states
        self._past = past
        self._actor = actor
        self._ply = ply
        self._told: Told | None = None  # what has happened, as far as it was asked for
        self._seed = seed
        self._legal: Legal | None = None

    @classmethod
    def begin(cls, setup: Setup, states: States, seed: int | None) -> Position:
        """The first position of a game whose table is set up; chance is resolved if there is a seed."""
        game = setup.game
        position = cls(setup, states, None, game.doors.who(states, 0), 0, seed)
        if seed is not None and position._actor == CHANCE:
            scratch = game.scratch
            n = game.doors.roll_on(
                states, game.tables, 0, seed, 0, scratch.moves, scratch.weights, scratch.told
            )
            position._note_chance(n, scratch.told)
        return position

    # -- what is known of it -----------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game it is a position of."""
        return self._setup.game

    @property
    def players(self) -> int:
        """How many seats there are."""
        return self._setup.players

    @property
    def options(self) -> dict[str, str]:
        """The options, as a record writes them."""
        return dict(self._setup.options or {})

    @property
    def version(self) -> int:
        """The version of the rules it is played by."""
        return self._setup.version

    @property
    def names(self) -> tuple[str, ...]:
        """The names given to the seats, if any."""
        return self._setup.names

    def named(self, names: Sequence[str]) -> Position:
        """The same position with other names at its seats."""
        setup = replace(self._setup, names=tuple(names))
        return Position(setup, self._states, self._past, self._actor, self._ply, self._seed)

    @property
    def actor(self) -> int | None:
        """The seat to act, CHANCE, or None when the game is over."""
        return self._actor if self._actor >= CHANCE else None

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._actor < CHANCE

    @property
    def ply(self) -> int:
        """Actions made so far, chance included."""
        return self._ply

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each seat; when the game is over, with everything counted."""
        return tuple(self._states["score"][0][: self.players].tolist())

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won; empty while the game goes on. Several share the win."""
        if not self.over:
            return ()
        bits = self.game.doors.who_won(self._states, self.game.tables, 0)
        return tuple(seat for seat in range(self.players) if bits >> seat & 1)

    @property
    def ending(self) -> str:
        """How the game ended, in a word or two; empty while it goes on."""
        return self.game.implementation.speech.ending(self._states[0]) if self.over else ""

    @property
    def events(self) -> list[Event]:
        """What has happened, as typed facts: all of it, hidden things too. A view's are what its seat may know."""
        from coven.core.happened import happened

        return list(happened(self).events)

    def told(self, seat: int | None) -> list[Event]:
        """What has happened, as a seat may know it; None for a spectator."""
        return [event.seen_by(seat) for event in self.events]

    def sources(self, seat: int) -> dict[str, int]:
        """Where a seat's points came from: they add up to its score."""
        from coven.core.happened import sources

        return sources(self, seat)

    def tally(self, seat: int) -> dict[str, int]:
        """What the end adds, or would add now, to a seat's points, by category."""
        worth = self.game.doors.end_worth
        return {
            name: int(worth(self._states, self.game.tables, 0, int(seat), category))
            for category, name in enumerate(self.game.implementation.speech.categories)
        }

    def status(self) -> list[str]:
        """What is wrong with the position; nothing with any that came about by play."""
        bits = self.game.doors.inspect(self._states, self.game.tables, 0)
        return [name for i, name in enumerate(self.game.implementation.speech.faults) if bits >> i & 1]

    @property
    def legal(self) -> Legal:
        """The moves of the seat to act, or the outcomes of chance; empty when the game is over."""
        if self._legal is None:
            self._legal = Legal(self._setup.game, self._states)
        return self._legal

    @property
    def chances(self) -> list[tuple[Move, float]]:
        """The outcomes of chance with their probabilities; empty unless the actor is CHANCE."""
        weights = self.weights
        total = sum(weights)
        return (
            [(move, weight / total) for move, weight in zip(self.legal, weights, strict=True)]
            if total
            else []
        )

    @property
    def weights(self) -> list[int]:
        """How likely each outcome of chance is beside the others, in the order of `legal`."""
        weights: list[int] = self.game.list_weights(self._states).tolist() if self._actor == CHANCE else []
        return weights

    @property
    def odds(self) -> float | None:
        """The chance that what is being tried succeeds with what has been played; None where nothing is tried."""
        return self.game.implementation.odds(self.game, self._states[0])

    def prompt(self, lang: str = "en") -> str:
        """What the one to act is asked, in a sentence."""
        return self.game.prompt(self._states, lang)

    # -- playing -----------------------------------------------------------------------------------------------

    def play(self, move: Move | str | SupportsIndex, seat: int | None = None) -> Position:
        """Make a move, given as such, as text or as number. Returns the position itself.

        A refused move raises IllegalMove, saying why, and changes nothing. A seat named must be the one to act.
        """
        game = self._setup.game
        id = move.id if isinstance(move, Move) else game.number(move)
        if seat is not None and seat != self._actor:
            raise NotYourTurn(f"seat {seat} can't play now: {self._whose_turn()}")
        before = self._states
        states = clone(before)
        scratch = game.scratch
        told = scratch.told
        seed = self._seed
        try:
            if seed is None:
                n = game.doors.play(states, game.tables, 0, id, scratch.moves, scratch.weights, told)
            else:
                n = game.doors.play_on(
                    states, game.tables, 0, id, seed, self._ply, scratch.moves, scratch.weights, told
                )
        except Exception as problem:
            raise game.blame(problem) from problem
        if n < 0:
            self._refuse(id)
        self._states = states
        self._legal = None
        self._ply += 1
        if seed is None:
            _, veiled, knowers = told[:3].tolist()
            self._past = Past(self._past, before, self._actor, id, veiled, knowers)
        else:
            self._past = Past(self._past, before, self._actor, id, id, EVERYONE)
            if n:
                self._note_chance(n, told)
        self._actor = int(told[0])
        return self

    def play_chance(self, outcome: int) -> str:
        """Let chance bring an outcome, given by its place among `weights`; returns the move's text."""
        id = int(self.game.list_moves(self._states)[outcome])
        self.play(id)
        return self.game.text(id)

    def _note_chance(self, n: int, told: Any) -> None:
        """Write outcomes that followed from the seed into the history."""
        facts = told[: 1 + 3 * n].tolist()
        past = self._past
        for i in range(1, 1 + 3 * n, 3):
            past = Past(past, None, CHANCE, facts[i], facts[i + 1], facts[i + 2])
        self._past = past
        self._ply += n
        self._actor = facts[0]

    def _whose_turn(self) -> str:
        if self.over:
            return "the game is over"
        return "chance is to decide" if self._actor == CHANCE else f"it is seat {self._actor}'s turn"

    def why_not(self, move: Move | str | SupportsIndex, seat: int | None = None) -> Reason | None:
        """Why a move can't be made now, by the seat to act or a seat named; None for a legal one."""
        from coven.core.why import why_not

        id = self.game.number(move)
        acting = self._actor if self._actor >= 0 else None
        return why_not(self.view(acting if seat is None else seat), id)

    def _refuse(self, id: int) -> None:
        """Say why a move can't be made, and what can."""
        from coven.core.why import Because
        from coven.core.why import reason as because

        text = self.game.text(id)
        # What luck can't bring as it lies where nobody sees it, none of those who look on could tell.
        reason = self.why_not(id) or because(self.view(None), Because.NO_OUTCOME)
        why = f"{reason.label(names=self.names)}{f' ({reason.rule})' if reason.rule else ''}"
        if self.over:
            raise GameOver(f"{text!r} can't be played: the game is over", reason)
        verb = text.split()[0]
        same = [move.text for move in self.legal if move.text.split()[0] == verb]
        if same:
            shown = ", ".join(same[:5]) + (f" and {len(same) - 5} more" if len(same) > 5 else "")
            instead = f"Of that kind only these can be made now: {shown}"
        else:
            verbs = dict.fromkeys(move.text.split()[0] for move in self.legal)
            instead = f"Moves of that kind can't be made now, only: {', '.join(verbs)}"
        raise IllegalMove(f"{text!r} is not legal ({self._whose_turn()}): {why} {instead}", reason)

    def undo(self) -> Position:
        """Take back the last action; chance that followed from the seed goes with the move that called for it."""
        past = self._past
        ply = self._ply
        while past is not None and past.states is None:
            past = past.before
            ply -= 1
        if past is None:
            raise NothingToUndo("nothing has been played yet that could be taken back")
        assert past.states is not None
        self._states = past.states
        self._past = past.before
        self._actor = past.actor
        self._ply = ply - 1
        self._legal = None
        return self

    def can_undo(self, seat: int) -> bool:
        """The table's rule: the last action is the seat's own, with no chance, reveal or other player since."""
        return self._past is not None and self._past.actor == seat

    # -- copies, views, records --------------------------------------------------------------------------------

    def copy(self) -> Position:
        """An independent copy; it shares the past."""
        made = Position(self._setup, self._states, self._past, self._actor, self._ply, self._seed)
        made._told = self._told
        return made

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Position:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        """Equal positions have the same facts on the table, however they came about."""
        return (
            isinstance(other, Position)
            and other.game.name == self.game.name
            and other.game.components.digest == self.game.components.digest
            and other._states.tobytes() == self._states.tobytes()
        )

    def __hash__(self) -> int:
        return hash(self._states.tobytes())

    def __bytes__(self) -> bytes:
        return self.game.pack(self._states, self._setup.version)

    def history(self) -> list[Past]:
        """Every action from the first to the last."""
        actions = list(self.backwards())
        actions.reverse()
        return actions

    def backwards(self) -> Iterator[Past]:
        """Every action from the last to the first."""
        past = self._past
        while past is not None:
            yield past
            past = past.before

    def view(self, seat: int | None = None) -> View:
        """What a seat may know; None for a spectator."""
        from coven.core.view import View

        return View(self, seat)

    def record(self) -> Record:
        """The game so far, as a record."""
        from coven.core.record import Record

        if self._setup.options is None:
            raise NoHistory("this position was restored from bytes, which hold no history to write down")
        return Record.of(self)

    def svg(self, seat: int | None = None, lang: str = "en", theme: str = "dark") -> str:
        """The table as a picture, as a seat sees it."""
        return self.view(seat).svg(lang=lang, theme=theme)

    def _repr_svg_(self) -> str:
        return self.svg(self._actor if self._actor >= 0 else None)

    def __repr__(self) -> str:
        scores = " ".join(map(str, self.scores))
        return f"<{self.game.title}, {self.players} players, action {self._ply}, {self._whose_turn()}, scores {scores}>"
