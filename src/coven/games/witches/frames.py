"""The stack of decisions: whose choice it is, of what kind, and how much is left."""

from coven.core.rule import rule


@rule
def push(s, kind, seat, pool, what):
    """A new innermost decision."""
    d = int(s.depth)
    s.frame_kind[d] = kind
    s.frame_seat[d] = seat
    s.frame_phase[d] = 0
    s.frame_pool[d] = pool
    s.frame_what[d] = what
    s.depth = d + 1


@rule
def pop(s):
    """The innermost decision is done. Its bytes are cleared: equal positions are equal to the byte."""
    d = int(s.depth) - 1
    s.frame_kind[d] = 0
    s.frame_seat[d] = 0
    s.frame_phase[d] = 0
    s.frame_pool[d] = 0
    s.frame_what[d] = 0
    s.depth = d


@rule
def end_game(s, ending):
    """The game is over at once; nothing waits any more."""
    while s.depth > 0:
        pop(s)
    s.over = ending
