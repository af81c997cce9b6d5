"""A new problem: TW-N1 to TW-N7."""

import pytest

import coven
from coven.games.witches.state import BOXES
from tests.games.witches.table import (
    CARD_NAMES,
    SPACE_NAMES,
    after,
    box,
    cards,
    deck,
    doing,
    facts,
    hand,
    held,
    lying,
    play,
    problem,
    problems,
    sound,
    space,
    texts,
    verbs,
)

EASY_KINDS = ("Fever", "Pig", "Sheep", "Pregnancy", "Limb", "Death")


def trouble(edit=None, top="Limb", **more):
    """Seat 0 has just taken the only easy tile of the first box; six hard ones lie below and behind."""

    def change(s):
        box(s, 0, top, easy=1, hard=1)
        for i in range(1, BOXES):
            box(s, i, hard=1)
        if edit is not None:
            edit(s)

    return doing("problem", change, **more)


def hard_trouble(edit=None, **more):
    """The tile taken is a hard one."""

    def change(s):
        for i in range(BOXES):
            box(s, i, hard=1)
        if edit is not None:
            edit(s)

    return doing("problem", change, **more)


def moving(table):
    """Phase 1 is over."""
    return table.actor == 0 and "stay" in texts(table)


def counters(table):
    """The spaces with a Crisis, and how many are in the supply."""
    s = facts(sound(table))
    return {name: int(n) for name, n in zip(SPACE_NAMES, s.crisis, strict=False) if n}, int(s.crisis_supply)


@pytest.mark.rule("TW-N1")
def test_the_easy_tile_on_top_of_the_first_box_comes_first():
    def edit(s):
        box(s, 0, "Death", easy=1, hard=1)
        box(s, 1, "Fever", easy=2, hard=1)

    table = play(doing("problem", edit), "location Tomjon")
    assert lying(table, "Razorback") == "Death"
    s = facts(sound(table))
    assert (s.box_easy[0], s.box_hard[0], s.box_top[0]) == (0, 1, -1)
    assert (s.box_easy[1], s.box_hard[1]) == (2, 1)


@pytest.mark.rule("TW-N1")
def test_then_the_hard_ones_below_then_the_next_box():
    def edit(s):
        box(s, 0)
        box(s, 1, hard=1)
        box(s, 2, "Fever", easy=1)

    table = play(doing("problem", edit), "location Tomjon")
    assert lying(table, "Razorback") == "hard"
    s = facts(sound(table))
    assert (s.box_hard[1], s.box_easy[2]) == (0, 1)


@pytest.mark.rule("TW-N1")
def test_boxes_that_were_empty_from_the_start_are_passed_over():
    def edit(s):
        for i in range(BOXES):
            box(s, i)
        box(s, 5, "Sheep", easy=1)

    assert lying(play(doing("problem", edit), "location Tomjon"), "Razorback") == "Sheep"


@pytest.mark.rule("TW-N1")
def test_any_card_of_the_deck_may_name_the_place():
    table = trouble(lambda s: hand(s, 1, "Tomjon Greebo Igor"))
    assert table.actor == coven.CHANCE
    odds = {move.text: chance for move, chance in table.chances}
    assert odds == {
        f"location {name}": pytest.approx(1 / 52)
        for name in CARD_NAMES
        if name not in ("Tomjon", "Greebo", "Igor")
    }


@pytest.mark.rule("TW-N1")
def test_a_problem_comes_every_turn_to_every_seat():
    table = play(trouble(), "location Tomjon", "stay", "stay", "draw Igor", "draw Greebo", "draw Jason")
    assert facts(table).active == 1
    play(table, "location Binky")
    assert lying(table, "Gorge") == "hard"  # the one below the Broken Limb
    assert table.actor == 1


@pytest.mark.rule("TW-N2")
def test_an_easy_tile_lies_face_up():
    table = play(trouble(top="Fever"), "location Binky")
    assert lying(table, "Gorge") == "Fever"
    assert facts(sound(table)).face_up[space("Gorge")] == 1
    assert moving(table)
    assert counters(table) == ({}, 12)


@pytest.mark.rule("TW-N2")
def test_a_hard_tile_lies_face_down():
    table = play(hard_trouble(), "location Binky")
    assert lying(table, "Gorge") == "hard"
    s = facts(sound(table))
    assert (s.face_up[space("Gorge")], s.lookers[space("Gorge")]) == (0, 0)
    assert s.hard_pool.sum() == 17  # nobody has seen which it is
    assert moving(table)


@pytest.mark.rule("TW-N3")
@pytest.mark.parametrize("seat", [0, 1])
def test_where_a_witch_stands_nothing_is_placed(seat):
    table = trouble(lambda s: s.at.__setitem__(seat, space("Gorge")))
    play(table, "location Binky")
    assert lying(table, "Gorge") == ""
    assert verbs(table) == {"location"}  # another card is turned over
    play(table, "location Jeannie")
    assert (lying(table, "Gorge"), verbs(table)) == ("", {"location"})
    play(table, "location Brevis")
    assert lying(table, "Skund") == "Limb"
    assert counters(table) == ({}, 12)


