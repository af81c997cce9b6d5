"""Who sits where: people and bots, written as text and kept in a record's names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from coven.bots import Bot, bot, is_spec
from coven.bots.levels import EVERYDAY, lines
from coven.core import compiling
from coven.core.art import seat_name, seat_names
from coven.core.errors import BadOption
from coven.core.game import Game
from coven.core.language import Words

PEOPLE = ("me", "human")


@dataclass(frozen=True)
class Seat:
    """A seat at the table; without a bot a person sits there."""

    name: str
    bot: Bot | None = None


def from_specs(specs: str | None, players: int | None, seed: int | None, say: Words) -> list[Seat]:
    """Seats from a text such as "me=Ada,random"; missing ones are taken by bots."""
    given = [part.strip() for part in specs.split(",")] if specs else ["me"]
    count = players if players is not None else max(2, len(given))
    if len(given) > count:
        raise BadOption(f"{len(given)} seats are given for {count} players")
    given += [EVERYDAY] * (count - len(given))
    seats = []
    for number, spec in enumerate(given):
        kind, equals, name = spec.partition("=")
        if kind in PEOPLE:
            seats.append(Seat(_person(name) if equals else seat_name(number, say)))
        elif is_spec(spec):
            # Bots of one table must not mirror each other, so each gets a seed of its own.
            seats.append(Seat(spec, bot(spec, None if seed is None else seed * 31 + number)))
        else:
            raise BadOption(f"{spec!r} is not a seat: write me, me=Ada or a bot ({', '.join(_bots())})")
    return seats


def prepare(seats: Sequence[Seat], game: Game) -> None:
    """Refuse bots that can't play; what they run is compiled while people play."""
    for seat in seats:
        if seat.bot is not None:
            seat.bot.prepare(game, wait=False)


def warming(seats: Sequence[Seat], game: Game, say: Words) -> list[str]:
    """A line that says that bots don't play their best yet, as long as that is so."""
    if all(seat.bot is None for seat in seats) or not compiling.under_way(game.name):
        return []
    return [say("The bots are still warming up: for a minute they play quickly and simply.")]


def introduce(seats: Sequence[Seat], say: Words) -> None:
    """Say how those play who have a name of their own."""
    for level in lines(say):
        if any(seat.bot is not None and seat.name == level["spec"] for seat in seats):
            print(say("{name}: {what}", name=level["name"], what=level["line"]))


def from_names(names: Sequence[str], players: int, say: Words) -> list[Seat]:
    """The seats of a record: a name that is a bot's spec is that bot."""
    called = named(names, players, say)
    return [Seat(name, bot(name) if is_spec(name) else None) for name in called]


def named(names: Sequence[str], players: int, say: Words) -> list[str]:
    """What the seats of a record are called."""
    return seat_names([shown(name) for name in names], say, players)


def shown(name: str) -> str:
    """A name as it may be printed: a file's names come from anywhere."""
    return "".join(letter for letter in name if letter.isprintable()).strip()


def _person(name: str) -> str:
    name = name.strip()
    if not name or shown(name) != name or "|" in name:
        raise BadOption(f"{name!r} can't be a name: use printable letters, and no |")
    if is_spec(name):
        raise BadOption(f"{name!r} is a bot's name: give the person another")
    return name


def _bots() -> list[str]:
    from coven.bots import specs

    return list(specs())
