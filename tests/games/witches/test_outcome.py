"""How an attempt ends, and its Cackles: TW-P7 to TW-P10, TW-K1 and TW-K2."""

import pytest

from coven.games.witches.state import BOXES
from tests.games.witches.table import (
    SPACE_NAMES,
    after,
    aliss,
    at,
    attempt,
    box,
    cackles,
    cards,
    doing,
    facts,
    hand,
    held,
    kind,
    lying,
    play,
    problem,
    solve,
    sound,
    space,
    texts,
    verbs,
)

EASY_KINDS = ("Fever", "Pig", "Sheep", "Pregnancy", "Limb")
LOST = ("dice 2 2", "face", "roll", "dice 2 2")  # 8 in all: a Broken Limb wins
WON = ("dice 6 6", "face", "roll", "dice 6 6")


def failed(what="Limb", edit=None, lines=LOST, where="Slice", **more):
    """Seat 0 has failed and is about to run away; no card in hand but for the edit."""
    return play(attempt(where, what, edit, **more), *lines)


def counts(table):
    """Cackles of all seats and in the supply."""
    s = facts(sound(table))
    return s.cackles.tolist()[: table.players], int(s.cackle_supply)


def second_move(table):
    """The attempt is over."""
    return table.actor == 0 and "stay" in texts(table)


@pytest.mark.rule("TW-P7")
@pytest.mark.parametrize(
    ("first", "last", "taken"), [("C 6", "6 6", 1), ("C C", "5 6", 2), ("C C", "C C", 4)]
)
def test_every_cackle_face_gives_a_cackle(first, last, taken):
    def edit(s):
        solve(s, 0, "Duke Lady Lacrimosa Vlad Count Bela Wintersmith Hiver")
        hand(s, 0, "Jason Tomjon Brooks")

    table = play(attempt("Slice", "Fever", edit), "roll", f"dice {first}", "face")
    play(table, "headology Jason", "headology Tomjon", "headology Brooks", "roll", f"dice {last}")
    assert facts(sound(table)).solved[0, kind("Fever")] == 1
    assert counts(table) == ([taken, 0], 8 - taken)


@pytest.mark.rule("TW-P7")
def test_a_face_rolled_again_gives_none():
    table = attempt("Slice", "Fever", lambda s: hand(s, 0, "Igor Greebo Phoenix"))
    play(table, "roll", "dice C C", "play Igor", "reroll both", "dice C 3", "face")
    play(table, "roll", "dice C 4", "play Greebo", "reroll 1", "die 6", "done")
    assert facts(sound(table)).solved[0, kind("Fever")] == 1
    assert counts(table) == ([1, 0], 7)  # the one that still shows


@pytest.mark.rule("TW-P7")
def test_a_cackle_that_comes_up_in_a_re_roll_counts():
    table = attempt("Slice", "Fever", lambda s: hand(s, 0, "Igor"))
    play(table, "roll", "dice 6 5", "play Igor", "reroll 1", "die C", "flee Place")
    assert counts(table) == ([1, 0], 7)


@pytest.mark.rule("TW-P8")
def test_a_solved_problem_goes_to_the_display():
    table = play(attempt("Slice", "Death", lambda s: problem(s, "Slice", "Death", crisis=2)), *WON)
    s = facts(sound(table))
    assert s.solved[0, kind("Death")] == 1
    assert (s.score.tolist(), s.easy_row[0]) == ([3, 0, 0, 0], 1)
    assert (lying(table, "Slice"), at(table)) == ("", "Slice")
    assert s.crisis_supply == 12
    assert second_move(table)


@pytest.mark.rule("TW-P8")
@pytest.mark.parametrize(("before", "row"), [(6, 7), (7, 8), (8, 8), (9, 8)])
def test_eight_easy_tiles_in_a_row_and_more_beside_it(before, row):
    tiles = " ".join((EASY_KINDS * 2)[:before])
    table = attempt("Slice", "Death", lambda s: solve(s, 0, tiles))
    points = table.scores[0]
    play(table, *WON)
    s = facts(sound(table))
    assert s.easy_row[0] == row
    assert s.score[0] == points + 3


@pytest.mark.rule("TW-P8")
def test_hard_tiles_beyond_eight_only_score():
    eight = "Duke Lady Lacrimosa Vlad Count Bela Wintersmith Hiver"
    table = play(attempt("Slice", "Elves", lambda s: solve(s, 0, eight)), *WON)
    assert facts(sound(table)).score[0] == 3 + 4 + 4 + 4 + 5 + 5 + 6 + 6 + 3

    def edit(s):
        box(s, 5)
        solve(s, 0, f"{eight} Elves Elves")

    # 4 more for eight tiles, no 5 for ten: with 11 on the dice it is not 16.
    table = play(attempt("Slice", "Elves", edit), "dice 3 3", "face", "roll", "dice 3 2")
    assert facts(sound(table)).solved[0, kind("Elves")] == 2
    assert verbs(table) == {"flee"}


