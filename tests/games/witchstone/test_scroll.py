"""Scrolls: WS-R1 to WS-R5."""

import numpy as np
import pytest

import coven
from coven.core.position import Position
from coven.games.witchstone.state import (
    BLACK_BESIDE,
    PAIR_NAMES,
    SCROLLS,
    SLOTS,
    SYMBOLS,
    C,
    E,
    S,
    W,
)
from tests.games.witchstone.table import (
    Edit,
    act,
    arrange,
    board,
    link,
    place,
    play,
    scroll,
    texts,
    verbs,
    without,
)

SHOWN = ("group-E", "group-W", "group-P", "group-C", "group-M", "group-S")


def lay_out(s: np.record, *names: str) -> None:
    """These scrolls on display, from position 1 on."""
    game = coven.load("witchstone")
    s.display[:] = -1
    for slot, name in enumerate(names):
        s.display[slot] = scroll(game, name)


def hold(s: np.record, names: str) -> None:
    """These scrolls in front of seat 0: hold(s, "spell spell-C")."""
    for name in names.split():
        s.scrolls[0, scroll(coven.load("witchstone"), name)] += 1


def doing_with(kind: str, pool: int, spells: str, edit: Edit | None = None) -> Position:
    """Seat 0 is in the middle of an action and owns spells."""

    def change(s: np.record) -> None:
        hold(s, spells)
        if edit is not None:
            edit(s)

    return act(kind, pool, change)


def on_two(s: np.record) -> None:
    """Markers where the next two spaces ask nothing."""
    s.pentagram[0] = s.wand[0] = 2


def steps(table: Position, kind: str) -> int:
    """How far the marker of the pentagram or the wand has come from there."""
    return int(facts(table)["pentagram" if kind == "P" else "wand"][0]) - 2


def facts(table: Position) -> np.record:
    """What lies on the table."""
    return table.view().state


def left(table: Position) -> tuple[int, int]:
    """The action being done and how much of it is left."""
    s = facts(table)
    return int(s.frame_kind[s.depth - 1]), int(s.frame_pool[s.depth - 1])


def display(table: Position) -> list[str]:
    """The scrolls on display, by name."""
    names = [entry["id"] for entry in table.game.components.data["scrolls"]["list"]]
    return [names[slot] for slot in facts(table).display if slot >= 0]


def owned(table: Position) -> list[str]:
    """Unused scrolls of seat 0, by name."""
    held = facts(table).scrolls[0]
    names = [entry["id"] for entry in table.game.components.data["scrolls"]["list"]]
    return [names[i] for i in range(SCROLLS) if i < len(names) and held[i]]


def over(table: Position) -> bool:
    """Whether the action is done and the turn draws."""
    return table.actor == coven.CHANCE and "deal" in table.legal[0].text


# -- taking scrolls ------------------------------------------------------------------------------------------


@pytest.mark.rule("WS-R1")
@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6, 9])
def test_so_many_scroll_actions_choose_among_so_many_scrolls(witchstone, number):
    table = act("S", number, lambda s: lay_out(s, *SHOWN))
    assert texts(table) == {f"scroll {n + 1}" for n in range(min(number, SLOTS))} | {"stop"}


@pytest.mark.rule("WS-R1")
def test_example_three_scroll_actions(witchstone):
    """One of positions 1 to 3; the others slide down, position 6 is filled again; it is just one."""
    table = act("S", 3, lambda s: lay_out(s, *SHOWN))
    assert texts(table) == {"scroll 1", "scroll 2", "scroll 3", "stop"}
    play(table, "scroll 2")
    assert owned(table) == ["group-W"]
    assert table.actor == coven.CHANCE
    play(table, "reveal many-tokens")
    assert display(table) == ["group-E", "group-P", "group-C", "group-M", "group-S", "many-tokens"]
    assert over(table)


@pytest.mark.rule("WS-R1")
@pytest.mark.parametrize("taken", range(SLOTS))
def test_the_cards_above_move_down(witchstone, taken):
    table = play(act("S", 6, lambda s: lay_out(s, *SHOWN)), f"scroll {taken + 1}")
    rest = [name for name in SHOWN if name != SHOWN[taken]]
    assert display(table) == rest
    play(table, "reveal spell")
    assert display(table) == [*rest, "spell"]


@pytest.mark.rule("WS-R1", "WS-T4")
def test_a_scroll_may_be_left_lying(witchstone):
    table = act("S", 2)
    assert texts(table) == {"scroll 1", "scroll 2", "stop"}
    before = display(table)
    play(table, "stop")
    assert display(table) == before
    assert verbs(table) == {"deal"}


