"""The magic wand: WS-M1 to WS-M6."""

import numpy as np
import pytest

import coven
from coven.core.position import Position
from coven.games.witchstone.state import BLACK_SHELF, PAIR_NAMES, POINTS, C, E, M, S, W
from tests.games.witchstone.table import Edit, act, board, link, mask, place, play, scroll, show, texts

LAST = 22


def before(pool: int, *spaces: int, edit: Edit | None = None, version: int = 2) -> Position:
    """Seat 0 has wand actions; the markers stand on these spaces, and nobody owns anything yet."""

    def change(s: np.record) -> None:
        s.tokens[:] = 0
        s.specials[:] = 0
        s.shelf[:] = 0
        for seat, space in enumerate(spaces):
            s.wand[seat] = space
        if edit is not None:
            edit(s)

    return act("M", pool, change, players=len(spaces), version=version)


def move(pool: int, *spaces: int, edit: Edit | None = None) -> Position:
    """Seat 0 has made the whole move."""
    return play(before(pool, *spaces, edit=edit), "go")


def facts(table: Position) -> np.record:
    """What lies on the table."""
    return table.view().state


def doing(table: Position) -> tuple[int, int]:
    """The action being done and how much of it is left."""
    s = facts(table)
    return int(s.frame_kind[s.depth - 1]), int(s.frame_pool[s.depth - 1])


def over(table: Position) -> bool:
    """Whether the action is done and the turn draws."""
    return table.actor == coven.CHANCE and "deal" in table.legal[0].text


@pytest.mark.rule("WS-M1")
@pytest.mark.parametrize(
    ("start", "pool", "end"), [(0, 1, 1), (0, 3, 3), (14, 7, 21), (20, 2, LAST), (19, 6, LAST)]
)
def test_the_marker_moves_as_many_spaces_as_actions(witchstone, start, pool, end):
    assert facts(move(pool, start, 0)).wand.tolist()[:2] == [end, 0]


@pytest.mark.rule("WS-M1")
def test_on_the_last_space_there_are_no_more_wand_actions(witchstone):
    """Not even a spell makes one, and the last space does not score again."""

    def edit(s: np.record) -> None:
        s.specials[0] = 2
        s.scrolls[0, scroll(witchstone, "spell-M")] = 1

    table = before(3, LAST, 0, edit=edit)
    assert over(table)
    assert table.scores[0] == 0
    assert facts(table).scrolls[0].sum() == 1


@pytest.mark.rule("WS-T4", "WS-M1")
@pytest.mark.parametrize(("start", "pool", "most"), [(0, 1, 1), (0, 3, 3), (19, 6, 3), (21, 2, 1)])
def test_a_move_may_be_shorter_or_given_up(witchstone, start, pool, most):
    """No shorter move reaches the last space: that is the whole one."""
    table = before(pool, start, 0)
    assert texts(table) == {"go"} | {f"move {n}" for n in range(most)}
    for spaces in range(1, most):
        assert facts(play(table.copy(), f"move {spaces}")).wand[0] == start + spaces
    play(table, "move 0")
    assert over(table)
    assert facts(table).wand[0] == start
    assert table.scores[0] == 0


@pytest.mark.rule("WS-T4", "WS-M2", "WS-M3")
def test_a_shorter_move_is_the_whole_move_for_its_spaces(witchstone):
    """From 1 to 3 of 5: C1 (2) is passed, E1 (6) is not; doubled by where the marker comes to stand."""
    assert doing(play(before(5, 1, 3), "move 2")) == (C, 2)
    table = play(before(5, 1, 4), "move 2")
    assert doing(table) == (C, 1)  # with the whole move it would be in front
    play(table, "stop")
    assert over(table)
    assert facts(table).wand[0] == 3


