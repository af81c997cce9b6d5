"""The stack of decisions: core's, and what each is about."""

from coven.core import stack
from coven.core.rule import rule
from coven.games.witches.state import State


@rule
def push(s: State, kind: int, seat: int, pool: int, what: int) -> None:
    """A new innermost decision."""
    s.frame_what[int(s.depth)] = what
    stack.push(s, kind, seat, pool)


@rule
def pop(s: State) -> None:
    """The innermost decision is done."""
    s.frame_what[int(s.depth) - 1] = 0
    stack.pop(s)


@rule
def end_game(s: State, ending: int) -> None:
    """The game is over at once; nothing waits any more."""
    while s.depth > 0:
        pop(s)
    s.shown = 0
    s.over = ending
