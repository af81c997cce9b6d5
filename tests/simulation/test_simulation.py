"""The server under simulation: seeds that must hold, the seeds that once failed, and faults that must be found."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.simulation import fate
from tests.simulation.__main__ import main
from tests.simulation.found import FOUND
from tests.simulation.plan import Plan
from tests.simulation.planted import PLANTED, hunt
from tests.simulation.run import run, shrink

SEEDS, TOGETHER = 200, 10
SHORT = 150.0  # seconds in which the games of the seeds below come to their end, if nothing is wrong
QUICK = {  # a seed by which each of these is found; `python -m tests.simulation --faults` looks for them all
    "told before it is stored": 0,
    "acknowledged before it is committed": 0,
    "done twice after a retry": 2,
    "the sequence check is left out": 6,
    "an undo is done twice": 0,
    "the secret is told before the end": 0,
    "a neighbour's message is ignored": 4,
    "the number that came with a move is not kept": 4,
    "the view of another seat is sent": 6,
    "who has left is shown as here": 9,
    "the clock runs while no server is there": 14,
    "of two who join, both get the seat": 21,
}


@pytest.mark.parametrize("first", range(0, SEEDS, TOGETHER))
def test_nothing_is_lost_doubled_or_shown_to_the_wrong_seat(first: int) -> None:
    for seed in range(first, first + TOGETHER):
        outcome = run(Plan.of(seed))
        assert not outcome.broken, f"seed {seed}: {outcome.broken}"


@pytest.mark.parametrize("name", FOUND)
def test_what_once_failed_holds(name: str) -> None:
    outcome = run(Plan.from_json(FOUND[name]))
    assert not outcome.broken


def test_a_seed_replays_exactly() -> None:
    """In the same process, and in another one whose hashes are others."""
    seed = 12
    digest = run(Plan.of(seed)).digest
    assert run(Plan.of(seed)).digest == digest
    elsewhere = subprocess.run(
        [sys.executable, "-m", "tests.simulation", "--seed", str(seed)],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
        env={**os.environ, "PYTHONHASHSEED": "77", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    assert elsewhere.returncode == 0, elsewhere.stderr
    assert digest in elsewhere.stdout.splitlines()[-1]


@pytest.mark.parametrize("name", QUICK)
def test_a_planted_fault_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fate, "PATIENCE", SHORT)  # a game that stands still for long is long to watch
    assert hunt(name, [QUICK[name]]) is not None


def test_every_fault_has_a_name() -> None:
    assert len(PLANTED) >= 10
    assert PLANTED.keys() >= QUICK.keys()


def test_a_failing_plan_is_made_smaller() -> None:
    with PLANTED["told before it is stored"]():
        outcome = run(Plan.of(0))
        small = shrink(outcome, most=30)
        assert small.broken
        assert len(small.plan.misfortunes) <= len(outcome.plan.misfortunes)
        assert len(small.plan.to_json()) < len(outcome.plan.to_json())
        kept = Plan.from_json(small.plan.to_json())
        assert kept == small.plan
        assert run(kept).digest == small.digest


def test_the_command_says_what_failed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--seeds", "1", "--from", "5", "--jobs", "1"]) == 0
    assert "1 seeds" in capsys.readouterr().out
    with PLANTED["told before it is stored"]():
        assert main(["--seeds", "1", "--jobs", "1"]) == 1
    said = capsys.readouterr().out
    assert "seed 0: BROKEN" in said
    assert "replay: python -m tests.simulation --plan '{" in said
    with pytest.raises(SystemExit) as ended:
        main(["--plan", "moo"])
    assert ended.value.code == 2
