"""What the things of The Witches are, and how one stands with them."""

from __future__ import annotations

from coven.core.about import about
from tests.games.witches.scene import attempt, fail
from tests.games.witches.table import doing, play


def stands(table, thing, seat=0):
    """How a seat stands with a thing."""
    found = about(table.view(seat), thing, "en", table.told(seat))
    return found.rule, list(found.stands)


def test_a_problem_says_what_it_takes_and_who_has_tried():
    table = fail("Creel", "Hiver+1", flee="Oak")
    rule, said = stands(table, "space:Creel")
    assert rule == "TW-H1"
    assert said[0] == "You need 24"
    found = about(table.view(1), "space:Creel", "en", table.told(1))
    assert [event.kind for event in found.happened] == ["failed"]


def test_company_means_tea_and_an_empty_space_nothing():
    def edit(s):
        s.cackles[0], s.cackle_supply = 2, 6

    table = doing("move", edit, at="Magrat BadAss BadAss BadAss")
    assert stands(table, "space:BadAss") == ("TW-T1", ["Over tea you could return 2 Cackles"])
    assert stands(table, "space:MadStoat") == ("TW-M1", [])
    assert stands(table, "space:Dungeon") == ("TW-H5", [])


def test_a_card_says_what_each_use_would_do_now():
    table = attempt("Creel", "Lily", "Tick")
    rule, (symbol, effect) = stands(table, "card:Tick/symbol")
    assert rule == "TW-E4"
    assert symbol.startswith("Headology – Headology and Magic are played once you face a problem")
    assert effect.startswith("Local knowledge – Local knowledge lengthens a move on foot")
    assert stands(table, "card:Tick", seat=1) == ("TW-E4", [])  # it is not hers


def test_dice_say_what_is_missing():
    table = play(attempt("Creel", "Lily", "Tick"), "roll", "dice 2 2")
    assert stands(table, "die:0") == ("TW-P3", ["You have 4, and need 23"])
