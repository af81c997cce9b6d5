"""The judgement of The Witches: how inviting moves look, what positions promise, when a turn ends."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

import coven
from coven.bots import bot
from coven.core.position import Position
from coven.core.state import clone
from coven.games.witches import judgement, rules
from coven.games.witches.state import HAND, SETUP, TURN
from tests.games.witches import table
from tests.games.witches.scene import attempt, scene
from tests.games.witches.table import GAME, facts, play

MODES = [
    (2, {}),
    (3, {"mode": "expert"}),
    (4, {}),
    (2, {"mode": "coop"}),
    (4, {"mode": "coop", "harder": True}),
    (1, {}),
    (1, {"harder": True}),
]
SAME_OUTLOOK = 1e-9


def weigh(states: np.ndarray, ids: np.ndarray) -> np.ndarray:
    """The weights of these legal moves."""
    weights = np.zeros(GAME.implementation.most_legal, np.int32)
    judgement.appeals(states[0], GAME.tables[0], ids, len(ids), weights)
    return weights[: len(ids)].copy()


def appeal(position: Position) -> dict[str, int]:
    """The weight of each legal move by its text."""
    weights = weigh(position._states, position.legal.ids)
    return {move.text: int(weight) for move, weight in zip(position.legal, weights, strict=True)}


def best(position: Position) -> str:
    """The most inviting move."""
    found = appeal(position)
    return max(found, key=lambda text: found[text])


def prospects(position: Position) -> np.ndarray:
    """Each seat's outlook."""
    values = np.full(4, 9.0)
    judgement.outlook(position._states[0], GAME.tables[0], values)
    return values


def stroll(players: int, options: dict[str, object], seed: int, inviting: bool) -> Iterator[Position]:
    """A game at each decision and at its end, of random moves or of likely ones by weight."""
    rng = np.random.default_rng(seed)
    position = GAME.new(players, seed=seed, **options)
    while not position.over:
        yield position
        ids = position.legal.ids
        weights = weigh(position._states, ids) if inviting else np.ones(len(ids))
        position.play(position.legal[int(rng.choice(len(ids), p=weights / weights.sum()))])
    yield position


# -- appeals ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "options"), MODES)
@pytest.mark.parametrize("inviting", [False, True])
def test_weights_are_positive_bounded_and_repeatable(
    players: int, options: dict[str, object], inviting: bool
) -> None:
    for position in stroll(players, options, 3, inviting):
        if position.over:
            break
        before = bytes(position)
        weights = weigh(position._states, position.legal.ids)
        assert weights.min() >= 1
        assert int(weights.astype(np.int64).sum()) < 2**28
        assert (weigh(position._states, position.legal.ids) == weights).all()
        assert bytes(position) == before


@pytest.mark.parametrize(("players", "options"), MODES)
def test_weights_know_only_what_the_seat_knows(players: int, options: dict[str, object]) -> None:
    for number, position in enumerate(stroll(players, options, 8, True)):
        if position.over:
            break
        seat, ids = position.actor, position.legal.ids
        weights = weigh(position._states, ids)
        told = clone(position._states)
        GAME.doors.hide(told, GAME.tables, 0, seat)
        assert (weigh(told, ids) == weights).all()
        imagined = clone(told)
        GAME.doors.fill(imagined, GAME.tables, 0, seat, number)
        assert (weigh(imagined, ids) == weights).all()


def test_a_tile_only_another_has_seen_is_unknown() -> None:
    def weights(tile: str) -> dict[str, int]:
        return appeal(table.doing("move", scene(hand="Tick Hwel", Well=f"{tile}@1", Creel="Fever")))

    assert weights("Elves") == weights("CunningMan")


def test_a_tile_she_has_seen_is_known() -> None:
    def weight(tile: str) -> float:
        position = table.doing(
            "move", scene(hand="Tick Hwel Toad Preston Fool", Well=f"{tile}@0", Creel="Fever")
        )
        found = appeal(position)
        return found["to Well"] / found["to Creel"]

    assert weight("Duke") > weight("CunningMan")


def test_sure_success_needs_no_card() -> None:
    position = play(attempt("Oak", "Fever", hand="Tick Brevis"), "roll", "dice 5 6", "face")
    found = appeal(position)
    assert found["roll"] > 3 * found["headology Tick"]
    assert found["roll"] > 3 * found["magic Brevis"]


def test_symbols_are_played_where_they_turn_the_odds() -> None:
    # 9 missing on two dice: 28 %; two Headology make it 58 %.
    position = play(attempt("Oak", "Death", hand="Tick Preston"), "roll", "dice C 3", "face")
    found = appeal(position)
    assert found["headology Preston"] > 3 * found["roll"]


def test_an_effect_that_completes_the_total_is_played() -> None:
    position = play(attempt("Oak", "Death", hand="Shawn"), "roll", "dice 2 3", "face", "roll", "dice 2 4")
    found = appeal(position)
    assert found["play Shawn"] > 10 * found["done"]


def test_the_dead_are_laid_out_rather_than_diced_for() -> None:
    assert best(attempt("Oak", "Death", hand="Treason")) == "play Treason"


def test_she_runs_from_what_she_cannot_solve_and_faces_what_she_can() -> None:
    hopeless = play(attempt("Oak", "CunningMan", hand="Tick"), "roll", "dice C 2")
    assert best(hopeless).startswith("flee")
    easy = play(attempt("Oak", "Fever", hand="Tick"), "roll", "dice 3 4")
    assert best(easy) == "face"


