"""The frame of every game's picture: what its parts are given, and the sheet they are laid on.

What can be touched carries `data-key`, by which a choice names it; another player's things have none. What moves
from picture to picture carries `data-thing`: things of one kind share the name, and those that are not where one
was before have come from where one is missing. Parts (core/parts.py) carry `data-part`; a region within one may too.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import count
from types import SimpleNamespace
from typing import Any, ClassVar, Generic, Self, TypeVar, cast

import numpy as np

from coven.core import art
from coven.core.errors import BadOption
from coven.core.language import Words, words
from coven.core.lazily import lazily
from coven.core.moves import Decoded, MoveTable
from coven.core.parts import OTHER, OWN, SHEET, Drawn, Facts, Part, PartCache, drawn, made

WIDTH, HEIGHT = 1600, 1000
DEFS = "defs"  # what the parts refer to: icons, patterns, gradients
DIE = "die-"  # the drawing of a die's face, before its name: a page shows a roll with it (`Telling.dice`)
MOST_KEPT = 30_000  # small drawings
_drawings: dict[Hashable, str] = {}
MOST_LOOKS = 2000
_bare: dict[Hashable, Scene] = {}
PAGE = "t"  # the prefix of ids where there is one picture alone
FIGURE = "f"  # and of a part drawn alone


class Marks:
    """What the legal moves touch; a game says by which kinds."""

    @classmethod
    def of(cls, legal: Iterable[Decoded], tables: Any) -> Self:
        """Made of the moves; a component set's tables tell what their parts stand for."""
        marks = cls()
        for move in legal:
            marks.note(move, tables)
        return marks

    def note(self, move: Decoded, tables: Any) -> None:
        """Add what a move touches. Moves without a thing to touch are left alone."""
        raise NotImplementedError

    def only(self, names: Iterable[str]) -> Self:
        """Some of them, as if no move touched the others."""
        kept = type(self)()
        for name in names:
            setattr(kept, name, getattr(self, name))
        return kept


@dataclass(frozen=True)
class Scene:
    """One picture's ingredients: the facts, the words and the colours. A game adds what its own parts need."""

    kind_of_marks: ClassVar[type[Marks] | None] = None

    game: str
    players: int
    state: Any  # a view's facts, as plain numbers; a part that says what it reads is given those alone
    tables: Any  # of the component set, as plain numbers
    components: Mapping[str, Any]
    seat: int | None
    own: int  # whose things are shown large; the first seat's to a spectator
    actor: int  # who decides now; -1 for nobody, or chance
    say: Words
    names: Sequence[str]
    theme: str
    palette: art.Palette
    prefix: str
    marks: Any  # what the moves that may be made now touch

    @lazily
    def look(self) -> tuple[object, ...]:
        """All that does not change while a game is played and looked at."""
        called = tuple(self.names)
        return self.game, self.players, self.prefix, self.say.lang, self.theme, called, self.tables.serial

    def once(self, draw: Callable[..., str], *facts: Hashable) -> str:
        """A small drawing that depends on these facts alone; for pages it is kept. `draw` gets no others."""
        if self.prefix != PAGE:
            return draw(self.bare, *facts)
        key = draw, self.look, facts
        found = _drawings.get(key)
        if found is None:
            if len(_drawings) > MOST_KEPT:
                _drawings.clear()
            found = _drawings[key] = draw(self.bare, *facts)
        return found

    @lazily
    def bare(self) -> Self:
        """The scene without anything that changes; for pages that look the same it is the same one."""
        found = _bare.get(self.look)
        if found is None:
            found = replace(self, state=None, marks=None, seat=None, own=-1, actor=-1)
            if self.prefix == PAGE:
                if len(_bare) > MOST_LOOKS:
                    _bare.clear()
                _bare[self.look] = found
        return cast(Self, found)

    def with_(self, **other: Any) -> Self:
        """The same scene with other facts and nothing that was made of the old ones; it looks the same."""
        made = object.__new__(type(self))
        facts = self.__dataclass_fields__
        made.__dict__.update({name: fact for name, fact in self.__dict__.items() if name in facts})
        made.__dict__.update(other, look=self.look, bare=self.bare)
        return made

    def fill(self, seat: int) -> str:
        return art.seat_fill(self.prefix, seat)

    def icon(self, name: str, x: float, y: float, size: float, colour: str, ground: str) -> str:
        """A drawing in a colour; its cuts show the ground."""
        return art.el(
            "use",
            href=f"#{self.prefix}-{name}",
            transform=art.at(x, y, size),
            color=colour,
            fill=ground,
            stroke=ground,
        )

    def marker(self, seat: int, x: float, y: float, r: float) -> str:
        return self.once(_marker, seat, x, y, r)

    def panel(self, x: float, y: float, w: float, h: float, edge: float, double: bool) -> str:
        """The ground of a player's panel; a double brass line tells one from the others."""
        return self.once(_panel, x, y, w, h, edge, double)

    def score(self, seat: int, x: float, y: float, size: float, under: float) -> str:
        """A seat's points up to a right edge: the number on one base line, what it counts on another."""
        return self.once(_score, seat, int(self.state.score[seat]), x, y, size, under)


