"""The pentagram: WS-P1 to WS-P7, and the three examples of the rulebook."""

import pytest

import coven
from coven.core.errors import IllegalMove
from coven.games.witchstone import cells
from coven.games.witchstone.state import PAIR_NAMES
from tests.games.witchstone.table import (
    act,
    arrange,
    board,
    clean,
    doing,
    facts,
    fill,
    hold,
    laying,
    on_spaces,
    play,
    scroll,
    show,
    sound,
    special,
    texts,
    verbs,
    without,
)

SPECIAL_SPACES = (2, 8, 14)
OWL_SPACES = (5, 11)


def offered(table):
    return without(texts(table), "remove")


def before(pool, start=0, pairs=("EW", "EC", "WM"), edit=None, players=2, version=2):
    """Seat 0 is about to move on the pentagram; these tiles lie on its special spaces."""

    def change(s):
        s.pentagram[0] = start
        on_spaces(s, *pairs)
        if edit is not None:
            edit(s)

    return sound(act("P", pool, change, players, version=version))


def steps(pool, *args, **more):
    """Seat 0 has made the whole move."""
    return sound(play(before(pool, *args, **more), "go"))


def empty_pile(s):
    """All tiles of the pile have gone to seat 1, who used them up."""
    s.specials[1] += s.special_pile.sum()
    s.special_used[1] += s.special_pile
    s.special_pile[:] = 0


@pytest.mark.rule("WS-P1")
@pytest.mark.parametrize(("start", "pool", "end"), [(0, 1, 1), (2, 2, 4), (9, 1, 10), (12, 1, 13)])
def test_one_space_for_each_action(witchstone, start, pool, end):
    table = steps(pool, start)
    assert facts(table).pentagram[0] == end
    assert verbs(table) == {"deal"}  # light spaces give nothing
    assert table.scores == (0, 0)
    assert facts(table).specials[0] == facts(table).owls[0].sum() == 0


@pytest.mark.rule("WS-P1")
def test_the_ring_goes_on_after_the_last_space(witchstone):
    table = steps(3, 14)
    assert verbs(table) == {"special"}  # start gives nothing, the special space 2 does
    play(table, "*")
    assert facts(table).pentagram[0] == 2


@pytest.mark.rule("WS-P1")
@pytest.mark.parametrize("space", range(15))
def test_what_each_space_gives(witchstone, space):
    table = play(steps(1, (space - 1) % 15), "*")
    s = facts(sound(table))
    assert s.pentagram[0] == space
    assert s.specials[0] == (space in SPECIAL_SPACES)
    assert s.owls[0].sum() == (space in OWL_SPACES)
    assert table.scores[0] == 0


def pentagram_spell(s):
    """A double reinforcement of the pentagram, for seat 0."""
    spell = scroll(coven.load("witchstone"), "spell-P")
    s.scroll_pile[spell] -= 1
    s.scrolls[0, spell] = 1


@pytest.mark.rule("WS-P1", "WS-T4")
def test_a_move_may_be_shorter_or_given_up(witchstone):
    table = before(4, 1)
    assert offered(table) == {"go", "move 0", "move 1", "move 2", "move 3"}
    assert facts(play(table.copy(), "go", "*")).pentagram[0] == 5
    for spaces in (1, 2, 3):
        shorter = play(table.copy(), f"move {spaces}", "*")
        assert facts(sound(shorter)).pentagram[0] == 1 + spaces
        assert facts(shorter).specials[0] == 1  # reached or passed
        assert facts(shorter).owls[0].sum() == 0
        assert verbs(shorter) == {"use", "put"}
    play(table, "move 0")
    assert facts(table).pentagram[0] == 1
    assert verbs(table) == {"deal"}


@pytest.mark.rule("WS-T4")
def test_one_action_is_made_or_given_up(witchstone):
    assert offered(before(1)) == {"go", "move 0"}


@pytest.mark.rule("WS-T4")
def test_a_move_of_more_than_a_round_may_end_anywhere(witchstone):
    table = before(20)
    assert {text for text in offered(table) if text != "go"} == {f"move {n}" for n in range(20)}
    assert facts(play(table, "move 16", "*")).pentagram[0] == 1


@pytest.mark.rule("WS-T4", "WS-P7")
def test_steps_given_up_leave_what_was_won_to_be_used(witchstone):
    table = play(steps(8, 0, ("EP", "EC", "WM")), "*", "use EP P")
    assert offered(table) == {"go", "move 0", "move 1"}
    play(table, "move 0")
    assert facts(table).pentagram[0] == 8
    assert {text.split()[1] for text in offered(table)} == {"EC"}
    assert doing(table) == ("P", 0, 0)


