"""The HTTP interface: what each request answers, and every way it can be refused."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import coven
from coven.core.language import LANGUAGES
from tests.table import logbook
from tests.table.inside import Inside
from tests.table.sitting import HUMAN, OPEN, Sitting

NOBODY = "x" * 32  # a secret of no seat


def other(seat: int) -> int:
    """The other of two."""
    return 1 - seat


# -- setting a table up --------------------------------------------------------------------------------------------


def test_people_get_a_secret_and_others_none(room: Inside) -> None:
    seats = [{"kind": "human", "name": "Ada"}, {"kind": "bot", "bot": "random"}, OPEN]
    made = room.post("/api/tables", {"game": "witches", "seats": seats})
    assert made.status == 201
    told = made.json()
    assert set(told) == {"table", "seats"}
    assert [seat["seat"] for seat in told["seats"]] == [0, 1, 2]
    secret, *none = [seat["token"] for seat in told["seats"]]
    assert none == [None, None]
    assert len(secret) >= 22  # 128 bits
    assert len(told["table"]) >= 11


def test_secrets_are_kept_hashed(room: Inside, room_database: str) -> None:
    table = Sitting(room, seats=3)
    assert len(set(table.tokens)) == 3
    kept = json.dumps(logbook.everything(room_database), default=str)
    assert table.id in kept
    for token in table.tokens:
        assert token is not None
        assert token not in kept


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        (b"", (400, "bad_request")),
        (b"{", (400, "bad_request")),
        (b"\xff\xfe", (400, "bad_request")),
        ([], (400, "bad_request")),
        ({}, (400, "bad_request")),
        ({"game": "witchstone"}, (422, "bad_option")),
        ({"game": 7, "seats": [HUMAN, HUMAN]}, (400, "bad_request")),
        ({"game": "witchstone", "seats": "two"}, (400, "bad_request")),
        ({"game": "witchstone", "seats": [{"kind": "ghost"}, HUMAN]}, (400, "bad_request")),
        ({"game": "witchstone", "seats": [HUMAN, HUMAN], "options": [1]}, (400, "bad_request")),
        ({"game": "chess", "seats": [HUMAN, HUMAN]}, (422, "bad_option")),
        ({"game": "witchstone", "seats": [HUMAN]}, (422, "bad_option")),
        ({"game": "witchstone", "seats": [HUMAN] * 5}, (400, "bad_request")),
        ({"game": "witchstone", "seats": [HUMAN] * 2, "options": {"handicap": 99}}, (422, "bad_option")),
        (
            {"game": "witchstone", "seats": [HUMAN] * 2, "options": {"handicap": {"a": 1}}},
            (422, "bad_option"),
        ),
        ({"game": "witchstone", "seats": [HUMAN] * 2, "options": {"first": [1]}}, (422, "bad_option")),
        ({"game": "witchstone", "seats": [HUMAN] * 2, "options": {"seed": 1}}, (422, "bad_option")),
        ({"game": "witchstone", "seats": [HUMAN] * 2, "options": {"chance": "manual"}}, (422, "bad_option")),
        ({"game": "witchstone", "seats": [HUMAN] * 2, "options": {"names": ["a"]}}, (422, "bad_option")),
        (
            {"game": "witchstone", "seats": [HUMAN] * 2, "options": {"components": "no TOML"}},
            (422, "bad_option"),
        ),
        ({"game": "witchstone", "seats": [HUMAN] * 2, "options": {"clock": -1}}, (400, "bad_request")),
        ({"game": "witches", "seats": [HUMAN] * 2, "options": {"mode": "solo"}}, (422, "bad_option")),
        ({"game": "witchstone", "seats": [HUMAN, {"kind": "bot", "bot": "deep"}]}, (422, "bad_option")),
        ({"game": "witchstone", "seats": [HUMAN, HUMAN], "record": "a story"}, (422, "bad_option")),
        ({"game": "witchstone", "seats": [{"kind": "human", "name": "x" * 500}, HUMAN]}, (413, "too_large")),
    ],
)
def test_what_no_table_is_set_up_for(
    room: Inside, room_database: str, asked: Any, code: tuple[int, str]
) -> None:
    before = logbook.everything(room_database)
    assert room.post("/api/tables", asked).refused == code
    assert logbook.everything(room_database) == before


@pytest.mark.parametrize("game", coven.games())
def test_every_way_to_play_can_be_set_up(room: Inside, game: str) -> None:
    for players, _, options in coven.load(game).tables_to_try():
        table = Sitting(room, game, players, dict(options))
        assert table.look()["table"]["players"] == players
        assert table.look()["actor"] in range(players)


HEAD = """Coven-Record: 1
Game: witchstone
Rules: 1
Components: standard {digest}
Players: {players}

