"""The Witches as the core knows it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from coven.core.errors import BadOption
from coven.core.game import Definition
from coven.games.witches import components, invariants, moves, rules, say
from coven.games.witches.picture import draw
from coven.games.witches.retell import retell
from coven.games.witches.state import ENDINGS, MODES, SEATS, SOLO, STATE


def _options(players: int, given: Mapping[str, Any]) -> tuple[npt.NDArray[Any], dict[str, str]]:
    """mode: competitive, expert, coop or solo; harder: any number of Crisis counters on a tile."""
    unknown = given.keys() - {"mode", "harder"}
    if unknown:
        raise BadOption(f"The Witches has no option {', '.join(sorted(unknown))}; it has mode and harder")
    mode = given.get("mode", "solo" if players == 1 else "competitive")
    if mode not in MODES:
        raise BadOption(f"mode is one of {', '.join(MODES)}, not {mode!r}")
    if (mode == "solo") != (players == 1):
        raise BadOption(
            f"mode {mode} is not for {players} players: solo is for one, the others for two to four"
        )
    harder = given.get("harder", False)
    if not isinstance(harder, bool):
        raise BadOption(f"harder is True or False, not {harder!r}")
    if harder and mode not in ("coop", "solo"):
        raise BadOption("harder is for coop and solo; the competitive game has the mode expert")
    numbers = np.array([MODES.index(mode), int(harder)], np.int64)
    return numbers, {"mode": mode, "harder": "yes" if harder else "no"}


def _read_options(written: Mapping[str, str]) -> dict[str, Any]:
    """The options from a record's header."""
    found: dict[str, Any] = dict(written)
    if found.get("harder") in ("yes", "no"):
        found["harder"] = found["harder"] == "yes"
    return found


def _ending(state: np.record) -> str:
    """How the game ended; alone, with the grade (TW-V3)."""
    name = ENDINGS[int(state.over)]
    if int(state.mode) == SOLO and name == "solo":
        score = int(state.score[0])
        return "solo: under 30" if score < 30 else "solo: 30 to 40" if score <= 40 else "solo: over 40"
    return name


DEFINITION = Definition(
    name="witches",
    title="The Witches",
    players=range(1, SEATS + 1),
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
    variants={
        "competitive": {"mode": "competitive"},
        "expert": {"mode": "expert"},
        "coop": {"mode": "coop"},
        "coop harder": {"mode": "coop", "harder": True},
        "solo": {"mode": "solo"},
        "solo harder": {"mode": "solo", "harder": True},
    },
    label=say.label,
    prompt=say.prompt,
    pending=say.pending,
    ending=_ending,
    odds=say.odds,
    categories=say.CATEGORIES,
    faults=invariants.FAULTS,
    retell=retell,
    draw=draw,
)
