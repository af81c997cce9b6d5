"""Energy: WS-E1 to WS-E6."""

import pytest

from coven.core.errors import IllegalMove
from tests.games.witchstone.table import (
    act,
    build,
    doing,
    facts,
    link,
    place,
    play,
    sound,
    texts,
    verbs,
    without,
)

FROM_T1 = {"energy Stone-T1", "energy T1-F1", "energy T1-F2", "energy T1-V1", "energy T1-C1"}
NINETEEN = "Stone-T1 T1-C1 T1-V1 C4-V1 C1-V2 V2-C2 C2-V3 V3-C3 T1-F1"  # units on these connections


def offered(table):
    """The connections that can take a unit."""
    return without(texts(table), "stop", "remove", "spell")


@pytest.mark.rule("WS-E1", "WS-E2")
def test_first_energy_starts_at_the_own_tower(witchstone):
    """The rulebook's first energy: from the tower, in any direction."""
    table = sound(act("E", 2))
    assert offered(table) == FROM_T1
    with pytest.raises(IllegalMove):
        table.play("energy Stone-F1")


@pytest.mark.rule("WS-E1", "WS-E2")
def test_every_seat_starts_at_its_own_tower(witchstone):
    def edit(s):
        s.tower[0], s.tower[1] = place(witchstone, "T3"), place(witchstone, "T2")
        s.standing[0] = 1 << place(witchstone, "T3")

    assert offered(act("E", 1, edit)) == {
        "energy Stone-T3", "energy T3-F3", "energy T3-F4", "energy T3-V3", "energy T3-C3",
    }  # fmt: skip


@pytest.mark.rule("WS-E1")
def test_one_action_lays_one_unit(witchstone):
    table = play(act("E", 3), "energy Stone-T1")
    assert doing(table) == ("E", 2, 0)
    assert facts(table).energy[0] == 19
    assert facts(table).begun[0] == link(witchstone, "Stone-T1")
    play(sound(table), "energy Stone-T1", "energy Stone-T1")
    assert facts(sound(table)).energy[0] == 17
    assert facts(table).depth == 2  # the action is over; the turn draws
    assert verbs(table) == {"deal"}


@pytest.mark.rule("WS-E1", "WS-E3")
def test_the_example_of_green(witchstone):
    """The first connection has two fields: the next unit finishes it, then tower and new place are open."""
    table = play(act("E", 4), "energy T1-V1")
    assert offered(table) == {"energy T1-V1"}
    play(table, "energy T1-V1")
    assert table.scores[0] == 3
    assert offered(table) == FROM_T1 - {"energy T1-V1"} | {"energy V1-C1", "energy C4-V1", "energy F1-V1"}


@pytest.mark.rule("WS-E1")
def test_two_places_already_joined_may_be_joined_again(witchstone):
    def edit(s):
        build(s, 0, "T1-V1 V1-C1")

    table = sound(act("E", 2, edit))
    assert "energy T1-C1" in texts(table)
    play(table, "energy T1-C1", "energy T1-C1")
    assert table.scores[0] == 3


@pytest.mark.rule("WS-E1")
def test_a_connection_may_be_begun_with_too_few_units_to_finish_it(witchstone):
    def edit(s):
        build(s, 0, NINETEEN)

    table = sound(act("E", 3, edit))
    assert facts(table).energy[0] == 1
    assert "energy Stone-F2" in texts(table)
    play(table, "energy Stone-F2")
    assert facts(sound(table)).begun[0] == link(witchstone, "Stone-F2")
    assert table.scores[0] == 0
    assert verbs(table) == {"deal"}  # with the last unit the action ends


@pytest.mark.rule("WS-E2")
def test_a_connection_starts_at_a_joined_place(witchstone):
    def edit(s):
        build(s, 0, "T1-F1 T4-F1 T4-V4")

    table = sound(act("E", 1, edit))
    assert {"energy V4-C4", "energy F4-V4", "energy C3-V4", "energy T4-C4", "energy Stone-F1"} <= texts(table)
    assert "energy T2-V2" not in texts(table)
    assert "energy F3-V3" not in texts(table)


