"""Toadstools, put together: how it is played, told and drawn."""

from __future__ import annotations

from pathlib import Path

from coven.core.definition import Implementation, Speech
from toadstools import picture, rules, words
from toadstools.state import MOST_LEGAL, MOVES, State
from toadstools.why import REFUSING

IMPLEMENTATION = Implementation(
    rules=rules,
    state=State,
    moves=MOVES,
    most_legal=MOST_LEGAL,
    folder=Path(__file__).parent,
    speech=Speech(label=words.label, prompt=words.prompt, faults=rules.FAULTS),
    retell=words.retell,
    choices=words.choices,
    refusing=REFUSING,
    draw=picture.draw,
    cover=picture.night,
)
