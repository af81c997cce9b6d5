"""A server that is killed in the middle of play loses nothing it has acknowledged, and keeps nothing by halves."""

from __future__ import annotations

import asyncio
import json
import os
import random
import select
import signal
from pathlib import Path

import httpx

from tests.survival.account import check
from tests.survival.kills import ACTIONS, Killing
from tests.table import logbook
from tests.table.server import Guest, Nursery, Server, offspring

KILLS = 20


def test_nothing_acknowledged_is_lost_and_nothing_kept_by_halves(nursery: Nursery, database: str) -> None:
    killing = Killing(nursery, database, 1, random.Random(11))
    figures = killing.run(KILLS)
    assert not killing.findings, killing.findings.sentences()
    assert figures["kills"] == KILLS
    assert figures["acknowledged"] > KILLS * ACTIONS[0]
    assert figures["taken_back"] > 0
    assert figures["pages_compared"] > 0


def test_the_check_notices_what_is_missing(nursery: Nursery, tmp_path: Path) -> None:
    """An action taken out of the log, half of one, or one that nobody asked for, is found."""
    database = f"sqlite:///{tmp_path / 'table.db'}"
    killing = Killing(nursery, database, 1, random.Random(3))
    killing.run(3)
    assert not killing.findings, killing.findings.sentences()
    account = max(killing.accounts, key=lambda account: len(account.acked))
    last = max(account.acked)
    where = f"table_id = '{account.id}' AND seq"
    for spoil, kind in (
        (f"DELETE FROM events WHERE {where} >= {last}", "lost"),
        (f"DELETE FROM events WHERE {where} = 1", "out_of_order"),
        (f"UPDATE events SET moves = 'wave' WHERE {where} = {last}", "lost"),
        (
            "INSERT INTO events (table_id, seq, kind, actor, moves, at) "
            f"SELECT table_id, seq + 1000, kind, {min(account.tokens)}, 'wave', at FROM events WHERE {where} = {last}",
            "doubled",
        ),
    ):
        kept = (tmp_path / "table.db").read_bytes()
        logbook.query(database, spoil, commit=True)
        found = check(database, killing.accounts)
        assert found.counts()[kind] > 0, spoil
        (tmp_path / "table.db").write_bytes(kept)
    assert not check(database, killing.accounts)


def test_a_killed_server_leaves_no_thinkers_behind_and_bots_go_on(tmp_path: Path) -> None:
    """The real command, with the processes that think for bots."""
    database = f"sqlite:///{tmp_path / 'table.db'}"
    server = Server(database, tmp_path)

    async def sit_down() -> str:
        async with httpx.AsyncClient(base_url=server.url, timeout=60) as http:
            seats = [{"kind": "bot", "bot": bot} for bot in ("greedy", "random", "random", "random")]
            made = await http.post("/api/tables", json={"game": "witches", "seats": seats})
            table: str = made.json()["table"]
            await wait_for(http, table, 10)
            return table

    async def wait_for(http: httpx.AsyncClient, table: str, seq: int) -> None:
        async with await Guest(http, table).live(server.port) as socket, asyncio.timeout(60):
            async for text in socket:
                message = json.loads(text)
                if message["type"] == "state" and (message["seq"] >= seq or message["over"]):
                    return

    async def see(table: str, seq: int) -> None:
        async with httpx.AsyncClient(base_url=server.url, timeout=60) as http:
            await wait_for(http, table, seq)

    server.start()
    try:
        table = asyncio.run(sit_down())
        thinkers = offspring(server.pid)
        assert thinkers
        gone = [os.pidfd_open(pid) for pid in thinkers]
        server.kill()
        before = len(logbook.logs(database)[table])
        assert before >= 10
        for descriptor, pid in zip(gone, thinkers, strict=True):
            assert select.select([descriptor], [], [], 30)[0], f"{pid} outlives its server"
            os.close(descriptor)
        server.start()
        asyncio.run(see(table, before + 5))
        assert server.stop() in (0, -signal.SIGTERM)
    finally:
        if server.process is not None and server.process.poll() is None:
            server.kill()
    assert len(logbook.logs(database)[table]) >= before + 5 or logbook.replay(database, table).over
