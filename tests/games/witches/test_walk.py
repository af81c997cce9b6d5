"""Moving, the action that follows, and tea: TW-M1 to TW-M5, TW-A1, TW-A2, TW-T1."""

import pytest

from coven.core.errors import IllegalMove
from tests.games.witches.table import (
    SPACE_NAMES,
    after,
    at,
    cackles,
    cards,
    doing,
    facts,
    hand,
    held,
    kind,
    play,
    problem,
    problems,
    sound,
    space,
    stand,
    texts,
    verbs,
)

TOWN = {"Town1", "Town2", "Town3"}
CASTLE = {"Castle1", "Castle2"}


def walking(start="Magrat", edit=None, other="Skund", **more):
    """Seat 0 is about to make her first move, the other witch out of the way."""
    return doing("move", edit, at=f"{start} {other} {other} {other}", **more)


def second_move(table):
    """Seat 0 is asked for her second move and nothing has come of the first action."""
    s = facts(sound(table))
    return table.actor == 0 and "stay" in texts(table) and s.frame_what[s.depth - 1] == 1


def reach(table):
    """Where one or two paths may end."""
    ends = set()
    for one in after(table, "to"):
        once = play(table.copy(), f"to {one}")
        ends.add(one)
        if not second_move(once) and once.actor == 0:
            ends |= after(once, "to")
    return ends


@pytest.mark.rule("TW-M1")
def test_the_move_is_optional():
    table = play(walking(), "stay")
    assert (at(table), second_move(table)) == ("Magrat", True)
    play(table, "stay")
    assert at(table) == "Magrat"
    assert verbs(table) == {"draw"}  # phase 3


@pytest.mark.rule("TW-M1")
def test_one_path_or_two():
    table = play(walking("Slice"), "to Place")
    assert texts(table) == {"to Slice", "to Razorback", "stay"}
    one = play(table.copy(), "stay")
    assert (at(one), second_move(one)) == ("Place", True)
    two = play(table, "to Razorback")
    assert (at(two), second_move(two)) == ("Razorback", True)  # no third path
    play(two, "to Hollow", "to Dancers")
    assert verbs(two) == {"draw"}


@pytest.mark.rule("TW-M1")
def test_only_paths_lead_anywhere():
    table = walking("Granny")
    assert after(table, "to") == {"Well"}
    with pytest.raises(IllegalMove):
        table.play("to Dancers")


@pytest.mark.rule("TW-M1", "TW-M4")
def test_paths_not_used_are_not_kept():
    table = play(walking("Slice"), "to Place", "stay", "to Razorback", "to Hollow")
    assert at(table) == "Hollow"
    assert verbs(table) == {"draw"}


@pytest.mark.rule("TW-M2")
def test_a_problem_ends_the_move():
    table = play(walking("Slice", lambda s: problem(s, "Place", "Fever")), "to Place")
    assert verbs(table) == {"dice"}


@pytest.mark.rule("TW-M2")
def test_another_witch_ends_the_move():
    table = play(walking("Slice", lambda s: cackles(s, 2, 0), other="Place"), "to Place")
    assert verbs(table) == {"return"}


@pytest.mark.rule("TW-M2")
def test_who_stands_on_a_problem_or_with_a_witch_may_still_set_out():
    """Only entering ends a move: leaving is free."""
    for edit in (None, lambda s: problem(s, "Place", "Fever")):
        table = walking("Place", edit, other="Place")
        assert after(table, "to") == {"Slice", "Razorback"}


@pytest.mark.rule("TW-M2")
def test_a_card_in_hand_does_not_help_across():
    def edit(s):
        problem(s, "Place", "Fever")
        hand(s, 0, "Greebo Herne")

    table = play(walking("Slice", edit), "to Place")
    assert texts(table) == {"stay"}  # a Broomstick and a local knowledge come too late


@pytest.mark.rule("TW-M3")
def test_in_castle_and_town_the_walker_chooses_the_space():
    assert after(walking("Well"), "to") >= TOWN
    assert after(walking("Town1"), "to") >= CASTLE
    assert at(play(walking("Well"), "to Town3", "stay")) == "Town3"


@pytest.mark.rule("TW-M3")
def test_the_other_spaces_stop_nobody():
    def edit(s):
        problem(s, "Town2", "Fever")

    table = play(walking("Well", edit, other="Town1"), "to Town3")
    assert (table.actor, at(table)) == (0, "Town3")
    assert after(table, "to") == {"Well", "Magrat"} | CASTLE
    play(table, "stay")
    assert second_move(table)  # neither problem nor tea


