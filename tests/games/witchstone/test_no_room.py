"""When no tile fits: WS-T6."""

import pytest

import coven
from coven.games.witchstone.state import PAIR_NAMES
from tests.games.witchstone.table import (
    arrange,
    board,
    clean,
    facts,
    fill,
    laying,
    mask,
    play,
    sound,
    texts,
    verbs,
)

HAND = "EW EP EC WP CM"
ASIDE = {f"aside {pair}" for pair in HAND.split()}
EVERY_CRYSTAL = {f"remove {cell}" for cell in ("b3", "c2", "c5", "d4", "e2", "e5", "f3")}


def full(points, empty="", crystals="b3 c5 e5 f3 e2 c2", removed=0):
    """Seat 0 has a cauldron full but for these cells, and so many points."""

    def edit(s):
        s.crystals[0] = board(crystals)
        s.beside[0] = 6 - len(crystals.split())
        fill(s, 0, "S", empty)
        s.score[0], s.removed[0] = points, removed

    return laying(HAND, edit)


@pytest.mark.rule("WS-T6")
@pytest.mark.parametrize("points", [0, 50])
def test_if_no_removal_makes_room_a_tile_is_laid_aside(witchstone, points):
    """No two crystals lie side by side: throwing out even all of them leaves only single cells."""
    assert texts(full(points)) == ASIDE


@pytest.mark.rule("WS-T6")
def test_laid_aside_it_does_nothing_and_a_tile_is_drawn(witchstone):
    table = full(0)
    symbols = facts(table).symbols[0].copy()
    play(table, "aside EC")
    s = facts(sound(table))
    assert s.aside[0] == mask("EC")
    assert s.hand[0] == mask("EW EP WP CM")
    assert (s.symbols[0] == symbols).all()
    assert table.actor == coven.CHANCE  # no action, just the draw
    assert texts(table) == {f"deal {pair}" for pair in set(PAIR_NAMES) - set(HAND.split())}
    play(table, "deal MS")
    assert table.actor == 1
    assert facts(sound(table)).turn == 1  # it was this turn's tile
    assert table.view(1).state.aside[0] == mask("EC")  # face up


@pytest.mark.rule("WS-T6")
@pytest.mark.parametrize(
    ("points", "offered"),
    [
        (0, ASIDE),
        (1, {"remove b3"}),  # the only crystal beside the empty a2
        (2, {"remove b3"}),
        (3, EVERY_CRYSTAL),  # any for 1, then b3 for 2
    ],
)
def test_only_removals_that_keep_room_within_means(witchstone, points, offered):
    assert texts(full(points, empty="a2")) == offered


@pytest.mark.rule("WS-T6", "WS-C9")
def test_removals_are_forced_until_a_tile_fits(witchstone):
    table = play(full(3, empty="a2"), "remove c2")
    assert table.scores[0] == 2
    assert texts(table) == {"remove b3"}
    play(table, "remove b3")
    assert table.scores[0] == 0
    both_ways = ("a2", "b3"), ("b3", "a2")
    assert texts(sound(table)) == {
        f"place {pair[0]}{one} {pair[1]}{two}" for pair in HAND.split() for one, two in both_ways
    }
    assert verbs(play(table, "place Ea2 Wb3")) == {"do"}


@pytest.mark.rule("WS-T6", "WS-C9")
def test_earlier_removals_make_it_dearer(witchstone):
    assert texts(full(2, "a2", "b3 c5 e5 f3", removed=2)) == ASIDE
    assert texts(full(3, "a2", "b3 c5 e5 f3", removed=2)) == {"remove b3"}
    # another first would cost 3, then b3 4
    assert texts(full(6, "a2", "b3 c5 e5 f3", removed=2)) == {"remove b3"}
    assert len(texts(full(7, "a2", "b3 c5 e5 f3", removed=2))) == 5


@pytest.mark.rule("WS-T6")
@pytest.mark.parametrize(
    ("points", "offered"),
    [
        (2, ASIDE),  # two would cost 3
        (3, {"remove b2", "remove b3"}),
        (5, {"remove b2", "remove b3"}),
        (6, EVERY_CRYSTAL - {"remove c2"} | {"remove b2"}),  # 1 + 2 + 3
    ],
)
def test_two_crystals_side_by_side_make_room_together(witchstone, points, offered):
    table = full(points, crystals="b2 b3 c5 e5 f3 e2")
    assert texts(table) == offered
    if points == 3:
        play(table, "remove b3")
        assert texts(table) == {"remove b2"}
        assert verbs(play(table, "remove b2")) == {"place"}


@pytest.mark.rule("WS-T6", "WS-C9")
def test_the_black_crystal_may_make_room(witchstone):
    table = full(1, empty="d3")
    assert texts(table) == {"remove c2", "remove d4", "remove e2"}
    play(table, "remove d4")
    assert {text[6:] for text in texts(table)} >= {"Ed3 Wd4", "Ed4 Wd3"}


@pytest.mark.rule("WS-T6", "WS-T1")
def test_with_room_nothing_is_laid_aside_and_any_crystal_may_go(witchstone):
    table = full(1, empty="a2 a3")
    assert verbs(table) == {"place", "remove"}
    assert {text for text in texts(table) if text.startswith("remove")} == EVERY_CRYSTAL
    assert verbs(full(0, empty="a2 a3")) == {"place"}


@pytest.mark.rule("WS-T6", "WS-S8")
def test_at_level_1_the_drawn_tile_is_laid_aside(witchstone):
    def edit(s):
        clean(s)
        fill(s, 0, "S")

    table = sound(arrange(edit, handicap=(1, 0)))
    drawn = PAIR_NAMES[int(facts(table).hand[0]).bit_length() - 1]
    assert texts(table) == {f"aside {drawn}"}
    play(table, f"aside {drawn}")
    assert table.actor == 1  # the draw was made at the start
    assert facts(sound(table)).hand[0] == 0
