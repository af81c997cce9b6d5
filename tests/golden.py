"""Golden data of any game: perft counts, and playthroughs a person can read in a diff."""

from __future__ import annotations

import importlib
import random
import zlib
from pathlib import Path
from typing import Any

import numpy as np

import coven
from coven.core.doors import compiled_rules
from coven.core.position import Position
from coven.core.state import clone

PERFT_DEPTH = 3
TRACE_STEP = 20  # positions a sum: it tells about where a game went another way
# players, seed, player decisions made at random before counting, options
Start = tuple[int, int, int, dict[str, Any]]


def position(name: str, start: Start) -> Position:
    """A position to count from."""
    players, seed, decisions, options = start
    found = coven.load(name).new(players, seed=seed, **options)
    luck = random.Random(seed)
    for _ in range(decisions):
        found.play(luck.choice(found.legal))
    return found


def perft(found: Position, depth: int) -> int:
    """Leaves of the tree of moves and outcomes, in the compiled loop."""
    game = found.game
    states = np.zeros(depth + 1, game.dtype)
    states[0] = found._states[0]
    outs = np.zeros((depth + 1, game.implementation.most_legal), np.int32)
    weights = np.zeros(game.implementation.most_legal, np.int32)
    return int(compiled_rules(game).perft(states, game.tables, depth, 0, outs, weights))


def slow_perft(found: Position, depth: int) -> int:
    """The same through the public face."""
    if depth == 0 or found.over:
        return 1
    leaves = 0
    for move in found.legal:
        after = found.copy()
        after._seed = None  # outcomes are counted, not drawn
        leaves += slow_perft(after.play(move), depth - 1)
    return leaves


def perft_lines(name: str, starts: list[Start]) -> list[str]:
    """One line a position: how it is reached, then the leaves at depth 1, 2, 3."""
    lines = []
    for start in starts:
        players, seed, decisions, options = start
        found = position(name, start)
        counts = " ".join(str(perft(found, depth)) for depth in range(1, PERFT_DEPTH + 1))
        told = " ".join(f"{key}={value}" for key, value in options.items()).replace(", ", ",")
        lines.append(f"players={players} seed={seed} decisions={decisions} {told}".rstrip() + f": {counts}")
    return lines


def playthrough(name: str, players: int, seed: int, options: dict[str, Any]) -> str:
    """A random game told in full; before every tenth decision the facts, and some moves with their labels."""
    found = coven.load(name).new(players, seed=seed, **options)
    luck = random.Random(seed)
    lines = [f"# {found.game.title}, {players} players, seed {seed}: a random game."]
    told = 0
    decisions = 0
    while True:
        for past in found.history()[told:]:
            lines.append(f"{'*' if past.actor < 0 else past.actor} {found.game.text(past.move)}")
        told = found.ply
        if found.over:
            break
        if decisions % 10 == 0:
            lines.append(f"  scores {found.scores}, {len(found.legal)} moves: {found.prompt()}")
            lines += [f"    {line}" for line in found.view(found.actor).pending()]
            lines += [f"    {move.text}: {move.label()}" for move in found.legal[:3]]
        found.play(luck.choice(found.legal))
        decisions += 1
    lines.append(f"  over ({found.ending}): scores {found.scores}, winners {found.winners}")
    lines += [f"    seat {seat}: {found.tally(seat)}" for seat in range(players)]
    return "\n".join(lines) + "\n"


def write(
    name: str, data: Path, perfts: list[Start], plays: dict[str, tuple[int, int, dict[str, Any]]]
) -> None:
    """Write perft counts and playthroughs."""
    data.mkdir(exist_ok=True)
    (data / "perft.txt").write_text("\n".join(perft_lines(name, perfts)) + "\n")
    for which, (players, seed, options) in plays.items():
        (data / f"playthrough-{which}.txt").write_text(playthrough(name, players, seed, options))


def replay_soundly(path: Path) -> Position:
    """Replay a record, every position sound, to the result it names."""
    record = coven.read(path.read_text())
    assert record.result
    for found in record.positions():
        assert found.status() == []
    last = record.check()
    assert last.over
    return last


def trace_line(path: Path) -> str:
    """A recorded game in short: all facts of every position, what can be done in it and how likely, as sums.

    A move is known by its text and a fact by its name, so that neither numbers nor the order of fields matter.
    """
    sums, told = [], 0
    found = None
    for i, found in enumerate(coven.read(path.read_text()).positions()):
        if i % TRACE_STEP == 0:
            sums.append(f"{told:08x}")
            told = zlib.crc32(repr(_imagined(found, i)).encode(), told)
        told = zlib.crc32(repr(_facts(found)).encode(), told)
    assert found is not None
    return f"{path.stem}: {' '.join([*sums[1:], f'{told:08x}'])}"


def _named(state: np.record) -> list[Any]:
    return [(name, state[name].tolist()) for name in sorted(state.dtype.names or ())]


def _imagined(found: Position, seed: int) -> list[Any]:
    """What a seat may know, and a world it can imagine."""
    view = found.view(seed % found.players)
    states = clone(view._states)
    rules = importlib.import_module(f"coven.games.{found.game.name}.rules")
    rules.imagine(states[0], found.game.tables[0], seed % found.players, seed)
    return [_named(view._states[0]), _named(states[0])]


def _facts(found: Position) -> list[Any]:
    past = found._past
    return [
        _named(found._states[0]),
        [found.game.text(id) for id in found.legal.ids.tolist()],
        [chance for _, chance in found.chances],
        [found.tally(seat) for seat in range(found.players)],
        past and (past.veiled != past.move, past.knowers),
    ]


def trace_lines(data: Path) -> list[str]:
    """One line a record."""
    return [trace_line(path) for path in sorted(data.glob("*.coven"))]
