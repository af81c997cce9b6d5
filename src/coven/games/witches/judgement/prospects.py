"""What a position of The Witches promises each seat; with `appeals`, all that a bot needs to know of the game.

Rates, spreads and dangers are fitted to some thousand games of the most inviting moves, alone, against each other and
among weaker players; the rate for three players lies between its neighbours, and the blend of a result is chosen.
"""

from math import exp, log, sqrt

from coven.core.bits import count, lowest
from coven.core.fields import Reals
from coven.core.rule import rule
from coven.games.witches import board, end, turn
from coven.games.witches.judgement.expectation import ALL_NAMES
from coven.games.witches.judgement.values import (
    FAIR_CARD,
    POINT,
    card_worth,
    elves_up,
    turns_left,
)
from coven.games.witches.state import (
    BOXES,
    BY_POINTS,
    COOP,
    COOP_LOST,
    COOP_WON,
    ROW,
    SOLO,
    SOLO_DONE,
    SPACES,
    TURN,
    State,
    Tables,
)
from coven.games.witches.turn import boxed

GREAT = 40  # points of the best grade of the game alone is more than this
RATE = (0.0, 1.9, 2.2, 1.7, 1.3)  # points a turn brings with an empty display, by number of players
RATE_GROWS = 0.16  # a turn more is a turn more to build upon
EASY_PAIR = 0.3  # what a card more each turn brings a turn
HARD_PAIR = 0.4  # what a point more on the dice brings a turn
GOOD_HAND = 0.2 / POINT  # of what the cards are worth above the usual
THREE = 1.8  # a Power of Three in the hand


@rule
def turns_of(s: State, seat: int) -> float:
    """Turns a seat still has, the one under way by its actions left."""
    turns = float(turns_left(s, seat))
    if seat == s.active and s.frame_kind[0] == TURN:
        if s.frame_phase[0] <= turn.ACT_ONE:
            turns += 1.0
        elif s.frame_phase[0] <= turn.ACT_TWO:
            turns += 0.5
    return turns


@rule
def spread_of(s: State) -> float:
    """How far luck takes points from what can be expected; less the fewer turns are left."""
    if s.mode == SOLO:
        return 0.6 + 1.5 * sqrt(turns_of(s, 0))
    return 0.7 + 1.6 * sqrt(boxed(s) / s.players)


@rule
def worth(s: State, t: Tables, seat: int) -> float:
    """The points a seat can expect at the end."""
    points = float(s.score[seat])
    turns = turns_of(s, seat)
    if s.over or turns <= 0.0:
        return points
    easy = 0.5 * int(s.easy_row[seat])
    hard = 0.5 * min(ROW, board.hard_solved(s, seat))
    points += turns * (RATE[int(s.players)] + RATE_GROWS * turns + EASY_PAIR * easy + HARD_PAIR * hard)
    quality = 0
    names = 0
    rest = int(s.hand[seat])
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        quality += card_worth(t, card) - FAIR_CARD
        if t.card_power[card] >= 0:
            names |= 1 << int(t.card_power[card])
    points += GOOD_HAND * quality
    if names == ALL_NAMES:
        points += THREE
    cackle = 0.8 if s.mode == SOLO else 0.18 + 0.04 * turns
    return points - cackle * int(s.cackles[seat])


@rule
def _logistic(x: float) -> float:
    """A number between 0 and 1, one half at 0."""
    return 1.0 / (1.0 + exp(-x))