def _marker(scene: Scene, seat: int, x: float, y: float, r: float) -> str:
    return art.marker(scene.prefix, seat, x, y, r, scene.palette.ink, scene.palette.ink)


def _panel(scene: Scene, x: float, y: float, w: float, h: float, edge: float, double: bool) -> str:
    p = scene.palette
    ground = art.rect(x, y, w, h, 10, p.panel, stroke=p.line, stroke_width=edge)
    if double:
        ground += art.rect(x + 4.5, y + 4.5, w - 9, h - 9, 7, "none", stroke=p.line, stroke_width=0.8)
    return ground


def _score(scene: Scene, seat: int, score: int, x: float, y: float, size: float, under: float) -> str:
    p, say = scene.palette, scene.say
    return art.el(
        "g",
        art.tip(say.plural("{n} victory point", "{n} victory points", score)),
        art.words_at(x, y, score, size, p.text, text_anchor="end"),
        art.words_at(x, under, say("points"), 17.5 if size > 34 else 16, p.quiet, text_anchor="end"),
        data_score=score,
        data_thing=f"score:{seat}",
    )


S = TypeVar("S", bound=Scene)


@dataclass(frozen=True)
class Candle:
    """Where light falls on the sheet, in parts of it: middle, reach, and how much of that is brightest."""

    x: float
    y: float
    r: float
    bright: float

    def defs(self, prefix: str, p: art.Palette) -> str:
        x, y, r, bright = (f"{part:g}".removeprefix("0") for part in (self.x, self.y, self.r, self.bright))
        return (
            f'<radialGradient id="{prefix}-candle" cx="{x}" cy="{y}" r="{r}">'
            f'<stop offset="{bright}" stop-color="{p.light}"/>'
            f'<stop offset="1" stop-color="{p.ground}"/></radialGradient>'
        )


@dataclass(frozen=True)
class Sheet:
    """What a game lays on its picture, from the ground up."""

    title: str
    sentence: str  # the decision asked for now
    parts: Sequence[Part]
    candle: Candle = Candle(0.3, 0.4, 0.8, 0.1)
    defs: str = ""  # what its own parts refer to


def player_parts(
    scene: S,
    draw: Callable[[S, int], Iterable[str]],
    size: tuple[float, float],
    at: tuple[float, float],
    gap: float,
    **reads: Any,
) -> list[Part]:
    """A part for each player, below each other, from the one who looks on; `reads` and `each` as a part has them."""

    def of(seat: int) -> Callable[[S], Iterable[str]]:
        return lambda scene: draw(scene, seat)

    (w, h), (x, y) = size, at
    parts = []
    for row in range(scene.players):
        seat = (scene.own + row) % scene.players
        role, label = (OTHER, scene.say("Others")) if row else (OWN, scene.say("Mine"))
        down = y + row * (h + gap)
        parts.append(Part("player", of(seat), w, h, x, down, seat=seat, role=role, label=label, **reads))
    return parts


