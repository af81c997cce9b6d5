"""Records, positions and views outlive a change of the rules: each game goes on by the version it began with."""

from __future__ import annotations

import pytest

import coven
from coven.core.errors import BrokenGame
from coven.core.game import Game
from coven.core.registry import definitions
from coven.core.view import View
from tests.core import heap
from tests.core.heap import game as its_rules

V1 = """Coven-Record: 1
Game: heap
Rules: 1
Components: {components}
Players: 2

0 take 3
1 take 1
"""


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> coven.Game:
    monkeypatch.setitem(definitions(), heap.GAME.name, heap.GAME)
    return coven.load("heap")


@pytest.fixture
def old(game: coven.Game) -> coven.Position:
    """A game begun by version 1, three stones before its end."""
    return coven.read(V1.format(components=game.components.tag)).position()


def texts(position: coven.Position) -> list[str]:
    return [move.text for move in position.legal]


def test_new_games_are_played_by_the_newest_rules(game: coven.Game) -> None:
    assert (game.oldest, game.version) == (1, 2)
    fresh = game.new()
    assert fresh.version == 2
    assert texts(fresh) == ["take 1", "take 2"]
    assert "Rules: 2\n" in str(fresh.record())


def test_a_game_can_be_played_by_older_rules(game: coven.Game) -> None:
    before = game.new(version=1)
    assert before.version == before.copy().version == 1
    assert texts(before) == ["take 1", "take 2", "take 3"]


def test_a_record_is_replayed_by_its_own_rules_and_goes_on(old: coven.Position) -> None:
    assert old.version == 1
    assert "take 3" in texts(old)
    old.play("take 3")
    assert old.winners == (0,)
    record = coven.read(str(old.record()))
    assert record.version == 1
    assert record.check() == old
    assert [position.version for position in record.positions()] == [1] * 4


def test_the_same_moves_are_refused_by_the_newest_rules(game: coven.Game) -> None:
    text = V1.format(components=game.components.tag).replace("Rules: 1", "Rules: 2")
    with pytest.raises(coven.MalformedRecord, match="take 3"):
        coven.read(text).check()


def test_a_saved_position_goes_on_by_its_own_rules(game: coven.Game, old: coven.Position) -> None:
    restored = game.restore(bytes(old))
    assert restored == old
    assert restored.version == 1
    assert bytes(restored.play("take 3")) == bytes(old.play("take 3"))


def test_what_a_seat_sees_and_imagines_keeps_the_version(game: coven.Game, old: coven.Position) -> None:
    view = old.view(0)
    assert [move.text for move in view.legal] == ["take 1", "take 2", "take 3"]
    assert View.unpack(game, view.pack()) == view
    imagined = view.sample(1)
    assert imagined == old
    assert imagined.version == 1


@pytest.mark.parametrize("version", [0, 3])
def test_a_version_that_is_not_known_is_refused(game: coven.Game, version: int) -> None:
    with pytest.raises(coven.OtherVersion, match=f"version {version} .*this program plays version 1 to 2"):
        game.new(version=version)
    text = V1.format(components=game.components.tag).replace("Rules: 1", f"Rules: {version}")
    with pytest.raises(coven.OtherVersion, match=f"version {version} of the rules of The Heap"):
        coven.read(text)


@pytest.mark.parametrize("oldest", [0, 3, "1"])
def test_the_oldest_version_is_checked_when_a_game_is_loaded(
    oldest: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(its_rules, "OLDEST", oldest)
    with pytest.raises(BrokenGame, match="OLDEST"):
        Game(heap.GAME)
