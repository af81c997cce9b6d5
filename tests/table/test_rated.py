"""Rated games: by name, on equal terms and without the coach, and a record that says so."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import coven
from coven.cli import main
from coven.core.record import Rated
from coven.core.verify import verify
from coven.table.metadata import Metadata
from tests.table.inside import Inside
from tests.table.sitting import HUMAN, OPEN, Sitting

Start = Callable[..., Inside]
ADA = {**HUMAN, "name": "Ada"}
BOT = {"kind": "bot", "bot": "random", "name": "Hecate"}
RATED = {"rated": True}


def seated(room: Inside, game: str = "toadstools", *, bots: int = 0, **options: Any) -> Sitting:
    """A rated table of Ada and Ben, who came by link, with bots beside them."""
    table = Sitting(room, game, [ADA, OPEN, *[BOT] * bots], {**RATED, **options})
    joined = table.post("/join", {"name": "Ben"}).json()
    table.tokens[joined["seat"]] = joined["token"]
    return table


# -- without help --------------------------------------------------------------------------------------------------


def test_everyone_is_told_that_it_is_rated(room: Inside) -> None:
    table = seated(room)
    for seat in (None, 0, 1):
        terms = room.run(table.live(seat).until(type="seats"))["terms"]
        assert (terms["rated"], terms["hints"]) == (True, False)
        told = table.look(seat)["table"]
        assert (told["rated"], told["hints"]) == (True, False)
    listed = {one["table"]: one["rated"] for one in room.get("/api/tables?state=playing").json()["tables"]}
    assert listed[table.id] is True
    assert Sitting(room).look()["table"]["rated"] is False


def test_the_coach_is_silent_for_every_seat(room: Inside) -> None:
    table = seated(room, "witchstone")
    asked = set()
    while asked != {0, 1}:
        seat = table.look()["actor"]
        answer = table.get("/hint", seat)
        assert answer.refused == (403, "forbidden")
        assert "rated" in answer.json()["message"]
        asked.add(seat)
        table.play(1, random.Random(1))


def test_the_coach_is_silent_for_who_plays_alone_against_bots(room: Inside) -> None:
    table = Sitting(room, "toadstools", [ADA, BOT], RATED)
    assert table.look()["table"]["hints"] is False


# -- what can't be rated -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "seats", "more", "said"),
    [
        ("witchstone", [ADA, OPEN], {"options": {"hints": True}}, "leave out hints"),
        ("witchstone", [ADA, BOT], {"guide": True}, "leave out guide or rated"),
        ("witchstone", [ADA, OPEN], {"options": {"components": "MINE"}}, "leave out components"),
        ("witchstone", [ADA, OPEN], {"options": {"handicap": ["1", "0"]}}, "the same handicap"),
        ("witches", [ADA], {"options": {"mode": "solo"}}, "against others"),
        ("witches", [ADA, OPEN], {"options": {"mode": "coop"}}, "another mode"),
        ("witches", [ADA, {**HUMAN, "name": "Ben"}], {}, "make the others open, and send their link"),
        ("witches", [HUMAN, OPEN], {}, "say what you are called"),
        ("witches", [{**HUMAN, "name": "\u200b "}, OPEN], {}, "say what you are called"),
    ],
)
def test_what_can_not_be_rated_is_refused(
    game: str, seats: list[Any], more: dict[str, Any], said: str, room: Inside
) -> None:
    options = {**more.get("options", {}), **RATED}
    if "components" in options:
        options["components"] = coven.load(game).components.text
    answer = room.post("/api/tables", {**more, "game": game, "seats": seats, "options": options})
    assert answer.refused == (422, "bad_option")
    assert said in answer.json()["message"]


def test_equal_terms_may_be_any(room: Inside) -> None:
    table = seated(room, "witchstone", handicap=["1", "1"], hints=False)
    assert table.look()["table"]["options"]["handicap"] == "1,1"


@pytest.mark.parametrize("seats", [[ADA, OPEN], []])
def test_a_game_from_a_record_is_not_rated(seats: list[Any], room: Inside) -> None:
    """Nobody knows what came before, and luck that was typed in was not sealed."""
    game = coven.load("toadstools").new(2, chance="manual", names=["Ada", "Ben"])
    wish = {"record": str(game.record()), "seats": seats, "options": RATED}
    answer = room.post("/api/tables", wish)
    assert answer.refused == (422, "bad_option")
    assert "set up a new table" in answer.json()["message"]


# -- by name -------------------------------------------------------------------------------------------------------


def test_who_sits_down_says_her_name(room: Inside) -> None:
    table = Sitting(room, "toadstools", [ADA, OPEN], RATED)
    assert table.post("/join", {}).refused == (422, "bad_option")
    assert table.post("/name", {"name": " "}, 0).refused == (422, "bad_option")
    assert table.post("/name", {"name": "Eda"}, 0).json()["name"] == "Eda"
    assert table.post("/join", {"name": "Ben"}).status == 200
    assert [seat["name"] for seat in table.look()["table"]["seats"]] == ["Eda", "Ben"]


def test_names_stay_once_everyone_sits(room: Inside) -> None:
    """Else whoever loses could do so under another's name, after the end too."""
    table = seated(room)
    assert table.post("/name", {"name": "Eve"}, 1).refused == (403, "forbidden")
    table.finish(random.Random(1))
    assert table.post("/name", {"name": "Eve"}, 1).refused == (403, "forbidden")
    assert "Names: Ada | Ben\n" in table.get("/record", 0).text


