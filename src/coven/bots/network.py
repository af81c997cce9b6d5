"""Networks that play: files of whole numbers that `coven train` wrote, evaluated by compiled code (bots/neurons.py).

A file is an .npz of arrays and of `about`, a JSON text that says for which game and observation it is and what made it.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
import zlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from coven.core.errors import BadOption
from coven.core.seats import SEATS

if TYPE_CHECKING:
    from coven.core.game import Game

FORMAT = 1
NONE = "none"  # what a spec says for no network
FATES = SEATS + 1  # who will win, or nobody
HEADS = FATES + SEATS  # fates, and the points to come
LEVELS = 32  # an input of 1 in whole numbers
MOST = 4095  # a hidden value in whole numbers
SHIFT = 24  # of the factors from one layer's sums to the next one's values
UNIT = 1024  # logits and gains of 1 in whole numbers

Ints = npt.NDArray[Any]


class Layers(NamedTuple):
    """The arrays in the order compiled code takes them: of each layer weights, what is added, and factors."""

    first: Ints  # int8[inputs, wide]
    first_add: Ints
    first_factor: Ints
    second: Ints  # int8[wide, deep]
    second_add: Ints
    second_factor: Ints
    third: Ints  # int8[deep, deep]
    third_add: Ints
    third_factor: Ints
    moves: Ints  # int8[actions, deep]
    moves_add: Ints
    moves_factor: Ints
    heads: Ints  # int16[FATES + SEATS, deep]: logits of fates, then gains
    heads_add: Ints
    heads_factor: Ints


@dataclass(frozen=True)
class Network:
    """A network for a game, ready to be evaluated."""

    about: dict[str, Any]
    layers: Layers

    @property
    def wide(self) -> int:
        """Values of the first hidden layer."""
        return int(self.layers.first.shape[1])

    @property
    def deep(self) -> int:
        """Values of the others."""
        return int(self.layers.third.shape[0])


def usual(game: Game) -> Path:
    """Where a game's own network lies."""
    return game.definition.folder / "network.npz"


def layout_digest(game: Game) -> str:
    """A short text that differs where observations or moves do: a network understands only its own."""
    from coven.env.observation import layout

    plan = layout(game.name)
    digest = hashlib.sha256(plan.items.tobytes())
    digest.update(plan.scales.tobytes())
    digest.update(str(plan.actions).encode())
    return digest.hexdigest()[:16]


def named(game: Game, net: str | None) -> Network | None:
    """The network a search is told to use: the game's own unless told, if it has one; none by the word NONE."""
    if net == NONE or (net is None and not usual(game).is_file()):
        return None
    return load(game, net)


def load(game: Game, path: Path | str | None = None) -> Network:
    """The network of a file, or the game's own; BadOption says what to do if there is none that fits."""
    file = usual(game) if path is None else Path(path)
    if not file.is_file():
        if path is None:
            raise BadOption(
                f"{game.title} has no network yet: train one (coven train {game.name}) and name its file, "
                "such as policy:net=network.npz"
            )
        raise BadOption(f"there is no network {file}: coven train {game.name} --export {file} writes one")
    return _read(file, file.stat().st_mtime_ns, game.name, layout_digest(game))


@lru_cache(maxsize=8)
def _read(file: Path, stamp: int, name: str, digest: str) -> Network:
    try:
        with np.load(io.BytesIO(file.read_bytes()), allow_pickle=False) as kept:
            about = json.loads(str(kept["about"]))
            found = {key: kept[key] for key in Layers._fields}
            format, game, layout = about["format"], about["game"], about["layout"]
    except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile, zlib.error) as bad:
        raise BadOption(f"{file} is not a network, or damaged: export it again with coven train") from bad
    if format != FORMAT:
        raise BadOption(
            f"{file} is a network in format {format}, not {FORMAT}: export it again with coven train"
        )
    if game != name:
        raise BadOption(f"{file} is a network for {game}, not for {name}")
    if layout != digest:
        raise BadOption(
            f"{file} was trained for other observations of {name}: train it again with this version"
        )
    layers = Layers(**{key: np.ascontiguousarray(array) for key, array in found.items()})
    if not _fit(layers):
        raise BadOption(f"{file} is not a network, or damaged: export it again with coven train")
    return Network(about, layers)


def _fit(layers: Layers) -> bool:
    """Whether the shapes and types are those of one network."""
    wide, deep = layers.second.shape if layers.second.ndim == 2 else (0, 0)
    outputs = {
        "first": wide, "second": deep, "third": deep, "moves": len(layers.moves), "heads": HEADS,
    }  # fmt: skip
    for name, size in outputs.items():
        weights = getattr(layers, name)
        kind = np.int16 if name == "heads" else np.int8
        by_row = name in ("moves", "heads")
        inputs = len(layers.first) if name == "first" else wide if name == "second" else deep
        if weights.dtype != kind or weights.shape != ((size, inputs) if by_row else (inputs, size)):
            return False
        for part, kind_of in (("add", np.int32), ("factor", np.int64)):
            more = getattr(layers, f"{name}_{part}")
            if more.dtype != kind_of or more.shape != (size,):
                return False
    return True
