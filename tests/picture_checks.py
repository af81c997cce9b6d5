"""What every game's picture must be, whatever it shows: whole, safe, its own, and quickly drawn."""

from __future__ import annotations

import re
import time
import tomllib
import xml.etree.ElementTree as ET
from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Any, ClassVar

import numpy as np
import pytest

from coven.core.errors import BadOption
from coven.core.moves import MoveTable
from coven.core.picture import Picture

SVG = "{http://www.w3.org/2000/svg}"


def components(game: str) -> dict[str, Any]:
    return tomllib.loads((files("coven") / f"games/{game}/components.toml").read_text("utf-8"))


def numbers(table: MoveTable, data: Mapping[str, Any], *texts: str) -> list[int]:
    """The numbers of moves written in notation."""
    written = table.texts(data)
    return [written.index(text) for text in texts]


def parse(svg: str) -> ET.Element:
    return ET.fromstring(svg)


def having(root: ET.Element, name: str) -> list[ET.Element]:
    return [element for element in root.iter() if element.get(name) is not None]


def part(root: ET.Element, name: str) -> ET.Element:
    (found,) = (e for e in root.iter() if e.get("data-part") == name)
    return found


def stands(element: ET.Element) -> tuple[float, float]:
    """Where an element was put by its transform."""
    x, y = re.match(r"translate\(([-\d.]+) ([-\d.]+)\)", element.get("transform", "")).groups()
    return float(x), float(y)


def tip(element: ET.Element) -> str:
    return element.find(f"{SVG}title").text


def whole(svg: str, players: int) -> ET.Element:
    """The root of a picture that names and describes itself, shows all players, and is not too large."""
    root = parse(svg)
    assert root.get("role") == "img"
    assert [child.tag for child in root][:2] == [f"{SVG}title", f"{SVG}desc"]
    assert len(svg.encode()) < 250_000
    assert len([e for e in root.iter() if e.get("data-part") == "player"]) == players
    return root


def lit(root: ET.Element, wanted: list[tuple[str, str]]) -> list[ET.Element]:
    """What may be done, all that is wanted among it."""
    found = having(root, "data-legal")
    for name, value in wanted:
        assert any(e.get(name) == value for e in found), (name, value)
    return found


def _luminance(colour: str) -> float:
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, two: str) -> float:
    dark, light = sorted((_luminance(one), _luminance(two)))
    return (light + 0.05) / (dark + 0.05)


def _ids(svg: str) -> list[str]:
    return re.findall(r' id="([^"]+)"', svg)


class PictureChecks:
    """Inherited by a game's tests, which bring the fixture `tables` and say how to make a position."""

    draw: ClassVar[Picture]
    components: ClassVar[dict[str, Any]]
    make_state: Callable[..., np.record]  # of the tables and a number of players

    def drawn(self, tables: np.record, state: np.record | None = None, **more: Any) -> str:
        state = self.make_state(tables) if state is None else state
        return self.draw(state, tables, self.components, seat=0, **more)

    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_every_reference_is_defined_and_every_id_is_unique(self, tables, players):
        svg = self.drawn(tables, self.make_state(tables, players))
        ids = _ids(svg)
        assert len(ids) == len(set(ids))
        used = set(re.findall(r'href="#([^"]+)"', svg)) | set(re.findall(r"url\(#([^)]+)\)", svg))
        assert used <= set(ids)

    @pytest.mark.parametrize("players", [2, 4])
    def test_all_that_is_drawn_lies_in_a_part(self, tables, players):
        root = parse(self.drawn(tables, self.make_state(tables, players)))
        drawn = [child for child in root if child.tag.removeprefix(SVG) not in ("title", "desc", "defs")]
        assert all(child.get("data-part") for child in drawn)

    def test_only_the_own_things_can_be_touched(self, tables):
        state = self.make_state(tables)
        for panel in parse(self.drawn(tables, state)).iter():
            if panel.get("data-part") == "player" and panel.get("data-seat") != "0":
                assert not having(panel, "data-key")

    def test_same_position_same_picture_and_ids_of_different_ones_do_not_clash(self, tables):
        one, two = self.make_state(tables), self.make_state(tables)
        assert self.drawn(tables, one) == self.drawn(tables, two)
        two.score[3] += 1
        first, second = (self.drawn(tables, state) for state in (one, two))
        assert not set(_ids(first)) & set(_ids(second))

    def test_names_are_escaped(self, tables):
        evil = '"><script>alert(1)</script>&\x00\ud800'
        svg = self.drawn(tables, names=(evil, "Ágnes", evil))
        assert "<script" not in svg
        assert "Ágnes" in svg
        parse(svg)
        svg.encode()

    def test_nothing_comes_from_elsewhere(self, tables):
        svg = self.drawn(tables)
        assert re.findall(r"https?://[^\"]*", svg) == ["http://www.w3.org/2000/svg"]
        for tag in ("<image", "<style", "<script", "<foreignObject", "@font-face"):
            assert tag not in svg
        assert all(ord(char) < 0x2600 for char in svg)  # no emoji for icons

    def test_a_wrong_theme_is_named(self, tables):
        with pytest.raises(BadOption, match="dark, light"):
            self.drawn(tables, theme="sepia")

    def test_is_quick(self, tables):
        state = self.make_state(tables)
        self.drawn(tables, state)
        took = []
        for _ in range(5):
            start = time.thread_time()  # a busy machine makes it wait, but not work, longer
            self.drawn(tables, state)
            took.append(time.thread_time() - start)
        assert min(took) < 0.06  # 8 to 12 ms where this was written
