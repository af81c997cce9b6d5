"""Shared by all tests: the compiled games, and the account of which rules have a test."""

from __future__ import annotations

import re

import pytest

import coven

RULE_ITEM = re.compile(r"^- \*\*([A-Z]{2}-[A-Z]\d+)\*\*", re.MULTILINE)


@pytest.fixture(scope="session")
def witchstone() -> coven.Game:
    return coven.load("witchstone")


def rule_ids(game: str) -> list[str]:
    """The ids on a game's rules page."""
    return RULE_ITEM.findall((coven.load(game).definition.folder / "rules.md").read_text(encoding="utf-8"))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    config.stash[TESTED] = {
        id for item in items for marker in item.iter_markers("rule") for id in marker.args
    }


TESTED = pytest.StashKey[set[str]]()


@pytest.fixture(scope="session")
def tested_rules(request: pytest.FixtureRequest) -> set[str]:
    """The ids named by the tests of this run."""
    return request.config.stash[TESTED]
