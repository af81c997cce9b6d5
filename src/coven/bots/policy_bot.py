"""The policy bot: a trained network alone, which answers at once."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from coven.bots import network, neurons
from coven.bots.network import FATES, LEVELS, UNIT
from coven.core.errors import NotYourTurn
from coven.core.seats import CHANCE, SEATS

if TYPE_CHECKING:
    from coven.bots.budget import Budget
    from coven.bots.network import Network
    from coven.core.game import Game
    from coven.core.move import Move
    from coven.core.state import States
    from coven.core.view import View
    from coven.env.compiled import EnvDoors

LONG = 100  # decisions in a row, while others wait
LONG_ALONE = 500  # where nobody does: a whole game and more


class Answer:
    """What a network says of a view: logits of the legal moves, and everyone's fate and points to come."""

    def __init__(
        self, net: Network, game: Game, redacted: States, seat: int, moves: npt.NDArray[Any], made: EnvDoors
    ) -> None:
        from coven.env.observation import observe_with

        seen = observe_with(made, game, redacted, seat)
        given = np.clip(np.rint(seen * LEVELS), -128, 127).astype(np.int8)
        layers = net.layers
        deep = np.zeros((2, net.deep), np.int32)
        room = neurons.Activations(
            np.zeros(net.wide, np.int32), np.zeros(net.wide, np.int32), deep, np.zeros(net.deep, np.int32)
        )
        made.think(given, layers, room)
        logits = np.zeros(len(moves), np.int32)
        made.weigh(deep[1], moves, len(moves), layers, logits)
        self.seat = seat
        self.logits = logits / UNIT
        self.fates = np.zeros(FATES)  # counted from the seat; the last is nobody's
        self.gains = np.zeros(SEATS)
        made.judge(deep[1], layers, self.fates, self.gains)


def ask(net: Network, view: View) -> Answer:
    """What a network says of the view of the seat to act."""
    if not view.legal or view.seat is None:
        raise NotYourTurn("a bot chooses for the seat that is to act: give it position.view(position.actor)")
    from coven.env.compiled import doors

    return Answer(net, view.game, view._states, view.seat, view.legal.ids, doors(view.game))


def repeats(view: View) -> Counter[int]:
    """How often the seat has done what since another was asked, if that has been going on for too long."""
    own: list[int] = []
    most = LONG if len(view.scores) > 1 else LONG_ALONE
    for actor, move in reversed(view._log):
        if actor == view.seat:
            own.append(move)
        elif actor != CHANCE:
            break
    return Counter(own if len(own) > most else ())


class PolicyBot:
    """Plays the move its network finds best.

    A network doesn't know how long a turn has taken, and there are turns without an end: cards that bring cards. Once
    one has taken too long, it does what it has done in it least often.
    """

    def __init__(self, net: str | None = None) -> None:
        self._net = net

    def prepare(self, game: Game, wait: bool = True) -> None:
        """Load the network and compile or load what evaluates it."""
        from coven.env.compiled import compiled_doors, doors

        network.load(game, self._net)
        (compiled_doors if wait else doors)(game)

    def choose(self, view: View, budget: Budget | None = None) -> Move:
        """A move; it takes no time worth a budget."""
        logits = ask(network.load(view.game, self._net), view).logits
        done = repeats(view)
        if done:
            often = np.array([done[int(move)] for move in view.legal.ids])
            logits = np.where(often == often.min(), logits, -np.inf)
        return view.legal[int(logits.argmax())]
