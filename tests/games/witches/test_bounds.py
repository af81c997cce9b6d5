"""The first and the last of everything: where a rule that is one off would go unnoticed in the middle."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

import coven
from coven.core.state import clone
from coven.games.witches import deck as rule_deck
from coven.games.witches import decode, rules, turn
from coven.games.witches.state import BOXES, CARDS, EASY, SETUP, SHUFFLES
from tests.games.broken import holding
from tests.games.witches import table
from tests.games.witches.scene import attempt, scene
from tests.games.witches.table import (
    CARD_NAMES,
    GAME,
    KIND_NAMES,
    SPACE_NAMES,
    after,
    card,
    cards,
    doing,
    facts,
    kind,
    play,
    problems,
    space,
    verbs,
)


@pytest.mark.rule("TW-P10")
def test_the_power_of_three_is_not_offered_once_it_is_solved():
    position = attempt("Oak", "Fever", "Granny2 Nanny2 Magrat3 Tick")
    play(position, "roll", "dice 6 6", "face")
    assert "power" in verbs(position)
    play(position, "roll", "dice 6 6")
    assert verbs(position) == {"play", "done"}
    assert after(position, "play") == {"Nanny2", "Magrat3"} - {
        "Nanny2"
    }  # only dice can still be rolled again


@pytest.mark.rule("TW-P10")
@pytest.mark.parametrize(
    "names", ["Granny1 Nanny1 Magrat1", "Granny4 Nanny4 Magrat4", "Granny1 Nanny4 Magrat1"]
)
def test_any_three_names_solve_anything(names):
    position = attempt("Oak", "Lily", f"{names} Tick")
    assert after(position, "power") == {names}
    play(position, f"power {names}")
    assert facts(position).solved[0, kind("Lily")] == 1
    assert facts(position).hand[0] == cards("Tick")


@pytest.mark.rule("TW-E6")
def test_an_escape_may_be_made_by_broomstick():
    position = attempt("Oak", "Lily", "Nanny3 Granny3 Tick")
    play(position, "roll", "dice 2 2", "face", "roll", "dice 2 2", "play Nanny3")
    near = after(position, "flee")
    assert verbs(position) == {"flee", "broom"}
    assert after(position, "broom") == {"Granny3"}
    play(position, "broom Granny3")
    assert after(position, "flee") > near
    assert verbs(position) == {"flee"}


@pytest.mark.rule("TW-P2")
def test_the_first_space_of_the_board_is_a_refuge_like_any_other():
    """Every other one is taken: a broomstick leads there."""

    def edit(s):
        for i in range(BOXES):
            table.box(s, i)
        table.hand(s, 0, "Granny3 Tick")
        full = [name for name in SPACE_NAMES[1:25] if name not in ("Oak", "Skund")]
        problems(s, " ".join(full[:17]))
        for i, name in enumerate(full[17:]):
            table.problem(s, name, ("Fever", "Pig", "Sheep")[i % 3])
        table.problem(s, "Oak", "Fever")
        s.at[:2] = space("Oak"), space("Skund")

    position = play(doing("act", edit, at="Oak Skund"), "roll", "dice 2 2")
    assert SPACE_NAMES[0] == "Slice"
    assert "broom" in verbs(position)
    play(position, "broom Granny3")
    assert after(position, "flee") == {"Slice"}


@pytest.mark.rule("TW-K1")
def test_every_seat_with_the_most_cackles_may_be_taken_from():
    def edit(s):
        table.hand(s, 0, "Granny4 Tick")
        s.cackles[1:4] = (int(s.cackle_supply) + int(s.cackles.sum())) // 3
        s.cackles[0] = int(GAME.tables[0].cackles[s.mode, 4]) - s.cackles[1:4].sum()
        s.cackle_supply = 0

    position = play(doing("turn", edit, players=4), "play Granny4")
    assert after(position, "take") == {"1", "2", "3"}


@pytest.mark.rule("TW-N1", "TW-Z1")
@pytest.mark.parametrize("box", [0, 5])
@pytest.mark.parametrize("left", [0, 1])
def test_the_last_tile_is_the_last_of_all_boxes(box, left):
    def edit(s):
        for i in range(BOXES):
            table.box(s, i)
        table.box(s, box, hard=1 + left)

    position = doing("problem", edit)
    assert facts(position).last == 0
    while facts(position).placing >= 0:
        play(position, position.legal[0].text)
    assert facts(position).last == (1 if left == 0 else 0)


@pytest.mark.rule("TW-N7")
@pytest.mark.parametrize("shuffle", [3, SHUFFLES - 2, SHUFFLES - 1])
def test_only_so_many_shuffles_are_told_apart(shuffle):
    """After the last number, the two oldest become one."""

    def edit(s):
        s.shuffle = shuffle
        s.shuffled[:] = [max(0, shuffle - i // 3) for i in range(CARDS)]
        table.hand(s, 0, " ".join(CARD_NAMES[:5]))
        table.hand(s, 1, " ".join(CARD_NAMES[-30:]))
        s.discard, s.deck = s.deck, 0

    position = doing("turn", edit)
    before, s = clone(position._states)[0], clone(position._states)[0]
    rule_deck.reshuffle(s)
    older = 1 if shuffle == SHUFFLES - 1 else 0
    assert s.shuffle == shuffle + 1 - older
    assert (s.deck, s.discard) == (before.discard, 0)
    for i in range(CARDS):
        told = s.shuffle if int(s.deck) >> i & 1 else max(0, before.shuffled[i] - older)
        assert s.shuffled[i] == told
    for seat in range(2):
        hand = [i for i in range(CARDS) if int(s.hand[seat]) >> i & 1]
        held = Counter(int(s.shuffled[i]) for i in hand)
        assert s.held[seat].tolist() == [held[i] for i in range(SHUFFLES)]


@pytest.mark.rule("TW-N7")
@pytest.mark.parametrize(
    ("discards", "shuffled"), [("", False), (CARD_NAMES[0], True), (CARD_NAMES[-1], True)]
)
def test_a_shuffle_needs_a_discarded_card(discards, shuffled):
    def edit(s):
        table.hand(s, 1, " ".join(name for name in CARD_NAMES if name not in discards.split()))
        table.deck(s, "")

    position = doing("turn", edit)
    before, s = clone(position._states)[0], clone(position._states)[0]
    rule_deck.reshuffle(s)
    assert (s.deck, s.discard) == (cards(discards), 0)
    assert s.shuffle == before.shuffle + shuffled


def imagined(position, seat, worlds):
    """The worlds a seat can imagine."""
    for seed in range(worlds):
        states = clone(position.view(seat)._states)
        rules.imagine(states[0], position.game.tables[0], seat, seed)
        if seed < 5:
            assert holding(position, states).status() == []
        yield states[0]


def test_every_deal_of_hidden_cards_is_as_likely():
    """Six cards nobody has seen, and one of them in each of two hands: thirty deals."""
    unseen = "Hwel Brevis Toad Earwig Igor Phoenix"

    def edit(s):
        table.hand(s, 1, "Hwel")
        table.hand(s, 2, "Toad")
        table.deck(s, "Brevis Earwig Igor Phoenix")

    position = doing("turn", edit, players=3)
    deals = Counter()
    for s in imagined(position, 0, 900):
        hands = [[name for name in CARD_NAMES if int(s.hand[seat]) >> card(name) & 1] for seat in (1, 2)]
        deals[tuple(map(tuple, hands))] += 1
        assert int(s.deck) | int(s.hand[1]) | int(s.hand[2]) == cards(unseen)
    assert set(deals) == {((one,), (two,)) for one, two in permutations(unseen.split(), 2)}
    assert all(12 < number < 55 for number in deals.values())


def test_every_hidden_tile_is_as_likely_as_there_are_of_it():
    """Two tiles others have looked at; which they are depends on what is left of each kind."""
    position = doing("turn", scene(Oak="Lily@1", Well="Duke@2"), players=3)
    view = position.view(0).state
    left = {KIND_NAMES[EASY + i]: int(number) for i, number in enumerate(view.hard_pool) if number}
    found, pairs = {"Oak": Counter(), "Well": Counter()}, Counter()
    for s in imagined(position, 0, 900):
        lying = [KIND_NAMES[s.tile[space(where)]] for where in found]
        pairs[tuple(lying)] += 1
        for where, what in zip(found, lying, strict=True):
            found[where][what] += 1
        assert s.hard_pool.sum() == view.hard_pool.sum() - 2
    for counted in found.values():
        assert set(counted) == set(left)
        for what, number in left.items():
            expected = 900 * number / sum(left.values())
            assert 0.5 * expected < counted[what] < 1.6 * expected
    assert len(pairs) > 0.8 * (len(left) * (len(left) - 1))
    assert pairs.most_common(1)[0][1] < 40


def test_a_seat_imagines_nothing_it_has_seen():
    position = doing("turn", scene(hands=("Tick", "Hwel"), Oak="Lily@0"), players=2)
    for s in imagined(position, 0, 20):
        assert s.hand[0] == facts(position).hand[0]
        assert s.tile[space("Oak")] == kind("Lily")


def test_a_seed_imagines_the_same_world_everywhere():
    """Bots that begin with a seed think the same thoughts on every machine, and next year too."""
    position = doing("turn", scene(Oak="Lily@1", Well="Duke@2", Rock="Elves@1"), players=3)
    worlds = imagined(position, 0, 4)
    assert [[KIND_NAMES[s.tile[space(where)]] for where in ("Well", "Oak", "Rock")] for s in worlds] == [
        ["ElfQueen", "CunningMan", "Elves"],
        ["Lily", "Vlad", "Elves"],
        ["Duke", "Elves", "Vlad"],
        ["Wintersmith", "ElfLord", "Bela"],
    ]


@pytest.mark.rule("TW-N7")
def test_what_is_held_of_each_shuffle_goes_one_down():
    s = clone(doing("turn")._states)[0]
    s.shuffle = SHUFFLES - 1
    s.held[0] = range(1, SHUFFLES + 1)
    rule_deck._forget_the_first(s)
    assert s.held[0].tolist() == [1 + 2, *range(3, SHUFFLES + 1), 0]


def test_moves_are_told_apart_by_their_numbers():
    kinds = {"to": decode.is_step, "flee": decode.is_flight, "power": decode.is_power, "play": decode.is_play}
    for move in range(GAME.moves.actions):
        verb = GAME.decode(move).verb
        assert [name for name, is_one in kinds.items() if is_one(move)] == ([verb] if verb in kinds else [])


@pytest.mark.parametrize(
    ("moment", "begun"), [("turn", False), ("problem", False), ("move", True), ("act", True), ("end", True)]
)
def test_a_turn_has_begun_once_its_tile_is_taken(moment, begun):
    s = clone(doing("turn")._states)[0]
    s.frame_phase[0] = table.MOMENTS[moment]
    assert turn.begun(s) == begun
    assert rules.turn_mark(s) == turn.boxed(s) + begun


def test_in_set_up_each_choice_is_a_turn():
    position = GAME.new(2, chance="manual")
    marks = []
    while position._states[0].frame_kind[0] == SETUP:
        if position.actor != coven.CHANCE:
            marks.append(int(rules.turn_mark(facts(position))))
        position.play(table._set_up(position, 2, ["Dimity", "Tiffany"], ["Oak", "Stone"]))
    assert len(marks) == len(set(marks)) == 4
    assert max(marks) < 0
