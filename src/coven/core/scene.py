"""What the parts of a picture are made from: the facts, the words and the colours, and what may be touched."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self, cast

from coven.core import art
from coven.core.language import Words
from coven.core.lazily import lazily
from coven.core.moves import Decoded

PAGE = "t"  # the prefix of ids where there is one picture alone
MOST_KEPT = 30_000  # small drawings
_drawings: dict[Hashable, str] = {}
MOST_LOOKS = 2000
_bare: dict[Hashable, Scene] = {}


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
        """A seat's colour and pattern, as what something is filled with."""
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
        """A seat's counter."""
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
        art.words_at(x, y, str(score).replace("-", "−"), size, p.text, text_anchor="end"),
        art.words_at(x, under, say("points"), 18.4, p.quiet, text_anchor="end"),
        data_score=score,
        data_thing=f"score:{seat}",
    )
