"""Every fault of a position is noticed, and taken for no other."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from coven.core.position import Position
from coven.games.witches.invariants import FAULTS
from coven.games.witches.state import BOXES, DEPTH, DUNGEON, EASY, OWN_TILE, ROW, SHUFFLES, SPACES, UNKNOWN
from tests.games.broken import Edit, broken
from tests.games.witches.scene import scene
from tests.games.witches.table import card, doing, kind, play, space

LAST = 2  # the last of three seats: every seat is looked at
Make = Callable[[], Position]


def table() -> Position:
    """Three players with cards, Cackles, solved problems, and problems of every sort on the board."""
    edit = scene(
        hands=("Tomjon Granny1", "Greebo", "Nanny1 Magrat1"),
        cackles=(1, 2, 3),
        solved=("Fever", "Lily", "Fever Duke"),
        Slice="hard",
        Caves="Elves@1",
        Oak="Fever+1",
    )
    return doing("turn", edit, players=3)


def crossing() -> Position:
    """A card is shown, and its witch crosses a space by it."""
    edit = scene(hands=("You Tick", "Billy"), Oak="Fever")
    return play(doing("move", edit, at="Well Stone"), "to Oak", "play You")


def crossing_by_tile() -> Position:
    """The same by Tiffany's tile."""
    position = doing("move", scene(Oak="Fever"), trainees="Tiffany Dimity", at="Well Stone")
    return play(position, "to Oak", "tile")


def finished() -> Position:
    """All is over, and nothing is left to decide."""

    def end(s: np.record) -> None:
        s.over = 1
        nothing_to_decide(s)

    position = broken(table(), end)
    assert position.over
    return position


def nothing_to_decide(s: np.record) -> None:
    s.depth = 0
    for field in ("frame_kind", "frame_seat", "frame_phase", "frame_pool", "frame_what"):
        s[field][0] = 0


def more(field: str, *where: int, by: int = 1) -> Edit:
    """A number that is wrong."""

    def change(s: np.record) -> None:
        if where:
            s[field][where] += by
        else:
            s[field] += by

    return change


def put(field: str, *where: int, to: int) -> Edit:
    """Something else than there should be."""

    def change(s: np.record) -> None:
        if where:
            s[field][where] = to
        else:
            s[field] = to

    return change


def both(*edits: Edit) -> Edit:
    def change(s: np.record) -> None:
        for edit in edits:
            edit(s)

    return change


def dice(*numbers: int) -> Edit:
    def change(s: np.record) -> None:
        s.dice[:] = numbers

    return change


# -- what is changed -----------------------------------------------------------------------------------------------


def drawn_without_leaving(s: np.record) -> None:
    s.discard |= 1 << card("Tomjon")


def card_gone(s: np.record) -> None:
    s.deck &= s.deck - 1


def one_card_for_another(s: np.record) -> None:
    """The number is right, but one is there twice and one is missing."""
    gone = int(s.deck) & -int(s.deck)
    s.deck &= ~gone
    s.discard |= 1 << card("Greebo")


def held_from_another_shuffle(s: np.record) -> None:
    s.held[LAST, 0] -= 1
    s.held[LAST, SHUFFLES - 1] += 1


def shuffle_more(s: np.record) -> None:
    s.held[0, SHUFFLES - 1] += 1


def easy_in_boxes(more_than_unseen: int) -> Edit:
    """All is there, but the boxes hold so many more easy tiles below their tops than nobody has seen."""

    def change(s: np.record) -> None:
        s.easy_pool[s.box_top[0]] += 1  # the first box is empty: no tile is seen there
        s.box_top[0], s.box_easy[0] = -1, 0
        under = s.box_easy.sum() - (s.box_top >= 0).sum()
        s.box_easy[1] += s.easy_pool.sum() - under + more_than_unseen

    return change


def pool_below_the_hidden(s: np.record) -> None:
    """All is there, but more hard tiles are hidden than nobody has seen."""
    s.box_hard[BOXES - 1] += 1 + s.hard_pool.sum()


