"""A table begun under older rules goes on by them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import coven
from coven.core.registry import definitions
from coven.table.schema import tables
from tests.core import heap
from tests.table.inside import Inside
from tests.table.sitting import Sitting


@pytest.fixture(autouse=True)
def game(monkeypatch: pytest.MonkeyPatch) -> coven.Game:
    monkeypatch.setitem(definitions(), heap.GAME.name, heap.GAME)
    return coven.load("heap")


def sit(room: Inside, game: coven.Game) -> Sitting:
    """A table with a game of version 1 that goes on."""
    record = str(game.new(chance="manual", version=1).play("take 3").record())
    return Sitting(room, "heap", record=record)


def test_a_table_goes_on_by_the_rules_it_began_with(inside: Callable[..., Inside], game: coven.Game) -> None:
    table = sit(inside(), game)
    table.room = inside()  # read from the database again
    assert [move["text"] for move in table.look(1)["legal"]] == ["take 1", "take 2", "take 3"]
    assert table.act(1, "take 3").status == 200
    assert table.act(0, "take 1").status == 200
    assert "\nRules: 1\n" in table.get("/record").text
    again = table.post("/rematch", seat=0).json()["table"]
    assert table.room.run(table.room.app.state.server.matches.get(again)).position.version == 2


def test_a_table_of_rules_that_are_not_known_is_refused(
    inside: Callable[..., Inside], game: coven.Game
) -> None:
    room = inside()
    table = sit(room, game)
    change = tables.update().values(rules=game.version + 1)
    room.run(room.app.state.server.store.do(lambda connection: connection.execute(change).rowcount))
    table.room = inside()
    assert table.get(seat=0).refused == (409, "other_version")
