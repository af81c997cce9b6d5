"""What actions, tokens and scrolls are worth to a player of Witchstone.

Whole numbers, in eighths of a point, so that they are the same on every machine. Turns left count the seat's own,
the one being played included.
"""

from coven.core.bits import lowest
from coven.core.rule import rule
from coven.core.seats import SEATS
from coven.games.witchstone import end, wand, witch
from coven.games.witchstone.frames import tokens_wait
from coven.games.witchstone.state import (
    BONUS,
    BONUS_SCROLL,
    CELLS,
    OWL,
    POINTS,
    SCORE,
    SLOTS,
    SPECIAL,
    SPELL,
    SPELL_ANY,
    TURNS,
    C,
    E,
    M,
    P,
    State,
    Tables,
    W,
)

POINT = 8
KEPT = 2 * POINT  # a token or an unused spell at the end
ACTION = 25  # an action where nothing better is known: two points, and what it sets off

# First guesses, changed where others scored more in games of the most inviting moves against each other.
UNIT = 16  # energy: three units on a long connection are 6 points, two 3
UNIT_EARLY = 7  # eighths more for each turn left: places reached serve witches
UNIT_LAST = 13  # in the last turn
GIFT = 58  # a witch stood where a token lies
LAID = 9  # a witch laid down and not yet sent
NEAR = 14  # each space nearer to the pentagram's next reward
SPECIAL_NOW = 34  # a special tile: two actions,
SPECIAL_TURN = 16  # or larger groups, in eighths for each turn left
OUT = 40  # a crystal carried out: two actions or a token
OUT_BLACK = 68  # the black one: four actions
CLOSER = 15  # a crystal's step toward the rim
STEP = 5  # a step of the wand, beside what the spaces give
BONUS_ACTION = 17  # an action won on the wand
SCROLL_THREE = 34  # the best of three scrolls, and of six
SCROLL_SIX = 38
SPELL_ONE = 25  # a reinforcement of one, and of two
SPELL_TWO = 34
FORETOLD = 8  # sixteenths of what a prophecy lacks, won in the turns left
SCROLL_OWNED = 4  # counted by the wand and a prophecy
WASTED = 24  # actions given up
LATER = 8  # tokens that wait for the next witch action: by then the wand counts more


@rule
def seat_order(s: State, seat: int) -> int:
    """0 for the seat that plays first, then 1, 2, 3."""
    players = int(s.players)
    return (seat - int(s.first) + players) % players


@rule
def turns_left(s: State, seat: int) -> int:
    """Turns a seat has still to play, the one being played included."""
    players = int(s.players)
    return TURNS - (int(s.turn) + players - 1 - seat_order(s, seat)) // players


@rule
def stone_bonus(s: State, t: Tables) -> int:
    """What the next witch on the Witchstone takes."""
    before = witch.on_stone(s)
    return int(t.stone_bonus[before]) if before < SEATS else 0


@rule
def _energy(s: State, t: Tables, seat: int, left: int, number: int) -> int:
    number = min(number, int(s.energy[seat]))
    if left > 1:
        return number * (8 * UNIT + UNIT_EARLY * min(left, 6)) // 8
    link = int(s.begun[seat])
    value = UNIT_LAST * number
    if link >= 0:
        if number < int(t.link_length[link]) - int(s.begun_units[seat]):
            return 0
        value += POINT
    return value


