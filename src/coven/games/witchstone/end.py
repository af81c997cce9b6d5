"""The end: what owls, tokens, spells and prophecies are worth, and who wins."""

from coven.core.bits import count
from coven.core.rule import rule
from coven.games.witchstone.cauldron import largest_group
from coven.games.witchstone.energy import joined
from coven.games.witchstone.state import (
    FOREIGN_TOWER,
    GROUP,
    LINKED,
    SCORE,
    SCROLLS,
    SPELL,
    TOWER,
    WITCHES_AT,
    State,
    Tables,
)
from coven.games.witchstone.wand import crystals_shelved, scrolls_owned, tokens_owned

# What the end adds, in the order it is told.
OWLS, TOKENS_KEPT, SPELLS, PROPHECIES = range(4)
CATEGORIES = 4
# What a prophecy counts, in the order of state.COUNTED.
RANK, WITCHES, LYING, SILVER, SPECIALS, SCROLLS_OWNED, TOKENS_OWNED, CRYSTALS = range(8)


@rule
def _steps(number: int, low: int, middle: int, high: int) -> int:
    """1 point, or 3, 5 and 7 from three thresholds on (WS-F1, WS-F18)."""
    if number >= high:
        return 7
    if number >= middle:
        return 5
    return 3 if number >= low else 1


@rule
def _places_of(s: State, t: Tables, seat: int, kind: int) -> int:
    """Places of a type as prophecies name them: a black tower is any but the own (WS-F5)."""
    if kind == FOREIGN_TOWER:
        return int(t.type_places[TOWER]) & ~(1 << int(s.tower[seat]))
    if kind == TOWER:
        return 1 << int(s.tower[seat])
    return int(t.type_places[kind])


@rule
def in_order(s: State, t: Tables, seat: int, scroll: int, held: int) -> int:
    """How many of three demands are met from the first on; the same type again needs another place (WS-F4)."""
    for i in range(3):
        kind = int(t.scroll_what[scroll, i])
        needed = 1
        for earlier in range(i):
            if t.scroll_what[scroll, earlier] == kind:
                needed += 1
        if count(held & _places_of(s, t, seat, kind)) < needed:
            return i
    return 3


@rule
def counted(s: State, t: Tables, seat: int, what: int) -> int:
    """What the eight prophecies count that count something; on the Witchstone, how many places from the last."""
    if what == RANK:
        rank = int(s.stone_rank[seat])
        return 4 - rank if rank > 0 else 0
    if what == WITCHES:
        return count(int(s.standing[seat])) + int(s.lying[seat])
    if what == LYING:
        return int(s.lying[seat])
    if what == SILVER:
        passed = 0
        for space in range(1, int(s.wand[seat]) + 1):
            if t.wand_kind[space] == SCORE:
                passed += 1
        return passed
    if what == SPECIALS:
        return int(s.specials[seat])
    if what == SCROLLS_OWNED:
        return scrolls_owned(s, seat)
    if what == TOKENS_OWNED:
        return tokens_owned(s, seat)
    return crystals_shelved(s, seat)


@rule
def _counted_worth(number: int, what: int) -> int:
    """What so many of them are worth (WS-F10 to WS-F17)."""
    if what == RANK or what == LYING:
        return _steps(number, 1, 2, 3)
    if what == WITCHES:
        return _steps(number, 5, 7, 9)
    if what == SILVER or what == CRYSTALS:
        return _steps(number, 3, 4, 5)
    if what == SPECIALS:
        return _steps(number, 2, 3, 4)
    if what == SCROLLS_OWNED:
        return _steps(number, 4, 5, 6)
    return _steps(number, 4, 5, 7)


@rule
def scroll_worth(s: State, t: Tables, seat: int, scroll: int) -> int:
    """What one unused scroll is worth to a seat at the end (WS-F1)."""
    kind = int(t.scroll_kind[scroll])
    if kind <= SPELL:
        return 2
    if kind == GROUP:
        return _steps(largest_group(s, t, seat, int(t.scroll_what[scroll, 0])), 4, 5, 6)
    if kind == WITCHES_AT:
        return _steps(in_order(s, t, seat, scroll, int(s.standing[seat])), 1, 2, 3)
    if kind == LINKED:
        return _steps(in_order(s, t, seat, scroll, joined(s, t, seat)), 1, 2, 3)
    what = int(t.scroll_what[scroll, 0])
    return _counted_worth(counted(s, t, seat, what), what)


@rule
def worth(s: State, t: Tables, seat: int, category: int) -> int:
    """What the end would add now in one category (WS-F1)."""
    points = 0
    if category == OWLS:
        for i in range(5):
            points += int(s.owls[seat, i]) * int(t.owl_values[i])
    elif category == TOKENS_KEPT:
        points = 2 * tokens_owned(s, seat)
    else:
        for scroll in range(SCROLLS):
            held = int(s.scrolls[seat, scroll])
            is_spell = t.scroll_kind[scroll] <= SPELL
            if held > 0 and is_spell == (category == SPELLS):
                points += held * scroll_worth(s, t, seat, scroll)
    return points


@rule
def finish(s: State, t: Tables) -> None:
    """Add the end's points; nothing can be played any more."""
    for seat in range(int(s.players)):
        for category in range(CATEGORIES):
            s.score[seat] += worth(s, t, seat, category)
    s.over = 1


@rule
def ahead(s: State, one: int, two: int) -> bool:
    """Whether seat one is placed before seat two: points, then the wand, then the lower marker (WS-F2)."""
    if s.score[one] != s.score[two]:
        return s.score[one] > s.score[two]
    if s.wand[one] != s.wand[two]:
        return s.wand[one] > s.wand[two]
    return s.under[one] < s.under[two]


@rule
def winners(s: State) -> int:
    """The seats nobody is placed before, as bits; several share the win (WS-F2)."""
    best = 0
    for one in range(int(s.players)):
        beaten = False
        for two in range(int(s.players)):
            if ahead(s, two, one):
                beaten = True
        if not beaten:
            best |= 1 << one
    return best
