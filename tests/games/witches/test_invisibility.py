"""Invisibility: TW-E9, and Tiffany's tile."""

import pytest

from tests.games.witches import table
from tests.games.witches.scene import attempt, discarded, face_up, scene
from tests.games.witches.table import KIND_NAMES, after, at, doing, facts, held, lying, play, texts, verbs


def seen(position, viewer, where):
    """The problem of a space as a seat, or a spectator, sees it."""
    return KIND_NAMES[position.view(viewer).state.tile[table.space(where)]]


# -- past Lily -----------------------------------------------------------------------------------------------


@pytest.mark.rule("TW-E9")
def test_tiffany_goes_past_lily_to_the_sick_sheep():
    """The rulebook's example: over the Blasted Oak to Creel Springs in one move."""
    position = doing("move", scene("You Tick", Oak="hard", Creel="Sheep+1"), at="Well Stone")
    play(position, "to Oak")
    assert texts(position) == {"play You", "stay"}
    play(position, "play You", "hard Lily at Oak")
    assert seen(position, 0, "Oak") == "Lily"
    assert seen(position, 1, "Oak") == seen(position, None, "Oak") == "hard"
    assert {"to Creel", "stay"} <= texts(position)
    play(position, "to Creel", "stay")
    assert "Sick Sheep: you need 11" in position.prompt()
    assert lying(position, "Oak") == "Lily"
    assert not face_up(position, "Oak")
    assert discarded(position, "You")


@pytest.mark.rule("TW-E9")
def test_or_from_lancre_town_with_her_second_move():
    """The first move ends at the Oak; the second begins at once, without an action between."""
    position = doing("move", scene("You", Oak="hard", Creel="Sheep+1"), at="Town1 Stone")
    play(position, "to Well", "to Oak", "play You", "hard Lily at Oak")
    assert texts(position) == {"stay", "skip"}
    play(position, "skip")
    assert at(position) == "Oak"
    assert position.prompt().startswith("Second move")
    assert not face_up(position, "Oak")
    play(position, "to Creel", "dice 2 2")
    assert "flee LongMan" in texts(position)
    play(position, "flee LongMan")
    assert verbs(position) == {"draw"}  # there is no third move


@pytest.mark.rule("TW-E9")
@pytest.mark.parametrize(("version", "keeps"), [(2, True), (1, False)])
def test_having_looked_she_may_face_it_and_keeps_the_card(version, keeps):
    """By version 1 of the rules it was spent all the same."""
    position = doing("move", scene("You Tick", Oak="hard"), at="Well Stone", version=version)
    play(position, "to Oak", "play You", "hard Lily at Oak", "stay")
    assert texts(position) == {"hard Lily at Oak"}  # now for all to see
    play(position, "hard Lily at Oak")
    assert face_up(position, "Oak")
    assert "roll" in texts(position)
    assert held(position) == ({"Tick", "You"} if keeps else {"Tick"})
    assert discarded(position, "You") != keeps


@pytest.mark.rule("TW-E9")
@pytest.mark.parametrize(("end", "spent"), [("to Creel", True), ("skip", True), ("stay", False)])
def test_it_is_spent_only_if_she_goes_on(end, spent):
    """Until then it lies open: shown to all, and still hers."""
    position = doing("move", scene("You Tick", Oak="hard"), at="Well Stone")
    play(position, "to Oak", "play You", "hard Lily at Oak")
    assert held(position) == {"Tick", "You"}
    assert not discarded(position, "You")
    play(position, end)
    assert ("You" not in held(position)) == discarded(position, "You") == spent
    assert facts(position).shown == 0


@pytest.mark.rule("TW-E9", "TW-P3")
def test_the_card_she_kept_helps_against_what_she_saw():
    """She faces it, and plays the very card for its symbol."""
    position = doing("move", scene("You", Oak="hard"), at="Well Stone")
    play(
        position,
        "to Oak",
        "play You",
        "hard Duke at Oak",
        "stay",
        "hard Duke at Oak",
        "roll",
        "dice 6 6",
        "face",
    )
    assert "headology You" in texts(position)
    play(position, "headology You")
    assert discarded(position, "You")
    assert facts(position).known[0] == 0


