"""The sealed luck of a table: promised by everyone before it is told by anyone, dealt from, and checked at the end."""

from __future__ import annotations

import base64
import itertools
import logging
import random
from collections.abc import Callable
from typing import Any

import pytest
from starlette.routing import Route

import coven
from coven.core.sealed_luck import chain, hash_of_secret
from coven.core.seats import CHANCE
from coven.core.verify import Verified, verify
from coven.table import pages
from coven.table.logs import log
from coven.table.sealing import NUMBERS_WITHIN, PROMISES_WITHIN
from tests.table.inside import Ears, Inside
from tests.table.sitting import HUMAN, OPEN, Sitting

CHAINS = [chain("0a" * 32), chain("1b" * 32)]
NUMBERS = [numbers[0] for numbers in CHAINS]
PROMISES = [hash_of_secret(number) for number in NUMBERS]
Start = Callable[..., Inside]


class Clock:
    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


def human(seat: int) -> dict[str, Any]:
    return {**HUMAN, "promise": PROMISES[seat]}


def luck(table: Sitting) -> Any:
    return table.get("/luck").json()["luck"]


def test_nothing_is_dealt_before_the_numbers_are_told(inside: Start) -> None:
    table = Sitting(inside(), "witches", [human(0), human(1)])
    told = luck(table)
    assert (told["stage"], told["awaited"], told["secret"]) == ("tell", [0, 1], None)
    assert table.look()["log"] == []
    assert table.post("/luck", {"nonce": NUMBERS[0]}, 0).status == 200
    assert table.look()["log"] == []
    assert table.post("/luck", {"nonce": NUMBERS[1]}, 1).json()["luck"]["stage"] == "deal"
    assert table.look()["log"]
    assert luck(table)["nonces"] == NUMBERS


def test_a_finished_game_is_verified_from_its_record_and_by_the_server(inside: Start) -> None:
    table = Sitting(inside(), "witches", [human(0), HUMAN])
    commitment, begun = luck(table)["commitment"], luck(table)["begun"]
    table.post("/luck", {"nonce": NUMBERS[0]}, 0)
    table.finish(random.Random(3))
    assert hash_of_secret(luck(table)["secret"]) == commitment
    text = table.get("/record", 0).text
    assert begun.keys() == {"Game", "Rules", "Components", "Players", "Options"}
    assert [f"{key}: {value}" for key, value in begun.items()] == text.splitlines()[1:6]
    record = coven.read(text)
    assert record.seal is not None
    assert record.seal.commitment == commitment
    found = verify(record)
    assert (found.sealed, found.without) == (True, (1,))
    said = table.get("/verify").json()
    assert (said["ok"], said["sealed"], said["draws"]) == (True, True, found.draws)


def sealed_by_both(room: Inside) -> Sitting:
    table = Sitting(room, "witches", [human(0), human(1)])
    for seat in (0, 1):
        table.post("/luck", {"nonce": NUMBERS[seat]}, seat)
    return table


def checked(table: Sitting) -> Verified:
    assert table.get("/verify").json()["ok"]
    return verify(coven.read(table.get("/record", 0).text))


def test_every_move_brings_a_number_and_the_record_has_the_last(inside: Start) -> None:
    table = sealed_by_both(inside())
    table.finish(random.Random(5), {0: CHAINS[0]})
    found = checked(table)
    assert [seat for seat, _ in found.ended] == [1]
    record = coven.read(table.get("/record", 0).text)
    assert record.seal is not None
    last = max(at for at, (actor, _) in enumerate(record.actions) if actor == 0)
    assert record.seal.links == ((last, CHAINS[0][1 + last]), None)


def test_the_same_moves_bring_another_game_with_other_numbers(inside: Start, tmp_path: Any) -> None:
    """What was told before the deal does not decide what comes: the server can't know it."""
    ended = []
    for name, chains in (("without", None), ("with", {0: CHAINS[0]})):
        made = itertools.count()
        room = inside(
            f"sqlite:///{tmp_path / name}.db", secret=lambda size, made=made: f"{next(made):0{size}}"
        )
        table = sealed_by_both(room)
        table.finish(random.Random(6), chains)
        ended.append(coven.read(table.get("/record", 0).text).actions)
    first = next(at for at, (one, other) in enumerate(zip(*ended, strict=False)) if one != other)
    assert any(actor == 0 for actor, _ in ended[0][:first])
    assert ended[0][first][0] == CHANCE


