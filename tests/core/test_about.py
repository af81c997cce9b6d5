"""What things are: a rule that can be read, words in every language, and nothing that a seat may not know."""

from __future__ import annotations

import random
import re

import pytest

import coven
from coven.core.about import About, about, lines
from coven.core.language import LANGUAGES
from coven.core.position import Position
from coven.core.rule_texts import rule_in_short
from coven.core.view import View
from tests.core.test_why import positions

NAMED = re.compile(r' data-(?:key|(thing)|(fact))="([^"]+)"')


def things(view: View) -> list[str]:
    """Everything in a picture, as the page asks about it."""
    return sorted({":".join(filter(None, found)) for found in NAMED.findall(view.svg())})


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


def test_a_rule_in_short_leaves_its_rulings_out(witchstone: coven.Game) -> None:
    assert (
        rule_in_short(witchstone, "WS-E6", "en") == "With all 20 units laid you have no more energy actions."
    )
    assert "Ruling" not in rule_in_short(witchstone, "WS-W3", "en")
    assert "*" not in rule_in_short(witchstone, "WS-T4", "de")
    assert rule_in_short(witchstone, "WS-X1", "en") == ""
