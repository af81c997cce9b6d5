"""What is looked at: a lesson under way and a hand as large as can be are among it."""

from __future__ import annotations

import pytest

from tools import screenshots


def test_a_lesson_and_a_full_hand_are_among_what_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    def asked(url: str, path: str, body: object = None, token: str = "") -> object:
        return {"table": "t", "seats": [{"token": "a"}] * 4, "actor": 1, "lesson": {"id": "x"}}

    monkeypatch.setattr(screenshots, "asked", asked)
    found = screenshots.stops("")
    assert {"witches-lesson", "witchstone-lesson", "witches-hand"} <= set(found)
    assert "#lesson" in found["witches-lesson"].ready


def test_the_hand_that_is_looked_at_is_full() -> None:
    view = screenshots.full_hand().view(0)
    assert int(view.state.hand[0]).bit_count() == screenshots.MOST