@pytest.mark.rule("TW-P9")
def test_failing_costs_a_cackle_and_she_runs():
    table = failed()
    assert texts(table) == {"flee Place"}
    play(table, "flee Place")
    assert (at(table), lying(table, "Slice")) == ("Place", "Limb")
    assert counts(table) == ([1, 0], 7)
    assert second_move(table)  # failing does not end the turn
    assert facts(table).dice.tolist() == [-1] * 4


@pytest.mark.rule("TW-P9")
def test_running_after_failing_is_running_as_before():
    """Next door if something is empty there, also within the Town, but nowhere else."""
    table = failed(where="Town1", edit=lambda s: problem(s, "Well", "Fever"), at="Town1 Town3")
    assert after(table, "flee") == {"Town2", "Magrat", "Castle1", "Castle2"}
    table = failed(edit=lambda s: hand(s, 0, "Greebo"), lines=("roll", *LOST, "done"))
    assert texts(table) == {"broom Greebo", "flee Place"}


@pytest.mark.rule("TW-P9")
def test_with_nothing_empty_next_door_anywhere_for_one_more_cackle():
    table = failed(at="Slice Place")
    assert after(table, "flee") == set(SPACE_NAMES[:-1]) - {"Slice", "Place"}
    play(table, "flee Blackglass")
    assert at(table) == "Blackglass"
    assert counts(table) == ([2, 0], 6)


@pytest.mark.rule("TW-P9")
def test_a_broomstick_saves_the_further_cackle_but_is_never_forced():
    table = failed(edit=lambda s: hand(s, 0, "Greebo"), lines=("roll", *LOST, "done"), at="Slice Place")
    assert after(table, "broom") == {"Greebo"}
    flying = play(table.copy(), "broom Greebo", "flee Blackglass")
    assert counts(flying) == ([1, 0], 7)
    walking = play(table, "flee Blackglass")
    assert counts(walking) == ([2, 0], 6)
    assert held(walking) == {"Greebo"}


@pytest.mark.rule("TW-P9")
def test_with_no_empty_space_anywhere_she_stays():
    def edit(s):
        for i in range(BOXES):
            box(s, i, hard=1)
        for i, name in enumerate(SPACE_NAMES[:-1]):
            if name not in ("Slice", "Oak"):
                problem(s, name, EASY_KINDS[i % 5])

    table = failed("Death", edit, at="Slice Oak")
    assert at(sound(table)) == "Slice"
    assert counts(table) == ([1, 0], 7)  # for failing, none for going far
    assert second_move(table)


@pytest.mark.rule("TW-P9")
def test_the_consequence_comes_last():
    """The Hiver's Black Aliss is taken after the Cackles and after she has run."""
    table = failed("Hiver")
    assert facts(table).aliss[0] == 0
    assert counts(table)[0] == [0, 0]
    play(table, "flee Place")
    s = facts(sound(table))
    assert (s.aliss[0], s.score[0], s.cackles[0]) == (1, -1, 1)


@pytest.mark.rule("TW-P10")
@pytest.mark.parametrize(
    ("lines", "taken"),
    [
        ([], 0),
        (["roll", "dice C 2"], 1),
        (["roll", "dice C 2", "face"], 1),
        (["roll", "dice C 2", "face", "roll", "dice C C"], 3),
    ],
)
def test_the_power_of_three_at_any_time(lines, taken):
    """From the moment the tile is face up, also after four dice; Cackle faces showing count, no others."""
    table = attempt("Slice", "CunningMan", lambda s: hand(s, 0, "Granny1 Nanny2 Magrat3"))
    play(table, *lines, "power Granny1 Nanny2 Magrat3")
    s = facts(sound(table))
    assert s.solved[0, kind("CunningMan")] == 1
    assert (s.score[0], s.cackles[0]) == (7, taken)
    assert int(s.discard) == cards("Granny1 Nanny2 Magrat3")
    assert s.dice.tolist() == [-1] * 4
    assert at(table) == "Slice"


@pytest.mark.rule("TW-P10")
def test_before_a_roll_the_face_down_tile_is_turned_up_first():
    def edit(s):
        problem(s, "Slice", "hard")
        s.at[0] = space("Slice")
        hand(s, 0, "Granny1 Nanny2 Magrat3")

    table = doing("act", edit)
    assert verbs(table) == {"hard"}
    assert "power Granny1 Nanny2 Magrat3" in texts(play(table, "hard Lily at Slice"))


@pytest.mark.rule("TW-P10")
def test_magic_played_before_the_power_of_three_counts_too():
    table = attempt("Slice", "CunningMan", lambda s: hand(s, 0, "Granny1 Nanny2 Magrat3 Igor"))
    play(table, "roll", "dice C 2", "face", "magic Igor")
    play(table, "power Granny1 Nanny2 Magrat3")
    assert facts(sound(table)).cackles[0] == 2


@pytest.mark.rule("TW-P10")
@pytest.mark.parametrize("names", ["Granny1 Nanny2", "Granny1 Granny2 Nanny1", "Granny1 Nanny1 Nanny2 Jason"])
def test_three_different_names_are_needed(names):
    table = attempt("Slice", "Fever", lambda s: hand(s, 0, names))
    assert not after(table, "power")
    play(table, "roll", "dice 2 3")
    assert not after(table, "power")


