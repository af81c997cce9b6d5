"""Crystals: WS-C1 to WS-C10."""

import numpy as np
import pytest

import coven
from coven.core.position import Position
from coven.games.witchstone.state import (
    BLACK_BESIDE,
    BLACK_SHELF,
    PAIR_NAMES,
    POINTS,
    TOKEN_SHELF,
    C,
    E,
    M,
    P,
    S,
    W,
)
from tests.games.witchstone.table import act, arrange, board, play, scroll, show, texts, verbs, without

EXITS = {"C": "a2 a3", "M": "b5 c6", "S": "e6 f5", "E": "g2 g3", "W": "e1 f1", "P": "b1 c1"}
HEMMED = {"E": "c3 c4", "W": "d3 d5", "P": "e3 e4"}  # tiles all round the centre


def cauldron(
    pool: int,
    crystals: str,
    black: str = "",
    *,
    tokens: str = "E3",
    taken: dict[int, int] | None = None,
    score: int = 0,
    players: int = 2,
    **symbols: str,
) -> Position:
    """Seat 0 has crystal actions, just these crystals in its cauldron, and cells that show symbols.

    The stone table holds these tokens; seat 1 has taken so much room on the shelves.
    """

    def edit(s: np.record) -> None:
        s.crystals[0] = board(crystals)
        s.black[0] = board(black).bit_length() - 1 if black else BLACK_BESIDE
        show(s, 0, **symbols)
        s.table[:] = 0
        for token in tokens:
            s.table["EWPCMS3".index(token)] += 1
        for shelf, crystals_there in (taken or {}).items():
            s.shelf[1, shelf] = crystals_there
        s.score[0] = score

    return act("C", pool, edit, players)


def facts(table: Position) -> np.record:
    """What lies on the table."""
    return table.view().state


def doing(table: Position) -> tuple[int, int]:
    """The action being done and how much of it is left."""
    s = facts(table)
    return int(s.frame_kind[s.depth - 1]), int(s.frame_pool[s.depth - 1])


def ways(table: Position, cell: str) -> set[str]:
    """Where the crystal on a cell can be carried."""
    start = f"crystal {cell} "
    return {text.removeprefix(start) for text in texts(table) if text.startswith(start)}


@pytest.mark.rule("WS-C1")
def test_one_action_moves_one_crystal_one_cell(witchstone):
    table = act("C", 1)
    assert ways(table, "d4") == {"c3", "c4", "d3", "d5", "e3", "e4"}
    assert ways(table, "b3") == {"a2", "a3", "b2", "b4", "c3", "c4"}
    play(table, "crystal b3 a2")
    assert facts(table).crystals[0] == board("a2 c5 e5 f3 e2 c2")
    assert table.actor == coven.CHANCE  # nothing is left of the action: the turn goes on


@pytest.mark.rule("WS-C1")
def test_actions_are_spent_on_one_crystal_or_shared_out(witchstone):
    table = play(act("C", 3), "crystal b3 b2")
    assert doing(table) == (C, 2)
    assert ways(table, "b2")
    assert ways(table, "c5")
    play(table, "crystal c5 b5", "crystal b5 c6")
    assert facts(table).crystals[0] == board("b2 c6 e5 f3 e2 c2")
    assert play(act("C", 3), "crystal d4 f5").actor == coven.CHANCE


@pytest.mark.rule("WS-C1")
def test_only_own_crystals_move(witchstone):
    """Every player's crystals lie in that player's own cauldron."""
    table = cauldron(6, "a2")
    assert {text.split()[1] for text in texts(table) if text.startswith("crystal")} == {"a2"}


