"""Set-up: TW-S1 to TW-S6."""

import pytest

from coven.core.errors import IllegalMove
from tests.games.witches.table import (
    GAME,
    KIND_NAMES,
    SPACE_NAMES,
    after,
    arrange,
    at,
    attempt,
    doing,
    facts,
    hand,
    held,
    kind,
    lift,
    play,
    problem,
    sound,
    space,
    texts,
    verbs,
)

GREEN = "Place Hollow Dancers Well Creel LongMan Rock BadAss Gorge Town2".split()
PURPLE = "Slice Caves Blackglass Bridge Castle2".split()
FREE = {"Razorback", "Stone", "Granny", "Oak", "Skund", "Magrat", "MadStoat"}
BESIDE = {"Town1", "Town3", "Castle1"}  # free themselves, but a problem is in the same place
EASY_KINDS = ["Fever", "Pig", "Sheep", "Pregnancy", "Limb", "Death"]
BOXES = {  # easy and hard tiles in the six boxes, by number of players
    1: ([2, 2, 1, 0, 0, 0], [1, 1, 1, 0, 0, 0]),
    2: ([2, 2, 1, 2, 1, 1], [1, 1, 2, 1, 1, 1]),
    3: ([2, 2, 2, 2, 2, 2], [2, 2, 2, 2, 2, 2]),
    4: ([4, 4, 4, 3, 3, 0], [2, 2, 2, 2, 2, 0]),
}


def new(players=2, **options):
    """A game of which nothing is decided yet."""
    return GAME.new(players, chance="manual", **options)


def until(table, verb):
    """Let chance take its first outcome until something of a kind is asked."""
    while verb not in verbs(table):
        table.play(table.legal[0])
    return table


def rolled(players, *totals, **options):
    """The dice are thrown for the choice of trainee."""
    return play(until(new(players, **options), "total"), *(f"total {total}" for total in totals))


def chosen(*names, first=0, **options):
    """All have chosen, seat `first` as the first, in the order of choosing."""
    totals = [10 + 5 * (seat == first) for seat in range(len(names))]
    return play(rolled(len(names), *totals, **options), *(f"choose {name}" for name in names))


def standing(table):
    """Cards are dealt, the witches are about to be placed."""
    return play(table, "*")


@pytest.mark.rule("TW-S1")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_hard_tiles_face_down_on_purple_easy_ones_face_up_on_green(players):
    table = new(players)
    for number in range(len(GREEN)):
        assert after(table, "easy") <= set(EASY_KINDS)
        play(table, f"easy {EASY_KINDS[number % 6]}")
    s = facts(sound(until(table, "total") if players > 1 else table))
    for name in SPACE_NAMES[:-1]:
        tile, up = s.tile[space(name)], s.face_up[space(name)]
        if name in GREEN:
            assert (KIND_NAMES[tile], up) == (EASY_KINDS[GREEN.index(name) % 6], 1)
        elif name in PURPLE:
            assert (KIND_NAMES[tile], up) == ("hard", 0)
        else:
            assert (name in FREE | BESIDE, tile, up) == (True, -1, 0)


@pytest.mark.rule("TW-S1")
def test_a_tile_drawn_is_not_drawn_again():
    table = play(new(), *["easy Fever"] * 5)
    assert after(table, "easy") == set(EASY_KINDS) - {"Fever"}
    odds = {move.text: chance for move, chance in table.chances}
    assert odds["easy Pig"] == pytest.approx(5 / 25)


@pytest.mark.rule("TW-S2")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_boxes(players):
    s = facts(arrange(players=players))
    assert (s.box_easy.tolist(), s.box_hard.tolist()) == BOXES[players]


@pytest.mark.rule("TW-S2")
def test_the_boxes_of_a_game_of_four():
    """The rulebook's picture: two hard tiles under four or three easy ones, and the last box empty."""
    s = facts(arrange(players=4))
    assert s.box_hard.tolist() == [2, 2, 2, 2, 2, 0]
    assert s.box_easy.tolist() == [4, 4, 4, 3, 3, 0]
    assert [top >= 0 for top in s.box_top] == [True] * 5 + [False]


@pytest.mark.rule("TW-S2")
def test_only_the_top_of_a_box_is_seen():
    table = play(new(), *["easy Fever"] * 5, *["easy Pig"] * 5)
    play(table, "easy Sheep", "easy Limb", "easy Death", "easy Sheep", "easy Sheep", "easy Death")
    assert verbs(table) == {"total"}  # one tile of each box was turned over, no more
    s = facts(sound(table))
    assert [KIND_NAMES[tile] for tile in s.box_top] == ["Sheep", "Limb", "Death", "Sheep", "Sheep", "Death"]
    # What lies below may be any of the rest, in the box or put away.
    assert dict(zip(EASY_KINDS, s.easy_pool.tolist(), strict=True)) == {
        "Fever": 0, "Pig": 0, "Sheep": 2, "Pregnancy": 5, "Limb": 4, "Death": 3,
    }  # fmt: skip
    assert s.hard_pool.tolist() == GAME.tables[0].count[6:].tolist()  # of the hard ones nobody saw any


