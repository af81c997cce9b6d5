"""Luck that can be checked afterwards: it follows from a secret that was promised before and from the players' numbers.

Before a game begins whoever deals tells the hash of a secret, each player the hash of a number of hers; then the
numbers are told, and at the end of the game the secret. Every draw is a keyed hash of its place in the record, so
nobody chose it and no player could foresee it. Each number is a link of a chain, in which it is the hash of the next:
every action of a player brings the link that belongs to its place, and the key of all further draws follows from it,
so that whoever deals can't foresee them either. Anybody can reckon it all again: `docs/fairness.md`, with limits.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from coven.core.errors import CovenError

if TYPE_CHECKING:
    from coven.core.language import Words
    from coven.core.position import Position

HASH = re.compile(r"[0-9a-f]{64}")
NONE = "-"  # a seat that adds no number
LINKS = 1024  # the places of a record that a chain has links for: more than games have


class Link(NamedTuple):
    """A number of a seat's chain, and the place in the record of the action that brought it."""

    at: int  # BEFORE: the one told before the deal
    number: str


BEFORE = -1


@dataclass(frozen=True)
class Seal:
    """What a sealed game's luck follows from. Seats that add nothing have empty strings."""

    commitment: str  # the hash of the secret, told before anything else
    secret: str  # told when the game is over
    promises: tuple[str, ...]  # the hashes of the seats' numbers, told before the numbers
    nonces: tuple[str, ...]  # the numbers; empty too where one was promised and kept back
    links: tuple[
        Link | None, ...
    ] = ()  # the last that each seat's actions brought; games of long ago have none

    def link(self, seat: int) -> Link | None:
        """The last link that a seat's actions brought."""
        return self.links[seat] if seat < len(self.links) else None

    @property
    def kept_back(self) -> tuple[int, ...]:
        """The seats that promised a number and never told it."""
        pairs = enumerate(zip(self.promises, self.nonces, strict=True))
        return tuple(seat for seat, (promise, nonce) in pairs if promise and not nonce)


WRONG = {
    "draw": "action {n}: luck brought '{move}', sealed was '{sealed}'",
    "secret": "the secret is not the one that was committed to before the game",
    "number": "the number of seat {seat} is not the one it promised before the game",
    "link": "seat {seat} has brought no number with action {n}",
    "chain": "the numbers of seat {seat} are not those of the chain it began with",
    "place": "the number of seat {seat} for action {n} is not the one of its chain",
}


class Unsealed(CovenError):
    """A game's luck is not what was sealed: what is wrong with it, and what fills that sentence."""

    def __init__(self, wrong: str, **values: object) -> None:
        self.wrong, self.values = wrong, values
        super().__init__(WRONG[wrong].format(**values))

    def told(self, say: Words) -> str:
        """What is wrong, in a language."""
        message = WRONG[self.wrong]
        return say(message, **self.values)


def hash_of_secret(secret: str) -> str:
    """What is told of a secret or a number before it is told itself."""
    return hashlib.sha256(f"coven sealed luck\n{secret}".encode()).hexdigest()


def key_of(
    secret: str,
    nonces: Sequence[str],
    *,
    game: str,
    version: int,
    components: str,
    options: Mapping[str, str],
) -> bytes:
    """The key of all draws of a game."""
    facts = [
        f"game {game}",
        f"rules {version}",
        f"components {components}",
        f"options {' '.join(f'{name}={value}' for name, value in sorted(options.items()))}",
        *(f"seat {seat} {nonce or NONE}" for seat, nonce in enumerate(nonces)),
    ]
    return hmac.digest(secret.encode(), "\n".join(facts).encode(), "sha256")


def chain(seed: str) -> list[str]:
    """The numbers of a chain: first the one that is told before the deal, then that of each place, the seed last."""
    numbers = [seed]
    while len(numbers) <= LINKS:
        numbers.append(hash_of_secret(numbers[-1]))
    return numbers[::-1]


@dataclass(frozen=True)
class Luck:
    """What the draws of a game follow from at a moment of it, and how far each seat's chain is known."""

    key: bytes
    links: tuple[Link, ...] = ()  # the last of each seat; with an empty number where a seat adds none
    ended: frozenset[int] = frozenset()  # seats that have acted without a link: they add none any more

    @classmethod
    def at_the_deal(cls, key: bytes, nonces: Sequence[str]) -> Luck:
        """Before anything is drawn."""
        return cls(key, tuple(Link(BEFORE, nonce) for nonce in nonces))

    def after(self, seat: int, at: int, number: str) -> Luck:
        """Once a seat has acted at a place of the record, with the link for it or without.

        What is brought in vain changes nothing, as by a seat that has told no number. Raises Unsealed where a number
        does not belong there: each place has one, so that nobody can choose among several.
        """
        last = self.links[seat]
        if not last.number or seat in self.ended or at >= LINKS:
            return self
        if not number:
            return replace(self, ended=self.ended | {seat})
        before = number
        for _ in range(at - last.at):
            before = hash_of_secret(before)
        if at <= last.at or before != last.number:
            raise Unsealed("place", seat=seat, n=at + 1)
        links = (*self.links[:seat], Link(at, number), *self.links[seat + 1 :])
        return Luck(hmac.digest(self.key, number.encode(), "sha256"), links, self.ended)

    @property
    def brought(self) -> tuple[Link | None, ...]:
        """The last link that each seat's actions have brought, as a seal has it."""
        last = tuple(link if link.at > BEFORE else None for link in self.links)
        return last if any(last) else ()

    def choose(self, position: Position) -> int:
        """Which outcome luck brings."""
        return draw(self.key, position.ply, position.weights)


class Links:
    """What the actions of a game have brought to its luck, in the line that led to where it stands."""

    def __init__(self) -> None:
        self.luck: Luck | None = None  # after all of them, once it has begun
        self._acted: list[tuple[int, int, str]] = []  # place, seat, number

    def begin(self, luck: Luck) -> Luck:
        """Go on from the luck at the deal."""
        for at, seat, number in self._acted:
            luck = luck.after(seat, at, number)
        self.luck = luck
        return luck

    def acted(self, seat: int, at: int, number: str) -> None:
        """A seat has acted at a place of the record."""
        self._acted.append((at, seat, number))
        if self.luck is not None:
            self.luck = self.luck.after(seat, at, number)

    def taken_back(self, to: int) -> None:
        """Everything from a place on has been taken back."""
        while self._acted and self._acted[-1][0] >= to:
            self._acted.pop()
            self.luck = None


def draw(key: bytes, at: int, weights: Sequence[int]) -> int:
    """Which outcome the action at a place of the record is, each as likely as its weight."""
    number = int.from_bytes(hmac.digest(key, f"draw {at}".encode(), "sha256")[:16], "big")
    rest = number * sum(weights) >> 128
    for outcome, weight in enumerate(weights):
        rest -= weight
        if rest < 0:
            return outcome
    raise AssertionError("weights are whole and more than nothing")
