"""The end: WS-F1 to WS-F6, WS-F10 to WS-F18."""

from pathlib import Path

import numpy as np
import pytest

import coven
from coven.core.position import Position, Setup
from coven.games.witchstone.state import BLACK_SHELF, POINTS, SYMBOLS, TURNS, E, P, W
from tests.games.witchstone.table import (
    Edit,
    act,
    arrange,
    board,
    clean,
    link,
    place,
    play,
    scroll,
    settle,
    show,
)

PROPHECIES = (
    *(f"group-{symbol}" for symbol in SYMBOLS),
    *("stone-rank", "many-witches", "lying-witches", "silver-spaces"),
    *("many-specials", "many-scrolls", "many-tokens", "many-crystals"),
    *("witches-villages", "witches-forests", "witches-castles", "witches-towers"),
    *("witches-FVC", "witches-VCF", "witches-CFV", "linked-TTF", "linked-VFC", "linked-SCV"),
)
CHAIN = ["c2", "c3", "c4", "c5", "d5", "d4", "d3"]  # touches no printed corner


def last_turn(s: np.record) -> None:
    """Nobody owns anything but the big witch, and the turn that goes on is the last of the game."""
    clean(s)
    for name in ("tokens", "owls", "specials", "spent", "shelf", "stone_rank", "supply"):
        s[name][:] = 0
    s.turn = TURNS * s.players - 1


def end(edit: Edit, players: int = 2) -> Position:
    """The game is over, after the edit."""

    def change(s: np.record) -> None:
        last_turn(s)
        edit(s)
        s.frame_phase[0] = 4  # both actions are done

    table = settle(arrange(change, players))
    assert table.over
    return table


def worth(name: str, edit: Edit | None = None, players: int = 2) -> int:
    """What one prophecy brings seat 0."""

    def change(s: np.record) -> None:
        s.scrolls[0, scroll(coven.load("witchstone"), name)] = 1
        if edit is not None:
            edit(s)

    table = end(change, players)
    assert table.scores[0] == sum(table.tally(0).values())
    return table.tally(0)["prophecies"]


def stand(s: np.record, names: str, seat: int = 0) -> None:
    """Standing witches beside the big one."""
    for name in names.split():
        s.standing[seat] |= 1 << place(coven.load("witchstone"), name)


def join(s: np.record, names: str, seat: int = 0) -> None:
    """Finished connections."""
    for name in names.split():
        s.links[seat] |= 1 << link(coven.load("witchstone"), name)


# -- what counts, and who wins -------------------------------------------------------------------------------


@pytest.mark.rule("WS-F1")
def test_owls_tokens_spells_and_prophecies_are_added(witchstone):
    def edit(s: np.record) -> None:
        s.score[0] = 40
        s.owls[0] = [1, 0, 2, 0, 1]  # 7, twice 5, 3
        s.tokens[0, E], s.tokens[0, POINTS] = 2, 1
        s.scrolls[0, scroll(witchstone, "spell")] = 2
        s.scrolls[0, scroll(witchstone, "spell-E")] = 1
        s.spent[0, scroll(witchstone, "spell-W")] = 1
        s.scrolls[0, scroll(witchstone, "many-tokens")] = 1
        s.scrolls[0, scroll(witchstone, "lying-witches")] = 1
        s.lying[0] = 2
        s.owls[1] = [0, 1, 0, 1, 0]

    table = end(edit)
    assert table.tally(0) == {"owl tiles": 20, "magic tokens": 6, "unused spells": 6, "prophecies": 1 + 5}
    assert table.scores == (40 + 20 + 6 + 6 + 6, 6 + 4)
    assert table.winners == (0,)
    assert table.actor is None
    assert len(table.legal) == 0


@pytest.mark.rule("WS-F1")
def test_nothing_is_counted_before_the_end(witchstone):
    """The turn before the last draws and passes on; a shown tally is not yet part of the score."""

    def edit(s: np.record) -> None:
        last_turn(s)
        s.turn -= 1
        s.tokens[0, E] = 3
        s.frame_phase[0] = 4

    table = settle(arrange(edit))
    assert not table.over
    assert table.winners == ()
    assert table.scores[0] == 0
    assert table.tally(0)["magic tokens"] == 6


