"""The learned judgement of The Witches, and what a search makes of luck."""

from __future__ import annotations

import base64
import os
import runpy
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import coven
from coven.bots.budget import Budget
from coven.bots.compiled import doors, recall, room
from coven.bots.policies import World
from coven.bots.search import SearchTree, search_settings, think
from coven.bots.seeds import key
from coven.games.witches.judgement import features, learned
from coven.games.witches.state import CHANCE_PAIR
from coven.lab import batch
from tests.bots.conftest import midway

ROOT = Path(__file__).parent.parent.parent
TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {"mode": "expert"}),
    (4, {}),
    (1, {"mode": "solo"}),
    (3, {"mode": "coop"}),
]


@pytest.fixture(scope="module")
def witches() -> coven.Game:
    return coven.load("witches")


def _described(game: coven.Game, states: Any) -> tuple[Any, Any]:
    table = np.zeros(features.TABLE, np.float32)
    own = np.zeros((4, features.SEAT), np.float32)
    features.describe(states[0], game.tables[0], table, own)
    return table, own


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_foresight_is_the_network_it_says(witches: coven.Game, players: int, options: dict[str, Any]) -> None:
    """The compiled layers agree with the plain formula over the same weights."""
    way = {"solo": 1, "coop": 2}.get(options.get("mode", ""), 0)
    for seed in range(4):
        position = midway(witches, players, options, seed)
        states = position._states
        table, own = _described(witches, states)
        assert np.isfinite(table).all()
        assert np.isfinite(own).all()
        assert max(abs(table).max(), abs(own).max()) < 20
        hidden = np.maximum(
            0, own[:players] @ learned.OWN[way] + table @ learned.WIDE[way] + learned.FIRST[way]
        )
        mean = hidden.mean(axis=0)
        fate = np.maximum(0, mean @ learned.POOL[way] + learned.THIRD[way]) @ learned.FATE[way]
        alive = 1 / (1 + np.exp(-(fate + table @ learned.BROAD[way] + learned.LAST[way, 1])))
        deeper = np.maximum(0, hidden @ learned.NARROW[way] + mean @ learned.MEAN[way] + learned.SECOND[way])
        ranks = deeper @ learned.RANK[way] + own[:players] @ learned.PLAIN[way]
        shares = np.exp(ranks - ranks.max()) / np.exp(ranks - ranks.max()).sum() if way == 0 else 1.0
        by_hand = np.zeros(4)
        doors(witches).judge(states, witches.tables, 0, by_hand)
        found = np.zeros(4)
        learned.foresee(states[0], witches.tables[0], found)
        expected = learned.LEARNED * alive * shares + (1 - learned.LEARNED) * by_hand[:players]
        assert found[:players] == pytest.approx(expected, abs=2e-4)
        assert ((found >= 0) & (found <= 1)).all()
        assert not found[players:].any()


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_a_finished_game_is_judged_by_its_result(
    witches: coven.Game, players: int, options: dict[str, Any]
) -> None:
    for seed in range(6):
        position = batch.replay(witches, players, seed, 0, **options)
        found = np.zeros(4)
        learned.foresee(position._states[0], witches.tables[0], found)
        for seat in range(players):
            assert (found[seat] > 0.4) == (seat in position.winners)


def test_points_are_good(witches: coven.Game) -> None:
    for seed in range(4):
        states = midway(witches, 2, {}, seed)._states.copy()
        before, after = np.zeros(4), np.zeros(4)
        learned.foresee(states[0], witches.tables[0], before)
        states["score"][0, 0] += 6
        learned.foresee(states[0], witches.tables[0], after)
        assert after[0] > before[0]
        assert after[1] < before[1]


