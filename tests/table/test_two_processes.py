"""Two server processes on one PostgreSQL: one truth, told by both."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection

import coven
from tests.table import logbook
from tests.table.postgres import Postgres, free_port
from tests.table.server import PATIENCE, Guest, Nursery, Server, set_up, slay

HERE = [True, True, False]  # who is online of three


class Pair:
    """Two servers and clients of both."""

    def __init__(self, database: str, ports: list[int]) -> None:
        self.database = database
        self.ports = ports
        self.sockets: list[ClientConnection] = []
        self.http = [
            httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) for port in ports
        ]

    async def __aenter__(self) -> Pair:
        return self

    async def __aexit__(self, *_: object) -> None:
        await asyncio.gather(*(socket.close() for socket in self.sockets))
        await asyncio.gather(*(http.aclose() for http in self.http))

    def at(self, server: int, guest: Guest) -> Guest:
        """The same guest, asking the other server."""
        return Guest(self.http[server], guest.table, guest.token, guest.seat)

    async def live(self, server: int, guest: Guest) -> ClientConnection:
        socket = await guest.live(self.ports[server])
        self.sockets.append(socket)
        return socket


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("two")


@pytest.fixture(scope="module")
def pair(postgres: Postgres, folder: Path) -> Iterator[tuple[str, list[int]]]:
    """The database of two running servers, and their ports."""
    database = postgres.database()
    nursery = Nursery(folder)
    ports = [free_port(), free_port()]
    pids: list[int] = []
    try:
        pids += [nursery.start(database, port, away=0, countdown=0) for port in ports]
        yield database, ports
    finally:
        for pid in pids:
            slay(pid)
        nursery.close()


async def until(socket: ClientConnection, **facts: Any) -> dict[str, Any]:
    """The next message of which this is true."""
    async with asyncio.timeout(PATIENCE):
        while True:
            told: dict[str, Any] = json.loads(await socket.recv())
            if all(told.get(key) == value for key, value in facts.items()):
                return told


async def seqs(socket: ClientConnection, last: int) -> list[int]:
    """The action numbers told up to the last."""
    told: list[int] = []
    while not told or told[-1] < last:
        told.append((await until(socket, type="state"))["seq"])
    return told


async def one_move(guest: Guest) -> tuple[int, str]:
    """The number a guest to act sees and a move she could make."""
    seen = await guest.look()
    return seen["seq"], seen["legal"][0]["text"]


def actor_of(guests: list[Guest], state: dict[str, Any]) -> Guest:
    return next(guest for guest in guests if guest.seat == state["actor"])


def test_what_is_done_at_one_is_told_by_the_other(pair: tuple[str, list[int]]) -> None:
    async def go() -> None:
        async with Pair(*pair) as two:
            guests = await set_up(two.http[0], "witchstone", 2)
            sockets = [await two.live(server, guests[server]) for server in (0, 1)]
            first = [(await until(socket, type="state"))["seq"] for socket in sockets]
            assert first == [1, 1]
            luck = random.Random(4)
            for turn in range(20):
                guest = two.at(turn % 2, actor_of(guests, await guests[0].look()))
                seen = await guest.look()
                answer = await guest.act(seen["seq"], luck.choice(seen["legal"])["id"])
                assert answer.status_code == 200, answer.text
                told = await asyncio.gather(*(until(socket, type="state") for socket in sockets))
                assert [state["seq"] for state in told] == [seen["seq"] + 1] * 2
            views = [await two.at(server, guests[1]).look() for server in (0, 1)]
            assert views[0] == views[1]  # and who is online where

    asyncio.run(go())


def test_the_answer_of_one_is_good_at_the_other_at_once(pair: tuple[str, list[int]]) -> None:
    """Who was given a number by one server can act on it at the other, though that has not heard of it yet."""

    async def go() -> None:
        async with Pair(*pair) as two:
            guests = await set_up(two.http[0], "witchstone", 2)
            await asyncio.gather(*(two.at(1, guest).look() for guest in guests))
            luck = random.Random(9)
            for turn in range(40):
                here, there = turn % 2, 1 - turn % 2
                state = await two.at(here, guests[0]).look()
                if state["over"]:
                    break
                guest = two.at(here, actor_of(guests, state))
                seen = await guest.look()
                assert seen["legal"]
                seq = (await guest.act(seen["seq"], luck.choice(seen["legal"])["id"])).json()["seq"]
                after = logbook.replay(pair[0], guest.table)
                if after.over or after.actor is None:
                    break
                follower = two.at(there, guests[after.actor])
                answer = await follower.act(seq, after.legal[0].text)
                assert answer.status_code == 200, answer.text
                assert answer.json() == {"seq": seq + 1}

    asyncio.run(go())


def test_of_two_at_once_one_wins_and_the_other_is_stale(pair: tuple[str, list[int]]) -> None:
    async def go() -> None:
        async with Pair(*pair) as two:
            guests = await set_up(two.http[0], "witches", 2)
            sockets = [await two.live(server, Guest(two.http[server], guests[0].table)) for server in (0, 1)]
            luck = random.Random(2)
            for _ in range(25):
                guest = actor_of(guests, await guests[0].look())
                seen = await guest.look()
                moves = [luck.choice(seen["legal"])["id"] for _ in range(2)]
                answers = await asyncio.gather(
                    *(two.at(server, guest).act(seen["seq"], moves[server]) for server in (0, 1))
                )
                assert sorted(answer.status_code for answer in answers) == [200, 409]
                loser = next(answer for answer in answers if answer.status_code == 409)
                assert loser.json()["error"] in {"stale", "not_your_turn"}
                winner = next(server for server in (0, 1) if answers[server].status_code == 200)
                log = logbook.logs(pair[0])[guest.table]
                assert len(log) == seen["seq"] + 1
                text = next(move["text"] for move in seen["legal"] if move["id"] == moves[winner])
                assert log[-1].moves[0] == text
                for socket in sockets:
                    await until(socket, type="state", seq=seen["seq"] + 1)
            logbook.replay(pair[0], guests[0].table)

    asyncio.run(go())


def test_many_at_once_keep_one_order(pair: tuple[str, list[int]]) -> None:
    """Everyone tries everything at both servers; the log has no gap, and everybody hears it whole, in order."""

    async def go() -> None:
        async with Pair(*pair) as two:
            guests = await set_up(two.http[0], "witchstone", 3)
            sockets = [await two.live(server, guest) for server in (0, 1) for guest in guests]
            luck = random.Random(1)
            acked: dict[int, str] = {}

            async def hammer(server: int, guest: Guest) -> None:
                me = two.at(server, guest)
                for _ in range(25):
                    seen = await me.look()
                    moves = seen["legal"] or [{"id": 0, "text": "?"}]
                    move = luck.choice(moves)
                    answer = await me.act(seen["seq"], move["id"])
                    if answer.status_code == 200:
                        assert answer.json()["seq"] not in acked
                        acked[answer.json()["seq"]] = move["text"]
                    else:
                        assert answer.json()["error"] in {"stale", "not_your_turn", "over"}

            await asyncio.gather(*(hammer(server, guest) for server in (0, 1) for guest in guests))
            log = logbook.logs(pair[0])[guests[0].table]
            assert set(acked) == set(range(2, len(log) + 1))
            assert all(log[seq - 1].moves[0] == move for seq, move in acked.items())
            logbook.replay(pair[0], guests[0].table)
            for socket in sockets:
                told = await seqs(socket, len(log))
                assert told == sorted(set(told))

    asyncio.run(go())


def test_bots_move_once(pair: tuple[str, list[int]]) -> None:
    """Both servers know the table and its bot; one of them thinks."""

    async def go() -> None:
        async with Pair(*pair) as two:
            bot = {"kind": "bot", "bot": "random"}
            guests = await set_up(two.http[0], "witches", [{"kind": "human"}, bot, bot])
            sockets = [await two.live(server, guests[0]) for server in (0, 1)]
            luck = random.Random(5)
            for turn in range(12):
                while True:  # until it is ours again
                    seen = await two.at(turn % 2, guests[0]).look()
                    if seen["legal"] or seen["over"]:
                        break
                    await until(sockets[turn % 2], type="state")
                if seen["over"]:
                    break
                answer = await two.at(turn % 2, guests[0]).act(seen["seq"], luck.choice(seen["legal"])["id"])
                assert answer.status_code == 200, answer.text
            played = logbook.replay(pair[0], guests[0].table)
            assert {1, 2} <= {past.actor for past in played.history()}

    asyncio.run(go())


def test_talk_seats_and_presence_go_round(pair: tuple[str, list[int]]) -> None:
    async def go() -> None:
        async with Pair(*pair) as two:
            seats = [{"kind": "human", "name": "Ada"}, {"kind": "open"}]
            guests = await set_up(two.http[0], "witchstone", seats)
            watcher = Guest(two.http[1], guests[0].table)
            socket = await two.live(1, watcher)
            await until(socket, type="seats")
            mine = await two.live(0, guests[0])
            while not (await until(socket, type="seats"))["seats"][0]["online"]:
                pass
            await two.http[0].post(watcher.path("/chat"), json={"text": "hi"}, headers=guests[0].headers)
            assert (await until(socket, type="chat"))["text"] == "hi"
            both = await asyncio.gather(*(http.post(watcher.path("/join"), json={}) for http in two.http))
            assert sorted(answer.status_code for answer in both) == [200, 409]
            assert (await until(socket, type="state", seq=1))["actor"] in (0, 1)
            assert (await until(mine, type="state", seq=1))["actor"] in (0, 1)
            await mine.close()
            while (await until(socket, type="seats"))["seats"][0]["online"]:
                pass

    asyncio.run(go())


def test_who_sits_at_both_agrees_to_a_stand_in(pair: tuple[str, list[int]]) -> None:
    async def go() -> None:
        async with Pair(*pair) as two:
            guests = await set_up(two.http[0], "witchstone", 3, {"stand_in": "random"})
            sockets = [await two.live(server, guests[server]) for server in (0, 1)]
            for socket in sockets:
                while [seat["online"] for seat in (await until(socket, type="seats"))["seats"]] != HERE:
                    pass

            async def agree(server: int) -> dict[str, Any]:
                me = two.at(server, guests[server])
                wish = {"seat": 2, "bot": "random"}
                answer = await me.http.post(me.path("/stand-in"), json=wish, headers=me.headers)
                assert answer.status_code == 200, answer.text
                told: dict[str, Any] = answer.json()
                return told

            told = await asyncio.gather(*(agree(server) for server in (0, 1)))
            assert sorted(one["done"] for one in told) == [False, True]
            for socket in sockets:
                while True:  # one may hear of the bot before it hears that nobody need agree any more
                    seat = (await until(socket, type="seats"))["seats"][2]
                    if (seat["stand_in"], seat["agreed"]) == ("random", []):
                        break

    asyncio.run(go())


def test_a_rematch_asked_for_at_both_is_one(pair: tuple[str, list[int]], written: coven.Record) -> None:
    async def go() -> None:
        async with Pair(*pair) as two:
            told = (await two.http[0].post("/api/tables", json={"record": str(written)})).json()
            guests = [Guest(two.http[n], told["table"], told["seats"][n]["token"]) for n in (0, 1)]
            sockets = [await two.live(n, guest) for n, guest in enumerate(guests)]
            await asyncio.gather(*(until(socket, type="state") for socket in sockets))
            answers = await asyncio.gather(
                *(guest.http.post(guest.path("/rematch"), json={}, headers=guest.headers) for guest in guests)
            )
            tables = {answer.json()["table"] for answer in answers}
            assert len(tables) == 1
            for socket in sockets:
                assert (await until(socket, type="rematch"))["table"] in tables

    asyncio.run(go())


def test_a_review_asked_for_at_one_is_told_by_the_other(
    pair: tuple[str, list[int]], written: coven.Record
) -> None:
    async def go() -> None:
        async with Pair(*pair) as two:
            made = (await two.http[0].post("/api/tables", json={"record": str(written)})).json()
            here, there = (http.get for http in two.http)
            path = f"/api/tables/{made['table']}/review"
            assert (await there(path)).status_code == 404
            assert (await two.http[0].post(path, json={})).json()["state"] == "running"
            assert (await here(path)).json()["state"] in {"running", "done"}
            assert (await there(path)).json()["state"] in {"running", "done"}

    asyncio.run(go())


def test_servers_find_each_other_again_when_the_database_drops_them(pair: tuple[str, list[int]]) -> None:
    async def go() -> None:
        async with Pair(*pair) as two:
            guests = await set_up(two.http[0], "witchstone", 2)
            sockets = [await two.live(server, guests[server]) for server in (0, 1)]
            await asyncio.gather(*(until(socket, type="state") for socket in sockets))
            luck = random.Random(3)
            for turn in range(6):
                logbook.query(
                    pair[0],
                    "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
                    "WHERE datname = current_database() AND pid <> pg_backend_pid()",
                )
                answer = None
                for _ in range(20):  # a lost connection may cost a request, which says so
                    guest = two.at(turn % 2, actor_of(guests, await patient_look(guests[0])))
                    seen = await patient_look(guest)
                    if not seen["legal"]:
                        continue
                    answer = await guest.act(seen["seq"], luck.choice(seen["legal"])["id"])
                    assert answer.status_code in (200, 409, 503), answer.text
                    if answer.status_code == 200:
                        break
                assert answer is not None
                assert answer.status_code == 200
                for socket in sockets:
                    await until(socket, type="state", seq=answer.json()["seq"])
            logbook.replay(pair[0], guests[0].table)

    asyncio.run(go())


async def patient_look(guest: Guest) -> dict[str, Any]:
    """A look, asked again where the server says that its database is away."""
    for _ in range(100):
        answer = await guest.http.get(guest.path(), headers=guest.headers)
        if answer.status_code == 200:
            told: dict[str, Any] = answer.json()
            return told
        assert answer.status_code == 503, answer.text
        await asyncio.sleep(0.2)  # the database may take that long to come back
    raise AssertionError("the server does not come back")


def test_one_command_runs_several_processes(postgres: Postgres, folder: Path) -> None:
    """`coven serve --workers 2`: one port, two processes, one table."""
    database = postgres.database()
    with Server(database, folder).start("--workers", "2", "--bots", "1") as server:

        async def go() -> str:
            async with Pair(database, [server.port]) as one:
                guests = await set_up(one.http[0], "witchstone", 2)
                sockets = [await one.live(0, guest) for guest in guests * 3]
                luck = random.Random(4)
                for _ in range(10):
                    async with httpx.AsyncClient(base_url=server.url, timeout=60) as fresh:
                        guest = actor_of(guests, await guests[0].look())
                        seen = await Guest(fresh, guest.table, guest.token).look()
                        answer = await guest.act(seen["seq"], luck.choice(seen["legal"])["id"])
                        assert answer.status_code == 200, answer.text
                        for socket in sockets:
                            await until(socket, type="state", seq=seen["seq"] + 1)
                return guests[0].table

        table = asyncio.run(go())
    assert len(logbook.logs(database)[table]) == 11  # the deal and ten moves