@pytest.mark.rule("TW-E9")
def test_kept_it_can_be_shown_again():
    position = doing("move", scene("You", Oak="Fever", Creel="hard"), at="Well Stone")
    play(position, "to Oak", "play You", "stay", "roll", "dice 4 4", "face", "roll", "dice 4 4", "done")
    play(position, "to Creel", "play You", "hard Lily at Creel")
    assert "to Blackglass" in texts(position)
    play(position, "to Blackglass")
    assert discarded(position, "You")


@pytest.mark.rule("TW-E9", "TW-E13")
def test_while_it_lies_open_it_can_not_be_discarded():
    """A transmutation takes the other cards only."""
    position = doing("move", scene("You Toad Tick", Oak="hard"), at="Well Stone")
    play(position, "to Oak", "play You", "hard Lily at Oak", "play Toad")
    assert texts(position) == {"discard Tick", "done"}


@pytest.mark.rule("TW-E9")
def test_a_shuffle_while_it_lies_open_leaves_it_to_her():
    """It is no discard yet, however often the deck runs out."""

    def edit(s):
        scene("You Hwel", Oak="hard")(s)
        table.deck(s, "Tick")

    position = doing("move", edit, at="Well Stone")
    play(position, "to Oak", "play You", "hard Lily at Oak", "play Hwel", "draw Tick")
    assert "draw You" not in texts(position)
    play(position, "*", "to Creel")
    assert discarded(position, "You")


@pytest.mark.rule("TW-E9")
def test_the_card_is_shown_before_looking():
    """On entering she is asked for the card while the tile is unknown; without it the tile is turned up."""
    position = doing("move", scene("You", Oak="hard"), at="Well Stone")
    play(position, "to Oak")
    assert seen(position, 0, "Oak") == "hard"
    play(position, "stay", "hard Lily at Oak")
    assert face_up(position, "Oak")
    assert held(position) == {"You"}


@pytest.mark.rule("TW-E9")
def test_a_face_up_problem_is_crossed_as_well():
    position = doing("move", scene("You", Oak="Death"), at="Well Stone")
    play(position, "to Oak", "play You")
    assert {"to Creel", "to Well", "stay"} <= texts(position)
    play(position, "to Creel", "stay")
    assert at(position) == "Creel"
    assert lying(position, "Oak") == "Death"


@pytest.mark.rule("TW-E9")
def test_one_card_for_each_space_crossed():
    """Local knowledge gives the paths; the second problem stops who has no second card."""
    one = doing("move", scene("You Tick", Oak="Death", Creel="Death"), at="Well Stone")
    play(one, "play Tick", "to Oak", "play You", "to Creel")
    assert at(one) == "Creel"
    assert "Death: you need" not in one.prompt()
    assert not after(one, "to")
    two = doing("move", scene("You Billy Tick", Oak="Death", Creel="Death"), at="Well Stone")
    play(two, "play Tick", "to Oak", "play You", "to Creel", "play Billy")
    assert after(two, "to") == {"Oak", "LongMan", "Blackglass"}
    play(two, "to LongMan", "to Caves", "stay")
    assert at(two) == "Caves"


# -- ends of moves -------------------------------------------------------------------------------------------


@pytest.mark.rule("TW-E9")
def test_at_the_end_of_the_second_move_she_can_not_go_on():
    """Unless local knowledge gives her another path."""
    position = doing("second move", scene("You Tick", Oak="hard"), at="Town1 Stone")
    play(position, "to Well", "to Oak", "play You", "hard Lily at Oak")
    assert texts(position) == {"stay", "play Tick"}
    play(position, "play Tick")
    assert after(position, "to") == {"Well", "Creel"}


@pytest.mark.rule("TW-E9", "TW-E0")
def test_after_a_flight_with_the_second_move_it_can_do_nothing():
    """No path can follow, and no move either."""
    position = doing("second move", scene("You Level", Oak="Death"), at="Town1 Stone")
    play(position, "broom Level", "to Oak")
    assert texts(position) == {"stay"}


