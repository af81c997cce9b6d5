"""Luck that can be checked afterwards: it follows from a secret that was promised before and from the players' numbers.

Before a game begins whoever deals tells the hash of a secret, each player the hash of a number of hers; then the
numbers are told, and at the end of the game the secret. Every draw is a keyed hash of its place in the record, so
nobody chose it and no player could foresee it, and anybody can reckon them all again: `docs/fairness.md`, with limits.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coven.core.errors import CovenError

if TYPE_CHECKING:
    from coven.core.language import Words

HASH = re.compile(r"[0-9a-f]{64}")
NONE = "-"  # a seat that adds no number


@dataclass(frozen=True)
class Seal:
    """What a sealed game's luck follows from. Seats that add nothing have empty strings."""

    commitment: str  # the hash of the secret, told before anything else
    secret: str  # told when the game is over
    promises: tuple[str, ...]  # the hashes of the seats' numbers, told before the numbers
    nonces: tuple[str, ...]  # the numbers; empty too where one was promised and kept back

    @property
    def kept_back(self) -> tuple[int, ...]:
        """The seats that promised a number and never told it."""
        pairs = enumerate(zip(self.promises, self.nonces, strict=True))
        return tuple(seat for seat, (promise, nonce) in pairs if promise and not nonce)


WRONG = {
    "draw": "action {n}: luck brought '{move}', sealed was '{sealed}'",
    "secret": "the secret is not the one that was committed to before the game",
    "number": "the number of seat {seat} is not the one it promised before the game",
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


def draw(key: bytes, at: int, weights: Sequence[int]) -> int:
    """Which outcome the action at a place of the record is, each as likely as its weight."""
    number = int.from_bytes(hmac.digest(key, f"draw {at}".encode(), "sha256")[:16], "big")
    rest = number * sum(weights) >> 128
    for outcome, weight in enumerate(weights):
        rest -= weight
        if rest < 0:
            return outcome
    raise AssertionError("weights are whole and more than nothing")