@pytest.mark.rule("WS-E2")
def test_connections_of_others_and_own_witches_join_nothing(witchstone):
    def edit(s):
        build(s, 1, "T2-F2 Stone-F2 T1-F2 V1-C1")
        s.standing[0] |= 1 << place(witchstone, "V3")
        s.witches[0] -= 1

    table = sound(act("E", 1, edit))
    assert offered(table) == FROM_T1 - {"energy T1-F2"}


@pytest.mark.rule("WS-E3", "WS-E5")
def test_a_begun_connection_is_finished_first(witchstone):
    table = play(act("E", 3), "energy T1-V1")
    assert offered(table) == {"energy T1-V1"}
    with pytest.raises(IllegalMove):
        table.play("energy T1-F1")
    assert table.scores[0] == 0
    play(table, "energy T1-V1")
    assert table.scores[0] == 3


@pytest.mark.rule("WS-E3")
def test_a_connection_begun_in_an_earlier_turn_comes_first(witchstone):
    def edit(s):
        build(s, 0, "T1-F1")
        s.begun[0], s.begun_units[0] = link(witchstone, "Stone-T1"), 2
        s.energy[0] -= 2

    table = sound(act("E", 2, edit))
    assert offered(table) == {"energy Stone-T1"}
    play(table, "energy Stone-T1")
    assert table.scores[0] == 6
    assert facts(sound(table)).begun[0] == -1
    assert "energy Stone-F1" in offered(table)


@pytest.mark.rule("WS-E4")
def test_a_connection_of_another_player_is_closed(witchstone):
    def edit(s):
        s.begun[1] = link(witchstone, "Stone-T1")
        s.begun_units[1] = 1
        s.energy[1] -= 1
        build(s, 1, "T1-F1")

    assert offered(sound(act("E", 1, edit))) == FROM_T1 - {"energy Stone-T1", "energy T1-F1"}


@pytest.mark.rule("WS-E4", "WS-E1")
def test_an_own_finished_connection_has_no_free_field(witchstone):
    table = act("E", 1, lambda s: build(s, 0, "T1-F1"))
    assert "energy T1-F1" not in texts(table)


@pytest.mark.rule("WS-T4")
def test_an_action_is_lost_when_others_have_closed_every_way(witchstone):
    def edit(s):
        build(s, 1, "T1-F1 T1-F2 T1-V1 T1-C1 Stone-T1")

    assert verbs(sound(act("E", 3, edit))) == {"deal"}


@pytest.mark.rule("WS-E5")
@pytest.mark.parametrize(("way", "length", "points"), [("T1-F2", 1, 1), ("T1-C1", 2, 3), ("Stone-T1", 3, 6)])
def test_finishing_scores_at_once(witchstone, way, length, points):
    table = act("E", 5)
    for unit in range(1, length + 1):
        play(table, f"energy {way}")
        assert table.scores == (points if unit == length else 0, 0)
    assert facts(sound(table)).links[0] == 1 << link(witchstone, way)
    assert doing(table) == ("E", 5 - length, 0)


@pytest.mark.rule("WS-E6")
def test_with_all_units_laid_there_are_no_energy_actions(witchstone):
    def edit(s):
        build(s, 0, NINETEEN + " T1-F2")

    assert verbs(sound(act("E", 4, edit))) == {"deal"}


@pytest.mark.rule("WS-E6")
def test_a_begun_connection_can_not_be_finished_without_units(witchstone):
    def edit(s):
        build(s, 0, NINETEEN)
        s.begun[0], s.begun_units[0] = link(witchstone, "Stone-F2"), 1
        s.energy[0] -= 1

    assert verbs(sound(act("E", 2, edit))) == {"deal"}


@pytest.mark.rule("WS-T4")
def test_energy_may_be_given_up_in_part_or_whole(witchstone):
    for laid in ([], ["energy T1-V1"]):
        table = play(act("E", 3), *laid)
        assert "stop" in texts(table)
        play(table, "stop")
        assert verbs(table) == {"deal"}
        assert facts(sound(table)).energy[0] == 20 - len(laid)
