"""Witchstone, put together: how it is played, told and drawn."""

from __future__ import annotations

import numpy as np

from coven.core.definition import ComponentFile, Implementation, Log, Speech
from coven.core.game import Game
from coven.core.picture import bits
from coven.core.retell import retell_deals
from coven.core.seats import SEATS
from coven.core.why import Refusing
from coven.games.witchstone import components, invariants, moves, rules, say
from coven.games.witchstone.about import explain
from coven.games.witchstone.alarms import alarms
from coven.games.witchstone.choices import choices
from coven.games.witchstone.cover import cover
from coven.games.witchstone.picture import draw
from coven.games.witchstone.sections import ASPECTS, SECTIONS
from coven.games.witchstone.state import State
from coven.games.witchstone.tell import TELLING
from coven.games.witchstone.touch import meant
from coven.games.witchstone.why import why
from coven.games.witchstone.why_words import sentence


def _retell(game: Game, log: Log, state: np.record) -> list[int]:
    """Each tile laid was dealt before, the rest are in hand now."""
    held = [bits(state.hand[seat]) for seat in range(SEATS)]
    return retell_deals(game, log, held, unseen="deal unseen", dealt="deal", spent=("place", "aside"))


IMPLEMENTATION = Implementation(
    rules=rules,
    state=State,
    moves=moves.TABLE,
    most_legal=moves.MOST_LEGAL,
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
)
