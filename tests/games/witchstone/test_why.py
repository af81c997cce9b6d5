"""Why a move of Witchstone can't be made: the reasons players meet, each in its scene."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from coven.core.position import Position
from coven.core.why import why_untouched
from coven.games.witchstone.state import CELLS, TOKEN_SHELF, WAIT_RIM
from coven.games.witchstone.touch import meant
from coven.games.witchstone.why import Why
from coven.games.witchstone.why_words import sentence
from tests.games.witchstone.table import act, arrange, board, build, clean, fill, hold, scroll, stood, ways

Scene = Callable[[], Position]


def hand(s: np.record) -> None:
    hold(s, 0, "EW EP EC EM ES")


def full(s: np.record, score: int = 0) -> None:
    """No tile fits, and a crystal on b2 alone is in the way of one."""
    hand(s)
    s.score[0] = score
    s.crystals[0] = board("b2 g2")
    s.black[0] = CELLS + 1
    fill(s, 0, "E", but="b3")


def rim(s: np.record) -> None:
    s.frame_waiting[1, WAIT_RIM] = 1


def full_shelves(s: np.record) -> None:
    rim(s)
    s.shelf[1, 0] = 9
    s.table[:] = 0
    s.table[2] = 1


def owns(name: str) -> Callable[[np.record], None]:
    def edit(s: np.record) -> None:
        import coven

        s.scrolls[0, scroll(coven.load("witchstone"), name)] = 1

    return edit


SCENES: list[tuple[str, Scene, str, str]] = [
    # tiles
    ("not in hand", lambda: arrange(hand), "place Wc3 Pc4", "The tile witch/pentagram is not in your hand."),
    ("cell shows", lambda: arrange(hand), "place Ea1 Wa2", "this one shows a symbol: row 1, cell 1."),
    ("make room", lambda: arrange(lambda s: full(s, 9)), "place Eb2 Wb3", "throw out a crystal first to make room."),
    ("no room", lambda: arrange(full), "place Eb2 Wb3", "No tile fits into your cauldron: lay one aside."),
    ("tile fits", lambda: arrange(hand), "aside EW", "A tile still fits into your cauldron"),
    ("room to make", lambda: arrange(lambda s: full(s, 9)), "aside EW", "Throwing out crystals can still make room"),
    ("no help", lambda: arrange(lambda s: full(s, 1)), "remove g2", "would make no room for a tile."),
    ("too poor", lambda: arrange(lambda s: (clean(s), hand(s))[1]), "remove d4", "costs 1 point, and you have 0."),
    ("tile first", lambda: act("E", 2), "place Ec3 Wc4", "now comes “Energy: 2 energy left”."),
    ("order once", lambda: act("E", 2), "do E", "right after placing a tile"),
    ("towers once", lambda: act("E", 2), "tower T3", "Towers are chosen before the first turn"),
    ("nothing to stop", lambda: arrange(hand), "stop", "There is no action to give up now."),
    ("spell alone", lambda: arrange(hand), "spell 1", "A spell adds to an action under way"),
    # the ball
    ("needs action", lambda: act("E", 2), "stand F1", "an action of the type “witch”; now comes “Energy"),
    ("own link", lambda: act("E", 2, lambda s: build(s, 0, "T1-F1")), "energy T1-F1", "finished this connection"),
    ("link taken", lambda: act("E", 2, lambda s: build(s, 1, "T1-F1")), "energy T1-F1", "Cat has laid energy there."),
    ("not joined", lambda: act("E", 2), "energy T3-F4", "Neither end of it is joined to your tower"),
    ("none lies", lambda: ways(2, own="T1-F1", lying=0), "stand F1", "No witch of yours lies beside your tower"),
    ("no way", lambda: ways(3, own="T1-F1"), "stand V4", "No finished connections lead there"),
    ("stands there", lambda: ways(2, own="T1-F1", edit=lambda s: stood(s, 0, "F1")), "stand F1", "stands there"),
    ("too dear", lambda: ways(1, own="T1-F1", foreign="Stone-F1"), "stand Stone", "costs 2 actions, and you have 1."),
    ("no token", lambda: act("W", 2), "token E", "No such token waits to be used."),
    # pentagram and wand
    ("marker waits", lambda: act("E", 1), "go", "of the pentagram or the wand; now comes “Energy"),
    ("too far", lambda: act("M", 2), "move 3", "That is 3 spaces away, and the marker may go 2."),
    ("whole move", lambda: act("P", 2), "move 2", "That is the whole move"),
    ("no special", lambda: act("P", 2), "use EW E", "You have not just won this special hex tile."),
    ("marker may stay", lambda: act("P", 2), "stop", "Choose how far the marker goes"),
    # crystals
    ("no crystal", lambda: act("C", 2), "crystal a1 b2", "No crystal of yours lies there: row 1, cell 1."),
    ("too dear", lambda: act("C", 1), "crystal d4 out E", "costs 4 actions, and you have 1."),
    ("empty rim", lambda: act("C", 2), "shelve E", "No such crystal waits on this rim."),
    ("rim waits", lambda: act("C", 2, rim), "stop", "A crystal still waits on the rim."),
    ("shelf full", lambda: act("C", 2, full_shelves), "shelve E", "The shelf is full."),
    ("not on table", lambda: act("C", 2, full_shelves), "bottom E token W", "has no token “witch” left."),
    ("take token", lambda: act("C", 2, full_shelves), "bottom E none", "The stone table still has tokens: take one."),
    # scrolls
    ("scroll far", lambda: act("S", 2), "scroll 5", "The scroll on position 5 takes 5 scroll actions, and you have 2."),
    ("no spell", lambda: act("E", 2), "spell 2", "You hold no such spell."),
]  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "scene", "move", "said"), SCENES, ids=[f"{one[0]}-{one[2]}" for one in SCENES]
)
def test_a_refused_move_says_why(kind: str, scene: Scene, move: str, said: str) -> None:
    reason = scene().why_not(move)
    assert reason is not None
    assert reason.kind == kind
    assert said in reason.label()


def test_every_reason_has_words(witchstone) -> None:
    from coven.core.language import words
    from coven.core.why import reason

    view = act("E", 2).view(0)
    for kind in Why:
        subject = "EW" if kind == Why.NOT_IN_HAND else "E"
        told = reason(view, kind, "WS-T1", seat=1, subject=subject, place="c3", need=3, have=2)
        assert sentence(told, words("en"), ("Owl", "Cat"))


@pytest.mark.parametrize(
    ("scene", "thing", "after", "said"),
    [
        (lambda: arrange(hand), "cell:a1", ["tile:EW"], "this one shows a symbol: row 1, cell 1."),
        (lambda: arrange(hand), "cell:c3", [], "This comes after another choice: make that one first."),
        (lambda: arrange(hand), "link:T1-F1", [], "That takes an action of the type “energy”"),
        (lambda: arrange(hand), "scroll:2", [], "That takes an action of the type “scroll”"),
        (lambda: act("C", 1), "rim:E", ["cell:d4"], "The way there costs 4 actions, and you have 1."),
        (lambda: act("S", 1), "scroll:3", [], "takes 3 scroll actions, and you have 1."),
        (lambda: act("M", 2), "wand:5", [], "That is 5 spaces away, and the marker may go 2."),
        (lambda: act("E", 2), "place:T1", [], "That takes an action of the type “witch”"),
        (lambda: act("E", 2), "tile:EW", [], "A tile is placed at the start of a turn"),
        (lambda: act("E", 2), "beside", [], "Throwing out a crystal now costs 1 point, and you have 0."),
        (lambda: act("E", 2), "score:0", [], "There is nothing to do with this now."),
    ],
)  # fmt: skip
def test_a_thing_that_is_touched_says_why(scene: Scene, thing: str, after: list[str], said: str) -> None:
    reason = why_untouched(scene().view(0), thing, after)
    assert reason is not None
    assert said in reason.label()


def test_a_thing_stands_for_moves_of_the_table(witchstone) -> None:
    view = act("C", 2, full_shelves).view(0)
    for thing, text in {
        "shelf:E": "shelve E",
        "shelf:bottom": "bottom E token P",
        "table:W": "bottom E token W",
        "special:EW/W": "use EW W",
        "spell:2": "spell 2",
        "token:3/black": "token 3 black",
    }.items():
        assert witchstone.text(meant(view, thing, ())[0]) == text
    assert TOKEN_SHELF == 6
