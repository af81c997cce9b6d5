"""The games a server plays: with the standard components, and the last few with components of their own."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

from coven.core.game import Game
from coven.core.registry import load, load_with
from coven.table import repository
from coven.table.refusals import Refusal
from coven.table.store import Store

MOST = 32  # games with components of their own that are kept loaded


class GameCache:
    """Games by their names and the digests of their components, their rules compiled."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._own: OrderedDict[tuple[str, str], Game] = OrderedDict()

    async def game(self, name: str, digest: str = "") -> Game:
        """A game with the standard components or those kept under a digest."""
        standard = load(name)
        if digest in ("", standard.components.digest):
            game = standard
        elif (name, digest) in self._own:
            game = self._own[name, digest]
        else:
            text = await self._store.do(lambda c: repository.components_of(c, digest))
            if text is None:
                raise Refusal("other_version", "the component set this table was played with is not here")
            return await self.game_with(name, text)
        await asyncio.to_thread(lambda: game.doors)
        return game

    async def game_with(self, name: str, components: str) -> Game:
        """A game with components given as text."""
        game = await asyncio.to_thread(load_with, name, components)
        await asyncio.to_thread(lambda: game.doors)
        self._own[name, game.components.digest] = game
        if len(self._own) > MOST:
            self._own.popitem(last=False)
        return game
