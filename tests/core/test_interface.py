"""A game that lacks what every game supplies is refused when it is loaded, with a sentence for each thing."""

from types import ModuleType

import numpy as np
import pytest

import coven
from coven.core.errors import BrokenGame
from coven.core.fields import Flat, Row, dtype_of, i1, i2
from coven.core.interface import NEEDED, OPTIONAL, Rules, check_rules, check_state
from coven.core.seats import SEATS


def module(**members) -> ModuleType:
    """Rules that are whole, with these members instead."""
    made = ModuleType("nim.rules")
    made.VERSION = 1
    made.actor = lambda s: 0
    made.begin = lambda s, t, players, options: None
    made.legal = lambda s, t, out: 0
    made.apply = lambda s, t, move: None
    for name, member in members.items():
        if member is None:
            delattr(made, name)
        else:
            setattr(made, name, member)
    return made


def faults(**members) -> list[str]:
    with pytest.raises(BrokenGame) as caught:
        check_rules("nim", module(**members))
    assert str(caught.value).startswith("the game 'nim' can't be loaded; nim.rules:\n  - ")
    return caught.value.faults


def test_the_needed_functions_are_enough():
    check_rules("nim", module())


@pytest.mark.parametrize("name", coven.games())
def test_games_have_them(name):
    check_rules(name, coven.load(name).implementation.rules)


def test_the_counts_are_those_of_the_interface():
    for name, count in (NEEDED | OPTIONAL).items():
        assert getattr(Rules, name).__code__.co_argcount == 1 + count, name


@pytest.mark.parametrize("name", NEEDED)
def test_a_function_that_is_missing(name):
    many = "1 argument" if NEEDED[name] == 1 else f"{NEEDED[name]} arguments"
    assert faults(**{name: None}) == [f"it needs a function {name} with {many}"]


def test_all_that_is_missing_is_said_at_once():
    with pytest.raises(BrokenGame) as caught:
        check_rules("nim", ModuleType("nim.rules"))
    assert len(caught.value.faults) == 1 + len(NEEDED)


def test_a_wrong_number_of_arguments():
    assert faults(legal=lambda s, t: 0, turn_mark=lambda s, t: 0) == [
        "legal must take 3 arguments, not 2",
        "turn_mark must take 1 argument, not 2",
    ]


def test_something_that_is_no_function():
    assert faults(winners=1) == ["winners must be a function"]


@pytest.mark.parametrize("version", [None, "1"])
def test_a_version_is_a_number(version):
    assert faults(VERSION=version) == ["it needs VERSION, a whole number from 1 on"]


@pytest.mark.parametrize(
    ("name", "function", "pair"),
    [
        ("sketch", lambda s, t, out: 0, "sketch and nth"),
        ("nth", lambda s, t, out, n, k: 0, "sketch and nth"),
        ("veil", lambda s, t, move: 0, "knowers and veil"),
        ("redact", lambda s, t, seat: None, "redact and imagine"),
    ],
)
def test_what_belongs_together(name, function, pair):
    assert faults(**{name: function}) == [f"{pair} belong together, and only {name} is there"]


class Whole(Flat):
    players: int = i1()
    first: int = i1()
    score: Row = i2(SEATS)
    depth: int = i1()


class Scoreless(Flat):
    players: int = i1()
    first: Row = i1(2)
    depth: int = i1()


class Short(Whole):
    score: Row = i2(2)


def test_a_state_has_what_every_state_has():
    check_state("nim", "nim, state", dtype_of(Whole))


@pytest.mark.parametrize(
    ("state", "told"),
    [
        (
            dtype_of(Scoreless),
            [
                "the state needs a field first, a single number",
                "the state needs a field score with a number for each of 4 seats",
            ],
        ),
        (dtype_of(Short), ["the state needs a field score with a number for each of 4 seats"]),
        (
            np.dtype("i8"),
            [
                "the state needs a field players, a single number",
                "the state needs a field first, a single number",
                "the state needs a field depth, a single number",
                "the state needs a field score with a number for each of 4 seats",
            ],
        ),
    ],
)
def test_a_state_that_lacks_something(state, told):
    with pytest.raises(BrokenGame) as caught:
        check_state("nim", "nim, state", state)
    assert caught.value.faults == told
