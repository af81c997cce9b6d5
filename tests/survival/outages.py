"""PostgreSQL hung, cut off and unreachable while two servers are played at."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from collections.abc import Callable
from typing import Any

import httpx

from coven.lab.server_bench import _times as times
from tests.survival.account import Findings, check
from tests.survival.load import Load, Where
from tests.survival.wire import CUT, HUNG, OPEN, Wire
from tests.table.postgres import Postgres, free_port
from tests.table.server import Nursery, is_alive, offspring, slay

SECONDS = (1.0, 4.0, 12.0)  # an outage may last; the server gives up on a piece of work after ten
ACTIONS = 10  # acknowledged between two outages
WELL_WITHIN = 60.0  # seconds after an outage until a server must say that it is well
TROUBLES = ("stopped", "one hung", "all hung", "one cut", "all cut")


class Outages:
    """Two servers, each with a wire of its own to one PostgreSQL."""

    def __init__(self, postgres: Postgres, nursery: Nursery, luck: random.Random) -> None:
        self.postgres = postgres
        self.nursery = nursery
        self.luck = luck
        self.database = postgres.database()
        self.ports = [free_port(), free_port()]
        self.findings = Findings()
        self.well: dict[str, list[float]] = {trouble: [] for trouble in TROUBLES}
        self.away = 0.0  # seconds of outages

    def run(self, outages: int, say: Callable[[str], None]) -> dict[str, Any]:
        """So many outages, each kind in turn; the figures."""
        began = time.monotonic()
        load = asyncio.run(self._under_load(outages, say))
        self.findings += load.findings
        self.findings += check(self.database, load.accounts)
        return {
            "outages": outages,
            "seconds": round(time.monotonic() - began, 1),
            "seconds_of_outage": round(self.away, 1),
            "acknowledged": sum(len(account.acked) for account in load.accounts),
            "games": len(load.accounts),
            "pages_compared": load.compared,
            "acknowledged_ms": times([wait for _, wait in load.answered]),
            "well_again_after_ms": {trouble: times(found) for trouble, found in self.well.items() if found},
            "refused": dict(load.refused),
            **self.findings.counts(),
        }

    async def _under_load(self, outages: int, say: Callable[[str], None]) -> Load:
        wires = [Wire(self.postgres.port) for _ in self.ports]
        pids: list[int] = []
        try:
            for wire, port in zip(wires, self.ports, strict=True):
                url = self.database.replace(f":{self.postgres.port}/", f":{await wire.listen()}/")
                pids.append(await asyncio.to_thread(self.nursery.start, url, port))
            servers = [Where(f"http://127.0.0.1:{port}") for port in self.ports]
            async with Load(servers, self.luck) as load:
                for n in range(outages):
                    await load.acknowledged(ACTIONS)
                    trouble = TROUBLES[n % len(TROUBLES)]
                    await self._suffer(trouble, wires)
                    accounts = [account.promised() for account in load.accounts]
                    self.findings += await asyncio.to_thread(check, self.database, accounts, replay=False)
                    wrong = "something" if self.findings or load.findings else "nothing"
                    after = f"well {self.well[trouble][-1]:.1f} s after it"
                    say(f"{n + 1} of {outages} outages ({trouble}, {after}), {wrong} wrong")
            return load
        finally:
            for pid in filter(is_alive, pids):
                slay(pid)
            for wire in wires:
                await wire.close()

    async def _suffer(self, trouble: str, wires: list[Wire]) -> None:
        """One outage, and how long it takes until every server is well again."""
        began, lasts = time.monotonic(), self.luck.choice(SECONDS)
        if trouble == "stopped":
            master = int((self.postgres.folder / "data" / "postmaster.pid").read_text().split()[0])
            stopped = [master, *offspring(master)]
            try:
                _signal(stopped, signal.SIGSTOP)
                await asyncio.sleep(lasts)
            finally:
                _signal(stopped, signal.SIGCONT)
        else:
            hit = wires if trouble.startswith("all") else [self.luck.choice(wires)]
            for wire in hit:
                wire.become(HUNG if trouble.endswith("hung") else CUT)
            await asyncio.sleep(lasts)
            for wire in hit:
                wire.become(OPEN)
        healed = time.monotonic()
        self.away += healed - began
        await asyncio.gather(*(self._well(port, trouble) for port in self.ports))
        self.well[trouble].append(time.monotonic() - healed)

    async def _well(self, port: int, trouble: str) -> None:
        until = time.monotonic() + WELL_WITHIN
        async with httpx.AsyncClient(timeout=WELL_WITHIN, trust_env=False) as http:
            while (await http.get(f"http://127.0.0.1:{port}/health")).status_code != 200:
                if time.monotonic() > until:
                    self.findings.other.append(f"after PostgreSQL was {trouble} a server does not get well")
                    return
                await asyncio.sleep(0.1)


def _signal(pids: list[int], what: signal.Signals) -> None:
    for pid in pids:
        if is_alive(pid):
            os.kill(pid, what)
