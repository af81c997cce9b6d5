"""Every fault of a position is noticed, and taken for no other."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from coven.core.position import Position
from coven.games.witchstone.invariants import FAULTS
from coven.games.witchstone.state import BLACK_BESIDE, BLACK_RIM, DEPTH, RIM_BLACK, M
from tests.games.broken import Edit, broken
from tests.games.witchstone import breaking
from tests.games.witchstone.breaking import LAST, first_turn, in_action, more
from tests.games.witchstone.table import act, facts

BROKEN: dict[str, dict[str, tuple[Callable[[], Position], Edit]]] = {
    "hex tiles": {
        "in hand and unseen": (first_turn, breaking.tile_twice),
        "gone": (first_turn, breaking.tile_gone),
        "one for another": (first_turn, breaking.one_tile_for_another),
        "laid and aside": (breaking.one_laid, breaking.laid_and_aside),
        "more to draw than unseen": (first_turn, more("supply", LAST)),
        "fewer to draw than unseen": (first_turn, more("supply", 0, by=-1)),
        "put away without a handicap": (first_turn, more("handicap", 0)),
    },
    "crystals": {
        "beside": (first_turn, more("beside", LAST)),
        "on a shelf": (first_turn, more("shelf", 0, 0)),
        "on the bottom shelf": (first_turn, more("shelf", 0, 6)),
        "in the cauldron": (first_turn, breaking.crystal_more),
        "on the rim": (in_action("C"), breaking.on_the_rim(1)),
        "on another's rim": (in_action("C"), breaking.on_the_rim(1, LAST)),
        "black on the rim and in the cauldron": (in_action("C"), breaking.on_the_rim(RIM_BLACK)),
        "black on no rim": (first_turn, breaking.black_at(BLACK_RIM)),
        "black nowhere": (first_turn, breaking.black_at(BLACK_BESIDE + 1)),
    },
    "cauldron": {
        "a printed symbol gone": (first_turn, breaking.printed_symbol_gone),
        "printed symbols elsewhere": (first_turn, breaking.printed_symbol_elsewhere),
        "a symbol more": (first_turn, breaking.symbol_more),
        "a tile turned round": (breaking.one_laid, breaking.turned_round),
        "half of a tile elsewhere": (breaking.one_laid, breaking.half_of_a_tile),
        "a crystal on a symbol": (first_turn, breaking.crystal_on_symbol),
        "the black crystal on another": (first_turn, breaking.black_on_crystal),
        "the black crystal on a symbol": (first_turn, breaking.black_on_symbol),
        "a special tile outside": (first_turn, breaking.special_outside),
        "a special tile that shows nothing": (first_turn, breaking.special_without_tile),
        "two symbols on a cell": (first_turn, breaking.two_symbols_on_a_cell),
    },
    "witches": {
        "in supply": (first_turn, more("witches", 0)),
        "lying": (first_turn, more("lying", LAST)),
        "standing": (first_turn, more("standing", 0)),
        "no big witch": (first_turn, more("tower", 0, by=-100)),
        "a rank without the Witchstone": (first_turn, more("stone_rank", 0)),
        "the Witchstone without a rank": (first_turn, breaking.stone_without_rank),
    },
    "energy": {
        "in supply": (first_turn, more("energy", 0)),
        "built unpaid": (first_turn, breaking.built_unpaid),
        "begun without energy": (first_turn, breaking.begun_without_energy),
        "energy without a connection": (first_turn, breaking.energy_without_link),
        "built by two": (first_turn, breaking.built_by_two),
        "begun by two": (first_turn, breaking.begun_by_two),
        "begun on another's": (first_turn, breaking.begun_on_anothers),
        "built on another's": (first_turn, breaking.built_on_anothers),
    },
    "magic tokens": {
        "on the table": (first_turn, more("table", 6)),
        "in the bag": (first_turn, more("bag", 0)),
        "owned": (first_turn, more("tokens", LAST, 3)),
        "one for another": (first_turn, breaking.token_for_another),
    },
    "special tiles": {
        "in the pile": (first_turn, more("special_pile", 14)),
        "used": (first_turn, more("special_used", 0, 0)),
        "owned": (first_turn, more("specials", LAST)),
        "waiting": (in_action("P"), breaking.special_in_frame),
        "waiting and owned": (in_action("P"), breaking.special_in_frame_and_owned),
        "one for another": (first_turn, breaking.one_special_for_another),
    },
    "scrolls": {
        "in the pile": (first_turn, more("scroll_pile", 0)),
        "in hand": (first_turn, more("scrolls", 0, 5)),
        "spent": (first_turn, more("spent", LAST, 39)),
        "one for another": (first_turn, breaking.one_scroll_for_another),
    },
    "owl tiles": {
        "taken by nobody": (first_turn, more("owl_pile", 0)),
        "taken from no pile": (first_turn, more("owls", LAST, 4)),
        "of another value": (first_turn, breaking.owl_of_another_value),
    },
    "shelves": {
        "too full": (first_turn, breaking.full_shelf),
        "too full by the black crystal": (first_turn, breaking.black_on_a_full_shelf),
    },
    "wand": {
        "beyond the end": (first_turn, breaking.beyond_the_wand),
        "before the handle": (first_turn, more("wand", 0, by=-100)),
        "two at one height": (first_turn, breaking.markers((3, 3, 5), (1, 1, 0))),
        "a gap below": (first_turn, breaking.markers((3, 3, 5), (0, 2, 0))),
        "above nothing": (first_turn, breaking.markers((3, 0, 5), (0, 0, 1))),
    },
    "frames": {
        "fewer than no points": (first_turn, lambda s: s.score.put(LAST, -1)),
        "nothing to decide": (first_turn, breaking.nothing_to_decide),
        "a token held for no witch action": (in_action("C"), breaking.token_held),
        "over, with a decision left": (first_turn, breaking.over_but_busy),
        "another kind at the bottom": (first_turn, breaking.leftover("frame_kind", 0, M)),
        "leftover kind": (first_turn, breaking.leftover("frame_kind", 1)),
        "leftover seat": (first_turn, breaking.leftover("frame_seat", DEPTH - 1)),
        "leftover phase": (first_turn, breaking.leftover("frame_phase", 1)),
        "leftover pool": (first_turn, breaking.leftover("frame_pool", 1)),
        "leftover waiting": (first_turn, breaking.leftover_waiting),
        "over, with a depth": (breaking.finished, more("depth")),
    },
}

CASES = [
    pytest.param(fault, make, edit, id=f"{fault}-{how}".replace(" ", "-"))
    for fault, ways in BROKEN.items()
    for how, (make, edit) in ways.items()
]


@pytest.mark.parametrize("fault", FAULTS)
def test_every_fault_has_a_broken_position(fault):
    assert BROKEN.get(fault)


@pytest.mark.parametrize(("fault", "make", "edit"), CASES)
def test_a_broken_position_has_exactly_its_fault(fault, make, edit):
    position = make()
    assert position.status() == []
    assert broken(position, edit).status() == [fault]


# -- what is sound -------------------------------------------------------------------------------------------------


SOUND = {
    "set-up": (first_turn, breaking.in_set_up),
    "a special tile waits": (in_action("P"), lambda s: None),
    "crystals on the rim": (in_action("C"), breaking.black_waits),
    "a token held for the second symbol": (in_action("C"), breaking.token_held_for_the_second_symbol),
    "black beside": (first_turn, breaking.black_at(BLACK_BESIDE)),
    "begun": (first_turn, lambda s: breaking.begin(s, 1)),
    "built": (first_turn, lambda s: breaking.build(s, 1)),
    "no points": (first_turn, lambda s: s.score.fill(0)),
    "markers on each other": (first_turn, breaking.markers((3, 3, 3), (2, 0, 1))),
    "markers apart": (first_turn, breaking.markers((4, 3, 5), (0, 0, 0))),
    "markers on the handle": (first_turn, breaking.markers((0, 0, 0), (0, 0, 0))),
    "over": (breaking.finished, lambda s: None),
}


@pytest.mark.parametrize(("make", "edit"), SOUND.values(), ids=[how.replace(" ", "-") for how in SOUND])
def test_what_only_looks_odd_is_sound(make, edit):
    assert broken(make(), edit).status() == []


def test_what_waits_in_a_frame_of_another_kind_is_no_special_tile():
    """The same bytes hold special tiles in one action and tokens in another."""
    assert facts(in_action("P")()).frame_waiting[1].sum() == 1
    assert broken(in_action("P")(), breaking.special_in_frame).status() == ["special tiles"]
    assert broken(act("W", 3), breaking.special_in_frame).status() == []
