"""Why not? Every refused move has its reason, a sentence in every language, and it gives nothing away."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

import coven
from coven.core.choice import offered, opened, touchable
from coven.core.game import Game
from coven.core.language import LANGUAGES
from coven.core.position import Position
from coven.core.view import View
from coven.core.why import Because, Reason, why_not, why_untouched

GAMES = coven.games()
EACH = 2  # moves of every kind that are tried in a position
NAMED = re.compile(r'data-(?:key|thing)="([^"]+)"')


def positions(name: str, seed: int, every: int) -> Iterator[Position]:
    """Positions of a random game, one in so many."""
    game, luck = coven.load(name), random.Random(seed)
    position = game.new(luck.choice(list(game.players)), seed=seed)
    while not position.over:
        if luck.randrange(every) == 0:
            yield position
        position.play(luck.choice(position.legal))
    yield position


def tried(game: Game, luck: random.Random) -> list[int]:
    """Some moves of every kind, those of chance too."""
    found = []
    for block in game.moves.blocks:
        for _ in range(EACH):
            move = block.first + luck.randrange(block.size)
            found += [move] if game._texts[move] is not None else []
    return found


def check(reason: Reason, rules: str) -> None:
    """It can be said: a sentence in every language, and a rule that can be read."""
    for lang in LANGUAGES:
        said = reason.label(lang)
        assert re.fullmatch(r"(?:“|„|«\s?)?[^\W_a-z].*[.?!]", said), said
        assert len(said.split()) >= 3, said
        assert not re.search(r"[{}]|\.\.|\?\.", said), said
    assert reason.rule == "" or f"**{reason.rule}**" in rules


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", GAMES)
def test_every_refused_move_has_a_reason_and_no_legal_one_has(name: str, seed: int) -> None:
    luck = random.Random(seed)
    game = coven.load(name)
    rules = game.rules_page()
    said: set[str] = set()
    for position in positions(name, seed, 4):
        for move in tried(game, luck):
            reason = position.why_not(move)
            assert (reason is None) == (move in position.legal), game.text(move)
            if reason is not None and reason.kind not in said:
                said.add(reason.kind)
                check(reason, rules)
    assert len(said) > 3


@pytest.mark.parametrize("name", GAMES)
def test_reasons_tell_nobody_what_she_may_not_know(name: str) -> None:
    """They are the same in every world the seat can imagine, for moves and for what is touched."""

    def answers(view: View, moves: list[int], things: list[str]) -> list[object]:
        found = [*(why_not(view, move) for move in moves), *(why_untouched(view, thing) for thing in things)]
        return [(reason, reason and reason.label(names=view.names)) for reason in found]

    luck = random.Random(7)
    for position in positions(name, 7, 120):
        moves = tried(position.game, luck)
        for seat in [*range(position.players), None]:
            view = position.view(seat)
            things = sorted(set(NAMED.findall(view.svg())))
            imagined = view.sample(luck.randrange(1000)).view(seat)
            assert answers(view, moves, things) == answers(imagined, moves, things)


@pytest.mark.parametrize("name", GAMES)
def test_whatever_is_touched_gets_an_answer_unless_it_can_be_chosen(name: str) -> None:
    for position in positions(name, 3, 25):
        if position.over:
            continue
        view = position.view(position.actor)
        tree = opened(offered(view, view.legal, "en"))
        lit = {choice.touch for choice in touchable(tree)}
        for thing in {*NAMED.findall(view.svg()), "nothing:at all", "cell:z9", "space:Nowhere"}:
            assert (why_untouched(view, thing) is None) == (thing in lit), thing


def test_what_stands_in_the_way_of_any_move(witchstone: Game) -> None:
    position = witchstone.new(2, seed=3, names=("Ada", ""))
    acting = position.actor
    assert acting is not None
    other = position.why_not("stop", seat=1 - acting)
    assert other is not None
    assert (other.kind, other.seat) == (Because.TURN, acting)
    called = ("Ada", "Cat")[acting]
    assert other.label(names=position.names) == f"It is not your turn: {called} is to play."
    watching = why_not(position.view(None), 0)
    assert watching is not None
    assert watching.kind == Because.WATCHING
    by_hand = witchstone.new(2, chance="manual")
    assert str(by_hand.why_not("stop")) == "Luck decides first."
    assert str(by_hand.why_not("deal EW")) == "Luck can't bring that now."
    assert str(position.why_not("deal EW")) == "That is for luck to decide."
    with pytest.raises(coven.UnknownMove):
        position.why_not(10**6)


def test_the_error_says_the_same(witchstone: Game) -> None:
    position = witchstone.new(2, seed=3)
    with pytest.raises(coven.IllegalMove, match=r"The big witch begins on a tower\. \(WS-S7\)") as refused:
        position.play("tower V1")
    assert refused.value.reason == position.why_not("tower V1")


def test_a_game_that_gives_no_reasons_is_answered_plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    game = coven.load("toadstools")
    position = game.new(2, seed=1)
    monkeypatch.setitem(vars(game.implementation), "refusing", None)
    assert str(position.why_not("brew")) == "Something else is asked for now: Add, pick or brew."
    kinds = [f"add {kind}" for kind in ("fly-agaric", "ink-cap", "puffball", "chanterelle")]
    lacking = next(text for text in kinds if text not in position.legal)
    assert str(position.why_not(lacking)) == "That can't be chosen now: Add, pick or brew."
    view = position.view(position.actor)
    assert str(why_untouched(view, "basket")) == "Something else is asked for now: Add, pick or brew."
    assert str(why_untouched(view, "toadstool:0")) == "There is nothing to do with this now."
