"""The turn: WS-T1 to WS-T5. What happens without room is in test_no_room, pools in test_pools."""

import pytest

import coven
from coven.core.errors import IllegalMove
from coven.games.witchstone import cells
from coven.games.witchstone.choices import choices
from coven.games.witchstone.state import PAIR_NAMES
from tests.games.witchstone.table import (
    arrange,
    board,
    build,
    doing,
    facts,
    hold,
    laying,
    lie,
    mask,
    on_spaces,
    play,
    scroll,
    show,
    sound,
    special,
    stood,
    texts,
    token_on,
    verbs,
)

HAND = "EW EP EC WP CM"
PRINTED = "a1 a4 d7 g4 g1 d1"
CRYSTALS = "b3 c5 e5 f3 e2 c2 d4"


def neighbours(cell):
    q, r = cells.AXIAL[cells.BY_NAME[cell]]
    around = [(q + 1, r), (q - 1, r), (q, r + 1), (q, r - 1), (q + 1, r - 1), (q - 1, r + 1)]
    return {cells.NAMES[cells.INDEX[at]] for at in around if at in cells.INDEX}


def placements(hand, free):
    """Every tile of a hand on two free neighbouring cells, both ways round."""
    return {
        f"place {pair[0]}{one} {pair[1]}{two}"
        for pair in hand.split()
        for one in free
        for two in neighbours(one) & free
    }


@pytest.mark.rule("WS-T1")
def test_a_tile_lies_on_two_adjacent_empty_cells_either_way_round(witchstone):
    free = set(cells.NAMES) - set(f"{PRINTED} {CRYSTALS}".split())
    assert texts(laying(HAND)) == placements(HAND, free)


@pytest.mark.rule("WS-T1")
def test_tiles_crystals_and_special_tiles_are_in_the_way(witchstone):
    def edit(s):
        show(s, 0, E="c3", W="c4")
        special(s, 0, "PS", "e4")
        s.crystals[0] = s.crystals[0] & ~board("b3") | board("g2")
        show(s, 1, E="f4 e3")  # another's cauldron is in nobody's way

    free = set(cells.NAMES) - set(f"{PRINTED} {CRYSTALS} c3 c4 e4 g2".split()) | {"b3"}
    assert texts(laying(HAND, edit)) == placements(HAND, free)


@pytest.mark.rule("WS-T1")
def test_only_tiles_of_the_hand_can_be_laid(witchstone):
    table = laying(HAND)
    for refused in ("place Mf4 Se4", "place Ed4 Wd5", "place Ea1 Wa2", "place Ed7 Wd6"):
        with pytest.raises(IllegalMove):
            table.play(refused)
    play(table, "place Ee4 Wf4")
    s = facts(sound(table))
    assert s.hand[0] == mask(HAND) & ~mask("EW")
    assert s.symbols[0, 0] == board("a1 e4")
    assert s.symbols[0, 1] == board("a4 f4")
    assert s.symbols[1, 0] == board("a1")


@pytest.mark.rule("WS-T1")
def test_one_tile_a_turn(witchstone):
    table = play(laying(HAND), "place Ee4 Wf4")
    assert texts(table) == {"do E", "do W"}


@pytest.mark.rule("WS-T2")
@pytest.mark.parametrize(("first", "second"), ["EW", "WE"])
def test_both_actions_are_done_in_the_chosen_order(witchstone, first, second):
    table = play(laying(HAND), "place Ee4 Wf4", f"do {first}")
    assert doing(table) == (first, 1, 0)
    play(table, "stop")
    assert doing(table) == (second, 1, 0)  # it starts by itself
    play(table, "stop")
    assert verbs(table) == {"deal"}


@pytest.mark.rule("WS-T2")
def test_all_the_first_sets_off_is_finished_before_the_second_starts(witchstone):
    def edit(s):
        build(s, 0, "T1-F1")
        lie(s, 0, 1)
        token_on(s, "F1", "P")
        s.pentagram[0] = 1
        on_spaces(s, "CS", "EC", "WM")

    table = play(laying(HAND, edit), "place Ee4 Wf4", "do W", "stand F1", "token P", "go", "*")
    play(table, "use CS S")
    assert doing(table) == ("S", 2, 2)  # scroll in pentagram in witch
    play(table, "scroll 2", "*")
    assert doing(table) == ("E", 1, 0)


@pytest.mark.rule("WS-T3")
def test_the_example_of_five_crystals_and_one_wand(witchstone):
    def edit(s):
        show(s, 0, C="g3 f4 f5", M="b1")  # g4 shows the fourth crystal; one wand lies elsewhere

    table = play(laying(HAND, edit), "place Ce6 Md6")
    assert texts(table) == {"do C", "do M"}
    assert doing(play(table.copy(), "do C")) == ("C", 5, 0)
    play(table, "do M")
    assert doing(table) == ("M", 1, 0)
    play(table, "go")
    assert facts(table).wand[0] == 1
    assert doing(table) == ("C", 5, 0)


