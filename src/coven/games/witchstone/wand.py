"""The magic wand: bonus actions and scores on the way to its tip."""

from coven.core.bits import count
from coven.core.fields import Row
from coven.core.rule import rule
from coven.core.stack import push
from coven.games.witchstone import moves
from coven.games.witchstone.frames import gain, list_shorter, pop, spell_fits
from coven.games.witchstone.state import (
    BONUS,
    BONUS_SCROLL,
    LIGHT,
    SCORE,
    SCROLLS,
    SPACES,
    TOKENS,
    M,
    S,
    State,
    Tables,
)

# Phases: how far is asked, and spells may be added; then the spaces reached or passed are resolved.
BEFORE, RESOLVING = range(2)
# What a score space counts, in the order of state.SCORED.
LINKS, WITCHES, SCROLLS_OWNED, TOKENS_OWNED, CRYSTALS, SPECIALS = range(6)


@rule
def more_helps(s: State, t: Tables, d: int) -> bool:
    """Whether a reinforcement would carry the marker further."""
    return int(s.wand[s.frame_seat[d]]) + int(s.frame_pool[d]) < t.wand


@rule
def step(s: State, t: Tables, d: int) -> bool:
    """True if the player is asked; otherwise the action went on."""
    seat = int(s.frame_seat[d])
    if s.frame_phase[d] == BEFORE:
        if s.version >= 2 and s.wand[seat] < t.wand:
            return True
        if spell_fits(s, t, seat, M) and more_helps(s, t, d):
            return True
        move(s, t, d, int(s.frame_pool[d]))
    elif 0 < s.wand_next <= s.wand[seat]:
        space = int(s.wand_next)
        s.wand_next = space + 1
        _resolve(s, t, seat, space)
    else:
        s.wand_next = 0
        s.wand_doubled = 0
        pop(s)
    return False


@rule
def list_moves(s: State, d: int, out: Row, n: int) -> int:
    """Moving on."""
    out[n] = moves.GO
    return n + 1


@rule
def list_less(s: State, t: Tables, d: int, out: Row, n: int) -> int:
    """Shorter moves."""
    left = int(t.wand) - int(s.wand[s.frame_seat[d]])
    return list_shorter(s, min(int(s.frame_pool[d]), left), out, n)


@rule
def move(s: State, t: Tables, d: int, spaces: int) -> None:
    """A move by so many spaces; they wait behind those of an earlier one (WS-M1 to WS-M3, WS-M6)."""
    seat = int(s.frame_seat[d])
    old = int(s.wand[seat])
    new = min(old + spaces, int(t.wand))
    earlier_wait = False  # a light space does nothing, so it does not wait
    for space in range(max(1, int(s.wand_next)), old + 1):
        if s.wand_next > 0 and t.wand_kind[space] != LIGHT:
            earlier_wait = True
    s.frame_pool[d] = 0
    if new > old:
        _set_marker(s, seat, old, new)
        furthest = True
        for other in range(int(s.players)):
            if s.wand[other] > new:
                furthest = False
        if furthest:
            passed = (1 << (new + 1)) - (1 << (old + 1))
            # The bit of the 32nd space is the sign: plain Python, unlike compiled code, needs to be told.
            s.wand_doubled |= passed if new < SPACES - 1 else passed - (1 << SPACES)
    if earlier_wait:
        pop(s)  # the earlier move resolves these too
    else:
        s.wand_next = old + 1
        s.frame_phase[d] = RESOLVING


@rule
def _set_marker(s: State, seat: int, old: int, new: int) -> None:
    """Markers that come to a space later lie on those there; the handle has no order (WS-F2)."""
    on_new = 0
    for other in range(int(s.players)):
        if old > 0 and s.wand[other] == old and s.under[other] > s.under[seat]:
            s.under[other] -= 1
        if s.wand[other] == new:
            on_new += 1
    s.under[seat] = on_new
    s.wand[seat] = new


@rule
def _resolve(s: State, t: Tables, seat: int, space: int) -> None:
    """One space reached or passed (WS-M2 to WS-M5)."""
    kind = int(t.wand_kind[space])
    doubled = int(s.wand_doubled) >> space & 1
    if kind == BONUS:
        gain(s, seat, int(t.wand_what[space]), int(t.wand_count[space]) * (1 + doubled))
    elif kind == BONUS_SCROLL:
        push(s, S, seat, 3 * (1 + doubled))
    elif kind == SCORE:
        s.score[seat] += worth(s, seat, int(t.wand_what[space]))


@rule
def worth(s: State, seat: int, what: int) -> int:
    """The points of a score space at this moment (WS-M5)."""
    if what == LINKS:
        return count(int(s.links[seat]))
    if what == WITCHES:
        return count(int(s.standing[seat])) + int(s.lying[seat])
    if what == SCROLLS_OWNED:
        return scrolls_owned(s, seat)
    if what == TOKENS_OWNED:
        return tokens_owned(s, seat)
    if what == CRYSTALS:
        return crystals_shelved(s, seat)
    return 2 * int(s.specials[seat])


@rule
def scrolls_owned(s: State, seat: int) -> int:
    """Scrolls of a seat, used ones too."""
    total = 0
    for scroll in range(SCROLLS):
        total += int(s.scrolls[seat, scroll]) + int(s.spent[seat, scroll])
    return total


@rule
def tokens_owned(s: State, seat: int) -> int:
    """Magic tokens of a seat, used or waiting."""
    total = 0
    for token in range(TOKENS):
        total += int(s.tokens[seat, token])
    return total


@rule
def crystals_shelved(s: State, seat: int) -> int:
    """Crystals of the own colour on the shelves."""
    total = 0
    for shelf in range(7):
        total += int(s.shelf[seat, shelf])
    return total