@pytest.mark.rule("WS-F2")
def test_most_points_win(witchstone):
    def edit(s: np.record) -> None:
        s.score[:3] = [10, 12, 11]
        s.wand[:3] = [9, 3, 5]

    assert end(edit, 3).winners == (1,)


@pytest.mark.rule("WS-F2")
def test_points_of_the_end_decide_too(witchstone):
    def edit(s: np.record) -> None:
        s.score[:2] = [10, 9]
        s.tokens[1, E] = 1

    assert end(edit).winners == (1,)


@pytest.mark.rule("WS-F2")
def test_a_tie_goes_to_who_is_further_on_the_wand(witchstone):
    def edit(s: np.record) -> None:
        s.score[:4] = [12, 12, 11, 12]
        s.wand[:4] = [3, 7, 22, 6]

    assert end(edit, 4).winners == (1,)


@pytest.mark.rule("WS-F2")
def test_then_to_the_marker_that_came_first(witchstone):
    """The wand move of the last turn brings seat 0 level with seat 1, onto its marker."""

    def edit(s: np.record) -> None:
        last_turn(s)
        s.score[:2] = 12
        s.wand[:2] = [2, 5]

    table = play(act("M", 3, edit), "go")
    assert table.over
    assert table.view().state.wand.tolist()[:2] == [5, 5]
    assert table.scores == (12, 12)
    assert table.winners == (1,)


@pytest.mark.rule("WS-F2")
@pytest.mark.parametrize(("under", "winner"), [([0, 1, 2], 0), ([2, 0, 1], 1), ([1, 2, 0], 2)])
def test_the_lowest_marker_wins_on_any_space(witchstone, under, winner):
    def edit(s: np.record) -> None:
        s.score[:3] = 12
        s.wand[:3] = 5
        s.under[:3] = under

    assert end(edit, 3).winners == (winner,)


@pytest.mark.rule("WS-F2")
def test_a_marker_that_leaves_lets_those_above_sink(witchstone):
    """Seat 0 leaves the bottom of a pile; the others keep their order."""

    def edit(s: np.record) -> None:
        last_turn(s)
        s.score[:4] = [0, 12, 12, 12]
        s.wand[:4] = 3
        s.under[:4] = [0, 2, 1, 3]

    table = play(act("M", 2, edit, players=4), "go")
    assert table.view().state.under.tolist() == [0, 1, 0, 2]
    assert table.winners == (2,)


@pytest.mark.rule("WS-F2")
def test_on_the_handle_a_tie_is_shared(witchstone):
    """Ruling: markers there don't lie on each other."""

    def edit(s: np.record) -> None:
        s.score[:3] = [12, 11, 12]

    assert end(edit, 3).winners == (0, 2)


# -- prophecies ----------------------------------------------------------------------------------------------


@pytest.mark.rule("WS-F18")
@pytest.mark.parametrize("name", PROPHECIES)
def test_a_prophecy_not_fulfilled_is_worth_one_point(witchstone, name):
    assert worth(name) == 1


@pytest.mark.rule("WS-F18")
def test_every_prophecy_of_the_deck_is_among_them(witchstone):
    listed = witchstone.components.data["scrolls"]["list"]
    assert set(PROPHECIES) == {entry["id"] for entry in listed if "spell" not in entry}


@pytest.mark.rule("WS-F3")
@pytest.mark.parametrize("symbol", SYMBOLS)
@pytest.mark.parametrize(("size", "points"), [(3, 1), (4, 3), (5, 5), (6, 7), (7, 7)])
def test_largest_group(witchstone, symbol, size, points):
    cells = " ".join(CHAIN[:size])
    assert worth(f"group-{symbol}", lambda s: show(s, 0, **{symbol: cells})) == points


