"""Carry a trained network over to a version whose observations or moves were added to.

A network knows inputs and moves by their numbers; here they are found again by the names of the planes and the texts of
the moves. A new input counts for nothing. A new move is weighed like a known one, less a little:

    python -m tools.carry_network names witchstone > names.json            in the version it was trained for
    python -m tools.carry_network carry witchstone names.json network.npz --like "move [0-9]*=go" --less 8

It goes on playing as it did, and is a beginning for `coven train --begin`.
"""

from __future__ import annotations

import argparse
import io
import json
import re
from pathlib import Path
from typing import Any

import numpy as np

from coven.bots.network import SHIFT, UNIT, layout_digest
from coven.core.registry import load
from coven.env.observation import layout

Arrays = dict[str, Any]  # of NumPy


def names(game: str) -> dict[str, list[str]]:
    """Every input and every move by name, in order."""
    plan, table = layout(game), load(game)
    return {
        "inputs": [f"{plane.name} {n}" for plane in plan.planes for n in range(plane.slice.stop - plane.slice.start)],
        "moves": [str(text) for text in table.moves.texts(table.components.data)[: plan.actions]],
    }  # fmt: skip


def carry(
    arrays: Arrays, before: dict[str, list[str]], now: dict[str, list[str]], like: dict[str, str], less: float
) -> Arrays:
    """The arrays for the inputs and moves of now; ValueError names a new move that is like none."""
    found = dict(arrays)
    known = {name: row for row, name in enumerate(before["inputs"])}
    first = np.zeros((len(now["inputs"]), arrays["first"].shape[1]), arrays["first"].dtype)
    for row, name in enumerate(now["inputs"]):
        if name in known:
            first[row] = arrays["first"][known[name]]
    found["first"] = first
    known = {name: row for row, name in enumerate(before["moves"])}
    rows, new = [], []
    for text in now["moves"]:
        nearest = [text] if text in known else [to for what, to in like.items() if re.fullmatch(what, text)]
        if not nearest or nearest[0] not in known:
            raise ValueError(f"{text!r} is a new move: say with --like which known one it resembles")
        rows.append(known[nearest[0]])
        new.append(text not in known)
    for part in ("moves", "moves_add", "moves_factor"):
        found[part] = arrays[part][rows].copy()
    lower = np.rint(less * UNIT * 2.0**SHIFT / np.maximum(found["moves_factor"], 1)).astype(np.int32)
    found["moves_add"] -= np.where(new, lower, 0).astype(np.int32)
    return found


def main(given: list[str] | None = None) -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("do", choices=["names", "carry"])
    parser.add_argument("game")
    parser.add_argument("names", nargs="?", type=Path, help="what `names` wrote in the version before")
    parser.add_argument("network", nargs="?", type=Path, help="is written anew")
    parser.add_argument(
        "--like", action="append", default=[], metavar="NEW=KNOWN", help="a pattern of new moves"
    )
    parser.add_argument("--less", type=float, default=8.0, help="how much lower a new move's logit is")
    asked = parser.parse_args(given)
    if asked.do == "names":
        print(json.dumps(names(asked.game)))
        return
    if asked.network is None:
        parser.error("carry needs the file of names and the network")
    with np.load(asked.network, allow_pickle=False) as kept:
        arrays = {name: kept[name] for name in kept.files}
    game = load(asked.game)
    about = json.loads(str(arrays.pop("about")))
    about |= {"layout": layout_digest(game), "rules": game.version, "trained by rules": about["rules"]}
    like = dict(pair.partition("=")[::2] for pair in asked.like)
    try:
        arrays = carry(arrays, json.loads(asked.names.read_text()), names(asked.game), like, asked.less)
    except ValueError as bad:
        parser.error(str(bad))
    buffer = io.BytesIO()
    np.savez_compressed(buffer, about=np.array(json.dumps(about)), **arrays)
    asked.network.write_bytes(buffer.getvalue())


if __name__ == "__main__":
    main()