@pytest.mark.rule("WS-T4", "WS-M6")
def test_an_inner_move_given_up_leaves_the_outer_one_as_it_was(witchstone):
    def edit(s: np.record) -> None:
        s.crystals[0] = board("b5")
        s.links[0] = 1 << link(witchstone, "T1-F1")

    table = play(move(3, 1, LAST, edit=edit), "crystal b5 out M", "shelve M", "move 0")
    assert facts(table).wand[0] == 4
    assert table.scores[0] == 1  # connections (4)
    assert over(table)


@pytest.mark.rule("WS-T4")
def test_by_version_1_a_move_is_made_in_full_without_a_question(witchstone):
    assert facts(before(3, 0, 0, version=1)).wand[0] == 3


@pytest.mark.rule("WS-M1", "WS-M2")
def test_only_the_spaces_reached_or_passed_count(witchstone):
    """From a score space onwards: neither the space left behind nor the one ahead."""
    table = move(3, 8, LAST, edit=lambda s: s.lying.put(0, 2))
    assert table.scores[0] == 0
    assert doing(table) == (W, 2)
    assert over(move(1, 8, 0))


@pytest.mark.rule("WS-M2")
@pytest.mark.parametrize("space", range(1, LAST, 2))
def test_light_spaces_give_nothing(witchstone, space):
    def edit(s: np.record) -> None:
        s.lying[0] = s.specials[0] = s.tokens[0, E] = s.shelf[0, E] = 2
        s.links[0] = 1 << link(witchstone, "T1-F1")

    table = move(1, space - 1, 0, edit=edit)
    assert over(table)
    assert table.scores[0] == 0


@pytest.mark.rule("WS-M2")
def test_spaces_are_resolved_in_order_after_the_whole_move(witchstone):
    """From 9 over W2, score scrolls and P2 to score tokens, where a token won on the way counts."""

    def edit(s: np.record) -> None:
        s.links[0] = 1 << link(witchstone, "T1-F1")
        s.token_at[place(witchstone, "F1")] = POINTS
        s.pentagram[0] = 5  # two light spaces ahead

    table = move(7, 9, LAST, edit=edit)
    assert facts(table).wand[0] == 16
    assert facts(table).pentagram[0] == 5
    assert doing(table) == (W, 2)
    play(table, "lay", "stand F1")
    assert table.scores[0] == 2
    play(table, "token 3", "go")
    assert over(table)
    assert facts(table).pentagram[0] == 7
    assert table.scores[0] == 2 + 3 + 1


@pytest.mark.rule("WS-M2", "WS-M5")
def test_a_later_bonus_is_too_late_for_an_earlier_score(witchstone):
    """Connections score on 4, the energy of 6 comes after."""
    table = move(3, 3, 0, edit=lambda s: s.links.put(0, 1 << link(witchstone, "T1-F1")))
    assert table.scores[0] == 1
    play(table, "energy T1-F2", "stop")
    assert over(table)
    assert table.scores[0] == 2  # the connection's own point


@pytest.mark.rule("WS-M3")
@pytest.mark.parametrize(("space", "kind", "number"), [(2, C, 1), (6, E, 1), (10, W, 2)])
@pytest.mark.parametrize(("other", "times"), [(-1, 2), (0, 2), (1, 1)])
def test_a_bonus_is_doubled_for_who_stands_furthest(witchstone, space, kind, number, other, times):
    """Ahead of the other player, level, and behind."""
    assert doing(move(1, space - 1, space + other)) == (kind, number * times)


@pytest.mark.rule("WS-M3")
@pytest.mark.parametrize(("other", "steps"), [(13, 4), (14, 4), (15, 2)])
def test_the_pentagram_bonus_is_doubled_too(witchstone, other, steps):
    table = play(move(1, 13, other, edit=lambda s: s.pentagram.put(0, 2)), "go")
    assert facts(table).pentagram[0] == 2 + steps


@pytest.mark.rule("WS-M3")
@pytest.mark.parametrize(("other", "times"), [(3, 2), (6, 2), (7, 1)])
def test_doubling_looks_at_the_end_of_the_move_for_every_bonus_in_it(witchstone, other, times):
    """From 1 to 6, over C1 and E1: whoever stood between does not matter, only who is ahead at the end."""
    table = move(5, 1, other)
    assert doing(table) == (C, times)
    play(table, "stop")
    assert doing(table) == (E, times)
    play(table, "stop")
    assert over(table)