def test_a_number_that_belongs_to_no_move_is_refused_and_nothing_is_played(inside: Start) -> None:
    table = sealed_by_both(inside())
    told = table.play(3, random.Random(7), dict(enumerate(CHAINS)))
    seat, at = told["actor"], len(told["moves"])
    move = table.look(seat)["legal"][0]["id"]
    for link in (CHAINS[seat][at], CHAINS[seat][at + 2], CHAINS[1 - seat][at + 1]):
        assert table.act(seat, move, told["seq"], link).refused == (400, "bad_request")
    assert table.look()["seq"] == told["seq"]
    assert table.act(seat, move, told["seq"], CHAINS[seat][at + 1]).status == 200


def test_numbers_are_kept_over_a_restart_and_taken_back_with_their_moves(
    inside: Start, tmp_path: Any
) -> None:
    database, chains = f"sqlite:///{tmp_path / 'links.db'}", dict(enumerate(CHAINS))
    table = sealed_by_both(inside(database))
    luck, undone = random.Random(8), 0
    for step in range(60):
        told = table.play(1, luck, chains)
        if luck.random() < 0.5:  # else nothing would ever be kept
            undone += sum(table.post("/undo", {"seq": told["seq"]}, seat).status == 200 for seat in (0, 1))
        if step % 20 == 10:
            table.room = inside(database)
    assert undone > 3
    table.finish(luck, chains)
    found = checked(table)
    assert (found.linked > 40, found.ended) == (True, ())


def addresses(room: Inside) -> list[tuple[str, str]]:
    """Every address there is but pictures and scripts, with what can be asked of it."""
    api = room.app.openapi()["paths"]
    found = [(method.upper(), path) for path, methods in api.items() for method in methods]
    return found + [("GET", one.path) for one in pages.router.routes if isinstance(one, Route)]


def ask_everything(table: Sitting, seat: int | None) -> set[str]:
    """Ask of every address, at this table where it is about one; those that were answered."""
    answered, room = set(), table.room
    given = {
        "game": "witches",
        "name": "owl",
        "number": "1",
        "lang": "en",
        "theme": "dark",
        "table": table.id,
    }
    for method, path in addresses(room):
        where = path.format(**given)
        asked = (where, {}) if method == "POST" else (f"{where}?thing=hand&theme=dark", None)
        if room.run(room.ask(method, *asked, token=table.token(seat))).status < 300:
            answered.add(path)
    return answered