@pytest.mark.rule("WS-T3")
@pytest.mark.parametrize(
    ("shown", "size"),
    [
        ("", 1),
        ("c4", 2),
        ("e4 f4 g2", 3),  # g2 touches none of them
        ("c4 c3 b2", 5),  # a chain to the printed a1
        ("c3 b2", 1),  # the chain without its link
        ("c4 c3 b2 a2 d3", 7),
        ("d3", 1),  # beyond the black crystal
    ],
)
def test_a_group_hangs_together_through_sides(witchstone, shown, size):
    table = laying(HAND, lambda s: show(s, 0, E=shown))
    play(table, "place Ed5 Wd6", "do E")
    assert doing(table) == ("E", size, 0)


@pytest.mark.rule("WS-T3")
def test_only_the_group_of_the_placed_half_and_the_own_cauldron_count(witchstone):
    def edit(s):
        show(s, 0, E="g2 g3 f2")
        show(s, 1, E="e4 d5 e3")

    assert doing(play(laying(HAND, edit), "place Ed5 Wd6", "do E")) == ("E", 1, 0)


@pytest.mark.rule("WS-T3")
def test_the_second_is_counted_when_it_starts(witchstone):
    """A special tile placed during the first action counts for the second, not for the first."""

    def edit(s):
        s.pentagram[0] = 1
        on_spaces(s, "EP", "EC", "WM")
        show(s, 0, E="f4")

    table = play(laying(HAND, edit), "place Ed5 Pd6")
    assert doing(play(table.copy(), "do E")) == ("E", 1, 0)
    play(table, "do P", "go", "*")
    assert facts(table).pentagram[0] == 3  # d6 and the printed d7
    before = table.copy()
    play(table, "put EP e4")
    assert doing(table) == ("E", 3, 0)
    assert facts(table).pentagram[0] == 3
    assert doing(play(before, "put EP g2")) == ("E", 1, 0)  # elsewhere it is of no help


@pytest.mark.rule("WS-T3")
def test_a_special_tile_won_by_a_nested_action_counts_too(witchstone):
    def edit(s):
        build(s, 0, "T1-F1")
        lie(s, 0, 1)
        token_on(s, "F1", "P")
        s.pentagram[0] = 1
        on_spaces(s, "EP", "EC", "WM")

    table = play(laying(HAND, edit), "place Ed5 Wd6", "do W", "stand F1", "token P", "go", "*")
    play(table, "put EP e4")
    assert doing(table) == ("E", 2, 0)


@pytest.mark.rule("WS-T4")
@pytest.mark.parametrize("symbol", list("EWC"))
def test_energy_witch_and_crystal_may_be_given_up(witchstone, symbol):
    def edit(s):
        build(s, 0, "T1-F1")
        show(s, 0, **{symbol: "c4 c3"})

    pair = {"E": "ES", "W": "WS", "C": "CS"}[symbol]
    table = play(laying(f"{pair} EP EM WP CM", edit), f"place {symbol}d5 Sd6", f"do {symbol}")
    assert doing(table) == (symbol, 3, 0)
    part = {"E": "energy T1-F2", "W": "lay", "C": "crystal f3 f4"}[symbol]
    for moves in (["stop"], [part, "stop"]):
        assert doing(play(table.copy(), *moves)) == ("S", 1, 0)


@pytest.mark.rule("WS-T4")
def test_pentagram_and_wand_moves_and_scrolls_may_be_given_up(witchstone):
    table = play(laying("PM PS EW EP EC"), "place Pe4 Mf4", "do P")
    assert doing(table) == ("P", 1, 0)
    assert texts(table) == {"go", "move 0"}
    play(table, "move 0")
    assert doing(table) == ("M", 1, 0)
    play(table, "move 0")
    assert facts(table).pentagram[0] == facts(table).wand[0] == 0
    assert verbs(table) == {"deal"}
    table = play(laying("PM PS EW EP EC"), "place Pe4 Sf4", "do S")
    assert texts(table) == {"scroll 1", "stop"}
    display = facts(table).display.tolist()
    play(table, "stop")
    assert facts(table).display.tolist() == display
    assert facts(table).scrolls[0].sum() == 0
    assert doing(table) == ("P", 1, 0)


@pytest.mark.rule("WS-T4")
def test_the_whole_move_is_offered_first(witchstone):
    table = play(laying("PM PS EW EP EC", lambda s: show(s, 0, P="e3 d3")), "place Pe4 Mf4", "do P")
    whole, fewer, none = choices(table.view(0), table.view(0).legal, "en")
    assert (whole.label, whole.move.text, whole.inside) == ("Move 3 spaces", "go", ())
    assert [(one.label, one.move.text) for one in fewer.inside] == [
        ("Move only 1 space", "move 1"),
        ("Move only 2 spaces", "move 2"),
    ]
    assert (none.label, none.move.text) == ("Don't move", "move 0")


