"""Sets as bits: as plain Python, and as what a processor has an instruction for."""

from __future__ import annotations

import pytest

from coven.core import bits, inside
from coven.core.cache import disabled
from coven.core.native import native

SETS = [0, 1, 6, 1 << 31, 1 << 32, 0x5555_0000_FFFF, (1 << 55) - 1, 1 << 62, (1 << 63) - 1]


@pytest.mark.parametrize("some", SETS)
def test_how_many_there_are_and_the_first(some: int) -> None:
    assert bits.count(some) == some.bit_count()
    if some:
        assert 1 << bits.lowest(some) == some & -some


@pytest.mark.skipif(disabled(), reason="nothing is compiled")
def test_compiled_they_are_the_same() -> None:
    count, lowest = native(bits.count), native(bits.lowest)
    both = inside.door(lambda some: (count(some), lowest(some)), None, [True])
    for some in SETS:
        assert both(some) == (bits.count(some), bits.lowest(some))
