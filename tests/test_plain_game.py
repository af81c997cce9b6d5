"""A game of rules and moves alone plays everywhere: bots, environments and the laboratory have plain defaults."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import coven
import coven.env
from coven.bots import bot
from coven.bots.compiled import doors, judgement
from coven.core.registry import definitions
from coven.core.seats import SEATS
from coven.lab.simulate import simulate
from tests.stones import GAME
from tests.stones.state import HEAP


@pytest.fixture(scope="module")
def stones() -> Iterator[coven.Game]:
    definitions()[GAME.name] = GAME
    yield coven.load(GAME.name)
    del definitions()[GAME.name]


@pytest.mark.parametrize("spec", ["light:seed=1", "greedy:seed=1", "search:iters=200:seed=1"])
def test_bots_play_it(stones, spec) -> None:
    position = stones.new(2, seed=1)
    mind = bot(spec)
    while not position.over:
        position.play(mind.choose(position.view(position.actor)))
    assert sum(position.scores) == HEAP


def test_who_looks_ahead_takes_what_gives_points(stones) -> None:
    position = stones.new(3, seed=1)
    for spec in ("greedy:seed=1", "search:iters=200:seed=1"):
        assert bot(spec).choose(position.view(0)).text == "take 3"


def test_the_outlook_is_the_lead_and_at_the_end_who_won(stones) -> None:
    position = stones.new(3, seed=1)
    values = np.zeros(SEATS)
    doors(stones).judge(position._states, stones.tables, 0, values)
    assert values.tolist() == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0])
    for take in ("take 3", "take 2"):
        position.play(take)
    doors(stones).judge(position._states, stones.tables, 0, values)
    assert values[0] > values[1] > values[2] > 0
    assert values.sum() == pytest.approx(1)
    assert judgement(stones).worth(position._states[0], None, 1) == 2
    while not position.over:
        position.play(position.legal[0])
    doors(stones).judge(position._states, stones.tables, 0, values)
    assert [value == 1 for value in values[:3]] == [seat in position.winners for seat in range(3)]


@pytest.mark.parametrize("bots", ["random", "greedy"])
def test_the_laboratory_notes_what_every_row_has(stones, tmp_path: Path, bots) -> None:
    pytest.importorskip("pyarrow")
    table = simulate("stones", 20, 3, bots, 4, out=tmp_path / "run").table()
    for row in table.to_pylist():
        assert sum(row[f"score_{seat}"] for seat in range(3)) == HEAP
        assert row["ending"] == "points"
        assert row["turns"] == row["decisions"]  # every decision is another's turn
        assert row["outcomes"] == 0
    assert "score_3" in table.column_names


def test_alone_it_is_one_turn(stones, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    table = simulate("stones", 3, 1, out=tmp_path / "run").table()
    assert set(table["turns"].to_pylist()) == {1}


def test_a_report_needs_nothing_of_the_game(stones, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    from coven.lab.report import report

    simulate("stones", 200, 2, out=tmp_path / "run")
    text = report([tmp_path / "run"], tmp_path / "report.html").read_text(encoding="utf-8")
    assert "Stones, 2 players, random" in text


def test_its_observation_is_every_field(stones) -> None:
    at = {plane.name: plane.slice for plane in coven.env.planes("stones")}
    assert list(at) == ["seat", "score", "players", "first", "depth", "active", "heap", "taken"]
    position = stones.new(2, seed=1)
    position.play("take 3")
    seen = coven.env.observe(position.view(1))
    assert seen[at["seat"]].tolist() == [0, 1, 0, 0]
    assert (seen[at["score"]] * 4096).tolist() == [0, 3, 0, 0]  # the observer's first
    assert seen[at["heap"]] * 16 == HEAP - 3
    assert np.flatnonzero(seen[at["taken"]]).tolist() == [HEAP - 3, HEAP - 2, HEAP - 1]


def test_a_batch_of_it_sees_the_same(stones) -> None:
    batch = coven.env.batch("stones", 8, players=2, seed=3)
    step = batch.reset()
    assert coven.env.actions("stones") == 3
    ended = 0
    for _ in range(40):
        assert np.abs(step.observation).max() <= 8
        assert (step.mask.sum(axis=1) >= 1).all()
        step = batch.step(batch.sample())
        ended += int(step.done.sum())
        assert np.allclose(step.reward.sum(axis=1), 0)
    assert ended > 0
