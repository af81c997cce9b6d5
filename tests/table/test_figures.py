"""The rules pages' drawings: one for every section, by the picture's own parts, in every language and both themes."""

from __future__ import annotations

import gzip
import re
from xml.etree import ElementTree

import pytest

from coven.core.art import PALETTES
from coven.core.errors import BadOption
from coven.core.language import LANGUAGES
from coven.core.registry import load
from coven.table.figures import drawn, figures, size
from coven.table.rulebook import rulebook
from tests.table.inside import Inside

MOST = 25_000  # bytes of a drawing as it is sent
both = pytest.mark.parametrize("game", ["witchstone", "witches"])


@pytest.mark.parametrize("lang", LANGUAGES)
@both
def test_every_section_has_its_drawing(game: str, lang: str, room: Inside) -> None:
    sections = rulebook(game, lang).sections
    assert len(figures(game)) == len(sections)
    page = room.get(f"/rules/{game}?lang={lang}")
    chapters = re.findall(r'<section class="chapter".*?</section>', page.text, re.DOTALL)
    assert len(chapters) == len(sections)
    for chapter in chapters:
        drawings = re.findall(r'<img class="by-(\w+)" src="([^"]+)"[^>]* alt="([^"]+)"', chapter)
        assert {theme for theme, _, _ in drawings} == set(PALETTES)
        assert all(len(said) > 20 for _, _, said in drawings)
    found = room.get(drawings[0][1])
    assert found.header("content-type") == "image/svg+xml"
    assert "immutable" in found.header("cache-control")


@both
def test_drawings_are_whole_and_light(game: str) -> None:
    for number, figure in enumerate(figures(game)):
        for theme in PALETTES:
            svg = drawn(game, number, "de", theme)
            root = ElementTree.fromstring(svg)
            ids = [one.get("id") for one in root.iter() if one.get("id")]
            assert len(ids) == len(set(ids))
            used = set(re.findall(r"url\(#([^)]+)\)", svg)) | set(re.findall(r'href="#([^"]+)"', svg))
            assert used <= set(ids), figure.part
            assert len(gzip.compress(svg.encode())) < MOST, figure.part
        assert min(size(game, number)) > 50


def test_what_is_secret_stays_so_on_the_page() -> None:
    """The drawing of somebody else's hand shows backs, although the game it is from is known."""
    hands = [
        (game, number)
        for game in ("witchstone", "witches")
        for number, figure in enumerate(figures(game))
        if figure.part == "hand" and figure.seat is None
    ]
    assert len(hands) == 2
    for game, number in hands:
        assert "data-tile" not in drawn(game, number, "en", "dark")
        assert "data-card" not in drawn(game, number, "en", "dark")


@pytest.mark.parametrize("address", ["99-en-dark", "0-xx-dark", "0-en-pink", "-1-en-dark"])
def test_no_other_drawings(address: str, room: Inside) -> None:
    assert room.get(f"/rules/witches/{address}.svg").status == 404


def test_a_part_that_is_not_there_is_refused_by_name() -> None:
    view = load("witches").new(2, seed=1).view(0)
    with pytest.raises(BadOption, match="there is no part 'wand', choose one of board"):
        view.figure("wand")
