"""Which game an environment plays next: the numbered games of a seed, the same as in a batch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coven.core.game import as_seed

if TYPE_CHECKING:
    from coven.core.game import Game
    from coven.core.position import Position


class Deals:
    """Games number 0, 1, 2, ... of a seed."""

    def __init__(self, game: Game, players: int, seed: int | None, options: dict[str, Any]) -> None:
        self._game = game
        self._players = players
        self._options = options
        self._seed = as_seed(seed)
        self._number = -1
        self.key = 0  # the seed of the game being played

    def next(self, seed: int | None) -> Position:
        """The next game; with a seed, that seed's first."""
        if seed is not None:
            self._seed = as_seed(seed)
            self._number = -1
        self._number += 1
        return self._deal()

    def first(self) -> Position:
        """Game 0, which is also the next."""
        self._number = 0
        position = self._deal()
        self._number = -1
        return position

    def _deal(self) -> Position:
        self.key = int(self._game.doors.game_seed(self._seed, self._number))
        return self._game.new(self._players, seed=self.key, **self._options)
