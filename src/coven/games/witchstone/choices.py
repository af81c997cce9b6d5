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
from coven.games.witchstone import cells, witch
from coven.games.witchstone import say as names
from coven.games.witchstone.energy import connection_points
from coven.games.witchstone.picture.scrolls import told
from coven.games.witchstone.state import PAIR_NAMES, SYMBOLS

CAULDRON = "cauldron"  # the part of the table to look at while choosing
# Moves that are about the same thing and are asked for together.
TOGETHER = {"use": "won", "put": "won", "shelve": "rim", "bottom": "rim"}

Read = tuple[Move, str, list[str]]  # a move, its verb, and the words after it


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
        self._groups: dict[tuple[int, int], int] = {}

    def build(self, legal: Iterable[Move]) -> list[Choice]:
        groups: dict[str, list[Read]] = {}
        for move in legal:
            verb, *rest = move.text.split()
            groups.setdefault(TOGETHER.get(verb, verb), []).append((move, verb, rest))
        found: list[Choice] = []
        for about, group in groups.items():
            match about:
                case "place":
                    found += self._tiles(group)
                case "crystal":
                    found += self._crystals(group)
                case "won":
                    found += self._specials(group)
                case "rim":
                    found += self._rims(group)
                case "remove":
                    found.append(self._removals(group))
                case _:
                    found += [self._leaf(move, verb, rest) for move, verb, rest in group]
        return [self._keyed(choice, found[:i]) for i, choice in enumerate(found)]

    def _keyed(self, choice: Choice, earlier: list[Choice]) -> Choice:
        """A key names one choice of a level, and never looks like a number."""
        taken = choice.key.isdecimal() or choice.key in {other.key for other in earlier}
        return replace(choice, key="") if taken else choice

    # -- single moves ---------------------------------------------------------------------------------------

    def _leaf(self, move: Move, verb: str, rest: list[str]) -> Choice:
        label, tip = move.label(self.lang), ""
        match verb:
            case "do":
                label = self._both(SYMBOLS.index(rest[0]))
            case "energy":
                label = self._link(rest[0])
            case "stand":
                label += f"{self._gift(rest[0])} · {self._price(rest[0])}"
            case "tower":
                label += self._gift(rest[0])
            case "scroll" if (shown := int(self.s.display[int(rest[0]) - 1])) >= 0:
                tip = told(self.t, shown, self.say)
        key = verb if not rest else rest[-1] if verb not in ("scroll", "spell", "first") else ""
        return Choice(label, key, move, touch=self._touch(verb, rest), tip=tip)

    def _touch(self, verb: str, rest: list[str]) -> str:
        """What stands in the picture for a move that is made by touching one thing."""
        match verb:
            case "do" | "free":
                return f"action:{rest[0]}"
            case "energy":
                return f"link:{rest[0]}"
            case "stand" | "tower":
                return f"place:{rest[0]}"
            case "lay":
                return f"place:{self._places[int(self.s.tower[self.seat])]}"
            case "aside":
                return f"tile:{rest[0]}"
            case "token":
                return f"token:{'/'.join(rest)}"
            case "scroll" | "spell":
                return f"{verb}:{rest[0]}"
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

    def _link(self, name: str) -> str:
        ends = self.game.components.data["connections"]["list"]
        link = next(i for i, (a, b, _) in enumerate(ends) if f"{a}-{b}" == name)
        length = int(self.t.link_length[link])
        begun = int(self.s.begun_units[self.seat]) if int(self.s.begun[self.seat]) == link else 0
        return self.say.plural(
            "{link}: field {field} of {all} ({n} point)",
            "{link}: field {field} of {all} ({n} points)",
            connection_points(length),
            link=name,
            field=begun + 1,
            all=length,
        )

    @property
    def _places(self) -> list[str]:
        return [place["id"] for place in self.game.components.data["locations"]["list"]]

    def _price(self, name: str) -> str:
        """What the way to a place costs (WS-W2 to WS-W4)."""
        price = witch.cost(self.s, self.t, self.seat, self._places.index(name))
        return self.say.plural("costs {n} action", "costs {n} actions", price)

    def _gift(self, name: str) -> str:
        """The token on a place, if there is one."""
        token = int(self.s.token_at[self._places.index(name)])
        return f" ({names.token(token, self.say)})" if token >= 0 else ""

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
        tiles: dict[str, dict[str, dict[str, Move]]] = {}
        for move, _, (one, two) in group:
            tiles.setdefault(one[0] + two[0], {}).setdefault(one[1:], {})[two[1:]] = move
        return [self._tile(pair, tiles[pair]) for pair in PAIR_NAMES if pair in tiles]

    def _tile(self, pair: str, spots: dict[str, dict[str, Move]]) -> Choice:
        first, second = (SYMBOLS.index(symbol) for symbol in pair)
        halves = {name: self._half(first, name) for name in spots}
        others = {name: self._half(second, name) for name in spots}
        inside = tuple(
            replace(
                halves[cell],
                question=self._asks(second),
                inside=tuple(replace(others[name], move=spots[cell][name]) for name in sorted(spots[cell])),
                focus=CAULDRON,
            )
            for cell in sorted(spots)
        )
        tile = names.pair(PAIR_NAMES.index(pair), self.say)
        one, two = (max(half.gives or 0 for half in listed.values()) for listed in (halves, others))
        return Choice(
            f"{pair} {tile} ≤{one} ≤{two}",
            pair,
            question=self._asks(first),
            inside=inside,
            focus=CAULDRON,
            touch=f"tile:{pair}",
            plain=self.say(
                "Up to {n} {first} and {m} {second}",
                n=one,
                first=names.action(first, self.say),
                m=two,
                second=names.action(second, self.say),
            ),
        )

    def _half(self, symbol: int, name: str) -> Choice:
        """A half of a tile on a cell, with what it gives there."""
        cell = cells.BY_NAME[name]
        gives = self._grown(symbol, cell)
        return Choice(
            f"{name} ×{gives}", name, touch=f"cell:{name}", gives=gives, marks=self._around(symbol, cell)
        )

    def _asks(self, symbol: int) -> str:
        return self.say(
            "Where does the {action} half go? × is what it gives", action=names.action(symbol, self.say)
        )

    def _specials(self, group: list[Read]) -> list[Choice]:
        """Special tiles won: used up for one of their symbols, or laid for good."""
        pairs: dict[str, list[Read]] = {}
        for read in group:
            pairs.setdefault(read[2][0], []).append(read)
        return [self._special(pair, reads) for pair, reads in pairs.items()]

    def _special(self, pair: str, reads: list[Read]) -> Choice:
        named = names.pair(PAIR_NAMES.index(pair), self.say)
        inside, targets = [], []
        for move, verb, (_, where) in reads:
            if verb == "use":
                inside.append(Choice(move.label(self.lang), where, move, touch=f"special:{pair}/{where}"))
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

    def _target(self, pair: str, name: str, move: Move) -> Choice:
        """A special tile on a cell, with the groups it makes there."""
        cell = cells.BY_NAME[name]
        symbols = [SYMBOLS.index(symbol) for symbol in pair]
        sizes = [f"{SYMBOLS[symbol]}{self._grown(symbol, cell)}" for symbol in symbols]
        marks = dict.fromkeys(key for symbol in symbols for key in self._around(symbol, cell))
        return Choice(f"{name} {' '.join(sizes)}", name, move, touch=f"cell:{name}", marks=tuple(marks))

    # -- crystals -------------------------------------------------------------------------------------------

    def _crystals(self, group: list[Read]) -> list[Choice]:
        """Which crystal, then where to; the price in actions beside it."""
        targets: dict[str, list[Choice]] = {}
        for move, _, (start, *target) in group:
            at = cells.BY_NAME[start]
            if target[0] == "out":
                symbol = SYMBOLS.index(target[1])
                label = self.say("out to {action}", action=names.action(symbol, self.say))
                price, key, touch = int(self.t.exit_cost[at, symbol]), target[1], f"rim:{target[1]}"
            else:
                label = key = target[0]
                price, touch = int(self.t.distance[at, cells.BY_NAME[key]]), f"cell:{key}"
            tip = self.say.plural("costs {n} action", "costs {n} actions", price)
            targets.setdefault(start, []).append(
                Choice(f"{label} ({price})", key, move, touch=touch, tip=tip)
            )
        return [
            Choice(
                self.say("Black crystal on {cell}", cell=start)
                if int(self.s.black[self.seat]) == cells.BY_NAME[start]
                else self.say("Crystal on {cell}", cell=start),
                start,
                question=self.say("Where to? The number is what it costs"),
                inside=tuple(inside),
                focus=CAULDRON,
                touch=f"cell:{start}",
            )
            for start, inside in targets.items()
        ]

    def _rims(self, group: list[Read]) -> list[Choice]:
        """Crystals that wait on the rim: which, then onto which shelf."""
        rims: dict[tuple[str, bool], list[Read]] = {}
        for read in group:
            rims.setdefault((read[2][0], "black" in read[2]), []).append(read)
        return [self._rim(symbol, black, reads) for (symbol, black), reads in rims.items()]

    def _rim(self, symbol: str, black: bool, reads: list[Read]) -> Choice:
        action = names.action(SYMBOLS.index(symbol), self.say)
        inside = [
            Choice(move.label(self.lang), "shelve", move, touch=f"shelf:{symbol}")
            for move, verb, _ in reads
            if verb == "shelve"
        ]
        gifts = [(move, rest[-1]) for move, verb, rest in reads if verb == "bottom"]
        if gifts and gifts[0][1] == "none":
            inside.append(Choice(gifts[0][0].label(self.lang), "bottom", gifts[0][0], touch="shelf:bottom"))
        elif gifts:
            inside.append(self._bottom(action, black, gifts))
        return Choice(
            self.say("Black crystal on the {action} rim", action=action)
            if black
            else self.say("Crystal on the {action} rim", action=action),
            "" if black else symbol,
            question=self.say("Onto which shelf?"),
            inside=tuple(inside),
            touch=f"rim:{symbol}/black" if black else f"rim:{symbol}",
        )

    def _bottom(self, action: str, black: bool, gifts: list[tuple[Move, str]]) -> Choice:
        """A crystal to the token shelf: for which token."""
        return Choice(
            self.say("Black crystal from {action} to the token shelf", action=action)
            if black
            else self.say("Crystal from {action} to the token shelf", action=action),
            "bottom",
            question=self.say("For which token?"),
            inside=tuple(
                Choice(move.label(self.lang), gift.strip("3"), move, touch=f"table:{gift}")
                for move, gift in gifts
            ),
            touch="shelf:bottom",
        )

    def _removals(self, group: list[Read]) -> Choice:
        price = int(self.s.removed[self.seat]) + 1
        return Choice(
            self.say.plural("Throw out a crystal (−{n} point)", "Throw out a crystal (−{n} points)", price),
            "remove",
            question=self.say("Which crystal?"),
            inside=tuple(Choice(cell, cell, move, touch=f"cell:{cell}") for move, _, (cell,) in group),
            focus=CAULDRON,
            touch="beside",
        )
