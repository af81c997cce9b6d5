"""Handicaps and whole games: WS-S8, WS-T5."""

import random

import pytest

import coven
from coven.core.errors import BadOption
from coven.games.witchstone.state import PAIR_NAMES, TURN
from tests.games.witchstone.table import facts, play, sound, texts

# Tiles in hand when a player is asked for one, turn by turn (WS-S8, WS-T5).
IN_HAND = {
    0: [5] * 11,
    1: [1] * 11,
    2: [2] * 10 + [1],
    3: [3] * 9 + [2, 1],
}


def in_hand(table, seat):
    return int(facts(table).hand[seat]).bit_count()


def after_set_up(table):
    while facts(table).frame_kind[0] != TURN:
        table.play(table.legal[0])
    return table


@pytest.mark.rule("WS-S8", "WS-T5")
@pytest.mark.parametrize(
    ("handicap", "seed"),
    [
        ((0, 3), 1),
        ((1, 2), 2),
        ((3, 2, 1), 3),
        ((1, 0, 3), 4),
        ((0, 1, 2, 3), 5),
        ((3, 1, 0, 2), 6),
        ((1, 1), 7),
    ],
)
def test_hands_over_a_whole_game(witchstone, handicap, seed):
    players = len(handicap)
    rng = random.Random(seed)
    table = witchstone.new(players, seed=seed, handicap=handicap)
    hands = {seat: [] for seat in range(players)}
    while not table.over:
        move = rng.choice(table.legal)
        if move.text.startswith(("place", "aside")):
            hands[table.actor].append(in_hand(table, table.actor))
        table.play(move)
        sound(table)
        for waiting in range(players):
            # Between turns nobody at level 1 holds a tile.
            if handicap[waiting] == 1 and not table.over and facts(table).frame_seat[0] != waiting:
                assert in_hand(table, waiting) == 0
    s = facts(table)
    assert s.turn == 11 * players
    assert s.scrolls.sum() + s.spent.sum() + s.scroll_pile.sum() + (s.display >= 0).sum() == 40
    for seat, level in enumerate(handicap):
        assert hands[seat] == IN_HAND[level]  # eleven tiles are played
        assert in_hand(table, seat) == (0 if level else 4)
        assert s.supply[seat] == 0
        assert int(s.unseen[seat]).bit_count() == (4 if level else 0)  # those put away are never seen


@pytest.mark.rule("WS-S8")
@pytest.mark.parametrize(("level", "hand", "supply"), [(0, 5, 10), (3, 3, 8), (2, 2, 9), (1, 0, 11)])
def test_hand_and_supply_at_the_start(witchstone, level, hand, supply):
    table = sound(witchstone.new(2, seed=1, first=0, handicap=(0, level)))
    assert in_hand(table, 1) == hand
    assert facts(table).supply[1] == supply
    assert (in_hand(table, 0), facts(table).supply[0]) == (5, 10)


@pytest.mark.rule("WS-S8")
def test_level_1_draws_at_the_start_of_the_turn_and_plays_that_tile(witchstone):
    table = after_set_up(witchstone.new(2, chance="manual", first=0, handicap=(1, 0)))
    assert table.actor == coven.CHANCE
    # Any of the fifteen may turn up: nobody knows which four were put away.
    assert {move.text: chance for move, chance in table.chances} == {
        f"deal {pair}": pytest.approx(1 / 15) for pair in PAIR_NAMES
    }
    play(table, "deal CS")
    assert table.actor == 0
    assert all(text.startswith(("place C", "remove")) for text in texts(table))
    assert not any(text.startswith("place C") and " S" not in text for text in texts(table))
    play(table, "place Cd5 Sd6", "do C", "stop", "scroll 1")
    play(table, table.legal[0].text)  # the new scroll
    assert table.actor == 1  # no draw at the end of the turn
    assert in_hand(table, 0) == 0


@pytest.mark.rule("WS-S8", "WS-T5")
def test_levels_2_and_3_draw_at_the_end_of_the_turn(witchstone):
    for level in (2, 3):
        table = after_set_up(witchstone.new(2, seed=4, first=0, handicap=(level, 0)))
        assert in_hand(table, 0) == level
        while table.actor == 0:
            wanted = sorted(text for text in texts(table) if not text.startswith("remove"))
            play(table, "stop" if "stop" in wanted else wanted[0])
        assert in_hand(table, 0) == level
        assert facts(table).supply[0] == 11 - level - 1


@pytest.mark.rule("WS-S8", "WS-K3")
def test_the_tiles_put_away_stay_possible_for_ever(witchstone):
    table = witchstone.new(2, seed=9, first=0, handicap=(3, 0))
    assert int(facts(table).unseen[0]).bit_count() == 12  # the supply of 8 and the 4
    assert int(table.view(0).state.unseen[0]).bit_count() == 12


@pytest.mark.rule("WS-S8")
@pytest.mark.parametrize("wrong", [4, -1, True, (1,), (0, 0, 0), (0, 4), "hard"])
def test_a_handicap_that_does_not_exist(witchstone, wrong):
    with pytest.raises(
        BadOption, match=r"handicap is one of 0, 3, 2, 1, or one for each of the 2 seats, not "
    ):
        witchstone.new(2, handicap=wrong)