@pytest.mark.rule("WS-F3")
def test_a_group_of_another_symbol_or_of_scattered_cells_is_no_help(witchstone):
    assert worth("group-E", lambda s: show(s, 0, W=" ".join(CHAIN))) == 1
    assert worth("group-E", lambda s: show(s, 0, E="c2 c4 e3 e5 g2 f4")) == 1
    assert worth("group-E", lambda s: show(s, 1, E=" ".join(CHAIN))) == 1


@pytest.mark.rule("WS-F3")
def test_the_largest_of_several_groups_counts(witchstone):
    assert worth("group-E", lambda s: show(s, 0, E="a2 g2 c3 c4 d4 d5 e4")) == 5


@pytest.mark.rule("WS-F3")
def test_example_a_a_group_of_five_witch_symbols(witchstone):
    """A printed cell, hex tiles and a special tile hang together; one apart doesn't count."""

    def edit(s: np.record) -> None:
        show(s, 0, W="b5 b4 b3 c4 f3", P="b4")
        s.special_cells[0] = board("b4")

    assert worth("group-W", edit) == 5


@pytest.mark.rule("WS-F4")
@pytest.mark.parametrize(
    ("name", "where", "points"),
    [
        ("witches-FVC", "F3", 3),
        ("witches-FVC", "F3 V1", 5),
        ("witches-FVC", "F3 V1 C2", 7),
        ("witches-FVC", "V1 C2", 1),
        ("witches-FVC", "F3 C2", 3),
        ("witches-FVC", "F1 F2 F3", 3),
        ("witches-VCF", "V4", 3),
        ("witches-VCF", "V4 C1", 5),
        ("witches-VCF", "V4 C1 F1", 7),
        ("witches-VCF", "C1 F1", 1),
        ("witches-CFV", "C3", 3),
        ("witches-CFV", "C3 F4", 5),
        ("witches-CFV", "C3 F4 V2", 7),
        ("witches-CFV", "C3 V2", 3),
    ],
)
def test_witches_on_different_types(witchstone, name, where, points):
    assert worth(name, lambda s: stand(s, where)) == points


@pytest.mark.rule("WS-F4")
def test_neither_lying_nor_foreign_witches_count(witchstone):
    assert worth("witches-FVC", lambda s: s.lying.put(0, 3)) == 1
    assert worth("witches-FVC", lambda s: stand(s, "F1 V1 C1", seat=1)) == 1


@pytest.mark.rule("WS-F5")
@pytest.mark.parametrize(("name", "letter"), [("villages", "V"), ("forests", "F"), ("castles", "C")])
@pytest.mark.parametrize(("number", "points"), [(0, 1), (1, 3), (2, 5), (3, 7), (4, 7)])
def test_witches_on_the_same_type(witchstone, name, letter, number, points):
    where = " ".join(f"{letter}{n + 1}" for n in range(number))
    assert worth(f"witches-{name}", lambda s: stand(s, where)) == points


@pytest.mark.rule("WS-F5")
@pytest.mark.parametrize(("where", "points"), [("", 1), ("T2", 3), ("T3", 3), ("T2 T4", 5), ("T2 T3 T4", 7)])
def test_a_black_tower_is_any_but_the_own(witchstone, where, points):
    """T1 is the own tower, T2 the other player's, T3 and T4 are nobody's."""
    assert worth("witches-towers", lambda s: stand(s, where)) == points


