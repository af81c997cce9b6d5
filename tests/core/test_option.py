"""Options: read from Python, a record or the command line, settled into numbers, refused with what would be right."""

import re

import pytest

from coven.core.errors import BadOption
from coven.core.option import RANDOM, Option, Value, after_rematch, read, settle

MODE = Option(
    "mode",
    "Mode",
    "how it is played",
    (
        Value("race", 0, "A race"),
        Value("duel", 5, "A duel", range(2, 3)),
        Value("alone", 7, "Alone", range(1, 2)),
        Value("feast", 9, "A feast", range(3, 5)),
    ),
)
FIRST = Option("first", "Who begins", "a seat", seat=True)
LONG = Option("long", "Long", "yes or no")
LEVEL = Option("level", "Level", "how hard", (Value("0", 0, "Easy"), Value("2", 2, "Hard")), each_seat=True)
DEAF = Option("deaf", "Deaf", "only in a race", only={"mode": ("race", "duel")})
ALL = (MODE, FIRST, LONG, LEVEL, DEAF)


def settled(players=2, **given):
    return settle("Nim", ALL, players, given)


def refused(players=2, **given):
    with pytest.raises(BadOption) as caught:
        settled(players, **given)
    return str(caught.value)


def test_defaults():
    numbers, written = settled()
    assert numbers.tolist() == [0, -1, 0, 0, 0, 0, 0, 0]
    assert written == {"mode": "race", "first": "random", "long": "no", "level": "0,0", "deaf": "no"}


def test_the_default_is_the_first_value_for_so_many():
    only_duel = Option(
        "mode", "", "", (Value("crowd", 1, "", range(3, 5)), Value("duel", 2, "", range(2, 3)))
    )
    assert settle("Nim", (only_duel,), 2, {}).written == {"mode": "duel"}
    assert settle("Nim", (only_duel,), 3, {}).written == {"mode": "crowd"}


@pytest.mark.parametrize(
    ("given", "at", "numbers", "written"),
    [
        ({"mode": "duel"}, 0, [5], {"mode": "duel"}),
        ({"first": 1}, 1, [1], {"first": "1"}),
        ({"first": "1"}, 1, [1], {"first": "1"}),
        ({"first": RANDOM}, 1, [-1], {"first": "random"}),
        ({"long": True}, 2, [1], {"long": "yes"}),
        ({"long": False}, 2, [0], {"long": "no"}),
        ({"level": 2}, 3, [2, 2, 0, 0], {"level": "2,2"}),
        ({"level": "2"}, 3, [2, 2, 0, 0], {"level": "2,2"}),
        ({"level": (0, 2)}, 3, [0, 2, 0, 0], {"level": "0,2"}),
        ({"level": ["2", 0]}, 3, [2, 0, 0, 0], {"level": "2,0"}),
        ({"mode": "duel", "deaf": True}, 7, [1], {"mode": "duel", "deaf": "yes"}),
    ],
)
def test_what_is_given(given, at, numbers, written):
    found = settled(**given)
    assert found.numbers[at : at + len(numbers)].tolist() == numbers
    assert found.written == settled().written | written


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"mode": "chess"}, "mode is one of race, duel, alone, feast, not 'chess'"),
        ({"mode": 3}, "mode is one of race, duel, alone, feast, not 3"),
        ({"mode": None}, "mode is one of race, duel, alone, feast, not None"),
        ({"mode": "alone"}, "mode alone is for 1 player, not for 2"),
        ({"mode": "feast"}, "mode feast is for 3 to 4 players, not for 2"),
        ({"first": 2}, 'first is a seat from 0 to 1 or "random", not 2'),
        ({"first": True}, 'first is a seat from 0 to 1 or "random", not True'),
        ({"long": 1}, "long is True or False, not 1"),
        ({"long": "yes"}, "long is True or False, not 'yes'"),
        ({"level": 1}, "level is one of 0, 2, or one for each of the 2 seats, not 1"),
        ({"level": (0, 1)}, "level is one of 0, 2, or one for each of the 2 seats, not 1"),
        ({"level": (0,)}, "level is one of 0, 2, or one for each of the 2 seats, not (0,)"),
        ({"level": (0, 0, 2)}, "level is one of 0, 2, or one for each of the 2 seats, not (0, 0, 2)"),
        ({"size": 1}, "Nim has no option size; it has mode and first and long and level and deaf"),
        (
            {"size": 1, "age": 2},
            "Nim has no option age, size; it has mode and first and long and level and deaf",
        ),
    ],
)
def test_what_is_refused(given, told):
    assert refused(**given) == told


def test_a_value_for_another_number_of_players():
    assert refused(3, mode="duel") == "mode duel is for 2 players, not for 3"


def test_an_option_for_some_values_of_another():
    assert refused(3, mode="feast", deaf=True) == "deaf is for mode race or duel, not for mode feast"
    assert settled(3, mode="feast", deaf=False).written["deaf"] == "no"


def test_a_game_without_options():
    assert settle("Nim", (), 2, {}).numbers.tolist() == []
    with pytest.raises(BadOption, match=re.escape("Nim has no option mode; it has none")):
        settle("Nim", (), 2, {"mode": "race"})


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ({}, {}),
        ({"mode": "duel", "first": "1"}, {"mode": "duel", "first": "1"}),
        ({"long": "yes", "deaf": "no"}, {"long": True, "deaf": False}),
        ({"long": "maybe"}, {"long": "maybe"}),
        ({"level": "0,2"}, {"level": ["0", "2"]}),
        ({"level": "2"}, {"level": "2"}),
        ({"size": "1"}, {"size": "1"}),
    ],
)
def test_reading_what_was_written(written, found):
    assert read(ALL, written) == found


@pytest.mark.parametrize(
    "given",
    [{}, {"mode": "duel", "first": 1, "long": True}, {"level": (0, 2)}, {"mode": "duel", "deaf": True}],
)
def test_a_record_is_read_back(given):
    once = settled(**given)
    again = settled(**read(ALL, once.written))
    assert (again.numbers.tolist(), again.written) == (once.numbers.tolist(), once.written)


def test_a_rematch_moves_the_seat_on():
    assert after_rematch(ALL, {"first": "1", "mode": "duel"}, 2) == {"first": "0", "mode": "duel"}
    assert after_rematch(ALL, {"first": "random"}, 2) == {"first": "random"}
    assert after_rematch(ALL, {}, 2) == {}
