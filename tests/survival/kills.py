"""Servers that are killed under load, again and again, at whatever they do just then."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from typing import Any

from coven.lab.server_bench import _times as times
from tests.survival.account import Account, Findings, check
from tests.survival.load import Load, Where
from tests.table.postgres import free_port
from tests.table.server import Nursery, is_alive, slay

ACTIONS = (3, 25)  # acknowledged between two kills
MOMENT = 0.03  # seconds after the last of them at most; an action takes about as long
EVERY = 10.0  # seconds between two words about how far it is


class Killing:
    """Server processes on one database, one of which dies after every few actions and comes back."""

    def __init__(self, nursery: Nursery, database: str, processes: int, luck: random.Random) -> None:
        self.nursery = nursery
        self.database = database
        self.luck = luck
        self.ports = [free_port() for _ in range(processes)]
        self.pids: list[int] = []
        self.findings = Findings()
        self.accounts: list[Account] = []
        self.kills = 0
        self._done: set[str] = set()  # tables that are over and have been looked at for the last time

    def run(self, kills: int, tables: int = 6, say: Callable[[str], None] = lambda _: None) -> dict[str, Any]:
        """So many kills; the figures."""
        began = time.monotonic()
        try:
            self.pids = [self.nursery.start(self.database, port) for port in self.ports]
            load = asyncio.run(self._under_load(kills, tables, say))
        finally:
            for pid in filter(is_alive, self.pids):
                slay(pid)
        self.findings += load.findings
        self.findings += check(self.database, self.accounts)
        acked = [move for account in self.accounts for move in account.acked.values()]
        return {
            "database": self.database.partition(":")[0],
            "processes": len(self.ports),
            "kills": self.kills,
            "seconds": round(time.monotonic() - began, 1),
            "acknowledged": len(acked),
            "taken_back": sum(not move for move in acked),
            "games": len(self.accounts),
            "games_over": sum(account.over for account in self.accounts),
            "page_updates": load.updates,
            "page_connections": load.connections,
            "pages_compared": load.compared,
            "luck_verified": load.verified,
            "acknowledged_ms": times([wait for _, wait in load.answered]),
            "refused": dict(load.refused),
            **self.findings.counts(),
        }

    async def _under_load(self, kills: int, tables: int, say: Callable[[str], None]) -> Load:
        said = time.monotonic()
        servers = [Where(f"http://127.0.0.1:{port}") for port in self.ports]
        async with Load(servers, self.luck, tables=tables) as load:
            self.accounts = load.accounts
            while self.kills < kills:
                await load.acknowledged(self.luck.randint(*ACTIONS))
                await asyncio.sleep(self.luck.uniform(0, MOMENT))
                await self._kill()
                if time.monotonic() - said > EVERY:
                    said = time.monotonic()
                    wrong = {
                        name: n for name, n in (self.findings.counts() | load.findings.counts()).items() if n
                    }
                    say(
                        f"{self.kills} of {kills} kills, {len(load.answered)} actions, {wrong or 'nothing wrong'}"
                    )
        return load

    async def _kill(self) -> None:
        """Kill one, look at what is kept, start it again."""
        one = self.luck.randrange(len(self.pids))
        slay(self.pids[one])
        self.kills += 1
        # What was promised before the look must be found by it; what is over needs no further one.
        looked_at = [account.promised() for account in self.accounts if account.id not in self._done]
        over = {account.id for account in self.accounts if account.over}
        self.findings += await asyncio.to_thread(check, self.database, looked_at, replay=False)
        self._done |= over
        self.pids[one] = await asyncio.to_thread(self.nursery.start, self.database, self.ports[one])
