"""The first and the last of everything: where a rule that is one off would go unnoticed in the middle."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import coven
from coven.core.state import clone
from coven.games.witchstone import rules, wand
from coven.games.witchstone.state import BLACK_SHELF, PAIR_NAMES, SPACES, E
from tests.games.broken import broken
from tests.games.witchstone.golden import DATA
from tests.games.witchstone.table import act, facts, mask, place, play, texts, verbs
from tests.games.witchstone.test_crystal import cauldron
from tests.games.witchstone.test_knowledge import played
from tests.games.witchstone.test_pentagram import empty_pile, on_spaces, steps


@pytest.mark.rule("WS-C3", "WS-C9")
def test_a_black_crystal_on_the_rim_is_in_no_cell():
    """It can't be carried further, nor thrown out."""
    table = play(cauldron(4, "b3", black="a2", score=5), "crystal a2 out C")
    assert {text for text in texts(table) if text.startswith("remove")} == {"remove b3"}
    assert {text.split()[1] for text in texts(table) if text.startswith("crystal")} == {"b3"}


@pytest.mark.rule("WS-C5")
@pytest.mark.parametrize(
    ("crystals", "black", "room"), [(6, False, False), (5, True, False), (5, False, True)]
)
def test_the_last_seats_crystals_take_room_too(crystals, black, room):
    table = cauldron(1, "a2", taken={}, players=4, tokens="")
    s = facts(table)
    s.shelf[3, 3] = crystals
    s.black[3] = BLACK_SHELF + 3 if black else s.black[3]
    assert ("shelve C" in texts(play(table, "crystal a2 out C"))) == room


@pytest.mark.rule("WS-P4")
def test_two_free_choices_are_used_one_after_the_other():
    def edit(s):
        on_spaces(s, None, None, "WM")
        empty_pile(s)

    table = steps(7, 1, edit=edit)  # both empty spaces are passed
    assert "free E" in texts(table)
    play(table, "free E", "stop")
    assert "free E" in texts(table)
    play(table, "free E", "stop")
    assert "free" not in verbs(table)


@pytest.mark.rule("WS-P3")
@pytest.mark.parametrize("left", ["EW", "MS"])
def test_any_tile_left_in_the_pile_fills_the_space(left):
    def edit(s):
        on_spaces(s, "EP", "EC", "WM")
        s.special_pile[PAIR_NAMES.index(left)] -= 1
        empty_pile(s)
        s.special_pile[PAIR_NAMES.index(left)] += 1

    table = steps(1, 1, edit=edit)
    assert texts(table) == {f"special {left}"}


@pytest.mark.rule("WS-R1", "WS-R3")
def test_the_only_scroll_on_display_may_be_taken():
    """Also the first of the list: its number is 0."""

    def edit(s):
        for slot in range(6):  # all but that one are seat 1's
            s.scrolls[1, s.display[slot]] += 1
        s.scrolls[1] += s.scroll_pile
        s.scrolls[1, 0] -= 1
        s.scroll_pile[:], s.display[:] = 0, [0, -1, -1, -1, -1, -1]

    table = act("S", 3, edit)
    assert texts(table) == {"scroll 1", "stop"}
    play(table, "scroll 1")
    assert facts(table).scrolls[0, 0] == 1
    assert facts(table).display.tolist() == [-1] * 6


@pytest.mark.rule("WS-K2")
def test_every_tile_not_seen_is_as_likely_in_anothers_hand():
    position = played(7, 80)
    view = position.view(0)
    unseen, held = int(view.state.unseen[1]), Counter()
    for seed in range(200):
        states = clone(view._states)
        rules.imagine(states[0], position.game.tables[0], 0, seed)
        hand = int(states[0].hand[1])
        assert hand & ~unseen == 0
        assert hand.bit_count() == int(facts(position).hand[1]).bit_count()
        held.update(name for name in PAIR_NAMES if hand & mask(name))
    each = held.total() / unseen.bit_count()
    assert len(held) == unseen.bit_count()
    assert all(0.6 * each < number < 1.4 * each for number in held.values())


@pytest.mark.rule("WS-S7")
def test_a_tower_whose_token_is_gone_gives_its_points_alone():
    """An earlier player's witch may have stood there in set-up."""

    def taken(s):
        tower = place(position.game, "T2")
        s.tokens[2, s.token_at[tower]] += 1
        s.token_at[tower] = -1

    position = coven.load("witchstone").new(3, seed=1, first=0)
    table = broken(play(position, "tower T1"), taken)
    assert table.status() == []
    tokens = facts(table).tokens.copy()
    play(table, "tower T2")
    assert table.scores[1] == 2
    assert (facts(table).tokens == tokens).all()
    assert verbs(table) == {"tower"}
    assert table.actor == 0


@pytest.mark.parametrize("name", ["end-win-2", "end-handicap"])
def test_a_sketch_tells_every_move(name):
    """Hundreds of places need not be written to draw one of them by its number."""
    out = np.zeros(2000, np.int32)
    sketched = 0
    for position in coven.read((DATA / f"{name}.coven").read_text()).positions():
        if position.actor in (None, coven.CHANCE):
            continue
        s, t, ids = facts(position), position.game.tables[0], position.legal.ids.tolist()
        n = rules.sketch(s, t, out)
        assert n == len(ids)
        assert [rules.nth(s, t, out, n, k) for k in range(n)] == ids
        sketched += out[:n].tolist() != ids
    assert sketched > 5


@pytest.mark.rule("WS-R4")
def test_a_spell_adds_no_energy_where_no_connection_is_open(witchstone):
    s, t = clone(act("E", 1)._states)[0], witchstone.tables[0]
    assert rules.spell_helps(s, t, 1, E)
    s.energy[0] = 0
    assert not rules.spell_helps(s, t, 1, E)


@pytest.mark.rule("WS-M6")
def test_the_last_space_of_the_longest_wand_is_doubled_too(witchstone):
    """Its bit is the sign of the number that holds them."""
    tables = witchstone.tables.copy()
    tables["wand"] = SPACES - 1
    s = clone(act("M", 1)._states)[0]
    s.wand[0] = SPACES - 2
    wand.move(s, tables[0], 1, 1)
    assert s.wand_doubled == -(1 << SPACES - 1)
