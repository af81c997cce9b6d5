"""Clocks follow from the log alone."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from coven import CHANCE
from coven.table.clock import merged, remaining

DEAL = (100.0, CHANCE)


def test_before_the_deal_nobody_pays():
    assert remaining([], 2, 5, 1e9, None) == [300, 300]
    assert remaining([DEAL], 2, 5, 100.0, 0) == [300, 300]


def test_only_the_clock_of_the_one_to_act_runs():
    assert remaining([DEAL], 3, 5, 130.0, 1) == [300, 270, 300]


def test_the_time_before_an_action_is_paid_by_whoever_acted():
    times = [DEAL, (110.0, 0), (111.0, 0), (131.0, 1)]
    assert remaining(times, 2, 5, 136.0, 0) == [300 - 11 - 5, 280]


def test_taking_back_is_paid_by_the_one_who_slipped():
    # Seat 0 ended the turn and took it back while seat 1 was to act.
    times = [DEAL, (110.0, 0), (118.0, 0)]
    assert remaining(times, 2, 5, 120.0, 0) == [280, 300]


def test_clocks_stop_when_nobody_is_to_act():
    assert remaining([DEAL, (110.0, 0)], 2, 5, 1e9, None) == [290, 300]


def test_time_never_runs_backwards_or_below_nothing():
    times = [DEAL, (160.0, 0), (150.0, 1), (170.0, 0)]  # the machine's clock was set back
    assert remaining(times, 2, 1, 165.0, 1) == [0, 60]
    assert remaining(times, 2, 1, 1e9, 1) == [0, 0]


def test_a_clock_that_is_set_back_costs_nothing_and_gives_nothing():
    times = [DEAL, (4000.0, 0), (500.0, 1), (520.0, 0)]
    assert remaining(times, 2, 100, 530.0, 1) == [6000 - 3900 - 20, 6000 - 10]


def test_who_is_awaited_pays_from_when_she_comes():
    times = [DEAL, (110.0, 0)]
    assert remaining(times, 2, 5, 170.0, 1, came={0: 50.0, 1: None}) == [290, 300]
    assert remaining(times, 2, 5, 170.0, 1, came={0: 105.0, 1: 160.0}) == [295, 290]
    assert remaining([*times, (180.0, 1)], 2, 5, 190.0, 0, [(162.0, 170.0)], {1: 160.0}) == [280, 288]


def test_pauses_are_nobodys():
    times = [DEAL, (110.0, 0), (180.0, 1)]
    assert remaining(times, 2, 5, 200.0, 0, [(90.0, 105.0), (120.0, 170.0), (190.0, 900.0)]) == [285, 280]
    assert merged([(5.0, 7.0), (1.0, 3.0), (2.0, 4.0), (7.0, 8.0)]) == [(1.0, 4.0), (5.0, 8.0)]


@given(st.lists(st.tuples(st.floats(0, 100), st.integers(-1, 3))), st.floats(0, 100), st.integers(0, 3))
def test_all_that_passes_between_actions_is_paid_once(steps, rest, actor):
    times, at = [DEAL], DEAL[0]
    for pause, who in steps:
        at += pause
        times.append((at, who))
    left = remaining(times, 4, 1e6, at + rest, actor)
    paid = sum(pause for pause, who in steps if who >= 0) + rest
    assert abs(sum(6e7 - one for one in left) - paid) < 1e-3