@pytest.mark.rule("WS-C2")
def test_a_crystal_passes_over_what_lies_there_but_never_ends_on_it(witchstone):
    assert ways(cauldron(1, "c2", "d4", **HEMMED), "d4") == set()
    two = ways(cauldron(2, "c2", "d4", **HEMMED), "d4")
    assert two == {"b2", "b3", "b4", "c5", "d6", "e5", "f4", "f3", "f2", "e2", "d2"}  # on c2 is a crystal
    three = ways(cauldron(3, "c2", "d4", **HEMMED), "d4")
    assert two < three
    assert not three & {"a1", "a4", "d1", "d7", "g1", "g4"}  # printed
    assert not three & {"c3", "c4", "d3", "d5", "e3", "e4"}


@pytest.mark.rule("WS-C2")
def test_a_crystal_passes_over_crystals(witchstone):
    table = cauldron(2, "d3 d5", "d4")
    assert {"d2", "d6"} <= ways(table, "d4")
    play(table, "crystal d4 d2")
    assert facts(table).crystals[0] == board("d3 d5")
    assert table.actor == coven.CHANCE


@pytest.mark.rule("WS-C2")
def test_a_run_is_paid_when_it_starts(witchstone):
    """Ruling: no run is begun that can't be finished, so a crystal never rests on an occupied cell."""
    table = cauldron(3, "", "d4", **HEMMED)
    play(table, "crystal d4 f4")
    assert doing(table) == (C, 1)
    assert "f5" in ways(table, "f4")  # the crystal may go on, as a new run
    assert "f2" not in ways(table, "f4")


@pytest.mark.rule("WS-C2")
def test_a_crystal_action_that_can_do_nothing_is_lost(witchstone):
    assert cauldron(1, "", "d4", **HEMMED).actor == coven.CHANCE


@pytest.mark.rule("WS-C3")
@pytest.mark.parametrize(("symbol", "cell"), [(x, cell) for x in EXITS for cell in EXITS[x].split()])
def test_a_crystal_leaves_through_an_exit_for_one_more_action(witchstone, symbol, cell):
    table = cauldron(1, cell)
    assert {way for way in ways(table, cell) if way.startswith("out")} == {f"out {symbol}"}
    play(table, f"crystal {cell} out {symbol}")
    assert facts(table).crystals[0] == 0
    assert f"shelve {symbol}" in texts(table)


@pytest.mark.rule("WS-C3")
@pytest.mark.parametrize(
    ("pool", "outs"),
    [(1, ""), (2, "C"), (3, "CMP"), (4, "CMP"), (5, "CMPSW"), (6, "CEMPSW")],
)
def test_the_way_out_costs_the_steps_to_an_exit_and_one_more(witchstone, pool, outs):
    """From b3: the two exits beside it, then those further and further round."""
    found = {way for way in ways(cauldron(pool, "b3"), "b3") if way.startswith("out")}
    assert found == {f"out {x}" for x in outs}


@pytest.mark.rule("WS-C3")
def test_the_centre_is_four_actions_from_every_rim(witchstone):
    assert not any(way.startswith("out") for way in ways(cauldron(3, "", "d4"), "d4"))
    assert {f"out {x}" for x in "EWPCMS"} <= ways(cauldron(4, "", "d4"), "d4")
    assert doing(play(cauldron(6, "c2", "d4"), "crystal d4 out M")) == (C, 2)


@pytest.mark.rule("WS-C3")
def test_a_corner_is_no_exit(witchstone):
    """Were a crystal in the corner between two sides, it would be a step away from both exits."""
    assert not any(way.startswith("out") for way in ways(cauldron(1, "a1"), "a1"))
    assert {"out P", "out C"} <= ways(cauldron(2, "a1"), "a1")


@pytest.mark.rule("WS-C4")
def test_a_rim_crystal_goes_to_its_shelf_or_to_the_bottom_one(witchstone):
    table = play(cauldron(1, "g3 c2"), "crystal g3 out E")
    assert texts(table) == {"shelve E", "bottom E token E", "bottom E token 3"}
    shelved = play(table.copy(), "shelve E")
    assert facts(shelved).shelf[0].tolist() == [1, 0, 0, 0, 0, 0, 0]
    assert doing(shelved) == (E, 2)
    play(table, "bottom E token 3")
    s = facts(table)
    assert s.shelf[0].tolist() == [0, 0, 0, 0, 0, 0, 1]
    assert s.table[POINTS] == 0
    assert s.table[E] == 1
    assert texts(table) == {"token 3"}


