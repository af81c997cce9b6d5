"""Actions within actions, and pools that grow: WS-T7."""

import pytest

from tests.games.witchstone.table import (
    act,
    board,
    build,
    doing,
    facts,
    lie,
    on_spaces,
    play,
    sound,
    texts,
    token_on,
    verbs,
    ways,
    without,
)


def offered(table):
    return without(texts(table), "remove")


def steps(pool, start, *pairs):
    """Seat 0 has moved on the pentagram past these special tiles."""

    def edit(s):
        s.pentagram[0] = start
        on_spaces(s, *pairs)

    return play(act("P", pool, edit), "go", "*")


@pytest.mark.rule("WS-T7", "WS-P7")
def test_steps_won_on_the_pentagram_join_the_move(witchstone):
    """A special tile used for its pentagram moves the marker on; a tile still waiting waits on."""
    table = play(steps(8, 0, "EP", "EC", "WM"), "use EP P")
    assert doing(table) == ("P", 2, 0)
    assert verbs(table) == {"go", "move"}  # the steps first
    play(table, "go")
    assert facts(table).pentagram[0] == 10
    assert doing(table) == ("P", 0, 0)  # the same action
    assert {text.split()[1] for text in offered(table)} == {"EC"}
    table = play(steps(3, 0, "EP", "EC", "WM"), "use EP P", "go")
    assert table.tally(0)["owl tiles"] == 7  # the two steps end on the owl
    assert verbs(table) == {"deal"}


@pytest.mark.rule("WS-T7")
def test_steps_that_join_may_win_another_tile(witchstone):
    table = play(steps(6, 0, "EP", "PS", "WM"), "use EP P", "go")
    assert verbs(table) == {"special"}  # space 8
    play(table, "special CS", "use PS P", "go")
    assert facts(sound(table)).pentagram[0] == 10
    assert verbs(table) == {"deal"}


@pytest.mark.rule("WS-T7", "WS-P7")
def test_a_tile_won_by_steps_that_joined_waits_beside_the_older_ones(witchstone):
    table = play(steps(9, 13, "EP", "EC", "WM"), "use EP P", "go", "*")  # by 14 and 2 to 7, then over 8
    assert facts(sound(table)).pentagram[0] == 9
    assert doing(table) == ("P", 0, 0)
    assert {text.split()[1] for text in offered(table)} == {"EC", "WM"}


@pytest.mark.rule("WS-T7", "WS-W8")
def test_a_witch_token_joins_the_witch_action(witchstone):
    table = ways(2, own="T1-F1", edit=lambda s: token_on(s, "F1", "W"))
    play(table, "stand F1")
    assert doing(table) == ("W", 1, 0)
    play(table, "token W")
    assert doing(table) == ("W", 2, 0)
    play(table, "lay", "lay")
    assert verbs(table) == {"deal"}
    # It also goes on after the last action of the pool.
    table = ways(1, own="T1-F1", edit=lambda s: token_on(s, "F1", "W"))
    play(table, "stand F1", "token W")
    assert doing(table) == ("W", 1, 0)
    assert offered(table) == {"lay", "stop"}


def crystal_at(*names):
    """An edit that moves start crystals to cells: crystal_at("b3 a2")."""

    def edit(s):
        for name in names:
            old, new = name.split()
            s.crystals[0] = s.crystals[0] & ~board(old) | board(new)

    return edit


@pytest.mark.rule("WS-T7", "WS-C4")
def test_crystal_actions_join_the_crystal_action(witchstone):
    table = sound(act("C", 2, crystal_at("b3 a2")))
    play(table, "crystal a2 out C", "shelve C")
    assert doing(table) == ("C", 3, 0)


@pytest.mark.rule("WS-T7", "WS-C4")
def test_other_types_are_done_at_once_with_a_pool_of_their_own(witchstone):
    table = sound(act("C", 2, crystal_at("e2 e1")))
    play(table, "crystal e1 out W", "shelve W")
    assert doing(table) == ("W", 2, 1)
    assert without(texts(table), "remove") == {"lay", "stop"}  # no crystal in between
    play(table, "lay", "lay")
    assert doing(table) == ("C", 1, 0)


