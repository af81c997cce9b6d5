"""Questions about the picture: what something is, and why it can't be chosen now."""

from __future__ import annotations

import pytest

from tests.table.inside import Inside
from tests.table.sitting import HUMAN, OPEN, Sitting


def test_why_something_cant_be_chosen_is_said_in_the_readers_language(room: Inside) -> None:
    table = Sitting(room)
    actor = table.look()["actor"]
    why = table.get("/why?thing=link:T1-F1&lang=de", actor).json()["why"]
    assert (why["kind"], why["rule"], why["subject"]) == ("needs action", "WS-E1", "E")
    assert why["message"].startswith("Dafür braucht es eine Aktion der Art „Energie“; jetzt ist „")
    assert table.get("/why?thing=place:T1", actor).json() == {"why": None}  # it can be
    waiting = table.get("/why?thing=place:T1", 1 - actor).json()["why"]
    assert (waiting["kind"], waiting["seat"]) == ("turn", actor) if actor else waiting["kind"] == "turn"
    assert table.get("/why?thing=place:T1").json()["why"]["kind"] == "watching"
    assert table.get("/why?thing=moon", actor).json()["why"]["kind"] == "nothing"
    assert table.get("/why", actor).json()["error"] == "bad_request"


def test_a_table_that_is_not_full_waits(room: Inside) -> None:
    table = Sitting(room, seats=[HUMAN, OPEN])
    why = table.get("/why?thing=place:T1", 0).json()["why"]
    assert why == {"kind": "waiting", "message": "The game begins when every seat is taken."}


@pytest.mark.parametrize(
    ("lang", "message"),
    [("en", "The big witch begins on a tower."), ("hu", "A nagy boszorkány tornyon kezd.")],
)
def test_a_refused_action_says_why_and_by_which_rule(room: Inside, lang: str, message: str) -> None:
    table = Sitting(room)
    seen = table.look()
    body = {"seq": seen["seq"], "move": "tower V1"}
    refused = table.post(f"/actions?lang={lang}", body, seen["actor"])
    assert refused.status == 409
    assert refused.json() == {"error": "illegal", "message": message, "rule": "WS-S7"}


def test_what_something_is_comes_with_its_rule_and_how_one_stands(room: Inside) -> None:
    table = Sitting(room)
    while (seen := table.look())["view"]["prompt"] != "Place a tile":
        first = table.look(seen["actor"])["legal"][0]["text"]
        assert table.act(seen["actor"], first).status == 200
    told = table.get("/about?thing=place:Stone&lang=fr", 0).json()
    assert told["rule"] == "WS-W7"
    assert told["text"].startswith("La Pierre des Sorcières n")
    assert told["stands"] == ["Aucune suite de connexions terminées n’y mène depuis votre tour"]
    assert table.get("/about?thing=place:Stone").json()["stands"] == []  # who looks on stands nowhere
    scroll = table.get("/about?thing=scroll:1", 1).json()
    assert scroll["large"]
    assert "point" in scroll["stands"][0]
    score = table.get("/about?thing=thing:score:1", 0).json()
    assert "witches: +2 points" in score["stands"]
    assert table.get("/about?thing=moon", 0).json() == {
        "name": "", "rule": "", "text": "", "stands": [], "large": False,
    }  # fmt: skip
