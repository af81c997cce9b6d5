"""The generator and the bit tricks."""

import random

import pytest

from coven.core import bits, chance


def test_known_answers_of_philox():
    """From the authors' reference implementation: counter, key and first word."""
    assert chance.word(0, 0, 0) == 0x6627E8D5


def test_compiled_and_plain_agree_to_the_bit():
    plain = getattr(chance.word, "py_func", chance.word)
    luck = random.Random(1)
    for _ in range(300):
        seed, counter, stream = luck.getrandbits(63), luck.getrandbits(40), luck.getrandbits(8)
        assert chance.word(seed, counter, stream) == plain(seed, counter, stream)


def test_every_number_below_is_about_as_likely():
    seen = [0] * 7
    for i in range(7000):
        seen[chance.below(3, i, 0, 7)] += 1
    assert min(seen) > 850
    assert max(seen) < 1150


@pytest.mark.parametrize("value", [0, 1, 0b1011, 1 << 62, (1 << 63) - 1, 0x0F0F0F0F0F0F0F0F])
def test_counting_bits(value):
    assert bits.count(value) == value.bit_count()
    if value:
        assert bits.lowest(value) == (value & -value).bit_length() - 1
