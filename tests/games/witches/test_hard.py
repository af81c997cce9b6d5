"""Hard problems: TW-H1 to TW-H8."""

import pytest

import coven
from tests.games.witches import table
from tests.games.witches.scene import SURE_FAILURE, attempt, crisis, face_up, fail, scene
from tests.games.witches.table import (
    KIND_NAMES,
    SPACE_NAMES,
    after,
    at,
    doing,
    facts,
    held,
    lying,
    play,
    sound,
    texts,
    verbs,
)

EVERYWHERE = set(SPACE_NAMES) - {"Dungeon"}
HARD = KIND_NAMES[6:-1]
ELVES = ("Elves", "ElfLord", "ElfKing", "ElfQueen")
MAGPYRS = ("Lacrimosa", "Vlad", "Count", "Bela")
THREE = "Granny2 Nanny2 Magrat3"
SOLVED = f"power {THREE}"


def turn_of_seat_1(position: coven.Position) -> coven.Position:
    """Seat 0 lets the rest of its turn pass; seat 1 has its new problem and moves."""
    while True:
        play(position, "*")
        if position.over or (position.actor == 1 and verbs(position) != {"go", "play"}):
            return position
        play(position, "go" if "go" in texts(position) else "stay")


# -- Lily and the Hiver --------------------------------------------------------------------------------------


@pytest.mark.rule("TW-H1")
@pytest.mark.parametrize("what", HARD)
def test_failing_against_lily_and_the_hiver_alone_brings_black_aliss(what):
    position = fail("Slice", what)
    if "flee Place" in texts(position):
        play(position, "flee Place")
    taken = int(what in ("Lily", "Hiver"))
    assert facts(position).aliss.tolist() == [taken, 0, 0, 0]
    assert facts(position).aliss_supply == 12 - taken
    assert position.scores == (-taken, 0)
    assert facts(position).cackles[0] == 1
    sound(position)


@pytest.mark.rule("TW-H1")
def test_solving_or_fleeing_lily_brings_no_black_aliss():
    solved = play(attempt("Slice", "Lily", THREE), SOLVED)
    assert facts(solved).aliss[0] == 0
    assert solved.scores == (6, 0)
    fled = play(attempt("Slice", "Lily"), "dice 2 2", "flee Place")
    assert facts(fled).aliss[0] == 0
    assert facts(fled).cackles[0] == 0


# -- elves ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("TW-H2")
@pytest.mark.parametrize("what", ELVES)
def test_failing_against_an_elf_costs_a_cackle_and_no_more(what):
    position = fail("Slice", what, "Place")
    s = facts(position)
    assert at(position) == "Place"
    assert s.cackles[0] == 1
    assert s.crisis.sum() == 0
    assert lying(position, "Slice") == what
    assert face_up(position, "Slice")
    assert "stay" in texts(position)  # the second move follows


@pytest.mark.rule("TW-H2", "TW-Z3")
@pytest.mark.parametrize("third", ELVES)
def test_three_elves_face_up_at_the_end_of_a_turn(third):
    position = play(doing("end", scene(Slice="Elves", Caves="Elves", Bridge=third)))
    assert position.over
    assert position.ending == "elves"
    assert position.winners == ()


@pytest.mark.rule("TW-H2")
@pytest.mark.parametrize("third", ["Elves@0", "hard", "Duke", "Lily"])
def test_two_face_up_elves_are_not_enough(third):
    """Whatever else lies there: an elf face down, or someone worse face up."""
    assert not doing("end", scene(Slice="Elves", Caves="ElfQueen", Bridge=third)).over


@pytest.mark.rule("TW-H2")
def test_four_elves_are_too_many_as_well():
    assert doing("end", scene(Slice="Elves", Caves="Elves", Bridge="Elves", Creel="ElfKing")).over


