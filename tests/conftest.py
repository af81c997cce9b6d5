"""Shared by all tests."""

from __future__ import annotations

import pytest

import coven


@pytest.fixture(scope="session")
def witchstone() -> coven.Game:
    return coven.load("witchstone")
