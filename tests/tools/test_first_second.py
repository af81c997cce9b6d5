"""A first start, loosely: nobody waits for a compiler. `make first-second` measures it on a quiet machine."""

from __future__ import annotations

import os

import pytest

from tools import first_second

BUSY = 20.0  # times what a quiet machine may take: tests share the cores


@pytest.mark.alone
@pytest.mark.skipif(os.name == "nt", reason="the server is ended by a signal")
def test_the_first_decision_and_the_first_answers_come_before_anything_is_compiled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(first_second, "THOUGHT", 0.1)  # who plays quickly is answered no later
    figures = first_second.measure(["witches"], wait=False)
    assert first_second.too_slow(figures, BUSY) == []
    assert set(figures["witches"]["first_answer_s"]) == set(first_second.BOTS)


def test_what_is_too_slow_is_named() -> None:
    figures = {
        "witches": {"asked_s": 1.0, "slowest_answer_s": 9.0, "slowest_request_s": 0.1, "compiled_s": None}
    }
    assert first_second.too_slow(figures) == ["witches: slowest_answer_s is 9.0, more than 5"]
    assert first_second.too_slow(figures, 2) == []