@pytest.mark.rule("WS-P1", "WS-R4")
def test_a_spell_is_added_before_the_move(witchstone):
    table = before(3, 2, edit=pentagram_spell)
    assert offered(table) == {"go", "move 0", "move 1", "move 2", "spell 2"}
    assert facts(play(table.copy(), "go")).pentagram[0] == 5
    play(table, "spell 2")
    assert offered(table) == {"go", "move 0", "move 1", "move 2", "move 3", "move 4"}
    assert facts(play(table, "go")).pentagram[0] == 7


@pytest.mark.rule("WS-T4")
def test_by_version_1_a_move_is_made_in_full(witchstone):
    table = before(3, 2, version=1)
    assert facts(table).pentagram[0] == 5  # without a question
    table = before(3, 2, edit=pentagram_spell, version=1)
    assert offered(table) == {"go", "spell 2"}
    assert facts(play(table.copy(), "go")).pentagram[0] == 5
    assert facts(play(table, "spell 2")).pentagram[0] == 7  # with the last spell cast nothing is asked


@pytest.mark.rule("WS-P1", "WS-P2", "WS-P3")
def test_a_whole_round_gives_every_reward_once(witchstone):
    table = steps(15)
    for _ in SPECIAL_SPACES:
        assert verbs(table) == {"special"}
        play(table, table.legal[0].text)
    s = facts(sound(table))
    assert (s.pentagram[0], s.specials[0]) == (0, 3)
    assert s.owls[0].tolist() == [2, 0, 0, 0, 0]
    assert table.tally(0)["owl tiles"] == 14


@pytest.mark.rule("WS-P2", "WS-S1")
@pytest.mark.parametrize(("taken", "worth"), list(enumerate([7, 6, 5, 4, 3])))
@pytest.mark.parametrize(("pile", "space"), [(0, 5), (1, 11)])
def test_the_top_owl_is_taken(witchstone, taken, worth, pile, space):
    def edit(s):
        s.owl_pile[pile] = taken
        s.owls[1, :taken] = 1

    table = steps(1, space - 1, edit=edit)
    assert table.tally(0)["owl tiles"] == worth
    assert table.scores[0] == 0  # it counts at the end
    assert facts(sound(table)).owl_pile.tolist() == [taken + 1 if i == pile else 0 for i in (0, 1)]


@pytest.mark.rule("WS-P2")
def test_an_empty_owl_space_gives_two_points_at_once(witchstone):
    def edit(s):
        s.owl_pile[0] = 5
        s.owls[1] = 1

    table = steps(1, 4, edit=edit)
    assert table.scores == (2, 0)
    assert facts(sound(table)).owls[0].sum() == 0
    # Passing counts as well, and the other pile still has its 7.
    table = play(steps(7, 4, edit=edit), "*")
    assert table.scores == (2, 0)
    assert table.tally(0)["owl tiles"] == 7


@pytest.mark.rule("WS-P3")
@pytest.mark.parametrize(("slot", "space"), list(enumerate(SPECIAL_SPACES)))
def test_a_special_tile_is_taken_and_the_space_filled_at_once(witchstone, slot, space):
    pairs = ("EW", "EC", "WM")
    table = steps(1, space - 1, pairs)
    in_pile = set(PAIR_NAMES) - set(pairs)
    assert texts(table) == {f"special {pair}" for pair in in_pile}
    assert {chance for _, chance in table.chances} == {1 / 12}
    play(table, "special PS")
    s = facts(sound(table))
    assert s.special_at[slot] == PAIR_NAMES.index("PS")
    assert s.special_pile[PAIR_NAMES.index("PS")] == 0
    assert s.specials.tolist()[:2] == [1, 0]
    assert {text.split()[1] for text in offered(table)} == {pairs[slot]}


@pytest.mark.rule("WS-P3", "WS-P1")
def test_a_second_round_takes_the_new_tile(witchstone):
    table = steps(16, 1)
    play(table, "special PS", "special CS", "special MS", "special EM")  # spaces 2, 8, 14 and 2 again
    s = facts(sound(table))
    assert s.pentagram[0] == 2
    assert {text.split()[1] for text in offered(table)} == {"EW", "EC", "WM", "PS"}


@pytest.mark.rule("WS-P3")
def test_with_the_pile_empty_the_space_stays_empty(witchstone):
    table = steps(1, 1, edit=empty_pile)
    assert offered(table) >= {"use EW E", "use EW W"}
    assert facts(table).special_at[0] == -1
    assert facts(table).special_at[1:].tolist() == [PAIR_NAMES.index("EC"), PAIR_NAMES.index("WM")]


