"""What witches win: tokens, the bonus of the Witchstone. WS-W6 to WS-W8."""

import pytest

from coven.core.errors import IllegalMove
from tests.games.witchstone.table import (
    doing,
    facts,
    place,
    play,
    sound,
    stood,
    texts,
    token_on,
    verbs,
    ways,
    without,
)


def offered(table):
    return without(texts(table), "remove", "spell")


@pytest.mark.rule("WS-W6")
def test_the_first_witch_takes_the_token(witchstone):
    table = ways(2, own="T1-F1", edit=lambda s: token_on(s, "F1", "E"))
    play(table, "stand F1")
    s = facts(sound(table))
    assert s.token_at[place(witchstone, "F1")] == -1
    assert s.tokens[0].tolist() == [1, 0, 0, 0, 0, 0, 1]  # and the 3 points of the own tower
    assert "token E" in texts(table)


@pytest.mark.rule("WS-W6")
def test_the_second_witch_finds_no_token(witchstone):
    def edit(s):
        stood(s, 1, "F1")
        s.tokens[1, s.token_at[place(witchstone, "F1")]] += 1
        s.token_at[place(witchstone, "F1")] = -1

    table = play(ways(2, own="T1-F1", edit=edit), "stand F1")
    assert table.scores[0] == 2
    assert verbs(table) == {"lay", "stop", "remove"}
    assert facts(sound(table)).tokens[0].sum() == 1


@pytest.mark.rule("WS-W6")
def test_a_free_tower_keeps_its_token_for_the_first_witch(witchstone):
    table = ways(1, own="T1-F2 T2-F2 Stone-F2 Stone-F4 T4-F4")
    assert "token S" in texts(play(table.copy(), "stand T4"))  # nobody's tower
    assert verbs(play(table, "stand T2")) == {"deal"}  # the big witch of seat 1 took this one


@pytest.mark.rule("WS-W7")
@pytest.mark.parametrize(("before", "bonus"), [(0, 5), (1, 3), (2, 2), (3, 1)])
def test_the_highest_free_bonus_of_the_witchstone(witchstone, before, bonus):
    """With one witch there already this is the rulebook's example: 2 + 3 = 5 points."""

    def edit(s):
        for seat in range(1, 1 + before):
            stood(s, seat, "Stone")

    table = play(ways(2, own="Stone-T1", players=4, edit=edit), "stand Stone")
    assert table.scores[0] == 2 + bonus
    assert facts(sound(table)).stone_rank[0] == before + 1
    assert "token" not in verbs(table)


@pytest.mark.rule("WS-W8")
def test_a_token_waits_until_the_player_likes(witchstone):
    def edit(s):
        token_on(s, "F1", "E")
        token_on(s, "V1", "3")

    table = ways(4, own="T1-F1 T1-V1", lying=2, edit=edit)
    play(table, "stand F1")
    assert offered(table) == {"lay", "stand V1", "token E"}  # it blocks stop
    with pytest.raises(IllegalMove):
        table.play("stop")
    play(table, "stand V1", "lay")
    assert offered(table) == {"lay", "token E", "token 3"}
    assert table.scores[0] == 4
    play(table, "token 3")
    assert table.scores[0] == 7
    assert doing(table) == ("W", 1, 0)
    play(table, "token E")
    assert doing(table) == ("E", 1, 1)  # an action of its own inside the witch action
    play(table, "energy T1-F2")
    assert doing(table) == ("W", 1, 0)
    assert table.scores[0] == 8
    assert offered(table) == {"lay", "stand F2", "stop"}  # used once; the rest may be given up again


@pytest.mark.rule("WS-W8")
def test_a_token_is_used_at_the_latest_after_the_last_action(witchstone):
    table = ways(1, own="T1-F1", edit=lambda s: token_on(s, "F1", "E"))
    play(table, "stand F1")
    assert doing(table) == ("W", 0, 0)
    assert offered(table) == {"token E"}
    play(table, "token E")
    assert doing(table) == ("E", 1, 1)
    play(table, "stop")  # the token's energy itself may be given up
    assert verbs(table) == {"deal"}


@pytest.mark.rule("WS-W8")
def test_a_used_token_is_kept(witchstone):
    table = ways(1, own="T1-F1", edit=lambda s: token_on(s, "F1", "3"))
    before = table.tally(0)["magic tokens"]
    play(table, "stand F1", "token 3")
    assert table.scores[0] == 5
    assert table.tally(0)["magic tokens"] == before + 2
    assert facts(sound(table)).tokens[0, 6] == 2


@pytest.mark.rule("WS-W8", "WS-T7")
def test_two_tokens_of_a_kind_are_two_actions(witchstone):
    def edit(s):
        token_on(s, "F1", "P")
        token_on(s, "V1", "P")
        s.pentagram[0] = 3

    table = play(ways(2, own="T1-F1 T1-V1", lying=2, edit=edit), "stand F1", "stand V1")
    play(table, "token P", "go")
    assert facts(table).pentagram[0] == 4
    assert offered(table) == {"token P"}
    play(table, "token P", "go")
    assert facts(table).pentagram[0] == 5
    assert table.tally(0)["owl tiles"] == 7
    assert verbs(table) == {"deal"}


@pytest.mark.rule("WS-W8", "WS-R2")
def test_scroll_tokens_are_never_added_together(witchstone):
    def edit(s):
        token_on(s, "F1", "S")
        token_on(s, "V1", "S")

    table = play(ways(2, own="T1-F1 T1-V1", lying=2, edit=edit), "stand F1", "stand V1")
    for _ in range(2):
        play(table, "token S")
        assert offered(table) == {"scroll 1", "stop"}
        play(table, "scroll 1", "*")
    assert facts(sound(table)).scrolls[0].sum() == 2


@pytest.mark.rule("WS-W8", "WS-T7")
@pytest.mark.parametrize("pool", [0, 1])
@pytest.mark.parametrize("kind", list("EPCM"))
def test_each_kind_of_token_is_one_action(witchstone, kind, pool):
    table = ways(1 + pool, own="T1-F1", edit=lambda s: token_on(s, "F1", kind))
    play(table, "stand F1", f"token {kind}")
    assert doing(sound(table)) == (kind, 1, 1)
    play(table, "move 0" if kind in "PM" else "stop")
    assert verbs(table) == ({"lay", "stop", "remove"} if pool else {"deal"})
