"""The power is cut: a real server is played at while everything it does to its SQLite file is written down.

From that the files are made as they may be found after a cut at any moment; each is opened by the real store, and must
keep all that had been promised to anybody by then.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from coven.core.errors import BadOption
from coven.table.store import Store
from tests.survival import disk
from tests.survival.account import Account, Findings, check
from tests.survival.load import Load, Where
from tests.table.server import Server

LIVES = 3  # times the server is started; it is killed in between
EVERY = 10.0  # seconds between two words about how far it is


def run(
    folder: Path,
    actions: int,
    many: int,
    luck: random.Random,
    say: Callable[[str], None],
    *,
    lying: bool = False,
) -> tuple[dict[str, Any], Findings]:
    """Play, then cut the power so many times; the figures and what was found."""
    began = time.monotonic()
    kept = folder / "kept"
    kept.mkdir()
    log = folder / "steps"
    environment = disk.recording(disk.build_recorder(folder), kept, log)
    server = Server(f"sqlite:///{kept / 'table.db'}", folder, limits=False, **environment)
    accounts: list[Account] = []
    for life in range(LIVES):
        server.start("--bots", "1")
        try:
            load = asyncio.run(_play(server, luck, actions // LIVES, log))
        finally:
            if life == LIVES - 1:
                server.stop()
            else:
                server.kill()
        accounts += load.accounts
        say(f"{sum(len(account.acked) for account in accounts)} of {actions} actions are recorded")
    steps = disk.read(log.read_bytes())
    findings, busy = _try_all(steps, accounts, many, luck, say, lying)
    figures = {
        "cuts": many,
        "seconds": round(time.monotonic() - began, 1),
        "acknowledged": sum(len(account.acked) for account in accounts),
        "games": len(accounts),
        "writes": sum(step.what == disk.WRITE for step in steps),
        "syncs": sum(step.what == disk.SYNC for step in steps),
        "cuts_with_unsynced_writes": busy,
        **findings.counts(),
    }
    return figures, findings


async def _play(server: Server, luck: random.Random, actions: int, log: Path) -> Load:
    async with Load([Where(server.url)], luck, place=lambda: log.stat().st_size) as load:
        await load.acknowledged(actions)
    return load


def _try_all(
    steps: list[disk.Step],
    accounts: list[Account],
    many: int,
    luck: random.Random,
    say: Callable[[str], None],
    lying: bool,
) -> tuple[Findings, int]:
    findings, busy, said = Findings(), 0, time.monotonic()
    shm = Path("/dev/shm")
    for n, (place, files, under_way) in enumerate(disk.cuts(steps, many, luck, lying=lying)):
        with tempfile.TemporaryDirectory(prefix="coven-cut-", dir=shm if shm.is_dir() else None) as name:
            for file, content in files.items():
                (Path(name) / file).write_bytes(content)
            then = [account.promised(place) for account in accounts if account.born <= place]
            findings += opened(f"sqlite:///{Path(name) / 'table.db'}", then)
        busy += under_way
        if time.monotonic() - said > EVERY:
            said = time.monotonic()
            say(f"{n + 1} of {many} cuts, {'something' if findings else 'nothing'} wrong")
    return findings, busy


def opened(database: str, accounts: list[Account]) -> Findings:
    """Open what is left as a server would; what is missing."""
    try:
        asyncio.run(_open(database))
        return check(database, accounts, replay=False)
    except (BadOption, sqlite3.DatabaseError) as damaged:
        return Findings(lost=[str(damaged)])


async def _open(database: str) -> None:
    store = Store(database)
    try:
        await store.open()
    finally:
        await store.close()
