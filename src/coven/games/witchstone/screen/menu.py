"""The moves as a menu: grouped by what a player thinks of first, each with what it would give."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from coven.core.language import Words, words
from coven.core.move import Legal, Move
from coven.core.picture import bits
from coven.core.view import View
from coven.games.witchstone import cells
from coven.games.witchstone import say as names
from coven.games.witchstone.screen.table import CAULDRON
from coven.games.witchstone.state import PAIR_NAMES, SYMBOLS
from coven.terminal.choice import Choice

LINK_POINTS = (0, 1, 3, 6)  # WS-E5


def choices(view: View, legal: Legal, lang: str) -> list[Choice]:
    """What can be chosen now, the tree's leaves being exactly the legal moves."""
    return Menu(view, words(lang), lang).build(legal)


class Menu:
    """Builds the tree for one decision."""

    def __init__(self, view: View, say: Words, lang: str) -> None:
        self.game = view.game
        self.s: Any = view.state
        self.t: Any = view.game.tables[0]
        self.say = say
        self.lang = lang
        self.seat = max(view.actor or 0, 0)
        self.near = [int(mask) for mask in self.t.near]

    def build(self, legal: Iterable[Move]) -> list[Choice]:
        by_verb: dict[str, list[tuple[Move, list[str]]]] = {}
        for move in legal:
            verb, *rest = move.text.split()
            by_verb.setdefault(verb, []).append((move, rest))
        found: list[Choice] = []
        for verb, group in by_verb.items():
            match verb:
                case "place":
                    found += self._tiles(group)
                case "crystal":
                    found += self._crystals(group)
                case "put":
                    found += self._specials(group)
                case "bottom":
                    found += self._bottom(group)
                case "remove":
                    found.append(self._removals(group))
                case _:
                    found += [self._leaf(verb, move, rest) for move, rest in group]
        return [self._keyed(choice, found[:i]) for i, choice in enumerate(found)]

    def _keyed(self, choice: Choice, earlier: list[Choice]) -> Choice:
        """A key names one choice of a level, and never looks like a number."""
        taken = choice.key.isdecimal() or choice.key in {other.key for other in earlier}
        return replace(choice, key="") if taken else choice

    # -- single moves ---------------------------------------------------------------------------------------

    def _leaf(self, verb: str, move: Move, rest: list[str]) -> Choice:
        label = move.label(self.lang)
        match verb:
            case "do":
                label = self._both(SYMBOLS.index(rest[0]))
            case "energy":
                label = self._link(rest[0])
            case "stand" | "tower":
                label += self._gift(rest[0])
        key = verb if not rest else rest[-1] if verb not in ("scroll", "spell", "first") else ""
        return Choice(label, key, move)

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
            LINK_POINTS[length],
            link=name,
            field=begun + 1,
            all=length,
        )

    def _gift(self, name: str) -> str:
        """The token on a place, if there is one."""
        ids = [place["id"] for place in self.game.components.data["locations"]["list"]]
        token = int(self.s.token_at[ids.index(name)])
        return f" ({names.token(token, self.say)})" if token >= 0 else ""

    # -- tiles ----------------------------------------------------------------------------------------------

    def _grown(self, symbol: int, cell: int) -> int:
        """The group of a symbol around a cell, if the cell showed it."""
        shown = int(self.s.symbols[self.seat, symbol])
        seen = edge = 1 << cell
        while edge:
            fresh = 0
            for here in bits(edge):
                fresh |= self.near[here]
            edge = fresh & shown & ~seen
            seen |= edge
        return seen.bit_count()

    def _tiles(self, group: list[tuple[Move, list[str]]]) -> list[Choice]:
        """Tile, then the cell of its first half, then that of the second."""
        tiles: dict[str, dict[str, dict[str, Move]]] = {}
        for move, (one, two) in group:
            tiles.setdefault(one[0] + two[0], {}).setdefault(one[1:], {})[two[1:]] = move
        return [self._tile(pair, tiles[pair]) for pair in PAIR_NAMES if pair in tiles]

    def _tile(self, pair: str, spots: dict[str, dict[str, Move]]) -> Choice:
        first, second = (SYMBOLS.index(symbol) for symbol in pair)
        gives = {name: self._grown(first, cells.BY_NAME[name]) for name in spots}
        also = {name: self._grown(second, cells.BY_NAME[name]) for name in spots}
        inside = tuple(
            Choice(
                f"{cell} ×{gives[cell]}",
                cell,
                question=self._asks(second),
                inside=tuple(
                    Choice(f"{name} ×{also[name]}", name, spots[cell][name]) for name in sorted(spots[cell])
                ),
                focus=CAULDRON,
            )
            for cell in sorted(spots)
        )
        tile = names.pair(PAIR_NAMES.index(pair), self.say)
        label = f"{pair} {tile} ≤{max(gives.values())} ≤{max(also.values())}"
        return Choice(label, pair, question=self._asks(first), inside=inside, focus=CAULDRON)

    def _asks(self, symbol: int) -> str:
        return self.say(
            "Where does the {action} half go? × is what it gives", action=names.action(symbol, self.say)
        )

    def _specials(self, group: list[tuple[Move, list[str]]]) -> list[Choice]:
        """Special tiles to be laid for good."""
        pairs: dict[str, list[tuple[str, Move]]] = {}
        for move, (pair, cell) in group:
            pairs.setdefault(pair, []).append((cell, move))
        found = []
        for pair, targets in pairs.items():
            one, two = (SYMBOLS.index(symbol) for symbol in pair)
            inside = []
            for name, move in targets:
                sizes = [f"{SYMBOLS[i]}{self._grown(i, cells.BY_NAME[name])}" for i in (one, two)]
                inside.append(Choice(f"{name} {' '.join(sizes)}", name, move))
            found.append(
                Choice(
                    self.say(
                        "Put {tile} into the cauldron", tile=names.pair(PAIR_NAMES.index(pair), self.say)
                    ),
                    f"put{pair}",
                    question=self.say("On which cell? The numbers are the groups it makes"),
                    inside=tuple(inside),
                    focus=CAULDRON,
                )
            )
        return found

    # -- crystals -------------------------------------------------------------------------------------------

    def _crystals(self, group: list[tuple[Move, list[str]]]) -> list[Choice]:
        """Which crystal, then where to; the price in actions beside it."""
        targets: dict[str, list[Choice]] = {}
        for move, (start, *target) in group:
            at = cells.BY_NAME[start]
            if target[0] == "out":
                symbol = SYMBOLS.index(target[1])
                label = self.say("out to {action}", action=names.action(symbol, self.say))
                price, key = int(self.t.exit_cost[at, symbol]), target[1]
            else:
                label = key = target[0]
                price = int(self.t.distance[at, cells.BY_NAME[key]])
            targets.setdefault(start, []).append(Choice(f"{label} ({price})", key, move))
        return [
            Choice(
                self.say("Black crystal on {cell}", cell=start)
                if int(self.s.black[self.seat]) == cells.BY_NAME[start]
                else self.say("Crystal on {cell}", cell=start),
                start,
                question=self.say("Where to? The number is what it costs"),
                inside=tuple(inside),
                focus=CAULDRON,
            )
            for start, inside in targets.items()
        ]

    def _bottom(self, group: list[tuple[Move, list[str]]]) -> list[Choice]:
        """Rim crystals to the token shelf: which, then for which token."""
        rims: dict[str, list[tuple[Move, str]]] = {}
        for move, rest in group:
            black = "black" in rest
            rims.setdefault(f"{rest[0]}{' black' if black else ''}", []).append((move, rest[-1]))
        found = []
        for rim, gifts in rims.items():
            if gifts[0][1] == "none":
                found.append(Choice(gifts[0][0].label(self.lang), move=gifts[0][0]))
                continue
            inside = tuple(Choice(move.label(self.lang), gift.strip("3"), move) for move, gift in gifts)
            action = names.action(SYMBOLS.index(rim[0]), self.say)
            label = (
                self.say("Black crystal from {action} to the token shelf", action=action)
                if rim.endswith("black")
                else self.say("Crystal from {action} to the token shelf", action=action)
            )
            found.append(Choice(label, question=self.say("For which token?"), inside=inside))
        return found

    def _removals(self, group: list[tuple[Move, list[str]]]) -> Choice:
        price = int(self.s.removed[self.seat]) + 1
        return Choice(
            self.say.plural("Throw out a crystal (−{n} point)", "Throw out a crystal (−{n} points)", price),
            "remove",
            question=self.say("Which crystal?"),
            inside=tuple(Choice(rest[0], rest[0], move) for move, rest in group),
            focus=CAULDRON,
        )