def unknown_more(s: np.record) -> None:
    """Every hard tile nobody has seen is in a box, and one more lies on the board."""
    s.box_hard[:] = 0
    s.box_hard[0] = s.hard_pool.sum()


def placing_unknown(s: np.record) -> None:
    unknown_more(s)
    s.tile[space("Slice")] = -1
    s.placing = UNKNOWN


def wrong_points(s: np.record) -> None:
    s.score[LAST] += 1


def fewer_than_none(s: np.record) -> None:
    """A seat that has solved fewer than no hard tiles; the points say the same."""
    hard = kind("Lily")
    s.solved[0, hard] -= 1
    s.solved[1, hard] += 1
    points = s.score[1] // s.solved[1, hard] if s.solved[1, hard] else 0
    s.score[0] -= points
    s.score[1] += points


def one_crisis_without_problem(s: np.record) -> None:
    s.crisis[space("Oak")] -= 1
    s.crisis[space("Skund")] += 1


def nobody_there(s: np.record) -> None:
    s.lookers[space("Skund")] = 1


def up_without_problem(s: np.record) -> None:
    s.face_up[space("Skund")] = 1


def first_taken_off(s: np.record) -> None:
    """The tile nobody has looked at is gone from the first space: it is only one of many not seen."""
    s.tile[0] = -1


def easy_face_down(s: np.record) -> None:
    s.face_up[space("Oak")] = 0


def fewer_than_no_supply(supply: str, seats: str) -> Edit:
    def change(s: np.record) -> None:
        s[seats][0] += s[supply] + 1
        s[supply] = -1
        if seats == "aliss":
            s.score[0] -= s.aliss[0]

    return change


def fewer_than_no_crises(s: np.record) -> None:
    s.crisis[space("Oak")] += s.crisis_supply + 1
    s.crisis_supply = -1


def fewer_than_no_cackles(s: np.record) -> None:
    s.cackle_supply += s.cackles[LAST] + 1
    s.cackles[LAST] = -1


# -- what must be said ---------------------------------------------------------------------------------------------

