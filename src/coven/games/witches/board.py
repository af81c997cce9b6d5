"""The board of Lancre: who and what stands where."""

from coven.core.rule import rule
from coven.core.seats import SEATS
from coven.games.witches.frames import end_game
from coven.games.witches.state import BY_CRISIS, EASY, KINDS, SPACES, State, Tables

ALL_SPACES = (1 << SPACES) - 1


@rule
def problems(s: State) -> int:
    """Spaces with a problem, as bits."""
    found = 0
    for space in range(SPACES):
        if s.tile[space] >= 0:
            found |= 1 << space
    return found


@rule
def witches(s: State, but: int) -> int:
    """Spaces where a witch stands, but for one seat's."""
    found = 0
    for seat in range(int(s.players)):
        if seat != but and s.at[seat] >= 0:  # in set-up some stand nowhere yet
            found |= 1 << int(s.at[seat])
    return found & ALL_SPACES


@rule
def empty_spaces(s: State) -> int:
    """Spaces without problem and witch."""
    return ALL_SPACES & ~(problems(s) | witches(s, -1))


@rule
def occupied(s: State, seat: int, space: int) -> bool:
    """Whether a problem or another witch stands there (TW-M2)."""
    return s.tile[space] >= 0 or witches(s, seat) >> space & 1 == 1


@rule
def refuges(s: State, t: Tables, seat: int) -> int:
    """Empty spaces one can run away to on foot (TW-P2)."""
    here = int(s.at[seat])
    return (int(t.near[here]) | int(t.same[here])) & empty_spaces(s)


@rule
def face_down(s: State) -> int:
    """Spaces with a face-down problem."""
    found = 0
    for space in range(SPACES):
        if s.tile[space] >= 0 and s.face_up[space] == 0:
            found |= 1 << space
    return found


@rule
def not_looked_at(s: State, seat: int) -> int:
    """Face-down problems the seat does not know."""
    found = face_down(s)
    for space in range(SPACES):
        if int(s.lookers[space]) >> seat & 1:
            found &= ~(1 << space)
    return found


@rule
def crises(s: State) -> int:
    """Spaces with a Crisis counter."""
    found = 0
    for space in range(SPACES):
        if s.crisis[space] > 0:
            found |= 1 << space
    return found


@rule
def add_crisis(s: State, space: int) -> None:
    """A Crisis on a problem; with none left all lose at once (TW-N6)."""
    if s.crisis_supply == 0:
        end_game(s, BY_CRISIS)
    else:
        s.crisis_supply -= 1
        s.crisis[space] += 1


@rule
def clear(s: State, space: int) -> None:
    """The problem leaves the space; its Crisis counters return (TW-P8)."""
    s.crisis_supply += s.crisis[space]
    s.crisis[space] = 0
    s.tile[space] = -1
    s.face_up[space] = 0
    s.lookers[space] = 0


@rule
def hard_solved(s: State, seat: int) -> int:
    """Hard tiles a seat has solved."""
    total = 0
    for kind in range(EASY, KINDS):
        total += int(s.solved[seat, kind])
    return total


@rule
def most_cackles(s: State) -> int:
    """The most Cackle counters any seat holds."""
    most = 0
    for seat in range(SEATS):
        most = max(most, int(s.cackles[seat]))
    return most