@pytest.mark.rule("TW-M3")
def test_a_full_place_can_be_entered_but_not_crossed():
    def edit(s):
        problems(s, "Town2 Town3", "Fever")

    table = walking("Well", edit, other="Town1")
    assert after(table, "to") >= TOWN
    assert not reach(table) & (CASTLE | {"Magrat"})
    assert verbs(play(table, "to Town2")) == {"dice"}


@pytest.mark.rule("TW-M3")
def test_a_move_to_another_space_of_the_place():
    table = walking("Town1")
    assert after(table, "to") == {"Town2", "Town3", "Well", "Magrat"} | CASTLE
    play(table, "to Town2")
    assert (at(table), second_move(table)) == ("Town2", True)  # that was the whole move
    assert second_move(play(walking("Castle1"), "to Castle2"))


@pytest.mark.rule("TW-M3")
def test_within_a_place_only_at_the_start_of_a_move():
    table = play(walking("Well"), "to Town1")
    assert not after(table, "to") & TOWN

    def edit(s):
        hand(s, 0, "Herne Tick")

    table = play(walking("Town1", edit), "to Town2")
    assert not after(table, "to")  # and local knowledge does not lengthen it
    assert not after(table, "play")


@pytest.mark.rule("TW-M4")
def test_a_broomstick_leads_to_any_space():
    def edit(s):
        hand(s, 0, "Greebo Jason")
        problem(s, "Slice", "Fever")

    table = walking("Magrat", edit)
    assert verbs(table) == {"broom", "to", "stay"}
    assert after(table, "broom") == {"Greebo"}  # Jason is Headology
    play(table, "broom Greebo")
    assert texts(table) == {f"to {name}" for name in SPACE_NAMES if name != "Dungeon"}
    s = facts(sound(table))
    assert int(s.discard) == cards("Greebo")
    assert held(table) == {"Jason"}
    crossing = play(table.copy(), "to Slice")
    assert (at(crossing), after(crossing, "to")) == ("Slice", set())
    meeting = play(table.copy(), "to Skund")
    assert at(meeting, 0) == at(meeting, 1)


@pytest.mark.rule("TW-M4")
def test_never_on_foot_and_by_broomstick_in_one_move():
    def edit(s):
        hand(s, 0, "Greebo Herne")

    table = play(walking("Magrat", edit), "broom Greebo", "to Oak")
    assert texts(table) == {"stay"}  # no path, and no local knowledge for one
    table = play(walking("Magrat", edit), "to BadAss")
    assert not after(table, "broom")


@pytest.mark.rule("TW-M4")
def test_a_broomstick_for_each_move():
    table = walking("Magrat", lambda s: hand(s, 0, "Greebo Binky Jason"))
    play(table, "broom Greebo", "to Slice", "stay", "broom Binky", "to Blackglass", "stay")
    assert at(sound(table)) == "Blackglass"
    assert held(table) == {"Jason"}


@pytest.mark.rule("TW-M5")
def test_tiffany_at_magrats_cottage():
    """The rulebook's example: what two paths reach with a problem in Bad Ass and one in the Town."""

    def edit(s):
        problem(s, "BadAss", "Fever")
        problem(s, "Town2", "Death")

    table = walking("Magrat", edit, trainees="Dimity Petulia")
    reached = reach(table)
    assert not reached & {"Rock", "Gorge"}
    assert reached >= {"BadAss", "MadStoat", "Bridge", "Well"} | TOWN | CASTLE
    assert at(play(table, "to Town1", "to Castle1")) == "Castle1"


@pytest.mark.rule("TW-M5")
def test_without_the_problem_in_bad_ass():
    assert reach(walking("Magrat")) >= {"Rock", "Gorge"}


@pytest.mark.rule("TW-M5")
def test_with_all_three_spaces_of_the_town_taken():
    def edit(s):
        problems(s, "Town1 Town2", "Fever")

    reached = reach(walking("Magrat", edit, other="Town3"))
    assert reached >= TOWN
    assert not reached & CASTLE


@pytest.mark.rule("TW-A1")
def test_a_problem_must_be_faced_or_fled():
    table = play(walking("Slice", lambda s: problem(s, "Slice", "Fever")), "stay", "dice 2 3")
    assert verbs(table) == {"flee", "face"}


@pytest.mark.rule("TW-A1")
def test_a_problem_comes_before_tea():
    def edit(s):
        problem(s, "Slice", "Fever")
        cackles(s, 2, 2)

    table = play(walking("Place", edit, other="Slice"), "to Slice")
    assert verbs(table) == {"dice"}
    play(table, "dice 6 6", "face", "roll", "dice 6 6")
    assert facts(sound(table)).cackles.tolist() == [2, 2, 0, 0]
    assert second_move(table)


