"""The draw and the end: TW-C1, TW-Z1 to TW-Z3."""

import pytest

from tests.games.witches import table
from tests.games.witches.scene import scene, turn_over
from tests.games.witches.table import aliss, cackles, doing, facts, play, solve, texts

EASY = "Fever Fever Fever Pig Pig Pig Sheep Sheep Sheep".split()


def last_turn(edit=None, players=2, **options):
    """The game is over: the last tile of the boxes was placed in the turn that ends, after the edit."""

    def change(s):
        for box in range(6):
            table.box(s, box)
        s.last = 1
        if edit is not None:
            edit(s)

    position = doing("end", change, players, **options)
    assert position.over
    return position


def scored(*solved, mad=(), black=()):
    """Solved problems, Cackles and Black Aliss by seat."""

    def edit(s):
        for seat, names in enumerate(solved):
            solve(s, seat, names)
        cackles(s, *mad)
        aliss(s, *black)

    return edit


# -- the draw ------------------------------------------------------------------------------------------------


@pytest.mark.rule("TW-C1")
@pytest.mark.parametrize(
    ("tiles", "hand"), [(0, 3), (1, 3), (2, 4), (3, 4), (4, 5), (5, 5), (6, 6), (7, 6), (8, 7), (9, 7)]
)
def test_the_hand_is_filled_to_three_and_one_for_two_easy_tiles(tiles, hand):
    position = doing("draw", scene("Tick", solved=(" ".join(EASY[:tiles]),)))
    drawn = 0
    while facts(position).active == 0:
        play(position, position.legal[0].text)
        drawn += 1
    assert drawn == hand - 1
    assert facts(position).cards[0] == hand


@pytest.mark.rule("TW-C1")
def test_hard_tiles_do_not_count_for_the_hand():
    position = play(doing("draw", scene(solved=("Duke Lady Lily Hiver",))), "*")
    assert facts(position).cards[0] == 3


@pytest.mark.rule("TW-C1")
@pytest.mark.parametrize("hand", ["Tick Toad You", "Tick Toad You Hwel Igor Fool"])
def test_with_a_full_hand_or_more_nothing_is_drawn_and_nothing_discarded(hand):
    position = doing("draw", scene(hand))
    assert facts(position).active == 1
    assert facts(position).cards[0] == len(hand.split())


# -- the last problem ----------------------------------------------------------------------------------------


@pytest.mark.rule("TW-Z1")
@pytest.mark.parametrize("what", ["easy", "hard"])
def test_the_game_ends_with_the_turn_in_which_the_last_tile_was_placed(what):
    """That turn is played to its end; nobody gets another."""

    def edit(s):
        for box in range(6):
            table.box(s, box)
        if what == "easy":
            table.box(s, 4, "Pig", 1)
        else:
            table.box(s, 4, hard=1)
        scene("Tick Toad You Hwel", solved=("Fever", "Death"))(s)

    position = turn_over(doing("problem", edit), "Tomjon")
    assert not position.over
    assert facts(position).last == 1
    play(position, "stay", "stay", "go")
    assert position.over
    assert position.ending == "points"
    assert position.scores == (1, 3)
    assert position.winners == (1,)
    assert len(position.legal) == 0


@pytest.mark.rule("TW-Z1")
def test_with_a_tile_left_the_game_goes_on():
    def edit(s):
        for box in range(6):
            table.box(s, box)
        table.box(s, 5, "Pig", 1, 1)
        scene("Tick Toad You Hwel")(s)

    position = turn_over(doing("problem", edit), "Tomjon")
    play(position, "stay", "stay", "go")
    assert not position.over
    assert position.actor != 0


@pytest.mark.rule("TW-Z1")
def test_points_of_the_tiles_less_black_aliss():
    """Cackles cost nothing; tiles beside the display count."""
    nine = " ".join(EASY)
    position = last_turn(scored(f"{nine} Lily Duke", "Death Pregnancy", mad=(3, 0), black=(2, 0)))
    assert position.scores == (9 + 6 + 3 - 2, 5)
    assert position.tally(0) == {"easy problems": 9, "hard problems": 9, "Black Aliss": -2}
    assert position.winners == (0,)


