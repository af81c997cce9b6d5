"""Solving a problem: TW-P1 to TW-P6 and TW-P11. What follows is in test_outcome."""

import pytest

from coven.core.errors import IllegalMove
from coven.games.witches.attempt_state import total
from tests.games.witches.table import (
    GAME,
    SPACE_NAMES,
    after,
    at,
    attempt,
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
    problems,
    solve,
    sound,
    space,
    texts,
    verbs,
)

DUKES = "Duke Lady Lacrimosa Vlad Count Bela Wintersmith Lily CunningMan ElfLord"  # ten hard tiles


def facing(what, first="dice 2 3", names="", where="Slice", **more):
    """Seat 0 has rolled two dice, with these cards in hand, and faces the problem."""
    table = attempt(where, what, lambda s: hand(s, 0, names), **more)
    return play(table, *(["roll"] if names else []), first, "face")


def solved(table, what, seat=0):
    """How many of a kind a seat has solved."""
    return int(facts(sound(table)).solved[seat, kind(what)])


def score_of(table):
    """The total of the attempt so far, as the rules count it."""
    return int(total(facts(table), 0))


@pytest.mark.rule("TW-P1")
def test_a_face_down_tile_is_turned_up_for_all():
    def edit(s):
        problem(s, "Slice", "hard")
        s.at[0] = space("Slice")

    table = doing("act", edit)
    odds = {move.text: chance for move, chance in table.chances}
    assert odds["hard Elves at Slice"] == pytest.approx(4 / 17)
    assert odds["hard Lily at Slice"] == pytest.approx(1 / 17)
    play(table, "hard Lily at Slice")
    s = facts(sound(table))
    assert (lying(table, "Slice"), s.face_up[space("Slice")]) == ("Lily", 1)
    assert s.hard_pool[kind("Lily") - 6] == 0
    assert verbs(table) == {"dice"}


@pytest.mark.rule("TW-P1")
def test_a_tile_somebody_looked_at_is_that_tile():
    def edit(s):
        problem(s, "Slice", "Vlad", face_up=False, lookers=(1,))
        s.at[0] = space("Slice")

    table = doing("act", edit)
    assert texts(table) == {"hard Vlad at Slice"}
    play(table, "hard Vlad at Slice")
    s = facts(sound(table))
    assert (s.face_up[space("Slice")], s.lookers[space("Slice")]) == (1, 0)  # nobody's secret any more


@pytest.mark.rule("TW-P1")
def test_two_dice_then_run_or_face_it():
    table = attempt("Slice", "Fever")
    odds = {move.text: chance for move, chance in table.chances}
    assert odds["dice C C"] == pytest.approx(1 / 36)
    assert odds["dice C 6"] == pytest.approx(2 / 36)
    assert sum(odds.values()) == pytest.approx(1)
    play(table, "dice 4 5")
    assert facts(sound(table)).dice.tolist() == [4, 5, -1, -1]
    assert texts(table) == {"flee Place", "face"}


@pytest.mark.rule("TW-P2")
def test_running_away_to_an_adjacent_empty_space():
    def edit(s):
        problem(s, "Dancers", "Fever")
        problem(s, "Oak", "Fever")
        s.at[0] = space("Well")

    # Granny's Cottage has the other witch, Dancers and Oak have problems.
    table = play(attempt("Well", "Limb", edit, at="Well Granny"), "dice 2 3")
    assert after(table, "flee") == {"Town1", "Town2", "Town3"}
    play(table, "flee Town2")
    assert (at(table), lying(table, "Well")) == ("Town2", "Limb")
    s = facts(sound(table))
    assert s.cackles[0] == 0
    assert s.dice.tolist() == [-1] * 4
    assert "stay" in texts(table)  # the second move


@pytest.mark.rule("TW-P2")
def test_in_town_and_castle_also_to_an_empty_space_of_the_place():
    table = play(attempt("Castle1", "Limb"), "dice 2 3")
    assert after(table, "flee") == {"Castle2", "Town1", "Town2", "Town3"}
    table = play(attempt("Castle1", "Limb", lambda s: problems(s, "Castle2 Town1")), "dice 2 3")
    assert after(table, "flee") == {"Town2", "Town3"}


@pytest.mark.rule("TW-P2")
def test_with_a_broomstick_to_any_empty_space():
    def edit(s):
        hand(s, 0, "Greebo Jason")
        problem(s, "Gorge", "Fever")

    table = play(attempt("Slice", "Limb", edit), "roll", "dice 2 3")
    assert after(table, "broom") == {"Greebo"}
    play(table, "broom Greebo")
    assert after(table, "flee") == set(SPACE_NAMES[:-1]) - {"Slice", "Gorge", "Stone"}
    play(table, "flee Blackglass")
    assert at(sound(table)) == "Blackglass"
    assert int(facts(table).discard) == cards("Greebo")


