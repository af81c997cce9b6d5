"""What nobody would type: numbers without end, names that can't be seen, the same again and again."""

from __future__ import annotations

import re

import pytest

import coven
from tests.table.inside import Inside
from tests.table.sitting import HUMAN

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
