"""Crystals as choices: which is moved where and at what price, onto which shelf, or thrown out."""

from __future__ import annotations

from typing import Any

from coven.core.choice import Choice
from coven.core.language import Words
from coven.core.move import Move
from coven.games.witchstone import cells, whereabouts
from coven.games.witchstone import say as names
from coven.games.witchstone.moves import NO_TOKEN, TOKEN_NAMES
from coven.games.witchstone.state import CELLS, SYMBOLS

CAULDRON = "cauldron"  # the part of the table to look at while choosing

Read = tuple[Move, str, tuple[int, ...]]  # a move, its verb and its arguments


class Crystals:
    """Builds the choices about one seat's crystals."""

    def __init__(self, s: Any, t: Any, seat: int, say: Words, lang: str) -> None:
        self.s = s
        self.t = t
        self.seat = seat
        self.say = say
        self.lang = lang

    def moved(self, group: list[Read]) -> list[Choice]:
        """Which crystal, then where to; the price in actions beside it."""
        targets: dict[int, list[Choice]] = {}
        for move, _, (at, to) in group:
            if to >= CELLS:
                symbol = to - CELLS
                label = plain = self.say("out to {action}", action=names.action(symbol, self.say))
                price, key = int(self.t.exit_cost[at, symbol]), SYMBOLS[symbol]
                touch = f"rim:{key}"
            else:
                label, plain = cells.NAMES[to], whereabouts.cell(to, self.say)
                key, price = label, int(self.t.distance[at, to])
                touch = f"cell:{key}"
            tip = self.say.plural("costs {n} action", "costs {n} actions", price)
            plain = f"{whereabouts.capital(plain)} – {tip}"
            targets.setdefault(at, []).append(
                Choice(f"{label} ({price})", key, move, touch=touch, tip=tip, plain=plain)
            )
        return [
            Choice(
                self._crystal(at, cells.NAMES[at]),
                cells.NAMES[at],
                question=self.say("Where to? The number is what it costs"),
                inside=tuple(inside),
                focus=CAULDRON,
                touch=f"cell:{cells.NAMES[at]}",
                plain=self._crystal(at, whereabouts.cell(at, self.say)),
            )
            for at, inside in targets.items()
        ]

    def _crystal(self, at: int, called: str) -> str:
        if int(self.s.black[self.seat]) == at:
            return self.say("Black crystal on {cell}", cell=called)
        return self.say("Crystal on {cell}", cell=called)

    def on_rims(self, group: list[Read]) -> list[Choice]:
        """Crystals that wait on the rim: which, then onto which shelf."""
        rims: dict[tuple[int, int], list[Read]] = {}
        for read in group:
            black, symbol, *_ = read[2]
            rims.setdefault((symbol, black), []).append(read)
        return [self._rim(symbol, bool(black), reads) for (symbol, black), reads in rims.items()]

    def _rim(self, number: int, black: bool, reads: list[Read]) -> Choice:
        symbol, action = SYMBOLS[number], names.action(number, self.say)
        inside = [
            Choice(move.label(self.lang), "shelve", move, touch=f"shelf:{symbol}")
            for move, verb, _ in reads
            if verb == "shelve"
        ]
        gifts = [(move, arguments[-1]) for move, verb, arguments in reads if verb == "bottom"]
        if gifts and gifts[0][1] == NO_TOKEN:
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

    def _bottom(self, action: str, black: bool, gifts: list[tuple[Move, int]]) -> Choice:
        """A crystal to the token shelf: for which token."""
        return Choice(
            self.say("Black crystal from {action} to the token shelf", action=action)
            if black
            else self.say("Crystal from {action} to the token shelf", action=action),
            "bottom",
            question=self.say("For which token?"),
            inside=tuple(
                Choice(
                    move.label(self.lang),
                    move.text.split()[-1].strip("3"),
                    move,
                    touch=f"table:{TOKEN_NAMES[gift]}",
                )
                for move, gift in gifts
            ),
            touch="shelf:bottom",
        )

    def removed(self, group: list[Read]) -> Choice:
        price = int(self.s.removed[self.seat]) + 1
        return Choice(
            self.say.plural("Throw out a crystal (−{n} point)", "Throw out a crystal (−{n} points)", price),
            "remove",
            question=self.say("Which crystal?"),
            inside=tuple(
                Choice(
                    cells.NAMES[cell],
                    cells.NAMES[cell],
                    move,
                    touch=f"cell:{cells.NAMES[cell]}",
                    plain=whereabouts.capital(whereabouts.cell(cell, self.say)),
                )
                for move, _, (cell,) in group
            ),
            focus=CAULDRON,
            touch="beside",
            quiet=True,
        )