@pytest.mark.rule("TW-E9")
def test_at_the_end_of_a_first_move_it_works_after_a_flight_too():
    position = doing("move", scene("You Level", Oak="hard"), at="Skund Stone")
    play(position, "broom Level", "to Oak", "play You", "hard Lily at Oak")
    assert texts(position) == {"stay", "skip"}
    play(position, "skip")
    assert position.prompt().startswith("Second move")
    assert after(position, "to") == {"Well", "Creel"}


@pytest.mark.rule("TW-E9", "TW-T1")
def test_it_crosses_a_witch_without_tea():
    position = doing("move", scene("You", cackles=(3, 3)), at="Well Oak")
    play(position, "to Oak", "play You", "to Creel")
    assert facts(position).cackles.tolist()[:2] == [3, 3]
    assert position.prompt().startswith("Second move")


@pytest.mark.rule("TW-E9", "TW-T1")
def test_it_may_skip_tea_at_the_end_of_a_first_move():
    position = doing("move", scene("You", cackles=(3, 3)), at="Town1 Oak")
    play(position, "to Well", "to Oak", "play You", "skip")
    assert facts(position).cackles.tolist()[:2] == [3, 3]
    play(position, "to Creel")
    assert "return 1" not in texts(position)
    stayed = doing("move", scene("You", cackles=(3, 3)), at="Town1 Oak")
    play(stayed, "to Well", "to Oak", "play You", "stay")
    assert after(stayed, "return") == {"0", "1", "2", "3"}
    assert facts(stayed).cackles[1] == 1


# -- Castle and Town -----------------------------------------------------------------------------------------


@pytest.mark.rule("TW-E9")
@pytest.mark.parametrize("moment", ["move", "second move"])
def test_at_the_start_of_a_move_in_town_it_shows_a_tile_of_the_same_place(moment):
    """Then she moves as usual."""
    position = doing(moment, scene("You Tick", Town2="hard", Castle1="hard", Town3="Fever"), at="Town1 Stone")
    play(position, "play You")
    assert texts(position) == {"look Town2"}
    play(position, "look Town2", "hard Lily at Town2")
    assert seen(position, 0, "Town2") == "Lily"
    assert seen(position, 1, "Town2") == "hard"
    assert after(position, "to") == {"Town2", "Town3", "Castle1", "Castle2", "Well", "Magrat"}
    play(position, "to Magrat")
    assert "to Bridge" in texts(position)
    assert not face_up(position, "Town2")


@pytest.mark.rule("TW-E9")
def test_there_it_is_spent_at_once():
    """Nothing is crossed: the look is all it does."""
    for trainees, how in (("Dimity Tiffany", "play You"), ("Tiffany Dimity", "tile")):
        position = doing("move", scene("You", Town2="hard"), trainees=trainees, at="Town1 Stone")
        play(position, how)
        assert discarded(position, "You") == (how == "play You")
        assert facts(position).tile_left[0] == 0
        play(position, "look Town2", "hard Lily at Town2", "to Town2")
        assert facts(position).known[0] == 0


@pytest.mark.rule("TW-E9")
def test_she_chooses_which_tile_and_may_face_it():
    position = play(doing("move", scene("You", Town2="hard", Town3="hard"), at="Town1 Stone"), "play You")
    assert texts(position) == {"look Town2", "look Town3"}
    play(position, "look Town3", "hard Duke at Town3", "to Town3", "hard Duke at Town3")
    assert face_up(position, "Town3")
    assert not face_up(position, "Town2")


@pytest.mark.rule("TW-E9", "TW-E0")
@pytest.mark.parametrize(
    ("where", "board"),
    [
        ("Town1", {"Town2": "Fever", "Castle1": "hard"}),  # nothing face down in the Town
        ("Town1", {"Town2": "Lily@0"}),  # known to her
        ("Well", {"Oak": "hard"}),  # another place
        ("Castle1", {"Town1": "hard"}),
    ],
)
def test_elsewhere_a_move_does_not_begin_with_it(where, board):
    position = doing("move", scene("You", **board), trainees="Tiffany Dimity", at=f"{where} Stone")
    assert not texts(position) & {"play You", "tile"}


