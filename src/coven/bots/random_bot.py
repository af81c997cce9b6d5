"""The random bot: the floor under every comparison."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coven.bots.seeds import key

if TYPE_CHECKING:
    from coven.bots.budget import Budget
    from coven.core.game import Game
    from coven.core.move import Move
    from coven.core.view import View


class RandomBot:
    """Plays any legal move, each as likely as the others."""

    def __init__(self, seed: int | None = None) -> None:
        self._seed = seed

    def prepare(self, game: Game, wait: bool = True) -> None:
        """Nothing to compile."""

    def choose(self, view: View, budget: Budget | None = None) -> Move:
        """A move; it takes no time worth a budget."""
        return view.legal[key(self._seed, view) * len(view.legal) >> 63]
