"""A game with its components: the rules' doors, the notation, and new positions."""

from __future__ import annotations

import random
import secrets
import struct
import threading
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from coven.core import components as component_files
from coven.core.art import seat_names
from coven.core.components import Checker, Components, Data
from coven.core.errors import BadBytes, BadOption, OtherComponents, OtherVersion, UnknownMove
from coven.core.language import Words, words
from coven.core.state import States, clone

if TYPE_CHECKING:
    from coven.core.position import Position

Options = Mapping[str, Any]
Chance = Literal["seed", "manual"]
SEED_MASK = (1 << 63) - 1
MAGIC = b"coven\x01"
HEADER = struct.Struct(f"<{len(MAGIC)}s16sH12sI")  # game, rules, components, checksum of the state


@dataclass(frozen=True)
class Definition:
    """All that a game supplies. The core knows games by this alone."""

    name: str
    title: str
    players: range
    rules: ModuleType  # VERSION and the compiled functions that core/loops.py names
    state: np.dtype[Any]
    most_legal: int
    folder: Path  # holds components.toml and rules.md
    schema: int
    check: Callable[[Checker], None]
    build: Callable[[Data], npt.NDArray[Any]]
    texts: Callable[[Components], list[str | None]]
    # The options as the rules read them and as a record writes them; raises BadOption.
    options: Callable[[int, Options], tuple[npt.NDArray[Any], dict[str, str]]]
    read_options: Callable[[Mapping[str, str]], dict[str, Any]]
    variants: Mapping[str, Options]  # ways to play worth testing and measuring, each where it is possible
    label: Callable[[Game, np.record, int, Words, Sequence[str]], str]
    prompt: Callable[[Game, np.record, Words], str]
    pending: Callable[[Game, np.record, Words], list[str]]
    ending: Callable[[np.record], str]  # how a finished game ended, in a word or two
    # The chance that what is being tried succeeds, with what has been played for it; None where nothing is tried.
    odds: Callable[[Game, np.record], float | None]
    categories: Sequence[str]  # of the final scoring, as messages
    faults: Sequence[str]  # what the bits of the rules' `faults` mean
    # Gives veiled moves of a log their faces, to fit a state that `imagine` filled in.
    retell: Callable[[Game, Sequence[tuple[int, int]], np.record], list[int]]
    draw: Callable[..., str]


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
        self.name = definition.name
        self.title = definition.title
        self.players = definition.players  # how many may play
        self.version: int = definition.rules.VERSION  # of the rules
        self.components = component_files.load(
            components or definition.folder / "components.toml",
            definition.schema,
            definition.check,
            definition.build,
        )
        self.tables = self.components.tables  # the components as the rules read them
        self.scratch = Scratch(definition.most_legal)  # buffers of this thread
        self._texts = definition.texts(self.components)

    def __repr__(self) -> str:
        return f"<Game {self.name}, components {self.components.tag}>"

    # -- the compiled doors ------------------------------------------------------------------------------------

    @cached_property
    def doors(self) -> dict[str, Any]:
        """The compiled functions of core/loops.py over this game's rules, compiled at the first use."""
        from coven.core.doors import rule_doors

        return rule_doors(self)

    def list_moves(self, states: States) -> npt.NDArray[Any]:
        """The numbers of the moves or outcomes that can be made now."""
        scratch = self.scratch
        who = self.doors["who"](states, 0)
        if who == -1:
            n = self.doors["list_chances"](states, self.tables, 0, scratch.moves, scratch.weights)
        elif who >= 0:
            n = self.doors["list_legal"](states, self.tables, 0, scratch.moves)
        else:
            n = 0
        return scratch.moves[:n].copy()

    def list_weights(self, states: States) -> npt.NDArray[Any]:
        """The weights of the outcomes of a chance decision."""
        scratch = self.scratch
        n = self.doors["list_chances"](states, self.tables, 0, scratch.moves, scratch.weights)
        return scratch.weights[:n].copy()

    def tables_to_try(self) -> list[tuple[int, str, Options]]:
        """Every number of players with every variant that is possible for it."""
        found = []
        for name, options in self.definition.variants.items():
            for players in self.players:
                try:
                    self.definition.options(players, options)
                except BadOption:
                    continue
                found.append((players, name, options))
        return found

    # -- words -------------------------------------------------------------------------------------------------

    @cached_property
    def _by_text(self) -> dict[str, int]:
        return {text.casefold(): id for id, text in enumerate(self._texts) if text is not None}

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

    def label(self, states: States, id: int, lang: str = "en", names: Sequence[str] = ()) -> str:
        """A move said to a person; seats without a name are called by their emblem."""
        say = words(lang)
        return self.definition.label(self, states[0], id, say, seat_names(names, say))

    def rules_page(self, lang: str = "en") -> str:
        """The rules in our words, as Markdown with an id for every rule."""
        words(lang)  # refuses a language there is none of
        name = "rules.md" if lang == "en" else f"rules.{lang}.md"
        return (self.definition.folder / name).read_text(encoding="utf-8")

    # -- positions ---------------------------------------------------------------------------------------------

    def new(
        self,
        players: int = 2,
        *,
        seed: int | None = None,
        chance: Chance = "seed",
        names: Sequence[str] = (),
        **options: Any,
    ) -> Position:
        """A new game. Chance comes from the seed (a fresh one if none is given) or is played by hand."""
        from coven.core.position import Position, Setup

        if players not in self.players:
            raise BadOption(
                f"{self.title} is for {self.players.start} to {self.players.stop - 1} players, not {players!r}"
            )
        if chance not in ("seed", "manual"):
            raise BadOption(f'chance is "seed" or "manual", not {chance!r}')
        if chance == "manual" and seed is not None:
            raise BadOption('chance="manual" takes no seed: every outcome is played by hand')
        if len(names) > players:
            raise BadOption(f"{len(names)} names for {players} players")
        numbers, written = self.definition.options(players, options)
        states = np.zeros(1, self.definition.state)
        self.doors["start"](states, self.tables, 0, players, numbers)
        setup = Setup(self, players, written, tuple(names))
        return Position.begin(setup, states, None if chance == "manual" else as_seed(seed))

    def restore(self, data: bytes) -> Position:
        """The position saved by `bytes(position)`. Its history is not saved with it."""
        from coven.core.position import Position, Setup

        size = HEADER.size + self.definition.state.itemsize
        if len(data) < HEADER.size or data[: len(MAGIC)] != MAGIC:
            raise BadBytes(f"these {len(data)} bytes are not a saved position")
        _, name, version, digest, checksum = HEADER.unpack_from(data)
        name = name.rstrip(b"\0").decode("ascii", "replace")
        if name != self.name:
            raise BadBytes(f"this is a saved position of {name}, not of {self.name}")
        if version != self.version:
            raise OtherVersion(f"saved with version {version} of the rules; this is version {self.version}")
        if digest.decode("ascii", "replace") != self.components.digest:
            raise OtherComponents(
                f"saved with component set {digest.decode('ascii', 'replace')}; this is {self.components.tag}: "
                "load the game with the file it was played with"
            )
        if len(data) != size:
            raise BadBytes(f"a saved position has {size} bytes, not {len(data)}: it was cut off or added to")
        if zlib.crc32(data[HEADER.size :]) != checksum:
            raise BadBytes("the saved position is damaged: its checksum does not fit")
        states = clone(np.frombuffer(data, self.definition.state, offset=HEADER.size))
        players = int(states["players"][0])
        return Position(Setup(self, players, None, ()), states, None, self.doors["who"](states, 0), 0, None)

    def pack(self, states: States) -> bytes:
        """A state as bytes that say what they are."""
        body = states.tobytes()
        digest = self.components.digest.encode()
        return HEADER.pack(MAGIC, self.name.encode(), self.version, digest, zlib.crc32(body)) + body


def as_seed(seed: object) -> int:
    """A seed of the generator from a number, a random generator, or the operating system."""
    if seed is None:
        return secrets.randbits(63)
    if isinstance(seed, random.Random):
        return seed.getrandbits(63)
    if isinstance(seed, np.random.Generator):
        return int(seed.integers(0, SEED_MASK, dtype=np.int64, endpoint=True))
    if isinstance(seed, int | np.integer):
        return int(seed) & SEED_MASK
    raise BadOption(f"a seed is a whole number or a random generator, not {seed!r}")
