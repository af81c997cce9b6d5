"""A trained network is carried over to inputs and moves that were added to."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import coven
from coven.bots import network
from coven.bots.network import SHIFT, UNIT
from tools.carry_network import carry, main, names

BEFORE = {"inputs": ["a 0", "a 1", "c 0"], "moves": ["go", "stop"]}
NOW = {"inputs": ["a 0", "a 1", "b 0", "c 0"], "moves": ["go", "stop", "move 1"]}


def small() -> dict[str, np.ndarray]:
    return {
        "first": np.arange(6, dtype=np.int8).reshape(3, 2),
        "moves": np.array([[1, 2], [3, 4]], np.int8),
        "moves_add": np.array([100, 200], np.int32),
        "moves_factor": np.array([1 << SHIFT, 2 << SHIFT], np.int64),
        "heads": np.ones((9, 2), np.int16),
    }


def test_what_was_known_stays_and_what_is_new_resembles_it() -> None:
    carried = carry(small(), BEFORE, NOW, {"move [0-9]+": "go"}, 3)
    assert carried["first"].tolist() == [[0, 1], [2, 3], [0, 0], [4, 5]]
    assert carried["moves"].tolist() == [[1, 2], [3, 4], [1, 2]]
    assert carried["moves_add"].tolist() == [100, 200, 100 - 3 * UNIT]
    assert carried["moves_factor"].tolist() == [1 << SHIFT, 2 << SHIFT, 1 << SHIFT]
    assert carried["heads"] is not None
    assert carried["moves"].dtype == np.int8
    assert carried["moves_add"].dtype == np.int32


@pytest.mark.parametrize("like", [{}, {"move [0-9]+": "come"}])
def test_a_new_move_must_resemble_a_known_one(like: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="'move 1' is a new move: say with --like"):
        carry(small(), BEFORE, NOW, like, 3)


def test_a_games_network_is_carried_as_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """From a version that lacked the last moves and a plane."""
    game = coven.load("witchstone")
    whole = names("witchstone")
    kept = network.load(game)
    held = [row for row, name in enumerate(whole["inputs"]) if not name.startswith("held tokens")]
    before = {"inputs": [whole["inputs"][row] for row in held], "moves": whole["moves"][:-32]}
    layers = kept.layers._replace(
        first=kept.layers.first[held],
        moves=kept.layers.moves[:-32],
        moves_add=kept.layers.moves_add[:-32],
        moves_factor=kept.layers.moves_factor[:-32],
    )
    old, listed = tmp_path / "old.npz", tmp_path / "names.json"
    about = {**kept.about, "layout": "another", "rules": 1}
    np.savez(old, about=np.array(json.dumps(about)), **layers._asdict())
    listed.write_text(json.dumps(before))
    with pytest.raises(coven.BadOption, match="other observations"):
        network.load(game, old)
    with pytest.raises(SystemExit):
        main(["carry", "witchstone", str(listed), str(old)])
    assert "'move 0' is a new move" in capsys.readouterr().err
    main(["carry", "witchstone", str(listed), str(old), "--like", "move [0-9]+=go", "--less", "8"])
    carried = network.load(game, old)
    assert carried.about["trained by rules"] == 1
    go, new = whole["moves"].index("go"), kept.layers.first.copy()
    new[sorted(set(range(len(new))) - set(held))] = 0
    expected = kept.layers._replace(
        first=new,
        moves=np.concatenate([layers.moves, layers.moves[[go] * 32]]),
        moves_factor=np.concatenate([layers.moves_factor, layers.moves_factor[[go] * 32]]),
    )
    for name in ("first", "second", "third", "moves", "moves_factor", "heads", "heads_add"):
        assert (getattr(carried.layers, name) == getattr(expected, name)).all(), name
    lower = (carried.layers.moves_add[-32:] - layers.moves_add[go]) * layers.moves_factor[go] >> SHIFT
    assert lower == pytest.approx(-8 * UNIT, abs=1)


def test_the_names_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    main(["names", "witchstone"])
    told = json.loads(capsys.readouterr().out)
    assert told == names("witchstone")
    assert told["moves"][-1] == "move 31"
    assert len(set(told["inputs"])) == len(told["inputs"])
