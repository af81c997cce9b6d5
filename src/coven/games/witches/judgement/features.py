"""What a learned judgement of The Witches looks at: some numbers of the table and some of each seat, none far from 1.

They are taken at the end of a turn, as `outlook` is. What hands hold is as the state has it: a search imagines it.
"""

from math import log

from coven.core.bits import count, lowest
from coven.core.fields import RealGrid, Reals
from coven.core.rule import rule
from coven.games.witches import board, end
from coven.games.witches.judgement.expectation import (
    ALL_NAMES,
    Chart,
    best_anywhere,
    best_stop,
    chart_of,
    means_of,
    read,
)
from coven.games.witches.judgement.prospects import sanity, spread_of, survival, turns_of, worth
from coven.games.witches.judgement.values import (
    FAIR_CARD,
    POINT,
    card_worth,
    elves_up,
    turns_left,
    usual_cost,
)
from coven.games.witches.state import (
    BOXES,
    BROOMSTICK,
    COOP,
    DIMITY,
    DUNGEON,
    EASY,
    EFFECTS,
    HARD,
    ROW,
    SETUP,
    SOLO,
    SPACES,
    State,
    Tables,
)
from coven.games.witches.walk import PATHS

TABLE = 33  # numbers of the table
SEAT = 58  # numbers of each seat
_EFFECT = 18  # where the hand's effects begin, and what follows them
_SYMBOL = _EFFECT + len(EFFECTS)
_TILE = _SYMBOL + 5
_STAND = _TILE + 3


@rule
def describe(s: State, t: Tables, table: Reals, own: RealGrid) -> None:
    """Fill the numbers of the table, and a row of `own` for each seat."""
    _describe_table(s, t, table)
    most = -99.0
    second = -99.0
    for seat in range(int(s.players)):
        _describe_seat(s, t, seat, own[seat])
        points = own[seat, 0]
        if points > most:
            second = most
            most = points
        elif points > second:
            second = points
    spread = spread_of(s)
    for seat in range(int(s.players)):
        best = second if own[seat, 0] == most else most
        if s.players == 1:
            best = 1.0 * end.WITCH
        own[seat, 1] = max(-6.0, min(6.0, (own[seat, 0] - best) / spread))
        own[seat, 0] /= 10.0


@rule
def _describe_table(s: State, t: Tables, table: Reals) -> None:
    """The board, the boxes and the supplies."""
    table[:] = 0.0
    easy = 0
    hard = 0
    for box in range(BOXES):
        easy += int(s.box_easy[box])
        hard += int(s.box_hard[box])
    table[0] = (easy + hard) / 20.0
    table[1] = easy / 10.0
    table[2] = hard / 10.0
    tiles = 0
    bare = 0
    counters = 0
    for space in range(SPACES):
        tile = int(s.tile[space])
        if tile < 0:
            continue
        tiles += 1
        counters += int(s.crisis[space])
        if s.harder or s.crisis[space] == 0:
            bare += 1
        if tile < EASY:
            table[3 + tile] += 0.25
        elif s.face_up[space] == 0:
            table[9] += 0.2
        else:
            table[10] += 0.25
            table[11] += int(t.points[tile]) / 10.0
    elves = elves_up(s, t)
    table[12] = int(elves == 1)
    table[13] = int(elves == 2)
    table[14] = tiles / 12.0
    table[15] = bare / 12.0
    table[16] = counters / 6.0
    table[17] = int(s.crisis_supply) / 12.0
    table[18] = int(s.cackle_supply) / 8.0
    table[19] = int(s.aliss_supply) / 12.0
    table[20] = int(s.cackle_supply == 0)
    table[21] = _odds(survival(s, t))
    table[22] = _odds(sanity(s, t))
    table[23] = int(s.harder)
    table[24] = int(s.players == 2)
    table[25] = int(s.players == 3)
    table[26] = int(s.players == 4)
    table[27] = int(s.mode == COOP)
    table[28] = int(s.mode == SOLO)
    table[29] = int(s.frame_kind[0] == SETUP)
    free = max(1.0, SPACES - 1.5 - tiles)
    table[30] = (int(s.crisis_supply) + 1) * log(max(0.02, bare / (bare + free))) / 10.0
    dangers = 0
    for kind in range(HARD):
        dangers += int(s.hard_pool[kind]) * int(t.failure[EASY + kind] == 1)
    table[31] = dangers / 6.0
    table[32] = 1.0


@rule
def _odds(chance: float) -> float:
    """A chance as a number without bounds, in fours."""
    chance = max(0.0005, min(0.9995, chance))
    return log(chance / (1.0 - chance)) / 4.0


