"""A first start, loosely: nobody waits for a compiler. `make first-second` measures it on a quiet machine."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import coven
from coven.core import cache
from tools import first_second

BUSY = 6.0  # times what a quiet machine may take; whoever waits for a compiler waits longer even there
GAMES = ("witchstone", "witches")


@pytest.mark.alone
@pytest.mark.skipif(os.name == "nt", reason="the server is ended by a signal")
def test_the_first_decision_and_the_first_answers_come_before_anything_is_compiled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(first_second, "THOUGHT", 0.1)  # who plays quickly is answered no later
    figures = first_second.measure(GAMES, wait=False)
    assert first_second.too_slow(figures, BUSY) == []
    for game in GAMES:
        assert figures[game]["compiled_before"] == 0
        assert figures[game]["compiled_s"] is None
        assert set(figures[game]["first_answer_s"]) == set(first_second.BOTS)


def test_a_game_is_compiled_when_all_of_it_is_and_nothing_failed(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.touch()
    package = coven.load("witches").definition.package
    for part, whole in (("rules", False), ("bots", True)):
        folder = tmp_path / ".cache" / "coven" / cache.part_folder(package, part).name
        folder.mkdir(parents=True)
        (folder / cache.DONE).touch()
        assert first_second.is_compiled(tmp_path, "witches") is whole
    assert not first_second.is_compiled(tmp_path, "witchstone")
    log.write_text("Witchstone is played uncompiled: No space left on device")
    with pytest.raises(RuntimeError, match="witchstone could not be compiled"):
        first_second.is_compiled(tmp_path, "witchstone")


def test_what_is_too_slow_is_named() -> None:
    figures = {
        "witches": {"asked_s": 1.0, "slowest_answer_s": 9.0, "slowest_request_s": 0.1, "compiled_s": None}
    }
    assert first_second.too_slow(figures) == ["witches: slowest_answer_s is 9.0, more than 5"]
    assert first_second.too_slow(figures, 2) == []