@pytest.mark.rule("TW-P10")
def test_which_of_two_with_the_same_name_is_her_choice():
    table = attempt("Slice", "Fever", lambda s: hand(s, 0, "Granny1 Nanny1 Nanny2 Magrat3"))
    powers = {text for text in texts(table) if text.startswith("power")}
    assert powers == {"power Granny1 Nanny1 Magrat3", "power Granny1 Nanny2 Magrat3"}
    play(table, "power Granny1 Nanny2 Magrat3")
    assert held(sound(table)) == {"Nanny1"}


@pytest.mark.rule("TW-P10")
def test_the_power_of_three_is_for_attempts_only():
    table = doing("move", lambda s: hand(s, 0, "Granny1 Nanny2 Magrat3"))
    assert not after(table, "power")


@pytest.mark.rule("TW-K2")
def test_all_cackles_of_an_attempt_are_taken_at_its_end():
    """For Magic, for faces, for failing, and for running too far."""
    table = attempt("Slice", "Death", lambda s: hand(s, 0, "Agnes Igor Jason"), at="Slice Place")
    play(table, "roll", "dice C 2", "face", "magic Agnes", "magic Igor", "roll", "dice C 2")
    assert counts(table) == ([0, 0], 8)
    play(table, "done")
    assert counts(table) == ([0, 0], 8)
    play(table, "flee Blackglass")
    assert counts(table) == ([2 + 2 + 1 + 1, 0], 2)


@pytest.mark.rule("TW-K2")
def test_effects_may_come_before_the_cackles():
    """A sound of mind in the attempt finds only the Cackles she had before it."""

    def edit(s):
        hand(s, 0, "Agnes")
        cackles(s, 1, 0)

    table = play(attempt("Slice", "Fever", edit), "roll", "dice C C", "face", "play Agnes")
    assert texts(table) == {"return 0", "return 1"}
    play(table, "return 1", "roll", "dice 5 5")
    assert counts(table) == ([2, 0], 6)


@pytest.mark.rule("TW-K2")
def test_one_at_a_time():
    """The supply gives two, then the other is the one with most, then it is herself."""
    table = failed(edit=lambda s: cackles(s, 1, 5), lines=("dice C C", "face", "roll", "dice C C"))
    play(table, "flee Place")
    # From 1 and 5 with two in the supply, five to take: 3 5, then from the other 4 4, then Black Aliss twice.
    s = facts(sound(table))
    assert counts(table) == ([4, 4], 0)
    assert s.aliss.tolist() == [2, 0, 0, 0]


def short(*numbers, lines=("dice C 2", "flee Place"), players=3, edit=None):
    """Cackles are taken with these in front of the players and the rest of the supply out of reach."""

    def change(s):
        cackles(s, *numbers)
        assert s.cackle_supply == 0
        if edit is not None:
            edit(s)

    return play(attempt("Slice", "Limb", change, players), *lines)


@pytest.mark.rule("TW-K1")
def test_from_the_player_with_the_most():
    table = short(3, 4, 5)
    assert counts(table) == ([4, 4, 4], 0)
    assert facts(table).aliss.sum() == 0


@pytest.mark.rule("TW-K1")
def test_she_chooses_among_the_tied():
    table = short(0, 6, 6)
    assert (table.actor, texts(table)) == (0, {"take 1", "take 2"})
    play(table, "take 2")
    assert counts(table) == ([1, 6, 5], 0)


@pytest.mark.rule("TW-K1")
def test_the_choice_is_made_anew_for_each():
    table = short(0, 6, 6, lines=("dice C C", "flee Place"))
    play(table, "take 1")  # the other alone has the most now
    assert counts(table) == ([2, 5, 5], 0)


@pytest.mark.rule("TW-K1")
@pytest.mark.parametrize("numbers", [(6, 3, 3), (6, 6, 0), (4, 4, 4)])
def test_who_has_the_most_takes_a_black_aliss(numbers):
    table = short(*numbers)
    s = facts(sound(table))
    assert counts(table) == (list(numbers), 0)
    assert (s.aliss.tolist(), s.aliss_supply) == ([1, 0, 0, 0], 11)
    assert s.score.tolist() == [-1, 0, 0, 0]


@pytest.mark.rule("TW-K1")
def test_while_the_supply_lasts_it_gives():
    table = play(attempt("Slice", "Limb", lambda s: cackles(s, 7, 0)), "dice C 2", "flee Place")
    assert counts(table) == ([8, 0], 0)
    assert facts(table).aliss.sum() == 0


@pytest.mark.rule("TW-K1")
def test_with_no_black_aliss_left_nothing_happens():
    table = short(8, 4, 0, edit=lambda s: aliss(s, 2, 10, 0))
    s = facts(sound(table))
    assert not table.over
    assert counts(table) == ([8, 4, 0], 0)
    assert (s.aliss.tolist(), s.aliss_supply) == ([2, 10, 0, 0], 0)
    assert second_move(table)
