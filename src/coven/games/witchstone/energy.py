"""Energy: units on the connections of the crystal ball."""

from coven.core.bits import lowest
from coven.core.fields import Row
from coven.core.lists import list_bits
from coven.core.rule import rule
from coven.core.seats import SEATS
from coven.games.witchstone import moves
from coven.games.witchstone.frames import pop, spell_fits
from coven.games.witchstone.state import E, State, Tables


@rule
def joined(s: State, t: Tables, seat: int) -> int:
    """Places joined to the own tower by own finished connections, the tower among them (WS-E2)."""
    places = 1 << int(s.tower[seat])
    rest = int(s.links[seat])
    grown = True
    while grown:
        grown = False
        links = rest
        while links != 0:
            link = lowest(links)
            links &= links - 1
            ends = 1 << int(t.link_a[link]) | 1 << int(t.link_b[link])
            if places & ends != 0:
                places |= ends
                rest &= ~(1 << link)
                grown = True
    return places


@rule
def open_links(s: State, t: Tables, seat: int) -> int:
    """Connections on which the seat may put its next unit (WS-E1 to WS-E4, WS-E6)."""
    if s.energy[seat] == 0:
        return 0
    if s.begun[seat] >= 0:
        return 1 << int(s.begun[seat])
    taken = 0
    for other in range(SEATS):
        taken |= int(s.links[other])
        if s.begun[other] >= 0:
            taken |= 1 << int(s.begun[other])
    places = joined(s, t, seat)
    found = 0
    for link in range(int(t.links)):
        ends = 1 << int(t.link_a[link]) | 1 << int(t.link_b[link])
        if taken >> link & 1 == 0 and places & ends != 0:
            found |= 1 << link
    return found


@rule
def step(s: State, t: Tables, d: int) -> bool:
    """True if the player is asked; otherwise the action is over."""
    seat = int(s.frame_seat[d])
    if open_links(s, t, seat) != 0 and (s.frame_pool[d] > 0 or spell_fits(s, t, seat, E)):
        return True
    pop(s)
    return False


@rule
def list_moves(s: State, t: Tables, d: int, out: Row, n: int) -> int:
    """The connections that can take a unit."""
    if s.frame_pool[d] > 0:
        return list_bits(open_links(s, t, int(s.frame_seat[d])), moves.ENERGY, out, n)
    return n


@rule
def connection_points(length: int) -> int:
    """What a finished connection scores: 1, 3 or 6 (WS-E5)."""
    return length * (length + 1) // 2


@rule
def build(s: State, t: Tables, d: int, link: int) -> None:
    """One unit on a connection; finishing it scores (WS-E5)."""
    seat = int(s.frame_seat[d])
    s.frame_pool[d] -= 1
    s.energy[seat] -= 1
    s.begun[seat] = link
    s.begun_units[seat] += 1
    length = int(t.link_length[link])
    if s.begun_units[seat] == length:
        s.begun[seat] = -1
        s.begun_units[seat] = 0
        s.links[seat] |= 1 << link
        s.score[seat] += connection_points(length)
