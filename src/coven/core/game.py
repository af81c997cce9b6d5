"""A game with its components: the rules' doors, the notation, and new positions."""

from __future__ import annotations

import operator
import random
import secrets
import struct
import threading
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

import numpy as np
import numpy.typing as npt

from coven.core import components as component_files
from coven.core.art import seat_names
from coven.core.chance import SEED_BITS
from coven.core.components import Components
from coven.core.definition import Definition
from coven.core.errors import (
    BadBytes,
    BadComponents,
    BadOption,
    BrokenGame,
    CovenError,
    OtherComponents,
    OtherVersion,
    UnknownMove,
    told,
)
from coven.core.interface import Rules, check_rules, check_state
from coven.core.language import words
from coven.core.lazily import lazily
from coven.core.move import Move
from coven.core.seats import CHANCE
from coven.core.state import States, clone

if TYPE_CHECKING:
    from coven.core.doors import RuleDoors
    from coven.core.moves import Decoded
    from coven.core.position import Position

Options = Mapping[str, Any]
Chance = Literal["seed", "manual"]
SEED_MASK = (1 << SEED_BITS) - 1
MAGIC = b"coven\x01"
HEADER = struct.Struct(f"<{len(MAGIC)}s16sH12sI")  # game, rules, components, checksum of the state


class Scratch(threading.local):
    """Buffers for the doors, one set a thread: rules run without the GIL."""

    def __init__(self, most: int) -> None:
        self.moves = np.zeros(most, np.int32)
        self.weights = np.zeros(most, np.int32)
        self.told = np.zeros(1 + 3 * 512, np.int64)


