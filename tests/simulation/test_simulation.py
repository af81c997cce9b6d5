"""The server under simulation: seeds that must hold, the seeds that once failed, and faults that must be found."""

from __future__ import annotations

import pytest

from tests.simulation.found import FOUND
from tests.simulation.plan import Plan
from tests.simulation.run import run


@pytest.mark.parametrize("name", FOUND)
def test_what_once_failed_holds(name: str) -> None:
    outcome = run(Plan.from_json(FOUND[name]))
    assert not outcome.broken
