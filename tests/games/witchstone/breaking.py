"""Positions of Witchstone, and what no move could do to them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from coven.core.position import Position
from coven.games.witchstone import turn
from coven.games.witchstone.state import (
    BLACK_RIM,
    BLACK_SHELF,
    CELLS,
    DEPTH,
    HELD,
    PAIR_NAMES,
    RIM_BLACK,
    SETUP,
    SYMBOLS,
    TOKENS,
    WAIT_RIM,
    C,
    E,
    W,
)
from tests.games.broken import Edit, broken
from tests.games.witchstone.table import act, arrange, board, facts, place, play, special

EW = PAIR_NAMES.index("EW")
LAST = 2  # the last of three seats: every seat is looked at
LINK = 0  # the first connection: 0 is a number like any other
FREE = 40  # a cell that does not exist


def first_turn() -> Position:
    """Three players, and seat 0 about to lay its first tile."""
    return arrange(players=3)


def in_action(kind: str) -> Callable[[], Position]:
    """Three players, and seat 0 in the middle of an action; a marker has set out."""
    return lambda: play(act(kind, 3, players=3), *(["go"] if kind in "PM" else []))


def one_laid() -> Position:
    """Seat 0 has laid a tile."""
    position = first_turn()
    move = next(move for move in position.legal if move.text.startswith("place "))
    return play(position, move.text)


def finished() -> Position:
    """All is over, and nothing is left to decide."""

    def end(s: np.record) -> None:
        s.over = 1
        s.depth = s.frame_kind[0] = s.frame_phase[0] = s.frame_pool[0] = s.frame_seat[0] = 0
        s.frame_waiting[0] = 0

    position = broken(first_turn(), end)
    assert position.over
    return position


def lowest(bits: int) -> int:
    return int(bits) & -int(bits)


def tile_twice(s: np.record) -> None:
    s.hand[LAST] |= lowest(s.unseen[LAST])


def tile_gone(s: np.record) -> None:
    s.hand[0] &= s.hand[0] - 1


def one_tile_for_another(s: np.record) -> None:
    s.hand[0] &= s.hand[0] - 1
    s.aside[0] |= lowest(s.hand[0])


def laid_and_aside(s: np.record) -> None:
    pair = next(i for i in range(len(PAIR_NAMES)) if s.laid[0, i] >= 0)
    s.aside[0] |= 1 << pair


def crystal_more(s: np.record) -> None:
    free = (1 << CELLS) - 1 & ~int(s.crystals[0]) & ~(1 << int(s.black[0]))
    for symbol in range(len(SYMBOLS)):
        free &= ~int(s.symbols[0, symbol])
    s.crystals[0] |= lowest(free)


def on_the_rim(waiting: int, seat: int = 0, kind: int = C) -> Edit:
    def change(s: np.record) -> None:
        s.frame_waiting[1, WAIT_RIM + 5] = waiting
        s.frame_seat[1] = seat
        s.frame_kind[1] = kind

    return change


def black_at(where: int) -> Edit:
    def change(s: np.record) -> None:
        s.black[0] = where

    return change


def printed_symbol_gone(s: np.record) -> None:
    s.symbols[LAST, 0] = 0


def printed_symbol_elsewhere(s: np.record) -> None:
    """Symbols of the printed corners change places."""
    s.symbols[0, [0, 1]] = s.symbols[0, [1, 0]]


def symbol_more(s: np.record) -> None:
    s.symbols[0, 0] |= board("d2")


def turned_round(s: np.record) -> None:
    """A laid tile whose symbols lie the other way round."""
    pair = next(i for i in range(len(PAIR_NAMES)) if s.laid[0, i] >= 0)
    s.laid[0, pair] ^= 1


def half_of_a_tile(s: np.record) -> None:
    """One symbol of a laid tile is seen elsewhere."""
    pair = next(i for i in range(len(PAIR_NAMES)) if s.laid[0, i] >= 0)
    for name in PAIR_NAMES[pair][-1:]:
        symbol = SYMBOLS.index(name)
        fresh = int(s.symbols[0, symbol]) & ~int(facts(first_turn()).symbols[0, symbol])
        s.symbols[0, symbol] ^= fresh | board("d2")


def crystal_on_symbol(s: np.record) -> None:
    printed = lowest(s.symbols[0, 0])
    s.crystals[0] = int(s.crystals[0]) & int(s.crystals[0]) - 1 | printed


def black_on_crystal(s: np.record) -> None:
    s.black[0] = lowest(s.crystals[0]).bit_length() - 1


def black_on_symbol(s: np.record) -> None:
    s.black[0] = lowest(s.symbols[0, 0]).bit_length() - 1


def special_outside(s: np.record) -> None:
    """A special tile that lies beside the cauldron, and is counted all the same."""
    special(s, 0, "EW", "d2")
    for cells in (s.symbols[0, E : W + 1], s.special_cells[0:1]):
        cells ^= board("d2") | 1 << FREE


def special_without_tile(s: np.record) -> None:
    s.special_cells[0] |= board("d2")


def two_symbols_on_a_cell(s: np.record) -> None:
    """A symbol lies on another one, as on a special tile, but no special tile is there."""
    special(s, 0, "EW", "d2")
    s.special_cells[0] = 0
    s.laid[0, EW] = -1


def stone_without_rank(s: np.record) -> None:
    stone = 1 << place(first_turn().game, "Stone")
    s.standing[LAST] |= stone
    s.witches[LAST] -= 1


def begun_without_energy(s: np.record) -> None:
    s.begun[0] = LINK


def energy_without_link(s: np.record) -> None:
    s.begun_units[0] += 1
    s.energy[0] -= 1


def build(s: np.record, seat: int) -> None:
    """A finished connection, paid."""
    s.links[seat] |= 1 << LINK
    s.energy[seat] -= first_turn().game.tables[0].link_length[LINK]


def begin(s: np.record, seat: int) -> None:
    """An unfinished connection, paid."""
    s.begun[seat] = LINK
    s.begun_units[seat] = 1
    s.energy[seat] -= 1


def built_by_two(s: np.record) -> None:
    build(s, 0)
    build(s, LAST)


def begun_by_two(s: np.record) -> None:
    begin(s, 0)
    begin(s, LAST)


def begun_on_anothers(s: np.record) -> None:
    build(s, 0)
    begin(s, LAST)


def built_on_anothers(s: np.record) -> None:
    begin(s, 0)
    build(s, LAST)


def built_unpaid(s: np.record) -> None:
    s.links[LAST] |= 1 << LINK


def token_for_another(s: np.record) -> None:
    s.token_at[4] = (s.token_at[4] + 1) % 7


def special_in_frame(s: np.record) -> None:
    s.frame_waiting[1, EW] += 1


def special_in_frame_and_owned(s: np.record) -> None:
    s.frame_waiting[1, EW] += 1
    s.specials[0] += 1


def one_special_for_another(s: np.record) -> None:
    s.special_at[2] = s.special_at[1]


def one_scroll_for_another(s: np.record) -> None:
    s.display[5] = s.display[4]


def owl_of_another_value(s: np.record) -> None:
    s.owl_pile[0] += 1
    s.owls[LAST, 1] += 1


def full_shelf(s: np.record) -> None:
    """One crystal more on a shelf than it takes."""
    for _ in range(1 + int(first_turn().game.tables[0].shelf_room[3, 6])):
        s.crystals[0] &= s.crystals[0] - 1
        s.shelf[0, 6] += 1


def black_on_a_full_shelf(s: np.record) -> None:
    room = int(first_turn().game.tables[0].shelf_room[3, 2])
    for _ in range(room):
        s.crystals[0] &= s.crystals[0] - 1
        s.shelf[0, 2] += 1
    s.black[1] = BLACK_SHELF + 2


def markers(wand: tuple[int, ...], under: tuple[int, ...]) -> Edit:
    def change(s: np.record) -> None:
        s.wand[: len(wand)] = wand
        s.under[: len(under)] = under

    return change


def beyond_the_wand(s: np.record) -> None:
    s.wand[LAST] = first_turn().game.tables[0].wand + 1


def leftover(field: str, depth: int, value: int = 1) -> Edit:
    def change(s: np.record) -> None:
        s[field][depth] = value

    return change


def leftover_waiting(s: np.record) -> None:
    s.frame_waiting[DEPTH - 1, 15] = 1


def over_but_busy(s: np.record) -> None:
    s.over = 1


def nothing_to_decide(s: np.record) -> None:
    s.depth = 0
    s.frame_kind[0] = s.frame_phase[0] = s.frame_pool[0] = s.frame_seat[0] = 0
    s.frame_waiting[0] = 0


def more(field: str, *where: int, by: int = 1) -> Edit:
    """A number that is wrong."""

    def change(s: np.record) -> None:
        if where:
            s[field][where] += by
        else:
            s[field] += by

    return change


def token_held(s: np.record) -> None:
    """A token waits for the next witch action of the turn."""
    s.frame_waiting[0, HELD + TOKENS - 1] = 1


def token_held_for_the_second_symbol(s: np.record) -> None:
    token_held(s)
    s.frame_phase[0], s.frame_waiting[0, 0] = turn.SECOND, W


def in_set_up(s: np.record) -> None:
    s.frame_kind[0] = SETUP


def black_waits(s: np.record) -> None:
    s.black[0] = BLACK_RIM
    s.crystals[0] &= s.crystals[0] - 1
    s.frame_waiting[1, WAIT_RIM] = RIM_BLACK
    s.frame_waiting[1, WAIT_RIM + 5] = 1
