"""What the things of Witchstone are, and how one stands with them."""

from __future__ import annotations

import pytest

from coven.core.about import about
from tests.games.witchstone.table import Edit, act, build, lie, scroll, stood, ways


def stands(table, thing):
    """How seat 0 stands with a thing."""
    found = about(table.view(0), thing, "en", [])
    return found.rule, " ".join(found.stands)


def shown(witchstone, name: str, edit: Edit):
    """A table with one scroll on the first position of the display."""

    def change(s):
        s.display[0] = scroll(witchstone, name)
        edit(s)

    return act("S", 1, change)


@pytest.mark.parametrize(
    ("name", "edit", "rule", "said"),
    [
        ("witches-CFV", lambda s: stood(s, 0, "C1 F1"), "WS-F4", "2 of 3 places: 5 points; missing next: village"),
        ("witches-CFV", lambda s: stood(s, 0, "C1 F1 V1"), "WS-F4", "All 3 places: 7 points"),
        ("witches-forests", lambda s: stood(s, 0, "F1"), "WS-F5", "1 of 3 places: 3 points; missing next: forest"),
        ("linked-SCV", lambda s: build(s, 0, "T1-F1"), "WS-F6", "0 of 3 places: 1 point; missing next: Witchstone"),
        ("lying-witches", lambda s: lie(s, 0, 2), "WS-F12", "You have 2: 5 points"),
        ("stone-rank", lambda s: stood(s, 0, "Stone"), "WS-F10", "You are number 1 on the Witchstone: 7 points"),
        ("stone-rank", lambda s: None, "WS-F10", "No witch of yours is on the Witchstone: 1 point"),
        ("group-C", lambda s: None, "WS-F3", "Your largest group is 1: 1 point"),
        ("spell-M", lambda s: None, "WS-R4", "Unused at the end it is worth 2 points"),
    ],
)  # fmt: skip
def test_a_scroll_says_how_far_it_is_fulfilled(witchstone, name, edit, rule, said):
    assert stands(shown(witchstone, name, edit), "scroll:1") == (rule, said)


def test_ways_connections_and_spaces_say_what_they_cost_and_give(witchstone):
    table = ways(1, own="T1-F1", foreign="Stone-F1")
    assert stands(table, "place:Stone") == ("WS-W7", "The way there costs you 2 actions")
    assert stands(table, "place:T1") == ("WS-W1", "1 witch of yours lies here")
    assert stands(table, "link:T1-F1") == ("WS-E4", "Finished, it scores 1 point")
    assert stands(table, "cell:a1") == ("WS-T3", "energy: a group of 1")
    assert stands(table, "cell:d4") == ("WS-C6", "Out of the cauldron it takes 4 actions")
    assert stands(table, "pentagram:2") == ("WS-P3", "2 spaces ahead of your marker")
    assert stands(table, "beside") == ("WS-C9", "The next one you throw out costs 1 point")
    assert stands(table, "nothing:here") == ("", "")


def test_a_space_of_the_wand_says_what_it_gave_whom(witchstone):
    table = act("M", 2)
    assert "2 spaces ahead of your marker" in stands(table, "wand:2")[1]
    table.play("go")
    found = about(table.view(1), "wand:2", "en", table.told(1))
    assert [event.seat for event in found.happened] == [0]
