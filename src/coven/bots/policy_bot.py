"""The policy bot: a trained network alone, which answers at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from coven.bots import network, neurons
from coven.bots.endless import least_done
from coven.bots.network import FATES, LEVELS, UNIT
from coven.core.errors import NotYourTurn
from coven.core.seats import SEATS

if TYPE_CHECKING:
    from coven.bots.budget import Budget
    from coven.bots.network import Network
    from coven.core.game import Game
    from coven.core.move import Move
    from coven.core.state import States
    from coven.core.view import View
    from coven.env.compiled import EnvDoors


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


class PolicyBot:
    """Plays the move its network finds best, but for turns without end."""

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
        logits = np.where(np.isin(view.legal.ids, least_done(view)), logits, -np.inf)
        return view.legal[int(logits.argmax())]
