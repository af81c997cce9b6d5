"""What is made at the first use: once, and without keeping others waiting."""

from __future__ import annotations

import threading

import pytest

import coven
from coven.core import doors
from coven.core.lazily import lazily

LONG = 60.0  # seconds, only ever waited for by a test that fails


class Pot:
    def __init__(self) -> None:
        self.made = 0

    @lazily
    def brew(self) -> list[int]:
        """What is in it."""
        self.made += 1
        return [self.made]


def test_it_is_made_once() -> None:
    pot = Pot()
    assert pot.brew is pot.brew
    assert pot.made == 1
    assert Pot().brew is not pot.brew
    assert Pot.brew.__doc__ == "What is in it."


def test_who_made_it_first_is_right() -> None:
    """Two threads at once: both get the same."""
    both = threading.Barrier(2)

    class Slow(Pot):
        @lazily
        def brew(self) -> list[int]:
            both.wait(LONG)
            return []

    pot, found = Slow(), []
    threads = [threading.Thread(target=lambda: found.append(pot.brew)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(LONG)
    assert found[0] is found[1] is pot.brew


def test_one_game_keeps_no_other_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """While the doors of one game are loaded those of another can be had: or both could wait for ever."""
    hung, go_on = threading.Event(), threading.Event()
    plain = doors.rule_doors

    def slow(game: coven.Game) -> object:
        if game.name == "witches":
            hung.set()
            assert go_on.wait(LONG)
        return plain(game)

    monkeypatch.setattr(doors, "rule_doors", slow)
    one, other = (coven.Game(coven.load(name).definition) for name in ("witches", "witchstone"))
    waiting = threading.Thread(target=lambda: one.doors)
    waiting.start()
    assert hung.wait(LONG)
    asking = threading.Thread(target=lambda: other.doors, daemon=True)
    asking.start()
    asking.join(LONG)
    stuck = asking.is_alive()
    go_on.set()
    waiting.join(LONG)
    assert not stuck
