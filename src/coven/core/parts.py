"""Parts: the drawings a picture is made of, each of its own size, arranged by a sheet or by a page.

A part is a pure function of a small piece of the view, the language and the theme. It says which fields of the state it
reads and is given no others, so what it shows can be named by them: parts with the same key are drawn once for
everybody who may see them.
"""

from __future__ import annotations

import hashlib
import re
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

from coven.core.lazily import lazily

if TYPE_CHECKING:
    from coven.core.scene import Scene

# Where a page puts a part.
BOARD = "board"  # the middle, as large as can be
OWN = "own"  # what is the reader's own
SIDE = "side"  # beside the board
OTHER = "other"  # what is another player's
CORNER = "corner"  # the upper right one of the board
SHEET = "sheet"  # nowhere but on the whole sheet
ALL_SIGHT = ("seat", "actor")  # who looks, and who is to act: facts that are not in the state
FONT = re.compile(r'font-size="([\d.]+)"')


@dataclass(frozen=True)
class Part:
    """A drawing of its own size."""

    name: str  # what it shows: the map, the dice, a hand
    draw: Callable[[Any], Iterable[str]]  # of a scene: elements, from the ground up, within the size
    width: float
    height: float
    x: float = 0.0  # where it stands on the sheet, and how large
    y: float = 0.0
    scale: float = 1.0
    seat: int | None = None  # whose it is
    role: str = SIDE
    label: str = ""  # what a page calls it where it is not in sight
    target: float = 0.0  # the smallest thing to touch in it
    # What it reads of the view: fields of the state, "seat" (who looks) and "actor". None: all there is.
    reads: tuple[str, ...] | None = None
    each: tuple[str, ...] = ()  # fields with a row for each seat, of which it reads its own seat's alone
    # Facts made of the whole scene.
    tells: Mapping[str, Callable[[Any], Hashable]] = field(default_factory=dict)
    marks: tuple[str, ...] = ()  # of what may be done now, what changes more than a glow
    # Things that lie beside each other, each drawn in a box of this size; and how they lie on the sheet.
    each_size: tuple[float, float] | None = None
    lie: Callable[[int], Sequence[str]] | None = None

    @lazily
    def id(self) -> str:
        """Its name within a picture."""
        return self.name if self.seat is None else f"{self.name}:{self.seat}"

    def on_sheet(self, pieces: Sequence[str]) -> Iterable[str]:
        """Its elements as they lie on the sheet."""
        if self.each_size is None or self.lie is None:
            return pieces
        return [
            f'<g transform="{where}">{piece}</g>'
            for piece, where in zip(pieces, self.lie(len(pieces)), strict=True)
        ]

    def piece(self, scene: Scene, lit: bool) -> Scene:
        """The piece of the view it may read; without light, only marks that change more than a glow."""
        marks = scene.marks if lit or scene.marks is None else scene.marks.only(self.marks)
        if self.reads is None:
            return scene.with_(marks=marks)
        state, who = scene.state, self.seat
        known: dict[str, Any] = {name: getattr(state, name) for name in self.reads if name not in ALL_SIGHT}
        known |= {name: {who: getattr(state, name)[who]} for name in self.each}
        known |= {name: tell(scene) for name, tell in self.tells.items()}
        seat, own, actor = self._sight(scene)
        if lit:  # whose things glow
            actor = scene.actor
        return scene.with_(state=SimpleNamespace(**known), seat=seat, own=own, actor=actor, marks=marks)

    @lazily
    def _asks(self) -> tuple[bool, bool]:
        """Whether it is the part's business who looks, and who acts."""
        reads = self.reads or ()
        return "seat" in reads, "actor" in reads

    def _sight(self, scene: Scene) -> tuple[int | None, int, int]:
        """Who looks, whose things are large and who acts, as far as it is the part's business."""
        looks, acts = self._asks
        who = self.seat if self.seat is not None else -2
        seat = scene.seat if looks or scene.seat == who else None
        own = scene.own if looks or scene.own == who else -1
        return seat, own, scene.actor if acts or scene.actor == who else -1

    @lazily
    def _shares(self) -> dict[Any, list[slice]]:
        """Where in a state's bytes the fields lie that it reads, by the state's dtype."""
        return {}

    def key(self, scene: Scene) -> Hashable:
        """All that its drawing depends on, where the page does the lighting."""
        shown: Hashable
        state = scene.state
        raw: bytes = state.raw
        if self.reads is None:
            shown = raw, scene.seat, scene.own, scene.actor
        else:
            shares = self._shares.get(state.dtype)
            if shares is None:
                shares = self._shares[state.dtype] = _shares(
                    state.dtype, self.reads, self.each, self.seat or 0
                )
            told = [tell(scene) for tell in self.tells.values()]
            shown = b"".join([raw[share] for share in shares]), *told, self._sight(scene)
        marks = repr([getattr(scene.marks, name) for name in self.marks]) if self.marks else ""
        return self.id, self.width, self.height, scene.look, marks, shown


