"""What a page says is said in words: no code of the notation stands where a person reads."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

import coven
from coven.core.choice import Choice, offered
from coven.core.language import LANGUAGES, words
from coven.games.witches import say as witches
from coven.games.witchstone import whereabouts
from coven.table.page_state import choices_of

# Places (T1), connections (T1-F1), cells (b3); a problem's price (10/1*); a number for a space of a place.
CODES = re.compile(r"\b[TFVC][1-4]\b|\bStone-|\b[a-g][1-7]\b|\d/\d|\?|\*|\w [123] ·")
MOVES = 70


def _labels(nodes: Sequence[dict[str, Any]]) -> Iterator[str]:
    for node in nodes:
        yield node["label"]
        yield from _labels(node["inside"])


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("game", ["witchstone", "witches"])
def test_a_page_offers_words_and_no_codes(game: str, lang: str) -> None:
    position, luck = coven.load(game).new(2, seed=3), random.Random(3)
    seen = set()
    for _ in range(MOVES):
        seen.update(_labels(choices_of(position.view(position.actor), lang)))
        position.play(luck.choice(list(position.legal)))
    assert len(seen) > MOVES
    assert [label for label in seen if CODES.search(label)] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_place_and_every_cell_has_a_name_of_its_own(lang: str) -> None:
    say, ball, lancre = words(lang), coven.load("witchstone"), coven.load("witches")
    data = ball.components.data
    places = [whereabouts.place(data, k, say) for k in range(len(data["locations"]["list"]))]
    links = [whereabouts.connection(data, k, say) for k in range(len(data["connections"]["list"]))]
    cells = [whereabouts.cell(k, say) for k in range(37)]
    count = sum(len(place["spaces"]) for place in lancre.components.data["board"]["locations"])
    spaces = [witches.space(lancre, k, say) for k in range(count)]
    for named in (places, links, cells, spaces):
        assert len(set(named)) == len(named)


def test_places_lie_where_their_names_say() -> None:
    data, say = coven.load("witchstone").components.data, words("en")
    named = {
        entry["id"]: whereabouts.place(data, k, say) for k, entry in enumerate(data["locations"]["list"])
    }
    assert named["Stone"] == "the Witchstone"
    assert named["T3"] == "the north-west tower"  # 225 degrees clockwise from the right
    assert named["F4"] == "the north forest"
    assert named["C1"] == "the south-east castle"
    assert whereabouts.cell(18, say) == "the middle cell"
    assert whereabouts.cell(0, say) == "row 1, cell 1"


def test_a_terminal_shows_the_codes_that_are_typed() -> None:
    position = coven.load("witchstone").new(2, seed=1)
    view = position.view(position.actor)

    def all_of(choices: Sequence[Choice]) -> Iterator[Choice]:
        for choice in choices:
            yield choice
            yield from all_of(choice.inside)

    towers = [one for one in all_of(offered(view, view.legal, "en")) if one.touch.startswith("place:")]
    assert len(towers) == 4
    assert all(one.key in one.label for one in towers)