@pytest.mark.rule("WS-P4")
@pytest.mark.parametrize("symbol", list("EWCS"))
def test_an_empty_special_space_gives_two_actions_of_one_type(witchstone, symbol):
    def edit(s):
        on_spaces(s, None, "EC", "WM")
        empty_pile(s)

    table = steps(1, 1, edit=edit)
    assert facts(table).specials[0] == 0
    assert offered(table) == {f"free {other}" for other in "EWPCMS"}
    play(table, f"free {symbol}")
    assert doing(table) == (symbol, 2, 1)  # both of the chosen type
    play(table, "scroll 2" if symbol == "S" else "stop")
    assert "free" not in verbs(table)


@pytest.mark.rule("WS-P4", "WS-T7")
def test_free_steps_on_pentagram_and_wand(witchstone):
    def edit(s):
        on_spaces(s, None, "EC", "WM")
        empty_pile(s)

    table = steps(1, 1, edit=edit)
    assert facts(play(table.copy(), "free M", "go", "*")).wand[0] == 2
    play(table, "free P", "go")
    assert facts(table).pentagram[0] == 4
    assert verbs(table) == {"deal"}


@pytest.mark.rule("WS-P5")
@pytest.mark.parametrize(("pair", "symbol"), [("EW", "E"), ("EW", "W"), ("CS", "C"), ("CS", "S")])
def test_used_once_it_gives_two_actions_of_one_of_its_types(witchstone, pair, symbol):
    table = play(steps(1, 1, (pair, "EM", "WM")), "*")
    assert without(offered(table), "put") == {f"use {pair} {pair[0]}", f"use {pair} {pair[1]}"}
    with pytest.raises(IllegalMove):
        table.play("use EM E")  # it lies on another space
    play(table, f"use {pair} {symbol}")
    assert doing(table) == (symbol, 2, 1)
    play(table, "scroll 2" if symbol == "S" else "stop", "*")
    s = facts(sound(table))
    assert s.specials[0] == s.special_used[0, PAIR_NAMES.index(pair)] == 1  # kept face down
    assert s.special_cells[0] == 0
    assert "use" not in verbs(table)


@pytest.mark.rule("WS-P5")
def test_it_may_be_put_on_any_empty_cell_of_the_own_cauldron(witchstone):
    def edit(s):
        show(s, 0, E="c3", M="c4")
        special(s, 0, "CS", "f2")
        show(s, 1, S="a2")

    table = play(steps(1, 1, edit=edit), "*")
    taken = "a1 a4 d7 g4 g1 d1 b3 c5 e5 f3 e2 c2 d4 c3 c4 f2"  # printed, crystals and tiles
    free = [cell for cell in cells.NAMES if cell not in taken]
    assert without(texts(table), "use", "remove") == {f"put EW {cell}" for cell in free}


@pytest.mark.rule("WS-P5", "WS-P6")
def test_putting_it_sets_off_nothing_and_is_for_good(witchstone):
    table = play(steps(1, 1), "*", "put EW d5")
    assert verbs(table) == {"deal"}  # no energy, no witch: the action is over
    s = facts(sound(table))
    assert s.symbols[0, 0] == board("a1 d5")
    assert s.symbols[0, 1] == board("a4 d5")
    assert s.special_cells[0] == board("d5")
    assert s.specials[0] == 1
    assert not s.special_used[0].any()


@pytest.mark.rule("WS-P6", "WS-T3")
def test_a_placed_special_tile_covers_its_cell_and_counts_for_both_symbols(witchstone):
    def edit(s):
        clean(s)
        hold(s, 0, "EW EP EC WP WC")
        special(s, 0, "EW", "d5")

    table = sound(arrange(edit))
    assert not any("d5" in text for text in texts(table))
    for tile, symbol in (("place Ec4 Pc3", "E"), ("place Wc4 Pc3", "W"), ("place Ec4 Wc3", "E")):
        assert doing(play(table.copy(), tile, f"do {symbol}"))[:2] == (symbol, 2)
    assert doing(play(table, "place Ec4 Wc3", "do W"))[:2] == ("W", 1)  # its W half lies apart


@pytest.mark.rule("WS-P7")
def test_the_whole_move_is_made_before_anything_is_used(witchstone):
    table = steps(9, 0)
    play(table, "special PS")
    assert verbs(table) == {"special"}  # on to space 8 without a question
    assert facts(table).pentagram[0] == 8
    play(table, "special CS")
    assert facts(table).pentagram[0] == 9
    assert table.tally(0)["owl tiles"] == 7
    assert {text.split()[1] for text in offered(table)} == {"EW", "EC"}