@pytest.mark.rule("WS-T4")
def test_by_version_1_pentagram_and_wand_moves_and_scrolls_are_not_given_up(witchstone):
    def edit(s):
        single = scroll(witchstone, "spell")
        s.scroll_pile[single] -= 1
        s.scrolls[0, single] = 1

    table = play(laying("PM PS EW EP EC", edit, version=1), "place Pe4 Mf4")
    assert texts(play(table.copy(), "do P")) == {"go", "spell 1"}
    assert texts(play(table.copy(), "do M")) == {"go", "spell 1"}
    table = play(laying("PM PS EW EP EC", edit, version=1), "place Pe4 Sf4", "do S")
    assert texts(table) == {"scroll 1", "spell 1"}
    table = play(laying("PM PS EW EP EC", version=1), "place Pe4 Mf4", "do P")
    assert facts(table).pentagram[0] == facts(table).wand[0] == 1  # without a question
    assert verbs(table) == {"deal"}


@pytest.mark.rule("WS-T4")
def test_an_action_that_can_not_be_done_is_lost_and_the_tile_laid_all_the_same(witchstone):
    def edit(s):
        # no energy unit, no witch, no crystal, the end of the wand, no scroll
        build(s, 0, "Stone-T1 T1-C1 T1-V1 C4-V1 C1-V2 V2-C2 C2-V3 V3-C3 T1-F1 T1-F2")
        stood(s, 0, "V1 V2 V3 V4 C1 C2 C3 C4 F2 F3 F4")
        s.crystals[0], s.beside[0], s.black[0] = 0, 6, 45
        s.wand[0] = 22
        s.display[:] = -1
        s.scroll_pile[:] = 0

    for pair in ("EW", "WC", "CM", "MS", "ES"):
        table = laying(" ".join({pair, "PS", "PC", "EP", "PM"}), edit)
        table = play(table, f"place {pair[0]}e4 {pair[1]}f4")
        for first in pair:
            after = play(table.copy(), f"do {first}")
            assert verbs(after) == {"deal"}
            assert facts(after).wand[0] == 22
    # One lost action leaves the other.
    table = play(laying("EP PS PC PM EW", edit), "place Ee4 Pf4", "do E")
    assert doing(table) == ("P", 1, 0)


@pytest.mark.rule("WS-T5")
def test_a_tile_is_drawn_after_both_actions(witchstone):
    table = play(laying(HAND), "place Ee4 Wf4", "do E", "stop")
    assert facts(table).hand[0] == mask(HAND) & ~mask("EW")
    play(table, "stop")
    assert table.actor == coven.CHANCE
    unseen = set(PAIR_NAMES) - set(HAND.split())
    assert texts(table) == {f"deal {pair}" for pair in unseen}
    assert {chance for _, chance in table.chances} == {1 / 10}
    play(table, "deal MS")
    s = facts(sound(table))
    assert s.hand[0] == mask("EP EC WP CM MS")
    assert s.supply[0] == 9
    assert table.actor == 1
    assert "place" in verbs(table)


@pytest.mark.rule("WS-T5")
def test_with_the_supply_empty_nothing_is_drawn(witchstone):
    def edit(s):
        s.supply[0] = 0
        s.unseen[0] = 0
        s.laid[0, :] = 0  # all others lie somewhere
        for pair in HAND.split():
            s.laid[0, PAIR_NAMES.index(pair)] = -1

    table = play(laying(HAND, edit), "place Ee4 Wf4", "do E", "stop", "stop")
    assert table.actor == 1
    assert facts(table).hand[0] == mask(HAND) & ~mask("EW")


@pytest.mark.rule("WS-T5")
@pytest.mark.parametrize(("players", "first"), [(2, 1), (3, 0), (3, 2), (4, 3)])
def test_players_follow_clockwise(witchstone, players, first):
    table = arrange(players=players, first=first)
    order = []
    for _ in range(2 * players):
        order.append(table.actor)
        play(table, next(text for text in sorted(texts(table)) if text.startswith("place")))
        while facts(table).frame_seat[0] == order[-1]:
            play(
                table,
                "*"
                if table.actor == coven.CHANCE
                else "stop"
                if "stop" in table.legal
                else min(texts(table)),
            )
    assert order == [(first + i) % players for i in range(2 * players)]


@pytest.mark.rule("WS-T5")
def test_the_game_ends_after_eleven_turns_each(witchstone):
    def edit(s):
        s.turn = 20  # both have one turn left
        hold(s, 1, HAND)

    table = laying(HAND, edit)
    for seat in (0, 1):
        assert table.actor == seat
        play(table, "place Ee4 Wf4", "do E", "stop", "stop")
        assert not table.over
        play(table, "*")
    assert table.over
    assert table.actor is None
    assert len(table.legal) == 0
    with pytest.raises(coven.GameOver):
        table.play("stop")
