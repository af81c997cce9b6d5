"""What a player may take back: the own last action, as far as luck and the others."""

import pytest

import coven
from tests.games.undo import may_undo
from tests.games.witchstone.table import act, facts, lie, play, texts
from tests.games.witchstone.test_end import last_turn


def set_up(seed: int = 1) -> coven.Position:
    """Three players choose their towers: seat 2 first, then 1 and 0."""
    position = coven.load("witchstone").new(3, seed=seed, first=0)
    assert position.actor == 2
    return position


def test_nothing_to_take_back_in_a_new_game():
    position = set_up()
    assert position.history()  # what luck dealt
    assert may_undo(position) == []
    with pytest.raises(coven.NothingToUndo):
        position.undo()


def test_an_own_move_may_be_taken_back_by_its_seat_alone():
    position = act("E", 2)
    before = bytes(position)
    play(position, "energy T1-F1")
    assert may_undo(position) == [0]
    position.undo()
    assert bytes(position) == before
    assert may_undo(position) == []
    play(position, "energy T1-F2")  # she thought better of it
    assert may_undo(position) == [0]


def test_moves_are_taken_back_one_by_one():
    position = act("E", 3)
    play(position, "energy T1-F1", "energy T1-F2")
    position.undo()
    assert may_undo(position) == [0]
    assert facts(position).energy[0] == 19
    position.undo()
    assert may_undo(position) == []
    assert facts(position).energy[0] == 20


def test_not_after_another_has_acted():
    position = play(set_up(), "tower T1")
    assert may_undo(position) == [2]
    play(position, "tower T2")
    assert may_undo(position) == [1]


def test_again_when_the_other_takes_it_back():
    position = play(set_up(), "tower T1", "tower T2")
    position.undo()
    assert may_undo(position) == [2]
    assert position.actor == 1
    position.undo()
    assert may_undo(position) == []
    assert position.actor == 2


def test_not_after_something_was_revealed():
    """The next scroll comes from the pile: all have seen it."""
    position = play(act("S", 1), "scroll 1")
    assert position.actor == coven.CHANCE
    assert may_undo(position) == [0]  # nothing is turned up yet
    play(position, "reveal spell")
    assert may_undo(position) == []


def test_not_after_luck_that_followed_from_the_seed():
    """The last action of a turn draws a tile."""
    position = coven.load("witchstone").new(2, seed=3, first=0)
    drawn = 0
    while drawn < 3:
        actor, ply = position.actor, position.ply
        position.play(position.legal[0])
        if position.ply > ply + 1:
            assert may_undo(position) == []
            drawn += 1
        else:
            assert may_undo(position) == [actor]


def test_luck_that_was_taken_back_leaves_the_move_before_to_be_taken_back():
    position = play(act("S", 1), "scroll 1", "reveal spell")
    position.undo()
    assert position.actor == coven.CHANCE
    assert may_undo(position) == [0]


def test_the_move_that_ended_the_game():
    position = act("W", 1, lambda s: (last_turn(s), lie(s, 0, 1)))
    before = texts(position)
    play(position, "stop")
    assert position.over
    assert may_undo(position) == [0]
    position.undo()
    assert not position.over
    assert texts(position) == before
    assert position.winners == ()


def test_a_copy_may_be_taken_back_on_its_own():
    position = play(act("E", 2), "energy T1-F1")
    copy = position.copy().undo()
    assert may_undo(copy) == []
    assert may_undo(position) == [0]
    assert facts(position).energy[0] == 19


def test_not_what_was_before_a_position_was_saved():
    position = play(act("E", 2), "energy T1-F1")
    restored = position.game.restore(bytes(position))
    assert restored == position
    assert may_undo(restored) == []
