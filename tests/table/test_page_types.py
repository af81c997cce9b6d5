"""What is sent to pages has the same fields in Python's types as in those of the scripts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from coven.table import page_types

WIRE = (Path(page_types.__file__).parent / "wire.d.ts").read_text(encoding="utf-8")
FOUND_BY_THE_PAGE = {"parts"}  # never sent
ALIKE = {
    "Choice": page_types.ChoiceShown,
    "LogLine": page_types.LogLineShown,
    "Points": page_types.PointsShown,
    "Lesson": page_types.LessonShown,
    "Picture": page_types.PictureShown,
    "PageState": page_types.PageState,
}


def fields(interface: str) -> set[str]:
    """What an interface of the scripts names."""
    found = re.search(rf"^  interface {interface} \{{\n(.*?)^  \}}", WIRE, re.DOTALL | re.MULTILINE)
    assert found, interface
    return set(re.findall(r"^    (\w+)\??:", found[1], re.MULTILINE)) - FOUND_BY_THE_PAGE


@pytest.mark.parametrize("name", ALIKE)
def test_both_languages_name_the_same(name: str) -> None:
    assert fields(name) == set(ALIKE[name].__annotations__)


def test_a_new_part_has_what_a_part_has() -> None:
    assert fields("Part") | {"pieces", "from", "at"} == set(page_types.NewPart.__annotations__)
