"""Bots that think at once, in the server's own process: for tests of everything but the bots."""

from __future__ import annotations

import asyncio
import random
from typing import Any

from coven.bots.seeds import key
from coven.core.view import View
from coven.table.bot_service import BotService


class StubBots(BotService):
    """Moves at random, with a seed by what is seen alone; hints are the first legal moves."""

    step = 0.0

    def __init__(self, seed: int | None = None) -> None:
        super().__init__()
        self._seed = seed

    def ready(self, game: str) -> bool:
        return True

    def begin(self) -> None: ...

    async def prepare(self, game: Any) -> None: ...

    async def choose(
        self, view: View, spec: str, seed: int | None = None, urgency: int = 0, share: Any = None, **_: Any
    ) -> int:
        return random.Random(key(self._seed, view)).choice(view.legal).id

    async def hint(self, view: View, lang: str = "en", budget: Any = "", share: Any = None) -> dict[str, Any]:
        choices = [{"move": move.text, "id": move.id, "label": move.label(lang)} for move in view.legal[:3]]
        return {"seat": view.seat, "choices": choices, "iterations": 0}


class Ponderers(StubBots):
    """Never come to a decision, so that nothing changes but by what is asked."""

    compiled = True

    def ready(self, game: str) -> bool:
        return self.compiled

    async def choose(
        self, view: View, spec: str, seed: int | None = None, urgency: int = 0, share: Any = None, **_: Any
    ) -> int:
        return await asyncio.Future()
