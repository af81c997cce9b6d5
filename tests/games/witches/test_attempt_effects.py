"""Effects of an attempt: +2 and +4, escape, what solves a problem at once, second chance, and the Power of Three."""

from itertools import product

import pytest

from coven.games.witches import say
from tests.games.witches import table
from tests.games.witches.scene import SURE_FAILURE, attempt, discarded, face_up, scene
from tests.games.witches.table import (
    GAME,
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
)

FACES = (0, 2, 3, 4, 5, 6)
EVERYWHERE = set(SPACE_NAMES) - {"Dungeon"}
ELVES = {"Elves", "ElfLord", "ElfKing", "ElfQueen"}
AGAINST = {
    "Eskarina": {"CunningMan"},
    "Gogol": {"Lily"},
    "Jason": ELVES,
    "Oats": {"Lacrimosa", "Vlad", "Count", "Bela"},
    "Fool": {"Duke", "Lady"},
    "Rob": {"Wintersmith", "Hiver"},
}


def dice(position):
    return facts(position).dice.tolist()


# -- E3 ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TW-E3")
@pytest.mark.parametrize("what", KIND_NAMES[:-1])
def test_four_more_work_only_against_what_they_name(what):
    position = play(attempt("Slice", what, " ".join(AGAINST)), "roll", "dice 2 2", "face")
    named = {name for name, kinds in AGAINST.items() if what in kinds}
    assert after(position, "play") == named
    for name in named:
        play(position, f"play {name}")
        assert facts(position).bonus == 4


@pytest.mark.rule("TW-E3", "TW-P4")
def test_they_may_be_played_after_all_dice_when_symbols_may_not():
    position = play(attempt("Slice", "Elves", "Jason Feegle"), "roll", "dice 3 3", "face", "roll", "dice 2 2")
    assert texts(position) == {"play Jason", "play Feegle", "done"}
    play(position, "play Jason")
    assert "14 of 16" in position.prompt()
    play(position, "play Feegle")
    assert position.scores[0] == 3


@pytest.mark.rule("TW-E0", "TW-E3", "TW-E10", "TW-E11")
@pytest.mark.parametrize(("name", "what"), [("Feegle", "Death"), ("Treason", "Death"), ("Aching", "Sheep")])
def test_after_all_dice_what_is_enough_needs_no_help(name, what):
    position = play(attempt("Slice", what, name), "roll", "dice 6 6", "face", "roll", "dice 2 2")
    assert texts(position) == {"done"}


# -- E6 ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TW-E6")
@pytest.mark.parametrize("what", ["Lily", "Duke", "Vlad", "Wintersmith", "CunningMan", "Fever+4"])
def test_an_escape_is_no_failure(what):
    """No Cackle for failing, no consequence, the tile stays, the turn goes on."""
    position = attempt("Slice", what, "Casanunda", solved=("Fever Fever",))
    play(position, "roll", "dice 2 2", "face", "roll", "dice 2 2", "play Casanunda", "flee Place")
    s = facts(position)
    assert at(position) == "Place"
    assert at(position, 1) == "Stone"
    assert s.cackles[0] == s.aliss[0] == 0
    assert s.easy_row[0] == 2
    assert s.crisis.sum() == (4 if what == "Fever+4" else 0)
    assert lying(position, "Slice") == what.partition("+")[0]
    assert face_up(position, "Slice")
    assert s.dice.tolist() == [-1] * 4
    assert position.prompt().startswith("Second move")
    assert discarded(position, "Casanunda")


@pytest.mark.rule("TW-E6", "TW-P7")
def test_faces_and_magic_still_count_when_she_escapes():
    position = attempt("Slice", "Lily", "Casanunda Ella")
    play(
        position, "roll", "dice C 2", "face", "magic Ella", "roll", "dice C 2", "play Casanunda", "flee Place"
    )
    assert facts(position).cackles[0] == 3


@pytest.mark.rule("TW-E6", "TW-P2")
def test_an_escape_leads_next_door_as_running_away_does():
    """Only with nothing empty there it leads anywhere empty."""
    lost = ("roll", *SURE_FAILURE, "play Casanunda")
    near = play(attempt("BadAss", "Lily", "Casanunda", Rock="Fever"), *lost)
    assert after(near, "flee") == {"Gorge", "Magrat"}
    shut_in = play(attempt("Slice", "Lily", "Casanunda", Place="Fever"), *lost)
    assert after(shut_in, "flee") == EVERYWHERE - {"Slice", "Place", "Stone"}
    play(shut_in, "flee Castle1")
    assert facts(shut_in).cackles[0] == 0


@pytest.mark.rule("TW-E6")
def test_from_castle_and_town_it_may_lead_to_the_same_place():
    position = attempt("Castle1", "Lily", "Casanunda", Town1="Fever", Town2="Fever")
    play(position, "roll", *SURE_FAILURE, "play Casanunda")
    assert after(position, "flee") == {"Castle2", "Town3"}


