"""The judgement of Witchstone: which moves look inviting, what a position is worth, who is likely to win."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import coven
from coven.bots import bot
from coven.core.position import Position
from coven.core.state import States
from coven.games.witchstone import judgement, rules
from coven.games.witchstone.judgement import price
from coven.games.witchstone.moves import MOST_LEGAL
from tests.games.witchstone.table import act, build, facts, laying, lie, link, place, play, scroll, show, ways
from tests.games.witchstone.test_waiting_tokens import inside

TABLES: list[tuple[int, dict[str, Any]]] = [(2, {}), (3, {}), (4, {}), (2, {"handicap": [1, 0]})]


def weights(position: Position, states: States | None = None) -> dict[str, int]:
    """How inviting each move of the player to act looks."""
    game = position.game
    states = position._states if states is None else states
    moves, found = np.zeros(MOST_LEGAL, np.int32), np.zeros(MOST_LEGAL, np.int32)
    n = rules.legal(states[0], game.tables[0], moves)
    judgement.appeals(states[0], game.tables[0], moves, n, found)
    return {game.text(int(move)): int(weight) for move, weight in zip(moves[:n], found[:n], strict=True)}


def chances(position: Position) -> list[float]:
    """Each player's chance to win, empty seats too."""
    values = np.full(4, -1.0)
    judgement.outlook(position._states[0], position.game.tables[0], values)
    return [float(value) for value in values]


def worth(position: Position, seat: int = 0) -> float:
    return float(judgement.worth(position._states[0], position.game.tables[0], seat))


def met_by_chance(every: int) -> Iterator[Position]:
    """Positions of games played half at random, half invitingly, so that all kinds of decisions come up."""
    game = coven.load("witchstone")
    for number, (players, options) in enumerate(TABLES):
        rng = random.Random(number)
        position = game.new(players, seed=number, **options)
        while not position.over:
            if position.ply % every == 0:
                yield position
            legal = [move.text for move in position.legal]
            if rng.random() < 0.5:
                looks = weights(position)
                position.play(rng.choices(legal, [looks[text] for text in legal])[0])
            else:
                position.play(rng.choice(legal))


def test_every_move_has_a_weight_and_the_same_one_again() -> None:
    verbs = set()
    for position in met_by_chance(every=2):
        first = weights(position)
        assert list(first) == [move.text for move in position.legal]
        assert min(first.values()) >= 1
        assert sum(first.values()) < 2**30
        assert weights(position) == first
        verbs |= {text.split()[0] for text in first}
    assert verbs > {
        "place",
        "do",
        "energy",
        "lay",
        "stand",
        "token",
        "put",
        "crystal",
        "scroll",
        "spell",
        "stop",
    }


def test_weights_and_worth_know_no_more_than_the_player() -> None:
    game = coven.load("witchstone")
    imagined = 0
    for position in met_by_chance(every=7):
        seat = position.actor
        assert seat is not None
        looks, values = weights(position), [worth(position, other) for other in range(position.players)]
        for seed in range(3):
            states = position._states.copy()
            game.doors.hide(states, game.tables, 0, seat)
            assert weights(position, states) == looks
            game.doors.fill(states, game.tables, 0, seat, seed)
            imagined += bool((states["hand"] != position._states["hand"]).any())
            assert weights(position, states) == looks
            assert [
                judgement.worth(states[0], game.tables[0], other) for other in range(position.players)
            ] == values
    assert imagined > 50


def test_chances_are_shares_of_one() -> None:
    for position in met_by_chance(every=5):
        values = chances(position)
        assert all(0.0 < value < 1.0 for value in values[: position.players])
        assert values[position.players :] == [0.0] * (4 - position.players)
        assert sum(values) == pytest.approx(1.0)


def test_a_finished_game_is_judged_by_its_result() -> None:
    for seed in range(4):
        position = coven.load("witchstone").new(2 + seed % 3, seed=seed)
        rng = random.Random(seed)
        while not position.over:
            position.play(rng.choice(position.legal))
        assert [worth(position, seat) for seat in range(position.players)] == list(position.scores)
        values = chances(position)
        for seat in range(position.players):
            won = 0.9 / len(position.winners) if seat in position.winners else 0.0
            assert won <= values[seat] <= won + 0.1
        assert sum(values) == pytest.approx(1.0)


def test_a_shared_win_is_shared() -> None:
    position = laying("EW EP EC EM ES")
    s = facts(position)
    s.score[:2] = 50
    s.over = 1
    assert chances(position) == [0.5, 0.5, 0.0, 0.0]


@pytest.mark.parametrize("seat", range(2))
def test_points_are_chances(seat: int) -> None:
    """More points are better, and decide more the later it is."""

    def lead(turn: int) -> float:
        position = laying("EW EP EC EM ES")
        s = facts(position)
        s.turn = turn
        before = chances(position)[seat]
        s.score[seat] += 15
        return chances(position)[seat] - before

    assert 0.0 < lead(0) < lead(20)


def test_turns_left_count_down_for_every_seat() -> None:
    position = laying("EW EP EC EM ES", players=3)
    s = facts(position)
    s.first = 1
    told = []
    for turn in (0, 1, 2, 3, 32, 33):
        s.turn = turn
        told.append([int(price.turns_left(s, seat)) for seat in range(3)])
    assert told == [[11, 11, 11], [11, 10, 11], [11, 10, 10], [10, 10, 10], [1, 0, 0], [0, 0, 0]]


