"""What a thing in the picture of Witchstone could be touched for: the moves it may stand for, legal or not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from coven.core.about import THING
from coven.core.picture import bits
from coven.core.view import View
from coven.games.witchstone import cauldron, cells, crystal, moves, ways
from coven.games.witchstone.state import (
    CELLS,
    PAIR_NAMES,
    PLACES,
    SETUP,
    SPACES,
    SPELL,
    SPELL_ANY,
    SYMBOLS,
    TOKENS,
)


def meant(view: View, thing: str, after: Sequence[str]) -> list[int]:
    """The moves a thing could stand for, the likeliest first; `after` are the things picked before it."""
    # spells that are held stand for themselves; of what else moves nothing is touched
    kind, _, name = thing.replace(f"{THING}scroll:", "scroll:", 1).partition(":")
    try:
        return _Touched(view, after).moves(kind, name)
    except (ValueError, IndexError):  # whatever it is, it is not in this picture
        return []


class _Touched:
    def __init__(self, view: View, after: Sequence[str]) -> None:
        self.view, self.after = view, after
        self.s: Any = view.state
        self.t: Any = view.game.tables[0]
        self.seat = max(0, view.seat or 0)
        self.encode = view.game.moves.encode

    def moves(self, kind: str, name: str) -> list[int]:
        bare, _, more = name.partition("/")
        black = int(more == "black")
        match kind:
            case "link":
                return self._found(f"energy {name}")
            case "place":
                return self._at_place(name)
            case "tile":
                return self._with_tile(PAIR_NAMES.index(name), range(CELLS))
            case "cell":
                return self._on_cell(cells.BY_NAME.get(name, -1))
            case "action":
                symbol = SYMBOLS.index(name)
                return [self.encode("do", symbol), self.encode("free", symbol)]
            case "token":
                return [self.encode("token", black, moves.TOKEN_NAMES.index(bare))]
            case "special":
                tile = PAIR_NAMES.index(bare)
                return [self.encode("use", tile, PAIR_NAMES[tile].index(more) if more else 0)]
            case "scroll":
                return self._of_scroll(name)
            case "spell":
                return [self.encode("spell", int(name) - 1)]
            case "rim":
                symbol = SYMBOLS.index(bare)
                if (picked := self._picked("cell")) is not None:
                    return [self.encode("crystal", cells.BY_NAME[picked], CELLS + symbol)]
                return [self.encode("shelve", black, symbol)]
            case "shelf" | "table":
                return self._on_shelf(kind, name)
            case "pentagram" | "wand":
                return self._along(kind, int(name))
            case "beside":
                held = bits(cauldron.crystal_cells(self.s, self.seat))
                return [self.encode("remove", cell) for cell in held[:1] or [0]]
        return []

    def _found(self, text: str) -> list[int]:
        move = self.view.game.find(text)
        return [] if move is None else [move]

    def _picked(self, kind: str) -> str | None:
        """What was picked of a kind before."""
        return next((name for one in self.after for at, _, name in [one.partition(":")] if at == kind), None)

    def _at_place(self, name: str) -> list[int]:
        stand, tower = self._found(f"stand {name}"), self._found(f"tower {name}")
        if self._is_setup:
            return tower
        index = tower[0] - moves.TOWER if tower else PLACES
        return [*([moves.LAY] if index == int(self.s.tower[self.seat]) else []), *stand]

    @property
    def _is_setup(self) -> bool:
        return int(self.s.frame_kind[int(self.s.depth) - 1]) == SETUP

    def _with_tile(self, tile: int, wanted: Sequence[int]) -> list[int]:
        """The tile on one of these cells, where most of its two is empty, and laid aside."""
        empty = cauldron.empty_cells(self.s, self.seat)
        edges = [edge for edge, pair in enumerate(cells.EDGES) if set(pair) & set(wanted)]
        best = max(edges, key=lambda edge: sum(empty >> cell & 1 for cell in cells.EDGES[edge]))
        return [self.encode("place", tile, best, 0), self.encode("aside", tile)]

    def _on_cell(self, cell: int) -> list[int]:
        """A tile or crystal that was picked, there; else the crystal there, or any tile of the hand."""
        if cell < 0:
            return []
        if (tile := self._picked("tile")) is not None:
            return self._with_tile(PAIR_NAMES.index(tile), (cell,))[:1]
        if (special := self._picked("special")) is not None:
            return [self.encode("put", PAIR_NAMES.index(special.partition("/")[0]), cell)]
        if (crystal_at := self._picked("cell")) is not None:
            return [self.encode("crystal", cells.BY_NAME[crystal_at], cell)]
        if cauldron.crystal_cells(self.s, self.seat) >> cell & 1:
            return self._nearest(cell)
        hand = bits(int(self.s.hand[self.seat]))
        return self._with_tile(hand[0], (cell,))[:1] if hand else []

    def _nearest(self, cell: int) -> list[int]:
        """The cheapest way of a crystal."""
        prices = {to: int(self.t.distance[cell, to]) for to in bits(cauldron.empty_cells(self.s, self.seat))}
        prices |= {CELLS + symbol: int(self.t.exit_cost[cell, symbol]) for symbol in range(6)}
        return [self.encode("crystal", cell, min(prices, key=lambda to: prices[to]))]

    def _of_scroll(self, name: str) -> list[int]:
        """A position of the display; or a spell that is held, by its name."""
        if name.isdecimal():
            return [self.encode("scroll", int(name) - 1)]
        listed = [scroll["id"] for scroll in self.view.game.components.data["scrolls"]["list"]]
        kind = int(self.t.scroll_kind[listed.index(name)])
        return [self.encode("spell", int(kind == SPELL))] if kind in (SPELL_ANY, SPELL) else []

    def _on_shelf(self, kind: str, name: str) -> list[int]:
        d = int(self.s.depth) - 1
        waits = [
            (black, symbol)
            for black in range(2)
            for symbol in range(6)
            if crystal.on_rim(self.s, d, symbol, black)
        ]
        if kind == "shelf" and name != "bottom":
            symbol = SYMBOLS.index(name)
            return [self.encode("shelve", int((1, symbol) in waits and (0, symbol) not in waits), symbol)]
        black, symbol = waits[0] if waits else (0, 0)
        there = [token for token in range(TOKENS) if int(self.s.table[token]) > 0]
        gift = moves.TOKEN_NAMES.index(name) if kind == "table" else there[0] if there else moves.NO_TOKEN
        return [self.encode("bottom", black, symbol, gift)]

    def _along(self, track: str, space: int) -> list[int]:
        """The marker's way to a space, round the ring or up the wand."""
        at = int((self.s.pentagram if track == "pentagram" else self.s.wand)[self.seat])
        away = (
            (space - at) % int(self.t.pentagram) or int(self.t.pentagram)
            if track == "pentagram"
            else space - at
        )
        if ways.track(self.s) == track and ways.whole(self.s, self.t) == away:
            return [moves.GO]
        return [self.encode("move", away)] if 0 < away < SPACES else []
