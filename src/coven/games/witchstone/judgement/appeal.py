"""How inviting the moves of Witchstone look to the player who is to choose, in whole numbers."""

from coven.core.bits import count, lowest
from coven.core.fields import Row
from coven.core.rule import rule
from coven.games.witchstone import cauldron, decode, energy, moves, turn, witch
from coven.games.witchstone.crystal import room
from coven.games.witchstone.judgement.price import (
    ACTION,
    KEPT,
    POINT,
    best_scroll,
    exit_cost,
    price,
    scroll_price,
    shorter_price,
    stone_bonus,
    stop_price,
    token_price,
    turns_left,
)
from coven.games.witchstone.state import (
    BLACK_EXTRA,
    CELLS,
    POINTS,
    TOKEN_SHELF,
    TOKENS,
    TURN,
    C,
    E,
    M,
    P,
    S,
    State,
    Tables,
    W,
)

LOWEST = -400  # a move nobody would make
LARGEST = 14  # a group; larger ones count as this
ENTRY = 9  # bits of an entry of a menu; seven fit a word
FULL = (1 << ENTRY) - 1

# In eighths of a point, found as in price.py.
FUTURE = 8  # eighths for each cell of the group joined and each turn to come
SPOILT = 7  # eighths for covering a cell beside another group, for each of up to five turns to come
PUT_GROWTH = 14  # eighths for each cell of the groups a special tile joins and each turn to come
FAR_END = 6  # sixteenths of what a witch would gain at a connection's far end
LAY_DOWN = 23  # more than a bare place: a witch may wait for a better one
WAY = 10  # each action of a witch's way beyond the first
CARRY = 14  # each action that carries a crystal
SPELL_KEPT = 4  # a spell may find a better use in a later turn
STEEP = 2  # 2**2 eighths of a point less make a move half as inviting

Planes = tuple[int, int, int, int]  # a number of four bits on every cell: bitboards, the low bits first
Menu = tuple[int, int]  # values by size, packed


@rule
def joins(s: State, t: Tables, seat: int, symbol: int) -> Planes:
    """How large a group of a symbol would be with one more on each cell."""
    rest = int(s.symbols[seat, symbol])
    one = cauldron.ALL_CELLS
    two = 0
    four = 0
    eight = 0
    while rest != 0:
        edge = rest & -rest
        seen = edge
        around = 0
        while edge != 0:
            near = int(t.near[lowest(edge)])
            edge &= edge - 1
            around |= near
            fresh = near & rest & ~seen
            seen |= fresh
            edge |= fresh
        rest &= ~seen
        size = count(seen)
        # Add the group's size on every cell beside it, bit by bit.
        add = around if size & 1 else 0
        carry = one & add
        one ^= add
        add = around if size & 2 else 0
        carry, two = (two & add) | (carry & (two ^ add)), two ^ add ^ carry
        add = around if size & 4 else 0
        carry, four = (four & add) | (carry & (four ^ add)), four ^ add ^ carry
        eight |= carry | (around if size & 8 else 0)
    return one, two, four, eight


@rule
def _at(planes: Planes, cell: int) -> int:
    """The size of the group on a cell."""
    return (
        planes[0] >> cell & 1
        | (planes[1] >> cell & 1) << 1
        | (planes[2] >> cell & 1) << 2
        | (planes[3] >> cell & 1) << 3
    )


@rule
def largest_join(planes: Planes, cells: int) -> int:
    """The largest size on some cells; 0 if there are none."""
    if cells == 0:
        return 0
    size = 0
    for bit in range(3, -1, -1):
        if cells & planes[bit]:
            cells &= planes[bit]
            size |= 1 << bit
    return size


@rule
def _menu(s: State, t: Tables, seat: int, symbol: int, most: int) -> Menu:
    """What a laid half is worth by the size of its group, packed: sizes 1 to 7, then 8 to 14."""
    left = turns_left(s, seat)
    low = 0
    high = 0
    for size in range(1, min(most, LARGEST) + 1):
        # a larger group also serves the turns to come
        value = price(s, t, seat, symbol, size) + size * (left - 1) * FUTURE // 8
        value = min(max(value, 0), FULL)
        if size <= 7:
            low |= value << (ENTRY * (size - 1))
        else:
            high |= value << (ENTRY * (size - 8))
    return low, high


@rule
def _dish(menu: Menu, size: int) -> int:
    """An entry of a menu."""
    size = min(size, LARGEST) - 1
    word = menu[0] if size < 7 else menu[1]
    return word >> (ENTRY * (size % 7)) & FULL