@pytest.mark.rule("TW-Z1")
def test_points_may_be_below_nothing():
    position = last_turn(scored(black=(2, 1)))
    assert position.scores == (-2, -1)
    assert position.winners == (1,)


@pytest.mark.rule("TW-Z1", "TW-Z3")
@pytest.mark.parametrize("options", [{}, {"mode": "coop"}, {"mode": "expert"}])
def test_three_elves_come_first_in_the_last_turn_too(options):
    position = last_turn(scene(Slice="Elves", Caves="Elves", Oak="Elves"), **options)
    assert position.ending == "elves"
    assert position.winners == ()


# -- ties ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("TW-Z2")
@pytest.mark.parametrize(
    ("edit", "winners"),
    [
        # more points, whatever the Cackles
        (scored("Pregnancy", "Fever", mad=(4, 0)), (0,)),
        # fewer Cackles
        (scored("Pregnancy", "Fever Fever", mad=(2, 1)), (1,)),
        (scored("Elves", "Death", mad=(2, 1)), (1,)),
        # and Black Aliss together: 1 + 1 against 1, then against 3
        (scored("Death", "Pregnancy", mad=(1, 1), black=(1, 0)), (1,)),
        (scored("Death", "Pregnancy", mad=(1, 3), black=(1, 0)), (0,)),
        # more points in hard tiles
        (scored("Elves", "Death", mad=(1, 1)), (0,)),
        (scored("Elves Fever", "Lady", mad=(1, 1)), (1,)),
        (scored("Elves Death", "Lily", mad=(0, 1), black=(1, 1)), (0,)),
        # the tile of the highest difficulty
        (scored("Elves", "Duke"), (1,)),
        (scored("Elves Elves", "Lily"), (1,)),
        (scored("Death", "Pregnancy Fever"), (0,)),
        (scored("Limb Fever", "Pregnancy Pig"), (0,)),
        # else shared
        (scored("Elves", "Elves"), (0, 1)),
        (scored("Lady Fever", "Lacrimosa Pig"), (0, 1)),
        (scored(), (0, 1)),
    ],
)
def test_ties_are_broken_step_by_step(edit, winners):
    assert last_turn(edit).winners == winners


@pytest.mark.rule("TW-Z2")
def test_only_the_tied_are_compared():
    """Seat 2 has the hardest tile and no Cackle, but fewer points."""
    edit = scored("Elves Elves Fever", "Lily Fever", "CunningMan Fever Fever", mad=(1, 1, 0), black=(0, 0, 3))
    assert last_turn(edit, 3).scores == (7, 7, 6)
    assert last_turn(edit, 3).winners == (1,)


@pytest.mark.rule("TW-Z2")
def test_some_of_three_may_share():
    edit = scored("Elves", "Fever Fever Fever", "Elves", mad=(0, 0, 0))
    assert last_turn(edit, 3).winners == (0, 2)


# -- all lose ------------------------------------------------------------------------------------------------


@pytest.mark.rule("TW-Z3", "TW-N6")
@pytest.mark.parametrize("options", [{}, {"mode": "coop"}, {"mode": "expert"}])
def test_all_lose_at_once_when_a_crisis_is_due_and_none_is_left(options):
    """Whoever has how many points, in the middle of the turn."""
    supply = {"coop": 9, "expert": 8}.get(options.get("mode", ""), 12)
    position = doing(
        "problem", scene("Tick", solved=("Lily",), Oak=f"Fever+{supply}", Razorback="Pig"), **options
    )
    turn_over(position, "Tomjon")
    assert position.over
    assert position.ending == "crisis"
    assert position.winners == ()
    assert not texts(position)


@pytest.mark.rule("TW-Z3", "TW-N6")
def test_with_one_left_the_game_goes_on():
    position = doing("problem", scene("Tick", Oak="Fever+11", Razorback="Pig"))
    turn_over(position, "Tomjon")
    assert not position.over
    assert facts(position).crisis_supply == 0