@pytest.mark.rule("WS-F6")
@pytest.mark.parametrize(
    ("name", "links", "points"),
    [
        ("linked-TTF", "Stone-T1", 1),
        ("linked-TTF", "T1-F1", 1),
        ("linked-TTF", "Stone-T1 Stone-T3", 3),
        ("linked-TTF", "Stone-T1 Stone-T3 Stone-T2", 5),
        ("linked-TTF", "Stone-T1 Stone-T3 Stone-T2 T1-F1", 7),
        ("linked-TTF", "T1-F1 T4-F1 T1-F2 T2-F2", 7),
        ("linked-VFC", "T1-V1", 3),
        ("linked-VFC", "T1-V1 T1-F1", 5),
        ("linked-VFC", "T1-V1 T1-F1 T1-C1", 7),
        ("linked-VFC", "T1-F1 T1-C1", 1),
        ("linked-VFC", "T1-V1 V1-C1", 3),
        ("linked-SCV", "Stone-T1", 3),
        ("linked-SCV", "T1-F1 Stone-F1", 3),
        ("linked-SCV", "Stone-T1 T1-C1", 5),
        ("linked-SCV", "Stone-T1 T1-C1 T1-V1", 7),
        ("linked-SCV", "T1-C1 V1-C1", 1),
    ],
)
def test_connected_places(witchstone, name, links, points):
    assert worth(name, lambda s: join(s, links)) == points


@pytest.mark.rule("WS-F6")
def test_only_own_finished_connections_join(witchstone):
    def edit(s: np.record) -> None:
        join(s, "T1-F1 T1-C1", seat=1)
        s.begun[0], s.begun_units[0] = link(witchstone, "T1-V1"), 1
        stand(s, "V1 F1 C1")

    assert worth("linked-VFC", edit) == 1


@pytest.mark.rule("WS-F6")
def test_a_place_not_joined_to_the_own_tower_is_no_help(witchstone):
    """T2 to V2 is a connection of one's own, but hangs in the air."""
    assert worth("linked-VFC", lambda s: join(s, "T2-V2 T1-F1")) == 1


@pytest.mark.rule("WS-F6")
def test_example_b_one_foreign_tower_and_a_forest(witchstone):
    """The second step is a second foreign tower: 3 points."""
    assert worth("linked-TTF", lambda s: join(s, "T1-F1 T4-F1")) == 3


@pytest.fixture(scope="module")
def other_prophecies(witchstone, tmp_path_factory) -> Path:
    """A component file with a purple tower, and with a type that is asked for twice among others."""
    text = witchstone.components.text
    for old, new in (
        ('witches = ["village", "village", "village"]', 'witches = ["tower", "village", "tower"]'),
        ('witches = ["forest", "village", "castle"]', 'witches = ["forest", "forest", "village"]'),
        ('linked = ["village", "forest", "castle"]', 'linked = ["tower", "foreign tower", "forest"]'),
    ):
        assert old in text
        text = text.replace(old, new)
    path = tmp_path_factory.mktemp("components") / "other.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("name", "where", "links", "points"),
    [
        pytest.param("witches-villages", "", "", 3, marks=pytest.mark.rule("WS-F5")),
        pytest.param("witches-villages", "V1", "", 5, marks=pytest.mark.rule("WS-F5")),
        pytest.param("witches-villages", "T2 T3 V1", "", 5, marks=pytest.mark.rule("WS-F5")),
        pytest.param("witches-FVC", "F1 V1", "", 3, marks=pytest.mark.rule("WS-F4")),
        pytest.param("witches-FVC", "F1 F2", "", 5, marks=pytest.mark.rule("WS-F4")),
        pytest.param("witches-FVC", "F1 F2 V1", "", 7, marks=pytest.mark.rule("WS-F4")),
        pytest.param("linked-VFC", "", "", 3, marks=pytest.mark.rule("WS-F6")),
        pytest.param("linked-VFC", "", "T1-F1", 3, marks=pytest.mark.rule("WS-F6")),
        pytest.param("linked-VFC", "", "T1-F1 T4-F1", 7, marks=pytest.mark.rule("WS-F6")),
    ],
)
def test_purple_towers_and_a_type_asked_for_twice(other_prophecies, name, where, links, points):
    """A purple tower is the own one, which the big witch holds; the same type again needs another place."""

    def edit(s: np.record) -> None:
        last_turn(s)
        s.scrolls[0, scroll(coven.load("witchstone"), name)] = 1
        stand(s, where)
        join(s, links)

    standard = arrange(edit)
    game = coven.load("witchstone", other_prophecies)
    table = Position(Setup(game, 2, None, (), game.version), standard._states, None, 0, 0, None)
    assert table.tally(0)["prophecies"] == points


