"""Bots before anything is compiled: every spec answers within its time, from the first second."""

from __future__ import annotations

import time

import pytest

import coven
from coven.bots import bot
from coven.bots.compiled import BOTS
from coven.bots.warming import follow
from coven.coach import analyse
from coven.core import compiling, doors
from coven.core.doors import is_compiled
from coven.core.game import Game
from coven.core.registry import definition
from coven.core.view import View
from coven.table import bot_worker

SPECS = ("random", "light", "greedy", "policy", "search", "search:200ms")
LONGEST = 5.0  # seconds, on a machine that does other things too


@pytest.fixture(params=["witchstone", "witches"])
def view(request, monkeypatch: pytest.MonkeyPatch) -> View:
    """What a seat sees in a process that has compiled nothing, and never will."""
    monkeypatch.setattr(doors, "_made", {})
    monkeypatch.setattr(doors, "load", lambda game, part: False)
    monkeypatch.setattr(compiling, "begin", lambda game, hurry=True: None)
    position = Game(definition(request.param)).new(2, seed=7)
    while len(position.legal) < 4:
        position.play(position.legal[0])
    assert position.actor is not None
    return position.view(position.actor)


@pytest.mark.parametrize("spec", SPECS)
def test_every_spec_answers_within_its_time(view: View, spec: str) -> None:
    bot(spec).prepare(view.game, wait=False)
    began = time.process_time()
    assert bot(spec).choose(view) in view.legal
    assert time.process_time() - began < LONGEST
    assert not is_compiled(view.game, BOTS)


@pytest.mark.parametrize("spec", ["greedy:seed=3", "search:iters=20000:seed=3"])
def test_at_a_table_nobody_waits_for_the_very_same_move(view: View, spec: str) -> None:
    time_for_it = bot_worker._time(spec, view.game)
    assert time_for_it is not None
    began = time.process_time()
    assert bot(spec).choose(view, time_for_it) in view.legal
    assert time.process_time() - began < LONGEST


def test_a_hint_says_what_there_was_time_for(view: View) -> None:
    found = analyse(view, "300ms")
    assert found.best.move in view.legal
    assert len(found.chances) == len(found.points) == view.players
    assert all(0 <= chance <= 1 for chance in found.chances)
    asked = view.legal[-1]
    assert analyse(view, "300ms", move=asked).find(asked) is not None


def test_who_has_longer_follows_more(view: View) -> None:
    def visits(seconds: float) -> int:
        return sum(one.visits for one in follow(view, seconds, 1))

    short = visits(0.1)
    assert short >= 1
    assert any(
        visits(seconds) > short for seconds in (1.5, 15.0)
    )  # the machine may do other things for a second


def test_a_bot_with_a_budget_of_its_own_keeps_it() -> None:
    game = coven.load("witches")
    assert bot_worker._time("search:2s", game) is None
    assert bot_worker._time("search", game) is None
