"""Tokens of witches that wait past the end of a witch action for another one of the turn: WS-W8."""

import numpy as np
import pytest

from coven.games.witchstone import cells
from coven.games.witchstone.state import HELD, TOKENS
from tests.games.witchstone.table import (
    act,
    build,
    doing,
    facts,
    laying,
    lie,
    on_spaces,
    play,
    show,
    sound,
    texts,
    token_on,
    without,
)
from tests.games.witchstone.test_pools import crystal_at


def offered(table):
    return without(texts(table), "remove", "crystal")


def reached(*moved, **tokens):
    """An edit: two witches lie, F1 and F2 are reached, and crystals of seat 0 are brought to cells."""

    def edit(s):
        build(s, 0, "T1-F1 T1-F2")
        lie(s, 0, 2)
        for where, kind in {"F1": "E", **tokens}.items():
            token_on(s, where, kind)
        if moved:
            crystal_at(*moved)(s)

    return edit


def held(table):
    """The tokens that wait for the next witch action, by kind."""
    return facts(table).frame_waiting[0, HELD : HELD + TOKENS].tolist()


def inside(second="W", version=2, kind="E"):
    """Seat 0 does a witch action of a crystal, in the first of its tile's actions; it has won an energy token."""
    table = laying(f"{second}C EP EM WP CM", reached("e2 e1", F1=kind), version=version)
    play(table, f"place {second}d5 Cd6", "do C", "crystal e1 out W", "shelve W", "stand F1")
    assert doing(table) == ("W", 1, 1)
    return sound(table)


@pytest.mark.rule("WS-W8", "WS-T7")
def test_a_token_may_wait_for_the_tiles_witch_action(witchstone):
    table = inside()
    assert offered(table) == {"lay", "stand F2", "token E", "stop"}
    play(table, "stop")
    assert doing(table) == ("W", 1, 0)  # the crystal action had nothing left
    assert held(table) == [0] * TOKENS  # it belongs to this action now,
    assert offered(table) == {"lay", "stand F2", "token E"}  # which is the last: no stop
    play(table, "lay")
    assert offered(table) == {"token E"}
    play(table, "token E")
    assert doing(table) == ("E", 1, 1)
    assert table.status() == []


@pytest.mark.rule("WS-W8")
def test_a_token_is_not_kept_for_a_turn_without_another_witch_action(witchstone):
    assert offered(inside("E")) == {"lay", "stand F2", "token E"}


@pytest.mark.rule("WS-W8")
def test_nothing_is_left_to_wait_once_it_is_used(witchstone):
    table = play(inside(), "token E", "stop", "stop")
    assert held(table) == [0] * TOKENS
    assert offered(table) == {"lay", "stand F2", "stop"}


@pytest.mark.rule("WS-W8")
def test_by_version_1_no_token_waits_past_its_action(witchstone):
    assert offered(inside(version=1)) == {"lay", "stand F2", "token E"}


@pytest.mark.rule("WS-W8", "WS-C7")
def test_between_two_witch_actions_it_waits(witchstone):
    table = laying("WC EP EM WP CM", lambda s: (reached("e2 e1")(s), show(s, 0, C="c6")))
    play(table, "place Wd5 Cd6", "do C", "crystal e1 out W", "shelve W", "stand F1", "stop")
    assert doing(table) == ("C", 1, 0)
    assert held(table) == [1, 0, 0, 0, 0, 0, 0]
    assert "token E" not in texts(table)
    assert "frames" not in table.status()
    assert "For the next witch action: token energy" in table.view(0).pending()
    play(table, "stop")
    assert doing(table)[0] == "W"
    assert held(table) == [0] * TOKENS
    assert "token E" in texts(table)


@pytest.mark.rule("WS-W8", "WS-M2")
def test_a_witch_bonus_still_to_be_resolved_is_sure_to_come(witchstone):
    """From 1 to 10: in the crystal action of 2 a witch action, and on 10 another."""

    def edit(s):
        reached("e2 e1")(s)
        s.wand[:2] = 1, 22

    table = play(act("M", 9, edit), "go", "crystal e1 out W", "shelve W", "stand F1")
    assert "stop" in texts(table)
    play(table, "stop")
    assert held(table) == [1, 0, 0, 0, 0, 0, 0]
    assert doing(table) == ("E", 1, 1)  # 6, between the two
    assert "token E" not in texts(table)
    assert table.status() == []
    play(table, "stop")
    assert doing(table) == ("W", 2, 1)
    assert "token E" in texts(table)
    assert "stop" not in texts(table)


@pytest.mark.rule("WS-W8", "WS-M2")
def test_a_witch_bonus_beyond_the_move_does_not_come(witchstone):
    def edit(s):
        reached("e2 e1")(s)
        s.wand[:2] = 1, 22

    table = play(act("M", 9, edit), "move 8", "crystal e1 out W", "shelve W", "stand F1")
    assert "stop" not in texts(table)


@pytest.mark.rule("WS-W8", "WS-C7")
@pytest.mark.parametrize(("black", "pool"), [(False, 1), (True, 3)])
def test_a_witch_token_that_waits_in_the_crystal_action_is_sure_to_come(witchstone, black, pool):
    def edit(s):
        reached("e2 e1", *([] if black else ["b3 a2"]))(s)
        if black:
            s.black[0] = cells.BY_NAME["a2"]
        token_on(s, "F2", "C")  # any but W, so that one lies on the stone table
        s.table[:] = [0, 1, 0, 0, 0, 0, 0]
        s.tokens[1] += (
            3 - s.table - s.tokens.sum(axis=0) - np.bincount(s.token_at[s.token_at >= 0], minlength=7)
        )

    kind = " black" if black else ""
    table = play(
        act("C", 2, edit), "crystal a2 out C", f"bottom C{kind} token W", "crystal e1 out W", "shelve W"
    )
    play(table, "stand F1")
    assert "stop" in texts(table)
    play(table, "stop")
    assert held(table) == [1, 0, 0, 0, 0, 0, 0]
    assert table.status() == []
    play(table, f"token W{kind}")
    assert doing(table) == ("W", pool, 1)
    assert "token E" in texts(table)


@pytest.mark.rule("WS-W8", "WS-P5")
def test_a_witch_action_that_only_may_come_is_not_waited_for(witchstone):
    def edit(s):
        reached()(s)
        on_spaces(s, "EW", "WC", "WM")

    table = play(act("P", 8, edit), "go", "*", "use EW W", "stand F1")
    assert doing(table) == ("W", 1, 1)
    assert offered(table) == {"lay", "stand F2", "token E"}  # the other tile may be used otherwise