def test_she_walks_to_what_she_can_solve() -> None:
    found = appeal(table.doing("move", scene(hand="Tick Hwel", Well="CunningMan", Creel="Fever")))
    assert found["to Creel"] > 10 * found["to Well"]
    assert found["to Creel"] > 10 * found["stay"]


def test_all_cackles_are_returned_over_tea() -> None:
    position = table.doing("act", scene(cackles=(3, 2)), at="Oak Oak")
    assert best(position) == "return 3"


def test_two_elves_make_a_third_dangerous() -> None:
    def weight(**elves: str) -> float:
        hand = "Tick Preston Toad Fool Casanunda Hwel"
        found = appeal(table.doing("second move", scene(hand=hand, Well="hard", **elves)))
        return found["to Well"] / found["stay"]

    assert weight() > weight(Slice="Elves", Caves="Elves")


# -- prospects --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "options"), MODES)
@pytest.mark.parametrize("inviting", [False, True])
def test_prospects_are_shares_and_end_as_the_game_does(
    players: int, options: dict[str, object], inviting: bool
) -> None:
    shared = players > 1 and options.get("mode") != "coop"
    for position in stroll(players, options, 5, inviting):
        values = prospects(position)
        assert ((values >= 0) & (values <= 1)).all()
        assert (values[players:] == 0).all()
        if shared and not position.over:
            assert values.sum() <= 1 + SAME_OUTLOOK
    winners = position.winners
    if shared and winners:
        assert abs(values.sum() - 1) < 0.1 * players
        assert min(values[seat] for seat in winners) > 0.9 / len(winners) - SAME_OUTLOOK
        assert all(values[seat] <= 0.1 for seat in range(players) if seat not in winners)
    elif shared:
        assert (values == 0).all()
    elif players > 1:
        assert (values[:players] == values[0]).all()
        assert (values[0] == 1) == bool(winners)
    else:
        assert (values[0] >= 0.6) == bool(winners)


def test_at_the_start_nobody_is_ahead_and_the_game_is_not_lost() -> None:
    values = prospects(GAME.new(2, seed=4))
    assert abs(values[0] - values[1]) < 0.05
    assert values.sum() > 0.85


def test_points_hands_and_rows_are_worth_something() -> None:
    def value(**what: object) -> float:
        position = table.doing("rest", scene(**what))  # type: ignore[arg-type]
        return float(judgement.worth(facts(position), GAME.tables[0], 0))

    bare = value()
    assert value(solved=("Fever Fever",)) > bare + 2
    assert value(solved=("Duke Lady",)) > bare + 7
    assert value(hand="Granny1 Nanny1 Magrat1") > value(hand="Tick Hodgesaargh Preston")
    assert value(cackles=(4, 0)) < bare


def test_a_finished_score_is_its_worth() -> None:
    *_, position = stroll(2, {}, 1, True)
    assert position.over
    for seat in range(2):
        assert judgement.worth(facts(position), GAME.tables[0], seat) == position.scores[seat]


def test_crises_and_elves_dim_the_outlook() -> None:
    def value(**board: str) -> float:
        return float(prospects(table.doing("rest", scene(**board))).sum())

    calm = value(Slice="Fever", Place="Fever", Caves="Duke")
    assert value(Slice="Elves", Place="Elves", Caves="Duke") < calm
    places = (
        "Slice",
        "Place",
        "Razorback",
        "Hollow",
        "Dancers",
        "Stone",
        "Granny",
        "Well",
        "Creel",
        "LongMan",
    )
    kinds = ("Fever", "Pig", "Sheep", "Pregnancy", "Limb")
    crowded = {place: f"{kinds[i % 5]}+1" for i, place in enumerate(places)}
    assert value(**crowded, Caves="Duke", Skund="Limb", Rock="Death", BadAss="Death") < calm


# -- turns ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "options"), MODES)
def test_the_mark_changes_with_the_turn_and_only_then(players: int, options: dict[str, object]) -> None:
    before = None
    turns = 0
    for position in stroll(players, options, 2, True):
        s = facts(position)
        if position.over or s.frame_kind[0] != TURN:
            continue
        # A turn begins where its phases begin again.
        now = (int(s.frame_phase[0]), int(rules.turn_mark(s)))
        if before is not None:
            assert (now[1] != before[1]) == (now[0] < before[0])
            turns += now[0] < before[0]
        before = now
    assert turns > HAND


def test_each_choice_of_set_up_is_a_turn() -> None:
    position = GAME.new(3, seed=1)
    marks = []
    while facts(position).frame_kind[0] == SETUP:
        marks.append(int(rules.turn_mark(facts(position))))
        position.play(position.legal[0])
    assert len(set(marks)) == len(marks) == 6


# -- play -------------------------------------------------------------------------------------------------------------


def test_greedy_beats_random() -> None:
    won = 0
    for number in range(20):
        position = coven.load("witches").new(2, seed=900 + number // 2)
        seat = number % 2
        players = {seat: bot("greedy", seed=number), 1 - seat: bot("random", seed=number)}
        while not position.over:
            actor = position.actor
            position.play(players[actor].choose(position.view(actor)))
        won += position.winners == (seat,)
    assert won >= 18