@rule
def _weigh_placements(s: State, t: Tables, seat: int, options: Row, n: int, weights: Row) -> None:
    """Both halves' actions; cells beside a group are better kept for its own symbol."""
    empty = cauldron.empty_cells(s, seat)
    wanted = 0  # cells beside a group of two or more
    wanted_twice = 0
    for symbol in range(6):
        planes = joins(s, t, seat, symbol)
        beside = planes[1] & planes[0] | planes[2] | planes[3]
        wanted_twice |= wanted & beside
        wanted |= beside
    spoilt = min(turns_left(s, seat) - 1, 5) * SPOILT // 8
    last_pair = -1
    menu_a = menu_b = (0, 0)
    planes_a = planes_b = (0, 0, 0, 0)
    for i in range(n):
        move = int(options[i])
        if move >= moves.ASIDE:
            weights[i] = LOWEST
            continue
        pair, edge, flip = decode.place(move)
        if pair != last_pair:
            last_pair = pair
            one = int(t.pair_a[pair])
            two = int(t.pair_b[pair])
            planes_a = joins(s, t, seat, one)
            planes_b = joins(s, t, seat, two)
            menu_a = _menu(s, t, seat, one, largest_join(planes_a, empty))
            menu_b = _menu(s, t, seat, two, largest_join(planes_b, empty))
        a = int(t.edge_a[edge])
        b = int(t.edge_b[edge])
        if flip:
            a, b = b, a
        crowd = (wanted >> a & 1) + (wanted >> b & 1) + (wanted_twice >> a & 1) + (wanted_twice >> b & 1)
        weights[i] = _dish(menu_a, _at(planes_a, a)) + _dish(menu_b, _at(planes_b, b)) - spoilt * crowd


@rule
def _weigh_puts(s: State, t: Tables, seat: int, left: int, options: Row, n: int, weights: Row) -> None:
    """A special tile in the cauldron: larger groups in the turns to come, and in this turn's second action."""
    waits = -1
    if s.frame_kind[0] == TURN and s.frame_phase[0] == turn.SECOND:
        waits = int(s.frame_waiting[0, 0])
    last_pair = -1
    planes_a = planes_b = (0, 0, 0, 0)
    for i in range(n):
        move = int(options[i])
        if move < moves.PUT or move >= moves.FREE:
            continue
        pair, cell = decode.put(move)
        if pair != last_pair:
            last_pair = pair
            planes_a = joins(s, t, seat, int(t.pair_a[pair]))
            planes_b = joins(s, t, seat, int(t.pair_b[pair]))
        value = (_at(planes_a, cell) + _at(planes_b, cell)) * (left - 1) * PUT_GROWTH // 8
        if waits == t.pair_a[pair] or waits == t.pair_b[pair]:
            value += ACTION * (int(t.near[cell]) >> int(s.frame_waiting[0, 1]) & 1)
        weights[i] = value


@rule
def _place_price(s: State, t: Tables, seat: int, place: int) -> int:
    """What a witch of the seat would gain on a place."""
    if int(s.standing[seat]) >> place & 1:
        return 0
    if place == t.stone:
        return POINT * (2 + stone_bonus(s, t))
    token = int(s.token_at[place])
    if token < 0:
        return 2 * POINT
    return 2 * POINT + KEPT + (3 * POINT if token == POINTS else ACTION)


@rule
def _link_price(s: State, t: Tables, seat: int, link: int, pool: int, left: int, reached: int) -> int:
    """A unit's share in a connection's points and in what its far end offers to witches."""
    length = int(t.link_length[link])
    missing = length - (int(s.begun_units[seat]) if s.begun[seat] == link else 0)
    if missing > int(s.energy[seat]):
        return 1
    value = POINT * energy.connection_points(length)
    a = int(t.link_a[link])
    far = int(t.link_b[link]) if reached >> a & 1 else a
    if reached >> far & 1 == 0 and left > 1:
        value += _place_price(s, t, seat, far) * FAR_END // 16
    if missing > pool:
        value = value * 3 // 4 if left > 1 else 1
    return value // length


@rule
def _spell_gain(s: State, t: Tables, seat: int, kind: int, pool: int, add: int, left: int) -> int:
    """What a spell adds to the action being done, over keeping it."""
    gained = price(s, t, seat, kind, pool + add) - price(s, t, seat, kind, pool)
    return gained - KEPT - (SPELL_KEPT if left > 1 else 0)


@rule
def _rim_prices(s: State, t: Tables, seat: int) -> int:
    """What a crystal gains on each symbol's rim, packed."""
    gift = 0
    if room(s, t, TOKEN_SHELF) > 0:
        for token in range(TOKENS):
            if s.table[token] > 0:
                gift = max(gift, token_price(s, t, seat, token, 0))
    packed = 0
    for symbol in range(6):
        value = gift
        if room(s, t, symbol) > 0:
            value = max(value, price(s, t, seat, symbol, 2))
        packed |= min(value, FULL) << (ENTRY * symbol)
    return packed


@rule
def _weigh_crystals(s: State, t: Tables, seat: int, left: int, options: Row, n: int, weights: Row) -> None:
    """Crystals out where they gain most; else nearer to the rim."""
    rims = -1
    for i in range(n):
        move = int(options[i])
        if move < moves.CRYSTAL or move >= moves.SHELVE:
            continue
        cell, target = decode.crystal(move)
        if target < CELLS:
            nearer = exit_cost(t, cell) - exit_cost(t, target) if left > 1 else 0
            weights[i] = CARRY * nearer - (CARRY - 1) * int(t.distance[cell, target])
        else:
            if rims < 0:
                rims = _rim_prices(s, t, seat)
            symbol = target - CELLS
            value = rims >> (ENTRY * symbol) & FULL
            if s.black[seat] == cell:
                value += 2 * ACTION
            weights[i] = value + 6 - CARRY * int(t.exit_cost[cell, symbol])


