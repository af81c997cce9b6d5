"""Fair shares: what strangers do takes nothing from those who play."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from coven.table import match_registry, repository
from tests.table.inside import Inside
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


def test_of_those_played_at_the_finished_go_first_then_those_left_longest_ago(inside: Start) -> None:
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
    assert there(left, busy, another) == [False, True, True]


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
