"""Effects: when a card can be played for its effect (TW-E0), and those that work at any time."""

import pytest

from tests.games.witches import table
from tests.games.witches.scene import attempt, crisis, discarded, face_up, scene, turn_over
from tests.games.witches.table import CARD_NAMES, after, doing, facts, held, lying, play, sound, texts, verbs

# A card for each of the fifteen effects.
EACH = {
    "trick": "Hwel",
    "cackling trick": "Saturday",
    "sound of mind": "Brooks",
    "plus two": "Feegle",
    "plus four": "Jason",  # against elves
    "local knowledge": "Tick",
    "helping hand": "Preston",
    "escape": "Casanunda",
    "borrowing": "Granny1",
    "shamble": "Tomjon",
    "invisibility": "You",
    "lay out the dead": "Treason",
    "remedy": "Aching",
    "second chance": "Magrat3",
    "transmutation": "Toad",
}
HAND = " ".join(EACH.values())
ALWAYS = {"trick", "cackling trick", "transmutation"}
TABLE = {"sound of mind", "helping hand", "borrowing", "shamble"}  # need something on the table
LAID = {"Creel": "Fever+1", "Caves": "hard"}


def offered(position):
    """The effects on offer."""
    return {effect for effect, name in EACH.items() if name in after(position, "play")}


# -- when ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("TW-E0")
@pytest.mark.parametrize("moment", ["turn", "rest"])
def test_before_the_new_problem_and_before_the_draw(moment):
    """Where nothing lies on the table, an effect for it is not on offer."""
    assert offered(doing(moment, scene(HAND))) == ALWAYS
    assert offered(doing(moment, scene(HAND, cackles=(1,), **LAID))) == ALWAYS | TABLE


@pytest.mark.rule("TW-E0")
def test_between_two_turned_cards():
    position = turn_over(doing("problem", scene(HAND, cackles=(1,), **LAID)), "Rob")
    assert crisis(position, "Creel") == 1
    assert offered(position) == ALWAYS | TABLE
    assert "go" in texts(position)


@pytest.mark.rule("TW-E0", "TW-E4")
@pytest.mark.parametrize("moment", ["move", "second move"])
def test_before_and_between_two_paths(moment):
    position = doing(moment, scene(HAND, cackles=(1,), **LAID), at="Razorback Stone")
    during = ALWAYS | TABLE | {"local knowledge"}
    assert offered(position) == during
    play(position, "to Place")
    assert offered(position) == during
    play(position, "to Slice")
    assert offered(position) == during
    assert "to" not in verbs(position)


@pytest.mark.rule("TW-E0", "TW-E4", "TW-E9")
def test_on_entering_a_problem():
    position = doing("move", scene(HAND, cackles=(1,), Place="Fever", **LAID), at="Razorback Stone")
    play(position, "to Place")
    assert offered(position) == ALWAYS | TABLE | {"invisibility"}


SOLVERS = {"Death": {"lay out the dead"}, "Sheep": {"remedy"}}


@pytest.mark.rule("TW-E0", "TW-E3", "TW-E6", "TW-E10", "TW-E11", "TW-E12")
@pytest.mark.parametrize("what", ["Fever", "Pig", "Sheep", "Death", "Elves", "Lily"])
def test_in_an_attempt(what):
    """Before the first roll, after it, while facing the problem, and after all dice."""
    position = attempt("Slice", what, HAND, cackles=(1,), **LAID)
    solver = SOLVERS.get(what, set())
    bonus = {"plus two", "plus four"} if what == "Elves" else {"plus two"}
    assert offered(position) == ALWAYS | TABLE | solver
    play(position, "roll", "dice 2 2")
    assert offered(position) == ALWAYS | TABLE | solver | {"second chance"}
    play(position, "face")
    assert offered(position) == ALWAYS | TABLE | solver | bonus | {"second chance"}
    play(position, "roll", "dice C C")
    assert offered(position) == ALWAYS | TABLE | solver | bonus | {"second chance", "escape"}
    play(position, "done")
    assert offered(position) == set()
    assert verbs(position) == {"flee"}


@pytest.mark.rule("TW-E0", "TW-N6")
def test_no_helping_hand_once_a_crisis_is_due_and_none_is_left():
    position = doing("problem", scene("Preston", Creel="Fever+11", Slice="Fever+1", Caves="Pig"))
    turn_over(position, "Granny3")
    assert position.over
    assert position.ending == "crisis"


@pytest.mark.rule("TW-E0")
def test_a_card_is_played_for_one_feature_and_discarded():
    position = play(attempt("Slice", "Elves", "Granny2 Feegle"), "roll", "dice 2 2", "face")
    assert {"headology Granny2", "play Granny2", "headology Feegle", "play Feegle"} <= texts(position)
    play(position, "play Granny2", "headology Feegle")
    assert facts(position).bonus == 3
    assert held(position) == set()
    assert discarded(position, "Granny2")
    assert discarded(position, "Feegle")
    assert texts(position) == {"roll"}