@pytest.mark.rule("TW-E9", "TW-A2")
def test_who_stays_with_another_witch_can_not_hide():
    position = doing("move", scene("You", cackles=(1,)), at="Oak Oak")
    assert "play You" not in texts(position)


@pytest.mark.rule("TW-E9")
def test_in_town_only_the_start_of_the_move_shows_a_tile():
    position = doing("move", scene("You", Town2="hard"), at="Magrat Stone")
    play(position, "to Town1")
    assert "play You" not in texts(position)


@pytest.mark.rule("TW-E9", "TW-P2")
def test_it_does_not_help_in_an_attempt_or_a_flight():
    position = attempt("Slice", "Lily", "You", Place="Fever")
    assert "play You" not in texts(position)
    play(position, "roll", "dice 2 2")
    assert texts(position) == {"face"}
    play(position, "face")
    assert "play You" not in texts(position)
    play(position, "roll", "dice 2 2", "done")
    assert "play You" not in texts(position)


# -- Tiffany's tile ------------------------------------------------------------------------------------------


@pytest.mark.rule("TW-E9", "TW-S4")
@pytest.mark.parametrize("hand", ["", "Tick"])
def test_tiffanys_tile_is_an_invisibility_once_a_game(hand):
    """Also with an empty hand."""
    position = doing(
        "move", scene(hand, Oak="hard", Creel="Death"), trainees="Tiffany Dimity", at="Well Stone"
    )
    play(position, "to Oak")
    assert texts(position) == {"tile", "stay"}
    play(position, "tile", "hard Lily at Oak")
    assert "to Creel" in texts(position)
    assert facts(position).tile_left[0] == 1
    play(position, "to Creel")
    assert facts(position).tile_left[0] == 0
    assert "tile" not in texts(position)


@pytest.mark.rule("TW-E9", "TW-S4")
@pytest.mark.parametrize(("version", "left"), [(2, 1), (1, 0)])
def test_tiffany_keeps_her_tile_too_if_she_faces_the_problem(version, left):
    position = doing("move", scene(Oak="hard"), trainees="Tiffany Dimity", at="Well Stone", version=version)
    play(position, "to Oak", "tile", "hard Lily at Oak", "stay")
    assert facts(position).tile_left[0] == left


@pytest.mark.rule("TW-E9", "TW-S4")
def test_it_works_at_the_start_of_a_move_and_to_skip_an_action():
    town = doing("move", scene(Town2="hard"), trainees="Tiffany Dimity", at="Town1 Stone")
    play(town, "tile", "look Town2", "hard Lily at Town2")
    assert seen(town, 0, "Town2") == "Lily"
    skipped = doing("move", scene(Oak="Death"), trainees="Tiffany Dimity", at="Town1 Stone")
    play(skipped, "to Well", "to Oak", "tile", "skip")
    assert skipped.prompt().startswith("Second move")
    assert at(skipped) == "Oak"


@pytest.mark.rule("TW-S4")
@pytest.mark.parametrize("trainee", ["Annagramma", "Petulia", "Dimity"])
def test_no_other_trainee_has_it(trainee):
    position = doing("move", scene("Tick", Oak="hard"), trainees=f"{trainee} Tiffany", at="Well Stone")
    play(position, "to Oak")
    assert texts(position) == {"stay"}


@pytest.mark.rule("TW-E9", "TW-E0")
def test_at_the_end_of_the_second_move_it_is_offered_only_where_it_shows_a_tile():
    """Face up there is nothing to see and nowhere to go; face down she may look before she faces it."""

    for board, offered in (({"Town1": "Fever"}, False), ({"Town1": "hard"}, True)):
        position = doing("move", scene("You", **board), at="BadAss Skund")
        play(position, "stay", "to Magrat", "to Town1")
        assert ("play You" in texts(position)) == offered
