"""Energy: WS-E1 to WS-E6."""

import pytest

from tests.witchstone.table import act, link, play, texts, without


@pytest.mark.rule("WS-E1", "WS-E2")
def test_first_energy_starts_at_the_own_tower(witchstone):
    """The rulebook's first energy: from the tower, in any direction."""
    table = act("E", 2)
    assert without(texts(table), "stop", "remove") == {
        "energy Stone-T1", "energy T1-F1", "energy T1-F2", "energy T1-V1", "energy T1-C1",
    }  # fmt: skip


@pytest.mark.rule("WS-E3", "WS-E5")
def test_a_begun_connection_is_finished_first(witchstone):
    table = play(act("E", 3), "energy T1-V1")
    assert without(texts(table), "stop", "remove") == {"energy T1-V1"}
    assert table.scores[0] == 0
    play(table, "energy T1-V1")
    assert table.scores[0] == 3


@pytest.mark.rule("WS-E4")
def test_a_connection_of_another_player_is_closed(witchstone):
    def edit(s):
        s.begun[1] = link(witchstone, "Stone-T1")
        s.begun_units[1] = 1
        s.links[1] |= 1 << link(witchstone, "T1-F1")

    offered = texts(act("E", 1, edit))
    assert "energy Stone-T1" not in offered
    assert "energy T1-F1" not in offered
    assert "energy T1-F2" in offered