@pytest.mark.rule("TW-H2")
def test_only_the_end_of_the_turn_counts():
    """The third is turned up and solved in the same turn."""
    position = doing("move", scene(f"Tomjon {THREE}", Slice="Elves", Caves="Elves", Well="hard"))
    play(position, "play Tomjon", "turn Well", "hard Elves at Well")
    assert not position.over
    play(position, "to Well", "stay", SOLVED, "stay", "*")
    assert not position.over
    assert position.actor == 1


@pytest.mark.rule("TW-H2")
def test_the_turn_of_any_player_counts():
    """Seat 1 meets the third elf and runs."""
    position = doing("end", scene(Slice="Elves", Caves="Elves", Dancers="hard"))
    turn_of_seat_1(position)
    assert at(position, 1) == "Stone"
    play(position, "to Dancers", "stay", "hard Elves at Dancers", "dice 2 2")
    play(position, next(move.text for move in position.legal if move.text.startswith("flee")))
    assert not position.over
    play(position, "stay", "*")
    assert position.ending == "elves"


# -- the Wintersmith -----------------------------------------------------------------------------------------


@pytest.mark.rule("TW-H3")
def test_the_wintersmith_takes_an_easy_tile_of_every_display():
    """Points stay; who has none loses none; the tile of a hard problem stays too."""
    solved = ("Fever Fever Duke", "Death", "Lady")
    position = fail("Slice", "Wintersmith", "Place", players=3, solved=solved)
    s = facts(position)
    assert s.easy_row.tolist() == [1, 0, 0, 0]
    assert position.scores == (1 + 1 + 3, 3, 4)
    assert s.solved[0].sum() == 3
    sound(position)


@pytest.mark.rule("TW-H3", "TW-C1")
def test_after_the_wintersmith_the_hand_is_smaller():
    before = play(
        attempt("Slice", "Wintersmith", solved=("Fever Pig",)), "dice 2 2", "flee Place", "stay", "*"
    )
    assert facts(before).cards[0] == 4
    failed = play(fail("Slice", "Wintersmith", "Place", solved=("Fever Pig",)), "stay", "*")
    assert facts(failed).cards[0] == 3


@pytest.mark.rule("TW-H3")
def test_a_tile_beside_the_display_never_returns_but_later_ones_fill_the_gap():
    nine = "Fever Fever Fever Pig Pig Pig Sheep Sheep Pregnancy"
    position = fail("Slice", "Wintersmith", "Place", solved=(nine,), Razorback="Sheep")
    assert facts(position).easy_row[0] == 7
    play(position, "to Razorback", "dice 6 6", "face", "roll", "dice 2 2")
    assert facts(position).easy_row[0] == 8
    assert position.scores[0] == 11


@pytest.mark.rule("TW-H3")
def test_nobody_is_asked_which_tile():
    position = fail("Slice", "Wintersmith", "Place", solved=("Fever Death", "Fever Death"))
    assert position.actor == 0
    assert "stay" in texts(position)


# -- the Felmets and the Dungeon -----------------------------------------------------------------------------


@pytest.mark.rule("TW-H4")
@pytest.mark.parametrize("what", ["Duke", "Lady"])
def test_the_felmets_send_her_to_the_dungeon_and_end_the_turn(what):
    position = fail("Slice", what)
    assert at(position) == "Dungeon"
    assert at(position, 1) == "Stone"
    assert facts(position).cackles[0] == 1
    assert verbs(position) == {"draw"}  # no running away, no second move, but the draw
    play(position, "*")
    assert facts(position).cards[0] == 3
    assert facts(position).active == 1
    assert lying(position, "Slice") == what


@pytest.mark.rule("TW-H4")
def test_a_broomstick_does_not_save_her_from_the_dungeon():
    position = play(attempt("Slice", "Duke", "Level"), "roll", *SURE_FAILURE, "done")
    assert at(position) == "Dungeon"
    assert held(position) == {"Level"}
    assert texts(position) == {"go", "play Level"}  # effects until the draw
    play(position, "go", "*")
    assert facts(position).cards[0] == 3


