"""The levels: bots with names of their own, fair and the same every time, told in every language."""

from __future__ import annotations

import pytest

import coven
from coven import bots
from coven.bots.levels import EVERYDAY, FIRST, LEVELS, LINES, lines
from coven.core.language import LANGUAGES, words
from coven.lab.job import on_one_core, reproducible
from coven.lab.tournament import tournament
from tests.bots.conftest import midway

NAMES = [level.name for level in LEVELS]


def test_levels_have_a_name_and_a_line_in_every_language() -> None:
    assert set(LINES) == set(NAMES)
    assert {EVERYDAY, FIRST} <= set(NAMES)
    seen = set()
    for lang in LANGUAGES:
        told = lines(words(lang))
        assert [one["spec"] for one in told] == NAMES
        assert [one["name"] for one in told] == [name.capitalize() for name in NAMES]
        seen |= {one["line"] for one in told}
    assert len(seen) == len(LANGUAGES) * len(NAMES)


@pytest.mark.parametrize("name", NAMES[:3])
@pytest.mark.parametrize("game", ["witchstone", "witches"])
def test_a_level_is_fair_and_the_same_every_time(name: str, game: str) -> None:
    position = midway(coven.load(game), 2, {}, 3)
    view = position.view(position.actor)
    move = bots.bot(name, seed=4).choose(view)
    assert move in position.legal
    assert bots.bot(f"{name}:seed=4").choose(view.sample(2).view(position.actor)) == move
    with pytest.raises(coven.NotYourTurn):
        bots.bot(name).choose(position.view(None))


def test_those_that_think_by_the_clock_are_not_reproducible() -> None:
    assert [name for name in NAMES if not reproducible(name)] == ["nightshade", "hecate"]
    assert not reproducible("search")
    assert reproducible("search:iters=5")
    assert on_one_core("hecate") == "hecate:threads=1"
    assert on_one_core("thistle") == "thistle"


def test_a_level_takes_nothing_that_would_make_it_another() -> None:
    for spec in ("hecate:50ms", "nightshade:net=none", "pipkin:threads=2", "thistle:iters=5"):
        with pytest.raises(coven.BadOption, match="can't take"):
            bots.bot(spec)


def test_the_levels_rise() -> None:
    """Far enough apart to be seen in a few games; docs/bots.md has the figures."""
    result = tournament("witchstone", ["thistle", "pipkin"], games=8, seed=2, jobs=1)
    assert result.pairs()[0].wins.value > 0.7
