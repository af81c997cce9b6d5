"""What a player of Witchstone thinks of a position: the points to expect, the chances to win."""

import math

from coven.core.bits import count, lowest
from coven.core.fields import Reals
from coven.core.rule import rule
from coven.core.seats import SEATS
from coven.games.witchstone import cauldron, end, energy, wand
from coven.games.witchstone.judgement.appeal import joins, largest_join
from coven.games.witchstone.judgement.price import exit_cost, near_reward, seat_order, stone_bonus, turns_left
from coven.games.witchstone.state import CELLS, PAIRS, SCORE, SCROLLS, SPELL, TURNS, State, Tables

# Points, fitted to games of the greedy bot against itself.
SPELL_TWO_MORE = 0.9  # a double reinforcement beyond the 2 points it pays unused
PROPHECY = 0.078  # of what a prophecy lacks, for each turn left
TURN_BASE = 2.4  # a turn to come
TURN_SHARED = 1.15  # less for each player beyond two: places, tokens and owls go to others
TURN_LATER = 0.25  # groups grow: the more turns, the more each is worth
TURN_SIZE = 1.95  # for the size of the groups a tile may join
LATER_SEAT = 0.45  # the last in turn order comes too late for some things, in every turn
BEGUN = 1.4  # a unit on an unfinished connection
UNIT_LEFT = 0.8  # energy for up to two units a turn
GIFT_REACHED = 1.65  # a token a witch could be sent to
STONE_REACHED = 0.35  # of the Witchstone's bonus
LYING = 1.4
CRYSTAL_CLOSER = 0.7  # a crystal's step toward the rim
REWARD_NEAR = 1.4  # each space nearer to the pentagram's next reward
PACE = 1.6  # spaces of the wand a turn
WAND_SCORE = 0.75  # of what score spaces would count
WAND_SPACE = -0.28  # bonus spaces behind can't be won any more

# How many points ahead make a win 73 % likely: after the last turn, and more for each turn to come (fitted too).
SPREAD_END = 2.6
SPREAD_TURN = 1.15
MARGIN = 0.1  # the part of a finished game's outlook that is about points,
MARGIN_SPREAD = 20.0  # so that a bot likes them when the win is decided


@rule
def _scrolls(s: State, t: Tables, seat: int, left: float) -> float:
    """Prophecies as they stand and as they may grow; spells are worth more than they pay at the end."""
    points = 0.0
    for scroll in range(SCROLLS):
        held = int(s.scrolls[seat, scroll])
        if held == 0:
            continue
        kind = int(t.scroll_kind[scroll])
        if kind <= SPELL:
            points += held * 2
            if left > 0.0 and kind == SPELL:
                points += held * SPELL_TWO_MORE
        else:
            now = end.scroll_worth(s, t, seat, scroll)
            points += now + (7 - now) * min(left, 8.0) * PROPHECY
    return points


@rule
def _cauldron(s: State, t: Tables, seat: int, left: float) -> float:
    """The actions the tiles to come may give, and crystals on their way out."""
    empty = cauldron.empty_cells(s, seat)
    tiles = int(s.hand[seat]) | int(s.unseen[seat])
    sizes = 0
    number = 0
    for symbol in range(6):
        most = largest_join(joins(s, t, seat, symbol), empty)
        uses = 0
        for pair in range(PAIRS):
            if tiles >> pair & 1 and (t.pair_a[pair] == symbol or t.pair_b[pair] == symbol):
                uses += 1
        sizes += most * uses
        number += uses
    base = TURN_BASE - TURN_SHARED * (int(s.players) - 2)
    points = left * (base + TURN_LATER * left + TURN_SIZE * sizes / max(number, 1))
    rest = int(s.crystals[seat])
    while rest != 0:
        points += CRYSTAL_CLOSER * (3 - exit_cost(t, lowest(rest)))
        rest &= rest - 1
    if s.black[seat] < CELLS:
        points += CRYSTAL_CLOSER * (4 - exit_cost(t, int(s.black[seat])))
    return points


@rule
def _ball(s: State, t: Tables, seat: int, left: float) -> float:
    """What witches can reach, and connections under way."""
    points = BEGUN * int(s.begun_units[seat]) + UNIT_LEFT * min(float(s.energy[seat]), 2.0 * left)
    if s.tower[seat] < 0:  # not chosen yet: nothing is reached
        return points
    places = energy.joined(s, t, seat) & ~int(s.standing[seat])
    gifts = 0.0
    while places != 0:
        place = lowest(places)
        places &= places - 1
        if s.token_at[place] >= 0:
            gifts += 1.0
        elif place == t.stone:
            points += STONE_REACHED * stone_bonus(s, t)
    return points + GIFT_REACHED * min(gifts, left) + LYING * min(float(s.lying[seat]), left + 1.0)


@rule
def _wand(s: State, t: Tables, seat: int, left: float) -> float:
    """The score spaces that may still be reached, with what they would count then."""
    here = int(s.wand[seat])
    points = WAND_SPACE * here
    for space in range(here + 1, int(t.wand) + 1):
        if t.wand_kind[space] == SCORE:
            likely = min((here + PACE * left + 3.0 - space) / 6.0, 0.95)
            if likely > 0.0:
                points += WAND_SCORE * likely * (wand.worth(s, seat, int(t.wand_what[space])) + 0.3 * left)
    return points


@rule
def worth(s: State, t: Tables, seat: int) -> float:
    """The points a seat may expect to have in the end."""
    points = float(s.score[seat])
    if s.over:
        return points
    left = float(turns_left(s, seat))
    points += end.worth(s, t, seat, end.OWLS) + end.worth(s, t, seat, end.TOKENS_KEPT)
    points += _scrolls(s, t, seat, left)
    if left > 0.0:
        points += _cauldron(s, t, seat, left) + _ball(s, t, seat, left) + _wand(s, t, seat, left)
        points += REWARD_NEAR * near_reward(t, int(s.pentagram[seat]))
        points -= LATER_SEAT * left * (seat_order(s, seat) / (int(s.players) - 1))
    return points


@rule
def outlook(s: State, t: Tables, values: Reals) -> None:
    """Each seat's chance to win; once the game is over the result, with a little for the margin."""
    players = int(s.players)
    for seat in range(SEATS):
        values[seat] = 0.0
    won = end.winners(s) if s.over else 0
    spread = MARGIN_SPREAD if s.over else SPREAD_END + SPREAD_TURN * (TURNS - int(s.turn) / players)
    top = -1.0e9
    for seat in range(players):
        values[seat] = worth(s, t, seat)
        top = max(top, values[seat])
    total = 0.0
    for seat in range(players):
        values[seat] = math.exp((values[seat] - top) / spread)
        total += values[seat]
    for seat in range(players):
        values[seat] /= total
        if s.over:
            values[seat] *= MARGIN
            if won >> seat & 1:
                values[seat] += (1.0 - MARGIN) / count(won)
