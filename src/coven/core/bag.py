"""Bags: how many there are of each kind, as a row of the state."""

from coven.core.fields import Row
from coven.core.rule import rule


@rule
def total(bag: Row) -> int:
    """How many things are in a bag."""
    found = 0
    for kind in range(len(bag)):
        found += int(bag[kind])
    return found


@rule
def kinds(bag: Row) -> int:
    """The kinds it has any of, as bits."""
    found = 0
    for kind in range(len(bag)):
        found |= int(bag[kind] > 0) << kind
    return found


@rule
def nth_kind(bag: Row, n: int) -> int:
    """The kind of the nth thing, from 0 on, if those of a kind lie beside each other."""
    rest = int(n)
    kind = 0
    while rest >= bag[kind]:
        rest -= int(bag[kind])
        kind += 1
    return kind


@rule
def list_draws(bag: Row, base: int, out: Row, weights: Row) -> int:
    """List base + kind for every kind there is, each as likely as there are many; returns how many kinds."""
    n = 0
    for kind in range(len(bag)):
        if bag[kind] > 0:
            out[n] = base + kind
            weights[n] = bag[kind]
            n += 1
    return n
