"""What is true of every position: nothing appears and nothing vanishes."""

from coven.core.bits import count
from coven.core.rule import rule
from coven.games.witchstone.cauldron import crystal_cells, tiled
from coven.games.witchstone.crystal import room
from coven.games.witchstone.state import (
    BLACK_BESIDE,
    BLACK_RIM,
    CELLS,
    DEPTH,
    HELD,
    PAIRS,
    PLACES,
    RIM_BLACK,
    SCROLLS,
    SETUP,
    SLOTS,
    TOKENS,
    TURN,
    TURNS,
    WAIT_RIM,
    WAITING,
    C,
    P,
    State,
    Tables,
)
from coven.games.witchstone.witch import tokens_may_wait

FAULTS = (
    "hex tiles",
    "crystals",
    "cauldron",
    "witches",
    "energy",
    "magic tokens",
    "special tiles",
    "scrolls",
    "owl tiles",
    "shelves",
    "wand",
    "frames",
)
TILES, CRYSTALS, CAULDRON, WITCHES, ENERGY, TOKEN, SPECIALS, SCROLL, OWLS, SHELVES, WAND, FRAMES = range(12)


@rule
def faults(s: State, t: Tables) -> int:
    """The broken invariants as bits, in the order of FAULTS; 0 for a sound position."""
    bad = 0
    for seat in range(int(s.players)):
        if not _tiles_add_up(s, seat):
            bad |= 1 << TILES
        if not _crystals_add_up(s, seat):
            bad |= 1 << CRYSTALS
        if not _cauldron_is_sound(s, t, seat):
            bad |= 1 << CAULDRON
        if not _witches_add_up(s, t, seat):
            bad |= 1 << WITCHES
        if not _energy_adds_up(s, t, seat):
            bad |= 1 << ENERGY
        if not _marker_is_sound(s, t, seat):
            bad |= 1 << WAND
        if s.score[seat] < 0:
            bad |= 1 << FRAMES
    if not _tokens_add_up(s, t):
        bad |= 1 << TOKEN
    if not _specials_add_up(s, t):
        bad |= 1 << SPECIALS
    if not _scrolls_add_up(s, t):
        bad |= 1 << SCROLL
    if not _owls_add_up(s):
        bad |= 1 << OWLS
    for shelf in range(7):
        if room(s, t, shelf) < 0:
            bad |= 1 << SHELVES
    if not _frames_are_sound(s) or not _held_tokens_come_up(s, t):
        bad |= 1 << FRAMES
    return bad


@rule
def _tiles_add_up(s: State, seat: int) -> bool:
    laid = 0
    for pair in range(PAIRS):
        if s.laid[seat, pair] >= 0:
            laid |= 1 << pair
    hand, unseen, aside = int(s.hand[seat]), int(s.unseen[seat]), int(s.aside[seat])
    away = PAIRS - TURNS if s.handicap[seat] else 0
    known = count(laid) + count(aside) + count(hand) + count(unseen)
    return (
        known == PAIRS
        and laid | aside | hand | unseen == (1 << PAIRS) - 1
        and count(unseen) == s.supply[seat] + away
    )


@rule
def _crystals_add_up(s: State, seat: int) -> bool:
    total = count(int(s.crystals[seat])) + int(s.beside[seat])
    for shelf in range(7):
        total += int(s.shelf[seat, shelf])
    black_on_rim = 0
    for d in range(int(s.depth)):
        if s.frame_kind[d] == C and s.frame_seat[d] == seat:
            for symbol in range(6):
                waiting = int(s.frame_waiting[d, WAIT_RIM + symbol])
                total += waiting & (RIM_BLACK - 1)
                black_on_rim += waiting // RIM_BLACK
    is_on_rim = 1 if s.black[seat] == BLACK_RIM else 0
    return total == 6 and black_on_rim == is_on_rim and 0 <= s.black[seat] <= BLACK_BESIDE