@pytest.mark.rule("WS-M3")
def test_one_player_ahead_is_enough_to_prevent_doubling(witchstone):
    assert doing(move(1, 9, 3, 11)) == (W, 2)
    assert doing(move(1, 9, 3, 10)) == (W, 4)


@pytest.mark.rule("WS-M3")
def test_one_players_doubling_is_not_the_next_ones(witchstone):
    """Seat 0 doubles C1 (2) on the way to 3; seat 1, behind, then comes to it and has it single."""

    def edit(s: np.record) -> None:
        s.hand[1] = mask("EM")

    table = move(2, 1, 1, edit=edit)
    assert doing(table) == (C, 2)
    play(table, "stop", "*", "place Ec3 Mc4", "do M", "go")
    assert facts(table).wand.tolist()[:2] == [3, 2]
    assert doing(table) == (C, 1)


@pytest.mark.rule("WS-M4")
@pytest.mark.parametrize(("other", "choice"), [(0, 6), (18, 6), (19, 3)])
def test_the_scroll_bonus_is_one_of_the_first_three_or_of_all_six(witchstone, other, choice):
    table = move(1, 17, other)
    assert texts(table) == {f"scroll {n + 1}" for n in range(choice)} | {"stop"}
    play(table, f"scroll {choice}", "*")
    assert facts(table).scrolls[0].sum() == 1


def links(s: np.record) -> None:
    """Two finished connections; a begun one and those of others don't count."""
    game = coven.load("witchstone")
    s.links[0] = 1 << link(game, "T1-F1") | 1 << link(game, "Stone-F1")
    s.links[1] = 1 << link(game, "T2-F2")
    s.begun[0], s.begun_units[0] = link(game, "T1-V1"), 1


def witches(s: np.record) -> None:
    """The big one, two lying and one standing; not those of others."""
    s.lying[0], s.lying[1] = 2, 3
    s.standing[0] |= 1 << place(coven.load("witchstone"), "F1")


def scrolls(s: np.record) -> None:
    """A prophecy, an unused spell and two used ones."""
    game = coven.load("witchstone")
    s.scrolls[0, scroll(game, "group-E")] = s.scrolls[0, scroll(game, "spell-E")] = 1
    s.spent[0, scroll(game, "spell-W")] = 2
    s.spent[1, scroll(game, "spell-P")] = 2


def tokens(s: np.record) -> None:
    """Used ones, of any kind."""
    s.tokens[0, E], s.tokens[0, POINTS], s.tokens[1, E] = 2, 1, 1


def crystals(s: np.record) -> None:
    """On any shelf, the bottom one too; neither the black one nor those beside the screen."""
    s.shelf[0, E], s.shelf[0, 6], s.shelf[1, W] = 1, 2, 1
    s.black[0] = BLACK_SHELF + E
    s.beside[0] = 1


def specials(s: np.record) -> None:
    """Two points each, placed or used."""
    s.specials[0], s.specials[1] = 2, 1
    s.special_used[0, 0] = 1
    s.special_cells[0] = board("b2")
    show(s, 0, P="b2", C="b2")


@pytest.mark.rule("WS-M5")
@pytest.mark.parametrize(
    ("space", "edit", "points"),
    [(4, links, 2), (8, witches, 4), (12, scrolls, 4), (16, tokens, 3), (20, crystals, 3), (22, specials, 4)],
    ids=["links", "witches", "scrolls", "tokens", "crystals", "specials"],
)
def test_score_spaces(witchstone, space, edit, points):
    table = move(1, space - 1, 0, edit=edit)
    assert over(table)
    assert table.scores[0] == points


