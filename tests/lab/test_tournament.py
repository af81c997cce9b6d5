"""Tournaments: intervals, ratings, seat balance, and the same result however the games are shared out."""

from __future__ import annotations

import argparse
import json
import math
from itertools import pairwise

import numpy as np
import pytest

import coven
from coven import bots
from coven.bots.search import cores
from coven.lab import intervals, tournament_command
from coven.lab.job import on_one_core
from coven.lab.matches import Played, jobs_for
from coven.lab.ratings import Tie, bradley_terry
from coven.lab.tournament import Tournament, tournament


class First:
    """Plays the first legal move, the last where it is told to; must never be asked where there is no choice."""

    def __init__(self, last: bool) -> None:
        self._at = -1 if last else 0

    def prepare(self, game: coven.Game) -> None:
        pass

    def choose(self, view: coven.View, budget: object = None) -> coven.Move:
        assert len(view.legal) > 1
        return view.legal[self._at]


@pytest.fixture
def plain_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, last in (("first", False), ("last", True)):
        kind = bots.Kind(name, name, "for tests", frozenset(), lambda wishes, last=last: First(last))
        monkeypatch.setitem(bots.KINDS, name, kind)


# -- numbers ------------------------------------------------------------------------------------------------


def test_wilson_against_published_values() -> None:
    assert intervals.wilson(8, 10) == pytest.approx((0.8, 0.4902, 0.9433), abs=1e-4)
    assert intervals.wilson(0, 10) == pytest.approx((0.0, 0.0, 0.2775), abs=1e-4)
    assert intervals.wilson(10, 10) == pytest.approx((1.0, 0.7225, 1.0), abs=1e-4)


def test_a_mean_has_its_interval_by_student() -> None:
    value, low, high = intervals.mean([1.0, 2.0, 3.0, 4.0])
    assert value == 2.5
    assert (value - low, high - value) == pytest.approx((3.182 * math.sqrt(5 / 3 / 4),) * 2, rel=1e-4)
    for freedom, published in ((1, 12.706), (5, 2.571), (10, 2.228), (30, 2.042), (10**6, 1.960)):
        assert intervals.student(freedom) == pytest.approx(published, abs=2e-3)


def test_the_deal_is_the_unit_of_a_win_rate() -> None:
    # Forty games of twenty deals, half of them won: how sure that is depends on what the deals decided.
    def width(interval: intervals.Interval) -> float:
        return interval.high - interval.low

    seats_decide = intervals.dealt_share([1.0] * 2 + [0.5] * 16 + [0.0] * 2)
    deals_decide = intervals.dealt_share([1.0] * 10 + [0.0] * 10)
    assert seats_decide.value == deals_decide.value == 0.5
    assert width(seats_decide) < width(intervals.wilson(20, 40)) < width(deals_decide)
    assert intervals.dealt_share([1.0] * 20) == intervals.wilson(20, 20)
    assert intervals.dealt_share([0.5] * 20) == intervals.wilson(10, 20)


@pytest.mark.parametrize(("share", "deals"), [(0.5, 5), (0.5, 30), (0.8, 10), (0.95, 50), (0.97, 100)])
def test_a_win_rate_is_where_its_interval_says(share: float, deals: int) -> None:
    luck = np.random.default_rng(7)
    held = 0
    for _ in range(1000):
        chances = luck.beta(6 * share, 6 * (1 - share), deals)  # the games of a deal hang together
        found = intervals.dealt_share(luck.binomial(2, chances) / 2)
        held += found.low <= share <= found.high
    assert held >= 930


def test_two_bots_are_rated_by_their_odds() -> None:
    found = bradley_terry(2, [Tie(0, 1, 25, 75)])
    assert not found.shrunk
    assert found.points[0] == (0, 0, 0)
    value, _low, high = found.points[1]
    assert value == pytest.approx(400 * math.log10(3))
    assert high - value == pytest.approx(1.96 * 400 / math.log(10) / math.sqrt(100 * 0.75 * 0.25), rel=1e-4)


