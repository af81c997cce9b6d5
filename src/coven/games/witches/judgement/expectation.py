"""What attempting a problem and stopping at a space promise a seat, by what it may know.

In 64ths of a point, like stakes.py.
"""

from coven.core.bits import lowest
from coven.core.rule import rule
from coven.games.witches import board, turn
from coven.games.witches.judgement.values import (
    CERTAIN,
    FAIR_CARD,
    POINT,
    cackle_cost,
    chance,
    elf_danger,
    elves_up,
    gain_of,
    loss_of,
    turns_left,
)
from coven.games.witches.state import (
    ANNAGRAMMA,
    EASY,
    ELF,
    HARD,
    HEADOLOGY,
    LAY_OUT,
    MAGIC,
    PETULIA,
    PLUS_FOUR,
    PLUS_TWO,
    REMEDY,
    ROW,
    SECOND_CHANCE,
    SOLO,
    SPACES,
    UNKNOWN,
    State,
    Tables,
)

ALL_NAMES = 7  # of a Power of Three, as bits
Means = tuple[int, int, int, int, int, int]  # see means_of
Chart = tuple[int, int, int, int, int, int, int, int]  # see chart_of


@rule
def means_of(s: State, t: Tables, seat: int) -> Means:
    """What a hand can do: points without and with Cackles, kinds a +4 helps against, kinds solved outright."""
    free = 0
    magic = 0
    against = 0
    sure = 0
    names = 0
    rest = int(s.hand[seat])
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        kind = int(t.card_effect[card])
        if kind == PLUS_FOUR:
            against |= int(t.card_against[card])
        elif kind == LAY_OUT or kind == REMEDY:
            for easy in range(EASY):
                if (kind == LAY_OUT and t.is_death[easy]) or (kind == REMEDY and t.is_sheep[easy]):
                    sure |= 1 << easy
        if kind == PLUS_TWO or (kind == SECOND_CHANCE and t.card_symbol[card] != MAGIC):
            free += 2
        elif t.card_symbol[card] == HEADOLOGY:
            free += 1
        elif t.card_symbol[card] == MAGIC:
            magic += 1
        if t.card_power[card] >= 0:
            names |= 1 << int(t.card_power[card])
    if s.tile_left[seat] == 1:
        if s.trainee[seat] == ANNAGRAMMA:
            magic += 1
        elif s.trainee[seat] == PETULIA:
            for easy in range(EASY):
                if t.is_pig[easy]:
                    sure |= 1 << easy
    row = min(ROW, board.hard_solved(s, seat)) // 2
    return free, magic, against, sure, int(names == ALL_NAMES), row