@pytest.mark.rule("TW-N3")
def test_a_witch_in_the_dungeon_is_in_nobodys_way():
    table = play(trouble(at="Oak Dungeon"), "location LadyJane")
    assert lying(table, "Stone") == "Limb"


@pytest.mark.rule("TW-N4")
def test_a_broken_limb_with_a_crisis_in_slice():
    """The rulebook's example: Slice, Slice again, and Razorback at last."""
    table = trouble(lambda s: problem(s, "Slice", "hard"), trainees="Tiffany Petulia")
    play(table, "location Igor")
    assert counters(table) == ({"Slice": 1}, 11)
    assert verbs(table) == {"location"}
    play(table, "location Brooks")
    assert counters(table) == ({"Slice": 1}, 11)
    assert verbs(table) == {"location"}
    play(table, "location Tomjon")
    assert (lying(table, "Slice"), lying(table, "Razorback")) == ("hard", "Limb")
    assert facts(table).face_up[space("Razorback")] == 1
    assert counters(table) == ({"Slice": 1}, 11)
    assert moving(table)


@pytest.mark.rule("TW-N4")
def test_several_crises_may_come_in_one_turn():
    table = trouble(lambda s: problems(s, "Slice Skund Gorge", "Fever"))
    play(table, "location Igor", "location Brevis", "location Binky", "location Tomjon")
    assert counters(table) == ({"Slice": 1, "Skund": 1, "Gorge": 1}, 9)


@pytest.mark.rule("TW-N4")
def test_more_than_one_crisis_brings_no_further_one():
    table = trouble(lambda s: problem(s, "Slice", "Lacrimosa", crisis=3))
    assert counters(play(table, "location Igor")) == ({"Slice": 3}, 9)


@pytest.mark.rule("TW-N5")
@pytest.mark.parametrize(
    ("name", "free"), [("Hwel", {"Town1", "Town2", "Town3"}), ("Fool", {"Castle1", "Castle2"})]
)
def test_in_town_and_castle_the_player_chooses_the_space(name, free):
    table = play(trouble(), f"location {name}")
    assert (table.actor, texts(table)) == (0, {f"to {where}" for where in free})
    where = max(free)
    play(table, f"to {where}")
    assert lying(table, where) == "Limb"
    assert moving(table)


@pytest.mark.rule("TW-N5")
def test_only_empty_spaces_can_be_chosen():
    table = trouble(lambda s: problem(s, "Town2", "Fever"))
    assert texts(play(table, "location Hwel")) == {"to Town1", "to Town3"}
    table = trouble(at="Oak Town1")
    assert texts(play(table, "location Hwel")) == {"to Town2", "to Town3"}
    table = trouble(lambda s: problem(s, "Town2", "Fever"), at="Oak Town1")
    play(table, "location Hwel")  # one left: nothing to choose
    assert lying(table, "Town3") == "Limb"
    assert counters(table) == ({}, 12)


@pytest.mark.rule("TW-N5")
def test_in_a_full_town_the_player_chooses_what_becomes_a_crisis():
    def edit(s):
        problems(s, "Town1 Town3", "Fever")
        problem(s, "Town2", "Death", crisis=1)

    table = play(trouble(edit), "location Hwel")
    assert (table.actor, texts(table)) == (0, {"crisis Town1", "crisis Town3"})
    play(table, "crisis Town3")
    assert counters(table) == ({"Town2": 1, "Town3": 1}, 10)
    assert verbs(table) == {"location"}
    play(table, "location Agnes")  # one without a Crisis is left
    assert counters(table) == ({"Town1": 1, "Town2": 1, "Town3": 1}, 9)
    play(table, "location Ridcully")  # and now none
    assert counters(table) == ({"Town1": 1, "Town2": 1, "Town3": 1}, 9)
    assert verbs(table) == {"location"}


@pytest.mark.rule("TW-N5")
def test_a_witch_in_a_full_castle_takes_no_crisis():
    table = trouble(lambda s: problem(s, "Castle2", "Fever"), at="Castle1 Oak")
    play(table, "location Fool")
    assert counters(table) == ({"Castle2": 1}, 11)
    table = play(trouble(at="Castle1 Castle2"), "location Fool")
    assert counters(table) == ({}, 12)
    assert verbs(table) == {"location"}


def _crises_left(s, number):
    """All but so many Crisis counters lie on Lacrimosa."""
    problem(s, "Skund", "Lacrimosa", crisis=12 - number)


@pytest.mark.rule("TW-N6")
def test_without_a_crisis_left_all_lose_at_once():
    def edit(s):
        _crises_left(s, 0)
        problem(s, "Slice", "Fever")

    table = play(trouble(edit), "location Igor")
    assert table.over
    assert (table.winners, table.ending) == ((), "crisis")
    sound(table)