@rule
def _describe_seat(s: State, t: Tables, seat: int, own: Reals) -> None:
    """Points, display, counters, hand, and what is in reach. own[0] is left as it is, and [1] to `describe`."""
    own[:] = 0.0
    own[0] = worth(s, t, seat)
    best = -99
    cackles = 0
    together = False
    for other in range(int(s.players)):
        if other != seat:
            best = max(best, int(s.score[other]))
            cackles = max(cackles, int(s.cackles[other]))
            together = together or (s.at[other] == s.at[seat] and 0 <= s.at[seat] < SPACES)
    own[2] = int(s.score[seat]) / 10.0
    own[3] = 0.0 if s.players == 1 else (int(s.score[seat]) - best) / 10.0
    own[4] = turns_of(s, seat) / 8.0
    place = (seat - int(s.active) + int(s.players)) % int(s.players)
    own[5] = place / 3.0
    own[6] = int(place == 0)
    easy = int(s.easy_row[seat])
    own[7] = easy / 8.0
    own[8] = int(easy % 2)
    own[9] = int(easy == ROW)
    hard = board.hard_solved(s, seat)
    own[10] = hard / 8.0
    own[11] = int(hard % 2 if hard < ROW else 0)
    own[12] = int(s.cackles[seat]) / 4.0
    own[13] = (int(s.cackles[seat]) - cackles) / 4.0
    own[14] = int(s.cackle_supply == 0 and s.cackles[seat] >= cackles)
    own[15] = int(s.aliss[seat]) / 4.0
    own[16] = int(s.cards[seat]) / 5.0
    quality = 0
    names = 0
    brooms = 0
    rest = int(s.hand[seat])
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        quality += card_worth(t, card) - FAIR_CARD
        own[_EFFECT + int(t.card_effect[card])] += 0.5
        own[_SYMBOL + int(t.card_symbol[card])] += 0.5
        brooms += int(t.card_symbol[card] == BROOMSTICK)
        if t.card_power[card] >= 0:
            names |= 1 << int(t.card_power[card])
    own[17] = quality / 64.0
    own[_SYMBOL + 3] = count(names) / 3.0
    own[_SYMBOL + 4] = int(names == ALL_NAMES)
    trainee = int(s.trainee[seat])
    if s.tile_left[seat] == 1 and 0 <= trainee < DIMITY:
        own[_TILE + trainee] = 1.0
    here = int(s.at[seat])
    if here < 0:
        own[_STAND] = 1.0
        return
    later = turns_left(s, seat)
    chart = chart_of(s, t, seat, usual_cost(s))
    anywhere = min(4 * POINT, best_anywhere(t, chart, False, later)) / POINT
    near = 0
    foot = 0.0
    if here == DUNGEON:
        own[_STAND + 1] = 1.0
    else:
        near = _in_reach(t, chart, here)
        foot = min(4 * POINT, best_stop(t, chart, here, PATHS, False, later)) / POINT
    own[_STAND + 2] = int(together)
    own[_STAND + 3] = foot
    own[_STAND + 4] = anywhere
    own[_STAND + 5] = max(foot, anywhere) if brooms > 0 else foot
    own[_STAND + 6] = count(near & chart[5]) / 4.0
    own[_STAND + 7] = count(near & chart[6]) / 4.0
    own[_STAND + 8] = count(near & chart[7]) / 4.0
    own[_STAND + 9] = count(chart[5]) / 8.0
    own[_STAND + 10] = count(chart[6]) / 8.0
    own[_STAND + 11] = count(chart[7]) / 8.0
    first = 0
    more = 0
    sum = 0
    for space in range(SPACES):
        if s.tile[space] >= 0:
            value = read(chart, space)
            sum += max(0, value)
            if near >> space & 1:
                if value > first:
                    more = first
                    first = value
                elif value > more:
                    more = value
    own[_STAND + 12] = sum / (8.0 * POINT)
    own[_STAND + 13] = first / (1.0 * POINT)
    own[_STAND + 14] = more / (1.0 * POINT)
    free, magic, _, _, _, _ = means_of(s, t, seat)
    own[_STAND + 15] = free / 4.0
    own[_STAND + 16] = magic / 4.0


@rule
def _in_reach(t: Tables, chart: Chart, space: int) -> int:
    """Spaces a move on foot can end at, as bits."""
    near = int(t.near[space]) | int(t.same[space]) | 1 << space
    rest = int(t.near[space]) & ~chart[4]
    while rest != 0:
        near |= int(t.near[lowest(rest)])
        rest &= rest - 1
    return near
