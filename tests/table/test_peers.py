"""What a process says to the others of one database."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

from coven.table.peers import Peers


class SlowAtFirst:
    """A store whose first piece of work takes long, as another connection to a database may."""

    postgres = True

    def __init__(self) -> None:
        self.said: list[tuple[str, ...]] = []
        self.go_on = asyncio.Event()
        self._asked = 0

    async def do(self, work: Any) -> None:
        self._asked += 1
        if self._asked == 1:
            await self.go_on.wait()
        work(None)

    def notify(self, connection: None, id: str, *what: str) -> None:
        self.said.append((id, *what))


def test_the_last_word_is_the_newest() -> None:
    """Who sits down while it is still being said that nobody is here is not forgotten by the others."""

    async def go() -> None:
        store, here, tasks = SlowAtFirst(), set[int](), []
        peers = Peers(
            store,  # type: ignore[arg-type]
            None,  # type: ignore[arg-type]
            None,  # type: ignore[arg-type]
            SimpleNamespace(here=lambda _: here),  # type: ignore[arg-type]
            lambda: 0.0,
            lambda work: tasks.append(asyncio.create_task(work)),
        )
        match: Any = SimpleNamespace(id="table", saying=asyncio.Lock())
        peers.say_who_is_here(match)
        await asyncio.sleep(0)
        here.add(2)
        peers.say_who_is_here(match)
        for _ in range(5):
            await asyncio.sleep(0)
        store.go_on.set()
        await asyncio.gather(*tasks)
        assert store.said == [("table", "online", ""), ("table", "online", "2")]

    asyncio.run(go())