@pytest.mark.rule("WS-R1", "WS-T4")
def test_by_version_1_a_scroll_is_taken_if_there_is_one(witchstone):
    assert "stop" not in texts(act("S", 2, version=1))


@pytest.mark.rule("WS-R2")
def test_scroll_tokens_are_never_added_together(witchstone):
    """Two tokens: twice the first scroll, not one of the first two."""

    def edit(s: np.record) -> None:
        lay_out(s, *SHOWN)
        s.frame_waiting[1, S] = 2

    table = play(act("W", 0, edit), "token S")
    assert texts(table) == {"scroll 1", "stop"}
    play(table, "scroll 1", "*")
    assert texts(table) >= {"token S"}
    play(table, "token S")
    assert texts(table) == {"scroll 1", "stop"}
    play(table, "scroll 1", "*")
    assert sorted(owned(table)) == ["group-E", "group-W"]


@pytest.mark.rule("WS-R2")
def test_two_crystals_on_the_scroll_shelf_are_two_choices(witchstone):
    def edit(s: np.record) -> None:
        lay_out(s, *SHOWN)
        s.crystals[0] = board("e6 f5")

    table = play(act("C", 2, edit), "crystal e6 out S", "crystal f5 out S")
    for _ in range(2):
        play(table, "shelve S")
        assert texts(table) == {"scroll 1", "scroll 2", "stop"}
        play(table, "scroll 1", "*")
    assert len(owned(table)) == 2


@pytest.mark.rule("WS-R2", "WS-C6")
def test_a_scroll_token_reaches_further_with_the_black_crystal(witchstone):
    """3 scroll actions from the bottom shelf, 4 from the scroll shelf."""

    def edit(s: np.record) -> None:
        s.black[0] = board("e6").bit_length() - 1
        s.table[S] = 1

    table = play(act("C", 1, edit), "crystal e6 out S")
    shelved = play(table.copy(), "shelve S black")
    assert texts(shelved) == {"scroll 1", "scroll 2", "scroll 3", "scroll 4", "stop"}
    play(table, "bottom S black token S", "token S black")
    assert texts(table) == {"scroll 1", "scroll 2", "scroll 3", "stop"}


@pytest.mark.rule("WS-R2", "WS-R4")
def test_a_scroll_token_reaches_further_with_spells(witchstone):
    def edit(s: np.record) -> None:
        s.frame_waiting[1, S] = 1
        s.witches[0] = 0

    table = play(doing_with("W", 0, "spell spell-S", edit), "token S")
    assert texts(table) == {"scroll 1", "spell 1", "spell 2", "stop"}
    play(table, "spell 2", "spell 1")
    assert texts(table) == {"scroll 1", "scroll 2", "scroll 3", "scroll 4", "stop"}


@pytest.mark.rule("WS-R3")
def test_with_the_pile_empty_the_display_is_not_refilled(witchstone):
    def edit(s: np.record) -> None:
        lay_out(s, *SHOWN)
        s.scroll_pile[:] = 0

    table = play(act("S", 6, edit), "scroll 3")
    assert over(table)
    assert display(table) == ["group-E", "group-W", "group-C", "group-M", "group-S"]


@pytest.mark.rule("WS-R3")
def test_what_is_left_of_the_display_can_be_chosen(witchstone):
    def edit(s: np.record) -> None:
        lay_out(s, "group-M", "group-S")
        s.scroll_pile[:] = 0

    assert texts(act("S", 1, edit)) == {"scroll 1", "stop"}
    assert texts(act("S", 6, edit)) == {"scroll 1", "scroll 2", "stop"}


@pytest.mark.rule("WS-R3")
def test_with_the_display_empty_scroll_actions_are_lost(witchstone):
    def edit(s: np.record) -> None:
        lay_out(s)
        s.scroll_pile[:] = 0

    table = doing_with("S", 3, "spell spell-S", edit)
    assert over(table)
    assert owned(table) == ["spell", "spell-S"]


# -- spells --------------------------------------------------------------------------------------------------


@pytest.mark.rule("WS-R4")
@pytest.mark.parametrize("kind", SYMBOLS)
def test_a_single_spell_adds_one_of_any_type(witchstone, kind):
    table = doing_with(kind, 1, "spell", on_two)
    assert "spell 1" in texts(table)
    assert "spell 2" not in texts(table)
    play(table, "spell 1")
    assert left(table) == (SYMBOLS.index(kind), 2)
    if kind in "PM":
        assert steps(play(table, "go"), kind) == 2