@pytest.mark.rule("TW-E0")
def test_effects_are_for_the_own_turn_and_any_number():
    position = doing("turn", scene(hands=("Hwel Brevis Magrat4", "Toad"), cackles=(0, 1)))
    for name in ("Hwel", "Brevis", "Magrat4"):
        play(position, f"play {name}", "*")
        assert position.actor == 0
        assert "play Toad" not in texts(position)
    assert facts(position).cards[0] == 6


# -- E1 and E2 -----------------------------------------------------------------------------------------------


@pytest.mark.rule("TW-E1")
@pytest.mark.parametrize("name", ["Hwel", "Brevis", "Magrat4"])
def test_a_trick_draws_two_cards(name):
    position = play(doing("turn", scene(f"{name} Feegle Jason")), f"play {name}")
    play(position, "draw Tick", "draw Toad")
    assert held(position) == {"Feegle", "Jason", "Tick", "Toad"}
    assert facts(position).cackles[0] == 0
    assert discarded(position, name)


@pytest.mark.rule("TW-E1")
@pytest.mark.parametrize("name", ["Saturday", "Diamanda", "Granny4"])
def test_some_tricks_cost_a_cackle(name):
    position = play(doing("turn", scene(name)), f"play {name}", "draw Tick", "draw Toad")
    assert held(position) == {"Tick", "Toad"}
    assert facts(position).cackles[0] == 1


@pytest.mark.rule("TW-E1", "TW-C1")
def test_a_hand_may_grow_over_the_limit_and_then_nothing_is_drawn():
    position = doing("rest", scene("Hwel Feegle Jason Tick"))
    play(position, "play Hwel", "draw Toad", "draw Brooks", "go")
    assert facts(position).active == 1
    assert facts(position).cards[0] == 5


@pytest.mark.rule("TW-E1", "TW-N7")
def test_with_nothing_left_a_trick_draws_what_there_is():
    """It is discarded before its own draws, and so the only card to be had."""
    position = play(doing("turn", scene(" ".join(CARD_NAMES))), "play Hwel", "draw Hwel")
    assert facts(position).cards[0] == 55
    assert "play Hwel" in texts(position)


@pytest.mark.rule("TW-E2")
@pytest.mark.parametrize(("before", "choice"), [(1, {"0", "1"}), (2, {"0", "1", "2"}), (5, {"0", "1", "2"})])
def test_sound_of_mind_returns_up_to_two_cackles(before, choice):
    position = play(doing("turn", scene("Brooks", cackles=(before, 1))), "play Brooks")
    assert texts(position) == {f"return {n}" for n in choice}
    play(position, "return 1", "*")
    assert facts(position).cackles.tolist()[:2] == [before - 1, 1]
    assert facts(position).cackle_supply == 8 - before
    sound(position)


# -- E4 ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TW-E4")
def test_local_knowledge_is_two_more_paths():
    position = play(doing("move", scene("Tick"), at="Skund Stone"), "play Tick")
    play(position, "to Rock", "to BadAss", "to Magrat", "to Bridge")
    assert position.prompt().startswith("Second move")
    assert after(position, "to") == {"Magrat", "MadStoat"}  # the second move has its own two paths
    play(position, "to Magrat", "to BadAss")
    assert verbs(position) == {"draw"}


@pytest.mark.rule("TW-E4")
def test_it_may_be_played_when_the_paths_are_walked():
    position = play(doing("move", scene("Tick Feegle"), at="Skund Stone"), "to Rock", "to BadAss")
    assert "to" not in verbs(position)
    play(position, "play Tick")
    assert after(position, "to") == {"Rock", "Gorge", "Magrat"}


@pytest.mark.rule("TW-E4")
@pytest.mark.parametrize("witch", [False, True])
def test_it_crosses_no_problem_and_no_witch(witch):
    """And is of no use once the move has been stopped."""
    board = {} if witch else {"Rock": "Fever"}
    position = doing("move", scene("Tick Hodgesaargh", **board), at=f"Skund {'Rock' if witch else 'Stone'}")
    play(position, "play Tick", "to Rock")
    assert texts(position) == {"stay"}


@pytest.mark.rule("TW-E4")
def test_it_is_for_walking():
    flown = play(doing("move", scene("Tick Level"), at="Skund Stone"), "broom Level", "to Oak")
    assert texts(flown) == {"stay"}
    moved_within = play(doing("move", scene("Tick"), at="Town1 Stone"), "to Town2")
    assert texts(moved_within) == {"stay"}