@rule
def _witch(s: State, t: Tables, seat: int, left: int, number: int) -> int:
    """Laying and standing takes two actions: 2 points, and a token or the Witchstone's bonus."""
    lying = int(s.lying[seat])
    supply = int(s.witches[seat])
    places = witch.reach(s, t, seat, 1)
    value = 0
    gifts = 0
    plain = 0
    stone = 0
    while places != 0:
        place = lowest(places)
        places &= places - 1
        if s.token_at[place] >= 0:
            gifts += 1
        elif place == t.stone:
            stone = POINT * stone_bonus(s, t)
        else:
            plain += 1
    stands = min((number + min(lying, number)) // 2, lying + supply)
    if stands > 0 and stone > 0:
        value += stone + 2 * POINT
        number -= 1 if lying > 0 else 2
        lying -= min(lying, 1)
        stands -= 1
    taken = min(stands, gifts)
    more = min(stands - taken, plain)
    value += taken * GIFT + more * 2 * POINT
    used = 2 * (taken + more) - min(lying, taken + more)
    if supply > 0 and left > 1:
        value += max(0, number - used) * LAID
    return value


@rule
def near_reward(t: Tables, space: int) -> int:
    """How close a space of the pentagram is to the next reward: 2 just before it, 1, else 0."""
    for ahead in range(1, 3):
        if t.pentagram_kind[(space + ahead) % int(t.pentagram)] >= OWL:
            return 3 - ahead
    return 0


@rule
def _pentagram(s: State, t: Tables, seat: int, left: int, number: int) -> int:
    space = int(s.pentagram[seat])
    closer = -near_reward(t, space)
    value = 0
    for _ in range(number):
        space = (space + 1) % int(t.pentagram)
        kind = int(t.pentagram_kind[space])
        if kind == OWL:
            top = int(s.owl_pile[int(t.pentagram_slot[space])])
            value += POINT * (int(t.owl_values[top]) if top < 5 else 2)
        elif kind == SPECIAL:
            value += SPECIAL_NOW + SPECIAL_TURN * min(left, 8) // 8
    if left > 1:
        value += NEAR * (closer + near_reward(t, space))
    return value


@rule
def exit_cost(t: Tables, cell: int) -> int:
    """Actions that carry a crystal out of the cauldron by the shortest way."""
    least = int(t.exit_cost[cell, 0])
    for symbol in range(1, 6):
        least = min(least, int(t.exit_cost[cell, symbol]))
    return least


@rule
def _crystal(s: State, t: Tables, seat: int, left: int, number: int) -> int:
    """Those nearest to the rim first."""
    value = 0
    crystals = int(s.crystals[seat])
    cost = 1
    while number >= cost and cost < 5:
        rest = crystals
        while rest != 0 and number >= cost:
            cell = lowest(rest)
            rest &= rest - 1
            if exit_cost(t, cell) == cost:
                number -= cost
                crystals &= ~(1 << cell)
                value += OUT
        if s.black[seat] < CELLS and number >= cost and exit_cost(t, int(s.black[seat])) == cost:
            number -= cost
            value += OUT_BLACK
        cost += 1
    if left > 1 and crystals != 0:
        value += min(number, 3) * CLOSER
    return value


@rule
def _wand(s: State, t: Tables, seat: int, left: int, number: int) -> int:
    here = int(s.wand[seat])
    last = min(here + number, int(t.wand))
    doubled = 2
    for other in range(int(s.players)):
        if s.wand[other] > last:
            doubled = 1
    value = 0
    for space in range(here + 1, last + 1):
        kind = int(t.wand_kind[space])
        if kind == BONUS:
            value += int(t.wand_count[space]) * doubled * BONUS_ACTION
        elif kind == BONUS_SCROLL:
            value += SCROLL_SIX if doubled == 2 else SCROLL_THREE
        elif kind == SCORE:
            value += POINT * wand.worth(s, seat, int(t.wand_what[space]))
    if left > 1:
        value += STEP * (last - here)
    return value


@rule
def scroll_price(s: State, t: Tables, seat: int, scroll: int, left: int) -> int:
    """What a scroll is worth to a seat that takes it now."""
    kind = int(t.scroll_kind[scroll])
    if kind == SPELL_ANY:
        return SPELL_ONE
    if kind == SPELL:
        return SPELL_TWO if left > 1 else KEPT + 1
    now = end.scroll_worth(s, t, seat, scroll)
    return POINT * now + (7 - now) * min(left - 1, 8) * FORETOLD // 16


@rule
def best_scroll(s: State, t: Tables, seat: int, left: int, number: int) -> int:
    """The best of the first scrolls on display."""
    best = 0
    for slot in range(min(number, SLOTS)):
        if s.display[slot] >= 0:
            best = max(best, scroll_price(s, t, seat, int(s.display[slot]), left))
    return best + SCROLL_OWNED if best > 0 else 0


@rule
def price(s: State, t: Tables, seat: int, symbol: int, number: int) -> int:
    """What so many actions of a type, done now, are worth to a seat."""
    left = turns_left(s, seat)
    if symbol == E:
        return _energy(s, t, seat, left, number)
    if symbol == W:
        return _witch(s, t, seat, left, number)
    if symbol == P:
        return _pentagram(s, t, seat, left, number)
    if symbol == C:
        return _crystal(s, t, seat, left, number)
    if symbol == M:
        return _wand(s, t, seat, left, number)
    return best_scroll(s, t, seat, left, number)


@rule
def token_price(s: State, t: Tables, seat: int, token: int, extra: int) -> int:
    """A token: its use, and 2 points at the end."""
    if token == POINTS:
        return KEPT + POINT * (3 + extra)
    return KEPT + price(s, t, seat, token, 1 + extra)


@rule
def shorter_price(s: State, t: Tables, seat: int, d: int, spaces: int) -> int:
    """A marker's move that is shorter than it may be, set against the whole one."""
    kind = int(s.frame_kind[d])
    whole = price(s, t, seat, kind, int(s.frame_pool[d]))
    return (price(s, t, seat, kind, spaces) if spaces > 0 else 0) - whole - WASTED


@rule
def stop_price(s: State, d: int) -> int:
    """What is left of an action is given up."""
    if s.frame_pool[d] > 0:
        return -WASTED
    return LATER if tokens_wait(s, d) else 0