{who} tower T2
"""
LONG = "9" * 5000  # more digits than Python reads


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (".".join("a" * 30_000) + " = 1", (422, "bad_option")),
        ("a = " + "[" * 5000, (422, "bad_option")),
        (f"schema = {LONG}", (422, "bad_option")),
        ("x" * 70_000, (413, "too_large")),
    ],
)
def test_a_component_set_that_would_be_a_burden(room: Inside, text: str, code: tuple[int, str]) -> None:
    asked = {"game": "witchstone", "seats": [HUMAN] * 2, "options": {"components": text}}
    assert room.post("/api/tables", asked).refused == code


def test_a_component_with_an_endless_number(room: Inside) -> None:
    text = coven.load("witchstone").components.text
    assert "angle = 0" in text
    endless = text.replace("angle = 0", f"angle = {'9' * 400}", 1)
    asked = {"game": "witchstone", "seats": [HUMAN] * 2, "options": {"components": endless}}
    assert room.post("/api/tables", asked).refused == (422, "bad_option")


@pytest.mark.parametrize(("players", "who"), [(LONG, "1"), ("2", LONG)])
def test_a_record_with_an_endless_number(room: Inside, players: str, who: str) -> None:
    digest = coven.load("witchstone").components.digest
    text = HEAD.format(digest=digest, players=players, who=who)
    assert room.post("/api/tables", {"record": text}).refused == (422, "bad_option")


@pytest.mark.parametrize("id", ["%00", "%ff", "a%20b", "x" * 100])
def test_ids_that_can_not_be(room: Inside, id: str) -> None:
    assert room.get(f"/api/tables/{id}").refused == (404, "no_such_table")


def test_a_component_set_of_ones_own(room: Inside) -> None:
    text = (coven.load("witchstone").definition.folder / "components.toml").read_text(encoding="utf-8")
    table = Sitting(room, options={"components": f"# ours\n{text}"})
    assert table.play(5, random.Random(1))["seq"] == 6


# -- the list ------------------------------------------------------------------------------------------------------


def listed(room: Inside, state: str) -> dict[str, dict[str, Any]]:
    answer = room.get(f"/api/tables?state={state}")
    assert answer.status == 200
    return {table["table"]: table for table in answer.json()["tables"]}


def test_tables_are_listed_by_state(room: Inside, finished: Sitting) -> None:
    waiting = Sitting(room, seats=[{"kind": "human", "name": "Ada"}, OPEN])
    playing = Sitting(room)
    places = {
        state: [
            name for name, table in (("w", waiting), ("p", playing), ("o", finished)) if table.id in found
        ]
        for state in ("open", "playing", "over")
        if (found := listed(room, state)) is not None
    }
    assert places == {"open": ["w"], "playing": ["p"], "over": ["o"]}
    shown = listed(room, "open")[waiting.id]
    assert shown["game"] == "witchstone"
    assert shown["title"] == "Witchstone"
    assert [seat["name"] for seat in shown["seats"]] == ["Ada", ""]
    assert [seat["kind"] for seat in shown["seats"]] == ["human", "open"]
    ended = listed(room, "over")[finished.id]
    assert ended["over"]
    assert len(ended["scores"]) == 2


def test_private_and_unlisted_tables_are_not_listed(room: Inside) -> None:
    private = Sitting(room, seats=[HUMAN, OPEN], options={"private": True})
    unlisted = Sitting(room, seats=[HUMAN, OPEN], options={"listed": False})
    found = listed(room, "open")
    assert private.id not in found
    assert unlisted.id not in found


def test_the_list_has_an_end(room: Inside) -> None:
    for _ in range(51):
        newest = Sitting(room, seats=[HUMAN, OPEN])
    found = listed(room, "open")
    assert len(found) == 50
    assert next(iter(found)) == newest.id


def test_there_are_three_states(room: Inside) -> None:
    assert room.get("/api/tables?state=lost").refused == (400, "bad_request")


# -- looking -------------------------------------------------------------------------------------------------------


def test_a_seat_sees_its_own_moves_and_others_none(table: Sitting) -> None:
    spectator = table.look()
    actor = spectator["actor"]
    assert spectator["seat"] is None
    assert spectator["legal"] == []
    assert table.look(other(actor))["legal"] == []
    mine = table.look(actor)
    assert mine["seat"] == actor
    assert mine["legal"]
    assert all(set(move) == {"id", "text", "label"} for move in mine["legal"])
    assert {
        "seq", "actor", "over", "scores", "legal", "moves", "events", "log", "points", "view", "table", "seat",
    } <= set(mine)  # fmt: skip
    assert mine["table"]["game"] == "witchstone"
    assert mine["over"] is False


def test_the_log_tells_what_happened(table: Sitting) -> None:
    actor = table.look()["actor"]
    move = table.look(actor)["legal"][0]
    table.act(actor, move["text"])
    told = table.look()
    entry = [made for made in told["moves"] if made["actor"] == actor][-1]
    assert set(entry) == {"n", "seq", "actor", "text"}
    assert entry["text"] == move["text"]
    line = next(line for line in told["log"] if line["n"] <= entry["n"] <= line["to"])
    assert {"n", "to", "turn", "whose", "seat", "folded", "label", "points", "events"} <= set(line)
    events = [event for event in told["events"] if event["n"] == entry["n"]]
    assert events[0]["kind"] in [event["kind"] for event in line["events"]]
    assert all(event["label"] for event in events)
    for seat, score in enumerate(told["scores"]):
        counted = [source["points"] for source in told["points"][seat] if source["counted"]]
        assert sum(counted) == score


@pytest.mark.parametrize("lang", LANGUAGES)
def test_moves_come_in_every_language(table: Sitting, room_database: str, lang: str) -> None:
    actor = table.look()["actor"]
    told = table.get(f"?lang={lang}", actor).json()
    view = logbook.replay(room_database, table.id).view(actor)
    assert {move["text"]: move["label"] for move in told["legal"]} == {
        move.text: move.label(lang) for move in view.legal
    }
    assert told["view"]["prompt"] == view.prompt(lang)


def test_a_browser_is_answered_in_its_language(table: Sitting) -> None:
    actor = table.look()["actor"]
    asked = table.get(seat=actor, headers={"accept-language": "fr-CH, fr;q=0.9, en;q=0.8"}).json()
    assert asked["legal"] == table.get("?lang=fr", actor).json()["legal"]
    assert asked["legal"] != table.get("?lang=de", actor).json()["legal"]


@pytest.mark.parametrize("what", ["", "/sight", "/chat", "/record", "/hint", "/review"])
def test_there_is_no_such_table(room: Inside, what: str) -> None:
    for id in ("nowhere", "%2e%2e", "a" * 300, "%00", "'--"):
        assert room.get(f"/api/tables/{id}{what}", token=NOBODY).refused == (404, "no_such_table")


@pytest.mark.parametrize("what", ["", "/sight", "/chat"])
def test_a_wrong_secret_shows_nothing(room: Inside, table: Sitting, what: str) -> None:
    elsewhere = Sitting(room)
    for token in (NOBODY, "", " ", elsewhere.tokens[0], f"{table.tokens[0]}x", f"{table.tokens[0]}"[:-1]):
        status, code = room.get(table.path(what), token=token).refused
        assert (status, code) in {(401, "forbidden"), (403, "forbidden")}
    for header in ("Basic abc", "Bearer", f"bearer{table.tokens[0]}", "\xff"):
        answer = room.get(table.path(what), headers={"authorization": header})
        assert answer.refused[1] in {"forbidden", "bad_request"}


@pytest.mark.parametrize("what", ["", "/sight", "/chat", "/record"])
def test_a_private_table_is_for_those_who_sit_at_it(room: Inside, what: str) -> None:
    table = Sitting(room, options={"private": True})
    assert table.get(what).refused == (403, "forbidden")
    assert table.get(what, 0).status in {200, 409}
    waiting = Sitting(room, seats=[HUMAN, OPEN], options={"private": True})
    assert waiting.get(what).refused == (403, "seat_free")


def test_a_sight_of_the_table(table: Sitting) -> None:
    actor = table.look()["actor"]
    seen = table.get("/sight?lang=de&theme=light", actor).json()
    assert seen["seat"] == actor
    assert {entry["id"] for entry in seen["picture"]["new"]} > {f"player:{actor}", f"hand:{actor}", "defs"}
    whole = table.get("/sight?lang=de&theme=light&whole=1", actor).json()
    assert whole["svg"].startswith("<svg")
    assert "picture" not in whole
    have = ",".join(f"{entry['id']}={entry['v']}" for entry in seen["picture"]["new"])
    again = table.get(f"/sight?lang=de&theme=light&have={have}", actor).json()
    assert again["picture"] == {**seen["picture"], "new": []}
    assert seen["choices"]
    assert seen["seq"] == table.look()["seq"]
    watching = table.get("/sight").json()
    assert watching["seat"] is None
    assert watching["choices"] == []
    table.play(3, random.Random(2))
    back = table.get("/sight?lang=de&theme=light&at=0", actor)
    assert back.status == 200
    assert back.json()["at"] == 0
    assert back.json()["choices"] == []
    latest = table.get("/sight", actor).json()
    assert latest["at"] == latest["last"] == len(table.look(actor)["moves"])


@pytest.mark.parametrize(
    "query", ["at=-1", "at=9999", "at=x", "at=1e99", "theme=pink", "at=" + "9" * 5000, "have=" + "a=b," * 60]
)
def test_there_is_no_such_sight(table: Sitting, query: str) -> None:
    status, code = table.get(f"/sight?{query}", 0).refused
    assert (status, code) in {(400, "bad_request"), (422, "bad_option")}


# -- acting --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", coven.games())
def test_a_move_is_made_by_its_text_or_its_number(room: Inside, game: str) -> None:
    table = Sitting(room, game)
    for form in ("text", "id", "text", "id"):
        seq = table.look()["seq"]
        actor = table.look()["actor"]
        move = table.look(actor)["legal"][-1]
        answer = table.act(actor, move[form], seq)
        assert answer.status == 200
        assert answer.json() == {"seq": seq + 1}
        assert table.look()["seq"] == seq + 1


@pytest.mark.parametrize("game", coven.games())
def test_a_table_follows_the_rules_to_the_end(room: Inside, room_database: str, game: str) -> None:
    table = Sitting(room, game, 3 if game == "witches" else 2)
    luck = random.Random(4)
    last = table.finish(luck)
    assert last["over"]
    assert last["actor"] is None
    cut = coven.read(table.get("/record?at=20").text)
    assert len(cut) == 20
    assert not cut.position().over  # to play on from there
    record = table.get("/record")
    assert record.status == 200
    assert record.header("content-type").startswith("text/plain")
    end = coven.read(record.text).check()
    assert list(end.scores) == last["scores"]
    stored = logbook.replay(room_database, table.id)
    assert stored == end
    assert listed(room, "over")[table.id]["winners"] == list(end.winners)


def test_refusals_come_in_order(room: Inside, room_database: str) -> None:
    """Authenticate, then shape, then turn, then sequence number, then legality: the first that fails answers."""
    table = Sitting(room)
    actor = table.look()["actor"]
    seq = table.look()["seq"]
    legal = table.look(actor)["legal"][0]["text"]
    before = logbook.everything(room_database)

    def tried(body: Any, token: str | None) -> tuple[int, str]:
        return room.post(table.path("/actions"), body, token=token).refused

    mine, theirs = table.tokens[actor], table.tokens[other(actor)]
    bad = {"seq": "soon", "move": None}
    for body in (bad, {"seq": seq, "move": legal}):
        assert tried(body, None)[1] == "forbidden"
        assert tried(body, NOBODY)[1] == "forbidden"
    assert tried(bad, theirs) == (400, "bad_request")
    assert tried({"seq": seq - 1, "move": "fly"}, theirs) == (409, "not_your_turn")
    assert tried({"seq": seq, "move": legal}, theirs) == (409, "not_your_turn")
    for wrong in (seq - 1, seq + 1, 999_999):
        assert tried({"seq": wrong, "move": "fly"}, mine) == (409, "stale")
    for wrong in (-1, 2**31, 2**70):
        assert tried({"seq": wrong, "move": "fly"}, mine) == (400, "bad_request")
    assert tried({"seq": seq, "move": "fly to the moon"}, mine)[1] == "unknown_move"
    for number in (-1, 10**9, 2**31, 2**63, 2**64, -(2**63) - 1, 10**30):
        assert tried({"seq": seq, "move": number}, mine) in {(422, "unknown_move"), (400, "bad_request")}
    texts = {move["text"] for move in table.look(actor)["legal"]}
    unfit = next(text for text in coven.load("witchstone")._texts if text and text not in texts)
    assert tried({"seq": seq, "move": unfit}, mine) == (409, "illegal")
    assert logbook.everything(room_database) == before
    assert table.look()["seq"] == seq


@pytest.mark.parametrize(
    "body",
    [
        b"", b"null", b"[]", b"{", b'{"seq":1}', b'{"move":"x"}', b'{"seq":null,"move":"x"}',
        b'{"seq":1,"move":null}', b'{"seq":1,"move":["x"]}', b'{"seq":1.5,"move":"x"}', b'{"seq":NaN,"move":"x"}',
        b'{"seq":"1","move":"x"}', b'{"seq":true,"move":"x"}', b'{"seq":1,"move":true}', b'{"seq":1,"move":1.5}',
        b"[" * 5000, b'{"seq":1,"move":"\xff"}', b"\x00",
    ],
)  # fmt: skip
def test_an_action_has_a_shape(table: Sitting, body: bytes) -> None:
    actor = table.look()["actor"]
    assert table.post("/actions", body, actor).refused == (400, "bad_request")


@pytest.mark.parametrize("move", ["", " ", "\ud800", "\x00", "a" * 1000, "<script>", "tower T2\n* find E"])
def test_words_that_are_no_move(table: Sitting, room_database: str, move: str) -> None:
    actor = table.look()["actor"]
    before = logbook.everything(room_database)
    status, code = table.act(actor, move).refused
    assert (status, code) in {(422, "unknown_move"), (400, "bad_request"), (413, "too_large")}
    assert logbook.everything(room_database) == before


def test_nobody_acts_before_everyone_sits(room: Inside) -> None:
    table = Sitting(room, seats=[HUMAN, OPEN])
    told = table.look(0)
    assert told["actor"] is None
    assert told["legal"] == []
    assert table.act(0, 0).refused == (409, "waiting")


def test_nobody_acts_after_the_end(finished: Sitting) -> None:
    assert finished.act(0, 0).refused == (409, "over")
    assert finished.post("/undo", {"seq": finished.look()["seq"]}, 0).status == 409


def test_an_action_is_not_done_twice(table: Sitting, room_database: str) -> None:
    actor = table.look()["actor"]
    told = table.look(actor)
    body = {"seq": told["seq"], "move": told["legal"][0]["id"]}
    assert table.post("/actions", body, actor).status == 200
    before = logbook.everything(room_database)
    assert table.post("/actions", body, actor).refused[1] in {"stale", "not_your_turn"}
    assert logbook.everything(room_database) == before


# -- taking back ---------------------------------------------------------------------------------------------------


def undoable(room: Inside) -> tuple[Sitting, int]:
    """A table where somebody can take back a move that called for no luck, and who."""
    luck = random.Random(8)
    table = Sitting(room)
    for _ in range(200):
        seat = table.look()["actor"]
        table.play(1, luck)
        if table.look(seat)["moves"][-1]["actor"] == seat:
            return table, seat
    raise AssertionError("no move was without luck")


def test_a_move_is_taken_back(room: Inside, room_database: str) -> None:
    table, seat = undoable(room)
    seen = table.look(seat)
    answer = table.post("/undo", {"seq": seen["seq"]}, seat)
    assert answer.json() == {"seq": seen["seq"] + 1}
    back = table.look(seat)
    assert back["actor"] == seat
    assert back["seq"] == seen["seq"] + 1
    assert seen["moves"][-1]["text"] in {move["text"] for move in back["legal"]}
    assert logbook.replay(room_database, table.id).actor == seat
    assert table.act(seat, seen["moves"][-1]["text"]).status == 200
    assert table.look(seat)["view"] == seen["view"]


def test_what_can_not_be_taken_back(room: Inside, room_database: str) -> None:
    fresh = Sitting(room)
    seq = fresh.look()["seq"]
    for seat in (0, 1):
        assert fresh.post("/undo", {"seq": seq}, seat).refused == (409, "nothing_to_undo")
    table, seat = undoable(room)
    seq = table.look()["seq"]
    before = logbook.everything(room_database)
    assert table.post("/undo", {"seq": seq}, other(seat)).refused == (409, "nothing_to_undo")
    assert table.post("/undo", {"seq": seq - 1}, seat).refused == (409, "stale")
    assert table.post("/undo", {"seq": "now"}, seat).refused == (400, "bad_request")
    assert table.post("/undo", {"seq": seq}).refused[1] == "forbidden"
    assert logbook.everything(room_database) == before


def test_luck_is_not_taken_back(room: Inside) -> None:
    luck = random.Random(8)
    table = Sitting(room)
    for _ in range(200):
        seat = table.look()["actor"]
        table.play(1, luck)
        if table.look()["moves"][-1]["actor"] is None:
            break
    assert table.look()["moves"][-1]["actor"] is None
    assert table.post("/undo", {"seq": table.look()["seq"]}, seat).refused == (409, "nothing_to_undo")


def test_a_server_finds_its_tables_again(inside, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    url = f"sqlite:///{tmp_path / 'kept.db'}"
    first = inside(url)
    table = Sitting(first, "witches", 2)
    table.play(12, random.Random(5))
    seen = [table.get(seat=seat).body for seat in (0, 1, None)]
    table.room = inside(url)
    for seat in (0, 1):  # the new server has not heard of anybody yet
        table.look(seat)
    assert [table.get(seat=seat).body for seat in (0, 1, None)] == seen
