"""The frame of every game's picture: what its parts are given, and the sheet they are laid on.

What can be touched carries `data-key`, by which a choice names it; another player's things have none. What moves
from picture to picture carries `data-thing`: things of one kind share the name, and those that are not where one
was before have come from where one is missing. A `data-part` is a region one can look at alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Self, TypeVar

from coven.core import art
from coven.core.language import Words, words
from coven.core.moves import Decoded, MoveTable

WIDTH, HEIGHT = 1600, 1000


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


@dataclass(frozen=True)
class Scene:
    """One picture's ingredients: the facts, the words and the colours. A game adds what its own parts need."""

    state: Any
    tables: Any
    components: Mapping[str, Any]
    seat: int | None
    own: int  # whose things are shown large; the first seat's to a spectator
    actor: int  # who decides now; -1 for nobody, or chance
    say: Words
    names: Sequence[str]
    theme: str
    palette: art.Palette
    prefix: str
    legal: Sequence[Decoded]  # the moves that may be made now

    @property
    def players(self) -> int:
        return int(self.state.players)

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
        return art.marker(self.prefix, seat, x, y, r, self.palette.ink, self.palette.ink)

    def panel(self, x: float, y: float, w: float, h: float, edge: float, double: bool) -> str:
        """The ground of a player's panel; a double brass line tells one from the others."""
        p = self.palette
        ground = art.rect(x, y, w, h, 10, p.panel, stroke=p.line, stroke_width=edge)
        if double:
            ground += art.rect(x + 4.5, y + 4.5, w - 9, h - 9, 7, "none", stroke=p.line, stroke_width=0.8)
        return ground

    def score(self, seat: int, x: float, y: float, size: float, under: float) -> str:
        """A seat's points up to a right edge: the number on one base line, what it counts on another."""
        p, score = self.palette, int(self.state.score[seat])
        return art.el(
            "g",
            art.tip(self.say.plural("{n} victory point", "{n} victory points", score)),
            art.words_at(x, y, score, size, p.text, text_anchor="end"),
            art.words_at(x, under, self.say("points"), 13, p.quiet, text_anchor="end"),
            data_score=score,
            data_thing=f"score:{seat}",
        )

    def player(self, seat: int, *parts: str) -> str:
        """All that lies in a player's panel."""
        return art.el("g", *parts, id=f"{self.prefix}-player-{seat}", data_part="player", data_seat=seat)

    def now(self, *parts: str) -> str:
        """All that says whose decision is asked for."""
        return art.el(
            "g",
            *parts,
            id=f"{self.prefix}-now",
            data_part="now",
            data_actor=self.actor if self.actor >= 0 else None,
        )


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
    candle: Candle
    defs: str
    parts: Sequence[str]


def framed(game: str, scene: Scene, sheet: Sheet) -> str:
    """The sheet as SVG, with all that every picture says of itself."""
    p, prefix = scene.palette, scene.prefix
    scores = ", ".join(
        scene.say.plural(
            "{name}: {n} point",
            "{name}: {n} points",
            int(scene.state.score[seat]),
            name=scene.names[seat],
        )
        for seat in range(scene.players)
    )
    return art.el(
        "svg",
        art.tip(sheet.title),
        art.el("desc", art.escape(f"{sheet.sentence}. {scores}.")),
        art.el("defs", sheet.candle.defs(prefix, p), art.seat_defs(prefix), sheet.defs),
        art.el(
            "g",
            art.rect(0, 0, WIDTH, HEIGHT, 0, f"url(#{prefix}-candle)"),
            art.rect(5, 5, WIDTH - 10, HEIGHT - 10, 8, "none", stroke=p.line, stroke_width=0.6, opacity=0.6),
            data_part="sheet",
            aria_hidden="true",
        ),
        *sheet.parts,
        xmlns="http://www.w3.org/2000/svg",
        id=prefix,
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        width="100%",
        role="img",
        font_family=art.SERIF,
        data_game=game,
        data_theme=scene.theme,
        data_view="spectator" if scene.seat is None else scene.seat,
    )


S = TypeVar("S", bound=Scene)


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
        """A position as SVG, as a seat sees it (None: a spectator).

        `state` is a view's record, `tables` and `components` the component set, compiled and as data; `legal`
        are the numbers of the moves that may be made now; what they touch glows.
        """
        say = words(lang)
        scene = self.scene(
            state=state,
            tables=tables,
            components=components,
            seat=seat,
            own=seat or 0,
            actor=max(self.actor(state), -1),
            say=say,
            names=art.seat_names(names, say),
            theme=theme,
            palette=art.palette(theme),
            prefix=art.digest(
                state.tobytes(), tables.tobytes(), seat, lang, tuple(names), theme, tuple(legal)
            ),
            legal=[self.moves.decode(move) for move in legal],
        )
        return framed(self.game, scene, self.lay(scene))


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