def test_a_record_is_recalled_turn_by_turn(witches: coven.Game) -> None:
    """One lesson a turn that was not the last, and one for each choice of the set-up."""
    position = batch.replay(witches, 2, 3, 0)
    record = np.array([past.move for past in position.history()], np.int32)
    states = np.zeros(1, witches.dtype)
    numbers = witches.numbers(2, {})
    table = np.zeros((80, features.TABLE), np.float32)
    own = np.zeros((80, 4, features.SEAT), np.float32)
    judged = np.zeros((80, 4))
    n = recall(witches)(witches.tables, states, record, 2, numbers, table, own, judged)
    assert states.tobytes() == position._states.tobytes()
    turns = table[:n, 0][table[:n, 29] == 0] * 20  # tiles in the boxes, after the set-up
    assert len(turns) == n - 3  # of its four choices the last leads to the first turn
    assert np.diff(turns) == pytest.approx(-1, abs=1e-4)
    assert (judged[:n, :2] > 0).any(axis=1).all()


def test_dice_of_a_search_are_spread_evenly(witches: coven.Game) -> None:
    """Of 360 worlds each pair of dice comes up as often as it should, give or take a few."""
    position = witches.new(2, chance="manual", seed=None)
    luck = np.random.default_rng(1)
    while True:
        state = position._states[0]
        if position.actor == coven.CHANCE and state["frame_kind"][state["depth"] - 1] == CHANCE_PAIR:
            break
        position.play(position.legal[int(luck.integers(len(position.legal)))])
    *_, out, weights = room(witches)
    roll = doors(witches).roll
    expected = {move.id: 360 * chance for move, chance in position.chances}
    for rolls in range(3):
        seen = dict.fromkeys(expected, 0)
        for world in range(360):
            pair, after = roll(state, witches.tables[0], World(5, 7, world), rolls, out, weights)
            assert after == rolls + 1
            seen[pair] += 1
        assert all(abs(seen[pair] - expected[pair]) <= 5 for pair in expected)


def test_a_world_has_its_deck(witches: coven.Game) -> None:
    """Whatever was rolled before, a world draws the same card; over the worlds every card is as likely."""
    position = witches.new(2, chance="manual", seed=None)
    luck = np.random.default_rng(1)
    while len(position.legal) < 30 or position.actor != coven.CHANCE:
        position.play(position.legal[int(luck.integers(len(position.legal)))])
    state = position._states[0]
    *_, out, weights = room(witches)
    roll = doors(witches).roll
    seen = dict.fromkeys((move.id for move in position.legal), 0)
    for world in range(3000):
        luck = World(world * 977 + 5, 7, world)
        card, rolls = roll(state, witches.tables[0], luck, 2, out, weights)
        assert rolls == 2
        assert roll(state, witches.tables[0], luck, 4, out, weights)[0] == card
        seen[card] += 1
    usual = 3000 / len(seen)
    assert all(abs(times - usual) < 5 * usual**0.5 for times in seen.values())


def test_another_move_must_be_better_by_more_than_luck(witches: coven.Game) -> None:
    """With endless doubt the first candidate is played, whatever the others look like."""
    firm = replace(search_settings(witches), doubt=1e9)
    for seed in range(5):
        position = midway(witches, 2, {}, seed)
        view = position.view(position.actor)
        assert view.seat is not None
        found = think(view, Budget(iterations=80), seed=seed, settings=firm)
        tree = SearchTree(witches, view.seat, 400, firm)
        tree.grow(doors(witches), view._states, key(seed, view), 80, 80, np.zeros(1, np.int64))
        assert found.findings[0].move == int(tree.edges["move"][0])


def test_the_judgement_can_be_learned_again(tmp_path: Path) -> None:
    """The example plays, learns and writes weights of the same shape."""
    out = tmp_path / "weights.py"
    command = [
        "examples/learn_judgement.py",
        "--games",
        "12",
        "--epochs",
        "1",
        "--jobs",
        "1",
        "--out",
        str(out),
    ]
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "OMP_NUM_THREADS": "1"}
    done = subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=env, capture_output=True, text=True, timeout=900
    )
    assert done.returncode == 0, done.stderr
    written = runpy.run_path(str(out))
    assert (written["HIDDEN"], written["DEEPER"]) == (learned.HIDDEN, learned.DEEPER)
    assert len(written["TEXT"]) == len(learned.weights.TEXT)
    assert np.isfinite(np.frombuffer(base64.b85decode(written["TEXT"]), "<f2")).all()