@pytest.mark.rule("WS-P7")
def test_tiles_are_used_in_any_order_and_none_is_kept_for_later(witchstone):
    for first, second in (("put EW d5", "use EC C"), ("use EC C", "put EW d5")):
        table = play(steps(9, 0), "*")
        for move in (first, second):
            assert "stop" not in texts(table)
            assert "go" not in texts(table)
            play(table, move)
            if move.startswith("use"):
                assert doing(table) == ("C", 2, 1)
                assert "put" not in verbs(table)  # the other waits while this is done
                play(table, "stop")
        assert verbs(table) == {"deal"}
        assert facts(sound(table)).specials[0] == 2


@pytest.mark.rule("WS-P7", "WS-P4")
def test_tiles_and_free_actions_wait_side_by_side(witchstone):
    def edit(s):
        on_spaces(s, "EW", None, "WM")
        empty_pile(s)

    table = steps(8, 0, edit=edit)
    assert verbs(table) == {"use", "put", "free"}
    play(table, "free E", "stop", "use EW W", "stop")
    assert verbs(table) == {"deal"}


@pytest.mark.rule("WS-P7", "WS-C9")
def test_with_no_empty_cell_only_the_single_use_is_left(witchstone):
    def edit(s):
        fill(s, 0, "S")

    table = play(steps(1, 1, edit=edit), "*")
    assert offered(table) == {"use EW E", "use EW W"}

    def richer(s):
        edit(s)
        s.score[0] = 1

    # A crystal thrown out in the meantime makes room.
    table = play(steps(1, 1, edit=richer), "*", "remove b3")
    assert offered(table) == {"use EW E", "use EW W", "put EW b3"}


@pytest.mark.rule("WS-T3", "WS-P6")
def test_example_1_five_witch_actions_instead_of_two(witchstone):
    """Green's four steps win a special tile that she places next to the tile just laid."""

    def edit(s):
        on_spaces(s, "WP", "EC", "WM")
        s.crystals[0] &= ~board("e5")  # taken out earlier
        s.beside[0] += 1
        show(s, 0, P="c6 e6", W="c4 f4 f5")

    table = play(laying("WP EW EP EC WC", edit), "place Wd5 Pd6")
    early = play(table.copy(), "do W")
    assert doing(early)[:2] == ("W", 2)
    play(table, "do P", "go", "*")
    assert facts(table).pentagram[0] == 4
    play(table, "put WP e5")  # touches both halves
    assert facts(sound(table)).pentagram[0] == 4  # the steps were counted when they began
    assert doing(table) == ("W", 5, 0)


def thrown_b3(s):
    """The crystal of b3 was thrown out earlier: there is room beside the cells of the examples."""
    s.crystals[0] &= ~board("b3")
    s.beside[0] += 1
    s.removed[0] += 1


@pytest.mark.rule("WS-T3", "WS-P6")
@pytest.mark.parametrize(("has_special", "crystals", "wand"), [(True, 5, 3), (False, 4, 2)])
def test_example_2_five_crystals_and_three_wand_steps(witchstone, has_special, crystals, wand):
    """Red lays crystal/wand next to her special tile."""

    def edit(s):
        thrown_b3(s)
        show(s, 0, C="a2 b2 d3", M="b4 f4")
        if has_special:
            special(s, 0, "CM", "b3")

    table = play(laying("CM EW EP EC WC", edit), "place Cc3 Mc4")
    assert doing(play(table.copy(), "do C")) == ("C", crystals, 0)
    assert doing(play(table, "do M")) == ("M", wand, 0)


@pytest.mark.rule("WS-T3", "WS-P6")
@pytest.mark.parametrize(("has_special", "energy", "wand"), [(True, 3, 4), (False, 2, 3)])
def test_example_3_three_energy_and_four_wand_steps(witchstone, has_special, energy, wand):
    """Red lays energy/wand next to her special tile."""

    def edit(s):
        thrown_b3(s)
        show(s, 0, E="d3 f4", M="b4 a3")
        if has_special:
            special(s, 0, "EM", "b3")

    table = play(laying("EM EW EP EC WC", edit), "place Ec3 Mc4")
    assert doing(play(table.copy(), "do E")) == ("E", energy, 0)
    assert doing(play(table, "do M")) == ("M", wand, 0)


@pytest.mark.rule("WS-P7", "WS-T2")
def test_a_used_tile_is_finished_before_the_second_symbol_starts(witchstone):
    def edit(s):
        s.pentagram[0] = 1
        on_spaces(s, "EW", "EC", "WM")

    table = play(laying("PS EW EP EC WC", edit), "place Pd5 Sd6", "do P", "go", "*")
    play(table, "use EW W")
    assert doing(table) == ("W", 2, 1)
    play(table, "lay", "lay")
    assert doing(table) == ("S", 1, 0)
