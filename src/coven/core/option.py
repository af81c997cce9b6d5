"""The options of a game: declared once, for the command line, the start page, records and the rules.

An option is a choice between values, a switch, or a seat; it may be one for each seat. Rules read options as numbers,
in the order of their declaration, one number an option or one a seat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from coven.core.errors import BadOption
from coven.core.seats import SEATS

if TYPE_CHECKING:
    import numpy.typing as npt

RANDOM = "random"  # a seat that is left to chance
SWITCH = ("no", "yes")
# What commands, tables, environments and Python itself call something else.
RESERVED = frozenset(
    (
        "ask_all bots chance check chunk clock components device game games guide help hints jobs json keep lang "
        "listed names on out players private rated render_mode reward rotate run save seat seats seed stand_in "
        "statistics threads workers"
    ).split()
)


@dataclass(frozen=True)
class Value:
    """One of the values of an option."""

    text: str  # as a record writes it
    number: int  # as the rules read it
    label: str  # as people read it; a message
    players: range = range(1, SEATS + 1)  # the numbers of players it is for


@dataclass(frozen=True)
class Option:
    """One option. Without values it is a switch, or a seat that may be left to chance."""

    name: str
    label: str  # a message; where each seat has a value of its own, {seat} in it is the seat
    help: str  # on the command line
    values: tuple[Value, ...] = ()
    seat: bool = False  # a seat, or left to chance; a rematch moves it on to the next
    each_seat: bool = False  # every seat has a value of its own
    # Values of others under which it may be set.
    only: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def switch(self) -> bool:
        """Whether it is on or off."""
        return not self.values and not self.seat

    def texts(self, players: int) -> list[str]:
        """Its values with so many players, as a record writes them; the first is the default."""
        if self.seat:
            return [RANDOM, *map(str, range(players))]
        if self.switch:
            return list(SWITCH)
        return [value.text for value in self.values if players in value.players]

    def number(self, text: str) -> int:
        """A value as the rules read it."""
        if self.seat:
            return -1 if text == RANDOM else int(text)
        if self.switch:
            return SWITCH.index(text)
        return next(value.number for value in self.values if value.text == text)

    def may_be(self, players: int) -> str:
        """What it may be, in words."""
        if self.seat:
            return f'a seat from 0 to {players - 1} or "{RANDOM}"'
        if self.switch:
            return "True or False"
        listed = f"one of {', '.join(value.text for value in self.values)}"
        return f"{listed}, or one for each of the {players} seats" if self.each_seat else listed


class Settled(NamedTuple):
    """The options of one game, as the rules read them and as a record writes them."""

    numbers: npt.NDArray[Any]
    written: dict[str, str]


def settle(title: str, options: Sequence[Option], players: int, given: Mapping[str, Any]) -> Settled:
    """Read what was given; BadOption says what would be right."""
    import numpy as np  # only here: help is shown without it

    known = [option.name for option in options]
    unknown = sorted(given.keys() - set(known))
    if unknown:
        has = f"it has {' and '.join(known)}" if known else "it has none"
        raise BadOption(f"{title} has no option {', '.join(unknown)}; {has}")
    written: dict[str, str] = {}
    numbers: list[int] = []
    for option in options:
        if option.name in given:
            texts = [_text(option, one, players) for one in _each(option, given[option.name], players)]
        else:
            texts = option.texts(players)[:1] * (players if option.each_seat else 1)
        _check_only(option, texts, written, players)
        written[option.name] = ",".join(texts)
        numbers += [option.number(text) for text in texts]
        if option.each_seat:
            numbers += [0] * (SEATS - players)
    return Settled(np.array(numbers, np.int64), written)


def _each(option: Option, given: Any, players: int) -> list[Any]:
    """The values given: one, or one a seat."""
    if not option.each_seat:
        return [given]
    if isinstance(given, str) or not isinstance(given, Sequence):
        return [given] * players
    if len(given) != players:
        raise BadOption(f"{option.name} is {option.may_be(players)}, not {given!r}")
    return list(given)


def _text(option: Option, given: Any, players: int) -> str:
    """A value as a record writes it; Python writes numbers and truth in its own way."""
    if option.switch:
        text = SWITCH[given] if isinstance(given, bool) else None
    else:
        whole = isinstance(given, int) and not isinstance(given, bool)
        text = str(given) if whole or isinstance(given, str) else None
    possible = [value.text for value in option.values] or option.texts(players)
    if text is None or text not in possible:
        raise BadOption(f"{option.name} is {option.may_be(players)}, not {given!r}")
    if text not in option.texts(players):
        value = next(value for value in option.values if value.text == text)
        low, high = value.players.start, value.players.stop - 1
        whom = f"{low} to {high} players" if low < high else "1 player" if low == 1 else f"{low} players"
        raise BadOption(f"{option.name} {text} is for {whom}, not for {players}")
    return text


def _check_only(option: Option, texts: Sequence[str], written: Mapping[str, str], players: int) -> None:
    if all(text == option.texts(players)[0] for text in texts):
        return
    for other, values in option.only.items():
        if written[other] not in values:
            raise BadOption(
                f"{option.name} is for {other} {' or '.join(values)}, not for {other} {written[other]}"
            )


def read(options: Sequence[Option], written: Mapping[str, str]) -> dict[str, Any]:
    """Options from a record's header or the command line, as Python gives them."""
    found: dict[str, Any] = dict(written)
    for option in options:
        text = found.get(option.name)
        if text is None:
            continue
        if option.switch:
            found[option.name] = text == "yes" if text in SWITCH else text
        elif option.each_seat and "," in text:
            found[option.name] = text.split(",")
    return found


def after_rematch(options: Sequence[Option], written: Mapping[str, str], players: int) -> dict[str, str]:
    """The options of a rematch: a seat that was named moves on to the next."""
    again = dict(written)
    for option in options:
        if option.seat and again.get(option.name, RANDOM) != RANDOM:
            again[option.name] = str((int(again[option.name]) + 1) % players)
    return again