def _shares(dtype: Any, reads: tuple[str, ...], each: tuple[str, ...], seat: int) -> list[slice]:
    """The bytes of some fields, and of others a seat's row; those that lie beside each other in one piece."""
    found = []
    for name in reads:
        if name not in ALL_SIGHT:
            kind, start = dtype.fields[name][:2]
            found.append((start, start + kind.itemsize))
    for name in each:
        kind, start = dtype.fields[name][:2]
        row = kind.itemsize // kind.shape[0]
        found.append((start + row * seat, start + row * (seat + 1)))
    joined: list[tuple[int, int]] = []
    for start, end in sorted(found):
        if joined and start <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(end, joined[-1][1])
        else:
            joined.append((start, end))
    return [slice(start, end) for start, end in joined]


class Facts:
    """A state's fields as plain numbers, each made when it is first read: a NumPy record takes ten times as long."""

    def __init__(self, record: Any) -> None:
        self.record = record
        self.raw: bytes = record.tobytes()
        self.dtype = record.dtype

    def __getattr__(self, name: str) -> Any:
        try:
            value = self.record[name].tolist()
        except ValueError:
            raise AttributeError(f"the state has no field {name!r}") from None
        setattr(self, name, value)
        return value


@dataclass(frozen=True)
class Drawn:
    """A part as it was drawn: its elements, and a name for exactly this drawing."""

    id: str
    version: str
    pieces: tuple[str, ...]
    letters: float  # the smallest, in its own units; 0 without any

    @lazily
    def weight(self) -> int:
        """Characters."""
        return sum(map(len, self.pieces))


def drawn(part: Part, scene: Scene, *, lit: bool) -> Drawn:
    """Draw a part."""
    pieces = tuple(filter(None, part.draw(part.piece(scene, lit))))
    return made(part.id, pieces)


def made(id: str, pieces: Sequence[str]) -> Drawn:
    """A drawing of these elements; the same ones always have the same version."""
    known = [_known(piece) for piece in pieces]
    version = hashlib.blake2b(b"".join([name for name, _ in known]), digest_size=6).hexdigest()
    return Drawn(id, version, tuple(pieces), min([letters for _, letters in known if letters], default=0.0))


@lru_cache(maxsize=1 << 13)
def _known(piece: str) -> tuple[bytes, float]:
    """A name for an element, and the smallest letters in it: most elements are the ones of many drawings."""
    letters = min(map(float, FONT.findall(piece)), default=0.0)
    return hashlib.blake2b(piece.encode(), digest_size=8).digest(), letters


class PartCache:
    """Drawings by what they show, the newest used; threads may share it."""

    def __init__(self, most: int) -> None:
        self._most = most  # characters
        self._held = 0
        self._by_key: OrderedDict[Hashable, Drawn] = OrderedDict()
        self._same: WeakValueDictionary[tuple[str, str], Drawn] = WeakValueDictionary()
        self._lock = threading.Lock()
        self.hits = self.misses = 0

    def get(self, key: Hashable, draw: Callable[[], Drawn]) -> Drawn:
        """The drawing of a key, drawn if it is not there."""
        with self._lock:
            found = self._by_key.get(key)
            if found is not None:
                self._by_key.move_to_end(key)
                self.hits += 1
                return found
        made = draw()
        with self._lock:
            self.misses += 1
            found = self._by_key.get(key)
            if found is not None:  # another thread was quicker
                return found
            # what is the same to the last letter is held once
            made = self._same.setdefault((made.id, made.version), made)
            self._by_key[key] = made
            self._held += made.weight
            while self._held > self._most and len(self._by_key) > 1:
                _, old = self._by_key.popitem(last=False)
                self._held -= old.weight
        return made