@pytest.mark.rule("TW-A1")
def test_else_nothing():
    table = play(walking("Slice", lambda s: cackles(s, 3, 3)), "stay")
    assert second_move(table)
    assert facts(table).cackles.tolist() == [3, 3, 0, 0]


@pytest.mark.rule("TW-A1")
def test_both_actions_are_made():
    def edit(s):
        problems(s, "Place Razorback", "Fever")

    table = play(walking("Slice", edit), "to Place", "dice 6 6", "face", "roll", "dice 6 6", "to Razorback")
    play(table, "dice 6 6", "face", "roll", "dice 6 6")
    assert facts(sound(table)).solved[0, kind("Fever")] == 2


@pytest.mark.rule("TW-A1")
def test_the_second_action_is_made_where_she_fled_to():
    def edit(s):
        problem(s, "Slice", "Fever")

    table = play(walking("Slice", edit), "stay", "dice 2 3", "flee Place")
    assert second_move(table)
    assert verbs(play(table, "to Slice")) == {"dice"}


@pytest.mark.rule("TW-A2", "TW-T1")
def test_tea_at_the_blasted_oak():
    """The rulebook's example: six Cackles and one, three return with the first tea and three with the second."""
    table = walking("Well", lambda s: cackles(s, 6, 1), other="Oak", trainees="Tiffany Petulia")
    play(table, "to Oak", "stay")  # her tile could cross the Oak unseen
    assert texts(table) == {"return 0", "return 1", "return 2", "return 3"}
    play(table, "return 3")
    assert facts(sound(table)).cackles.tolist() == [3, 0, 0, 0]
    play(table, "stay", "return 3")
    s = facts(sound(table))
    assert (s.cackles.tolist(), s.cackle_supply) == ([0, 0, 0, 0], 8)


@pytest.mark.rule("TW-A2")
def test_staying_with_a_witch_is_tea_in_both_actions():
    table = walking("Oak", lambda s: cackles(s, 2, 4), other="Oak")
    play(table, "stay", "return 1", "stay", "return 1")
    assert facts(sound(table)).cackles.tolist() == [0, 0, 0, 0]


@pytest.mark.rule("TW-T1")
@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_the_active_player_chooses_how_many(number):
    table = play(walking("Oak", lambda s: cackles(s, 4, 3), other="Oak"), "stay")
    assert table.actor == 0
    play(table, f"return {number}")
    s = facts(sound(table))
    assert s.cackles.tolist() == [4 - number, 1, 0, 0]  # the other as many as she can, up to two
    assert s.cackle_supply == 1 + number + 2


@pytest.mark.rule("TW-T1")
def test_no_more_than_she_has():
    table = play(walking("Oak", lambda s: cackles(s, 2, 0), other="Oak"), "stay")
    assert texts(table) == {"return 0", "return 1", "return 2"}


@pytest.mark.rule("TW-T1")
def test_a_hostess_without_cackles_is_not_asked():
    table = play(walking("Oak", lambda s: cackles(s, 0, 3), other="Oak"), "stay")
    assert second_move(table)
    assert facts(table).cackles.tolist() == [0, 1, 0, 0]


@pytest.mark.rule("TW-T1")
def test_every_other_witch_on_the_space_but_no_one_elsewhere():
    def edit(s):
        stand(s, "Oak Oak Creel Oak")
        cackles(s, 3, 3, 3, 1)

    table = play(walking("Oak", edit, players=4), "stay", "return 3")
    assert facts(sound(table)).cackles.tolist() == [0, 1, 3, 0]


@pytest.mark.rule("TW-T1")
def test_tea_needs_the_same_space_of_a_place():
    def edit(s):
        cackles(s, 3, 3)

    table = play(walking("Well", edit, other="Town1"), "to Town2", "stay")
    assert second_move(table)
    assert facts(table).cackles.tolist() == [3, 3, 0, 0]


@pytest.mark.rule("TW-T1")
def test_no_tea_in_the_dungeon():
    def edit(s):
        stand(s, "Dungeon Dungeon")
        cackles(s, 3, 3)

    table = doing("act", edit)
    assert facts(sound(table)).cackles.tolist() == [3, 3, 0, 0]
    assert "return 1" not in texts(table)
    table = play(doing("move", edit), "stay")
    assert (at(table), facts(table).at[1]) == ("Dungeon", space("Dungeon"))
    assert facts(table).cackles.tolist() == [3, 3, 0, 0]
