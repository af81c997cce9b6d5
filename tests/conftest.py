"""Shared by all tests."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

import coven

# A busy machine makes anything slow: only what is wrong fails. What holds today holds tomorrow: the same cases are
# tried in every run, unless other luck is asked for.
settings.register_profile(
    "coven",
    deadline=None,
    suppress_health_check=list(HealthCheck),
    derandomize="COVEN_LUCK" not in os.environ,
)
settings.load_profile("coven")
pytest.register_assert_rewrite("tests.picture_checks")  # so that a failed check shows what it compared


@pytest.fixture(scope="session")
def witchstone() -> coven.Game:
    return coven.load("witchstone")