@pytest.mark.rule("TW-H4")
def test_cackle_faces_count_on_the_way_to_the_dungeon():
    position = play(attempt("Slice", "Duke"), "dice C 2", "face", "roll", "dice C 2")
    assert facts(position).cackles[0] == 3


@pytest.mark.rule("TW-H4")
def test_failing_with_the_second_action_leads_there_too():
    def edit(s):
        scene(Slice="Lady")(s)
        s.at[0] = table.space("Slice")

    position = play(doing("second act", edit), *SURE_FAILURE)
    assert at(position) == "Dungeon"
    assert verbs(position) == {"draw"}


@pytest.mark.rule("TW-H5")
@pytest.mark.parametrize("key", ["play Casanunda", "play You", "broom Level", "tile"])
def test_a_card_opens_the_dungeon_for_the_first_move(key):
    """To any space, even a problem's; then the action, then a second move and action as usual."""
    edit = scene("Casanunda You Level", Slice="Fever")
    position = doing("move", edit, trainees="Tiffany Dimity", at="Dungeon Stone")
    assert key in texts(position)
    assert "to" not in verbs(position)
    play(position, key)
    assert after(position, "to") == EVERYWHERE
    play(position, "to Slice", "stay")
    assert "roll" in texts(position)
    play(position, "roll", "dice 2 2", "flee Place")
    assert after(position, "to") == {"Slice", "Razorback"}  # the second move, with paths
    if key != "tile":
        assert key.split()[1] not in held(position)


@pytest.mark.rule("TW-H5", "TW-A1")
def test_flying_out_to_a_witch_means_tea():
    position = doing("move", scene("Level", cackles=(3, 2)), at="Dungeon Stone")
    play(position, "broom Level", "to Stone")
    assert after(position, "return") == {"0", "1", "2", "3"}
    assert facts(position).cackles[1] == 0


@pytest.mark.rule("TW-H5")
def test_without_a_card_only_the_second_move_leads_out():
    position = doing("move", scene("Tick Aching", cackles=(2, 2), Slice="Fever"), at="Dungeon Stone")
    assert texts(position) == {"stay"}  # no local knowledge in the Dungeon
    play(position, "stay")
    assert verbs(position) == {"to"}
    assert after(position, "to") == EVERYWHERE
    play(position, "to Slice", "stay")
    assert "roll" in texts(position)
    play(position, "roll", "dice 2 2", "flee Place")
    assert texts(position) == {"go"}  # there is no third move


@pytest.mark.rule("TW-H5", "TW-E0")
def test_effects_come_before_the_way_out_too():
    position = doing("move", scene("Hwel Casanunda Level"), at="Dungeon Stone")
    assert {"play Hwel", "play Casanunda", "broom Level"} <= texts(position)
    play(position, "stay")
    assert texts(position) == {"play Hwel"} | {f"to {space}" for space in EVERYWHERE}


@pytest.mark.rule("TW-H5")
def test_with_an_empty_hand_too():
    position = doing("move", scene(), at="Dungeon Stone")
    play(position, "stay", "to Oak")
    assert verbs(position) == {"draw"}
    assert at(position) == "Oak"


@pytest.mark.rule("TW-H5")
def test_playing_the_card_is_her_choice():
    position = play(doing("move", scene("Level"), at="Dungeon Stone"), "stay")
    assert after(position, "to") == EVERYWHERE
    assert held(position) == {"Level"}


@pytest.mark.rule("TW-H5")
def test_effects_may_come_before_such_as_drawing_a_broomstick():
    position = doing("move", scene("Hwel"), at="Dungeon Stone")
    play(position, "play Hwel", "draw Level", "draw Tick")
    assert "broom Level" in texts(position)


@pytest.mark.rule("TW-H5")
def test_nobody_leaves_before_the_new_problem():
    position = doing("turn", scene("Level Casanunda You"), at="Dungeon Stone", trainees="Tiffany Dimity")
    assert texts(position) == {"go"}


# -- the Magpyrs ---------------------------------------------------------------------------------------------


