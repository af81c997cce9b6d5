"""Fair shares: what strangers do takes nothing from those who play."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from coven.table import limits, live, match_registry, repository
from coven.table.drawing import Drawers, asking
from coven.table.shares import Accounts, Share
from coven.table.store import Store
from tests.table.inside import PATIENCE, Inside, Socket
from tests.table.sitting import HUMAN, OPEN, Sitting

Start = Callable[..., Inside]
BOT = {"kind": "bot", "bot": "random"}


class Hours:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


def tidy(room: Inside) -> None:
    room.run(room.app.state.server.matches.tidy())


def there(*tables: Sitting) -> list[bool]:
    return [table.get(seat=0).status == 200 for table in tables]


# -- room for tables -----------------------------------------------------------------------------------------------


def test_begun_games_outlive_any_empty_table(inside: Start) -> None:
    """Thirty begun games, then sixty new tables of three addresses: all thirty are there."""
    hours = Hours()
    room = inside(clock=hours, most_tables=50)
    begun = [Sitting(room) for _ in range(30)]
    for table in begun:
        table.play(1, random.Random(1))
    hours.now += 10_000
    empty = [Sitting(room) for _ in range(60)]
    hours.now += repository.UNTOUCHED + 1
    tidy(room)
    assert all(there(*begun))
    assert sum(there(*empty)) == 20
    for table in begun:  # however long ago they were played at
        assert table.play(1, random.Random(2))["seq"] == 3


def test_of_those_played_at_the_finished_go_first_then_those_worth_least(inside: Start) -> None:
    hours = Hours()
    room = inside(clock=hours, most_tables=2)
    luck = random.Random(5)
    left, finished, busy = Sitting(room), Sitting(room), Sitting(room)
    left.play(3, luck)
    hours.now += 10
    finished.finish(luck)
    hours.now += 10
    busy.play(3, luck)
    hours.now += repository.RECENT + 60
    tidy(room)
    assert there(left, finished, busy) == [True, False, True]
    unplayed = Sitting(room, seats=[HUMAN, OPEN])
    hours.now += repository.UNTOUCHED + 60
    tidy(room)
    assert there(left, busy, unplayed) == [True, True, False]
    another = Sitting(room)
    another.play(1, luck)
    hours.now += repository.RECENT + 60
    tidy(room)
    assert there(left, busy, another) == [True, True, False]  # later, but with one action only
    another = Sitting(room)
    another.play(3, luck)
    hours.now += repository.RECENT + 60
    tidy(room)
    assert there(left, busy, another) == [False, True, True]  # as much, but longest ago


def test_who_sets_up_many_tables_takes_no_room_from_others(inside: Start) -> None:
    """A move at each of twenty tables of one's own, later than all others have played, moves nobody else's out."""
    hours = Hours()
    room = inside(clock=hours, most_tables=4)
    luck = random.Random(5)

    def sat(client: str) -> Sitting:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(room, "post", partial(room.post, client=client))
            return Sitting(room)

    honest = [sat(f"192.0.2.{n}") for n in range(3)]
    for table in honest[:2]:
        table.play(2, luck)
    honest[2].finish(luck)
    hours.now += 600
    many = [sat("192.0.2.99") for _ in range(20)]
    for table in many:
        table.play(1, luck)
    hours.now += repository.RECENT + 60
    tidy(room)
    assert there(*honest) == [True] * 3
    assert sum(there(*many)) == 1


def test_what_is_watched_or_recent_is_never_removed(inside: Start) -> None:
    hours = Hours()
    room = inside(clock=hours, most_tables=0)
    watched, recent, old = Sitting(room, seats=[HUMAN, OPEN]), Sitting(room), Sitting(room)
    socket = watched.live(None)
    old.play(1, random.Random(1))
    hours.now += repository.RECENT + 60
    recent.play(1, random.Random(1))
    tidy(room)
    assert there(watched, recent, old) == [True, True, False]
    room.run(socket.leave())
    tidy(room)
    assert there(watched) == [False]


def test_bots_alone_have_played_nothing(inside: Start) -> None:
    hours = Hours()
    room = inside(clock=hours, most_tables=1)
    mine, bots = Sitting(room), Sitting(room, seats=[BOT, BOT])
    mine.play(1, random.Random(1))
    room.run(bots.live().until(type="state", over=True))
    hours.now += repository.RECENT + 60
    for socket in room._sockets:
        room.run(socket.leave())
    tidy(room)
    assert mine.get().status == 200
    assert bots.get().status == 404


def test_one_address_does_not_set_up_tables_without_end(
    inside: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_registry, "MOST_UNPLAYED", 5)
    room = inside(limits=True)
    made = [Sitting(room) for _ in range(5)]
    asked = {"game": "witchstone", "seats": [HUMAN] * 2}
    assert room.post("/api/tables", asked).refused == (429, "too_many")
    assert room.post("/api/tables", asked, client="192.0.2.9").status == 201
    made[0].play(1, random.Random(1))
    assert room.post("/api/tables", asked).status == 201


def test_a_full_server_says_so(inside: Start) -> None:
    room = inside(limits=True, most_tables=4)
    asked = {"game": "witchstone", "seats": [HUMAN] * 2}
    answers = [room.post("/api/tables", asked, client=f"192.0.2.{n}") for n in range(8)]
    assert [answer.status for answer in answers[:5]] == [201] * 5
    assert answers[-1].refused == (503, "unavailable")


# -- on whose account ----------------------------------------------------------------------------------------------

ALONE = {"game": "witchstone", "seats": [HUMAN, BOT], "options": {"hints": True}}


def account(room: Inside, table: str) -> str:
    return room.run(room.app.state.server.matches.get(table)).share.address


def made(room: Inside, client: str) -> str:
    return room.post("/api/tables", ALONE, client=client).json()["table"]


def test_a_table_stays_on_its_makers_account(inside: Start, tmp_path: Path) -> None:
    """After a restart, too; a network of IPv6 is one maker, and no address is kept."""
    room = inside()
    clients = ("192.0.2.1", "192.0.2.1", "192.0.2.2", "2001:db8::1", "2001:db8::ffff", "2001:db8:1::1")
    tables = [made(room, client) for client in clients]
    before = [account(room, table) for table in tables]
    assert [before.index(one) for one in before] == [0, 0, 2, 3, 3, 5]
    again = inside()
    assert [account(again, table) for table in tables] == before
    assert account(again, made(again, "192.0.2.1")) == before[0]
    kept = b"".join(file.read_bytes() for file in tmp_path.glob("inside.db*"))
    assert before[0].encode() in kept
    assert b"192.0.2." not in kept
    assert b"2001:db8" not in kept


def test_too_many_unplayed_tables_are_remembered(inside: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_registry, "MOST_UNPLAYED", 2)
    hours = Hours()
    first = inside(limits=True, clock=hours)
    for _ in range(2):
        made(first, "192.0.2.1")
    second = inside(limits=True, clock=hours)
    assert second.post("/api/tables", ALONE, client="192.0.2.1").refused == (429, "too_many")
    hours.now += repository.RECENT + 1  # not for good
    assert second.post("/api/tables", ALONE, client="192.0.2.1").status == 201


def test_a_rematch_is_on_the_account_of_whoever_asks(inside: Start) -> None:
    room = inside()
    table = Sitting(room)
    table.finish(random.Random(1))
    asked = table.post("/rematch", {}, 1, client="192.0.2.7").json()["table"]
    assert account(room, asked) == account(room, made(room, "192.0.2.7")) != account(room, table.id)


def test_hints_and_reviews_are_on_the_account_of_whoever_asks(
    inside: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = inside()
    server = room.app.state.server
    shares: list[Share] = []

    async def answer(*_: object, share: Share, **more: object) -> dict[str, object]:
        shares.append(share)
        return {}

    monkeypatch.setattr(server.bot_service, "hint", answer)
    monkeypatch.setattr(server.bot_service, "review", answer)
    table = Sitting(room, options={"hints": True})
    assert table.get("/hint", table.look()["actor"], client="192.0.2.7").status == 200
    table.finish(random.Random(1))
    assert table.post("/review", {}, client="192.0.2.7").status == 200
    until = time.monotonic() + PATIENCE
    while len(shares) < 2 and time.monotonic() < until:
        room.run(asyncio.sleep(0.02))
    mine = server.accounts.of("192.0.2.7")
    assert shares == [Share(mine, table.id), Share(f"reviews of {mine}", table.id)]


def test_processes_of_one_database_have_the_same_accounts(postgres) -> None:  # type: ignore[no-untyped-def]
    async def called(url: str) -> str:
        store, accounts = Store(url.replace("postgresql://", "postgresql+psycopg://")), Accounts()
        await store.open()
        await accounts.open(store)
        await store.close()
        return accounts.of("192.0.2.1")

    one, other = postgres.database(), postgres.database()
    assert asyncio.run(called(one)) == asyncio.run(called(one)) != asyncio.run(called(other))


# -- connections ---------------------------------------------------------------------------------------------------


def test_spectators_never_lock_a_seat_out(inside: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "MOST_WATCHERS", 3)
    room = inside()
    table = Sitting(room)
    crowd = [table.live() for _ in range(3)]

    async def one_more() -> int:
        socket = await room.connect(table.path("/live"))
        await socket.send({"type": "hello", "token": None})
        return await socket.end()

    assert room.run(one_more()) == 4429
    for seat in (0, 1):
        table.live(seat)
    assert [seat["online"] for seat in table.look()["table"]["seats"]] == [True, True]
    assert crowd


def test_connections_of_an_address_never_lock_its_seats_out(
    inside: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither as many spectators as may be, nor as many connections, nor ones that say nothing."""
    monkeypatch.setattr(limits, "MOST_LINES", 3)
    monkeypatch.setattr(limits, "MOST_SILENT", 4)
    monkeypatch.setitem(limits.RATES, "live", (5.0, 0.0))
    room = inside(limits=True)
    table = Sitting(room)
    live_path = table.path("/live")
    crowd = [table.live() for _ in range(3)]

    async def one_more() -> int:
        socket = await room.connect(live_path)
        await socket.send({"type": "hello", "token": None})
        return await socket.end()

    assert [room.run(one_more()) for _ in range(3)] == [4429] * 3
    silent = [room.run(room.connect(live_path)) for _ in range(6)]
    seats = [table.live(seat) for seat in (0, 1, 0, 1)]
    assert [seat["online"] for seat in table.look()["table"]["seats"]] == [True, True]
    # Of those that say nothing the oldest have gone, and nobody else.
    assert [room.run(socket.end()) for socket in silent[:2]] == [4429] * 2
    assert not any(socket.task.done() for socket in [*crowd, *seats, *silent[3:]] if socket.task)


