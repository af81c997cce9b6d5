"""A server that is killed in the middle of play loses nothing it has acknowledged, and keeps nothing by halves."""

from __future__ import annotations

import asyncio
import json
import os
import random
import select
import signal
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidMessage

import coven
from tests.table import logbook
from tests.table.postgres import free_port
from tests.table.server import Guest, Nursery, Server, is_alive, offspring, set_up, slay

KILLS = 20
TABLES = 6
ACTIONS = (3, 25)  # acknowledged between two kills
GONE = (httpx.TransportError, ConnectionClosed, InvalidMessage, OSError)


@dataclass
class Account:
    """What the clients of a table have been told."""

    guests: list[Guest]
    acked: dict[int, str] = field(default_factory=dict)  # the action each number was acknowledged for
    tried: set[tuple[int, str]] = field(default_factory=set)  # every action sent, answered or not
    told: int = 0  # the last number told over a WebSocket
    said: dict[int, str] = field(default_factory=dict)  # acknowledged chat
    over: bool = False

    @property
    def id(self) -> str:
        return self.guests[0].table


class Life:
    """One server process with its clients, until it is killed after so many acknowledgements."""

    def __init__(self, pid: int, port: int, accounts: list[Account], luck: random.Random) -> None:
        self.pid = pid
        self.port = port
        self.accounts = accounts
        self.luck = luck
        self.left = luck.randint(*ACTIONS)

    def acknowledged(self) -> None:
        """Count; at the last one the server dies while the other clients' requests are under way."""
        self.left -= 1
        if self.left == 0:
            slay(self.pid)

    async def live(self) -> None:
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.port}", timeout=20) as http:
            while is_alive(self.pid):
                while sum(not account.over for account in self.accounts) < TABLES:
                    await self._found(http)
                playing = [account for account in self.accounts if not account.over]
                await asyncio.gather(
                    *(self._play(http, account) for account in playing),
                    *(self._listen(http, account) for account in playing),
                )

    async def _play(self, http: httpx.AsyncClient, account: Account) -> None:
        try:
            while not account.over:
                await self._step(http, account)
        except GONE:
            pass

    async def _step(self, http: httpx.AsyncClient, account: Account) -> None:
        watcher = Guest(http, account.id)
        state = await watcher.look()
        account.over = state["over"]
        actor = state["actor"]
        mine = [guest for guest in account.guests if guest.seat == actor]
        if not mine:
            return  # a bot is to act
        guest = Guest(http, account.id, mine[0].token, actor)
        legal = (await guest.look())["legal"]
        if not legal:
            return
        move = self.luck.choice(legal)["text"]
        account.tried.add((state["seq"] + 1, move))
        answer = await guest.act(state["seq"], move)
        if answer.status_code != 200:
            assert answer.json()["error"] in {"stale", "not_your_turn"}, answer.text
            return
        seq = answer.json()["seq"]
        assert seq not in account.acked
        account.acked[seq] = move
        self.acknowledged()
        if self.luck.random() < 0.2:
            await self._take_back(guest, account, seq)
        if self.luck.random() < 0.2:
            text = f"after {seq}"
            said = await http.post(guest.path("/chat"), json={"text": text}, headers=guest.headers)
            account.said[said.json()["n"]] = text

    async def _take_back(self, guest: Guest, account: Account, seq: int) -> None:
        answer = await guest.http.post(guest.path("/undo"), json={"seq": seq}, headers=guest.headers)
        if answer.status_code == 200:
            account.acked[answer.json()["seq"]] = ""
            self.acknowledged()

    async def _listen(self, http: httpx.AsyncClient, account: Account) -> None:
        try:
            async with await Guest(http, account.id).live(self.port) as socket:
                async for text in socket:
                    message = json.loads(text)
                    if message["type"] == "state":
                        account.told = max(account.told, message["seq"])
                        if message["over"]:
                            return
        except GONE:
            pass

    async def _found(self, http: httpx.AsyncClient) -> None:
        """Set up one more table."""
        game = self.luck.choice(coven.games())
        bot = {"kind": "bot", "bot": "random"}
        seats = [[{"kind": "human"}] * 2, [{"kind": "human"}, bot, {"kind": "human"}]]
        self.accounts.append(Account(await set_up(http, game, self.luck.choice(seats))))


def check(database: str, accounts: list[Account]) -> None:
    """Everything acknowledged or told is kept, in order; everything kept was asked for, and is whole."""
    logs = logbook.logs(database)
    chats = logbook.query(database, "SELECT table_id, n, text FROM chat")
    spoken = {(table, n): text for table, n, text in chats}
    for account in accounts:
        log = logs[account.id]
        assert [written.seq for written in log] == list(range(1, len(log) + 1))
        assert account.told <= len(log)
        for seq, move in account.acked.items():
            written = log[seq - 1]
            assert (written.kind, written.moves[:1]) == (("act", (move,)) if move else ("undo", ()))
        people = {guest.seat for guest in account.guests}
        for written in log:
            if written.kind == "act" and written.actor in people:
                assert (written.seq, written.moves[0]) in account.tried
        for n, text in account.said.items():
            assert spoken[account.id, n] == text
        logbook.replay(database, account.id)


def test_nothing_acknowledged_is_lost_and_nothing_kept_by_halves(nursery: Nursery, database: str) -> None:
    luck = random.Random(11)
    port = free_port()
    accounts: list[Account] = []
    for _ in range(KILLS):
        pid = nursery.start(database, port)
        try:
            check(database, accounts)
            asyncio.run(Life(pid, port, accounts, luck).live())
            assert not is_alive(pid)
        finally:
            if is_alive(pid):
                slay(pid)
    check(database, accounts)
    assert sum(len(account.acked) for account in accounts) > KILLS * ACTIONS[0]
    assert any(not move for account in accounts for move in account.acked.values())


def test_the_check_notices_what_is_missing(nursery: Nursery, tmp_path: Path) -> None:
    """An action taken out of the log, or half of one, is found."""
    database = f"sqlite:///{tmp_path / 'table.db'}"
    luck = random.Random(3)
    port = free_port()
    accounts: list[Account] = []
    for _ in range(3):
        asyncio.run(Life(nursery.start(database, port), port, accounts, luck).live())
    check(database, accounts)
    account = max(accounts, key=lambda account: len(account.acked))
    last = max(account.acked)
    where = f"table_id = '{account.id}' AND seq"
    for spoil in (
        f"DELETE FROM events WHERE {where} >= {last}",
        f"DELETE FROM events WHERE {where} = 1",
        f"UPDATE events SET moves = 'wave' WHERE {where} = {last}",
    ):
        kept = (tmp_path / "table.db").read_bytes()
        logbook.query(database, spoil, commit=True)
        with pytest.raises((AssertionError, IndexError, coven.CovenError)):
            check(database, accounts)
        (tmp_path / "table.db").write_bytes(kept)
    check(database, accounts)


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
