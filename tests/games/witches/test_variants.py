"""Variants: TW-V1 to TW-V4."""

import pytest

import coven
from tests.games.witches import table
from tests.games.witches.scene import attempt, crisis, fail, scene, turn_over
from tests.games.witches.table import GAME, after, at, doing, facts, play, solve, texts, verbs

HARDER = [{"mode": "expert"}, {"mode": "coop", "harder": True}]
USUAL = [{}, {"mode": "coop"}]
SOLO = {"players": 1, "at": "Oak"}
FULL_TOWN = {"Town1": "Fever+1", "Town2": "hard+1", "Town3": "Pig"}


def supplies(position):
    """Cackles, Black Aliss, Crisis."""
    s = facts(position)
    return int(s.cackle_supply), int(s.aliss_supply), int(s.crisis_supply)


def finished(edit, players, **options):
    """The turn in which the last tile was placed is over."""

    def change(s):
        for box in range(6):
            table.box(s, box)
        s.last = 1
        edit(s)

    position = doing("end", change, players, **options)
    assert position.over
    return position


# -- supplies ------------------------------------------------------------------------------------------------


@pytest.mark.rule("TW-S3", "TW-V1", "TW-V2", "TW-V3", "TW-V4")
@pytest.mark.parametrize(
    ("players", "options", "wanted"),
    [
        (2, {}, (8, 12, 12)),
        (3, {}, (12, 12, 12)),
        (4, {}, (16, 12, 12)),
        (2, {"mode": "expert"}, (8, 12, 8)),
        (3, {"mode": "expert"}, (12, 12, 8)),
        (4, {"mode": "expert"}, (16, 12, 8)),
        (2, {"mode": "coop"}, (6, 5, 9)),
        (3, {"mode": "coop"}, (9, 6, 8)),
        (4, {"mode": "coop"}, (12, 7, 7)),
        (4, {"mode": "coop", "harder": True}, (12, 7, 7)),
        (1, {}, (4, 4, 10)),
        (1, {"harder": True}, (4, 4, 10)),
    ],
)
def test_what_lies_ready(players, options, wanted):
    assert supplies(GAME.new(players, chance="manual", **options)) == wanted


@pytest.mark.rule("TW-V2", "TW-V3")
@pytest.mark.parametrize(
    ("players", "options"),
    [(1, {"mode": "coop"}), (2, {"mode": "solo"}), (1, {"mode": "competitive"}), (2, {"harder": True})],
)
def test_modes_have_their_number_of_players(players, options):
    with pytest.raises(coven.BadOption):
        GAME.new(players, **options)


# -- any number of Crisis counters ---------------------------------------------------------------------------


@pytest.mark.rule("TW-V1", "TW-V4", "TW-N4")
@pytest.mark.parametrize(("options", "after_two"), [*((o, 3) for o in HARDER), *((o, 1) for o in USUAL)])
def test_crisis_upon_crisis(options, after_two):
    position = doing("problem", scene(Razorback="Fever+1"), **options)
    ready = supplies(position)[2]
    turn_over(position, "Tomjon", "Billy")
    assert crisis(position, "Razorback") == after_two
    assert supplies(position)[2] == ready - (after_two - 1)
    assert verbs(position) == {"location"}  # the tile still seeks its place


@pytest.mark.rule("TW-V4", "TW-V3")
@pytest.mark.parametrize(("options", "now"), [({}, 1), ({"harder": True}, 2)])
def test_alone_too(options, now):
    position = turn_over(doing("problem", scene(Razorback="Fever+1"), **SOLO, **options), "Tomjon")
    assert crisis(position, "Razorback") == now


@pytest.mark.rule("TW-V1", "TW-V4", "TW-N5")
@pytest.mark.parametrize(
    ("options", "choice"), [*((o, {"Town1", "Town2", "Town3"}) for o in HARDER), *((o, None) for o in USUAL)]
)
def test_in_a_full_town_any_problem_may_get_worse(options, choice):
    """Usually only the one without a Crisis gets it, unasked."""
    position = turn_over(doing("problem", scene(**FULL_TOWN), **options), "Hwel")
    if choice is None:
        assert verbs(position) == {"location"}
        assert crisis(position, "Town3") == 1
    else:
        assert after(position, "crisis") == choice
        play(position, "crisis Town1")
        assert [crisis(position, where) for where in FULL_TOWN] == [2, 1, 0]


@pytest.mark.rule("TW-V1", "TW-P6")
def test_every_crisis_makes_it_harder():
    position = attempt("Slice", "Fever+3", "Tick", options={"mode": "expert"})
    assert "you need 13" in position.prompt()


# -- together ------------------------------------------------------------------------------------------------


@pytest.mark.rule("TW-V2")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(
    ("board", "won"),
    [
        ({}, True),
        (
            {
                "Slice": "hard",
                "Caves": "Lily",
                "Bridge": "Duke@0",
                "Creel": "Fever",
                "Gorge": "Pig",
                "Rock": "Death",
            },
            True,
        ),
        ({"Slice": "hard", "Caves": "Lily", "Bridge": "Duke@0", "Creel": "hard"}, False),
        ({"Slice": "hard", "Caves": "hard", "Bridge": "hard", "Creel": "hard", "Gorge": "hard"}, False),
    ],
)
def test_fewer_than_four_hard_problems_win(players, board, won):
    """Face up or down; points play no part."""
    position = finished(scene(solved=("Fever",), **board), players, mode="coop")
    assert position.ending == ("coop won" if won else "coop lost")
    assert position.winners == (tuple(range(players)) if won else ())


