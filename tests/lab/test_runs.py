"""Batches of games, and the benchmark."""

import json

import pytest

import coven
from coven.lab import batch, bench


@pytest.mark.parametrize("name", coven.games())
def test_a_game_of_a_batch_is_the_same_through_the_public_face(name):
    game = coven.load(name)
    for players in game.players:
        found = batch.play(game, players, seed=5, games=4, first=3)
        for i in range(4):
            last = batch.replay(game, players, 5, 3 + i)
            assert last._states.tobytes() == found.states[i : i + 1].tobytes()
            assert sum(1 << seat for seat in last.winners) == found.winners[i]


def test_a_batch_does_not_depend_on_how_it_is_cut(witchstone):
    whole = batch.play(witchstone, 3, seed=9, games=6)
    rest = batch.play(witchstone, 3, seed=9, games=3, first=3)
    assert whole.states[3:].tobytes() == rest.states.tobytes()


def test_check_counts_and_reports(witchstone):
    done = []
    found = batch.check(witchstone, 2, seed=1, games=60, progress=done.append, handicap=1)
    assert found.fault is None
    assert found.games == done[-1] == 60
    assert found.positions > 60 * 50


def test_check_names_a_broken_invariant(witchstone, monkeypatch):
    def broken(tables, states, players, numbers, seed, first, report):
        report[:] = (4, 17, 1 << 1, 3)
        return 100

    monkeypatch.setattr(witchstone.doors, "checked_games", broken)
    found = batch.check(witchstone, 2, seed=1, games=60)
    assert found.fault == batch.Fault(4, 17, ["crystals"])


def test_bench_prints_one_json_object(capsys):
    assert bench.main(seconds=0.05, check=30, games=["witchstone"]) == 0
    result = json.loads(capsys.readouterr().out)
    figures = result["witchstone"]
    assert {"games_per_s", "decisions_per_s", "api_moves_per_s", "copy_us", "state_bytes"} <= figures.keys()
    assert figures["state_bytes"] <= 2048
    assert figures["checked"]["broken"] == 0
    assert result["start"]["import_s"] < result["start"]["first_position_s"]
