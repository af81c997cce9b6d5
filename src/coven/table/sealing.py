"""Sealing the luck of a table before it is dealt: the server's secret, and what the seats add to it.

The server has committed to its secret when the table is made. Whoever sits down promises a number by its hash. Once
every seat is taken the numbers are told, so that the last to promise knew none of them; then the cards are dealt.
Nobody waits long for one who has left: what she promised stays out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from coven.core.sealed_luck import HASH, Seal, hash_of_secret
from coven.table.page_types import LuckShown
from coven.table.refusals import Refusal

PROMISES_WITHIN = 5.0  # seconds in which those who play again promise, once the table is made
NUMBERS_WITHIN = 10.0  # and in which all tell their numbers after that
PROMISE, TELL, DEAL = "promise", "tell", "deal"  # the stages


@dataclass(frozen=True)
class Sealing:
    """How far a table's luck is sealed, and with what."""

    secret: str
    promises: Mapping[int, str] = field(default_factory=dict)  # the hashes of the seats' numbers
    nonces: Mapping[int, str] = field(default_factory=dict)  # the numbers
    expected: frozenset[int] = frozenset()  # seats that sat before the table was made, and may still promise
    full: float | None = None  # when every seat was taken
    closed: bool = False  # nothing is added any more: it has been dealt, or is about to be

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> Sealing:
        return cls(
            kept["secret"],
            {int(seat): promise for seat, promise in kept.get("promises", {}).items()},
            {int(seat): nonce for seat, nonce in kept.get("nonces", {}).items()},
            frozenset(kept.get("expected", ())),
            kept.get("full"),
            bool(kept.get("closed")),
        )

    def to_json(self) -> dict[str, Any]:
        kept = {
            **vars(self),
            "promises": {str(seat): promise for seat, promise in self.promises.items()},
            "nonces": {str(seat): nonce for seat, nonce in self.nonces.items()},
            "expected": sorted(self.expected),
        }
        return {name: value for name, value in kept.items() if value}

    @property
    def commitment(self) -> str:
        return hash_of_secret(self.secret)

    def seal(self, players: int) -> Seal:
        """As a record keeps it, the secret included."""
        return Seal(
            self.commitment,
            self.secret,
            tuple(self.promises.get(seat, "") for seat in range(players)),
            tuple(self.nonces.get(seat, "") for seat in range(players)),
        )

    # -- the stages ------------------------------------------------------------------------------------------------

    def stage(self, now: float) -> str:
        """What is waited for: promises, numbers, or nothing any more."""
        if self.closed:
            return DEAL
        if self.full is None:
            return PROMISE
        if not self.nonces and self.expected - self.promises.keys() and now < self.full + PROMISES_WITHIN:
            return PROMISE
        return TELL if self.awaited and now < self._last else DEAL

    @property
    def awaited(self) -> set[int]:
        """The seats that have promised a number and not told it."""
        return self.promises.keys() - self.nonces.keys()

    @property
    def _last(self) -> float:
        """When nobody is waited for any more."""
        within = PROMISES_WITHIN if self.expected else 0.0
        return (self.full or 0.0) + within + NUMBERS_WITHIN

    def left(self, now: float) -> float:
        """The seconds until the stage ends by itself."""
        stage = self.stage(now)
        if stage == DEAL or self.full is None:
            return 0.0
        return (self.full + PROMISES_WITHIN if stage == PROMISE else self._last) - now

    # -- what seats add --------------------------------------------------------------------------------------------

    def with_promise(self, seat: int, promise: str, now: float) -> Sealing:
        """A seat promises a number; nobody does any more once a number has been told."""
        if self.stage(now) != PROMISE:
            raise Refusal("stale", "numbers are being told already: nobody can promise another")
        if self.promises.get(seat, promise) != promise:  # by another of her devices
            raise Refusal("stale", "this seat has promised another number")
        return replace(self, promises={**self.promises, seat: promise})

    def with_nonce(self, seat: int, nonce: str, now: float) -> Sealing:
        """A seat tells the number it has promised."""
        if self.nonces.get(seat) == nonce:
            return self
        if self.stage(now) == PROMISE:
            raise Refusal("waiting", "numbers are told once every seat has promised one")
        if self.stage(now) == DEAL:
            raise Refusal("stale", "the luck of this game is sealed: nothing can be added")
        if not HASH.fullmatch(nonce) or hash_of_secret(nonce) != self.promises.get(seat):
            raise Refusal("bad_option", "this is not the number that was promised")
        return replace(self, nonces={**self.nonces, seat: nonce})

    def told(self, begun: dict[str, str], players: int, now: float, over: bool) -> LuckShown:
        """What everyone may know of it: the secret only when the game is over, a number only when all are promised."""
        seal = self.seal(players)
        return {
            "begun": begun,
            "commitment": seal.commitment,
            "promises": list(seal.promises),
            "nonces": list(seal.nonces),
            "stage": self.stage(now),
            "full": self.full is not None,
            "awaited": sorted(self.awaited),
            "secret": seal.secret if over else None,
        }