class Game:
    """A game, ready to play with one component set. Get one from `coven.load`."""

    def __init__(self, definition: Definition, components: str | Path | None = None) -> None:
        self.definition = definition
        self.implementation = definition.implementation
        self.name = definition.name
        self.title = definition.title
        self.players = definition.players
        self.moves = self.implementation.moves
        self.dtype = self.implementation.dtype
        check_rules(self.name, self.implementation.rules)
        check_state(self.name, f"{definition.package}, state", self.dtype)
        self.version = self.implementation.rules.VERSION
        self.oldest: int = getattr(self.implementation.rules, "OLDEST", self.version)  # still playable
        self.components = self._load_components(components)
        self.tables = self.components.tables
        self.scratch = Scratch(self.implementation.most_legal)
        self._texts = self.moves.texts(self.components.data)
        self._by_text = {text.casefold(): id for id, text in enumerate(self._texts) if text is not None}

    def _load_components(self, source: str | Path | None) -> Components:
        how = self.implementation.components
        if how is not None:
            return component_files.load(how, source or self.definition.folder / "components.toml")
        if source is not None:
            raise BadComponents(str(source), [f"{self.title} is played without components"])
        return component_files.none()

    def __repr__(self) -> str:
        return f"<Game {self.name}, components {self.components.tag}>"

    # -- the doors ---------------------------------------------------------------------------------------------

    @lazily
    def rules(self) -> Rules:
        """The rules, with plain ones for what the game leaves out."""
        from coven.core.doors import whole_rules

        return whole_rules(self.definition.package, self.implementation.rules, native=False)

    @lazily
    def doors(self) -> RuleDoors:
        """The functions of core/loops.py over this game's rules: plain Python until compiled ones take over."""
        from coven.core.doors import rule_doors

        return rule_doors(self)

    def compile(self) -> Game:
        """Wait until the rules are compiled, the first time up to a minute. Returns the game itself."""
        from coven.core.doors import compiled_rules

        compiled_rules(self)
        return self

    def numbers(self, players: int, options: Options, version: int | None = None) -> npt.NDArray[Any]:
        """What the rules are told as a game begins: its options, and last the version it is played by."""
        return np.append(self.definition.settle(players, options).numbers, version or self.version)

    def set_up(self, players: int, options: Options, version: int | None = None) -> States:
        """The table as a game begins, before anything is decided."""
        states = np.zeros(1, self.dtype)
        self.doors.start(states, self.tables, 0, players, self.numbers(players, options, version))
        return states

    def plays(self, version: int) -> bool:
        """Whether a version of the rules can be played: still, or already."""
        return self.oldest <= version <= self.version

    def check_players(self, players: int) -> None:
        """Refuse a number of players that it is not for."""
        if players not in self.players:
            least, most = self.players.start, self.players.stop - 1
            raise BadOption(f"{self.title} is for {least} to {most} players, not {players!r}")

    def check_version(self, version: int, what: str) -> None:
        """Refuse a version of the rules that can't be played."""
        if not self.plays(version):
            known = f"{self.oldest} to {self.version}" if self.oldest < self.version else f"{self.version}"
            raise OtherVersion(f"{what}; this program plays version {known}")

    def list_moves(self, states: States) -> npt.NDArray[Any]:
        """The numbers of the moves or outcomes that can be made now."""
        scratch = self.scratch
        who = self.doors.who(states, 0)
        if who == CHANCE:
            n = self.doors.list_chances(states, self.tables, 0, scratch.moves, scratch.weights)
        elif who >= 0:
            n = self.doors.list_legal(states, self.tables, 0, scratch.moves)
        else:
            n = 0
        return scratch.moves[:n].copy()

    def list_weights(self, states: States) -> npt.NDArray[Any]:
        """The weights of the outcomes of a chance decision."""
        scratch = self.scratch
        n = self.doors.list_chances(states, self.tables, 0, scratch.moves, scratch.weights)
        return scratch.weights[:n].copy()

    def tables_to_try(self) -> list[tuple[int, str, Options]]:
        """Every number of players with every variant that is possible for it."""
        found = []
        for name, options in self.definition.variants.items():
            for players in self.players:
                try:
                    self.definition.settle(players, options)
                except BadOption:
                    continue
                found.append((players, name, options))
        return found

    def blame(self, problem: Exception) -> CovenError:
        """What is said when this game's rules fail in the middle of a game."""
        if isinstance(problem, CovenError):
            return problem
        where = getattr(self.implementation.rules, "__name__", self.definition.package)
        return BrokenGame(self.name, where, [told(problem)], "can't go on")

    # -- words -------------------------------------------------------------------------------------------------

    def text(self, id: int) -> str:
        """The notation of a move."""
        text = self._texts[id] if 0 <= id < len(self._texts) else None
        if text is None:
            raise UnknownMove(f"{self.title} has no move number {id}")
        return text

    def find(self, text: str) -> int | None:
        """The number of a move written in notation, or None. Case and spacing don't matter."""
        return self._by_text.get(" ".join(text.split()).casefold())

    def parse(self, text: str) -> int:
        """The number of a move written in notation; UnknownMove says what comes close."""
        found = self.find(text)
        if found is None:
            from difflib import get_close_matches

            near = get_close_matches(text.casefold(), self._by_text, n=3, cutoff=0.6)
            meant = (
                f"; did you mean {' or '.join(repr(self.text(self._by_text[t])) for t in near)}?"
                if near
                else ""
            )
            raise UnknownMove(f"{text!r} is not a move of {self.title}{meant}")
        return found

    def number(self, move: Move | str | SupportsIndex) -> int:
        """The number of a move given as such, as text or as number of any kind; UnknownMove if there is none."""
        if isinstance(move, Move):
            return move.id
        if isinstance(move, str):
            return self.parse(move)
        try:
            id = operator.index(move)  # compiled doors are compiled once more for a number of another width
        except TypeError:
            raise UnknownMove(
                f"{move!r} is not a move of {self.title}: give a move, its text or its number"
            ) from None
        self.text(id)  # refuses a number that is no move
        return id

    def label(self, states: States, id: int, lang: str = "en", names: Sequence[str] = ()) -> str:
        """A move said to a person; seats without a name are called by their emblem."""
        say = words(lang)
        label = self.implementation.speech.label
        return self.text(id) if label is None else label(self, states[0], id, say, seat_names(names, say))

    def decode(self, id: int) -> Decoded:
        """A move's verb and arguments."""
        return self.moves.decode(id)

    def prompt(self, states: States, lang: str = "en") -> str:
        """What the one to act is asked, in a sentence."""
        say, prompt = words(lang), self.implementation.speech.prompt
        if prompt is not None:
            return prompt(self, states[0], say)
        who = self.doors.who(states, 0)
        return say("Choose a move") if who >= 0 else say("Luck decides") if who == CHANCE else say("The end")

    def rules_in(self, lang: str) -> str:
        """The language the rules are read in by who speaks this one: English where they are not translated."""
        words(lang)  # refuses a language there is none of
        return lang if (self.definition.folder / f"rules.{lang}.md").exists() else "en"

    def rules_page(self, lang: str = "en") -> str:
        """The rules in our words, as Markdown with an id for every rule; the moves where nobody has written them."""
        lang = self.rules_in(lang)
        page = self.definition.folder / ("rules.md" if lang == "en" else f"rules.{lang}.md")
        if page.exists():
            return page.read_text(encoding="utf-8")
        return f"# {self.title}\n\n{self.definition.blurb}\n\n## Moves\n\n{self.moves.page()}"

    # -- positions ---------------------------------------------------------------------------------------------

    def new(
        self,
        players: int = 2,
        *,
        seed: int | None = None,
        chance: Chance = "seed",
        names: Sequence[str] = (),
        version: int | None = None,
        **options: Any,
    ) -> Position:
        """A new game. Chance comes from the seed (a fresh one if none is given) or is played by hand.

        It is played by the newest rules, or by an older version of them that is still known.
        """
        from coven.core.position import Position, Setup

        self.check_players(players)
        if chance not in ("seed", "manual"):
            raise BadOption(f'chance is "seed" or "manual", not {chance!r}')
        if chance == "manual" and seed is not None:
            raise BadOption('chance="manual" takes no seed: every outcome is played by hand')
        if len(names) > players:
            raise BadOption(f"{len(names)} names for {players} players")
        players = int(players)
        version = self.version if version is None else version
        self.check_version(version, f"there is no version {version} of the rules of {self.title} here")
        states = self.set_up(players, options, version)
        written = self.definition.settle(players, options).written
        setup = Setup(self, players, written, tuple(names), version)
        return Position.begin(setup, states, None if chance == "manual" else as_seed(seed))

    def restore(self, data: bytes) -> Position:
        """The position saved by `bytes(position)`. Its history is not saved with it."""
        from coven.core.position import Position, Setup

        size = HEADER.size + self.dtype.itemsize
        if len(data) < HEADER.size or data[: len(MAGIC)] != MAGIC:
            raise BadBytes(f"these {len(data)} bytes are not a saved position")
        _, name, version, digest, checksum = HEADER.unpack_from(data)
        name = name.rstrip(b"\0").decode("ascii", "replace")
        if name != self.name:
            raise BadBytes(f"this is a saved position of {name}, not of {self.name}")
        self.check_version(version, f"saved with version {version} of the rules")
        if digest.decode("ascii", "replace") != self.components.digest:
            raise OtherComponents(
                f"saved with component set {digest.decode('ascii', 'replace')}; this is {self.components.tag}: "
                "load the game with the file it was played with"
            )
        if len(data) != size:
            raise BadBytes(f"a saved position has {size} bytes, not {len(data)}: it was cut off or added to")
        if zlib.crc32(data[HEADER.size :]) != checksum:
            raise BadBytes("the saved position is damaged: its checksum does not fit")
        states = clone(np.frombuffer(data, self.dtype, offset=HEADER.size))
        players = int(states["players"][0])
        return Position(
            Setup(self, players, None, (), version), states, None, self.doors.who(states, 0), 0, None
        )

    def pack(self, states: States, version: int) -> bytes:
        """A state as bytes that say what they are."""
        body = states.tobytes()
        digest = self.components.digest.encode()
        return HEADER.pack(MAGIC, self.name.encode(), version, digest, zlib.crc32(body)) + body


def as_seed(seed: object) -> int:
    """A seed of the generator from a number, a random generator, or the operating system."""
    if seed is None:
        return secrets.randbits(SEED_BITS)
    if isinstance(seed, random.Random):
        return seed.getrandbits(SEED_BITS)
    if isinstance(seed, np.random.Generator):
        return int(seed.integers(0, SEED_MASK, dtype=np.int64, endpoint=True))
    if isinstance(seed, int | np.integer):
        return int(seed) & SEED_MASK
    raise BadOption(f"a seed is a whole number or a random generator, not {seed!r}")