@rule
def _first_price(symbol: int) -> int:
    """Which of a tile's symbols comes first: spells and special tiles help the other, the wand counts what is there."""
    if symbol == S:
        return 30
    if symbol == P:
        return 26
    if symbol == E:
        return 20
    if symbol == C:
        return 16
    return 10 if symbol == W else 0


@rule
def _spell_price(s: State, t: Tables, seat: int, d: int, left: int, add: int) -> int:
    kind = int(s.frame_kind[d])
    pool = int(s.frame_pool[d])
    gain = _spell_gain(s, t, seat, kind, pool, add, left)
    if kind == S:  # set against the best scroll to be had without it
        return gain + best_scroll(s, t, seat, left, pool)
    if pool > 0 and kind != P and kind != M:
        return min(gain, 0) - 16  # there is time for it when the pool is used up
    return gain


@rule
def _value(s: State, t: Tables, seat: int, d: int, left: int, reached: int, move: int) -> int:
    """The value of a move of a kind that is never offered by the dozen."""
    pool = int(s.frame_pool[d])
    if move < moves.DO:
        return 0
    if move < moves.ENERGY:
        return _first_price(move - moves.DO)
    if move < moves.LAY:
        return _link_price(s, t, seat, move - moves.ENERGY, pool, left, reached)
    if move < moves.STAND:
        # in the last turn only to be sent at once
        return LAY_DOWN if left > 1 or (pool > 1 and s.lying[seat] == 0) else 2
    if move < moves.TOWER:
        place = move - moves.STAND
        cost = 1 if reached >> place & 1 else witch.cost(s, t, seat, place)
        return _place_price(s, t, seat, place) - WAY * (cost - 1)
    if move < moves.TOKEN:
        return ACTION if s.token_at[move - moves.TOWER] != POINTS else 3 * POINT
    if move < moves.GO:
        # a token that waits costs nothing; the wand counts what is there, so it comes last
        return 5 if decode.token(move)[1] == M else 40
    if move < moves.USE:
        return 0
    if move < moves.PUT:
        pair, half = decode.use(move)
        return price(s, t, seat, int(t.pair_b[pair] if half else t.pair_a[pair]), 2)
    if move < moves.CRYSTAL:
        return price(s, t, seat, move - moves.FREE, 2)
    if move < moves.BOTTOM:
        black, symbol = decode.shelve(move)
        return 60 + price(s, t, seat, symbol, 2 + BLACK_EXTRA * black)
    if move < moves.SCROLL:
        black, _, token = decode.bottom(move)
        return 60 if token == moves.NO_TOKEN else 60 + token_price(s, t, seat, token, BLACK_EXTRA * black)
    if move < moves.SPELL:
        return scroll_price(s, t, seat, int(s.display[move - moves.SCROLL]), left)
    if move < moves.STOP:
        return _spell_price(s, t, seat, d, left, 1 + move - moves.SPELL)
    if move < moves.REMOVE:
        return stop_price(s, d)
    return LOWEST if move < moves.MOVE else shorter_price(s, t, seat, d, move - moves.MOVE)


@rule
def appeals(s: State, t: Tables, options: Row, n: int, weights: Row) -> None:
    """How inviting each legal move of the seat to act looks: 1 to 2**16, half for every half point less."""
    d = int(s.depth) - 1
    kind = int(s.frame_kind[d])
    seat = int(s.frame_seat[d])
    if options[0] < moves.ASIDE:
        _weigh_placements(s, t, seat, options, n, weights)
    else:
        left = turns_left(s, seat)
        reached = 0
        if kind == E:
            reached = energy.joined(s, t, seat)
        elif kind == W:
            reached = witch.reach(s, t, seat, 1)
        for i in range(n):
            move = int(options[i])
            many = moves.PUT <= move < moves.FREE or moves.CRYSTAL <= move < moves.SHELVE
            if not many:
                weights[i] = _value(s, t, seat, d, left, reached, move)
        if kind == P:
            _weigh_puts(s, t, seat, left, options, n, weights)
        elif kind == C:
            _weigh_crystals(s, t, seat, left, options, n, weights)
    _sharpen(n, weights)


@rule
def _sharpen(n: int, weights: Row) -> None:
    """From values to weights."""
    best = int(weights[0])
    for i in range(1, n):
        best = max(best, int(weights[i]))
    unit = 1 << STEEP
    for i in range(n):
        less = best - int(weights[i])
        halvings = min(less >> STEEP, 31)
        weights[i] = max(1, ((2 * unit - (less & (unit - 1))) << (15 - STEEP)) >> halvings)