@pytest.mark.rule("TW-V2")
def test_before_the_end_hard_problems_do_not_matter():
    board = dict.fromkeys("Slice Caves Bridge Creel Gorge".split(), "hard")
    assert not doing("end", scene(**board), mode="coop").over


# -- alone ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("TW-V3")
@pytest.mark.parametrize(("held", "choice"), [(1, {"0", "1"}), (2, {"0", "1", "2"}), (4, {"0", "1", "2"})])
def test_a_move_that_ends_at_grannys_cottage_gives_back_two_cackles(held, choice):
    """Walking there, and staying with the second move."""
    position = play(doing("move", scene(cackles=(held,)), players=1, at="Well"), "to Granny")
    assert "return 1" not in texts(position)  # a path is left
    play(position, "stay")
    assert after(position, "return") == choice
    play(position, f"return {min(1, held)}")
    assert facts(position).cackles[0] == held - 1
    play(position, "stay")
    assert after(position, "return") == (
        {"0", *(str(n) for n in range(1, min(2, held - 1) + 1))} if held > 1 else set()
    )


@pytest.mark.rule("TW-V3")
def test_a_problem_at_the_cottage_comes_first():
    position = play(
        doing("move", scene("Tick", cackles=(2,), Granny="Fever"), players=1, at="Well"), "to Granny", "stay"
    )
    assert "roll" in texts(position)
    play(position, "roll", "dice 6 6", "face", "roll", "dice 2 2", "done")
    assert at(position) == "Granny"
    assert table.lying(position, "Granny") == ""
    assert position.prompt().startswith("Second move")
    play(position, "stay")
    assert after(position, "return") == {"0", "1", "2"}


@pytest.mark.rule("TW-V3")
def test_the_cottage_is_of_no_use_elsewhere_or_with_others():
    alone = play(doing("move", scene("Tick", cackles=(2,)), players=1, at="Oak"), "stay")
    assert not after(alone, "return")
    together = play(doing("move", scene("Tick", cackles=(2,)), mode="coop", at="Granny Stone"), "stay")
    assert not after(together, "return")


@pytest.mark.rule("TW-V3")
@pytest.mark.parametrize(
    ("points", "black", "grade"),
    [
        (29, 0, "under 30"),
        (30, 1, "under 30"),
        (30, 0, "30 to 40"),
        (40, 0, "30 to 40"),
        (41, 1, "30 to 40"),
        (41, 0, "over 40"),
    ],
)
def test_three_grades(points, black, grade):
    tiles = {29: "Lily CunningMan ElfQueen Hiver Elves", 30: "Lily CunningMan ElfQueen Hiver Lady"}
    tiles |= {40: f"{tiles[29]} Wintersmith Count", 41: f"{tiles[30]} Wintersmith Count"}

    def edit(s):
        solve(s, 0, tiles[points])
        table.aliss(s, black)

    position = finished(edit, 1, at="Oak")
    assert position.scores == (points - black,)
    assert position.ending == f"solo: {grade}"
    assert position.winners == (() if grade == "under 30" else (0,))


# -- Black Aliss ---------------------------------------------------------------------------------------------


@pytest.mark.rule("TW-V4", "TW-H1", "TW-K1")
@pytest.mark.parametrize(
    ("players", "options", "lost"),
    [(2, {"mode": "coop"}, True), (1, {}, True), (2, {}, False), (2, {"mode": "expert"}, False)],
)
@pytest.mark.parametrize("left", [0, 1])
def test_together_and_alone_the_last_black_aliss_is_one_too_few(players, options, lost, left):
    """Lily brings one; in the competitive game nothing happens."""

    def edit(s):
        table.aliss(s, int(s.aliss_supply) - left)
        scene(Slice="Lily")(s)
        s.at[0] = table.space("Slice")

    position = doing("act", edit, players, **options)
    play(position, "dice 2 2", "face", "roll", "dice 2 2", "flee Place")
    assert position.over == (lost and left == 0)
    assert facts(position).aliss_supply == 0
    if position.over:
        assert position.ending == "aliss"
        assert position.winners == ()


@pytest.mark.rule("TW-V4", "TW-K1")
@pytest.mark.parametrize(("players", "options", "most"), [(2, {"mode": "coop"}, 6), (1, {}, 4)])
def test_so_is_a_cackle_with_none_to_be_had(players, options, most):
    """She holds all Cackles: a face costs Black Aliss, of which there is none."""

    def edit(s):
        table.cackles(s, most)
        table.aliss(s, int(s.aliss_supply))
        scene(Slice="Fever")(s)
        s.at[0] = table.space("Slice")

    position = doing("act", edit, players, **options)
    play(position, "dice C 2", "flee Place")
    assert position.ending == "aliss"


@pytest.mark.rule("TW-V3", "TW-K1")
def test_alone_she_takes_black_aliss_once_the_cackles_are_gone():
    position = fail("Slice", "Elves", "Place", players=1, cackles=(4,))
    assert facts(position).aliss[0] == 1
    assert position.scores == (-1,)
