"""Scrolls: taken from the display; reinforcement spells added to other actions."""

from coven.core.fields import Row
from coven.core.rule import rule
from coven.core.seats import CHANCE
from coven.core.stack import push
from coven.games.witchstone import moves
from coven.games.witchstone.frames import pop
from coven.games.witchstone.state import CHANCE_SCROLL, SCROLLS, SLOTS, State, Tables


@rule
def shown(s: State) -> int:
    """Scrolls on display."""
    total = 0
    for slot in range(SLOTS):
        if s.display[slot] >= 0:
            total += 1
    return total


@rule
def more_helps(s: State, d: int) -> bool:
    """Whether a reinforcement would widen the choice."""
    return s.frame_pool[d] < shown(s)


@rule
def step(s: State, d: int) -> bool:
    """True if the player is asked; with the display empty the action is lost (WS-R3)."""
    if shown(s) > 0:
        return True
    pop(s)
    return False


@rule
def list_moves(s: State, d: int, out: Row, n: int) -> int:
    """One of the first scrolls, as many as there are actions (WS-R1)."""
    for slot in range(min(int(s.frame_pool[d]), shown(s))):
        out[n] = moves.SCROLL + slot
        n += 1
    return n


@rule
def take(s: State, d: int, slot: int) -> None:
    """Take a scroll; those above move down, a new one comes to position 6 (WS-R1)."""
    seat = int(s.frame_seat[d])
    s.scrolls[seat, int(s.display[slot])] += 1
    for i in range(slot, SLOTS - 1):
        s.display[i] = s.display[i + 1]
    s.display[SLOTS - 1] = -1
    pop(s)
    for scroll in range(SCROLLS):
        if s.scroll_pile[scroll] > 0:
            push(s, CHANCE_SCROLL, CHANCE, SLOTS - 1)
            break


@rule
def list_spells(s: State, t: Tables, d: int, out: Row, n: int) -> int:
    """Reinforcements that can be added to the action being done (WS-R4)."""
    seat = int(s.frame_seat[d])
    single = int(t.spell_any)
    if single >= 0 and s.scrolls[seat, single] > 0:
        out[n] = moves.SPELL
        n += 1
    double = int(t.spell_of[int(s.frame_kind[d])])
    if double >= 0 and s.scrolls[seat, double] > 0:
        out[n] = moves.SPELL + 1
        n += 1
    return n


@rule
def cast(s: State, t: Tables, d: int, double: int) -> None:
    """Add a reinforcement to the action being done; it is then kept face down (WS-R4, WS-R5)."""
    seat = int(s.frame_seat[d])
    scroll = int(t.spell_of[int(s.frame_kind[d])]) if double else int(t.spell_any)
    s.scrolls[seat, scroll] -= 1
    s.spent[seat, scroll] += 1
    s.frame_pool[d] += 1 + double
