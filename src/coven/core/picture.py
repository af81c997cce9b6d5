"""The frame of every game's picture: the sheet its parts are laid on, and how they are drawn.

What can be touched carries `data-key`, by which a choice names it; another player's things have none. What moves
from picture to picture carries `data-thing`: things of one kind share the name, and those that are not where one
was before have come from where one is missing. Parts (core/parts.py) carry `data-part`; a region within one may too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from types import SimpleNamespace
from typing import Any, Generic, TypeVar

import numpy as np

from coven.core import art
from coven.core.errors import BadOption
from coven.core.language import words
from coven.core.moves import MoveTable
from coven.core.parts import OTHER, OWN, SHEET, Drawn, Facts, Part, PartCache, drawn, made
from coven.core.scene import PAGE, Scene

WIDTH, HEIGHT = 1600, 1000
DEFS = "defs"  # what the parts refer to: icons, patterns, gradients
DIE = "die-"  # the drawing of a die's face, before its name: a page shows a roll with it (`Telling.dice`)
FIGURE = "f"  # the prefix of ids of a part drawn alone


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