@pytest.mark.rule("TW-P2")
def test_who_can_not_run_must_face_it():
    table = play(attempt("Slice", "Limb", at="Slice Place"), "dice 2 3")
    assert texts(table) == {"face"}
    table = play(attempt("Slice", "Limb", lambda s: problem(s, "Place", "Fever")), "dice 2 3")
    assert texts(table) == {"face"}


@pytest.mark.rule("TW-P2")
def test_a_broomstick_is_a_way_out_when_nothing_adjacent_is_empty():
    table = play(
        attempt("Slice", "Limb", lambda s: hand(s, 0, "Greebo"), at="Slice Place"), "roll", "dice 2 3"
    )
    assert texts(table) >= {"broom Greebo", "face"}
    assert not after(table, "flee")


@pytest.mark.rule("TW-P2")
def test_a_hard_tile_stays_face_up_when_she_runs():
    def edit(s):
        problem(s, "Slice", "hard")
        s.at[0] = space("Slice")

    table = play(doing("act", edit), "hard Lily at Slice", "dice 2 3", "flee Place")
    s = facts(sound(table))
    assert (lying(table, "Slice"), s.face_up[space("Slice")]) == ("Lily", 1)
    assert s.aliss[0] == 0  # running is not failing


@pytest.mark.rule("TW-P2", "TW-P7")
def test_cackle_faces_count_for_those_who_run():
    table = play(attempt("Slice", "Limb"), "dice C C", "flee Place")
    assert facts(sound(table)).cackles[0] == 2


@pytest.mark.rule("TW-P2")
def test_local_knowledge_and_invisibility_do_not_help_to_run():
    table = play(attempt("Slice", "Limb", lambda s: hand(s, 0, "Herne You")), "roll", "dice 2 3")
    assert texts(table) == {"broom Herne", "flee Place", "face"}


@pytest.mark.rule("TW-P3")
def test_headology_adds_one_magic_two_and_a_cackle():
    table = facing("Death", "dice 2 3", "Jason Tomjon Agnes Igor Greebo")
    assert after(table, "headology") == {"Jason", "Tomjon"}
    assert after(table, "magic") == {"Agnes", "Igor"}
    assert not after(table, "broom")  # no way to run any more
    assert score_of(table) == 5
    play(table, "headology Jason")
    assert score_of(table) == 6
    play(table, "magic Agnes")
    assert score_of(table) == 8
    play(table, "headology Tomjon", "magic Igor")
    assert score_of(table) == 11
    assert facts(sound(table)).cackles[0] == 0  # the Cackles come at the end (TW-K2)
    play(table, "roll", "dice 2 3", "done")
    s = facts(sound(table))
    assert s.solved[0, kind("Death")] == 1
    assert s.cackles[0] == 2
    assert int(s.discard) == cards("Jason Tomjon Agnes Igor")


@pytest.mark.rule("TW-P3")
def test_symbols_are_not_for_before_facing():
    table = attempt("Slice", "Fever", lambda s: hand(s, 0, "Jason Agnes"))
    assert texts(table) == {"roll"}
    play(table, "roll", "dice 2 3")
    assert texts(table) == {"flee Place", "face"}


@pytest.mark.rule("TW-P3")
def test_the_other_dice_must_be_rolled_even_with_enough():
    table = facing("Fever", "dice 6 6")
    assert texts(table) == {"roll"}
    play(table, "roll", "dice C C")
    assert solved(table, "Fever") == 1
    assert facts(table).cackles[0] == 2


@pytest.mark.rule("TW-P3")
def test_annagrammas_tile_is_a_magic():
    table = facing("Death", "dice 2 3", trainees="Annagramma Petulia")
    play(table, "tile")
    assert score_of(table) == 7
    play(table, "roll", "dice 2 3")
    assert solved(table, "Death") == 1
    assert facts(table).cackles[0] == 1 + 1  # the first is from the set-up


@pytest.mark.rule("TW-P4")
def test_no_symbols_after_four_dice():
    table = facing("Death", "dice 2 2", "Jason Agnes Feegle", trainees="Annagramma Petulia")
    play(table, "roll", "dice 2 2")
    assert texts(table) == {"play Agnes", "play Feegle", "done"}  # no symbols, no Magic tile
    with pytest.raises(IllegalMove):
        table.play("headology Jason")


@pytest.mark.rule("TW-P4")
def test_effects_after_four_dice():
    table = play(facing("Fever", "dice 2 C", "Feegle"), "roll", "dice C 3")
    assert solved(play(table.copy(), "done"), "Fever") == 0
    assert solved(play(table, "play Feegle"), "Fever") == 1  # with nothing else to play that was all


