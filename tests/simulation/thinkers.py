"""The processes that think for bots, without processes: they take their time, die or talk nonsense as the seed says."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from coven.core.registry import load
from coven.core.view import View
from coven.table.worker_process import Crashed, Late, Nonsense
from tests.simulation.virtual_loop import WHOSE


class Thinker:
    """In the place of a WorkerProcess; it plays at random."""

    def __init__(self, command: Sequence[str]) -> None:
        self.world: Any = WHOSE.get().world  # type: ignore[union-attr]
        self._luck = self.world.luck_of("bots")
        self._ended = asyncio.Event()
        self.pid: int | None = None
        self.alive = False
        self.busy = True
        self.doing = 0
        self.games: set[str] = set()
        self.timer: asyncio.TimerHandle | None = None
        self.world.thinkers.append(self)

    async def start(self) -> None:
        await asyncio.sleep(self._luck.uniform(0.05, 0.5))
        self.pid, self.alive = len(self.world.thinkers), True

    async def ask(self, request: Mapping[str, Any], patience: float, on_progress: Any = None) -> Any:
        if not self.alive:
            raise Crashed("it had ended before it was asked")
        thinking = asyncio.ensure_future(
            asyncio.sleep(request.get("nap", 0.0) + self._luck.uniform(0.01, 0.4))
        )
        ended = asyncio.ensure_future(self._ended.wait())
        try:
            await asyncio.wait({thinking, ended}, timeout=patience, return_when=asyncio.FIRST_COMPLETED)
            if ended.done():
                raise Crashed("it ended while it was asked")
            if not thinking.done():
                raise Late(f"no answer within {patience:g} s")
        finally:
            thinking.cancel()
            ended.cancel()
        if request["do"] != "choose":
            return True
        if self._luck.random() < self.world.nonsense:
            raise Nonsense("it said moo")
        view = View.unpack(load(request["game"]), request["view"])
        return self._luck.choice(view.legal).id

    def kill(self) -> None:
        self.alive = False
        self._ended.set()

    async def end(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
        self.kill()


class QuickBot:
    """In the place of the bot that makes a move when no other comes."""

    def __init__(self, spec: str) -> None:
        self._luck = WHOSE.get().world.luck_of("bots")  # type: ignore[union-attr]

    def choose(self, view: View) -> Any:
        return self._luck.choice(view.legal)