@pytest.mark.rule("WS-C4")
def test_the_crystal_shelf_adds_to_the_crystal_actions(witchstone):
    table = play(cauldron(2, "a2 c2"), "crystal a2 out C", "shelve C")
    assert doing(table) == (C, 3)


@pytest.mark.rule("WS-C4")
@pytest.mark.parametrize(("symbol", "kind"), [("E", E), ("W", W), ("S", S)])
def test_every_shelf_gives_two_of_its_type(witchstone, symbol, kind):
    cell = EXITS[symbol].split()[0]
    table = play(cauldron(1, f"{cell} c2"), f"crystal {cell} out {symbol}", f"shelve {symbol}")
    assert doing(table) == (kind, 2)


@pytest.mark.rule("WS-C4")
@pytest.mark.parametrize(("symbol", "marker"), [("P", "pentagram"), ("M", "wand")])
def test_shelves_of_pentagram_and_wand_move_two_spaces(witchstone, symbol, marker):
    """From space 2 both ways lead over a space that asks nothing of anyone."""

    def edit(s: np.record) -> None:
        s.crystals[0] = board(EXITS[symbol].split()[0])
        s[marker][0] = 2

    cell = EXITS[symbol].split()[0]
    table = play(act("C", 1, edit), f"crystal {cell} out {symbol}", f"shelve {symbol}", "go")
    assert facts(table)[marker][0] == 4
    assert {P, M}.isdisjoint({doing(table)[0]})


@pytest.mark.rule("WS-C4")
def test_crystals_wait_on_the_rim_and_are_shelved_in_any_order(witchstone):
    table = play(cauldron(4, "g3 e6 c2 a2"), "crystal g3 out E", "crystal e6 out S", "crystal a2 out C")
    assert {"shelve E", "shelve S", "shelve C", "bottom S token E"} <= texts(table)
    assert ways(table, "c2")  # the last action may come before, between or after
    assert "stop" not in texts(table)
    play(table, "shelve S", "scroll 1", "*", "crystal c2 c1")
    assert verbs(table) == {"shelve", "bottom"}  # nothing is left to move, but the rim is to be cleared
    play(table, "shelve E", "stop")
    assert verbs(table) == {"shelve", "bottom"}
    play(table, "shelve C")
    assert doing(table) == (C, 2)
    assert "stop" in texts(table)


@pytest.mark.rule("WS-C4")
def test_two_crystals_wait_on_one_rim_symbol(witchstone):
    table = play(cauldron(2, "g2 g3 c2"), "crystal g2 out E", "crystal g3 out E", "shelve E", "stop")
    assert "shelve E" in texts(table)
    play(table, "bottom E token E")
    assert "shelve E" not in texts(table)
    assert facts(table).shelf[0].tolist() == [1, 0, 0, 0, 0, 0, 1]


@pytest.mark.rule("WS-C4")
def test_a_rim_crystal_belongs_to_the_action_that_moved_it(witchstone):
    """Ruling: a crystal action inside the action does not shelve what waits in the outer one."""

    def edit(s: np.record) -> None:
        s.crystals[0] = board("b1 g3 c5")
        s.special_at[0] = PAIR_NAMES.index("CM")

    table = play(act("C", 2, edit), "crystal b1 out P", "crystal g3 out E", "shelve P", "go", "*")
    play(table, "use CM C")
    assert doing(table) == (C, 2)
    assert "shelve E" not in texts(table)
    play(table, "stop")
    assert "shelve E" in texts(table)
    assert "stop" not in texts(table)


