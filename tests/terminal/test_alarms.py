"""What may end the game is in sight in the terminal too."""

from __future__ import annotations

import random

import pytest

import coven
from coven.core import alarm
from coven.terminal.display import Display


@pytest.mark.parametrize(("lines", "all_of_it"), [("24", False), ("40", True)])
def test_alarms_are_in_sight(lines: str, all_of_it: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """All of them where there is room, what is near in any case, what is loud with a mark."""
    monkeypatch.setenv("LINES", lines)
    monkeypatch.setenv("COLUMNS", "80")
    game = coven.load("witches")
    position, luck = game.new(2, seed=3), random.Random(1)
    display = Display(game, ["Owl", "Cat"], "en")
    levels = set()
    while not position.over:
        view = position.view(0)
        found = game.implementation.alarms(view, "en")
        levels |= {one.level for one in found}
        shown = "\n".join(line.plain for line in display.alarms(view))
        for one in found:
            assert (one.label in shown) is (all_of_it or one.level > alarm.QUIET)
            assert (f"! {one.label}" in shown) is (one.level == alarm.LOUD)
        position.play(luck.choice(position.legal))
    assert levels == {alarm.QUIET, alarm.NEAR, alarm.LOUD}
    assert display.alarms(position.view(0)) == []