def framed(scene: Scene, sheet: Sheet) -> str:
    """The sheet as SVG, with all that every picture says of itself."""
    p, prefix = scene.palette, scene.prefix
    return art.el(
        "svg",
        art.tip(sheet.title),
        art.el("desc", art.escape(said(scene, sheet))),
        art.el("defs", sheet.candle.defs(prefix, p), art.seat_defs(prefix), sheet.defs),
        art.el(
            "g",
            art.rect(0, 0, WIDTH, HEIGHT, 0, f"url(#{prefix}-candle)"),
            art.rect(5, 5, WIDTH - 10, HEIGHT - 10, 8, "none", stroke=p.line, stroke_width=0.6, opacity=0.6),
            data_part="sheet",
            aria_hidden="true",
        ),
        *(
            art.el(
                "g",
                *part.on_sheet(drawn(part, scene, lit=True).pieces),
                id=f"{prefix}-{part.id.replace(':', '-')}",
                transform=f"translate({art.num(part.x)} {art.num(part.y)})"
                + (f" scale({part.scale:.4g})" if part.scale != 1 else ""),
                data_part=part.name,
                data_seat=part.seat,
            )
            for part in sheet.parts
        ),
        xmlns="http://www.w3.org/2000/svg",
        id=prefix,
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        width="100%",
        role="img",
        font_family=art.SERIF,
        data_game=scene.game,
        data_theme=scene.theme,
        data_view="spectator" if scene.seat is None else scene.seat,
    )


def said(scene: Scene, sheet: Sheet) -> str:
    """The picture in words: what is asked for, and how all stand."""
    scores = ", ".join(
        scene.say.plural(
            "{name}: {n} point",
            "{name}: {n} points",
            int(scene.state.score[seat]),
            name=scene.names[seat],
        )
        for seat in range(scene.players)
    )
    return f"{sheet.sentence}. {scores}."


@dataclass(frozen=True)
class Spread:
    """A picture as a page has it: what its parts refer to, and the parts in the order they are laid."""

    title: str
    said: str
    parts: list[tuple[Part, Drawn]]
    defs: Drawn