@pytest.mark.rule("WS-C5")
@pytest.mark.parametrize(("players", "room", "bottom"), [(2, 4, 4), (3, 5, 5), (4, 6, 5)])
def test_a_shelf_has_room_by_the_number_of_players(witchstone, players, room, bottom):
    def on_rim(on_shelf: int, on_bottom: int) -> set[str]:
        table = cauldron(1, "g3 c2", taken={E: on_shelf, TOKEN_SHELF: on_bottom}, players=players)
        return verbs(play(table, "crystal g3 out E"))

    assert on_rim(room - 1, bottom - 1) == {"shelve", "bottom"}
    assert on_rim(room, bottom - 1) == {"bottom"}
    assert on_rim(room - 1, bottom) == {"shelve"}


@pytest.mark.rule("WS-C5")
def test_black_crystals_take_room_too(witchstone):
    def edit(s: np.record) -> None:
        s.crystals[0] = board("g3")
        s.shelf[1, E] = 3
        s.black[1] = BLACK_SHELF + E

    assert verbs(play(act("C", 1, edit), "crystal g3 out E")) == {"bottom"}


@pytest.mark.rule("WS-C5")
@pytest.mark.parametrize("black", [False, True])
def test_with_both_shelves_full_a_crystal_goes_beside_the_screen(witchstone, black):
    """For nothing, at no cost, without asking; and it does not raise the price of throwing out (WS-C9)."""
    crystals = ("c2", "g3") if black else ("g3 c2", "")
    table = play(cauldron(2, *crystals, taken={E: 4, TOKEN_SHELF: 4}, score=1), "crystal g3 out E")
    s = facts(table)
    assert table.scores[0] == 1
    assert (s.beside[0], s.black[0]) == (0 if black else 1, BLACK_BESIDE)
    assert s.shelf[0].sum() == 0
    assert doing(table) == (C, 1)
    play(table, "remove c2")
    assert table.scores[0] == 0


@pytest.mark.rule("WS-C5")
def test_the_last_room_on_a_shelf_sends_the_next_crystal_beside_the_screen(witchstone):
    table = cauldron(3, "g3 g2 e6", taken={E: 3, TOKEN_SHELF: 4})
    play(table, "crystal g3 out E", "crystal g2 out E", "shelve E", "stop")
    assert facts(table).beside[0] == 1
    assert ways(table, "e6")  # one action is left


@pytest.mark.rule("WS-C5")
def test_the_bottom_shelf_takes_a_crystal_when_no_token_is_left(witchstone):
    """Ruling: for nothing."""
    table = play(cauldron(2, "g3 c2", tokens=""), "crystal g3 out E")
    assert without(texts(table), "crystal") == {"shelve E", "bottom E none"}
    owned = facts(table).tokens[0].tolist()
    play(table, "bottom E none")
    assert facts(table).shelf[0, TOKEN_SHELF] == 1
    assert facts(table).tokens[0].tolist() == owned
    assert doing(table) == (C, 1)
    assert "token" not in verbs(table)


@pytest.mark.rule("WS-C5")
def test_a_token_is_taken_while_there_is_one(witchstone):
    assert "bottom E none" not in texts(play(cauldron(1, "g3"), "crystal g3 out E"))


@pytest.mark.rule("WS-C6")
def test_example_the_black_crystal_on_the_witch_rim(witchstone):
    """4 witch actions; or 3 energy actions with an energy token, or 5 points with the 3-point token."""
    table = play(cauldron(1, "c2", "f1"), "crystal f1 out W")
    shelved = play(table.copy(), "shelve W black")
    assert doing(shelved) == (W, 4)
    assert facts(shelved).black[0] == BLACK_SHELF + W
    energy = play(table.copy(), "bottom W black token E", "token E black")
    assert doing(energy) == (E, 3)
    assert facts(energy).black[0] == BLACK_SHELF + TOKEN_SHELF
    points = play(table, "bottom W black token 3", "token 3 black")
    assert points.scores[0] == 5
    assert points.actor == coven.CHANCE


