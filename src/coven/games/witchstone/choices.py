"""The moves as choices: grouped by what a player thinks of first, each with what it would give."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from coven.core.choice import Choice
from coven.core.language import Words, words
from coven.core.move import Legal, Move
from coven.core.picture import bits
from coven.core.view import View
from coven.games.witchstone import cells, ways, whereabouts, witch
from coven.games.witchstone import say as names
from coven.games.witchstone.crystal_choices import CAULDRON, Crystals, Read
from coven.games.witchstone.energy import connection_points
from coven.games.witchstone.moves import TOKEN_NAMES
from coven.games.witchstone.picture.scrolls import told
from coven.games.witchstone.state import PAIR_NAMES, SYMBOLS

# Moves that are about the same thing and are asked for together.
TOGETHER = {"use": "won", "put": "won", "shelve": "rim", "bottom": "rim", "move": "go"}


def choices(view: View, legal: Legal, lang: str) -> list[Choice]:
    """What can be chosen now, the tree's leaves being exactly the legal moves."""
    return Tree(view, words(lang), lang).build(legal)


class Tree:
    """Builds the tree for one decision."""

    def __init__(self, view: View, say: Words, lang: str) -> None:
        self.game = view.game
        self.s: Any = view.state
        self.t: Any = view.game.tables[0]
        self.say = say
        self.lang = lang
        self.seat = max(view.actor or 0, 0)
        self.near = [int(mask) for mask in self.t.near]
        self.crystals = Crystals(self.s, self.t, self.seat, say, lang)
        self._groups: dict[tuple[int, int], int] = {}
        self._halves: dict[tuple[int, str], tuple[str, str, str, int, tuple[str, ...]]] = {}

    def build(self, legal: Iterable[Move]) -> list[Choice]:
        groups: dict[str, list[Read]] = {}
        for move in legal:
            verb, arguments = move.decoded
            groups.setdefault(TOGETHER.get(verb, verb), []).append((move, verb, arguments))
        found: list[Choice] = []
        for about, group in groups.items():
            match about:
                case "place":
                    found += self._tiles(group)
                case "crystal":
                    found += self.crystals.moved(group)
                case "won":
                    found += self._specials(group)
                case "rim":
                    found += self.crystals.on_rims(group)
                case "go":
                    found += self._ways(group)
                case "remove":
                    found.append(self.crystals.removed(group))
                case _:
                    found += [self._leaf(move) for move, _, _ in group]
        return [self._keyed(choice, found[:i]) for i, choice in enumerate(found)]

    def _keyed(self, choice: Choice, earlier: list[Choice]) -> Choice:
        """A key names one choice of a level, and never looks like a number."""
        taken = choice.key.isdecimal() or choice.key in {other.key for other in earlier}
        return replace(choice, key="") if taken else choice

    # -- single moves ---------------------------------------------------------------------------------------

    def _leaf(self, move: Move) -> Choice:
        label, coded, tip = move.label(self.lang), "", ""
        match move.decoded:
            case "do", (symbol,):
                label = self._both(symbol)
            case "energy", (link,):
                coded = self._link(self._link_name(link), link)
                label = self._link(self._joined(link), link)
            case "stand", (place,):
                coded = f"{label} {self._places[place]}{self._gift(place)} · {self._price(place)}"
                label += f"{self._gift(place)} · {self._price(place)}"
            case "tower", (place,):
                coded = f"{label} {self._places[place]}{self._gift(place)}"
                label += self._gift(place)
            case "scroll", (slot,) if (shown := int(self.s.display[slot])) >= 0:
                tip = told(self.t, shown, self.say)
        key = "" if move.decoded.verb in ("scroll", "spell", "first") else move.text.split()[-1]
        return Choice(coded or label, key, move, touch=self._touch(move), tip=tip, plain=label)

    def _touch(self, move: Move) -> str:
        """What stands in the picture for a move that is made by touching one thing."""
        match move.decoded:
            case "do" | "free", (symbol,):
                return f"action:{SYMBOLS[symbol]}"
            case "energy", (link,):
                return f"link:{self._link_name(link)}"
            case "stand" | "tower", (place,):
                return f"place:{self._places[place]}"
            case "lay", ():
                return f"place:{self._places[int(self.s.tower[self.seat])]}"
            case "aside", (tile,):
                return f"tile:{PAIR_NAMES[tile]}"
            case "token", (black, token):
                return f"token:{TOKEN_NAMES[token]}{'/black' if black else ''}"
            case "scroll" | "spell" as verb, (which,):
                return f"{verb}:{which + 1}"
        return ""

    def _both(self, first: int) -> str:
        """Both halves of the tile just laid, in the order they would be done."""
        d = int(self.s.depth) - 1
        halves = {int(self.s.frame_waiting[d, i]): int(self.s.frame_waiting[d, i + 1]) for i in (0, 2)}
        second = next(symbol for symbol in halves if symbol != first)
        return self.say(
            "{first} ×{n}, then {second} ×{m}",
            n=self._grown(first, halves[first]),
            first=names.action(first, self.say),
            m=self._grown(second, halves[second]),
            second=names.action(second, self.say),
        )

    def _link_name(self, link: int) -> str:
        a, b, _ = self.game.components.data["connections"]["list"][link]
        return f"{a}-{b}"

    def _joined(self, link: int) -> str:
        return whereabouts.capital(whereabouts.connection(self.game.components.data, link, self.say))

    def _link(self, called: str, link: int) -> str:
        length = int(self.t.link_length[link])
        begun = int(self.s.begun_units[self.seat]) if int(self.s.begun[self.seat]) == link else 0
        return self.say.plural(
            "{link}: field {field} of {all} ({n} point)",
            "{link}: field {field} of {all} ({n} points)",
            connection_points(length),
            link=called,
            field=begun + 1,
            all=length,
        )

    @property
    def _places(self) -> list[str]:
        return [place["id"] for place in self.game.components.data["locations"]["list"]]

    def _price(self, place: int) -> str:
        """What the way to a place costs (WS-W2 to WS-W4)."""
        price = witch.cost(self.s, self.t, self.seat, place)
        return self.say.plural("costs {n} action", "costs {n} actions", price)

    def _gift(self, place: int) -> str:
        """The token on a place, if there is one."""
        token = int(self.s.token_at[place])
        return f" ({names.token(token, self.say)})" if token >= 0 else ""

    # -- markers --------------------------------------------------------------------------------------------

    def _ways(self, group: list[Read]) -> list[Choice]:
        """The whole move, the shorter ones, and none; the number of each among the shorter is that of its spaces."""
        far = ways.whole(self.s, self.t)
        found = [self._way(move, far, less[0] if less else far) for move, _, less in group]
        whole, none, shorter = found[0], found[1:2], found[2:]
        if len(shorter) > 1:
            fewer = Choice(
                self.say("Move fewer spaces"),
                "fewer",
                question=self.say("How many spaces?"),
                inside=tuple(replace(way, key="") for way in shorter),
                focus=ways.track(self.s),
            )
            shorter = [fewer]
        return [whole, *shorter, *none]

    def _way(self, move: Move, far: int, spaces: int) -> Choice:
        """A marker's move; touched where it ends, unless a longer one, round the ring, ends there too."""
        end = ways.end(self.s, self.t, spaces)
        again = any(ways.end(self.s, self.t, more) == end for more in range(spaces + 1, far + 1))
        return Choice(
            move.label(self.lang),
            "go" if spaces == far else "fewer" if spaces else "stay",
            move,
            touch="" if again or not spaces else f"{ways.track(self.s)}:{end}",
            marks=tuple(ways.passed(self.s, self.t, spaces)),
        )

    # -- tiles ----------------------------------------------------------------------------------------------

    def _grown(self, symbol: int, cell: int) -> int:
        """The size of the group of a symbol around a cell, if the cell showed it."""
        return self._group(symbol, cell).bit_count()

    def _around(self, symbol: int, cell: int) -> tuple[str, ...]:
        """The cells of that group in the picture."""
        return tuple(f"cell:{cells.NAMES[here]}" for here in bits(self._group(symbol, cell)))

    def _group(self, symbol: int, cell: int) -> int:
        if (symbol, cell) in self._groups:
            return self._groups[symbol, cell]
        shown = int(self.s.symbols[self.seat, symbol])
        seen = edge = 1 << cell
        while edge:
            fresh = 0
            for here in bits(edge):
                fresh |= self.near[here]
            edge = fresh & shown & ~seen
            seen |= edge
        self._groups[symbol, cell] = seen
        return seen

    def _tiles(self, group: list[Read]) -> list[Choice]:
        """Tile, then the cell of its first half, then that of the second."""
        tiles: dict[int, dict[str, dict[str, Move]]] = {}
        for move, _, (tile, edge, flip) in group:
            ends = cells.EDGES[edge][:: -1 if flip else 1]
            one, two = (cells.NAMES[cell] for cell in ends)
            tiles.setdefault(tile, {}).setdefault(one, {})[two] = move
        return [self._tile(tile, tiles[tile]) for tile in sorted(tiles)]

    def _tile(self, number: int, spots: dict[str, dict[str, Move]]) -> Choice:
        pair = PAIR_NAMES[number]
        first, second = (SYMBOLS.index(symbol) for symbol in pair)
        asks = self._asks(second)
        inside = []
        for cell in sorted(spots):
            others = spots[cell]
            then = tuple(self._half(second, name, others[name]) for name in sorted(others))
            inside.append(self._half(first, cell, None, asks, then, CAULDRON))
        tile = names.pair(number, self.say)
        one, two = (
            max(self._grown(symbol, cells.BY_NAME[name]) for name in spots) for symbol in (first, second)
        )
        return Choice(
            f"{pair} {tile} ≤{one} ≤{two}",
            pair,
            question=self._asks(first),
            inside=tuple(inside),
            focus=CAULDRON,
            touch=f"tile:{pair}",
            halves=True,
            plain=self.say(
                "Up to {n} {first} and {m} {second}",
                n=one,
                first=names.action(first, self.say),
                m=two,
                second=names.action(second, self.say),
            ),
        )

    def _half(
        self,
        symbol: int,
        name: str,
        move: Move | None,
        question: str = "",
        inside: tuple[Choice, ...] = (),
        focus: str = "",
    ) -> Choice:
        """A half of a tile on a cell, with what it gives there."""
        told = self._halves.get((symbol, name))
        if told is None:
            cell = cells.BY_NAME[name]
            gives = self._grown(symbol, cell)
            labels = f"{name} ×{gives}", f"{self._cell(cell)} ×{gives}"
            told = self._halves[symbol, name] = *labels, f"cell:{name}", gives, self._around(symbol, cell)
        label, plain, touch, gives, marks = told
        return Choice(label, name, move, question, inside, focus, touch, gives, marks, plain)

    def _cell(self, cell: int) -> str:
        """A cell where a line begins with it."""
        return whereabouts.capital(whereabouts.cell(cell, self.say))

    def _asks(self, symbol: int) -> str:
        return self.say(
            "Where does the {action} half go? × shows what it gives", action=names.action(symbol, self.say)
        )

    def _specials(self, group: list[Read]) -> list[Choice]:
        """Special tiles won: used up for one of their symbols, or laid for good."""
        tiles: dict[int, list[Read]] = {}
        for read in group:
            tiles.setdefault(read[2][0], []).append(read)
        return [self._special(tile, reads) for tile, reads in tiles.items()]

    def _special(self, tile: int, reads: list[Read]) -> Choice:
        pair, named = PAIR_NAMES[tile], names.pair(tile, self.say)
        inside, targets = [], []
        for move, verb, (_, where) in reads:
            if verb == "use":
                half = pair[where]
                inside.append(Choice(move.label(self.lang), half, move, touch=f"special:{pair}/{half}"))
            else:
                targets.append(self._target(pair, where, move))
        if targets:
            inside.append(
                Choice(
                    self.say("Put {tile} into the cauldron", tile=named),
                    "put",
                    question=self.say("On which cell? The numbers are the groups it makes"),
                    inside=tuple(targets),
                    focus=CAULDRON,
                )
            )
        return Choice(
            self.say("Special hex tile: {pair}", pair=named),
            pair,
            question=self.say("Use it up, or put it into the cauldron?"),
            inside=tuple(inside),
            touch=f"special:{pair}",
        )

    def _target(self, pair: str, cell: int, move: Move) -> Choice:
        """A special tile on a cell, with the groups it makes there."""
        name = cells.NAMES[cell]
        symbols = [SYMBOLS.index(symbol) for symbol in pair]
        sizes = [f"{SYMBOLS[symbol]}{self._grown(symbol, cell)}" for symbol in symbols]
        marks = dict.fromkeys(key for symbol in symbols for key in self._around(symbol, cell))
        groups = ", ".join(
            f"{names.action(symbol, self.say)} ×{self._grown(symbol, cell)}" for symbol in symbols
        )
        return Choice(
            f"{name} {' '.join(sizes)}",
            name,
            move,
            touch=f"cell:{name}",
            marks=tuple(marks),
            plain=f"{self._cell(cell)} – {groups}",
        )