@rule
def _cauldron_is_sound(s: State, t: Tables, seat: int) -> bool:
    """Printed symbols, tiles and special tiles show what they should, and nothing lies on anything else."""
    shown = 0
    for symbol in range(6):
        shown += count(int(s.symbols[seat, symbol]))
        if int(s.symbols[seat, symbol]) >> int(t.printed[symbol]) & 1 == 0:
            return False
    covered = tiled(s, seat)
    laid = 0
    for pair in range(PAIRS):
        where = int(s.laid[seat, pair])
        if where >= 0:
            laid += 1
            a, b = int(t.edge_a[where // 2]), int(t.edge_b[where // 2])
            if where % 2:
                a, b = b, a
            one, two = int(t.pair_a[pair]), int(t.pair_b[pair])
            if int(s.symbols[seat, one]) >> a & 1 == 0 or int(s.symbols[seat, two]) >> b & 1 == 0:
                return False
    specials = count(int(s.special_cells[seat]))
    return (
        shown == 6 + 2 * laid + 2 * specials
        and count(covered) == 6 + 2 * laid + specials
        and covered & crystal_cells(s, seat) == 0
        and covered >> CELLS == 0
        and (s.black[seat] >= CELLS or int(s.crystals[seat]) >> int(s.black[seat]) & 1 == 0)
    )


@rule
def _witches_add_up(s: State, t: Tables, seat: int) -> bool:
    big = 1 if s.tower[seat] >= 0 else 0
    in_play = int(s.witches[seat]) + int(s.lying[seat]) + count(int(s.standing[seat]))
    on_stone = int(s.standing[seat]) >> int(t.stone) & 1
    return in_play == t.small_witches + big and (on_stone == 1) == (s.stone_rank[seat] > 0)


@rule
def _energy_adds_up(s: State, t: Tables, seat: int) -> bool:
    units = int(s.energy[seat]) + int(s.begun_units[seat])
    for link in range(int(t.links)):
        if int(s.links[seat]) >> link & 1:
            units += int(t.link_length[link])
    taken = int(s.links[seat])
    if s.begun[seat] >= 0:
        taken |= 1 << int(s.begun[seat])
    for other in range(int(s.players)):
        if other != seat:
            theirs = int(s.links[other])
            if s.begun[other] >= 0:
                theirs |= 1 << int(s.begun[other])
            if taken & theirs != 0:
                return False
    return units == t.energy and (s.begun[seat] >= 0) == (s.begun_units[seat] > 0)


@rule
def _marker_is_sound(s: State, t: Tables, seat: int) -> bool:
    """Markers on one space lie in an order without gaps; on the handle there is none."""
    below = 0
    for other in range(int(s.players)):
        if other != seat and s.wand[other] == s.wand[seat]:
            if s.wand[seat] == 0:
                continue
            if s.under[other] == s.under[seat]:
                return False
            if s.under[other] < s.under[seat]:
                below += 1
    return 0 <= s.wand[seat] <= t.wand and (s.wand[seat] == 0 or s.under[seat] == below)


@rule
def _tokens_add_up(s: State, t: Tables) -> bool:
    for token in range(TOKENS):
        total = int(s.bag[token]) + int(s.table[token])
        for place in range(PLACES):
            if s.token_at[place] == token:
                total += 1
        for seat in range(int(s.players)):
            total += int(s.tokens[seat, token])
        if total != t.token_count[token]:
            return False
    return True


@rule
def _specials_add_up(s: State, t: Tables) -> bool:
    owned = 0
    for pair in range(PAIRS):
        total = int(s.special_pile[pair])
        for slot in range(3):
            if s.special_at[slot] == pair:
                total += 1
        one, two = int(t.pair_a[pair]), int(t.pair_b[pair])
        for seat in range(int(s.players)):
            both = int(s.symbols[seat, one]) & int(s.symbols[seat, two])
            mine = count(both) + int(s.special_used[seat, pair])
            total += mine
            owned += mine
        for d in range(int(s.depth)):
            if s.frame_kind[d] == P:
                total += int(s.frame_waiting[d, pair])
                owned += int(s.frame_waiting[d, pair])
        if total != t.special_count[pair]:
            return False
    for seat in range(int(s.players)):
        owned -= int(s.specials[seat])
    return owned == 0


@rule
def _scrolls_add_up(s: State, t: Tables) -> bool:
    for scroll in range(SCROLLS):
        total = int(s.scroll_pile[scroll])
        for slot in range(SLOTS):
            if s.display[slot] == scroll:
                total += 1
        for seat in range(int(s.players)):
            total += int(s.scrolls[seat, scroll]) + int(s.spent[seat, scroll])
        if total != t.scroll_count[scroll]:
            return False
    return True


@rule
def _owls_add_up(s: State) -> bool:
    for i in range(5):
        gone = 0
        for pile in range(2):
            if s.owl_pile[pile] > i:
                gone += 1
        for seat in range(int(s.players)):
            gone -= int(s.owls[seat, i])
        if gone != 0:
            return False
    return True


@rule
def _frames_are_sound(s: State) -> bool:
    """The stack has one bottom, room above, and no leftovers beyond its top."""
    depth = int(s.depth)
    if s.over:
        return depth == 0
    if depth < 1 or depth > DEPTH or (s.frame_kind[0] != TURN and s.frame_kind[0] != SETUP):
        return False
    for d in range(depth, DEPTH):
        if s.frame_kind[d] != 0 or s.frame_pool[d] != 0 or s.frame_phase[d] != 0 or s.frame_seat[d] != 0:
            return False
        for i in range(WAITING):
            if s.frame_waiting[d, i] != 0:
                return False
    return True


@rule
def _held_tokens_come_up(s: State, t: Tables) -> bool:
    """A token that waits past a witch action finds another in the same turn (WS-W8)."""
    for token in range(TOKENS):
        if s.frame_waiting[0, HELD + token] != 0:
            return tokens_may_wait(s, t, int(s.depth))
    return True