@pytest.mark.rule("WS-C6")
def test_the_black_crystal_adds_four_crystal_actions(witchstone):
    assert doing(play(cauldron(1, "c2", "a2"), "crystal a2 out C", "shelve C black")) == (C, 4)


@pytest.mark.rule("WS-C6")
def test_black_and_coloured_crystal_on_one_rim_are_told_apart(witchstone):
    table = play(cauldron(2, "g2 c2", "g3", tokens="EE"), "crystal g2 out E", "crystal g3 out E")
    assert texts(table) == {"shelve E", "shelve E black", "bottom E token E", "bottom E black token E"}
    play(table, "bottom E black token E", "bottom E token E")
    assert texts(table) == {"token E", "token E black"}
    assert doing(play(table.copy(), "token E")) == (E, 1)
    play(table, "token E black")
    assert doing(table) == (E, 3)
    play(table, "stop")
    assert texts(table) == {"token E"}


@pytest.mark.rule("WS-C7")
def test_a_token_waits_until_after_the_last_move(witchstone):
    table = play(cauldron(3, "g3 c2"), "crystal g3 out E")
    before = int(facts(table).tokens[0, E])
    play(table, "bottom E token E")
    assert facts(table).tokens[0, E] == before + 1
    assert "token E" in texts(table)
    assert ways(table, "c2")
    assert "stop" not in texts(table)
    at_once = play(table.copy(), "token E")
    assert doing(at_once) == (E, 1)
    play(at_once, "stop")
    assert "stop" in texts(at_once)
    assert "token" not in verbs(at_once)
    play(table, "crystal c2 c1", "crystal c1 b1")
    assert texts(table) == {"token E"}
    owned = facts(table).tokens[0].tolist()
    play(table, "token E", "stop")
    assert facts(table).tokens[0].tolist() == owned
    assert table.actor == coven.CHANCE


@pytest.mark.rule("WS-C7")
def test_a_crystal_token_adds_to_the_crystal_actions(witchstone):
    table = play(cauldron(1, "g3 c2", tokens="C"), "crystal g3 out E", "bottom E token C", "token C")
    assert doing(table) == (C, 1)
    assert ways(table, "c2")


@pytest.mark.rule("WS-C8")
def test_with_no_crystal_in_the_cauldron_the_action_is_lost(witchstone):
    def edit(s: np.record) -> None:
        s.crystals[0], s.black[0] = 0, BLACK_BESIDE
        s.scrolls[0, scroll(witchstone, "spell-C")] = 1

    assert act("C", 3, edit).actor == coven.CHANCE
    alone = play(cauldron(3, "a2"), "crystal a2 out C")
    assert verbs(alone) == {"shelve", "bottom"}
    assert play(alone, "shelve C").actor == coven.CHANCE  # 4 actions left, and nothing to move


@pytest.mark.rule("WS-C9")
def test_throwing_out_costs_one_point_more_each_time(witchstone):
    table = act("E", 1, lambda s: s.score.put(0, 8))
    for cell, left in (("b3", 7), ("d4", 5), ("c5", 2)):  # the black one costs as much as any
        play(table, f"remove {cell}")
        assert table.scores[0] == left
    assert "remove" not in verbs(table)  # the fourth would cost 4
    s = facts(table)
    assert (s.beside[0], s.black[0]) == (2, BLACK_BESIDE)
    assert s.crystals[0] == board("e5 f3 e2 c2")
    assert doing(table) == (E, 1)


@pytest.mark.rule("WS-C9")
@pytest.mark.parametrize(("score", "thrown_out", "may"), [(0, 0, 0), (1, 0, 7), (2, 2, 0), (3, 2, 7)])
def test_throwing_out_needs_the_points(witchstone, score, thrown_out, may):
    def edit(s: np.record) -> None:
        s.score[0], s.removed[0] = score, thrown_out

    assert sum(text.startswith("remove") for text in texts(act("E", 1, edit))) == may