def test_the_secret_leaves_the_server_only_at_the_end(
    inside: Start, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is asked by whomever, and whatever is told over the live line or written to the log."""
    caplog.set_level(logging.DEBUG)
    caplog.set_level(logging.DEBUG, log.name)
    monkeypatch.setattr(log, "propagate", True)  # a server of another test may have kept its log to itself
    room = inside(secret=lambda size: f"hidden{size:03d}{random.random()}")
    room.app = ears = Ears(room.app)
    table = Sitting(room, "witches", [human(0), HUMAN])
    sockets = [table.live(seat) for seat in (None, 0, 1)]
    page = {"type": "hello", "token": table.tokens[0], "page": {"theme": "dark", "have": "", "log": 0}}
    socket = room.run(room.connect(f"/api/tables/{table.id}/live"))
    room.run(socket.send(page))
    ask_everything(table, 0)
    table.post("/luck", {"nonce": NUMBERS[0]}, 0)
    answered = set()
    for step, seat in enumerate((None, 0, 1)):
        answered |= ask_everything(table, seat)
        told = table.play(5, random.Random(step))
        table.post("/chat", {"text": f"line {step}"}, 0)
        table.post("/undo", {"seq": told["seq"]}, told["actor"])
    assert answered >= {
        "/table/{table}",
        "/api/tables/{table}/sight",
        "/api/tables/{table}/luck",
        "/",
        "/metrics",
    }
    assert table.get("/record", 0).refused == (409, "not_over")
    assert table.get("/verify", 0).refused == (409, "not_over")
    sealed = room.run(_match(table)).metadata.sealing
    assert sealed.secret.startswith("hidden032")
    key = room.run(_match(table)).luck().key
    assert any(b'"type": "page"' in one or b'"type":"page"' in one for one in ears.sent)
    written = "\n".join(f"{one.getMessage()} {vars(one)}" for one in caplog.records)
    assert "request" in written
    everything = b"\n".join(ears.sent) + written.encode()
    for hidden in (sealed.secret.encode(), key):
        for form in (hidden, hidden.hex().encode(), base64.b64encode(hidden)):
            assert form not in everything
    table.finish(random.Random(1))
    assert luck(table)["secret"] == sealed.secret
    assert sealed.secret.encode() in b"\n".join(ears.sent)
    assert len(sockets) == 3


async def _match(table: Sitting) -> Any:
    return await table.room.app.state.server.matches.get(table.id)


def test_who_sits_down_last_has_promised_before_any_number_is_told(inside: Start) -> None:
    table = Sitting(inside(), "witches", [human(0), OPEN])
    assert luck(table)["stage"] == "promise"
    assert table.post("/luck", {"nonce": NUMBERS[0]}, 0).refused == (409, "waiting")
    joined = table.post("/join", {"promise": PROMISES[1]}).json()
    table.tokens[1] = joined["token"]
    assert luck(table)["promises"] == PROMISES
    assert luck(table)["stage"] == "tell"
    assert table.post("/luck", {"promise": PROMISES[0]}, 1).refused == (409, "stale")


def test_who_sits_down_last_has_promised_before_another_process_knows_that_she_sits(
    inside: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else her promise would be too late, and she would be refused a seat that nobody else can take."""
    room = inside()
    table = Sitting(room, "witches", [human(0), OPEN])
    matches = room.app.state.server.matches
    sit = matches.seat

    async def seat(match: Any, *more: Any) -> None:
        await sit(match, *more)
        await _looked(table)  # by the other process, which has heard that every seat is taken

    monkeypatch.setattr(matches, "seat", seat)
    joined = table.post("/join", {"promise": PROMISES[1]})
    assert joined.status == 200
    table.tokens[1] = joined.json()["token"]
    assert luck(table)["promises"] == PROMISES
    assert luck(table)["awaited"] == [0, 1]


def test_only_the_promised_number_counts(inside: Start) -> None:
    table = Sitting(inside(), "witches", [human(0), human(1)])
    assert table.post("/luck", {"nonce": NUMBERS[1]}, 0).refused == (422, "bad_option")
    assert table.post("/luck", {"nonce": NUMBERS[0]}).refused == (403, "forbidden")
    assert table.post("/luck", {}, 0).refused == (400, "bad_request")
    assert table.post("/luck", {"nonce": "x"}, 0).refused == (400, "bad_request")
    assert luck(table)["awaited"] == [0, 1]
    assert table.post("/luck", {"nonce": NUMBERS[0]}, 0).status == 200
    assert table.post("/luck", {"nonce": NUMBERS[0]}, 0).status == 200  # told twice is told once
    assert luck(table)["awaited"] == [1]


def test_a_seat_promises_one_number(inside: Start) -> None:
    """Two of her devices may promise for it at once: the first does."""
    table = Sitting(inside(), "witches", [human(0), OPEN])
    assert table.post("/luck", {"promise": PROMISES[1]}, 0).refused == (409, "stale")
    assert table.post("/luck", {"promise": PROMISES[0]}, 0).status == 200
    assert luck(table)["promises"] == [PROMISES[0], ""]


def test_who_never_tells_is_left_out(inside: Start, tmp_path: Any) -> None:
    clock, database = Clock(), f"sqlite:///{tmp_path / 'late.db'}"
    table = Sitting(inside(database, clock=clock), "witches", [human(0), human(1)])
    table.post("/luck", {"nonce": NUMBERS[0]}, 0)
    clock.now += NUMBERS_WITHIN + 1
    assert table.post("/luck", {"nonce": NUMBERS[1]}, 1).refused == (409, "stale")
    assert luck(table)["stage"] == "deal"
    table.room.run(_looked(table))
    assert table.look()["log"]
    clock.now -= NUMBERS_WITHIN  # as at another process, which is behind
    table.room = inside(database, clock=clock)
    assert table.post("/luck", {"nonce": NUMBERS[1]}, 1).refused == (409, "stale")
    table.finish(random.Random(2))
    assert verify(coven.read(table.get("/record", 0).text)).kept_back == (1,)


async def _looked(table: Sitting) -> None:
    """What the timer does when the time has come."""
    from coven.table import luck as dealing

    server = table.room.app.state.server
    await dealing.begin(server, await server.matches.get(table.id))


def test_a_rematch_waits_a_moment_for_those_who_are_here(inside: Start) -> None:
    clock = Clock()
    table = Sitting(inside(clock=clock), "witches", [HUMAN, HUMAN])
    table.finish(random.Random(1))
    sockets = [table.live(seat) for seat in (0, 1)]
    made = table.post("/rematch", {}, 0).json()
    table.id = made["table"]
    assert luck(table)["stage"] == "promise"
    assert table.post("/luck", {"promise": PROMISES[0]}, 0).status == 200
    assert table.post("/luck", {"nonce": NUMBERS[0]}, 0).refused == (409, "waiting")
    assert table.post("/luck", {"promise": PROMISES[1]}, 1).json()["luck"]["stage"] == "tell"
    assert table.post("/luck", {"promise": PROMISES[0]}, 1).refused == (409, "stale")
    for seat in (0, 1):
        assert table.post("/luck", {"nonce": NUMBERS[seat]}, seat).status == 200
    assert table.look()["log"]
    assert len(sockets) == 2


def test_a_rematch_is_dealt_without_who_does_not_promise(inside: Start) -> None:
    clock = Clock()
    table = Sitting(inside(clock=clock), "witches", [HUMAN, HUMAN])
    table.finish(random.Random(1))
    sockets = [table.live(seat) for seat in (0, 1)]
    before = luck(table)["commitment"]
    table.id = table.post("/rematch", {}, 0).json()["table"]
    assert luck(table)["commitment"] != before  # that secret is known by now
    table.post("/luck", {"promise": PROMISES[0]}, 0)
    clock.now += PROMISES_WITHIN + 0.1
    assert table.post("/luck", {"promise": PROMISES[1]}, 1).refused == (409, "stale")
    assert table.post("/luck", {"nonce": NUMBERS[0]}, 0).json()["luck"]["stage"] == "deal"
    assert table.look()["log"]
    assert len(sockets) == 2


def test_a_game_from_a_record_is_not_sealed_and_says_so(inside: Start) -> None:
    room = inside()
    text = str(coven.load("witches").new(2, seed=5).record())
    made = room.post("/api/tables", {"record": text}).json()
    assert room.get(f"/api/tables/{made['table']}/luck").json() == {"luck": None}


def test_who_sits_down_at_a_game_from_a_record_promises_in_vain(inside: Start) -> None:
    """The page promises wherever it sits down: it has the seat, and its secret."""
    text = str(coven.load("witches").new(2, seed=5).record())
    room = inside()
    made = room.post("/api/tables", {"record": text, "seats": [HUMAN, OPEN]}).json()
    joined = room.post(f"/api/tables/{made['table']}/join", {"promise": PROMISES[1]})
    assert joined.status == 200
    assert joined.json()["token"]


def test_a_bot_can_promise_nothing(inside: Start) -> None:
    seats = [HUMAN, {"kind": "bot", "bot": "greedy", "promise": PROMISES[0]}]
    answer = inside().post("/api/tables", {"game": "witches", "seats": seats})
    assert answer.refused == (422, "bad_option")


def test_the_luck_is_the_same_after_a_restart(inside: Start, tmp_path: Any) -> None:
    """Whatever the server's memory, the draws are those that were sealed."""
    database = f"sqlite:///{tmp_path / 'again.db'}"
    table = Sitting(inside(database), "witches", [human(0), human(1)])
    for seat in (0, 1):
        table.post("/luck", {"nonce": NUMBERS[seat]}, seat)
    table.play(20, random.Random(7))
    table.room = inside(database)
    table.finish(random.Random(8))
    assert verify(coven.read(table.get("/record", 0).text)).sealed


@pytest.mark.parametrize("sealed", [True, False])
def test_tables_of_before_go_on_with_the_system_s_luck(inside: Start, sealed: bool) -> None:
    """A table without a seal in its metadata, as all were once, is played as ever."""
    from dataclasses import replace

    room = inside()
    table = Sitting(room, "witches", [HUMAN, HUMAN])
    if not sealed:

        async def forget() -> None:
            server = room.app.state.server
            match = await server.matches.get(table.id)
            await server.matches.update_metadata(match, lambda _, metadata: replace(metadata, sealing=None))

        room.run(forget())
    table.finish(random.Random(4))
    said = table.get("/verify").json()
    assert (said["ok"], said["sealed"]) == (True, sealed)
