"""The rules of Toadstools, one by one, and what it says of them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po

import coven
from coven.core.choice import leaves, offered
from coven.table.guide import lessons
from toadstools import GAME, rules
from toadstools.state import HAND, KINDS, NAMES, WORTH

FOLDER = Path(rules.__file__).parent
FLY, INK, PUFF, CHANTERELLE, DEATH, MOREL = range(KINDS)


def table(players: int = 2, **options: Any) -> coven.Position:
    """A game whose luck is played by hand, after the deal: everyone holds a fly agaric, an ink cap and a puffball."""
    position = coven.load("toadstools").new(players, chance="manual", **options)
    for _ in range(players):
        for kind in ("fly-agaric", "ink-cap", "puffball"):
            position.play(f"deal {kind}")
    return position


def facts(position: coven.Position) -> Any:
    """Its state, to be looked at and to be changed."""
    return position._states[0]


def texts(position: coven.Position) -> list[str]:
    return [move.text for move in position.legal]


# -- setting up ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("TS-S1")
@pytest.mark.parametrize(("wood", "each"), [("four", 4), ("three", 3)])
def test_so_many_of_each_kind_grow_in_the_wood(wood: str, each: int) -> None:
    state = facts(coven.load("toadstools").new(2, chance="manual", wood=wood))
    assert state.wood.tolist() == [each] * KINDS
    assert state.left == KINDS * each


@pytest.mark.rule("TS-S2")
@pytest.mark.parametrize("players", GAME.players)
def test_everyone_is_dealt_three_and_the_first_seat_begins(players: int) -> None:
    position = table(players)
    assert position.actor == 0
    assert facts(position).cards[:players].tolist() == [HAND] * players
    assert facts(position).left == KINDS * 4 - HAND * players


# -- a turn --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TS-T1")
def test_a_turn_is_one_of_three_things() -> None:
    position = table()
    assert texts(position) == ["add fly-agaric", "add ink-cap", "add puffball", "pick"]
    position.play("add ink-cap")
    assert position.actor == 1
    assert (facts(position).basket[0], facts(position).cards[0]) == (1 << INK, HAND - 1)
    position.play("add puffball")
    facts(position).hand[0, INK] = 1  # another of a kind that is in the basket
    assert texts(position) == ["add fly-agaric", "add puffball", "pick", "brew"]


@pytest.mark.rule("TS-T2")
def test_what_is_picked_goes_into_the_basket_or_spoils_it() -> None:
    position = table().play("add ink-cap").play("pick")
    assert position.actor == coven.CHANCE
    assert [move.text for move, _ in position.chances] == [
        f"found {name.replace(' ', '-')}" for name in NAMES
    ]
    position.play("found morel")
    assert facts(position).basket[1] == 1 << MOREL
    position.play("pick").play("found ink-cap")
    assert facts(position).basket[0] == 0
    assert position.scores == (0, 0)


@pytest.mark.rule("TS-T3")
@pytest.mark.parametrize("kinds", range(1, KINDS + 1))
def test_a_brew_is_worth_more_the_more_kinds_are_in_it(kinds: int) -> None:
    position = table()
    facts(position).basket[0] = (1 << kinds) - 1
    position.play("brew")
    assert position.scores[0] == WORTH[kinds] == kinds * (kinds + 1) // 2
    assert facts(position).basket[0] == 0
    position.play("deal death-cap")
    assert facts(position).hand[0, DEATH] == 1
    assert position.actor == 1


# -- what is known -------------------------------------------------------------------------------------------------


@pytest.mark.rule("TS-K1")
def test_hands_are_hidden_and_all_else_is_open() -> None:
    position = table(3).play("add ink-cap")
    own, other = (position.view(seat).state for seat in (0, None))
    assert own.hand[0].tolist() == [1, 0, 1, 0, 0, 0]
    assert not other.hand.any()
    for fact in ("cards", "basket", "score", "left"):
        assert getattr(other, fact).tolist() == getattr(facts(position), fact).tolist()
    assert [entry.text for entry in position.view(1).log][:4] == ["deal ? to 0"] * 3 + ["deal fly-agaric"]
    assert position.view(1).sample(5).view(1) == position.view(1)


# -- the end -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TS-E1")
def test_the_game_ends_when_the_wood_is_empty() -> None:
    position = table()
    facts(position).wood[:] = [0, 0, 0, 0, 0, 1]
    facts(position).left = 1
    facts(position).basket[1] = 0b111111
    assert not position.over
    position.play("pick").play("found morel")
    assert position.over
    assert position.scores == (0, 0)  # baskets count nothing


@pytest.mark.rule("TS-E2")
@pytest.mark.parametrize(("scores", "best"), [((3, 6, 1), (1,)), ((6, 1, 6), (0, 2)), ((0, 0, 0), (0, 1, 2))])
def test_most_points_win_and_ties_are_shared(scores: tuple[int, ...], best: tuple[int, ...]) -> None:
    position = table(3)
    facts(position).score[:3] = scores
    facts(position).wood[:] = 0
    facts(position).left = 0
    assert position.game.rules.winners(facts(position), None) == sum(1 << seat for seat in best)


# -- broken positions ----------------------------------------------------------------------------------------------


def _wood(state: Any) -> None:
    state.left += 1


def _hand(state: Any) -> None:
    state.cards[1] -= 1


def _stack(state: Any) -> None:
    state.frame_kind[0] += 1


@pytest.mark.parametrize(("fault", "spoil"), [*zip(rules.FAULTS, (_wood, _hand, _stack), strict=True)])
def test_a_broken_position_says_what_is_wrong(fault: str, spoil: Any) -> None:
    position = table()
    assert position.status() == []
    spoil(facts(position))
    assert position.status() == [fault]


# -- words ---------------------------------------------------------------------------------------------------------


def _messages() -> set[str]:
    """All that is said: in the source, in the definition and in the lessons."""
    source = "".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("*.py"))
    option = GAME.options[0]
    told = {*NAMES, GAME.facts, GAME.blurb, *GAME.lead, GAME.credit, option.label}
    told |= {value.label for value in option.values}
    told |= {said for lesson in lessons("toadstools") for said in (lesson.title, lesson.text)}
    return told | set(re.findall(r'say(?:\.\w+)?\("([^"]+)"', source))


@pytest.mark.parametrize("lang", ["de", "fr", "hu", "pt"])
def test_every_message_is_translated(lang: str) -> None:
    with (FOLDER / "locale" / f"{lang}.po").open("rb") as file:
        known = {_forms(entry.id)[0]: _forms(entry.string) for entry in read_po(file) if entry.id}
    assert set(known) == _messages()
    for message, forms in known.items():
        for said in forms:
            assert said
            assert set(re.findall(r"{\w+}", said)) == set(re.findall(r"{\w+}", message))


def _forms(text: Any) -> list[str]:
    """One text, or the one and the many."""
    return [text] if isinstance(text, str) else list(text)


def test_moves_are_said_and_can_be_touched() -> None:
    position = table().play("add ink-cap").play("add ink-cap")
    view = position.view(0)
    found = offered(view, view.legal, "de")
    assert [choice.label for choice in found][-2:] == ["Einen im Wald pflücken", "Brauen für 1"]
    assert list(leaves(found)) == list(view.legal)
    assert {choice.touch for choice in found} <= set(re.findall(r'data-key="([^"]+)"', view.svg()))
    assert not re.findall(r'data-key="(?:hand|basket)', position.view(None).svg())
    game = position.game
    told = [
        game.label(position._states, game.parse(text), names=["Ada"])
        for text in ("deal ? to 0", "found morel")
    ]
    assert told == ["Ada draws a toadstool", "Found: morel"]
