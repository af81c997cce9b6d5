"""What the environments' loops hand on together. Numba takes such tuples apart again: they cost nothing."""

from __future__ import annotations

from typing import NamedTuple

from coven.core.loops import Deal
from coven.core.state import Numbers, States


class Views(NamedTuple):
    """States as numbers of 1, 2, 4 and 8 bytes, a row a state: the same memory, read without knowing a field."""

    ones: Numbers
    twos: Numbers
    fours: Numbers
    eights: Numbers


class Copies(NamedTuple):
    """Copies of states, in which all is hidden that an observer may not know."""

    states: States
    views: Views


class Viewpoint(NamedTuple):
    """Who looks at what."""

    players: int
    depth: int
    observer: int


class Plan(NamedTuple):
    """The items of an observation (see observation.Layout)."""

    items: Numbers
    scales: Numbers
    which: Numbers  # the number of every item, and room for the numbers of those that changed


class Cells(NamedTuple):
    """The values of an observation, by observer (see observation.cells)."""

    made: Numbers
    scales: Numbers


class Games(NamedTuple):
    """Games being played, a row a game."""

    states: States
    words: Numbers  # the states as numbers of 8 bytes
    tables: States
    number: Numbers  # which game of the seed
    ply: Numbers  # the actions made in it


class Pays(NamedTuple):
    """What a finished game pays."""

    how: int  # WIN or SCORE
    together: int  # 1: all win or lose as one
    points: float
    full_grade: float


class BatchTerms(NamedTuple):
    """What all games of a batch are played by and for."""

    deal: Deal
    pays: Pays


class StepResult(NamedTuple):
    """What is told of the last action of every row."""

    reward: Numbers
    score: Numbers
    done: Numbers


class Offers(NamedTuple):
    """The legal moves of every row, and how many."""

    moves: Numbers
    counts: Numbers


class Shown(NamedTuple):
    """What the seats to act are shown."""

    observation: Numbers
    mask: Numbers
    actor: Numbers


class Memory(NamedTuple):
    """What the rows last showed, and scratch of one thread."""

    seen: Numbers  # words of the states as they were seen
    depth: Numbers
    copy: Copies  # of one state
    weights: Numbers


class Screen(NamedTuple):
    """Where and how the rows are shown."""

    plan: Plan
    memory: Memory
    offers: Offers
    shown: Shown
