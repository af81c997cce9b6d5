"""What a seat may know: the one door through which state, log and legal moves go out."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from coven.core.errors import BadBytes, BadOption, CovenError
from coven.core.game import as_seed
from coven.core.language import words
from coven.core.lazily import lazily
from coven.core.move import Legal
from coven.core.state import States, clone

if TYPE_CHECKING:
    from coven.core.events import Event
    from coven.core.game import Game
    from coven.core.parts import PartCache
    from coven.core.picture import Picture, Spread
    from coven.core.position import Position


@dataclass(frozen=True)
class Entry:
    """A line of the log."""

    actor: int  # the seat, or CHANCE
    text: str


class View:
    """A position as one seat sees it, or a spectator (seat None). It holds nothing the seat may not know.

    Made without its past it has no log, nor what is made of it: pages are told that another way, at every step.
    """

    def __init__(self, position: Position, seat: int | None, *, past: bool = True) -> None:
        if seat is not None and seat not in range(position.players):
            raise BadOption(f"there is no seat {seat!r}: seats are 0 to {position.players - 1}")
        game = position.game
        states = clone(position._states)
        seat = None if seat is None else int(seat)
        viewer = -1 if seat is None else seat
        game.doors.hide(states, game.tables, 0, viewer)
        self._setup = position._setup
        self._states: States = states
        self.seat = seat  # whose eyes these are; None: a spectator's
        self.actor = position.actor  # who is to act
        self.over = position.over
        self.scores = position.scores
        self.winners = position.winners
        if past:
            self._log = tuple(
                (made.actor, made.move if made.known_to(seat) else made.veiled) for made in position.history()
            )
        self.legal = self._offered()  # the seat's moves; empty when another is to act

    def _offered(self) -> Legal:
        acts = self.seat is not None and self.seat == self.actor
        return (Legal if acts else Nothing)(self.game, self._states)

    def pack(self) -> dict[str, Any]:
        """The view as plain data, for another process: what this seat may know and nothing else."""
        return {
            "state": b64encode(self._packed()).decode(),
            "log": [[int(actor), int(move)] for actor, move in self._log],
            "options": self._setup.options,
            "names": list(self.names),
            "seat": self.seat,
            "actor": self.actor,
            "scores": list(self.scores),
            "winners": list(self.winners),
        }

    @classmethod
    def unpack(cls, game: Game, data: Mapping[str, Any]) -> View:
        """The view that was packed; the game is the same, with the same components."""
        from coven.core.position import Setup

        view = cls.__new__(cls)
        try:
            restored = game.restore(b64decode(data["state"], validate=True))
            options = data["options"]
            view._setup = Setup(
                game,
                restored.players,
                None if options is None else dict(options),
                tuple(data["names"]),
                restored.version,
            )
            view._log = tuple((int(actor), int(move)) for actor, move in data["log"])
            view.seat, view.actor = data["seat"], data["actor"]
            view.scores, view.winners = tuple(data["scores"]), tuple(data["winners"])
        except CovenError:
            raise
        except (KeyError, TypeError, ValueError) as problem:
            raise BadBytes(f"this is not a packed view: {problem!r}") from None
        view.over = view.actor is None
        view._states = restored._states
        view.legal = view._offered()
        return view

    def _packed(self) -> bytes:
        return self.game.pack(self._states, self._setup.version)

    @property
    def game(self) -> Game:
        """The game that is looked at."""
        return self._setup.game

    @property
    def players(self) -> int:
        """How many seats there are."""
        return self._setup.players

    @property
    def names(self) -> tuple[str, ...]:
        """The names given to the seats, if any."""
        return self._setup.names

    @property
    def state(self) -> np.record:
        """The facts of the game this seat may know, as the rules hold them."""
        record: np.record = self._states[0]
        return record

    @property
    def log(self) -> list[Entry]:
        """What has happened, as this seat saw it."""
        return [Entry(actor, self.game.text(move)) for actor, move in self._log]

    @lazily
    def events(self) -> list[Event]:
        """What has happened, as typed facts, as far as this seat may know.

        They are told of a game that the seat can't tell from the real one: so they hold nothing it may not know.
        """
        return self.sample(0).told(self.seat) if self._log else []

    def prompt(self, lang: str = "en") -> str:
        """What the one to act is asked, in a sentence."""
        return self.game.prompt(self._states, lang)

    def pending(self, lang: str = "en") -> list[str]:
        """What is being done and what waits behind it, innermost first."""
        return self.game.implementation.speech.pending(self.game, self._states[0], words(lang))

    def __bytes__(self) -> bytes:
        """All the seat is told: equal for positions that differ only in what it can't know."""
        log = np.array(self._log, np.int32).tobytes()
        return b"".join((self._packed(), self.legal.ids.tobytes(), log))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and other.seat == self.seat and bytes(other) == bytes(self)

    def __hash__(self) -> int:
        return hash((self.seat, bytes(self)))

    def sample(self, rng: object = None) -> Position:
        """A position this seat can't tell from the real one; its further chance comes from the generator too."""
        from coven.core.position import Position

        game = self.game
        seed = as_seed(rng)
        moves = game.implementation.retell(game, self._log, self._imagined(seed)[0])
        options = game.definition.read_options(self._setup.options or {})
        start = game.set_up(self.players, options, self._setup.version)
        position = Position.begin(self._setup, start, None)
        for move in moves:
            position.play(move)
        position._seed = as_seed(seed ^ 1)
        return position

    def could_be(self, seed: int) -> Legal:
        """The moves there are in the position that `sample` gives for a seed, without its history, which takes long."""
        return Legal(self.game, self._imagined(seed))

    def _imagined(self, seed: int) -> States:
        """What this seat does not know, imagined."""
        game, states = self.game, clone(self._states)
        game.doors.fill(states, game.tables, 0, -1 if self.seat is None else self.seat, seed)
        return states

    def svg(self, lang: str = "en", theme: str = "dark") -> str:
        """The table as this seat sees it, as an SVG picture."""
        return self._picture(lang)(**self._shown(lang, theme))

    def figure(
        self,
        part: str,
        crop: tuple[float, float, float, float] | None = None,
        lang: str = "en",
        theme: str = "dark",
    ) -> str:
        """One part of the table as a drawing of its own, or a piece of it: x, y, width and height."""
        return self._picture(lang).figure(part=part, crop=crop, **self._shown(lang, theme))

    def parts(self, cache: PartCache, lang: str = "en", theme: str = "dark") -> Spread:
        """The parts of that picture, for a page to arrange; what was drawn before comes from the cache."""
        return self._picture(lang).spread(cache=cache, **self._shown(lang, theme))

    def _shown(self, lang: str, theme: str) -> dict[str, Any]:
        """What a drawing of it is made from."""
        game = self.game
        return {
            "state": self._states[0],
            "tables": game.tables[0],
            "components": game.components.data,
            "seat": self.seat,
            "lang": lang,
            "names": self.names,
            "theme": theme,
            "legal": self.legal.ids.tolist(),
        }

    def _picture(self, lang: str) -> Picture[Any]:
        """How it is drawn: as the game says, or plainly."""
        own = self.game.implementation.draw
        if own is not None:
            return own
        from coven.core.plain_picture import picture

        return picture(self.game, -1 if self.actor is None else self.actor, self.prompt(lang))

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        who = "a spectator" if self.seat is None else f"seat {self.seat}"
        return f"<View of {who}: {self.game.title}, {len(self._log)} actions>"


class Nothing(Legal):
    """The legal moves of someone who is not to act."""

    def __init__(self, game: Game, states: States) -> None:
        super().__init__(game, states)
        self._ids = np.zeros(0, np.int32)
