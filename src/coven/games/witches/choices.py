"""The moves as choices: places with what waits there, then cards by their use, with the chance each would give."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from coven.core.art import seat_names
from coven.core.choice import Choice
from coven.core.language import Words, words
from coven.core.move import Legal, Move
from coven.core.moves import Decoded
from coven.core.view import View
from coven.games.witches import board, moves, names
from coven.games.witches.attempt_state import AFTER, FAILED
from coven.games.witches.odds import ADDS, EFFECT_ADDS, Odds, bare, percent
from coven.games.witches.reading import Reading
from coven.games.witches.state import (
    ANNAGRAMMA,
    BROOMSTICK,
    DUNGEON,
    FLIGHT,
    MAGRAT,
    MOVE,
    PLUS_FOUR,
    SECOND_CHANCE,
    SYMBOL_NAMES,
)

MAP, HAND = "map", "hand"  # the parts of the table to look at while choosing
MANY_SPACES = 14  # more than these are asked for by what is there
MANY_EFFECTS = 4
SPACE_VERBS = ("to", "flee", "look", "turn", "crisis")


def choices(view: View, legal: Legal, lang: str) -> list[Choice]:
    """What can be chosen now, the tree's leaves being exactly the legal moves."""
    return Tree(view, words(lang), lang).build(legal)