@pytest.mark.rule("WS-M5")
@pytest.mark.parametrize("space", [4, 8, 12, 16, 20, 22])
def test_a_score_space_counts_only_its_own_kind(witchstone, space):
    """Of everything there are as many as no two kinds share."""

    def edit(s: np.record) -> None:
        s.links[0] = 0b1
        s.lying[0] = 1  # with the big witch two
        s.spent[0, scroll(witchstone, "spell-W")] = 3
        s.tokens[0, E] = 4
        s.shelf[0, E] = 5
        s.specials[0] = 3

    assert move(1, space - 1, 0, edit=edit).scores[0] == [4, 8, 12, 16, 20, 22].index(space) + 1


@pytest.mark.rule("WS-M5")
def test_tokens_count_from_when_they_are_won(witchstone):
    """Ruling: the wand token itself and one still waiting."""

    def edit(s: np.record) -> None:
        s.tokens[:] = 0
        s.wand[0] = 15
        s.lying[0] = 2
        s.links[0] = 1 << link(witchstone, "T1-F1") | 1 << link(witchstone, "T1-F2")
        s.token_at[place(witchstone, "F1")] = M
        s.token_at[place(witchstone, "F2")] = POINTS

    table = play(act("W", 2, edit), "stand F1", "stand F2", "token M", "go")
    assert table.scores[0] == 2 + 2 + 2
    assert texts(table) >= {"token 3"}


@pytest.mark.rule("WS-M5")
def test_special_tiles_count_from_when_they_are_won(witchstone):
    """Ruling: one being used and one still waiting."""

    def edit(s: np.record) -> None:
        s.specials[:] = 0
        s.wand[0] = 21
        s.pentagram[0] = 1
        s.special_at[0] = PAIR_NAMES.index("EM")
        s.special_at[1] = PAIR_NAMES.index("WP")

    table = play(act("P", 7, edit), "go", "*", "use EM M", "go")
    assert table.scores[0] == 4
    assert "use WP W" in texts(table)


@pytest.mark.rule("WS-M5")
def test_a_crystal_counts_when_it_is_on_a_shelf(witchstone):
    """Ruling: the one on the rim does not count yet, the one just shelved does."""

    def edit(s: np.record) -> None:
        s.shelf[:] = 0
        s.wand[0] = 19
        s.crystals[0] = board("b5 g3")

    table = play(act("C", 2, edit), "crystal b5 out M", "crystal g3 out E", "shelve M", "go")
    assert table.scores[0] == 1


@pytest.mark.rule("WS-M6")
def test_spaces_of_a_move_within_a_move_queue_behind_the_older_ones(witchstone):
    """From 1 to 4, and in the crystal action of 2 on to 6: connections (4) still come before energy (6)."""

    def edit(s: np.record) -> None:
        s.crystals[0] = board("b5")
        s.links[0] = 1 << link(witchstone, "T1-F1")

    table = move(3, 1, LAST, edit=edit)
    assert doing(table) == (C, 1)
    play(table, "crystal b5 out M")
    assert table.scores[0] == 0
    play(table, "shelve M", "go")
    assert facts(table).wand[0] == 6
    assert table.scores[0] == 1
    assert doing(table) == (E, 1)
    play(table, "energy T1-F2")
    assert over(table)
    assert table.scores[0] == 2


@pytest.mark.rule("WS-M6")
def test_the_marker_moves_at_once_and_the_older_spaces_wait(witchstone):
    """From 9 to 12; a wand token won in the witch action of 10 moves on while scrolls (12) are unscored."""

    def edit(s: np.record) -> None:
        s.lying[0] = 2
        s.links[0] = 1 << link(witchstone, "T1-F1")
        s.token_at[place(witchstone, "F1")] = M
        s.spent[0, scroll(witchstone, "spell-W")] = 1

    table = play(move(3, 9, LAST, edit=edit), "stand F1", "token M", "go")
    assert facts(table).wand[0] == 13
    assert doing(table) == (W, 1)
    assert table.scores[0] == 2
    play(table, "stop")
    assert over(table)
    assert table.scores[0] == 3


