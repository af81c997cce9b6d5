"""The Witches, put together: how it is played, told and drawn."""

from __future__ import annotations

from coven.core.definition import ComponentFile, Implementation, Speech
from coven.core.why import Refusing
from coven.games.witches import components, invariants, moves, rules, say
from coven.games.witches.about import explain
from coven.games.witches.alarms import alarms
from coven.games.witches.choices import choices
from coven.games.witches.cover import cover
from coven.games.witches.picture import draw
from coven.games.witches.retell import retell
from coven.games.witches.sections import ASPECTS, SECTIONS
from coven.games.witches.state import ENDINGS, SOLO, State
from coven.games.witches.tell import TELLING
from coven.games.witches.touch import meant
from coven.games.witches.verdict import verdict
from coven.games.witches.why import why
from coven.games.witches.why_words import sentence


def _ending(state: State) -> str:
    """How the game ended; alone, with the grade (TW-V3)."""
    name = ENDINGS[int(state.over)]
    if int(state.mode) == SOLO and name == "solo":
        score = int(state.score[0])
        return "solo: under 30" if score < 30 else "solo: 30 to 40" if score <= 40 else "solo: over 40"
    return name


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
        ending=_ending,
        categories=say.CATEGORIES,
        faults=invariants.FAULTS,
    ),
    odds=say.odds,
    retell=retell,
    draw=draw,
    cover=cover,
    choices=choices,
    events=TELLING,
    refusing=Refusing(why, sentence, meant),
    explain=explain,
    alarms=alarms,
    verdict=verdict,
    end_adds=False,
)