@rule
def survival(s: State, t: Tables) -> float:
    """The chance that the game is not lost for all by Crises or elves."""
    boxes = boxed(s)
    if boxes == 0:
        return 1.0
    problems = board.problems(s)
    tiles = count(problems)
    bare = tiles if s.harder else tiles - count(board.crises(s) & problems)
    free = max(1.0, SPACES - 1.5 - tiles)
    # The game is lost when more cards in a row name a bare problem before a free place than there are counters.
    supply = int(s.crisis_supply)
    run = (supply + 1) * log(max(0.02, bare / (bare + free)))
    if s.harder:
        crisis = _logistic(-0.35 + 0.38 * supply + 1.4 * run + 0.91 * log(boxes))
    else:
        crisis = _logistic(-0.89 + 0.19 * supply + 1.26 * run + 1.25 * log(boxes))
    elves = elves_up(s, t)
    up = 0.0 if elves == 0 else 1.5 if elves == 1 else 3.0 if elves == 2 else 6.0
    return (1.0 - crisis) * (1.0 - _logistic(-5.8 + up + 0.19 * boxes))


@rule
def sanity(s: State, t: Tables) -> float:
    """Alone and together: the chance that Black Aliss does not take the game."""
    mad = -2.0 - 0.31 * int(s.aliss_supply) - 0.05 * int(s.cackle_supply)
    mad += (0.26 if s.mode == SOLO else 0.12) * boxed(s)
    return 1.0 - _logistic(mad)


@rule
def outlook(s: State, t: Tables, values: Reals) -> None:
    """Each seat's prospects of winning, from 0 to 1; the result once the game is over."""
    values[:] = 0.0
    if s.mode == COOP:
        value = _together(s, t)
        for seat in range(int(s.players)):
            values[seat] = value
    elif s.mode == SOLO:
        values[0] = _alone(s, t)
    elif s.over:
        _judge_winners(s, t, values)
    else:
        _share(s, t, values)


@rule
def _together(s: State, t: Tables) -> float:
    """Won with fewer than four hard problems left: those there and to come against the turns to solve them."""
    hard = end.hard_on_board(s)
    if s.over:
        near = 0.1 / (1 + hard - end.TOO_MANY_HARD) if s.over == COOP_LOST else 0.0
        return 1.0 if s.over == COOP_WON else near
    easy = count(board.problems(s)) - hard
    for box in range(BOXES):
        hard += int(s.box_hard[box])
    solved = 0.62 if s.players < 4 else 0.45
    won = _logistic(6.2 - 1.25 * (hard + 0.35 * easy - solved * boxed(s)))
    return (0.1 + 0.9 * won) * survival(s, t) * sanity(s, t)


@rule
def _alone(s: State, t: Tables) -> float:
    """30 points make a witch, more than 40 a great one, and every point counts a little (TW-V3)."""
    points = worth(s, t, 0)
    if s.over:
        if s.over != SOLO_DONE:
            return 0.0
        witch = 1.0 if points >= end.WITCH else 0.0
        great = 1.0 if points > GREAT else 0.0
        alive = 1.0
    else:
        spread = spread_of(s)
        witch = _logistic((points - end.WITCH + 0.5) / spread)
        great = _logistic((points - GREAT - 0.5) / spread)
        alive = survival(s, t) * sanity(s, t)
    return alive * (0.6 * witch + 0.15 * great + 0.25 * max(0.0, min(1.0, points / 50.0)))


@rule
def _judge_winners(s: State, t: Tables, values: Reals) -> None:
    """The winners share; a little goes by points, so that a bot likes to win by more and lose by less."""
    if s.over != BY_POINTS:
        return
    won = end.winners(s, t)
    for seat in range(int(s.players)):
        best = -99.0
        for other in range(int(s.players)):
            if other != seat:
                best = max(best, float(s.score[other]))
        share = 1.0 / count(won) if won >> seat & 1 else 0.0
        values[seat] = 0.9 * share + 0.1 * _logistic((s.score[seat] - best) / 8.0)


@rule
def _share(s: State, t: Tables, values: Reals) -> None:
    """The chance to be first, by the points each can expect; luck evens out less the fewer turns are left."""
    players = int(s.players)
    spread = spread_of(s)
    first = worth(s, t, 0)
    sum = 0.0
    for seat in range(players):
        values[seat] = exp((worth(s, t, seat) - first) / spread)
        sum += values[seat]
    alive = survival(s, t)
    for seat in range(players):
        values[seat] *= alive / sum