@pytest.mark.rule("WS-R4")
@pytest.mark.parametrize("kind", SYMBOLS)
def test_a_double_spell_adds_two_of_its_own_type(witchstone, kind):
    table = doing_with(kind, 1, f"spell-{kind}", on_two)
    assert "spell 2" in texts(table)
    assert "spell 1" not in texts(table)
    play(table, "spell 2")
    assert left(table) == (SYMBOLS.index(kind), 3)
    if kind in "PM":
        assert steps(play(table, "go"), kind) == 3


@pytest.mark.rule("WS-R4")
@pytest.mark.parametrize("kind", SYMBOLS)
def test_a_double_spell_serves_no_other_type(witchstone, kind):
    others = " ".join(f"spell-{x}" for x in SYMBOLS if x != kind)
    table = doing_with(kind, 1, others, on_two)
    assert "spell" not in verbs(table)


@pytest.mark.rule("WS-R4")
def test_example_combined_spells_are_three_crystal_actions(witchstone):
    table = play(doing_with("C", 1, "spell spell-C"), "spell 2", "spell 1")
    assert left(table) == (C, 4)
    assert "spell" not in verbs(table)


@pytest.mark.rule("WS-R4")
def test_example_three_wand_steps_and_a_wand_spell(witchstone):
    """Five spaces in one move."""
    table = doing_with("M", 3, "spell-M")
    assert texts(table) == {"go", "move 0", "move 1", "move 2", "spell 2"}
    play(table, "spell 2", "go")
    assert facts(table).wand[0] == 5


@pytest.mark.rule("WS-R4")
def test_a_spell_never_starts_an_action(witchstone):
    """Neither before the tile nor between tile and action."""

    def edit(s: np.record) -> None:
        hold(s, "spell spell-E spell-W")

    table = arrange(edit)
    assert "spell" not in verbs(table)
    play(table, next(text for text in sorted(texts(table)) if text.startswith("place")))
    assert "spell" not in verbs(table)


@pytest.mark.rule("WS-R4")
@pytest.mark.parametrize("kind", "PM")
def test_pentagram_and_wand_take_spells_before_the_move(witchstone, kind):
    table = doing_with(kind, 1, "spell spell", on_two)
    assert steps(table, kind) == 0
    assert texts(table) == {"go", "move 0", "spell 1"}
    play(table, "spell 1", "go")
    assert steps(table, kind) == 2
    assert "spell" not in verbs(table)


@pytest.mark.rule("WS-R4")
def test_no_spell_while_the_tiles_of_the_pentagram_are_used(witchstone):
    table = play(doing_with("P", 2, "spell spell-P"), "go", "*")
    assert verbs(table) == {"use", "put"}


@pytest.mark.rule("WS-R4")
def test_no_spell_once_a_scroll_is_chosen(witchstone):
    table = play(doing_with("S", 1, "spell-S"), "scroll 1", "*")
    assert "spell" not in verbs(table)
    assert owned(table) != []


@pytest.mark.rule("WS-R4")
@pytest.mark.parametrize(
    ("kind", "lines"), [("E", ["energy T1-F1"]), ("W", ["lay"]), ("C", ["crystal c2 c1"])]
)
def test_energy_witch_and_crystal_take_spells_even_with_nothing_left(witchstone, kind, lines):
    table = play(doing_with(kind, 1, f"spell-{kind}"), *lines)
    assert without(texts(table), "remove") == {"spell 2", "stop"}
    assert over(play(table.copy(), "stop"))
    play(table, "spell 2")
    assert left(table) == (SYMBOLS.index(kind), 2)
    assert over(play(act(kind, 1), *lines))  # without a spell the action ends by itself


@pytest.mark.rule("WS-R4")
def test_spells_go_only_on_the_action_being_done(witchstone):
    """In the energy action that a crystal set off, crystal spells wait; afterwards they serve again."""

    def edit(s: np.record) -> None:
        s.crystals[0] = board("g3 c2")

    table = play(doing_with("C", 1, "spell-C spell-E", edit), "crystal g3 out E", "shelve E")
    assert left(table) == (E, 2)
    play(table, "spell 2")
    assert left(table) == (E, 4)
    assert "spell" not in verbs(table)
    play(table, "stop")
    assert left(table) == (C, 0)
    assert texts(table) >= {"spell 2", "stop"}


@pytest.mark.rule("WS-R4")
def test_a_spell_just_taken_serves_the_action_it_was_taken_in(witchstone):
    """A scroll token of a witch brings a witch spell: the witch actions, all spent, go on."""

    def edit(s: np.record) -> None:
        lay_out(s, "spell-W", *SHOWN[:5])
        s.frame_waiting[1, S] = 1

    table = play(act("W", 0, edit), "token S", "scroll 1", "*")
    assert texts(table) >= {"spell 2", "stop"}
    assert left(play(table, "spell 2")) == (W, 2)