@pytest.mark.rule("WS-M6", "WS-M3")
def test_doubling_is_fixed_for_each_move(witchstone):
    """From 1 to 6 behind the other on 7: single. The move inside takes the lead and leaves E1 (6) single."""
    table = move(5, 1, 7, edit=lambda s: s.crystals.put(0, board("b5")))
    assert doing(table) == (C, 1)
    play(table, "crystal b5 out M", "shelve M", "go")
    assert facts(table).wand[0] == 8
    assert doing(table) == (E, 1)
    play(table, "stop")
    assert table.scores[0] == 1  # witches (8): the big one


@pytest.mark.rule("WS-M6", "WS-M3")
def test_the_inner_move_is_doubled_on_its_own(witchstone):
    """From 1 to 4 behind the other on 5: C1 single. On to 6, in the lead: E1 double."""
    table = move(3, 1, 5, edit=lambda s: s.crystals.put(0, board("b5")))
    assert doing(table) == (C, 1)
    play(table, "crystal b5 out M", "shelve M", "go")
    assert doing(table) == (E, 2)


@pytest.mark.rule("WS-M6")
def test_with_nothing_older_waiting_a_move_is_resolved_at_once(witchstone):
    """From 1 to 2, the crystal action of the last space; the move inside scores before that action ends."""

    def edit(s: np.record) -> None:
        s.crystals[0] = board("b5 g3")
        s.links[0] = 1 << link(witchstone, "T1-F1")

    table = play(move(1, 1, 0, edit=edit), "crystal b5 out M", "crystal g3 out E", "shelve M", "go")
    assert facts(table).wand[0] == 4
    assert table.scores[0] == 1
    assert "shelve E" in texts(table)


@pytest.mark.rule("WS-M1", "WS-M2")
def test_steps_beyond_the_last_space_are_lost(witchstone):
    """From 17 over the scroll bonus to 22: crystals and specials score once."""

    def edit(s: np.record) -> None:
        s.specials[0] = 1
        s.shelf[0, E] = 1

    table = move(6, 17, 0, edit=edit)
    assert facts(table).wand[0] == LAST
    assert doing(table) == (S, 6)
    play(table, "scroll 1", "*")
    assert table.scores[0] == 1 + 2


def yellow(s: np.record) -> None:
    """Two witches lie, two stand beside the big one."""
    game = coven.load("witchstone")
    s.lying[0] = 2
    s.standing[0] |= 1 << place(game, "F1") | 1 << place(game, "F2")


@pytest.mark.rule("WS-M2", "WS-M3", "WS-M5")
def test_example_yellow_moves_four_spaces_level_with_red(witchstone):
    """5 points for the witches first, then 4 witch actions, too late to raise those points."""
    table = move(4, 7, 11, 5, edit=yellow)
    assert facts(table).wand.tolist()[:3] == [11, 11, 5]
    assert table.scores[0] == 5
    assert doing(table) == (W, 4)
    play(table, "lay", "lay", "lay", "lay")
    assert over(table)
    assert table.scores[0] == 5


@pytest.mark.rule("WS-M3")
def test_example_yellow_moves_only_three(witchstone):
    """On the bonus space itself, behind Red: 2 witch actions."""
    table = move(3, 7, 11, 5, edit=yellow)
    assert table.scores[0] == 5
    assert doing(table) == (W, 2)


@pytest.mark.rule("WS-M6", "WS-M2")
@pytest.mark.parametrize("start", [1, 2])
def test_a_light_space_does_not_wait(witchstone, start):
    """From 1 to 2, or to the light 3: in the crystal action of 2 the next move scores connections (4) at once."""

    def edit(s: np.record) -> None:
        s.crystals[0] = board("b5 e5")
        s.links[0] = 1 << link(witchstone, "T1-F1")

    table = play(move(start, 1, LAST, edit=edit), "crystal b5 out M", "shelve M", "go")
    assert facts(table).wand[0] >= 4
    assert table.scores[0] == 1