@pytest.mark.rule("TW-E6")
def test_after_the_first_pair_an_escape_is_for_the_shut_in():
    open_door = play(attempt("Slice", "Lily", "Casanunda"), "roll", "dice 2 2")
    assert "play Casanunda" not in texts(open_door)
    shut_in = play(attempt("Slice", "Lily", "Casanunda", Place="Fever"), "roll", "dice C 2")
    assert texts(shut_in) == {"face", "play Casanunda"}
    play(shut_in, "play Casanunda", "flee Creel")
    assert at(shut_in) == "Creel"
    assert facts(shut_in).cackles[0] == 1


@pytest.mark.rule("TW-E6")
def test_nobody_escapes_from_success():
    position = play(attempt("Slice", "Fever", "Casanunda"), "roll", "dice 2 2", "face", "roll", "dice C 3")
    assert texts(position) == {"done"}


# -- E10 and E11 ---------------------------------------------------------------------------------------------


@pytest.mark.rule("TW-E10", "TW-E11")
@pytest.mark.parametrize(
    ("name", "what"), [("Treason", "Death"), ("Binky", "Death"), ("Aching", "Sheep"), ("Thunder", "Sheep")]
)
def test_cards_that_solve_a_problem_at_any_time_of_the_attempt(name, what):
    steps = ("roll", "dice C 2", "face", "roll", "dice C C")
    for done in range(len(steps) + 1):
        if done in (1, 4):  # the dice are rolling
            continue
        position = attempt("Slice", f"{what}+1", name)
        play(position, *steps[:done], f"play {name}")
        assert lying(position, "Slice") == ""
        assert facts(position).solved[0, table.kind(what)] == 1
        assert facts(position).cackles[0] == {0: 0, 2: 1, 3: 1, 5: 3}[done]
        assert facts(position).crisis_supply == 12
        sound(position)


@pytest.mark.rule("TW-E10", "TW-E11")
@pytest.mark.parametrize("what", KIND_NAMES[:-1])
def test_they_solve_nothing_else(what):
    position = attempt("Slice", what, "Treason Aching")
    solver = {"Death": {"Treason"}, "Sheep": {"Aching"}}
    assert after(position, "play") == solver.get(what, set())


@pytest.mark.rule("TW-E10", "TW-E11")
def test_only_the_problem_being_attempted_is_solved():
    board = {"Slice": "Death", "Caves": "Sheep", "Creel": "Pig"}
    position = doing("move", scene("Treason Aching", **board), trainees="Petulia Dimity")
    assert not texts(position) & {"play Treason", "play Aching", "tile"}


@pytest.mark.rule("TW-E11", "TW-S4")
def test_petulia_solves_one_sick_pig():
    def edit(s):
        scene(Slice="Pig", Place="Pig", Razorback="Sheep")(s)
        s.at[0] = table.space("Slice")

    position = doing("act", edit, trainees="Petulia Dimity")
    play(position, "roll", "dice C 2", "face", "roll", "dice C 2")
    assert texts(position) == {"tile", "done"}
    play(position, "tile")
    assert position.scores[0] == 1
    assert facts(position).cackles[0] == 2
    play(position, "to Place", "dice 2 2")
    assert "tile" not in texts(position)


# -- E12 -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("TW-E12")
@pytest.mark.parametrize(("answer", "rolled", "now"), [
    ("reroll 1", "die 6", [6, 3]),
    ("reroll 2", "die 6", [0, 6]),
    ("reroll both", "dice 5 6", [5, 6]),
])  # fmt: skip
@pytest.mark.parametrize("facing", [False, True])
def test_a_second_chance_rolls_one_or_both_of_the_first_pair_again(answer, rolled, now, facing):
    """Until the second pair is rolled, also while facing the problem."""
    position = play(
        attempt("Slice", "Lily", "Igor"), "roll", "dice C 3", *(["face"] if facing else []), "play Igor"
    )
    assert texts(position) == {"reroll 1", "reroll 2", "reroll both"}
    play(position, answer, rolled)
    assert dice(position) == [*now, -1, -1]


@pytest.mark.rule("TW-E12", "TW-P7")
def test_a_rerolled_cackle_is_ignored_and_a_new_one_counts():
    kept = play(
        attempt("Slice", "Lily", "Igor"), "roll", "dice C 3", "play Igor", "reroll 1", "die 4", "flee Place"
    )
    assert facts(kept).cackles[0] == 0
    worse = play(attempt("Slice", "Lily", "Igor"), "roll", "dice 3 4", "play Igor", "reroll both", "dice C C")
    play(worse, "flee Place")
    assert facts(worse).cackles[0] == 2


