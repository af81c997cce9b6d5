"""Cackles: taken one at a time, returned over tea; Black Aliss when there are none."""

from coven.core.fields import Row
from coven.core.rule import rule
from coven.core.seats import SEATS
from coven.games.witches import moves
from coven.games.witches.board import most_cackles
from coven.games.witches.frames import end_game, pop
from coven.games.witches.state import BY_ALISS, COOP, State


@rule
def take_aliss(s: State, seat: int) -> None:
    """A Black Aliss tile; with none left the game together is lost (TW-K1, TW-V4)."""
    if s.aliss_supply > 0:
        s.aliss_supply -= 1
        s.aliss[seat] += 1
        s.score[seat] -= 1
    elif s.mode >= COOP:
        end_game(s, BY_ALISS)


@rule
def step(s: State, d: int) -> bool:
    """True if the player is asked from whom; otherwise one Cackle was taken, or all are (TW-K1)."""
    seat = int(s.frame_seat[d])
    if s.frame_pool[d] == 0:
        pop(s)
        return False
    if s.cackle_supply > 0:
        s.frame_pool[d] -= 1
        s.cackle_supply -= 1
        s.cackles[seat] += 1
        return False
    most = most_cackles(s)
    if s.cackles[seat] == most:
        s.frame_pool[d] -= 1
        take_aliss(s, seat)
        return False
    holders = 0
    holder = -1
    for other in range(SEATS):
        if s.cackles[other] == most:
            holders += 1
            holder = other
    if holders > 1:
        return True
    take_from(s, d, holder)
    return False


@rule
def list_holders(s: State, out: Row, n: int) -> int:
    """Those with the most, to take one from."""
    most = most_cackles(s)
    for other in range(SEATS):
        if s.cackles[other] == most:
            out[n] = moves.TAKE + other
            n += 1
    return n


@rule
def take_from(s: State, d: int, other: int) -> None:
    """A Cackle from another player."""
    s.frame_pool[d] -= 1
    s.cackles[other] -= 1
    s.cackles[int(s.frame_seat[d])] += 1


@rule
def give_back(s: State, seat: int, number: int) -> None:
    """Cackles return to the supply."""
    s.cackles[seat] -= number
    s.cackle_supply += number


@rule
def list_returns(s: State, d: int, out: Row, n: int) -> int:
    """How many to return, up to the number the frame allows."""
    for number in range(int(s.frame_pool[d]) + 1):
        out[n] = moves.RETURN + number
        n += 1
    return n