@pytest.mark.rule("WS-C9")
def test_throwing_out_before_placing_makes_room(witchstone):
    table = arrange(lambda s: s.score.put(0, 1))
    assert not any("d4" in text for text in texts(table) if text.startswith("place"))
    play(table, "remove d4")
    assert any("d4" in text for text in texts(table) if text.startswith("place"))


@pytest.mark.rule("WS-C9")
def test_throwing_out_between_placing_and_the_first_action(witchstone):
    table = arrange(lambda s: s.score.put(0, 1))
    play(table, next(text for text in sorted(texts(table)) if text.startswith("place")))
    assert verbs(table) == {"do", "remove"}
    play(table, "remove d4")
    assert verbs(table) == {"do"}
    assert table.actor == 0


@pytest.mark.rule("WS-C9")
@pytest.mark.parametrize("kind", "EWPCMS")
def test_throwing_out_during_every_action(witchstone, kind):
    """A spell in hand lets the pentagram and the wand ask before the move."""

    def edit(s: np.record) -> None:
        s.score[0] = 1
        s.scrolls[0, scroll(witchstone, "spell")] = 1

    table = act(kind, 1, edit)
    before = doing(table)
    offered = without(texts(table), "remove")
    play(table, "remove c2")
    assert doing(table) == before
    assert {text for text in offered if "c2" not in text} <= texts(table)
    assert "remove" not in verbs(table)


@pytest.mark.rule("WS-C9")
def test_nothing_is_thrown_out_in_set_up(witchstone):
    table = play(witchstone.new(2, chance="manual", first=0), "*", "tower T1")
    # The first token dealt is energy, and lies on T1.
    assert table.scores[1] == 2
    assert verbs(table) == {"energy", "stop"}


@pytest.mark.rule("WS-C9")
def test_nothing_is_thrown_out_from_the_rim(witchstone):
    table = play(cauldron(1, "g3 c2", score=9), "crystal g3 out E")
    assert {text for text in texts(table) if text.startswith("remove")} == {"remove c2"}


@pytest.mark.rule("WS-C9")
def test_throwing_out_the_last_crystal_ends_the_crystal_action(witchstone):
    assert play(cauldron(3, "c2", score=1), "remove c2").actor == coven.CHANCE


@pytest.mark.rule("WS-C9")
def test_others_throw_nothing_out(witchstone):
    table = arrange(lambda s: s.score.fill(9))
    assert len(table.view(1).legal) == 0
    with pytest.raises(coven.NotYourTurn):
        table.play("remove d4", seat=1)


@pytest.mark.rule("WS-C10", "WS-C1", "WS-C2", "WS-C3")
def test_example_blue_has_one_crystal_action(witchstone):
    """A crystal at an exit is taken out, or moved to an empty neighbour; not onto a tile or a printed one."""
    table = cauldron(1, "a3 f3", P="b3", M="b4")
    assert ways(table, "a3") == {"out C", "a2"}
    assert ways(table, "f3") == {"e3", "e4", "f2", "f4", "g2", "g3"}
    play(table, "crystal a3 out C")
    assert verbs(table) == {"shelve", "bottom"}


@pytest.mark.rule("WS-C10", "WS-C2", "WS-C4")
def test_example_yellow_has_three_crystal_actions(witchstone):
    """One out to the crystal rim and shelved: 4 left carry the black one over 3 occupied cells and out."""
    occupied = {"E": "d3 e3", "W": "d2 e2 f2", "P": "e1 f1"}
    table = cauldron(3, "a2 c5", "d4", **occupied)
    assert "out W" not in ways(table, "d4")
    play(table, "crystal a2 out C", "shelve C")
    assert doing(table) == (C, 4)
    play(table, "crystal d4 out W")
    assert doing(table) == (C, 0)
    assert {"shelve W black", "bottom W black token E", "bottom W black token 3"} == texts(table)
    assert doing(play(table, "shelve W black")) == (W, 4)