def test_ratings_explain_results_that_fit_together() -> None:
    strengths = [1.0, 2.0, 8.0]
    ties = [
        Tie(
            i,
            j,
            300 * strengths[i] / (strengths[i] + strengths[j]),
            300 * strengths[j] / (strengths[i] + strengths[j]),
        )
        for i in range(3)
        for j in range(i + 1, 3)
    ]
    found = [each.value for each in bradley_terry(3, ties).points]
    assert found == pytest.approx([0, 400 * math.log10(2), 400 * math.log10(8)], abs=1e-6)


def test_one_among_three_equals_wins_a_quarter() -> None:
    assert bradley_terry(2, [Tie(0, 1, 25, 75, others=3)]).points[1].value == pytest.approx(0, abs=1e-6)


def test_a_clean_sweep_has_a_finite_rating_and_says_so() -> None:
    found = bradley_terry(2, [Tie(0, 1, 20, 0)])
    assert found.shrunk
    assert found.points[1].value == pytest.approx(-400 * math.log10(41))


# -- games --------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("plain_bots")
def test_each_deal_is_played_from_every_seat() -> None:
    found = tournament("witchstone", ["first", "last"], games=5, jobs=1)
    assert found.total == found.done == 6  # rounded up to whole deals
    assert [game.seats for game in found.played] == [(0, 1), (1, 0)] * 3
    assert [game.deal for game in found.played] == [0, 0, 1, 1, 2, 2]


@pytest.mark.usefixtures("plain_bots")
def test_the_games_of_a_deal_have_the_same_luck() -> None:
    # Two bots that play alike make the same game of a deal, whoever sits where.
    found = tournament("witchstone", ["first", "first"], games=6, jobs=1)
    for one, other in zip(found.played[::2], found.played[1::2], strict=True):
        assert one.scores == other.scores
    assert any(one.scores != other.scores for one, other in pairwise(found.played[::2]))
    assert found.pairs()[0].wins.value == 0.5
    # and another pair, of another tournament with the seed, gets the same deals
    again = tournament("witchstone", ["last", "first", "first"], games=6, jobs=1)
    assert [game[2:] for game in again.played if 0 not in game.seats] == [game[2:] for game in found.played]


@pytest.mark.usefixtures("plain_bots")
def test_with_more_players_one_sits_among_the_others_in_every_seat() -> None:
    found = tournament("witchstone", ["last", "first"], games=3, players=3, jobs=1)
    assert {game.seats for game in found.played} == {(0, 1, 1), (1, 0, 1), (1, 1, 0)}
    pair = found.pairs()[0]
    assert pair.games == 3
    assert pair.wins.value + pair.lost.value == pytest.approx(1)


@pytest.mark.usefixtures("plain_bots")
def test_every_two_of_several_meet() -> None:
    found = tournament("witchstone", ["first", "last", "random"], games=2, jobs=1)
    assert [(pair.one, pair.other) for pair in found.pairs()] == [(0, 1), (0, 2), (1, 2)]
    ratings = found.ratings()
    assert ratings is not None
    assert len(ratings.points) == 3


def test_points_and_shared_wins_are_counted_from_the_games() -> None:
    found = Tournament("witchstone", "", 2, {}, 0, ("a", "b"), 1, False, 4)
    found.played = [
        Played(0, (0, 1), (10, 4), (0,), "points", 9),
        Played(0, (1, 0), (7, 7), (0, 1), "points", 9),
        Played(1, (0, 1), (2, 8), (1,), "points", 9),
        Played(1, (1, 0), (1, 1), (), "crisis", 9),
    ]
    pair = found.pairs()[0]
    assert pair.wins.value == pytest.approx(1.5 / 4)
    assert pair.lost.value == pytest.approx(1.5 / 4)
    assert pair.nobody == 1
    assert pair.points.value == pytest.approx(20 / 4)
    assert pair.margin.value == pytest.approx(0)


def test_there_are_no_ratings_before_every_two_have_met() -> None:
    found = Tournament("witchstone", "", 2, {}, 0, ("a", "b", "c", "d"), 1, False, 12)
    for one, other in ((0, 1), (2, 3)):
        found.played.append(Played(0, (one, other), (9, 4), (0,), "points", 9))
        found.played.append(Played(0, (other, one), (9, 4), (0,), "points", 9))
    assert len(found.pairs()) == 2
    assert found.ratings() is None


