"""What a card or a step sets off, decision by decision: whose, of which kind, how far, how much, about what."""

from __future__ import annotations

import pytest

import coven
from coven.core.position import Position
from coven.games.witches.state import (
    ATTEMPT,
    CACKLES,
    CHANCE_CARD,
    CHANCE_DIE,
    CHANCE_HARD,
    CHANCE_PAIR,
    CHANCE_TOTAL,
    CRISIS_AT,
    DISCARD,
    DRAW,
    FLIGHT,
    LOOK,
    MOVE,
    REROLL,
    RETURN,
    TURN,
    TURN_UP,
)
from tests.games.witches.scene import attempt, scene
from tests.games.witches.table import GAME, after, cackles, doing, facts, hand, play, space

FIELDS = ("frame_kind", "frame_seat", "frame_phase", "frame_pool", "frame_what")
NOBODY = -1


def frames(position: Position) -> list[tuple[int, ...]]:
    """All decisions, innermost last: kind, seat, phase, pool, what."""
    s = facts(position)
    return [tuple(int(s[field][d]) for field in FIELDS) for d in range(int(s.depth))]


@pytest.mark.parametrize(
    ("card", "expected"),
    [
        ("Magrat4", [(DRAW, 0, 0, 1, 0), (CHANCE_CARD, NOBODY, 0, 0, 0)]),  # a trick draws two, one by one
        ("Granny4", [(DRAW, 0, 0, 1, 0), (CHANCE_CARD, NOBODY, 0, 0, 0)]),
        ("Nanny1", [(RETURN, 0, 0, 2, 0)]),
        ("Nanny2", [(CRISIS_AT, 0, 0, 0, 0)]),
        ("Granny1", [(LOOK, 0, 0, 2, 0)]),
        ("Magrat1", [(TURN_UP, 0, 0, 0, 0)]),
        ("Magrat2", [(DISCARD, 0, 0, 0, 0)]),
    ],
)
def test_what_a_card_sets_off(card, expected):
    hand = scene(f"{card} Tick", cackles=(3, 1), Well="hard", Oak="Fever+1")
    position = doing("turn", hand, at="Stone Skund")
    before = frames(position)
    assert before == [(TURN, 0, 0, 0, 0)]
    assert frames(play(position, f"play {card}")) == before + expected
    assert facts(position).cackles[0] == (4 if card == "Granny4" else 3)


def test_a_cackle_taken_from_whom_she_likes():
    def edit(s):
        hand(s, 0, "Granny4 Tick")
        cackles(s, 0, 2, 2)
        s.cackles[1:3] += int(s.cackle_supply) // 2
        s.cackles[0] = int(s.cackle_supply) % 2
        s.cackle_supply = 0

    position = play(doing("turn", edit, players=3), "play Granny4")
    assert frames(position) == [(TURN, 0, 0, 0, 0), (DRAW, 0, 0, 2, 0), (CACKLES, 0, 0, 1, 0)]
    assert after(position, "take") == {"1", "2"}
    assert frames(play(position, "take 2"))[-1] == (CHANCE_CARD, NOBODY, 0, 0, 0)


def test_a_trick_comes_to_its_end():
    position = play(doing("turn", scene("Magrat4 Tick")), "play Magrat4", "draw Hwel", "draw Toad")
    assert frames(position) == [(TURN, 0, 0, 0, 0)]


def test_as_many_cards_as_were_discarded_and_one_more():
    position = play(doing("turn", scene("Magrat2 Tick Hwel")), "play Magrat2", "discard Tick", "done")
    assert frames(position) == [(TURN, 0, 0, 0, 0), (DRAW, 0, 0, 1, 0), (CHANCE_CARD, NOBODY, 0, 0, 0)]


@pytest.mark.parametrize(("verb", "card", "seat"), [("look", "Granny1", 0), ("turn", "Magrat1", -1)])
def test_a_tile_is_seen_by_one_or_by_all(verb, card, seat):
    position = doing("turn", scene(f"{card} Tick", Well="hard", Oak="hard"), at="Stone Skund")
    play(position, f"play {card}", f"{verb} Oak")
    assert frames(position)[-1] == (CHANCE_HARD, NOBODY, 0, space("Oak"), seat)
    assert position.actor == coven.CHANCE


def test_an_attempt_and_its_dice():
    """The second pair of dice is number 2 and 3."""
    position = attempt("Oak", "Fever", "Magrat3 Nanny3 Tick")
    waits = (TURN, 0, 4, 0, 0)
    oak = space("Oak")
    assert frames(position) == [waits, (ATTEMPT, 0, 1, 0, oak)]
    play(position, "roll")
    assert frames(position) == [waits, (ATTEMPT, 0, 2, 0, oak), (CHANCE_PAIR, NOBODY, 0, 0, 0)]
    play(position, "dice C 2")
    assert frames(play(position.copy(), "play Magrat3")) == [
        waits, (ATTEMPT, 0, 2, 0, oak), (REROLL, 0, 0, 0, 0),
    ]  # fmt: skip
    play(position, "face")
    assert frames(position) == [waits, (ATTEMPT, 0, 3, 0, oak)]
    play(position, "roll")
    assert frames(position) == [waits, (ATTEMPT, 0, 4, 0, oak), (CHANCE_PAIR, NOBODY, 0, 0, 2)]
    play(position, "dice C 2")
    faced = [waits, (ATTEMPT, 0, 4, 0, oak)]
    for words, dice in (
        ("1", (CHANCE_DIE, NOBODY, 0, 0, 2)),
        ("2", (CHANCE_DIE, NOBODY, 0, 0, 3)),
        ("both", (CHANCE_PAIR, NOBODY, 0, 0, 2)),
    ):
        assert frames(play(position.copy(), "play Magrat3", f"reroll {words}")) == [*faced, dice]
    assert frames(play(position.copy(), "play Magrat3")) == [*faced, (REROLL, 0, 0, 0, 2)]
    assert frames(play(position.copy(), "play Nanny3")) == [*faced, (FLIGHT, 0, 0, 0, 1)]


def test_moves_of_a_turn():
    position = doing("move", scene("Granny3 Tick", Castle1="hard"), at="Castle2 Skund")
    turn = (TURN, 0, 3, 0, 0)
    assert frames(position) == [turn, (MOVE, 0, 0, 2, 0)]
    looking = play(position.copy(), "play Granny3")
    assert frames(looking) == [turn, (MOVE, 0, 0, 2, 0), (LOOK, 0, 0, 1, 1)]
    play(looking, "look Castle1")
    assert frames(looking)[-1] == (CHANCE_HARD, NOBODY, 0, space("Castle1"), 0)
    assert frames(play(position.copy(), "to Town1")) == [turn, (MOVE, 0, 1, 1, 0)]
    assert frames(play(position.copy(), "broom Granny3")) == [turn, (MOVE, 0, 4, 2, 0)]


def test_who_chooses_first_is_rolled_for_seat_by_seat():
    position = GAME.new(3, chance="manual")
    while not position.legal[0].text.startswith("total"):
        play(position, position.legal[0].text)
    assert frames(position)[-1] == (CHANCE_TOTAL, NOBODY, 0, 0, 0)
    play(position, "total 10")
    assert frames(position)[-1] == (CHANCE_TOTAL, NOBODY, 0, 0, 1)
    play(position, "total 12", "total 12")  # a tie: those two again
    assert frames(position)[-1] == (CHANCE_TOTAL, NOBODY, 0, 0, 1)
    play(position, "total 7", "total 8")
    assert position.actor == 2