@pytest.mark.rule("TW-E12")
@pytest.mark.parametrize(("answer", "rolled", "now"), [
    ("reroll 1", "die 6", [3, 4, 6, 5]),
    ("reroll 2", "die 6", [3, 4, 2, 6]),
    ("reroll both", "dice 4 4", [3, 4, 4, 4]),
])  # fmt: skip
def test_the_first_pair_is_closed_once_the_second_is_rolled(answer, rolled, now):
    position = play(attempt("Slice", "Lily", "Igor Brooks"), "roll", "dice 3 4", "face", "roll", "dice 2 5")
    play(position, "play Igor", answer, rolled)
    assert dice(position) == now


@pytest.mark.rule("TW-E12")
def test_several_may_be_played_on_one_pair_each_for_either_die():
    position = play(attempt("Slice", "Lily", "Igor Greebo Phoenix"), "roll", "dice C 3")
    play(
        position,
        "play Igor",
        "reroll 1",
        "die 4",
        "play Greebo",
        "reroll 1",
        "die 5",
        "play Phoenix",
        "reroll 2",
        "die 6",
    )
    assert dice(position) == [5, 6, -1, -1]


@pytest.mark.rule("TW-E12")
def test_there_is_no_second_chance_before_the_first_roll_or_without_an_attempt():
    assert "play Igor" not in texts(attempt("Slice", "Lily", "Igor"))
    assert texts(doing("turn", scene("Igor"))) == {"go"}


# -- the Power of Three --------------------------------------------------------------------------------------


@pytest.mark.rule("TW-P10")
def test_the_power_of_three_works_from_the_moment_the_tile_is_face_up():
    """Not before: on the face-down tile she does not know yet what she meets."""
    position = doing("move", scene("Granny2 Nanny2 Magrat3", Slice="hard"), at="Place Stone")
    play(position, "to Slice")
    assert not after(position, "power")
    play(position, "stay", "hard CunningMan at Slice")
    assert after(position, "power") == {"Granny2 Nanny2 Magrat3"}
    play(position, "power Granny2 Nanny2 Magrat3")
    assert position.scores[0] == 7
    assert held(position) == set()
    assert facts(position).cackles[0] == 0


@pytest.mark.rule("TW-P10")
@pytest.mark.parametrize("hand", ["Granny2 Granny3 Nanny1", "Granny2 Nanny1 Feegle", "Nanny1 Magrat1 Nanny2"])
def test_it_takes_three_different_names(hand):
    position = attempt("Slice", "Lily", hand)
    assert not after(position, "power")


@pytest.mark.rule("TW-P10", "TW-E0")
def test_she_chooses_which_cards_stand_for_the_three():
    position = attempt("Slice", "Lily", "Granny1 Granny2 Nanny2 Magrat2 Magrat3")
    threes = {f"Granny{i} Nanny2 Magrat{j}" for i in (1, 2) for j in (2, 3)}
    assert after(position, "power") == threes
    play(position, "power Granny1 Nanny2 Magrat3")
    assert held(position) == {"Granny2", "Magrat2"}
    assert all(discarded(position, name) for name in ("Granny1", "Nanny2", "Magrat3"))


# -- the chance of success -----------------------------------------------------------------------------------


def brute_force(missing):
    """Of all rolls of two dice, the share that brings what is missing."""
    return sum(a + b >= missing for a, b in product(FACES, FACES)) / 36


@pytest.mark.rule("TW-P6")
@pytest.mark.parametrize("pair", ["C C", "C 2", "2 3", "4 4", "5 5", "6 6"])
@pytest.mark.parametrize("what", ["Fever", "Death", "Elves", "Lily", "Fever+1", "Limb+1"])
def test_the_chance_told_is_exact(pair, what):
    """With symbols, hard tiles of the display and Crisis counters."""
    name, _, crises = what.partition("+")
    position = play(attempt("Slice", what, "Tomjon Ella", solved=("Duke Lady",)), "roll", f"dice {pair}")
    need = int(GAME.tables[0].difficulty[table.kind(name)]) + 2 * int(crises or 0)
    have = sum(int(face) for face in pair.replace("C", "0").split()) + 1
    for step, more in (("face", 0), ("headology Tomjon", 1), ("magic Ella", 2)):
        play(position, step)
        have += more
        chance = brute_force(need - have)
        assert say.odds(GAME, facts(position)) == pytest.approx(chance)
        told = position.prompt()
        assert (
            "already" if have >= need else f"you need {need - have} on two dice ({round(100 * chance)} %)"
        ) in told


@pytest.mark.rule("TW-P6")
def test_no_chance_is_told_outside_an_attempt_or_when_the_dice_lie():
    assert say.odds(GAME, facts(doing("turn", scene("Feegle")))) is None
    position = attempt("Slice", "Lily", "Feegle")
    assert say.odds(GAME, facts(position)) is None
    play(position, "roll", *SURE_FAILURE)
    assert say.odds(GAME, facts(position)) is None
