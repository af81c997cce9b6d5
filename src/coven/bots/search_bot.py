"""The search bot: as strong as the time it is given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coven.bots import network
from coven.bots.budget import USUAL, Budget
from coven.bots.compiled import compiled_doors, doors
from coven.bots.endless import least_done
from coven.bots.search import SearchSettings, think

if TYPE_CHECKING:
    from coven.core.game import Game
    from coven.core.move import Move
    from coven.core.view import View


class SearchBot:
    """Samples what it can't know, searches, and plays what it found best, but for turns without end."""

    def __init__(
        self,
        budget: Budget = USUAL,
        seed: int | None = None,
        threads: int | None = None,
        settings: SearchSettings | None = None,
        net: str | None = None,
    ) -> None:
        self.budget = budget
        self._seed = seed
        self._threads = threads
        self._settings = settings
        self._net = net

    def prepare(self, game: Game, wait: bool = True) -> None:
        """Compile or load what the bot runs, which no deadline counts."""
        network.named(game, self._net)
        (compiled_doors if wait else doors)(game)

    def choose(self, view: View, budget: Budget | None = None) -> Move:
        """A move within the bot's budget, or the one given."""
        if len(view.legal) == 1:
            return view.legal[0]
        found = think(
            view,
            budget or self.budget,
            threads=self._threads,
            seed=self._seed,
            settings=self._settings,
            net=network.named(view.game, self._net),
        )
        meant = least_done(view)
        best = next((one.move for one in found.findings if one.move in meant), int(meant[0]))
        return view.legal.by_id(best)