def no_energy(s: np.record) -> None:
    s.energy[0] = 0


def no_witch(s: np.record) -> None:
    s.witches[0] = 0


def witches_with_no_way(s: np.record) -> None:
    """One lies, but no connection leads anywhere."""
    s.witches[0], s.lying[0] = 0, 1


def no_crystal(s: np.record) -> None:
    s.crystals[0], s.black[0] = 0, BLACK_BESIDE


@pytest.mark.rule("WS-R4")
@pytest.mark.parametrize(
    ("kind", "edit"),
    [("E", no_energy), ("W", no_witch), ("W", witches_with_no_way), ("C", no_crystal)],
)
def test_an_action_that_can_do_nothing_asks_for_no_spell(witchstone, kind, edit):
    table = doing_with(kind, 2, f"spell spell-{kind}", edit)
    assert over(table)
    assert owned(table) == ["spell", f"spell-{kind}"]


@pytest.mark.rule("WS-R4")
def test_a_spell_helps_where_more_actions_would_do(witchstone):
    """A hemmed-in crystal, and a witch two foreign connections away: one action is not enough, a spell is."""

    def hemmed(s: np.record) -> None:
        s.crystals[0] = 0
        s.symbols[0, E] |= board("c3 c4 d3 d5 e3 e4")

    table = doing_with("C", 1, "spell", hemmed)
    assert texts(table) == {"spell 1", "stop"}
    assert "crystal d4 d2" in texts(play(table, "spell 1"))

    def far(s: np.record) -> None:
        s.witches[0], s.lying[0] = 0, 1
        s.links[1] = 1 << link(witchstone, "T1-F1") | 1 << link(witchstone, "Stone-F1")
        s.standing[0] |= 1 << place(witchstone, "F1")

    table = doing_with("W", 1, "spell", far)
    assert texts(table) == {"spell 1", "stop"}
    assert "stand Stone" in texts(play(table, "spell 1"))


@pytest.mark.rule("WS-R4")
@pytest.mark.parametrize(("start", "asked"), [(19, True), (20, False), (21, False)])
def test_no_spell_for_a_wand_move_that_reaches_the_last_space(witchstone, start, asked):
    """Two steps: from 19 they end one short."""
    table = doing_with("M", 2, "spell-M", lambda s: s.wand.put(0, start))
    assert ("spell 2" in texts(table)) == asked


@pytest.mark.rule("WS-R4")
@pytest.mark.parametrize(
    ("number", "shown", "asked"), [(5, 6, True), (6, 6, False), (2, 3, True), (3, 3, False)]
)
def test_no_spell_for_a_choice_that_reaches_every_scroll(witchstone, number, shown, asked):
    def edit(s: np.record) -> None:
        lay_out(s, *SHOWN[:shown])
        s.scroll_pile[:] = 0

    assert ("spell 1" in texts(doing_with("S", number, "spell", edit))) == asked


@pytest.mark.rule("WS-R4")
def test_actions_of_a_special_tile_can_be_reinforced(witchstone):
    """Actions set off in any way: here by the pentagram."""

    def edit(s: np.record) -> None:
        s.special_at[0] = PAIR_NAMES.index("ES")

    table = play(doing_with("P", 2, "spell-S", edit), "go", "*", "use ES S")
    assert texts(table) == {"scroll 1", "scroll 2", "spell 2", "stop"}


@pytest.mark.rule("WS-R5")
def test_a_spell_is_used_once_and_still_owned(witchstone):
    table = play(doing_with("E", 1, "spell spell spell-E"), "spell 1")
    spell = scroll(witchstone, "spell")
    assert facts(table).scrolls[0, spell] == 1
    assert facts(table).spent[0, spell] == 1
    play(table, "spell 1", "spell 2")
    assert left(table) == (E, 5)
    assert "spell" not in verbs(table)
    assert facts(table).scrolls[0].sum() == 0
    assert facts(table).spent[0].sum() == 3
    assert table.tally(0)["unused spells"] == 0


@pytest.mark.rule("WS-R5", "WS-M5")
def test_used_spells_count_as_scrolls_on_the_wand(witchstone):
    """From 10 to 12 with a spell: it scores there itself."""
    table = play(doing_with("M", 1, "spell", lambda s: s.wand.put(0, 10)), "spell 1", "go")
    assert table.scores[0] == 1
