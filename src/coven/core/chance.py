"""Where luck comes from: a counter-based generator kept outside the state.

Philox 4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", 2011). A draw is a pure function of
a seed and a counter, so the same seed gives the same game on every machine and in every order of execution.
Only integers of 64 bits are used, and every intermediate is masked, so the uncompiled code agrees to the bit.
"""

from coven.core.rule import rule

SEED_BITS = 63

# Streams: draws of different use never share a counter.
CHANCE_STREAM = 0  # what the rules leave to luck
PLAYER_STREAM = 1  # moves of random and light seats
GAME_STREAM = 2  # and 3: the seeds of many games
WORLD_STREAM = 4  # and 5: worlds that a bot imagines
ITERATION_STREAM = 6  # and 7: of a search
EVEN_STREAM = 8  # rolls spread evenly over worlds
ACTION_STREAM = 9  # random actions in a batch


@rule
def word(seed: int, counter: int, stream: int) -> int:
    """32 random bits for this seed, counter and stream."""
    a = int(counter) & 0xFFFFFFFF
    b = (int(counter) >> 32) & 0xFFFFFFFF
    c = int(stream) & 0xFFFFFFFF
    d = 0
    key = int(seed) & 0xFFFFFFFF
    key2 = (int(seed) >> 32) & 0xFFFFFFFF
    for _ in range(10):
        first = a * 0xD2511F53
        second = c * 0xCD9E8D57
        a, b, c, d = (
            ((second >> 32) & 0xFFFFFFFF) ^ b ^ key,
            second & 0xFFFFFFFF,
            ((first >> 32) & 0xFFFFFFFF) ^ d ^ key2,
            first & 0xFFFFFFFF,
        )
        key = (key + 0x9E3779B9) & 0xFFFFFFFF
        key2 = (key2 + 0xBB67AE85) & 0xFFFFFFFF
    return a


@rule
def seed_from(seed: int, counter: int, stream: int) -> int:
    """A seed of its own for this seed, counter and stream; it takes the stream that follows, too."""
    return word(seed, counter, stream) | (word(seed, counter, stream + 1) >> 1) << 32


@rule
def below(seed: int, counter: int, stream: int, n: int) -> int:
    """A number from 0 to n - 1, every one as likely as the others to one part in 2**32 / n."""
    return (word(seed, counter, stream) * int(n)) >> 32
