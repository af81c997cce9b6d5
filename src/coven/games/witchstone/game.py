"""Witchstone as the core knows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from coven.core.errors import BadOption
from coven.core.game import Definition, Game
from coven.games.witchstone import components, invariants, moves, rules, say
from coven.games.witchstone.picture import draw
from coven.games.witchstone.state import PAIRS, SEATS, STATE

LEVELS = range(4)  # handicaps: 0 is none, 3 the easiest, 1 the hardest


def _options(players: int, given: Mapping[str, Any]) -> tuple[npt.NDArray[Any], dict[str, str]]:
    """first: a seat or "random"; handicap: a level for all seats, or one a seat."""
    unknown = given.keys() - {"first", "handicap"}
    if unknown:
        raise BadOption(f"Witchstone has no option {', '.join(sorted(unknown))}; it has first and handicap")
    first = given.get("first", "random")
    if first != "random" and (isinstance(first, bool) or first not in range(players)):
        raise BadOption(f'first is a seat from 0 to {players - 1} or "random", not {first!r}')
    handicap = given.get("handicap", 0)
    levels = [handicap] * players if isinstance(handicap, int) else list(handicap)
    if len(levels) != players or any(isinstance(level, bool) or level not in LEVELS for level in levels):
        raise BadOption(
            f"handicap is a level from 0 (none) and 3 (easy) to 1 (hard), or one for each of the {players} seats, "
            f"not {handicap!r}"
        )
    numbers = np.zeros(1 + SEATS, np.int64)
    numbers[0] = -1 if first == "random" else first
    numbers[1 : 1 + players] = levels
    return numbers, {"first": str(first), "handicap": ",".join(map(str, levels))}


def _read_options(written: Mapping[str, str]) -> dict[str, Any]:
    """The options from a record's header or the command line."""
    found: dict[str, Any] = dict(written)
    if found.get("first", "").isdecimal():
        found["first"] = int(found["first"])
    if "handicap" in found:
        parts = found["handicap"].split(",")
        if not all(part.isdecimal() for part in parts):
            raise BadOption(f"handicap is a level, or one a seat such as 0,3; not {found['handicap']!r}")
        levels = [int(part) for part in parts]
        found["handicap"] = levels[0] if len(levels) == 1 else levels
    return found


def _retell(game: Game, log: Sequence[tuple[int, int]], state: np.record) -> list[int]:
    """Give the unseen deals of a log tiles that fit: each tile laid was dealt before, the rest are in hand now."""
    told = [move for _, move in log]
    free: list[list[int]] = [[] for _ in range(SEATS)]  # unseen deals that have no tile yet
    for at, (seat, move) in enumerate(log):
        if move >= moves.DEAL_UNSEEN:
            free[move - moves.DEAL_UNSEEN].append(at)
        elif move < moves.DO and free[seat]:
            pair = move // (2 * moves.EDGES) if move < moves.ASIDE else move - moves.ASIDE
            told[free[seat].pop(0)] = moves.DEAL + pair
    for seat in range(SEATS):
        if free[seat]:
            hand = [pair for pair in range(PAIRS) if state.hand[seat] >> pair & 1]
            for at, pair in zip(free[seat], hand, strict=True):
                told[at] = moves.DEAL + pair
    return told


DEFINITION = Definition(
    name="witchstone",
    title="Witchstone",
    players=range(2, SEATS + 1),
    rules=rules,
    state=STATE,
    most_legal=moves.MOST_LEGAL,
    folder=Path(__file__).parent,
    schema=components.SCHEMA,
    check=components.check,
    build=components.build,
    texts=moves.texts,
    options=_options,
    read_options=_read_options,
    variants={"standard": {}, "handicap": {"handicap": 1}, "first": {"first": 1}},
    label=say.label,
    prompt=say.prompt,
    pending=say.pending,
    ending=lambda state: "points",
    odds=lambda game, state: None,
    categories=say.CATEGORIES,
    faults=invariants.FAULTS,
    retell=_retell,
    draw=draw,
)
