"""A network made ready for a search: its layers, how it sees a state, and scratch for one thread."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from coven.bots.network import FATES, HEADS, Layers
from coven.bots.network_search import Evaluator
from coven.bots.neurons import Activations
from coven.core.seats import SEATS
from coven.env.groups import Copies

if TYPE_CHECKING:
    from coven.bots.network import Network
    from coven.core.game import Game


@cache
def _blind() -> Layers:
    """What compiled code is given for no network: arrays of the same kinds, without anything in them."""

    def layer(kind: type, *shape: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        return np.zeros(shape, kind), np.zeros(shape[-1], np.int32), np.zeros(shape[-1], np.int64)

    small = [layer(np.int8, 0, 0) for _ in range(4)]
    return Layers(*(array for part in (*small, layer(np.int16, HEADS, 0)) for array in part))


def evaluator_of(game: Game, net: Network | None, together: bool) -> Evaluator:
    """What a search asks; without a network nothing is ever asked."""
    from coven.env.observation import declared, layout, reinterpret

    layers = _blind() if net is None else net.layers
    wide, deep = layers.second.shape
    plan = layout(game.name)
    states = np.zeros(1, game.dtype)
    return Evaluator(
        layers,
        Activations(
            np.zeros(wide, np.int32),
            np.zeros(wide, np.int32),
            np.zeros((2, deep), np.int32),
            np.zeros(deep, np.int32),
        ),
        Copies(states, reinterpret(states)),
        plan.items,
        plan.scales,
        np.zeros(game.implementation.most_legal, np.int32),
        np.zeros(FATES),
        np.zeros(SEATS),
        np.zeros(SEATS),
        np.array([float(together), float(declared(game.name).points)]),
    )