# -- better moves look better ----------------------------------------------------------------------------------


def test_a_tile_that_joins_a_large_group_is_more_inviting() -> None:
    looks = weights(laying("EW", lambda s: show(s, 0, E="a2 b2 c3")))  # with the printed a1 a group of four
    assert looks["place Ed3 We3"] > 100 * looks["place Ef4 Wg3"]
    best = max(looks, key=lambda text: looks[text])
    assert best.split()[1] in {"Ea3", "Eb1", "Ec4", "Ed3"}


def test_nobody_throws_crystals_out_without_need() -> None:
    position = laying("EW", lambda s: s.score.fill(9))
    looks = weights(position)
    removals = [weight for text, weight in looks.items() if text.startswith("remove")]
    assert len(removals) == 7
    assert set(removals) == {1}
    assert max(looks.values()) > 1000


def test_stopping_with_energy_left_is_silly() -> None:
    looks = weights(act("E", 3))
    assert looks["stop"] * 10 < max(looks.values())
    assert max(looks, key=lambda text: looks[text]).startswith("energy")


def take_tokens(s: np.record, *names: str) -> None:
    """The tokens of these places have gone to seat 1."""
    for name in names:
        where = place(coven.load("witchstone"), name)
        s.tokens[1, s.token_at[where]] += 1
        s.token_at[where] = -1


def test_the_witchstone_draws_witches_more_than_a_bare_place() -> None:
    looks = weights(ways(1, own="T1-F1 Stone-F1", edit=lambda s: take_tokens(s, "F1")))
    assert looks["stand Stone"] > 10 * looks["stand F1"]


def test_a_token_draws_witches_more_than_a_bare_place() -> None:
    looks = weights(ways(1, own="T1-F1 T1-F2", edit=lambda s: take_tokens(s, "F1")))
    assert looks["stand F2"] > 10 * looks["stand F1"]


def test_crystals_leave_rather_than_wander() -> None:
    looks = weights(act("C", 2))
    out = max(weight for text, weight in looks.items() if " out " in text)
    within = max(
        weight for text, weight in looks.items() if text.startswith("crystal") and " out " not in text
    )
    assert out > 10 * within
    assert out > 10 * looks["stop"]


@pytest.mark.parametrize("begun", [False, True])
def test_a_spell_in_the_last_turn_is_spent_only_on_what_it_finishes(begun: bool) -> None:
    def change(s: np.record) -> None:
        game = coven.load("witchstone")
        s.turn = 20
        s.scrolls[0, scroll(game, "spell")] = 1
        if begun:
            s.begun[0], s.begun_units[0] = link(game, "Stone-T1"), 2
            s.energy[0] -= 2

    looks = weights(act("E", 0, change))
    assert (looks["spell 1"] > looks["stop"]) == begun


def test_progress_is_worth_points() -> None:
    """What is unfinished counts while there are turns to finish it in."""
    plain = laying("EW EP EC EM ES")
    grouped = laying("EW EP EC EM ES", lambda s: show(s, 0, E="a2 b2"))
    joined = laying("EW EP EC EM ES", lambda s: build(s, 0, "T1-F1"))
    witches = laying("EW EP EC EM ES", lambda s: lie(s, 0, 2))
    for better in (grouped, joined, witches):
        assert worth(better) > worth(plain)
        assert worth(better, 1) == worth(plain, 1)


def test_greedy_beats_random() -> None:
    game = coven.load("witchstone")
    won = 0
    for number in range(20):
        position = game.new(2, seed=number)
        seat = number % 2
        players = [bot("random", seed=number), bot("random", seed=number)]
        players[seat] = bot("greedy", seed=number)
        while not position.over:
            assert position.actor is not None
            position.play(players[position.actor].choose(position.view(position.actor)))
        won += position.winners == (seat,)
    assert won >= 19


@pytest.mark.rule("WS-T4")
@pytest.mark.parametrize("kind", list("PM"))
@pytest.mark.parametrize("pool", [1, 2, 5])
@pytest.mark.parametrize("late", [False, True])
def test_a_whole_move_looks_better_than_any_shorter_one(witchstone, kind, pool, late):
    """From every space, also with nothing but points left on the owl spaces."""
    for start in range(15):

        def edit(s, start=start):
            s.pentagram[0] = s.wand[0] = start
            s.turn = 20 if late else 0
            s.owl_pile[:] = 5 if late else 0

        looks = weights(act(kind, pool, edit))
        whole = looks.pop("go")
        shorter = {text: weight for text, weight in looks.items() if text.startswith("move")}
        assert len(shorter) == pool
        assert whole == 2**16 > 8 * max(shorter.values())


@pytest.mark.rule("WS-T4")
def test_a_scroll_looks_better_than_none(witchstone):
    looks = weights(act("S", 6))
    assert looks["stop"] < min(looks[f"scroll {n}"] for n in range(1, 7))


@pytest.mark.rule("WS-W8")
def test_tokens_are_used_before_they_wait_but_for_the_wands(witchstone):
    """What the wand counts is more after the next witch action."""
    for kind, waits in (("E", False), ("3", False), ("M", True)):
        looks = weights(play(inside(kind=kind), "lay"))
        assert (looks["stop"] > looks[f"token {kind}"]) == waits, kind
