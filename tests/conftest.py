"""Shared by all tests."""

from __future__ import annotations

import pytest

import coven

pytest.register_assert_rewrite("tests.picture_checks")  # so that a failed check shows what it compared


@pytest.fixture(scope="session")
def witchstone() -> coven.Game:
    return coven.load("witchstone")