# -- E5 ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TW-E5")
def test_helping_hand_returns_one_crisis_of_choice():
    board = {"Creel": "Fever+1", "Slice": "Vlad+3", "Caves": "hard+1", "Gorge": "Pig"}
    position = play(doing("turn", scene("Preston", **board)), "play Preston")
    assert texts(position) == {"crisis Creel", "crisis Slice", "crisis Caves"}
    play(position, "crisis Slice")
    assert [crisis(position, where) for where in board] == [1, 2, 1, 0]
    assert facts(position).crisis_supply == 8


@pytest.mark.rule("TW-E5", "TW-P6")
def test_it_helps_in_the_middle_of_an_attempt():
    position = play(attempt("Slice", "Fever+1", "Preston"), "roll", "dice 2 2", "face", "roll", "dice C 3")
    assert "7 of 9" in position.prompt()
    play(position, "play Preston", "crisis Slice")
    assert position.scores[0] == 1


# -- E7 and E8 -----------------------------------------------------------------------------------------------


@pytest.mark.rule("TW-E7")
def test_borrowing_looks_at_two_face_down_problems():
    board = {"Slice": "hard", "Caves": "hard", "Bridge": "Lily@1", "Oak": "Duke", "Creel": "Fever"}
    position = play(doing("turn", scene("Granny1", **board)), "play Granny1")
    assert texts(position) == {"look Slice", "look Caves", "look Bridge"}
    play(position, "look Slice", "hard Hiver at Slice")
    assert texts(position) == {"look Caves", "look Bridge"}
    play(position, "look Bridge", "hard Lily at Bridge")
    assert [lying(position, where) for where in ("Slice", "Caves", "Bridge")] == ["Hiver", "hard", "Lily"]
    assert not any(face_up(position, where) for where in ("Slice", "Caves", "Bridge"))
    assert facts(position).lookers[table.space("Bridge")] == 0b11
    assert position.actor != 0 or "look" not in verbs(position)


@pytest.mark.rule("TW-E7")
def test_with_one_unknown_problem_borrowing_looks_at_one():
    position = play(doing("turn", scene("Granny1 Feegle", Slice="hard", Caves="Lily@0")), "play Granny1")
    assert texts(position) == {"look Slice"}
    play(position, "look Slice", "hard Duke at Slice")
    assert texts(position) == {"go"}


@pytest.mark.rule("TW-E7")
def test_nothing_is_borrowed_where_all_is_known():
    board = {"Slice": "Lily@0", "Oak": "Duke", "Creel": "Fever"}
    assert texts(doing("turn", scene("Granny1", **board))) == {"go"}
    assert texts(doing("turn", scene("Granny1", **{**board, "Slice": "Lily@1"}))) == {"go", "play Granny1"}


@pytest.mark.rule("TW-E8")
def test_a_shamble_turns_a_hard_problem_up_for_good():
    board = {"Slice": "hard", "Caves": "Lily@1", "Oak": "Duke", "Creel": "Fever"}
    position = play(doing("turn", scene("Tomjon Zakzak", **board)), "play Tomjon")
    assert texts(position) == {"turn Slice", "turn Caves"}
    play(position, "turn Caves")
    assert texts(position) == {"hard Lily at Caves"}  # what seat 1 saw
    play(position, "hard Lily at Caves", "play Zakzak")
    assert texts(position) == {"turn Slice"}
    play(position, "turn Slice")
    assert "hard Lily at Slice" not in texts(position)
    play(position, "hard Hiver at Slice", "*")
    assert face_up(position, "Caves")
    assert face_up(position, "Slice")
    assert position.view(1).state.tile[table.space("Slice")] == table.kind("Hiver")
    sound(position)


@pytest.mark.rule("TW-E8")
def test_what_lies_face_up_is_not_shambled():
    assert texts(doing("turn", scene("Tomjon", Slice="Lily", Creel="Fever"))) == {"go"}
    assert texts(doing("turn", scene("Tomjon", Slice="Lily@0"))) == {"go", "play Tomjon"}


# -- E13 -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("TW-E13")
def test_transmutation_exchanges_any_number_and_draws_one_more():
    position = play(doing("turn", scene("Toad Feegle Jason Tick")), "play Toad")
    assert texts(position) == {"discard Feegle", "discard Jason", "discard Tick", "done"}
    play(position, "discard Feegle", "discard Tick", "done", "draw Hwel", "draw Brooks", "draw You")
    assert held(position) == {"Jason", "Hwel", "Brooks", "You"}
    assert all(discarded(position, name) for name in ("Toad", "Feegle", "Tick"))
    assert position.actor == 0


@pytest.mark.rule("TW-E13")
@pytest.mark.parametrize("rest", ["", "Feegle"])
def test_transmutation_of_nothing_draws_one(rest):
    position = play(doing("turn", scene(f"Toad {rest}")), "play Toad", "done", "draw Hwel")
    assert held(position) == {"Hwel", *rest.split()}
    assert position.actor == 0
