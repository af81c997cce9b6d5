"""Rising lists of moves, as rules fill them."""

from coven.core.bits import lowest
from coven.core.fields import Row
from coven.core.rule import rule


@rule
def list_bits(bits: int, base: int, out: Row, n: int) -> int:
    """Add base + i for every bit i that is set to a list of n; returns how many it has then."""
    rest = int(bits)
    while rest != 0:
        out[n] = base + lowest(rest)
        n += 1
        rest &= rest - 1
    return n


@rule
def find(out: Row, n: int, move: int) -> int:
    """The place of a move in a rising list of n, or -1."""
    low = 0
    high = n
    while low < high:
        middle = (low + high) // 2
        if out[middle] < move:
            low = middle + 1
        else:
            high = middle
    return low if low < n and out[low] == move else -1
