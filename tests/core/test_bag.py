"""Rows that hold how many there are of each kind, and what is asked of them."""

from __future__ import annotations

import numpy as np
import pytest

from coven.core.bag import kinds, list_draws, nth_kind, total
from coven.core.bits import largest

BAG = np.array([0, 2, 0, 1, 3], np.int8)


def test_how_many_there_are_and_of_which_kinds() -> None:
    assert total(BAG) == 6
    assert kinds(BAG) == 0b11010
    assert (total(BAG * 0), kinds(BAG * 0)) == (0, 0)


def test_each_thing_has_its_place() -> None:
    assert [nth_kind(BAG, n) for n in range(total(BAG))] == [1, 1, 3, 4, 4, 4]


def test_a_draw_is_as_likely_as_there_are_many() -> None:
    out, weights = np.zeros(5, np.int32), np.zeros(5, np.int32)
    n = list_draws(BAG, 20, out, weights)
    assert [*zip(out[:n].tolist(), weights[:n].tolist(), strict=True)] == [(21, 2), (23, 1), (24, 3)]


@pytest.mark.parametrize(
    ("row", "first"), [([3, 6, 1], 0b010), ([6, 1, 6], 0b101), ([0, 0, 0], 0b111), ([-4, -1, -2], 0b010)]
)
def test_the_largest_of_a_row(row: list[int], first: int) -> None:
    assert largest(np.array([*row, 99], np.int16), 3) == first
