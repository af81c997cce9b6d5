"""Fair shares of what is scarce: who has had little lately comes first, by address and then by table."""

from __future__ import annotations

import hashlib
import math
import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coven.table import repository

if TYPE_CHECKING:
    from coven.table.store import Store

HALF_LIFE = 20.0  # seconds after which half of what somebody had is forgotten
ACCOUNT_BYTES = 3
MOST = 10_000  # who are remembered; the one heard of longest ago is forgotten


@dataclass(frozen=True)
class Share:
    """On whose account something is done."""

    address: str = ""  # of whoever set the table up, or asks, as `Accounts` calls it
    table: str = ""


NOBODY = Share()


class Accounts:
    """What stands for an address wherever something is counted for longer than a request lasts.

    It is the same at every process of a database and after a restart. It is so short that many addresses have the same,
    so that not even who has the key can tell which one it was.
    """

    def __init__(self) -> None:
        self._key = b""

    async def open(self, store: Store) -> None:
        self._key = bytes.fromhex(await store.do(repository.account_key))

    def of(self, address: str) -> str:
        """The account of an address as it is counted."""
        return hashlib.blake2b(address.encode(), key=self._key, digest_size=ACCOUNT_BYTES).hexdigest()


class Shares:
    """What everybody has had lately, in seconds."""

    def __init__(self) -> None:
        self._spent: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def charge(self, share: Share, seconds: float) -> None:
        """Somebody has had so much."""
        for who in _accounts(share):
            self._spent[who] = (self._of(who) + seconds, time.monotonic())
            self._spent.move_to_end(who)
        while len(self._spent) > MOST:
            self._spent.popitem(last=False)

    def rank(self, share: Share) -> tuple[float, ...]:
        """The less, the sooner."""
        return tuple(self._of(who) for who in _accounts(share))

    def _of(self, who: str) -> float:
        spent, at = self._spent.get(who, (0.0, 0.0))
        return spent * math.exp2((at - time.monotonic()) / HALF_LIFE)


def _accounts(share: Share) -> tuple[str, str]:
    return f"address {share.address}", f"table {share.table}"
