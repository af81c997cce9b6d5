"""What nobody would type: numbers without end, names that can't be seen, the same again and again."""

from __future__ import annotations

import re

import pytest

import coven
from tests.table.inside import Inside
from tests.table.sitting import HUMAN, OPEN, Sitting

HUGE = f"0x{'f' * 8000}"  # as a hexadecimal number TOML has no limit


@pytest.mark.parametrize("given", [None, 1.5, [1.5, None], {}, 10**18, "9" * 8000])
def test_odd_options_are_refused_in_words(room: Inside, given: object) -> None:
    asked = {"game": "witchstone", "seats": [HUMAN] * 2, "options": {"handicap": given}}
    assert room.post("/api/tables", asked).refused == (422, "bad_option")


@pytest.mark.parametrize("game", ["witchstone", "witches"])
@pytest.mark.parametrize("number", ["9" * 8000, HUGE, "1e999", "nan"])
@pytest.mark.parametrize("where", [r"(?m)^schema *= *\d+", r"(?<=[\[ ])\d+(?=[,\]])"])
def test_numbers_without_end_are_refused_in_words(room: Inside, game: str, number: str, where: str) -> None:
    """A number of a component set that Python reads but can't write."""
    components = coven.load(game).components.text
    text = re.sub(where, lambda found: re.sub(r"\d+$", number, found[0]), components, count=1)
    assert text != components
    asked = {"game": game, "seats": [HUMAN] * 2, "options": {"components": text}}
    assert room.post("/api/tables", asked).refused == (422, "bad_option")


@pytest.mark.parametrize("length", ["0" * 5000, "9" * 5000, "\xb2", "-1", "1e3"])
def test_odd_lengths(room: Inside, length: str) -> None:
    answer = room.post("/api/tables", b"{}", headers={"content-length": length})
    assert answer.refused in {(400, "bad_request"), (413, "too_large")}


def test_a_refusal_names_no_file_of_the_server(room: Inside) -> None:
    for line in ("a" + ".a" * 150 + " = 1", "a = [", "a = " + "[" * 5000):
        text = coven.load("witches").components.text + line + "\n"
        asked = {"game": "witches", "seats": [HUMAN] * 2, "options": {"components": text}}
        answer = room.post("/api/tables", asked)
        assert answer.refused == (422, "bad_option")
        assert "/" not in answer.text
        assert ".toml" not in answer.text


# -- names ---------------------------------------------------------------------------------------------------------


def named(room: Inside, *names: str) -> list[str]:
    table = Sitting(room, seats=[{"kind": "human", "name": name} for name in names])
    return [seat["name"] for seat in table.look()["table"]["seats"]]


@pytest.mark.parametrize("nothing", ["\u3164", "\u2800\u2800", "\u115f\u1160", "\uffa0 \u034f"])
def test_a_name_of_nothing_is_no_name(room: Inside, nothing: str) -> None:
    assert named(room, nothing, f"A{nothing}da") == ["", "A da"]


def test_accents_are_not_stacked(room: Inside) -> None:
    tower, plain = named(room, "A" + "\u0301\u0302" * 15, "Nguy\u1ec5n \u05d0\u05b8\u05bc")
    assert len(tower) <= 5
    assert plain == "Nguy\u1ec5n \u05d0\u05b8\u05bc"


def test_nobody_has_the_name_of_another_seat(room: Inside) -> None:
    table = Sitting(room, seats=[{"kind": "human", "name": "Ada"}, {"kind": "bot", "bot": "light"}, OPEN])
    told = table.post("/join", {"name": "\uff21 d\u00e0"}).json()
    table.tokens[2] = told["token"]
    for asked, called in (("ADA", "ADA 2"), ("light", "light 2"), ("Bea", "Bea")):
        assert table.post("/name", {"name": asked}, 2).json()["name"] == called
    assert table.post("/name", {"name": "Ada"}, 0).json()["name"] == "Ada"
    assert named(room, "Cy", "Cy", "cy") == ["Cy", "Cy 2", "cy 3"]


# -- the same again and again --------------------------------------------------------------------------------------


def test_names_are_not_changed_all_the_time(inside) -> None:  # type: ignore[no-untyped-def]
    table = Sitting(inside(limits=True))
    answers = [table.post("/name", {"name": f"Ada {n}"}, 0) for n in range(20)]
    assert answers[0].status == 200
    assert answers[-1].refused == (429, "too_many")
    assert table.post("/name", {"name": "Bea"}, 1).status == 200


def test_one_seat_has_undos_of_its_own(inside, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    """However long the log: the other seat has taken nothing back yet."""
    monkeypatch.setattr("coven.table.actions.MOST_UNDOS", 2, raising=False)
    monkeypatch.setattr("coven.table.actions.MOST_ACTIONS", 2, raising=False)
    table = Sitting(inside(), "witchstone", 2)
    greedy = table.look()["actor"]
    taken = 0
    for _ in range(200):
        seat = table.look()["actor"]
        told = table.look(seat)
        assert table.act(seat, told["legal"][0]["id"], told["seq"]).status == 200
        if seat == greedy and taken < 2:
            taken += table.post("/undo", {"seq": told["seq"] + 1}, seat).status == 200
        elif seat != greedy and taken == 2:
            answer = table.post("/undo", {"seq": told["seq"] + 1}, seat)
            if answer.status == 200:
                return
            assert answer.refused[1] == "nothing_to_undo"
    pytest.fail("nothing could ever be taken back")