@pytest.mark.rule("TW-H6")
@pytest.mark.parametrize("what", MAGPYRS)
@pytest.mark.parametrize("before", [0, 1, 2])
def test_a_magpyr_gets_another_crisis_each_time(what, before):
    position = fail("Slice", f"{what}+{before}", "Place")
    assert crisis(position, "Slice") == before + 1
    assert facts(position).crisis_supply == 12 - before - 1
    play(position, "to Slice")
    need = int(table.GAME.tables[0].difficulty[table.kind(what)]) + 2 * (before + 1)
    play(position, "dice 2 2")
    assert f"you need {need - 4} on" in position.prompt()


@pytest.mark.rule("TW-H6")
@pytest.mark.parametrize("what", [what for what in HARD if what not in MAGPYRS])
def test_nobody_else_does(what):
    assert crisis(fail("Slice", what), "Slice") == 0


@pytest.mark.rule("TW-H6", "TW-N6", "TW-Z3")
def test_with_no_crisis_left_a_magpyr_ends_the_game():
    position = fail("Slice", "Vlad", "Place", Creel="Fever+12")
    assert position.over
    assert position.ending == "crisis"
    assert position.winners == ()
    spared = fail("Slice", "Vlad", "Place", Creel="Fever+11")
    assert not spared.over
    assert facts(spared).crisis_supply == 0


@pytest.mark.rule("TW-H7")
def test_bela_takes_the_other_face_up_magpyrs_with_him():
    """For nobody, their Crisis counters return; who lies face down, or is no Magpyr, stays."""
    board = {"Oak": "Vlad+2", "Creel": "Count", "Caves": "Lacrimosa@0", "Bridge": "Duke+1", "Gorge": "Fever"}
    position = play(attempt("Slice", "Bela+1", THREE, **board), SOLVED)
    s = facts(position)
    assert [lying(position, where) for where in ("Slice", *board)] == [
        "",
        "",
        "",
        "Lacrimosa",
        "Duke",
        "Fever",
    ]
    assert s.crisis_supply == 11
    assert position.scores == (5, 0)
    assert s.removed[table.kind("Vlad")] == s.removed[table.kind("Count")] == 1
    sound(position)


@pytest.mark.rule("TW-H7")
def test_magpyrs_turned_up_later_stay():
    position = play(attempt("Slice", "Bela", f"Tomjon {THREE}", Caves="hard"), SOLVED)
    play(position, "play Tomjon", "turn Caves", "hard Vlad at Caves", "stay", "*")
    assert lying(position, "Caves") == "Vlad"


@pytest.mark.rule("TW-H7")
@pytest.mark.parametrize("what", ["Vlad", "Count", "Lacrimosa"])
def test_no_other_magpyr_takes_anyone(what):
    position = play(attempt("Slice", what, THREE, Creel="Bela"), SOLVED)
    assert lying(position, "Creel") == "Bela"


# -- the Cunning Man -----------------------------------------------------------------------------------------


@pytest.mark.rule("TW-H8")
def test_the_cunning_man_sends_every_witch_to_the_dungeon():
    """Only the active player takes a Cackle, and her turn is over; in the Dungeon there is no tea."""
    position = fail("Slice", "CunningMan", players=3, cackles=(1, 2, 2))
    assert [at(position, seat) for seat in range(3)] == ["Dungeon"] * 3
    assert facts(position).cackles.tolist() == [2, 2, 2, 0]
    assert verbs(position) == {"draw"}
    turn_of_seat_1(position)
    assert texts(position) == {"stay", "tile"}  # Tiffany's invisibility would lead out
    play(position, "stay")
    assert facts(position).cackles.tolist() == [2, 2, 2, 0]
    assert after(position, "to") == EVERYWHERE


@pytest.mark.rule("TW-H8")
def test_who_flees_the_cunning_man_sends_nobody():
    position = play(attempt("Slice", "CunningMan"), "dice 2 2", "flee Place")
    assert [at(position, seat) for seat in range(2)] == ["Place", "Stone"]