def nested(outer, foreign="", token="3"):
    """A witch action whose pentagram token wins energy/witch: it lies inside the pentagram action."""

    def edit(s):
        token_on(s, "F1", "P")
        token_on(s, "F2", "E")
        token_on(s, "V1", token)
        s.pentagram[0] = 1
        on_spaces(s, "EW", "EC", "WM")

    table = ways(outer, "T1-F1 T1-F2 T1-V1", foreign, lying=4, edit=edit)
    return play(table, "stand F1", "stand F2", "token P", "go", "*")


@pytest.mark.rule("WS-T7")
def test_an_outer_action_of_the_type_is_not_joined(witchstone):
    table = nested(3)
    assert doing(table) == ("P", 0, 1)
    play(table, "use EW W")
    assert doing(table) == ("W", 2, 2)  # new, though a witch action waits below
    play(table, "lay")
    assert doing(table) == ("W", 1, 2)
    play(table, "stop")
    assert doing(table) == ("W", 1, 0)  # the outer one goes on with what it had


@pytest.mark.rule("WS-T7", "WS-W4")
def test_pools_are_not_added_to_pay_a_way(witchstone):
    far = "Stone-F1 Stone-F3"  # from F1 over two foreign connections: 3 actions
    inner = play(nested(4, far), "use EW W")
    assert doing(inner) == ("W", 2, 2)
    assert "stand Stone" in texts(inner)
    assert "stand F3" not in texts(inner)
    outer = play(nested(5, far), "use EW W", "stop")
    assert doing(outer) == ("W", 3, 0)
    assert "stand F3" in texts(outer)


@pytest.mark.rule("WS-T7", "WS-W8")
def test_a_token_waits_in_the_action_that_won_it(witchstone):
    table = nested(3)
    play(table, "use EW W")
    assert "token E" not in texts(table)  # it is the outer action's
    assert "stop" in texts(table)  # and does not keep the inner one open
    play(table, "stop")
    assert "token E" in texts(table)
    assert "stop" not in texts(table)


@pytest.mark.rule("WS-T7", "WS-W8")
def test_a_token_won_in_an_inner_action_is_used_in_it_or_in_the_outer_one(witchstone):
    table = play(nested(3), "use EW W", "stand V1")
    assert doing(table) == ("W", 1, 2)
    assert offered(table) == {"lay", "token 3", "stop"}
    later = play(table.copy(), "stop")
    assert doing(later) == ("W", 1, 0)
    assert offered(later) >= {"token E", "token 3"}
    before = table.scores[0]
    play(table, "token 3")
    assert table.scores[0] == before + 3
    assert offered(table) == {"lay", "stop"}


@pytest.mark.rule("WS-T7", "WS-W8")
def test_the_action_on_top_is_joined_however_deep_it_lies(witchstone):
    table = nested(4, token="W")
    play(table, "use EW W", "stand V1", "token W")
    assert doing(table) == ("W", 2, 2)
    play(table, "stop")
    assert doing(table) == ("W", 2, 0)


@pytest.mark.rule("WS-T7", "WS-M3")
def test_a_wand_bonus_is_an_action_of_its_own(witchstone):
    def edit(s):
        token_on(s, "F1", "M")
        s.wand[0] = 9

    table = play(ways(2, own="T1-F1", edit=edit), "stand F1", "token M", "go")
    assert doing(table) == ("W", 4, 2)  # doubled, inside the wand inside the witch action
    play(table, "stop")
    assert doing(table) == ("W", 1, 0)


@pytest.mark.rule("WS-T7")
def test_an_inner_pentagram_does_not_join_an_outer_one(witchstone):
    def edit(s):
        build(s, 0, "T1-F1")
        lie(s, 0, 1)
        token_on(s, "F1", "P")
        on_spaces(s, "EW", "EC", "WM")

    # Won in the witch action that a special tile set off: a step of its own.
    table = play(act("P", 8, edit), "go", "*", "use EW W", "stand F1")
    assert doing(table) == ("W", 1, 1)
    play(table, "token P")
    assert doing(table) == ("P", 1, 2)
    play(table, "go")
    assert facts(table).pentagram[0] == 9
    assert doing(table) == ("W", 1, 1)
    play(table, "stop")
    assert {text.split()[1] for text in offered(table)} == {"EC"}