@dataclass(frozen=True)
class Picture(Generic[S]):
    """How a game is drawn: called with a position, it gives the SVG."""

    game: str
    scene: type[S]
    actor: Callable[[Any], int]  # the rules' own
    moves: MoveTable
    lay: Callable[[S], Sheet]

    def __call__(
        self,
        state: Any,
        tables: Any,
        components: Mapping[str, Any],
        *,
        seat: int | None,
        lang: str = "en",
        names: Sequence[str] = (),
        theme: str = "dark",
        legal: Sequence[int] = (),
    ) -> str:
        """A position as SVG, as a seat sees it (None: a spectator): its parts, as they lie on one sheet.

        `state` is a view's record, `tables` and `components` the component set, compiled and as data; `legal`
        are the numbers of the moves that may be made now; what they touch glows.
        """
        told = state.tobytes(), tables.tobytes(), seat, lang, tuple(names), theme, tuple(legal)
        scene = self._scene(state, tables, components, seat, lang, names, theme, legal, art.digest(told))
        return framed(scene, self.lay(scene))

    def spread(
        self,
        state: Any,
        tables: Any,
        components: Mapping[str, Any],
        cache: PartCache,
        *,
        seat: int | None,
        lang: str,
        names: Sequence[str],
        theme: str,
        legal: Sequence[int],
    ) -> Spread:
        """The parts of a position for a page, which lights what can be touched itself."""
        scene = self._scene(state, tables, components, seat, lang, names, theme, legal, PAGE)
        sheet = self.lay(scene)
        defs = cache.get(
            (self.game, DEFS, theme),
            lambda: made(DEFS, [art.el("defs", art.seat_defs(PAGE), sheet.defs)]),
        )

        def one(part: Part) -> Drawn:
            return cache.get(part.key(scene), lambda: drawn(part, scene, lit=False))

        parts = [(part, one(part)) for part in sheet.parts if part.role != SHEET]
        return Spread(sheet.title, said(scene, sheet), parts, defs)

    def figure(
        self,
        state: Any,
        tables: Any,
        components: Mapping[str, Any],
        part: str,
        crop: tuple[float, float, float, float] | None,
        *,
        seat: int | None,
        lang: str,
        names: Sequence[str],
        theme: str,
        legal: Sequence[int],
    ) -> str:
        """One part as a drawing of its own, the own one where each seat has one; of a crop, only that piece."""
        scene = self._scene(state, tables, components, seat, lang, names, theme, legal, FIGURE)
        sheet = self.lay(scene)
        shown = next((one for one in sheet.parts if one.name == part), None)
        if shown is None:
            known = ", ".join(dict.fromkeys(one.name for one in sheet.parts))
            raise BadOption(f"there is no part {part!r}, choose one of {known}")
        x, y, w, h = crop or (0.0, 0.0, shown.width, shown.height)
        return art.el(
            "svg",
            art.el("defs", art.seat_defs(FIGURE), sheet.defs),
            *shown.on_sheet(drawn(shown, scene, lit=True).pieces),
            xmlns="http://www.w3.org/2000/svg",
            viewBox=" ".join(map(art.num, (x, y, w, h))),
            width=art.num(w),
            height=art.num(h),
            font_family=art.SERIF,
        )

    def _scene(
        self,
        state: Any,
        tables: Any,
        components: Mapping[str, Any],
        seat: int | None,
        lang: str,
        names: Sequence[str],
        theme: str,
        legal: Sequence[int],
        prefix: str,
    ) -> S:
        say, kind = words(lang), self.scene.kind_of_marks
        plain = _plain(tables.tobytes(), tables.dtype, _Held(components))
        return self.scene(
            game=self.game,
            players=int(state.players),
            state=Facts(state),
            tables=plain,
            components=components,
            seat=seat,
            own=seat or 0,
            actor=max(self.actor(state), -1),
            say=say,
            names=art.seat_names(names, say),
            theme=theme,
            palette=art.palette(theme),
            prefix=prefix,
            marks=kind and kind.of(map(self.moves.decode, legal), plain),
        )


class _Held:
    """A thing that is the same as itself alone, kept so that no other takes its place."""

    __slots__ = ("thing",)

    def __init__(self, thing: object) -> None:
        self.thing = thing

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Held) and other.thing is self.thing

    def __hash__(self) -> int:
        return id(self.thing)


@lru_cache(maxsize=64)
def _plain(raw: bytes, dtype: Any, components: _Held) -> SimpleNamespace:
    """A component set's tables as plain numbers: a NumPy record takes ten times as long to read.

    Sets with the same numbers may have other names: each has a serial of its own.
    """
    record = np.frombuffer(raw, dtype)[0]
    return SimpleNamespace(serial=next(_serials), **{name: record[name].tolist() for name in dtype.names})


_serials = count()


def round_touch(x: float, y: float, r: float) -> str:
    """Nothing to be seen: room for a finger around a small thing."""
    return art.circle(x, y, r, "transparent", pointer_events="all")


def square_touch(x: float, y: float, w: float, h: float) -> str:
    """The same from a top left corner."""
    return art.rect(x, y, w, h, 0, "transparent", pointer_events="all")


def bits(mask: Any) -> list[int]:
    """The members of a set."""
    left, found = int(mask), []
    while left > 0:
        low = left & -left
        found.append(low.bit_length() - 1)
        left ^= low
    return found
