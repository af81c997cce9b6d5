"""Toadstools, put together: how it is played, told and drawn."""

from coven.core import Implementation, Speech
from coven.core.why import Refusing
from toadstools import picture, rules, words
from toadstools.state import MOVES, State

IMPLEMENTATION = Implementation(
    rules=rules,
    state=State,
    moves=MOVES,
    speech=Speech(label=words.label, prompt=words.prompt, faults=rules.FAULTS),
    retell=words.retell,
    refusing=Refusing(words.why, words.sentence),
    draw=picture.draw,
    cover=picture.night,
)
