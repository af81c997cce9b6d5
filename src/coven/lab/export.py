"""A trained network as whole numbers, for play, and back: bots/network.py reads it, bots/neurons.py evaluates it."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from coven.bots.network import FATES, FORMAT, LEVELS, MOST, SHIFT, UNIT, layout_digest
from coven.env.observation import layout
from coven.lab.checkpoints import write

if TYPE_CHECKING:
    from coven.bots.network import Network
    from coven.core.game import Game

Floats = npt.NDArray[np.float64]
LARGEST = 2.0**28  # of what is added to a sum
HIGH = 8.0  # what hidden values reach in a network that is unfolded


def whole(
    weights: Mapping[str, Any], reach: Sequence[float], size: int, actions: int
) -> dict[str, npt.NDArray[Any]]:
    """The arrays of network.Layers from a network's parameters and the highest values its hidden layers had."""

    def layer(*names: str) -> tuple[Floats, Floats]:
        both = [[weights[f"{name}.{part}"].double().numpy() for name in names] for part in ("weight", "bias")]
        return np.concatenate(both[0]), np.concatenate(both[1])

    units = [1.0 / LEVELS, *(max(high, 1e-3) / MOST for high in reach)]
    found: dict[str, npt.NDArray[Any]] = {}

    def keep(name: str, given: float, made: float, most: int, kind: Any, turn: bool, *names: str) -> None:
        matrix, add = layer(*names)
        scale = np.maximum(np.abs(matrix).max(1) / most, np.maximum(np.abs(add) / given / LARGEST, 1e-9))
        numbers = np.rint(matrix / scale[:, None]).astype(kind)
        found[name] = numbers.T if turn else numbers
        found[f"{name}_add"] = np.rint(add / (given * scale)).astype(np.int32)
        found[f"{name}_factor"] = np.rint(given * scale / made * 2.0**SHIFT).astype(np.int64)

    keep("first", units[0], units[1], 127, np.int8, True, "first")
    keep("second", units[1], units[2], 127, np.int8, True, "second")
    keep("third", units[2], units[3], 127, np.int8, True, "third")
    keep("moves", units[3], 1.0 / UNIT, 127, np.int8, False, "moves")
    keep("heads", units[3], 1.0 / UNIT, 32767, np.int16, False, "fate", "gains")
    # What was added to please the hardware is left out.
    found["first"] = found["first"][:size]
    for name in ("moves", "moves_add", "moves_factor"):
        found[name] = found[name][:actions]
    return {name: np.ascontiguousarray(array) for name, array in found.items()}


def unfold(kept: Network, size: int, actions: int) -> dict[str, Any]:
    """The parameters of a network that was written for play, to go on learning from; nearly what they were.

    How high hidden values were is not written, and need not be known: a layer that is twice as high and a next one
    half as strong are the same network.
    """
    import torch

    units = [1.0 / LEVELS, HIGH / MOST, HIGH / MOST, HIGH / MOST]
    found: dict[str, Any] = {}

    def put(
        name: str, given: float, made: float, turn: bool, rows: slice, into: str, height: int = 0
    ) -> None:
        numbers, add, factor = (getattr(kept.layers, f"{name}{part}")[:] for part in ("", "_add", "_factor"))
        matrix = (numbers.T if turn else numbers)[rows].astype(np.float64)
        scale = factor[rows] / 2.0**SHIFT * made / given
        weights = np.zeros((max(height, len(matrix)), size if name == "first" else matrix.shape[1]))
        bias = np.zeros(len(weights))
        weights[: len(matrix), : matrix.shape[1]] = matrix * scale[:, None]
        bias[: len(matrix)] = add[rows] * given * scale
        found[f"{into}.weight"], found[f"{into}.bias"] = (
            torch.tensor(one).float() for one in (weights, bias)
        )

    every = slice(None)
    put("first", units[0], units[1], True, every, "first")
    put("second", units[1], units[2], True, every, "second")
    put("third", units[2], units[3], True, every, "third")
    put("moves", units[3], 1.0 / UNIT, False, every, "moves", actions)
    put("heads", units[3], 1.0 / UNIT, False, slice(0, FATES), "fate")
    put("heads", units[3], 1.0 / UNIT, False, slice(FATES, None), "gains")
    return found


def export(path: Path, game: Game, content: Mapping[str, Any]) -> Path:
    """Write the network of a checkpoint, with what made it."""
    about = {
        "format": FORMAT,
        "game": game.name,
        "layout": layout_digest(game),
        "rules": game.version,
        "components": game.components.tag,
        "made": {
            name: content[name]
            for name in ("recipe", "setups", "seed", "decisions", "games", "seconds", "machine")
        },
    }
    buffer = io.BytesIO()
    plan = layout(game.name)
    arrays: dict[str, Any] = whole(content["network"], content["reach"], plan.size, plan.actions)
    np.savez_compressed(buffer, about=np.array(json.dumps(about)), **arrays)
    write(path, buffer.getvalue())
    return path
