"""Cards and dice of an attempt: what a hand can add, and what rolling again promises.

In 64ths of a point, like stakes.py.
"""

from coven.core.bits import lowest
from coven.core.rule import rule
from coven.games.witches.attempt_state import AFTER, difficulty, total
from coven.games.witches.judgement.values import CERTAIN, POINT, chance
from coven.games.witches.state import ANNAGRAMMA, HEADOLOGY, MAGIC, PLUS_FOUR, PLUS_TWO, State, Tables

Symbols = tuple[int, int, int]  # see symbols


@rule
def pair(
    s: State, t: Tables, d: int, hand: Symbols, keep: int, cackle: int, stake: int
) -> tuple[int, int, int]:
    """The best way to play symbols before the last two dice: what it promises, Headology and Magic cards in it."""
    heads, magics, after = hand
    missing = difficulty(s, t, d) - total(s, int(s.frame_seat[d])) - after
    best = -POINT
    use_heads = 0
    use_magics = 0
    for magic in range(magics + 1):
        for head in range(heads + 1):
            hit = chance(2, missing - head - 2 * magic)
            value = hit * stake // CERTAIN - head * keep - magic * (keep + cackle)
            if value > best:
                best = value
                use_heads = head
                use_magics = magic
            if hit == CERTAIN:
                break
    return best, use_heads, use_magics


@rule
def pluses(t: Tables, card: int, kind: int) -> int:
    """What a card adds by its effect, also after the dice."""
    name = int(t.card_effect[card])
    if name == PLUS_TWO:
        return 2
    return 4 if name == PLUS_FOUR and int(t.card_against[card]) >> kind & 1 else 0


@rule
def symbols(s: State, t: Tables, seat: int, kind: int) -> Symbols:
    """Headology and Magic cards to add, and what effects can add after the dice; no card counts twice."""
    heads = 0
    magics = 0
    after = 0
    rest = int(s.hand[seat])
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        plus = pluses(t, card, kind)
        if plus > 0:
            after += plus
        elif t.card_symbol[card] == HEADOLOGY:
            heads += 1
        elif t.card_symbol[card] == MAGIC:
            magics += 1
    if s.trainee[seat] == ANNAGRAMMA and s.tile_left[seat] == 1:
        magics += 1
    return heads, magics, after


@rule
def reroll_chance(s: State, missing: int, first: int, which: int, dice: int, help: int) -> int:
    """The chance of success when dice of the pair just rolled are rolled again."""
    one = int(s.dice[first])
    two = int(s.dice[first + 1])
    lost = one if which == 0 else two if which == 1 else one + two
    again = 2 if which == 2 else 1
    return chance(dice + again, missing + lost - help)


@rule
def reroll(s: State, t: Tables, d: int, which: int) -> int:
    """What re-rolling one or both promises, with the attempt in the frame below."""
    seat = int(s.frame_seat[d])
    first = int(s.frame_what[d])
    kind = int(s.tile[int(s.frame_what[d - 1])])
    heads, magics, after = symbols(s, t, seat, kind)
    missing = difficulty(s, t, d - 1) - total(s, seat)
    dice = 2 if s.frame_phase[d - 1] < AFTER else 0
    help = after if dice == 0 else after + heads + 2 * magics
    value = reroll_chance(s, missing, first, which, dice, help) // 4
    if which != 1 and s.dice[first] == 0:
        value += 16
    if which != 0 and s.dice[first + 1] == 0:
        value += 16
    return value - 4 * int(which == 2)
