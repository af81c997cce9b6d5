"""The small game, compiled."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from coven.core import compiling, doors
from coven.core.doors import RULES, is_compiled
from coven.core.registry import definitions
from tests.core.small_game import played, start, until
from tests.stones import GAME


@pytest.fixture(scope="module")
def known() -> Iterator[None]:
    """The small game is one of those there are."""
    definitions()[GAME.name] = GAME
    yield
    del definitions()[GAME.name]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache with the small game, compiled beside a game that went on in the middle of it."""
    folder = tmp_path_factory.mktemp("kept")
    with pytest.MonkeyPatch.context() as patch:
        game = start(patch, folder)
        position = played(game.new(2, seed=3), 3)
        assert not is_compiled(game, RULES)
        assert compiling.under_way("stones")
        before = bytes(position)
        until(lambda: is_compiled(game, RULES))
        assert bytes(position) == before
        swapped = position.copy().play(position.legal[0])
        plain = doors.functions(game, RULES, native=False)
        states = position._states.copy()
        scratch = game.scratch
        plain["play_on"](
            states, game.tables, 0, position.legal[0].id, position._seed, position.ply,
            scratch.moves, scratch.weights, scratch.told,
        )  # fmt: skip
        assert swapped._states.tobytes() == states.tobytes()
        until(lambda: not compiling.under_way("stones"))
        assert compiling._told == set()
    return folder


@pytest.fixture
def copy(kept: Path, tmp_path: Path) -> Path:
    folder = tmp_path / "cache"
    shutil.copytree(kept, folder)
    return folder