class Tree:
    """Builds the tree for one decision."""

    def __init__(self, view: View, say: Words, lang: str) -> None:
        self.seat = max(view.actor or 0, 0)
        self.table = Reading(view, seat_names(view.names, say, view.players), say, self.seat)
        self.s, self.t = self.table.state, self.table.tables
        self.say = say
        self.lang = lang
        self.odds = Odds(self.table)
        depth = int(self.s.depth) - 1
        self.kind = int(self.s.frame_kind[depth]) if depth >= 0 else -1

    def build(self, legal: Iterable[Move]) -> list[Choice]:
        groups: dict[str, list[Move]] = {}
        legal = list(legal)
        back = [_first(move) for move in legal if move.decoded.verb == "return"]
        self.most_back = max(back, default=0)
        for move in legal:
            verb = move.decoded.verb
            groups.setdefault("space" if verb in SPACE_VERBS else verb, []).append(move)
        found = self._spaces(groups.pop("space", []))
        cards = self._symbols(groups.pop("symbol", []))
        cards += self._effects(groups.pop("play", []))
        cards += self._powers(groups.pop("power", []))
        cards += [self._leaf(move) for move in groups.pop("tile", [])]
        for verb, listed in groups.items():
            if verb in ("draw", "location") and len(listed) > MANY_SPACES:
                found += self._by_symbol(listed)
            else:
                found += [self._leaf(move) for move in listed]
        return _keyed([*found, *cards])

    # -- places ---------------------------------------------------------------------------------------------

    def _spaces(self, group: list[Move]) -> list[Choice]:
        """Places by name; by what is there, where there are many."""
        listed = [(self._space(move), self._there(move)) for move in group]
        if len(group) <= MANY_SPACES:
            return [choice for choice, _ in listed]
        say = self.say
        found = []
        for label, key, there in (
            (say("To a problem"), "problem", "problem"),
            (say("To another witch"), "witch", "witch"),
            (say("To an empty space"), "empty", ""),
        ):
            inside = tuple(_keyed([choice for choice, what in listed if what == there]))
            if inside:
                found.append(Choice(label, key, question=say("Where to?"), inside=inside, focus=MAP))
        return found

    def _there(self, move: Move) -> str:
        space = _first(move)
        if int(self.s.tile[space]) >= 0:
            return "problem"
        return "witch" if self._company(space) else ""

    def _company(self, space: int) -> list[int]:
        return [seat for seat in self.table.witches(space) if seat != self.seat]

    def _space(self, move: Move) -> Choice:
        """A place with its problem and the chance of four dice, or whom one meets there."""
        space = _first(move)
        coded = plain = move.label(self.lang)
        if problem := self.table.problem(space):
            coded += f" · {problem}"
            plain += f" · {self.table.problem_told(space)}"
        more = self._prospect(space, bool(problem))
        name = str(self.table.spaces()[space]["id"])
        return Choice(coded + more, name, move, touch=f"space:{name}", plain=plain + more)

    def _prospect(self, space: int, problem: bool) -> str:
        """What awaits who goes to a space: a chance, tea, a Cackle."""
        say, more = self.say, ""
        if problem:
            chance = bare(self.table, space, self.seat)
            if self.kind == MOVE and chance is not None:
                more += f" · {percent(chance, self.say)}"
        elif self.kind == MOVE and self._company(space):
            with_whom = ", ".join(self.table.names[seat] for seat in self._company(space))
            more += f" · {say('tea with {name}', name=with_whom)}"
        if self.odds.under_way and self.odds.phase == FAILED and self.kind != FLIGHT and not self._near():
            more += f" ({say('one more Cackle')})"
        return more

    def _near(self) -> bool:
        """Whether there is an empty space next door to run to."""
        return bool(board.refuges(self.s, self.t, self.seat))

    # -- cards ----------------------------------------------------------------------------------------------

    def _symbols(self, group: list[Move]) -> list[Choice]:
        """Headology and Magic with the chance they give; which Broomstick to spend is asked only if it is flown."""
        found, brooms = [], []
        for move in group:
            symbol = int(self.t.card_symbol[_first(move)])
            key, say = self._card(_first(move)), self.say
            played = Choice(
                move.label(self.lang),
                key,
                move,
                touch=f"card:{key}/symbol",
                tip=say(
                    "{what}: {more}", what=names.symbol(symbol, say), more=names.symbol_gives(symbol, say)
                ),
            )
            if symbol == BROOMSTICK:
                brooms.append(played)
                continue
            found.append(replace(played, label=f"{played.label} {self._then(ADDS[symbol])}"))
        if len(brooms) < 2:
            return found + brooms
        question = self.say("With which card?")
        return [
            *found,
            Choice(
                self.say("Fly on a Broomstick"),
                "fly",
                question=question,
                inside=tuple(_keyed(brooms)),
                focus=HAND,
            ),
        ]

    def _then(self, more: int) -> str:
        return f"+{more} → {self.odds.after(more, self.say)}"

    def _effects(self, group: list[Move]) -> list[Choice]:
        found = [self._effect(move) for move in group]
        if len(found) <= MANY_EFFECTS or self.odds.under_way:
            return found
        return [
            Choice(
                self.say("Play a card for its effect"),
                "play",
                question=self.say("Which effect?"),
                inside=tuple(_keyed(found)),
                focus=HAND,
            )
        ]

    def _effect(self, move: Move) -> Choice:
        card = _first(move)
        effect = int(self.t.card_effect[card])
        label = move.label(self.lang)
        if effect == PLUS_FOUR:
            label += f" ({self.say('against {problems}', problems=self.table.against(card))})"
        if self.odds.under_way and effect in EFFECT_ADDS:
            label += f" → {self.odds.after(EFFECT_ADDS[effect], self.say)}"
        elif self.odds.under_way and effect == SECOND_CHANCE:
            label += f" → {percent(self.odds.second_chance(), self.say)}"
        key, say = self._card(card), self.say
        tip = say("{what}: {more}", what=names.effect(effect, say), more=names.effect_gives(effect, say))
        return Choice(label, key, move, touch=f"card:{key}/effect", tip=tip)

    def _powers(self, group: list[Move]) -> list[Choice]:
        """The Power of Three: at once where one card of each name is held, else card by card."""
        if len(group) < 2:
            return [replace(self._leaf(move), touch="power") for move in group]
        return [
            Choice(
                self.say("Power of Three"),
                "power",
                question=self.say("With which card?"),
                inside=self._threes(group, 0),
                focus=HAND,
            )
        ]

    def _threes(self, group: list[Move], at: int) -> tuple[Choice, ...]:
        """The cards of one name, and inside each those that can go with it."""
        found: dict[int, list[Move]] = {}
        for move in group:
            card = int(self.t.power_cards[at, move.decoded.arguments[at]])
            found.setdefault(card, []).append(move)
        return tuple(
            replace(self._leaf(listed[0]), touch=f"card:{self._card(card)}/power")
            if at == MAGRAT
            else Choice(
                self.table.card(card),
                self._card(card),
                question=self.say("With which card?"),
                inside=self._threes(listed, at + 1),
                focus=HAND,
                touch=f"card:{self._card(card)}/power",
            )
            for card, listed in found.items()
        )

    def _by_symbol(self, group: list[Move]) -> list[Choice]:
        """Cards luck may bring, by their symbol."""
        found = []
        for symbol, name in enumerate(SYMBOL_NAMES):
            inside = [
                Choice(move.label(self.lang), self._card(_first(move)), move)
                for move in group
                if int(self.t.card_symbol[_first(move)]) == symbol
            ]
            if inside:
                label = names.symbol(symbol, self.say)
                question = self.say("Which card?")
                found.append(Choice(label, name, question=question, inside=tuple(_keyed(inside)), focus=HAND))
        return found

    # -- answers --------------------------------------------------------------------------------------------

    def _leaf(self, move: Move) -> Choice:
        say, odds = self.say, self.odds
        label = move.label(self.lang)
        match move.decoded:
            case "roll" | "face", _:
                label += f" ({percent(odds.chance(), self.say)})"
            case "done", _ if odds.under_way and odds.phase == AFTER:
                label = say("It is solved") if odds.have >= odds.need else say("It can't be solved: give up")
            case "reroll", (which_of_them,):
                first = 2 if odds.dice[2] >= 0 else 0
                which = ((first,), (first + 1,), (first, first + 1))[which_of_them]
                label += f" ({percent(odds.rerolled(which), self.say)})"
            case "tile", _ if odds.under_way and int(self.s.trainee[self.seat]) == ANNAGRAMMA:
                label += f" {self._then(2)}"
            case "take", (seat,):
                label = say("Take a Cackle from {name}", name=self.table.names[seat])
            case "choose", (trainee,):
                label = f"{label} ({names.own_tile(trainee, say)})"
        return Choice(label, move.text.split()[-1], move, touch=self._touch(move.decoded))

    def _touch(self, move: Decoded) -> str:
        """What stands in the picture for an answer; the most Cackles are given back by touching them."""
        match move:
            case "roll" | "face", _:
                return "roll"
            case "tile", _:
                return "tile"
            case "stay", _:
                return f"space:{self._at()}"
            case "reroll", (die,) if die != moves.BOTH:
                return f"die:{die + (2 if self.odds.dice[2] >= 0 else 0)}"
            case "take", (seat,):
                return f"seat:{seat}"
            case "choose", (trainee,):
                return f"trainee:{moves.TRAINEE_IDS[trainee]}"
            case "discard", (card,):
                return f"card:{self._card(card)}/discard"
            case "return", (number,) if number == self.most_back > 0:
                return "cackles"
        return ""

    def _card(self, card: int) -> str:
        """A card in notation."""
        return str(self.table.game.components.data["cards"]["list"][card]["id"])

    def _at(self) -> str:
        """Where the witch stands, in notation."""
        at = int(self.s.at[self.seat])
        return "Dungeon" if at == DUNGEON else str(self.table.spaces()[at]["id"])


def _first(move: Move) -> int:
    """What a move with one argument is about."""
    return move.decoded.arguments[0]


def _keyed(found: list[Choice]) -> list[Choice]:
    """A key names one choice of a level, and never looks like a number."""
    keys = [choice.key.casefold() for choice in found]
    return [
        replace(choice, key="") if key.isdecimal() or keys.count(key) > 1 else choice
        for choice, key in zip(found, keys, strict=True)
    ]