@pytest.mark.rule("TW-N6")
def test_the_last_crisis_itself_is_no_harm():
    def edit(s):
        _crises_left(s, 1)
        problems(s, "Slice Gorge", "Fever")

    table = play(trouble(edit), "location Igor")
    assert not table.over
    assert facts(table).crisis_supply == 0
    play(table, "location Brooks")  # Slice has its Crisis: none is due
    assert not table.over
    play(table, "location Binky")
    assert table.ending == "crisis"


@pytest.mark.rule("TW-N5", "TW-N6")
def test_a_full_town_can_end_the_game():
    def edit(s):
        _crises_left(s, 0)
        problems(s, "Town1 Town2 Town3", "Fever")

    table = play(trouble(edit), "location Hwel")
    if not table.over:
        play(table, table.legal[0].text)
    assert table.ending == "crisis"


@pytest.mark.rule("TW-N7")
def test_cards_turned_over_are_discarded():
    table = trouble(lambda s: problem(s, "Slice", "Fever"))
    play(table, "location Igor", "location Tomjon")
    s = facts(sound(table))
    assert int(s.discard) == cards("Igor Tomjon")
    assert not int(s.deck) & cards("Igor Tomjon")


@pytest.mark.rule("TW-N7")
def test_an_empty_deck_is_the_discards_shuffled_but_not_the_hands():
    def edit(s):
        problem(s, "Slice", "Fever")
        hand(s, 1, "Greebo Jason")
        deck(s, "Igor")

    table = trouble(edit)
    assert texts(table) == {"location Igor"}
    play(table, "location Igor")
    assert after(table, "location") == set(CARD_NAMES) - {"Greebo", "Jason"}  # Igor is among them again
    play(table, "location Tomjon")
    s = facts(sound(table))
    assert int(s.discard) == cards("Tomjon")
    assert held(table, 1) == {"Greebo", "Jason"}


def _all_but(*names):
    return " ".join(name for name in CARD_NAMES if name not in names)


@pytest.mark.rule("TW-N7")
def test_a_card_played_is_discarded_before_its_own_draws():
    """With nothing else left a witch's trick draws itself, and then no more."""

    def edit(s):
        hand(s, 0, "Hwel")
        hand(s, 1, _all_but("Hwel"))

    table = play(doing("turn", edit), "play Hwel")
    assert texts(table) == {"draw Hwel"}
    play(table, "draw Hwel")
    assert table.actor == 0
    assert held(sound(table)) == {"Hwel"}


@pytest.mark.rule("TW-N7")
def test_with_neither_deck_nor_discards_nothing_is_drawn():
    table = doing("draw", lambda s: hand(s, 1, _all_but()))
    assert (table.actor, held(table)) == (1, set())


def _razorback_only(s, hers=""):
    """All cards are held but two that name Razorback, where a problem waits: one in the deck, one discarded."""
    problem(s, "Razorback", "Fever")
    hand(s, 0, hers)
    hand(s, 1, _all_but("Tomjon", "Thunder", *hers.split()))
    deck(s, "Tomjon")


FREE = {f"to {name}" for name in SPACE_NAMES[:-1]} - {"to Razorback", "to Oak", "to Stone"}


@pytest.mark.rule("TW-N7")
def test_when_no_card_names_a_free_place_the_player_chooses_any():
    # With the deck run out, everyone sees that no discard names a free place.
    table = play(trouble(_razorback_only, top="Death"), "location Tomjon")
    assert (table.actor, texts(table)) == (0, FREE)
    play(table, "to Gorge")
    assert lying(table, "Gorge") == "Death"
    assert facts(sound(table)).face_up[space("Gorge")] == 1
    assert counters(table) == ({"Razorback": 1}, 11)
    assert moving(table)
    hard = play(hard_trouble(_razorback_only), "location Tomjon")
    assert facts(sound(play(hard, "to Gorge"))).face_up[space("Gorge")] == 0


@pytest.mark.rule("TW-N7")
def test_with_all_cards_in_hands_the_player_chooses_at_once():
    table = trouble(lambda s: hand(s, 1, _all_but()))
    assert (table.actor, texts(table)) == (0, FREE | {"to Razorback"})


@pytest.mark.rule("TW-N7")
def test_one_card_among_the_discards_is_enough_to_go_on():
    def edit(s):
        problem(s, "Razorback", "Fever")
        hand(s, 1, _all_but("Tomjon", "Thunder", "Brevis"))
        deck(s, "Tomjon")

    table = play(trouble(edit), "location Tomjon")
    assert after(table, "location") == {"Tomjon", "Thunder", "Brevis"}
    play(table, "location Thunder", "location Tomjon", "location Brevis")
    assert lying(table, "Skund") == "Limb"
    assert moving(table)


@pytest.mark.rule("TW-N7")
def test_with_no_empty_space_at_all_the_tile_leaves_the_game():
    def edit(s):
        for i, name in enumerate(SPACE_NAMES[:-1]):
            if name not in ("Oak", "Stone"):
                problem(s, name, EASY_KINDS[i % 5], crisis=int(i < 12))

    table = trouble(edit, top="Death")
    assert moving(table)
    s = facts(sound(table))
    assert s.removed[EASY_KINDS.index("Death")] == 1
    assert int(s.discard) == 0