@rule
def prospect(
    s: State,
    t: Tables,
    seat: int,
    kind: int,
    crisis: int,
    elves: int,
    later: int,
    cackle: int,
    keep: int,
    means: Means,
) -> int:
    """What attempting a problem promises; `keep` is what a card spent on it is missed."""
    free, magic, against, sure, power, row = means
    gain = gain_of(s, t, seat, kind, crisis, later, elves)
    if sure >> kind & 1:
        return gain - FAIR_CARD // 2
    need = int(t.difficulty[kind]) + 2 * crisis - row
    stake = gain + loss_of(s, t, seat, kind, later, elves, cackle)
    bare = chance(4, need)
    if against >> kind & 1:
        free += 3
    helped = chance(4, need - free)
    best = (helped * stake - (helped - bare) * keep * min(free, 3)) // CERTAIN
    if magic > 0:
        charmed = chance(4, need - free - 2 * magic)
        use = (charmed - bare) * keep * min(free + magic, 4) + (charmed - helped) * 2 * magic * cackle
        best = max(best, (charmed * stake - use) // CERTAIN)
    best += gain - stake - cackle * 2 // 3
    if power:
        best = max(best, gain - 2 * FAIR_CARD)
    return best


@rule
def _unknown(
    s: State, t: Tables, seat: int, elves: int, later: int, cackle: int, keep: int, means: Means
) -> int:
    """What a hard tile the seat doesn't know promises; she may still run away when she sees it."""
    tiles = 0
    sum = 0
    for tile in range(HARD):
        number = int(s.hard_pool[tile])
        if number > 0:
            tiles += number
            sum += number * _turned(s, t, seat, EASY + tile, elves, later, cackle, keep, means)
    for space in range(SPACES):
        tile = int(s.tile[space])
        if tile >= EASY and tile != UNKNOWN and _hidden(s, space, seat):
            tiles += 1
            sum += _turned(s, t, seat, tile, elves, later, cackle, keep, means)
    return sum // max(tiles, 1)


@rule
def _turned(
    s: State, t: Tables, seat: int, kind: int, elves: int, later: int, cackle: int, keep: int, means: Means
) -> int:
    """What such a tile promises once it is turned up: an elf is a danger even to one who runs away."""
    elf = t.failure[kind] == ELF
    risk = 0
    if elf:
        risk = elf_danger(s, seat, ELF, elves + 1) - elf_danger(s, seat, ELF, elves)
    faced = prospect(s, t, seat, kind, 0, elves + int(elf), later, cackle, keep, means)
    return max(faced, -cackle // 3) - risk


@rule
def _hidden(s: State, space: int, seat: int) -> bool:
    """A face-down tile this seat has not looked at."""
    return s.face_up[space] == 0 and int(s.lookers[space]) >> seat & 1 == 0


@rule
def chart_of(s: State, t: Tables, seat: int, keep: int) -> Chart:
    """What stopping at each space promises, a byte each, seven to a number; then masks of the good ones.

    Fourth to last: spaces that end a move. Then those worth a quarter, three quarters and one and a half points.
    """
    later = turns_left(s, seat)
    cackle = cackle_cost(s, seat, later)
    means = means_of(s, t, seat)
    elves = elves_up(s, t)
    witches = board.witches(s, seat)
    tea = min(turn.TEA_SELF, int(s.cackles[seat])) * cackle * 3 // 4
    unseen = -1
    known = False
    a = 0
    b = 0
    c = 0
    d = 0
    fair = 0
    good = 0
    fine = 0
    blocked = witches
    for space in range(SPACES):
        value = 0
        tile = int(s.tile[space])
        if tile >= 0:
            blocked |= 1 << space
            if tile >= EASY and _hidden(s, space, seat):
                if not known:
                    unseen = _unknown(s, t, seat, elves, later, cackle, keep, means)
                    known = True
                value = unseen - 24 * int(s.crisis[space])
            else:
                if s.face_up[space] == 1:
                    value = prospect(
                        s, t, seat, tile, int(s.crisis[space]), elves, later, cackle, keep, means
                    )
                else:
                    value = _turned(s, t, seat, tile, elves, later, cackle, keep, means)
        elif witches >> space & 1:
            value = tea
        elif s.mode == SOLO and space == t.cottage:
            value = min(turn.COTTAGE, int(s.cackles[seat])) * cackle * 3 // 4
        if value >= 16:
            fair |= 1 << space
        if value >= 48:
            good |= 1 << space
        if value >= 96:
            fine |= 1 << space
        code = max(0, min(255, (value + 128) >> 2)) << 8 * (space % 7)
        if space < 7:
            a |= code
        elif space < 14:
            b |= code
        elif space < 21:
            c |= code
        else:
            d |= code
    return a, b, c, d, blocked, fair, good, fine


@rule
def read(chart: Chart, space: int) -> int:
    """What stopping at a space promises."""
    return ((chart[space // 7] >> 8 * (space % 7) & 255) << 2) - 128


@rule
def follow(t: Tables, chart: Chart, space: int) -> int:
    """What another move from a space promises."""
    blocked = chart[4]
    near = int(t.near[space]) | int(t.same[space])
    rest = near & ~blocked
    while rest != 0:
        near |= int(t.near[lowest(rest)])
        rest &= rest - 1
    near &= ~(1 << space)
    if near & chart[7]:
        return 120
    if near & chart[6]:
        return 70
    if near & chart[5]:
        return 30
    return 0


@rule
def stop(t: Tables, chart: Chart, space: int, second: bool, later: int) -> int:
    """What ending a move at a space promises, with the move that follows."""
    value = read(chart, space)
    ahead = follow(t, chart, space)
    if second:
        return value + (ahead // 4 if later > 0 else 0)
    return value + ahead * 5 // 8  # the later action has fewer cards, and is no reason to idle now


@rule
def best_stop(t: Tables, chart: Chart, space: int, paths: int, second: bool, later: int) -> int:
    """The best of stopping at a space and going on from it on foot."""
    best = stop(t, chart, space, second, later)
    if chart[4] >> space & 1:
        return best
    seen = 1 << space
    edge = seen
    for _ in range(paths):
        found = 0
        while edge != 0:
            found |= int(t.near[lowest(edge)])
            edge &= edge - 1
        found &= ~seen
        seen |= found
        edge = found & ~chart[4]
        while found != 0:
            best = max(best, stop(t, chart, lowest(found), second, later))
            found &= found - 1
    return best


@rule
def best_anywhere(t: Tables, chart: Chart, second: bool, later: int) -> int:
    """The best stop of all, for one who flies."""
    best = -POINT
    for space in range(SPACES):
        best = max(best, stop(t, chart, space, second, later))
    return best
