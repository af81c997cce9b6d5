"""The way of a move through the server is short: whoever reads it has few modules to open."""

from __future__ import annotations

import random
import sys
from types import FrameType
from typing import Any

import pytest
from sqlalchemy import event

import coven
from coven.core.cache import CORE
from tests.table.inside import Inside
from tests.table.sitting import Sitting

MOST = 12  # modules from the request to the stored row
# What the compiler takes in with a game's rules is no way of the server's, though it is one where nothing is compiled.
COMPILED = {f"coven.core.{name}" for name in CORE}


class Trace:
    """The modules of ours that are entered until a row is stored: by the event loop and by the thread that writes."""

    def __init__(self, room: Inside) -> None:
        self._room = room
        self._store = room.app.state.server.store
        self._stored = False
        self.modules: set[str] = set()

    def __enter__(self) -> Trace:
        self._room.run(self._store.do(lambda _: sys.setprofile(self._note)))
        event.listen(self._store.engine, "commit", self._commit)
        sys.setprofile(self._note)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)
        event.remove(self._store.engine, "commit", self._commit)
        self._room.run(self._store.do(lambda _: sys.setprofile(None)))

    def _commit(self, connection: Any) -> None:
        self._stored = True

    def _note(self, frame: FrameType, what: str, _: Any) -> None:
        name = str(frame.f_globals.get("__name__"))
        if what == "call" and not self._stored and name.partition(".")[0] == "coven":
            self.modules.add(name)


@pytest.mark.parametrize("name", coven.games())
def test_a_move_crosses_few_modules_before_it_is_stored(room: Inside, name: str) -> None:
    coven.load(name).compile()
    table, luck = Sitting(room, name), random.Random(3)
    for _ in range(25):
        seat = table.look()["actor"]
        if seat is None:
            break
        told = table.look(seat)
        sent = {"seq": told["seq"], "move": luck.choice(told["legal"])["text"]}
        with Trace(room) as trace:
            answer = table.post("/actions", sent, seat)
        assert answer.status == 200
        crossed = {one for one in trace.modules if not one.startswith("coven.games.")} - COMPILED
        assert {"coven.table.actions", "coven.table.repository", "coven.core.position"} <= crossed
        assert len(crossed) <= MOST, " ".join(sorted(crossed))
