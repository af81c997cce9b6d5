"""What a player may take back: the own last action, as far as luck and the others."""

import pytest

import coven
from tests.games.undo import may_undo
from tests.games.witches import table
from tests.games.witches.scene import attempt, scene
from tests.games.witches.table import GAME, at, doing, facts, play, texts


def set_up() -> coven.Position:
    """Three players choose their trainees: seat 2 first, then 0 and 1."""
    position = GAME.new(3, seed=1)
    assert position.actor == 2
    return position


def test_nothing_to_take_back_in_a_new_game():
    position = set_up()
    assert position.history()  # the dice that said who begins
    assert may_undo(position) == []
    with pytest.raises(coven.NothingToUndo):
        position.undo()


def test_an_own_move_may_be_taken_back_by_its_seat_alone():
    position = doing("turn", scene("Granny1 Tomjon", Slice="hard"), players=3)
    before = bytes(position)
    play(position, "play Granny1")
    assert may_undo(position) == [0]
    position.undo()
    assert bytes(position) == before
    assert may_undo(position) == []
    play(position, "play Tomjon")  # she thought better of it
    assert may_undo(position) == [0]


def test_moves_are_taken_back_one_by_one():
    position = doing("move", scene("Hwel"), at="Oak Skund")
    start = at(position)
    ways = texts(position) - {"stay"}
    first = sorted(way for way in ways if way.startswith("to "))[0]
    play(position, first)
    assert may_undo(position) == [0]
    assert at(position) == first.split()[1]
    position.undo()
    assert at(position) == start
    assert may_undo(position) == []


def test_not_after_another_has_acted():
    position = play(set_up(), "choose Tiffany")
    assert may_undo(position) == [2]
    play(position, "choose Petulia")
    assert may_undo(position) == [0]


def test_again_when_the_other_takes_it_back():
    position = play(set_up(), "choose Tiffany", "choose Petulia")
    position.undo()
    assert may_undo(position) == [2]
    position.undo()
    assert may_undo(position) == []
    assert position.actor == 2


def test_not_after_dice():
    position = play(attempt("Slice", "Fever", "Tick"), "roll")
    assert position.actor == coven.CHANCE
    assert may_undo(position) == [0]  # they have not fallen yet
    play(position, "dice 2 3")
    assert may_undo(position) == []


def test_not_after_luck_that_followed_from_the_seed():
    """Choosing the last trainee rolls and deals; going on turns cards over."""
    position = GAME.new(3, seed=1)
    lucky = 0
    while lucky < 5:
        actor, ply = position.actor, position.ply
        position.play(position.legal[-1])
        assert may_undo(position) == ([actor] if position.ply == ply + 1 else [])
        lucky += position.ply > ply + 1


def test_not_after_a_look_at_what_is_hidden():
    """Whatever it was: she knows it now."""
    position = play(doing("turn", scene("Granny1 Tick", Slice="hard")), "play Granny1", "look Slice")
    assert may_undo(position) == [0]
    play(position, "hard Lily at Slice")
    assert may_undo(position) == []


def test_not_after_a_look_at_what_another_has_seen():
    """Luck had no choice, and yet she has learned something."""
    position = play(doing("turn", scene("Granny1 Tick", Slice="Lily@1")), "play Granny1", "look Slice")
    assert texts(position) == {"hard Lily at Slice"}
    play(position, "hard Lily at Slice")
    assert may_undo(position) == []


def test_luck_that_was_taken_back_leaves_the_move_before_to_be_taken_back():
    position = play(attempt("Slice", "Fever", "Tick"), "roll", "dice 2 3")
    position.undo()
    assert position.actor == coven.CHANCE
    assert may_undo(position) == [0]
    position.undo()
    assert may_undo(position) == []
    assert facts(position).dice.tolist() == [-1, -1, -1, -1]


def test_the_move_that_ended_the_game():
    def last(s) -> None:
        for box in range(6):
            table.box(s, box)
        s.last = 1
        table.hand(s, 0, "Tick Granny1 Tomjon")

    position = doing("rest", last)
    assert position.actor == 0  # she may still play an effect
    before = texts(position)
    play(position, "go")
    assert position.over
    assert may_undo(position) == [0]
    position.undo()
    assert not position.over
    assert texts(position) == before
    assert position.winners == ()


def test_alone():
    position = doing("turn", scene("Granny1", Slice="hard"), players=1, mode="solo")
    play(position, "play Granny1")
    assert may_undo(position) == [0]


def test_a_copy_may_be_taken_back_on_its_own():
    position = play(doing("turn", scene("Granny1", Slice="hard")), "play Granny1")
    copy = position.copy().undo()
    assert may_undo(copy) == []
    assert may_undo(position) == [0]


def test_not_what_was_before_a_position_was_saved():
    position = play(doing("turn", scene("Granny1", Slice="hard")), "play Granny1")
    restored = position.game.restore(bytes(position))
    assert restored == position
    assert may_undo(restored) == []
