"""Witchstone, put together: how it is played, told and drawn."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from coven.core.definition import ComponentFile, Implementation, Speech
from coven.core.game import Game
from coven.core.interface import Judgement
from coven.core.plane import Observation
from coven.core.seats import SEATS
from coven.core.statistic import Report, Statistics
from coven.core.why import Refusing
from coven.games.witchstone import components, invariants, moves, rules, say
from coven.games.witchstone.about import explain
from coven.games.witchstone.alarms import alarms
from coven.games.witchstone.choices import choices
from coven.games.witchstone.cover import cover
from coven.games.witchstone.picture import draw
from coven.games.witchstone.sections import ASPECTS, SECTIONS
from coven.games.witchstone.state import PAIRS, State
from coven.games.witchstone.tell import TELLING
from coven.games.witchstone.touch import meant
from coven.games.witchstone.why import why
from coven.games.witchstone.why_words import sentence

if TYPE_CHECKING:
    from coven.terminal.display import Drawings


def _retell(game: Game, log: Sequence[tuple[int, int]], state: np.record) -> list[int]:
    """Give the unseen deals of a log tiles that fit: each tile laid was dealt before, the rest are in hand now."""
    told = [move for _, move in log]
    free: list[list[int]] = [[] for _ in range(SEATS)]  # unseen deals that have no tile yet
    for at, (seat, move) in enumerate(log):
        match game.decode(move):
            case "deal unseen", (owner,):
                free[owner].append(at)
            case ("place", (tile, *_)) | ("aside", (tile,)):
                if free[seat]:
                    told[free[seat].pop(0)] = game.moves.encode("deal", tile)
    for seat in range(SEATS):
        if free[seat]:
            hand = [tile for tile in range(PAIRS) if state.hand[seat] >> tile & 1]
            for at, tile in zip(free[seat], hand, strict=True):
                told[at] = game.moves.encode("deal", tile)
    return told


def _screen() -> Drawings:
    from coven.games.witchstone import screen

    return screen


def _judgement() -> Judgement:
    from coven.games.witchstone import judgement

    return judgement


def _observation() -> Observation:
    from coven.games.witchstone.planes import OBSERVATION

    return OBSERVATION


def _statistics() -> Statistics:
    from coven.games.witchstone import statistics

    return statistics


def _report() -> Report:
    from coven.games.witchstone.report import REPORT

    return REPORT


IMPLEMENTATION = Implementation(
    rules=rules,
    state=State,
    moves=moves.TABLE,
    most_legal=moves.MOST_LEGAL,
    folder=Path(__file__).parent,
    components=ComponentFile(components.SCHEMA, components.check, components.build, SECTIONS, ASPECTS),
    speech=Speech(
        label=say.label,
        prompt=say.prompt,
        pending=say.pending,
        categories=say.CATEGORIES,
        faults=invariants.FAULTS,
    ),
    retell=_retell,
    draw=draw,
    cover=cover,
    choices=choices,
    events=TELLING,
    refusing=Refusing(why, sentence, meant),
    explain=explain,
    alarms=alarms,
    screen=_screen,
    judgement=_judgement,
    observation=_observation,
    statistics=_statistics,
    report=_report,
)
