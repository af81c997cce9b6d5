"""Games of other people's packages, written into a folder as an installer would leave them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]

# Rules and a table of moves, and nothing else: whoever takes the last pebble wins.
PEBBLES = {
    "__init__": """\
from coven.core import Definition, Option, Value

GAME = Definition(
    name="pebbles",
    title="Pebbles & Sand",
    players=range(1, 4),
    package=__name__,
    options=(
        Option("mode", "How many", "how many there are", (Value("few", 5, "Five"), Value("many", 9, "Nine"))),
        Option("first", "Who begins", "100% the seat that begins", seat=True),
    ),
)
""",
    "game": """\
from coven.core import Implementation
from coven.core.fields import Flat, i1, i2
from coven.core.moves import Block, MoveTable, Named
from coven.core.seats import SEATS
from pebbles import rules


class State(Flat):
    players: int = i1()
    first: int = i1()
    score: object = i2(SEATS)
    depth: int = i1()
    heap: int = i1()
    turn: int = i1()
    in_hand: object = i1(SEATS)


IMPLEMENTATION = Implementation(
    rules=rules,
    state=State,
    moves=MoveTable(Block("take {n}", "take pebbles", n=Named(3, ("1", "2", "3")))),
    most_legal=3,
)
""",
    "rules": """\
from coven.core.rule import rule

VERSION = 1


@rule
def actor(s):
    return -2 if s.heap == 0 else (int(s.first) + int(s.turn)) % int(s.players)


@rule
def begin(s, t, players, options):
    s.players = players
    s.heap = options[0]
    s.first = max(0, options[1])


@rule
def legal(s, t, out):
    n = min(3, int(s.heap))
    for k in range(n):
        out[k] = k
    return n


@rule
def apply(s, t, move):
    seat = (int(s.first) + int(s.turn)) % int(s.players)
    s.heap -= move + 1
    s.in_hand[seat] += move + 1
    s.turn += 1
    if s.heap == 0:
        s.score[seat] = 1


@rule
def winners(s, t):
    found = 0
    for seat in range(int(s.players)):
        if s.score[seat]:
            found |= 1 << seat
    return found
""",
}


def write(folder: Path, package: str, modules: Mapping[str, str], point: str = "") -> None:
    """A package with an entry point; it is found by whoever has the folder on the path."""
    for name, text in modules.items():
        path = folder / package / (name if "." in name else f"{name}.py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    info = folder / f"{package}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", encoding="utf-8"
    )
    (info / "entry_points.txt").write_text(
        f"[coven.games]\n{package} = {point or f'{package}:GAME'}\n", encoding="utf-8"
    )


def changed(module: str, old: str, new: str) -> dict[str, str]:
    """The pebbles with a fault."""
    assert old in PEBBLES[module]
    return {**PEBBLES, module: PEBBLES[module].replace(old, new)}


def run(code: list[str], path: Path, given: str = "") -> subprocess.CompletedProcess[str]:
    """Python beside a folder with packages, as a command would run there."""
    environment = {**os.environ, "PYTHONPATH": f"{path}:{ROOT / 'src'}:{ROOT}", "NUMBA_DISABLE_JIT": "1"}
    environment["XDG_DATA_HOME"] = str(path / "data")
    return subprocess.run(
        [sys.executable, *code], env=environment, input=given, capture_output=True, text=True, check=False
    )