def test_the_result_does_not_depend_on_the_processes() -> None:
    one = tournament("witches", ["random", "random"], games=8, seed=3, jobs=1)
    two = tournament("witches", ["random", "random"], games=8, seed=3, jobs=2)
    assert one.played == two.played
    assert one.played != tournament("witches", ["random", "random"], games=8, seed=4, jobs=1).played


@pytest.mark.parametrize(("players", "options"), [(1, {}), (3, {"mode": "coop"})])
def test_alone_and_together_each_plays_the_same_deals(players: int, options: dict[str, str]) -> None:
    found = tournament("witches", ["random:seed=1", "random:seed=1"], 6, players, options=options, jobs=1)
    one, other = found.alone()
    assert one.games == other.games == 6
    # The same bot with the same deals does the same.
    assert (one.reached, one.points, one.endings) == (other.reached, other.points, other.endings)
    assert sum(one.endings.values()) == 6
    assert found.pairs() == []
    assert found.ratings() is None


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupted_tournament_keeps_whole_deals(jobs: int) -> None:
    def stop(so_far: Tournament) -> None:
        if so_far.done >= 4:
            raise KeyboardInterrupt

    found = tournament("witchstone", ["random", "random"], games=1000, jobs=jobs, progress=stop)
    assert 4 <= found.done < found.total
    assert found.pairs()[0].games == found.done
    assert found.done % 2 == 0


def test_a_search_thinks_on_one_core() -> None:
    assert on_one_core("search:50ms") == "search:50ms:threads=1"
    assert on_one_core("search:threads=4") == "search:threads=4"
    assert on_one_core("greedy") == "greedy"
    assert jobs_for(1000) == cores()


@pytest.mark.parametrize(
    ("specs", "games", "more", "said"),
    [
        (["random"], 2, {}, "no one to play against"),
        ([], 2, {}, "needs bots"),
        (["random", "clever"], 2, {}, "no bot 'clever'"),
        (["random", "random"], 0, {}, "1 game a pair or more"),
        (["random", "random"], 2, {"jobs": 0}, "0 jobs"),
        (["random", "random"], 2, {"players": 9}, "for 1 to 4 players, not 9"),
        (["random"] * 3, 2, {"players": 3}, "name two bots, not 3"),
        ("random", 2, {}, "a list of specs"),
    ],
)
def test_what_can_not_be_played_is_said(
    specs: list[str], games: int, more: dict[str, int], said: str
) -> None:
    with pytest.raises(coven.BadOption, match=said):
        tournament("witches", specs, games, **more)  # type: ignore[arg-type]


# -- the command --------------------------------------------------------------------------------------------


def _run(*arguments: str) -> int:
    parser = argparse.ArgumentParser()
    tournament_command.add(parser.add_subparsers())
    args = parser.parse_args(["tournament", *arguments])
    return int(args.run(args))


@pytest.mark.parametrize("game", coven.games())
def test_the_command_prints_tables_and_writes_json(game, tmp_path, capsys) -> None:
    path = tmp_path / "result.json"
    assert _run(game, "random", "random", "--games", "4", "--jobs", "1", "--json", str(path)) == 0
    said = capsys.readouterr().out
    assert "random (2)" in said
    assert "Elo" in said or "no winner" in said  # there are no ratings where nobody won a game
    written = json.loads(path.read_text())
    assert written["games_played"] == len(written["games"]) == 4
    assert 0 <= written["pairs"][0]["wins"]["low"] <= written["pairs"][0]["wins"]["value"]


def test_the_command_refuses_what_it_could_not_do_at_the_end(tmp_path) -> None:
    with pytest.raises(coven.BadOption, match=r"no folder .*nowhere to write result.json to"):
        _run("witchstone", "random", "random", "--json", str(tmp_path / "nowhere" / "result.json"))
    with pytest.raises(coven.BadOption, match="players, not 0"):
        _run("witchstone", "random", "random", "--players", "0")


def test_the_command_plays_alone_by_the_mode(capsys) -> None:
    assert _run("witches", "random", "--mode", "solo", "--games", "2", "--jobs", "1") == 0
    assert "1 player, mode solo" in capsys.readouterr().out


def test_the_command_says_who_sits_among_whom(capsys) -> None:
    assert _run("witchstone", "random", "random:seed=2", "--players", "4", "--games", "4", "--jobs", "1") == 0
    assert "One random among 3 random:seed=2" in capsys.readouterr().out
