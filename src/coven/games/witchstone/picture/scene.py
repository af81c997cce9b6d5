"""What every part of the picture is given: the facts, the words, the colours, and what may be done now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from coven.core import art, scene
from coven.core.lazily import lazily
from coven.core.moves import Decoded
from coven.games.witchstone import ways, whereabouts
from coven.games.witchstone.cells import EDGES
from coven.games.witchstone.moves import NO_TOKEN, TOKEN_NAMES
from coven.games.witchstone.picture.icons import INKS
from coven.games.witchstone.state import CELLS, SYMBOLS


@dataclass
class Marks(scene.Marks):
    """What the legal moves touch, by kind."""

    cells: set[int] = field(default_factory=set)
    crystals: set[int] = field(default_factory=set)  # the cells they lie on
    links: set[int] = field(default_factory=set)
    places: set[int] = field(default_factory=set)
    scrolls: set[int] = field(default_factory=set)  # positions, from 0
    tiles: set[int] = field(default_factory=set)
    specials: set[int] = field(default_factory=set)
    tokens: set[tuple[int, int]] = field(default_factory=set)  # waiting to be used: black or not, kind
    table: set[int] = field(default_factory=set)  # tokens on the stone table
    # Black or not, symbol; a crystal may come or waits there.
    rim: set[tuple[int, int]] = field(default_factory=set)
    shelves: set[int] = field(default_factory=set)
    actions: set[int] = field(default_factory=set)
    spells: set[int] = field(default_factory=set)  # 0 the single, 1 the double
    ways: set[int] = field(default_factory=set)  # spaces a marker may move less far than all the way
    go: bool = False  # and all the way
    lay: bool = False
    bottom: bool = False
    free: bool = False

    def note(self, move: Decoded, tables: Any) -> None:
        match move:
            case "place", (tile, edge, _):
                self.tiles.add(tile)
                self.cells.update(EDGES[edge])
            case "energy", (link,):
                self.links.add(link)
            case "stand" | "tower", (place,):
                self.places.add(place)
            case "crystal", (start, target):
                self.crystals.add(start)
                if target < CELLS:
                    self.cells.add(target)
                else:
                    self.rim.add((0, target - CELLS))
            case "scroll", (position,):
                self.scrolls.add(position)
            case "put", (tile, cell):
                self.specials.add(tile)
                self.cells.add(cell)
            case "use", (tile, _):
                self.specials.add(tile)
            case "token", (black, kind):
                self.tokens.add((black, kind))
            case "shelve", (black, symbol):
                self.shelves.add(symbol)
                self.rim.add((black, symbol))
            case "bottom", (black, symbol, gift):
                self.bottom = True
                self.rim.add((black, symbol))
                if gift != NO_TOKEN:
                    self.table.add(gift)
            case "aside", (tile,):
                self.tiles.add(tile)
            case "free", (symbol,):
                self.free = True
                self.actions.add(symbol)
            case "do", (symbol,):
                self.actions.add(symbol)
            case "spell", (double,):
                self.spells.add(double)
            case "go", ():
                self.go = True
            case "move", (spaces,):
                self.ways.add(spaces)
            case "lay", ():
                self.lay = True
            case _:
                pass


class Scene(scene.Scene):
    """One picture's ingredients."""

    kind_of_marks = Marks
    marks: Marks

    def ends(self) -> tuple[str, ...]:
        """The spaces of pentagram and wand on which the marker about to move may end."""
        s, t = self.state, self.tables
        spaces = self.marks.ways | ({ways.whole(s, t)} if self.marks.go else set())
        return tuple(sorted(f"{ways.track(s)}:{ways.end(s, t, n)}" for n in spaces if n))

    @lazily
    def places(self) -> Sequence[Any]:
        """Id, type, angle and radius of each."""
        return list(self.components["locations"]["list"])

    @lazily
    def scrolls(self) -> Sequence[Any]:
        return list(self.components["scrolls"]["list"])

    def place(self, index: int) -> str:
        return str(self.places[index]["id"])

    def where(self, seat: int) -> str:
        """A cauldron in data attributes."""
        return "own" if seat == self.own else str(seat)

    def inked(self, symbol: int, x: float, y: float, size: float) -> str:
        """A symbol as printed on paper."""
        name = SYMBOLS[symbol]
        return self.icon(name, x, y, size, INKS[name], self.palette.paper)

    def gem(self, owner: int, black: bool, x: float, y: float, size: float, key: str | None = None) -> str:
        """A crystal of a seat, in its colour or black."""
        fill, edge = ("#2c2836", self.palette.silver) if black else (self.fill(owner), self.palette.ink)
        return art.el(
            "use",
            href=f"#{self.prefix}-gem",
            transform=art.at(x, y, size),
            fill=fill,
            stroke=edge,
            data_key=key,
            data_thing=f"black:{owner}" if black else f"crystal:{owner}",
        )

    def witch(self, seat: int, x: float, y: float, size: float) -> str:
        return art.el(
            "use",
            href=f"#{self.prefix}-witch",
            transform=art.at(x, y, size),
            fill=self.fill(seat),
            stroke=self.palette.ink,
            data_thing=f"witch:{seat}",
        )

    def token(self, kind: int, x: float, y: float, r: float, glow: bool = False) -> str:
        """A magic token, face up: paper with its action, or the number of points."""
        p = self.palette
        inside = (
            self.inked(kind, x, y, r * 1.3)
            if kind < len(SYMBOLS)
            else art.words_at(x, y + r * 0.55, 3, r * 1.6, p.ink, font_weight="bold", text_anchor="middle")
        )
        edge = art.circle(
            x, y, r, p.paper, stroke=p.glow if glow else p.line, stroke_width=3.0 if glow else 1.2
        )
        ring = art.circle(x, y, r - 2.2, stroke=p.line, stroke_width=0.5)
        return art.el("g", edge, ring, inside, data_thing=f"token:{token_code(kind)}", data_glow="disc")

    # Words. The order is that of the symbols and of the tokens' kinds.

    def symbol(self, symbol: int) -> str:
        say = self.say
        return (
            say("energy"),
            say("witch"),
            say("pentagram"),
            say("crystal"),
            say("magic wand"),
            say("scroll"),
        )[symbol]

    def token_name(self, kind: int) -> str:
        if kind < len(SYMBOLS):
            return self.say("Magic token: {action}", action=self.symbol(kind))
        return self.say("Magic token: 3 points")

    def place_name(self, index: int) -> str:
        return whereabouts.capital(whereabouts.place(self.components, index, self.say))

    def pair(self, pair: int) -> tuple[int, int]:
        return int(self.tables.pair_a[pair]), int(self.tables.pair_b[pair])

    def pair_name(self, pair: int) -> str:
        one, two = self.pair(pair)
        return self.say("{one} and {two}", one=self.symbol(one), two=self.symbol(two))


def token_code(kind: int) -> str:
    """A token's kind in move notation."""
    return TOKEN_NAMES[kind]