@pytest.mark.rule("TW-P4")
def test_a_broomstick_for_running_away_after_failing():
    table = facing("Death", "dice 2 2", "Greebo")
    play(table, "roll", "dice 2 2", "done")
    assert texts(table) == {"broom Greebo", "flee Place"}
    play(table, "broom Greebo", "flee Blackglass")
    s = facts(sound(table))
    assert at(table) == "Blackglass"
    assert s.cackles[0] == 1  # for failing


@pytest.mark.rule("TW-P5")
@pytest.mark.parametrize(
    ("tiles", "bonus"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (7, 3), (8, 4), (10, 4)]
)
def test_one_for_every_two_hard_tiles(tiles, bonus):
    def edit(s):
        solve(s, 0, " ".join(DUKES.split()[:tiles]))

    assert score_of(play(attempt("Slice", "Fever", edit), "dice 2 3")) == 5 + bonus


@pytest.mark.rule("TW-P5")
@pytest.mark.parametrize(("seat", "tiles"), [(0, "Pig Pig Pig Pig"), (1, "Elves Elves")])
def test_easy_tiles_and_those_of_others_add_nothing(seat, tiles):
    table = play(attempt("Slice", "Fever", lambda s: solve(s, seat, tiles)), "dice 2 3")
    assert score_of(table) == 5


@pytest.mark.rule("TW-P5", "TW-P6")
@pytest.mark.parametrize(("tiles", "number"), [("Duke", 0), ("Duke Lady", 1)])
def test_the_pair_decides(tiles, number):
    table = play(
        attempt("Slice", "Limb", lambda s: solve(s, 0, tiles)), "dice 2 2", "face", "roll", "dice 3 3"
    )
    assert solved(table, "Limb") == number  # 10 against 11


@pytest.mark.rule("TW-P6")
@pytest.mark.parametrize(("crisis", "last", "number"), [(0, 3, 1), (0, 2, 0), (1, 5, 1), (1, 4, 0)])
def test_two_more_for_a_crisis(crisis, last, number):
    """The rulebook's: a Fever takes 7, with a Crisis 9."""
    table = attempt("Slice", "Fever", lambda s: problem(s, "Slice", "Fever", crisis=crisis))
    play(table, "dice 2 2", "face", "roll", f"dice C {last}")
    assert solved(table, "Fever") == number


@pytest.mark.rule("TW-P6")
@pytest.mark.parametrize(("last", "number"), [(6, 1), (5, 0)])
def test_lily_with_a_crisis_takes_twenty_five(last, number):
    def edit(s):
        problem(s, "Slice", "Lily", crisis=1)
        hand(s, 0, "Jason Tomjon Agnes Ridcully Igor")  # 1 + 1 + 2 + 2, and one to hold on to

    table = play(
        attempt("Slice", "Lily", edit), "roll", "dice 4 4", "face", "headology Jason", "headology Tomjon"
    )
    play(table, "magic Agnes", "magic Ridcully", "roll", f"dice 5 {last}", "done")
    assert solved(table, "Lily") == number


@pytest.mark.rule("TW-P6")
def test_two_more_for_each_crisis():
    def edit(s):
        problem(s, "Slice", "Lacrimosa", crisis=3)  # 18 + 6

    table = play(attempt("Slice", "Lacrimosa", edit), "dice 6 6", "face", "roll")
    assert solved(play(table.copy(), "dice 5 6"), "Lacrimosa") == 0
    assert solved(play(table.copy(), "dice 6 6"), "Lacrimosa") == 1


@pytest.mark.rule("TW-P11")
def test_annagramma_and_the_hiver():
    """The rulebook's example: 16 before the last dice against 24, and a +2 makes up what they lack."""

    def edit(s):
        problem(s, "Slice", "hard", crisis=1)
        solve(s, 0, "Duke Lady")
        hand(s, 0, "Igor Jason Tomjon Agnes Feegle")
        cackles(s, 1, 0)

    table = doing("move", edit, trainees="Annagramma Petulia", at="Place Oak")
    play(
        table, "to Slice", "stay", "hard Hiver at Slice", "roll", "dice C 5", "play Igor", "reroll 1", "die 4"
    )
    play(table, "face", "headology Jason", "headology Tomjon", "magic Agnes", "tile")
    assert score_of(table) == 16
    play(table, "roll", "dice 2 4")
    assert score_of(table) == 22
    assert texts(table) == {"play Feegle", "done"}
    play(table, "play Feegle")
    s = facts(sound(table))
    assert s.solved[0, kind("Hiver")] == 1
    assert (s.crisis_supply, lying(table, "Slice")) == (12, "")
    assert s.cackles[0] == 1 + 2  # two for the magic; the re-rolled face counts for nothing
    assert (s.tile_left[0], held(table)) == (0, set())
    assert s.score[0] == 3 + 4 + 6
    assert GAME.tables[0].difficulty[kind("Hiver")] == 22