@pytest.mark.rule("WS-F10")
@pytest.mark.parametrize(("rank", "points"), [(0, 1), (1, 7), (2, 5), (3, 3), (4, 1)])
def test_rank_on_the_witchstone(witchstone, rank, points):
    assert worth("stone-rank", lambda s: s.stone_rank.put(0, rank), players=4) == points


@pytest.mark.rule("WS-F11")
@pytest.mark.parametrize(("number", "points"), [(4, 1), (5, 3), (6, 3), (7, 5), (8, 5), (9, 7), (12, 7)])
@pytest.mark.parametrize("lying", [0, 2])
def test_witches_in_the_ball(witchstone, number, lying, points):
    """The big one, those that lie, the rest on places of their own."""
    places = ("F1", "F2", "F3", "F4", "V1", "V2", "V3", "V4", "C1", "C2", "C3")

    def edit(s: np.record) -> None:
        s.lying[0] = lying
        stand(s, " ".join(places[: number - 1 - lying]))
        stand(s, " ".join(places), seat=1)

    assert worth("many-witches", edit) == points


@pytest.mark.rule("WS-F12")
@pytest.mark.parametrize(("lying", "points"), [(0, 1), (1, 3), (2, 5), (3, 7), (6, 7)])
def test_lying_witches(witchstone, lying, points):
    """Standing ones, the big one among them, don't count."""

    def edit(s: np.record) -> None:
        s.lying[0], s.lying[1] = lying, 5
        stand(s, "F1 F2 F3")

    assert worth("lying-witches", edit) == points


@pytest.mark.rule("WS-F13")
@pytest.mark.parametrize(
    ("space", "points"), [(0, 1), (8, 1), (11, 1), (12, 3), (15, 3), (16, 5), (19, 5), (20, 7), (22, 7)]
)
def test_silver_spaces(witchstone, space, points):
    """Score spaces are 4, 8, 12, 16, 20 and 22."""
    assert worth("silver-spaces", lambda s: s.wand.put(0, space)) == points


@pytest.mark.rule("WS-F14")
@pytest.mark.parametrize(("number", "points"), [(1, 1), (2, 3), (3, 5), (4, 7), (6, 7)])
def test_special_tiles(witchstone, number, points):
    assert worth("many-specials", lambda s: s.specials.put(0, number)) == points


@pytest.mark.rule("WS-F15")
@pytest.mark.parametrize(("others", "points"), [(2, 1), (3, 3), (4, 5), (5, 7), (8, 7)])
@pytest.mark.parametrize("used", [False, True])
def test_scrolls_this_one_included(witchstone, others, points, used):
    def edit(s: np.record) -> None:
        (s.spent if used else s.scrolls)[0, scroll(witchstone, "spell")] = others

    assert worth("many-scrolls", edit) == points


@pytest.mark.rule("WS-F16")
@pytest.mark.parametrize(("number", "points"), [(3, 1), (4, 3), (5, 5), (6, 5), (7, 7), (9, 7)])
def test_tokens(witchstone, number, points):
    def edit(s: np.record) -> None:
        s.tokens[0, W], s.tokens[0, POINTS] = number - 2, 2

    assert worth("many-tokens", edit) == points


@pytest.mark.rule("WS-F17")
@pytest.mark.parametrize(("number", "points"), [(2, 1), (3, 3), (4, 5), (5, 7), (6, 7)])
def test_own_crystals_on_the_shelves(witchstone, number, points):
    """The bottom shelf counts; neither the black one nor those beside the screen do."""

    def edit(s: np.record) -> None:
        s.shelf[0, P], s.shelf[0, 6], s.shelf[1, P] = number - 1, 1, 3
        s.black[0] = BLACK_SHELF + P
        s.beside[0] = 3

    assert worth("many-crystals", edit) == points
