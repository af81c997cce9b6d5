"""Bots that judge without searching: by how inviting a move looks, or (greedy) by where it leads this turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coven.bots.compiled import BOTS, compiled_doors, doors, room
from coven.bots.seeds import key
from coven.core.doors import is_compiled

if TYPE_CHECKING:
    from coven.bots.budget import Budget
    from coven.core.game import Game
    from coven.core.move import Move
    from coven.core.view import View

SAMPLES = 16  # worlds a greedy bot looks at, at most
UNCOMPILED = 1.0  # seconds it takes while nothing is compiled, unless a seed asks for the very same move


class LightBot:
    """Plays at random, inviting moves more likely: the quick policy of the search's playouts."""

    def __init__(self, seed: int | None = None) -> None:
        self._seed = seed

    def prepare(self, game: Game, wait: bool = True) -> None:
        """Compile or load what the bot runs."""
        (compiled_doors if wait else doors)(game)

    def choose(self, view: View, budget: Budget | None = None) -> Move:
        """A move; it takes no time worth a budget."""
        game = view.game
        luck = key(self._seed, view)
        scratch = room(game)
        move = doors(game).light_choice(view._states, game.tables, 0, luck, scratch.out, scratch.weights)
        return view.legal.by_id(int(move))


class SoftBot:
    """Plays at random, inviting moves only a little more likely."""

    def __init__(self, seed: int | None = None, times: int = 1) -> None:
        self._seed = seed
        self._times = times  # the square root is taken

    def prepare(self, game: Game, wait: bool = True) -> None:
        """Compile or load what the bot runs."""
        (compiled_doors if wait else doors)(game)

    def choose(self, view: View, budget: Budget | None = None) -> Move:
        """A move; it takes no time worth a budget."""
        game = view.game
        luck = key(self._seed, view)
        scratch = room(game)
        move = doors(game).soft_choice(
            view._states, game.tables, 0, luck, self._times, scratch.out, scratch.weights
        )
        return view.legal.by_id(int(move))


class InvitingBot:
    """Plays the move that looks most inviting, without looking ahead."""

    def prepare(self, game: Game, wait: bool = True) -> None:
        """Compile or load what the bot runs."""
        (compiled_doors if wait else doors)(game)

    def choose(self, view: View, budget: Budget | None = None) -> Move:
        """A move; it takes no time worth a budget."""
        game = view.game
        scratch = room(game)
        key(0, view)  # refuses a seat that is not to act
        move = doors(game).inviting_choice(view._states, game.tables, 0, scratch.out, scratch.weights)
        return view.legal.by_id(int(move))


class GreedyBot:
    """Follows each move to the end of the own turn and takes the one with the best prospects."""

    def __init__(self, seed: int | None = None, samples: int = SAMPLES) -> None:
        self._seed = seed
        self._samples = samples

    def prepare(self, game: Game, wait: bool = True) -> None:
        """Compile or load what the bot runs."""
        (compiled_doors if wait else doors)(game)

    def choose(self, view: View, budget: Budget | None = None) -> Move:
        """A move; it takes milliseconds whatever the budget, which counts only until the bots are compiled."""
        game = view.game
        luck = key(self._seed, view)
        made = doors(game)
        if not is_compiled(game, BOTS) and (self._seed is None or budget is not None):
            from coven.bots.warming import follow

            seconds = UNCOMPILED if budget is None or budget.seconds is None else budget.seconds
            return view.legal.by_id(follow(view, seconds, luck)[0].move)
        found = made.greedy_move(view._states, game.tables, 0, luck, self._samples, room(game))
        return view.legal.by_id(int(found))
