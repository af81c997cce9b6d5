"""What every picture shares."""

from __future__ import annotations

import pytest

from coven.core import art
from coven.core.art import DARK, LIGHT, Palette


@pytest.mark.parametrize("palette", [DARK, LIGHT])
def test_what_glows_says_so(palette: Palette) -> None:
    assert art.circle(0, 0, 1, palette.glow).endswith(f'fill="{palette.glow}" data-fill="glow"/>')
    assert f'stroke="{palette.glow}" data-stroke="glow"' in art.path("M0,0", stroke=palette.glow)


def test_what_only_has_the_colour_does_not() -> None:
    assert "glow" not in art.circle(0, 0, 1, DARK.focus, stroke=DARK.line)
