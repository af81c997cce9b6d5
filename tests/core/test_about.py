"""What things are: a rule that can be read, words in every language, and nothing that a seat may not know."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

import pytest

import coven
from coven.core.about import About, about, lines
from coven.core.choice import Choice, leaves, offered
from coven.core.events import telling_of
from coven.core.language import LANGUAGES
from coven.core.move import Move
from coven.core.position import Position
from coven.core.rule_texts import rule_in_short
from coven.core.seats import CHANCE
from coven.core.view import View
from tests.core.test_why import positions

NAMED = re.compile(r' data-(?:key|(thing)|(fact))="([^"]+)"')


def things(view: View) -> list[str]:
    """Everything in a picture, as the page asks about it."""
    return sorted({":".join(filter(None, found)) for found in NAMED.findall(view.svg())})


def untouched(choices: Sequence[Choice]) -> list[Move]:
    """Of what stands for no thing in the picture, the first move of each."""
    found = []
    for choice in choices:
        if not choice.touch:
            found.append(next(leaves([choice])))
        found += untouched(choice.inside)
    return found


def told(position: Position, view: View, lang: str, named: list[str]) -> list[tuple[About, list[str]]]:
    found = [about(view, thing, lang, position.told(view.seat)) for thing in named]
    return [(one, lines(one, view, lang)) for one in found]


@pytest.mark.parametrize("name", coven.games())
def test_what_is_told_can_be_read_and_gives_nothing_away(name: str) -> None:
    luck = random.Random(5)
    for position in positions(name, 5, 150):
        for seat in [*range(position.players), None]:
            view = position.view(seat)
            named, lang = things(view), luck.choice(LANGUAGES)
            answers = told(position, view, lang, named)
            world = view.sample(luck.randrange(1000))
            assert told(world, world.view(seat), lang, named) == answers
            for one, said in answers:
                assert not one.rule or rule_in_short(position.game, one.rule, lang)
                assert not re.search(r"[{}]", " ".join(said)), said


@pytest.mark.parametrize("name", ["witchstone", "witches"])
def test_every_thing_in_the_picture_and_every_score_has_a_rule(name: str) -> None:
    mute: set[str] = set()
    for position in (one for seed in range(4) for one in positions(name, seed, 40)):
        for seat in (0, None):
            view = position.view(seat)
            for thing in [*things(view), "thing:score:0"]:
                if not rule_in_short(position.game, about(view, thing, "en", ()).rule, "en"):
                    mute.add(thing)
    assert mute == set()


@pytest.mark.parametrize(("name", "usual"), [("witches", {"go", "symbol"}), ("witchstone", {"move", "stop"})])
def test_every_button_has_a_rule(name: str, usual: set[str]) -> None:
    """That of the thing it stands for is told by the thing; a move alone has its own."""
    seen: set[str] = set()
    for position in (one for seed in range(4) for one in positions(name, seed, 6)):
        if position.over or position.actor == CHANCE:
            continue
        view = position.view(position.actor)
        for move in untouched(offered(view, position.legal, "en")):
            seen.add(move.decoded.verb)
            found = about(view, f"move:{move.id}", "en", ())
            assert rule_in_short(position.game, found.rule, "en"), move
    assert seen >= usual
    assert about(view, "move:999999", "en", ()) == about(view, "move:x", "en", ()) == About()


def test_a_rule_in_short_leaves_its_rulings_out(witchstone: coven.Game) -> None:
    assert (
        rule_in_short(witchstone, "WS-E6", "en") == "With all 20 units laid you have no more energy actions."
    )
    assert "Ruling" not in rule_in_short(witchstone, "WS-W3", "en")
    assert "*" not in rule_in_short(witchstone, "WS-T4", "de")
    assert rule_in_short(witchstone, "WS-X1", "en") == ""


@pytest.mark.parametrize("name", ["witchstone", "witches"])
def test_what_points_are_for_and_what_may_end_the_game_lead_to_a_rule(name: str) -> None:
    game = coven.load(name)
    for position in positions(name, 2, 150):
        view = position.view(0)
        asked = [f"source:{source}" for source in telling_of(game).sources]
        asked += [f"rule:{alarm.rule}" for alarm in game.implementation.alarms(view, "en")]
        for one in asked:
            found = about(view, one, "en", position.told(0))
            assert rule_in_short(game, found.rule, "en"), one
    earned = about(view, asked[0], "en", position.told(0)).happened
    assert {event.source for event in earned} <= {asked[0].removeprefix("source:")}
