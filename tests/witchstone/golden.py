"""Golden data: perft counts, playthroughs a person can read in a diff, and one finished record per end.

`python -m tests.witchstone.golden` writes them anew after a change of the rules that is meant.
"""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np

import coven
from coven.core.position import Position
from coven.lab import batch

DATA = Path(__file__).parent / "data"
PERFT_DEPTH = 3
# players, seed, player decisions made at random before counting, options
PERFT = [
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
PLAYTHROUGHS = [(2, 11), (3, 12), (4, 13)]
# name: players, batch seed, game number, options; found by looking for the end in many random games.
ENDS: dict[str, tuple[int, int, int, dict[str, object]]] = {
    "win-2": (2, 21, 0, {}),
    "win-3": (3, 21, 0, {}),
    "win-4": (4, 21, 0, {}),
    "tie-wand": (2, 21, 15, {}),
    "tie-stack": (2, 21, 163, {}),
    "tie-stack-4": (4, 21, 9, {}),
    "handicap": (4, 21, 3, {"handicap": [0, 3, 2, 1]}),
}


def position(players: int, seed: int, decisions: int, options: dict[str, object]) -> Position:
    """A position to count from; chance is by hand from here on."""
    found = coven.load("witchstone").new(players, seed=seed, **options)
    luck = random.Random(seed)
    for _ in range(decisions):
        found.play(luck.choice(found.legal))
    return found


def perft(found: Position, depth: int) -> int:
    """Leaves of the tree of moves and outcomes, in the compiled loop."""
    game = found.game
    states = np.zeros(depth + 1, game.definition.state)
    states[0] = found._states[0]
    outs = np.zeros((depth + 1, game.definition.most_legal), np.int32)
    weights = np.zeros(game.definition.most_legal, np.int32)
    return int(game.doors["perft"](states, game.tables, depth, 0, outs, weights))


def perft_lines() -> list[str]:
    """One line a position: how it is reached, then the leaves at depth 1, 2, 3."""
    lines = []
    for players, seed, decisions, options in PERFT:
        found = position(players, seed, decisions, options)
        counts = " ".join(str(perft(found, depth)) for depth in range(1, PERFT_DEPTH + 1))
        told = " ".join(f"{key}={value}" for key, value in options.items()).replace(", ", ",")
        lines.append(f"players={players} seed={seed} decisions={decisions} {told}".rstrip() + f": {counts}")
    return lines


def playthrough(players: int, seed: int) -> str:
    """A random game told in full: before every tenth decision the facts, then each move with its label."""
    found = coven.load("witchstone").new(players, seed=seed)
    luck = random.Random(seed)
    lines = [f"# Witchstone, {players} players, seed {seed}: a random game."]
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
    lines.append(f"  over: scores {found.scores}, winners {found.winners}")
    lines += [f"    seat {seat}: {found.tally(seat)}" for seat in range(players)]
    return "\n".join(lines) + "\n"


def end_record(name: str) -> str:
    """The finished game of one kind of end."""
    players, seed, number, options = ENDS[name]
    return str(batch.replay(coven.load("witchstone"), players, seed, number, **options).record())


def main() -> None:
    """Write all golden data."""
    DATA.mkdir(exist_ok=True)
    (DATA / "perft.txt").write_text("\n".join(perft_lines()) + "\n")
    for players, seed in PLAYTHROUGHS:
        (DATA / f"playthrough-{players}.txt").write_text(playthrough(players, seed))
    for name in ENDS:
        (DATA / f"end-{name}.coven").write_text(end_record(name))


if __name__ == "__main__":
    main()