@pytest.mark.rule("TW-S2")
def test_an_easy_tile_that_becomes_the_top_is_seen():
    """And the hard one below it stays unknown."""
    table = play(doing("problem"), "easy Limb", "location Tomjon")
    assert KIND_NAMES[facts(table).box_top[0]] == "Limb"
    assert facts(sound(table)).box_easy.tolist() == [1, 2, 1, 2, 1, 1]


@pytest.mark.rule("TW-S3")
@pytest.mark.parametrize(("players", "cackles"), [(2, 8), (3, 12), (4, 16)])
def test_counters_by_the_number_of_players(players, cackles):
    s = facts(new(players))
    assert (s.cackle_supply, s.crisis_supply, s.aliss_supply) == (cackles, 12, 12)


@pytest.mark.rule("TW-S3")
def test_four_cackles_alone():
    assert facts(new(1)).cackle_supply == 4


@pytest.mark.rule("TW-S4")
def test_four_dice_with_the_cackle_as_nothing():
    table = until(new(2), "total")
    odds = {move.text: chance for move, chance in table.chances}
    assert odds["total 0"] == pytest.approx(1 / 6**4)
    assert "total 1" not in odds
    assert odds["total 2"] == pytest.approx(4 / 6**4)
    assert odds["total 24"] == pytest.approx(1 / 6**4)
    assert sum(odds.values()) == pytest.approx(1)


@pytest.mark.rule("TW-S4")
def test_the_highest_chooses_first_then_clockwise():
    table = rolled(4, 10, 12, 19, 18)
    everyone = {"choose Tiffany", "choose Annagramma", "choose Petulia", "choose Dimity"}
    assert (table.actor, texts(table)) == (2, everyone)
    play(table, "choose Petulia")
    assert (table.actor, texts(table)) == (3, everyone - {"choose Petulia"})
    play(table, "choose Dimity")
    assert (table.actor, texts(table)) == (0, {"choose Tiffany", "choose Annagramma"})
    play(table, "choose Tiffany")
    assert (table.actor, texts(table)) == (1, {"choose Annagramma"})


@pytest.mark.rule("TW-S4")
def test_only_the_tied_roll_again():
    table = rolled(4, 18, 10, 18, 17)
    assert verbs(table) == {"total"}
    play(table, "total 5", "total 7")  # seats 0 and 2; the 17 is out
    assert (table.actor, verbs(table)) == (2, {"choose"})


@pytest.mark.rule("TW-S4")
def test_a_second_tie_is_rolled_off_too():
    table = rolled(3, 18, 18, 18)
    play(table, "total 0", "total 6", "total 6")
    assert verbs(table) == {"total"}
    play(table, "total 3", "total 2")
    assert (table.actor, verbs(table)) == (1, {"choose"})


@pytest.mark.rule("TW-S4")
def test_alone_nobody_rolls():
    table = until(new(1), "choose")
    assert table.actor == 0
    assert [past.actor for past in table.history()] == [-1] * (10 + 3)  # green squares and tops only


@pytest.mark.rule("TW-S4")
def test_annagramma_starts_with_a_cackle_from_the_supply():
    s = facts(sound(chosen("Annagramma", "Tiffany", "Petulia")))
    assert s.cackles.tolist() == [1, 0, 0, 0]
    assert s.cackle_supply == 11


@pytest.mark.rule("TW-S4")
def test_all_but_dimity_have_a_tile():
    assert facts(chosen("Tiffany", "Annagramma", "Petulia", "Dimity")).tile_left.tolist() == [1, 1, 1, 0]


def _pig_twice(s):
    problem(s, "Slice", "Pig")
    problem(s, "Place", "Pig")
    s.at[0] = space("Slice")


@pytest.mark.rule("TW-S4")
def test_petulias_tile_solves_one_pig():
    table = doing("act", _pig_twice, trainees="Petulia Tiffany")
    assert texts(table) == {"tile", "roll"}
    play(table, "tile")
    assert facts(sound(table)).solved[0, kind("Pig")] == 1
    assert facts(table).cackles[0] == 0
    play(table, "to Place", "dice 2 3")
    assert "tile" not in texts(table)  # once a game


@pytest.mark.rule("TW-S4")
@pytest.mark.parametrize(
    ("lines", "taken"), [(["dice 2 C"], 1), (["dice C 2", "face", "roll", "dice 2 C"], 2)]
)
def test_petulias_tile_may_wait_for_the_dice_and_cackles_count(lines, taken):
    table = play(attempt("Slice", "Pig", trainees="Petulia Tiffany"), "roll", *lines, "tile")
    s = facts(sound(table))
    assert (s.solved[0, kind("Pig")], s.cackles[0]) == (1, taken)


