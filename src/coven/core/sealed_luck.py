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

from coven.core.errors import CovenError

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


class Unsealed(CovenError):
    """A game's luck is not what was sealed."""


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
