"""Bots that judge without searching: by how inviting a move looks, or (greedy) by where it leads this turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coven.bots.compiled import BOTS, compiled_doors, doors, room
from coven.bots.seeds import key
from coven.core.doors import is_compiled

if TYPE_CHECKING:
    from coven.bots.budget import Budget
    from coven.bots.policies import Room
    from coven.core.game import Game
    from coven.core.move import Move
    from coven.core.view import View

SAMPLES = 16  # worlds a greedy bot looks at, at most
UNCOMPILED = 1.0  # seconds it takes while nothing is compiled, unless a seed asks for the very same move


class JudgingBot:
    """Asks the game's judgement, by doors that are compiled beforehand if one waits for it."""

    def prepare(self, game: Game, wait: bool = True) -> None:
        """Compile or load what the bot runs."""
        (compiled_doors if wait else doors)(game)


class AtOnce(JudgingBot):
    """Chooses in no time worth a budget."""

    def choose(self, view: View, budget: Budget | None = None) -> Move:
        """A move, whatever the budget."""
        return view.legal.by_id(int(self._pick(view, room(view.game))))

    def _pick(self, view: View, scratch: Room) -> int:
        raise NotImplementedError


class LightBot(AtOnce):
    """Plays at random, inviting moves more likely: the quick policy of the search's playouts."""

    def __init__(self, seed: int | None = None) -> None:
        self._seed = seed

    def _pick(self, view: View, scratch: Room) -> int:
        luck, tables = key(self._seed, view), view.game.tables
        return doors(view.game).light_choice(view._states, tables, 0, luck, scratch.out, scratch.weights)


class SoftBot(AtOnce):
    """Plays at random, inviting moves only a little more likely."""

    def __init__(self, seed: int | None = None, times: int = 1) -> None:
        self._seed = seed
        self._times = times  # the square root is taken

    def _pick(self, view: View, scratch: Room) -> int:
        luck, tables = key(self._seed, view), view.game.tables
        return doors(view.game).soft_choice(
            view._states, tables, 0, luck, self._times, scratch.out, scratch.weights
        )


class InvitingBot(AtOnce):
    """Plays the move that looks most inviting, without looking ahead."""

    def _pick(self, view: View, scratch: Room) -> int:
        key(0, view)  # refuses a seat that is not to act
        return doors(view.game).inviting_choice(
            view._states, view.game.tables, 0, scratch.out, scratch.weights
        )


class GreedyBot(JudgingBot):
    """Follows each move to the end of the own turn and takes the one with the best prospects."""

    def __init__(self, seed: int | None = None, samples: int = SAMPLES) -> None:
        self._seed = seed
        self._samples = samples

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