@pytest.mark.rule("TW-S4")
def test_petulias_tile_is_for_pigs_only():
    assert "tile" not in texts(play(attempt("Slice", "Sheep", trainees="Petulia Tiffany"), "dice 2 2"))


@pytest.mark.rule("TW-S4")
def test_tiffanys_tile_is_an_invisibility_once():
    def edit(s):
        problem(s, "Well", "Fever")
        problem(s, "Dancers", "Fever")

    table = doing("move", edit, trainees="Tiffany Petulia", at="Oak Skund")
    assert "tile" not in texts(table)  # nothing to cross yet
    play(table, "to Well")
    assert texts(table) == {"tile", "stay"}
    play(table, "tile")
    assert "to Dancers" in texts(table)
    play(table, "to Dancers")
    assert verbs(table) == {"dice"}  # the second problem stops her: the tile is used


@pytest.mark.rule("TW-S4")
def test_annagrammas_tile_is_a_magic_once():
    table = play(attempt("Slice", "Fever", trainees="Annagramma Petulia"), "dice C 2")
    assert "tile" not in texts(table)
    play(table, "face", "tile")
    assert "tile" not in texts(table)
    play(table, "roll", "dice C 3")  # 2 + 2 + 3 solves a Fever
    s = facts(sound(table))
    assert s.solved[0, kind("Fever")] == 1
    assert s.cackles[0] == 1 + 2 + 1  # from the start, two faces, the Magic
    assert s.tile_left[0] == 0


@pytest.mark.rule("TW-S5")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_three_cards_each(players):
    s = facts(arrange(players=players))
    assert s.cards.tolist() == [3] * players + [0] * (4 - players)
    assert [len(held(arrange(players=players), seat)) for seat in range(players)] == [3] * players
    assert int(s.deck).bit_count() == 55 - 3 * players


@pytest.mark.rule("TW-S5")
def test_dimitys_player_starts():
    table = standing(chosen("Tiffany", "Dimity", "Petulia", first=2))  # seats 2, 0, 1
    assert table.actor == 0
    play(table, "to Oak", "to Oak", "to Oak")
    assert table.actor == 0
    assert facts(table).active == 0


@pytest.mark.rule("TW-S5")
def test_without_dimity_the_last_to_choose_starts():
    table = standing(chosen("Tiffany", "Annagramma", "Petulia", first=2))  # seats 2, 0, 1
    assert table.actor == 1
    play(table, "to Oak", "to Oak", "to Oak")
    assert table.actor == 1


@pytest.mark.rule("TW-S6")
def test_witches_stand_from_the_starter_clockwise_where_no_problem_is():
    table = standing(chosen("Tiffany", "Annagramma", "Dimity"))  # Dimity is seat 2
    for seat, name in ((2, "Granny"), (0, "Oak"), (1, "Granny")):
        assert table.actor == seat
        assert after(table, "to") == FREE  # where another stands too, and not the Dungeon
        play(table, f"to {name}")
    assert [at(table, seat) for seat in range(3)] == ["Oak", "Granny", "Granny"]


@pytest.mark.rule("TW-S6")
@pytest.mark.parametrize("town", ["Town1", "Town3", ""])
def test_of_castle_and_town_every_space_must_be_without_a_problem(town):
    """Then all their spaces are free to begin on."""
    table = standing(chosen("Tiffany", "Dimity"))
    lift(facts(table), "Castle2")
    lift(facts(table), "Town2")
    if town:
        problem(facts(table), town, "Limb")
    assert after(table, "to") == FREE | {"Castle1", "Castle2"} | (
        set() if town else {"Town1", "Town2", "Town3"}
    )


@pytest.mark.rule("TW-S6")
def test_by_version_1_the_space_alone_counted():
    table = standing(chosen("Tiffany", "Dimity", version=1))
    assert after(table, "to") == FREE | BESIDE


@pytest.mark.rule("TW-S6")
@pytest.mark.parametrize("name", [*GREEN, *PURPLE, *sorted(BESIDE)])
def test_nobody_begins_where_a_problem_is(name):
    with pytest.raises(IllegalMove):
        play(standing(chosen("Tiffany", "Dimity")), f"to {name}")


@pytest.mark.rule("TW-S5", "TW-S6")
def test_the_first_turn_comes_after_the_set_up():
    """With cards in hand she is asked before the new problem, and the turn goes clockwise."""
    table = arrange(lambda s: hand(s, 0, "Igor Greebo Jason"), players=3)
    assert (table.actor, texts(table)) == (0, {"go"})