# -- the record, and playing again ---------------------------------------------------------------------------------


def test_the_record_says_who_played_and_is_sealed(room: Inside) -> None:
    table = seated(room)
    table.finish(random.Random(1))
    record = coven.read(table.get("/record", 0).text)
    assert record.rated == Rated(("", ""), ("", ""))
    assert record.names == ("Ada", "Ben")
    assert verify(record).sealed
    again = Sitting(room, "toadstools", 2, record=str(record))
    assert again.look()["table"]["rated"] is False
    assert "Rated" not in again.get("/record", 0).text
    cut = coven.read(table.get("/record?at=2", 0).text)
    assert cut.rated is None


def test_the_record_counts_for_ratings(
    room: Inside, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = seated(room)
    table.finish(random.Random(1))
    kept = tmp_path / "game.coven"
    kept.write_text(table.get("/record", 0).text)
    assert main(["ratings", str(kept), "--json"]) == 0
    (group,) = json.loads(capsys.readouterr().out)["games"]["toadstools"]["groups"]
    assert {one["name"]: one["games"] for one in group["ratings"]} == {"Ada": 1, "Ben": 1}


def test_the_record_of_another_game_has_no_such_line(room: Inside) -> None:
    table = Sitting(room, "toadstools", 2)
    table.finish(random.Random(1))
    assert "Rated" not in table.get("/record", 0).text


@pytest.mark.parametrize("returns", [True, False])
def test_the_record_names_bots_and_who_stood_in(inside: Start, returns: bool) -> None:
    room = inside(away=0, countdown=0)
    table = seated(room, bots=1, stand_in="light")
    watcher = table.live(0)
    assert table.post("/stand-in", {"seat": 1}, 0).json()["done"] is True
    if returns:
        assert table.post("/return", {}, 1).status == 200
    luck = random.Random(3)
    while not (state := table.look())["over"]:
        if state["actor"] == 0 or (returns and state["actor"] == 1):
            table.play(1, luck)
        else:
            room.run(newer(watcher, state["seq"]))
    record = coven.read(table.get("/record", 0).text)
    assert record.rated == Rated(("", "", "random"), ("", "light", ""))
    assert record.names == ("Ada", "Ben", "Hecate")


async def newer(watcher: Any, seq: int) -> None:
    while (await watcher.until(type="state"))["seq"] <= seq:
        pass


def test_a_rematch_is_rated_too(room: Inside) -> None:
    table = seated(room)
    table.finish(random.Random(1))
    table.id = table.post("/rematch", {}, 1).json()["table"]
    told = table.look()["table"]
    assert (told["rated"], told["hints"]) == (True, False)
    assert [seat["name"] for seat in told["seats"]] == ["Ada", "Ben"]
    table.finish(random.Random(2))
    assert coven.read(table.get("/record", 0).text).rated is not None


# -- what is kept --------------------------------------------------------------------------------------------------


def test_it_is_kept_and_tables_of_before_are_not_rated(inside: Start) -> None:
    table = seated(inside())
    table.room = inside()  # the same database, by a server that has to read it
    assert table.look()["table"]["rated"] is True
    kept = json.loads(Metadata(rated=True).with_stand_in(1, "light").to_json())
    assert kept == {"rated": True, "stood_in": {"1": "light"}}
    assert Metadata.from_json(json.dumps(kept)).stood_in == {1: "light"}
    assert Metadata.from_json('{"hints": "on"}').rated is False