def test_a_seat_alone_is_told_that_it_connects_too_often(
    inside: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(limits.RATES, "live", (3.0, 0.0))
    room = inside(limits=True)
    table = Sitting(room)
    for _ in range(3):
        table.live(0)

    async def one_more() -> int:
        socket = await room.connect(table.path("/live"))
        await socket.send({"type": "hello", "token": table.token(0)})
        return await socket.end()

    assert room.run(one_more()) == 4429
    table.live(1)


def test_the_oldest_looker_on_makes_way_where_most_are(inside: Start) -> None:
    room = inside()
    table = Sitting(room)
    limits_ = room.app.state.server.limits

    def look_on(client: str) -> Socket:
        return room.run(room.sit(table.id, None, client=client))

    seat, lonely = table.live(0), look_on("192.0.2.1")
    crowd = [look_on("192.0.2.2") for _ in range(2)]
    assert limits_.let_one_go()
    assert room.run(crowd[0].end()) == live.SLOW
    assert limits_.let_one_go()
    assert limits_.let_one_go()
    for socket in (lonely, crowd[1]):
        assert room.run(socket.end()) == live.SLOW
    assert not limits_.let_one_go()  # a seat never goes
    assert seat.task is not None
    assert not seat.task.done()


def test_of_a_seats_own_connections_the_oldest_goes(inside: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "MOST_OF_SEAT", 2)
    room = inside()
    table = Sitting(room)
    oldest, newer, newest = (table.live(0) for _ in range(3))
    assert room.run(oldest.end()) == live.SLOW
    table.post("/chat", {"text": "still here"}, 1)
    for socket in (newer, newest):
        assert room.run(socket.until(type="chat"))["text"] == "still here"


# -- pictures ------------------------------------------------------------------------------------------------------


def test_one_address_has_not_all_pictures(inside: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(limits.RATES, "pictures", (10.0, 0.1))
    room = inside(limits=True)
    tables = [Sitting(room) for _ in range(6)]
    answers = [table.get("/sight", seat).status for table in tables for seat in (0, 1)]
    assert answers == [200] * 10 + [429] * 2
    assert tables[0].get("/sight", 0, client="192.0.2.1").status == 200
    # A move is made all the same; only the picture has to be asked for later.
    seat = tables[1].look()["actor"]
    told = tables[1].look(seat)
    move = {"seq": told["seq"], "move": told["legal"][0]["id"]}
    assert tables[1].post("/actions?theme=dark", move, seat).json() == {"seq": told["seq"] + 1}


@pytest.mark.alone
def test_everybodys_pictures_are_drawn_in_turn() -> None:
    """A hundred pictures of one address, then one of another: it comes among the first."""
    order: list[str] = []
    at_once: dict[str, int] = {}
    most: dict[str, int] = {}
    lock = threading.Lock()

    async def go() -> None:
        drawers = Drawers(2)

        async def ask(who: str) -> None:
            asking.set(who)

            def work() -> None:
                with lock:
                    at_once[who] = at_once.get(who, 0) + 1
                    most[who] = max(most.get(who, 0), at_once[who])
                time.sleep(0.005)
                with lock:
                    at_once[who] -= 1
                    order.append(who)

            await drawers.draw(work)

        many = [asyncio.create_task(ask("many")) for _ in range(100)]
        await asyncio.sleep(0.02)
        await asyncio.create_task(ask("one"))
        assert len(order) < 20
        await asyncio.gather(*many)
        drawers.close()

    asyncio.run(go())
    assert most == {"many": 1, "one": 1}
    assert len(order) == 101


def test_a_picture_that_fails_stops_no_other() -> None:
    async def go() -> None:
        drawers = Drawers(1)
        with pytest.raises(ZeroDivisionError):
            await drawers.draw(lambda: 1 // 0)
        given_up = [asyncio.create_task(drawers.draw(lambda: time.sleep(0.05))) for _ in range(3)]
        await asyncio.sleep(0)
        for task in given_up:
            task.cancel()
        assert await drawers.draw(lambda: 7) == 7
        drawers.close()

    asyncio.run(go())
