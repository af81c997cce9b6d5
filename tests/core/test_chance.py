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


def test_a_seed_is_two_words_of_streams_beside_each_other():
    """These numbers stand in records of bots and of the laboratory: they must not change."""
    luck = random.Random(2)
    for _ in range(100):
        seed, counter, stream = luck.getrandbits(63), luck.getrandbits(40), luck.getrandbits(8)
        low, high = (chance.word(seed, counter, one) for one in (stream, stream + 1))
        assert chance.seed_from(seed, counter, stream) == high // 2 * 2**32 + low
    assert chance.seed_from(7, 1, chance.GAME_STREAM) == 5417759329846362257


def test_no_stream_is_used_for_two_things():
    """Where seeds are drawn, the stream that follows is used as well."""
    streams = {name: number for name, number in vars(chance).items() if name.endswith("_STREAM")}
    double = {"GAME_STREAM", "WORLD_STREAM", "ITERATION_STREAM"}
    used = [*streams.values(), *(streams[name] + 1 for name in double)]
    assert sorted(used) == list(range(len(used)))


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
