"""What is kept of a match beside its log: typed in memory, the same JSON in the database as ever."""

from __future__ import annotations

import json
from typing import Any

import pytest
from sqlalchemy import select, update

from coven.table.metadata import Metadata
from coven.table.schema import tables
from tests.table.inside import Inside
from tests.table.sitting import HUMAN, Sitting

OLD = {
    "clock": 12.5,
    "guide": True,
    "uploaded": True,
    "since": 1700000000.25,
    "agreed": {"1": [0, 2], "2": []},
    "read": {"0": ["welcome", "tiles"]},
    "rematch": "abc-DEF_1",
    "reviewed": True,
}

CAME = {"clock": 5.0, "came": {"0": 1700000000.25, "1": None}}


@pytest.mark.parametrize(
    "kept", [{}, {"clock": 5.0}, {"agreed": {}}, {"guide": True}, {"rematch": "x"}, OLD, CAME]
)
def test_what_was_kept_is_read_and_written_as_it_was(kept: dict[str, Any]) -> None:
    metadata = Metadata.from_json(json.dumps(kept))
    assert json.loads(metadata.to_json()) == {name: value for name, value in kept.items() if value}
    assert Metadata.from_json(metadata.to_json()) == metadata


def test_an_old_row_opens(inside) -> None:  # type: ignore[no-untyped-def]
    """A row as it was written before its metadata had types."""
    room: Inside = inside()
    table = Sitting(room, seats=[HUMAN] * 3)

    def rewrite(connection: Any) -> None:
        connection.execute(update(tables).where(tables.c.id == table.id).values(manner=json.dumps(OLD)))

    room.run(room.app.state.server.store.do(rewrite))
    room = inside()  # the same database, by a server that has to read it
    table.room = room
    told = table.look(0)["table"]
    assert (told["guide"], told["clock"]) == (True, 12.5)
    assert [seat["agreed"] for seat in told["seats"]] == [[], [0, 2], []]
    match = room.app.state.server.matches.loaded(table.id)
    assert match.metadata.read == {0: ("welcome", "tiles")}
    assert match.metadata.rematch == "abc-DEF_1"


def test_agreements_and_lessons() -> None:
    metadata = Metadata().with_agreement(1, by=0).with_agreement(1, by=2)
    assert metadata.agreed == {1: {0, 2}}
    assert metadata.without_agreement(1) == Metadata()
    assert metadata.without_agreement(0) == metadata
    read = Metadata().with_lesson_read(0, "one").with_lesson_read(0, "two").with_lesson_read(0, "one")
    assert read.read == {0: ("one", "two")}


def test_what_people_agree_on_is_kept_as_ever(inside) -> None:  # type: ignore[no-untyped-def]
    room: Inside = inside(away=0)
    table = Sitting(room, seats=[HUMAN] * 3, options={"clock": 7})
    watchers = [table.live(seat) for seat in (0, 1)]
    table.post("/stand-in", {"seat": 2}, 0)
    kept = room.run(
        room.app.state.server.store.do(
            lambda c: c.execute(select(tables.c.manner).where(tables.c.id == table.id)).scalar()
        )
    )
    found = json.loads(kept)
    assert {name: found[name] for name in found if name != "sealing"} == {"clock": 7.0, "agreed": {"2": [0]}}
    assert watchers
