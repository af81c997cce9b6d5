"""A trained network as whole numbers, for play: bots/network.py reads it, bots/neurons.py evaluates it."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from coven.bots.network import FORMAT, LEVELS, MOST, SHIFT, UNIT, layout_digest
from coven.env.observation import layout
from coven.lab.checkpoints import write

if TYPE_CHECKING:
    from coven.core.game import Game

Floats = npt.NDArray[np.float64]
LARGEST = 2.0**28  # of what is added to a sum


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
