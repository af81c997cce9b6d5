"""Sets of cells and places as the bits of a signed 64-bit integer.

Signed, because Numba turns a mix of signed and unsigned 64-bit integers into floats. No set here needs bit 63.
"""

from coven.core.fields import Row
from coven.core.rule import rule


@rule
def count(bits: int) -> int:
    """How many bits are set."""
    x = int(bits)
    x = x - ((x >> 1) & 0x5555555555555555)
    x = (x & 0x3333333333333333) + ((x >> 2) & 0x3333333333333333)
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0F
    x = x + (x >> 8)
    x = x + (x >> 16)
    x = x + (x >> 32)
    return x & 0x7F


@rule
def lowest(bits: int) -> int:
    """The index of the lowest bit set; bits is not 0."""
    x = int(bits)
    return count((x & -x) - 1)


@rule
def largest(row: Row, n: int) -> int:
    """Where the largest of the first n numbers of a row stand, as bits."""
    best = int(row[0])
    bits = 1
    for place in range(1, n):
        if row[place] > best:
            best = int(row[place])
            bits = 0
        bits |= int(row[place] == best) << place
    return bits
