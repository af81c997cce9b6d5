"""The games as the pages offer them: what their definitions say, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from coven.core import registry
from coven.core.art import emblem_names
from coven.core.definition import Definition
from coven.core.language import Words
from coven.core.option import RANDOM, Option
from coven.core.seats import SEATS
from coven.table import guide

USUAL = 2  # players, where nobody says how many


@dataclass(frozen=True)
class Item:
    """A value that can be chosen from a menu."""

    text: str  # as it is sent
    label: str
    players: list[int]  # the numbers of players it is for


@dataclass(frozen=True)
class FormField:
    """An option as the form asks for it: a menu, or a switch if it has no values."""

    game: str
    name: str
    labels: Sequence[str]  # a seat, where each has a value of its own; else one
    each_seat: bool
    values: list[Item]
    only: Mapping[str, Sequence[str]]  # the values of others under which it may be set

    def data(self) -> dict[str, Any]:
        """What the page's script needs to know."""
        values = [{"text": value.text, "players": value.players} for value in self.values]
        return {"name": self.name, "each_seat": self.each_seat, "values": values, "only": dict(self.only)}


@dataclass(frozen=True)
class Offer:
    """A game on the start page."""

    name: str
    title: str
    facts: str
    about: str
    players: range
    usual: int
    taught: bool  # by lessons, in a first game
    components: bool  # it may be played with others
    fields: list[FormField]

    def data(self) -> dict[str, Any]:
        """What the page's script needs to know."""
        return {
            "title": self.title,
            "least": self.players.start,
            "most": self.players.stop - 1,
            "usual": self.usual,
            "components": self.components,
            "options": [field.data() for field in self.fields],
        }


def usual_players(definition: Definition) -> int:
    """How many play where nobody says it."""
    return min(max(USUAL, definition.players.start), definition.players.stop - 1)


def offers(say: Words) -> list[Offer]:
    """Every game that can be played."""
    return [_offer(registry.definition(name), say) for name in registry.playable()]


def _offer(definition: Definition, say: Words) -> Offer:
    return Offer(
        definition.name,
        say.title(definition.title),
        say(definition.facts) if definition.facts else _numbers(definition.players, say),
        say(definition.blurb) if definition.blurb else "",
        definition.players,
        usual_players(definition),
        bool(guide.lessons(definition.name)),
        definition.implementation.components is not None,
        [_field(definition.name, option, say) for option in definition.options],
    )


def _numbers(players: range, say: Words) -> str:
    """For how many a game is."""
    least, most = players.start, players.stop - 1
    if least == most:
        return say.plural("{n} player", "{n} players", most)
    return say("{least} to {most} players", least=least, most=most)


def _field(game: str, option: Option, say: Words) -> FormField:
    seats = emblem_names(say)
    if option.seat:
        every = list(range(1, SEATS + 1))
        values = [Item(RANDOM, say("Left to chance"), every)]
        values += [Item(str(seat), seats[seat], every[seat:]) for seat in range(SEATS)]
    else:
        values = [Item(value.text, say(value.label), list(value.players)) for value in option.values]
    labels = [say(option.label, seat=seat) for seat in seats] if option.each_seat else [say(option.label)]
    return FormField(game, option.name, labels, option.each_seat, values, option.only)


def credits(say: Words) -> str:
    """The games by their whole names, and who made them up."""
    named = map(registry.definition, registry.playable())
    return "; ".join(
        say(definition.credit) if definition.credit else say.title(definition.title) for definition in named
    )


def in_a_row(items: Sequence[str], say: Words) -> str:
    """Several things in a sentence."""
    *some, last = items
    return say("{some} and {last}", some=", ".join(some), last=last) if some else last