BROKEN: dict[str, dict[str, tuple[Make, Edit]]] = {
    "cards": {
        "in hand and discarded": (table, drawn_without_leaving),
        "gone": (table, card_gone),
        "one for another": (table, one_card_for_another),
        "another number": (table, more("cards", LAST)),
        "another shuffle": (table, held_from_another_shuffle),
        "held more": (table, shuffle_more),
        "known and not held": (table, put("known", LAST, to=1 << card("Tomjon"))),
        "known and counted among the others": (table, put("known", LAST, to=1 << card("Nanny1"))),
        "shown to cross nothing": (table, put("shown", to=1 + card("Tomjon"))),
        "crossing by nothing": (crossing, put("shown", to=0)),
        "crossing by a card nobody saw": (crossing, put("shown", to=1 + card("Tick"))),
        "crossing by another's card": (crossing, put("shown", to=1 + card("Billy"))),
        "crossing by a tile she has not": (crossing, put("shown", to=OWN_TILE)),
        "crossing by a tile that is used": (crossing_by_tile, put("tile_left", 0, to=0)),
    },
    "easy problems": {
        "in the pool": (table, more("easy_pool", EASY - 1)),
        "removed": (table, more("removed", 0)),
        "being placed": (table, put("placing", to=0)),
        "on a box": (table, put("box_top", BOXES - 1, to=0)),
        "too many in the boxes": (table, easy_in_boxes(1)),
    },
    "hard problems": {
        "in the pool": (table, more("hard_pool", 13)),
        "removed": (table, more("removed", 19)),
        "on the board": (table, put("tile", space("Caves"), to=kind("Lily"))),
        "too many in the boxes": (table, pool_below_the_hidden),
        "too many on the board": (table, unknown_more),
        "too many with the one being placed": (table, placing_unknown),
        "Crisis without a problem": (table, one_crisis_without_problem),
        "looked at without a problem": (table, nobody_there),
        "face up without a problem": (table, up_without_problem),
        "face up without a problem on the first space": (
            table,
            both(first_taken_off, put("face_up", 0, to=1)),
        ),
        "face up without a problem on the last space": (table, put("face_up", SPACES - 1, to=1)),
        "an easy one face down": (table, easy_face_down),
    },
    "counters": {
        "Cackles": (table, more("cackles", LAST)),
        "Cackles in supply": (table, more("cackle_supply")),
        "Crises": (table, more("crisis", space("Oak"))),
        "Crises in supply": (table, more("crisis_supply", by=-1)),
        "Black Aliss": (table, both(more("aliss", LAST), more("score", LAST, by=-1))),
        "Black Aliss in supply": (table, more("aliss_supply")),
        "fewer than no Cackles": (table, fewer_than_no_cackles),
        "fewer than no Cackles in supply": (table, fewer_than_no_supply("cackle_supply", "cackles")),
        "fewer than no Black Aliss in supply": (table, fewer_than_no_supply("aliss_supply", "aliss")),
        "fewer than no Crises in supply": (table, fewer_than_no_crises),
    },
    "points": {
        "too many": (table, wrong_points),
        "too few": (table, more("score", 0, by=-1)),
        "easy tiles nobody solved": (table, put("easy_row", 1, to=1)),
        "fewer than no hard tiles": (table, fewer_than_none),
    },
    "witches": {
        "beyond the Dungeon": (table, put("at", LAST, to=DUNGEON + 1)),
        "nowhere": (table, put("at", 0, to=-2)),
    },
    "dice": {
        "a face there is none of": (table, dice(2, 1, -1, -1)),
        "too high": (table, dice(2, 3, 7, 6)),
        "too low": (table, dice(2, 3, -2, -1)),
        "one of the first two": (table, dice(2, -1, -1, -1)),
        "the other of the first two": (table, dice(-1, 0, -1, -1)),
        "one of the last two": (table, dice(2, 2, 0, -1)),
        "the other of the last two": (table, dice(2, 2, -1, 6)),
    },
    "frames": {
        "nothing to decide": (table, nothing_to_decide),
        "too deep": (table, put("depth", to=DEPTH)),
        "over, with a decision left": (table, put("over", to=1)),
        "over, with a depth": (finished, more("depth")),
        "leftover kind": (table, put("frame_kind", 1, to=1)),
        "leftover seat": (table, put("frame_seat", 1, to=1)),
        "leftover phase": (table, put("frame_phase", DEPTH - 1, to=1)),
        "leftover pool": (table, put("frame_pool", 1, to=1)),
        "leftover what": (table, put("frame_what", 1, to=1)),
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


def full_row(s: np.record) -> None:
    s.easy_row[0] = s.solved[0, :EASY].sum()
    assert s.easy_row[0] <= ROW


def all_hidden(s: np.record) -> None:
    """As many hidden as nobody has seen."""
    unknown_more(s)
    s.box_hard[0] -= 1


def no_supply(s: np.record) -> None:
    s.cackles[0] += s.cackle_supply
    s.crisis[space("Oak")] += s.crisis_supply
    s.aliss[0] += s.aliss_supply
    s.score[0] -= s.aliss_supply
    s.cackle_supply = s.crisis_supply = s.aliss_supply = 0


SOUND: dict[str, tuple[Make, Edit]] = {
    "in the Dungeon": (table, put("at", 0, to=DUNGEON)),
    "not on the board yet": (table, put("at", 0, to=-1)),
    "dice": (table, dice(0, 2, 6, 5)),
    "two dice": (table, dice(0, 2, -1, -1)),
    "one row": (table, full_row),
    "all hidden": (table, all_hidden),
    "all easy ones in boxes": (table, easy_in_boxes(0)),
    "no counter left": (table, no_supply),
    "deep": (table, put("depth", to=DEPTH - 1)),
    "over": (finished, lambda s: None),
    "crossing": (crossing, lambda s: None),
    "crossing by tile": (crossing_by_tile, lambda s: None),
    "crossing by version 1": (crossing, both(put("shown", to=0), put("version", to=1))),
}


@pytest.mark.parametrize(("make", "edit"), SOUND.values(), ids=[how.replace(" ", "-") for how in SOUND])
def test_what_only_looks_odd_is_sound(make, edit):
    assert broken(make(), edit).status() == []
