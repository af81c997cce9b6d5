"""Witchstone's golden data; `python -m tests.games.witchstone.golden` writes it anew after a change that is meant."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import coven
from coven.lab import batch
from tests import golden

DATA = Path(__file__).parent / "data"
PERFT: list[golden.Start] = [
    (2, 1, 0, {}),
    (2, 1, 2, {}),
    (2, 2, 40, {}),
    (3, 3, 75, {}),
    (4, 4, 120, {}),
    (4, 5, 180, {}),
    (2, 6, 60, {"handicap": 1}),
    (3, 7, 33, {"handicap": [3, 2, 1]}),
    (4, 8, 101, {"first": 2}),
]
PLAYTHROUGHS: dict[str, tuple[int, int, dict[str, Any]]] = {
    "2": (2, 11, {}),
    "3": (3, 12, {}),
    "4": (4, 13, {}),
}
# name: players, batch seed, game number, options; found by looking for the end in many random games.
ENDS: dict[str, tuple[int, int, int, dict[str, Any]]] = {
    "win-2": (2, 21, 0, {}),
    "win-3": (3, 21, 0, {}),
    "win-4": (4, 21, 0, {}),
    "tie-wand": (2, 21, 5, {}),
    "tie-stack": (2, 21, 14, {}),
    "tie-stack-4": (4, 21, 72, {}),
    "handicap": (4, 21, 3, {"handicap": [0, 3, 2, 1]}),
}


def main() -> None:
    """Write all golden data."""
    golden.write("witchstone", DATA, PERFT, PLAYTHROUGHS)
    for name, (players, seed, number, options) in ENDS.items():
        last = batch.replay(coven.load("witchstone"), players, seed, number, **options)
        last.record().save(DATA / f"end-{name}.coven")
    (DATA / "traces.txt").write_text("\n".join(golden.trace_lines(DATA)) + "\n")


if __name__ == "__main__":
    main()
