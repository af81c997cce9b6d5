"""Evaluating a network in whole numbers, compiled: the same on every machine to the last bit.

The first layer is a sum over the inputs that are set, a few hundred of thousands; of the moves only those that are
legal get a logit. See network.Layers for what the arrays are. No sum can leave its 32 bits: hidden values have 12,
weights 8, and no layer has more than 2,048 inputs but the first, whose inputs have 8.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from coven.bots.network import FATES, HEADS, MOST, SHIFT, UNIT, Layers
from coven.core.rule import rule
from coven.core.state import Numbers

HALF = 1 << (SHIFT - 1)


class Activations(NamedTuple):
    """Scratch: the values and sums of the first hidden layer, and of the others."""

    wide: Numbers
    wide_sums: Numbers
    deep: Numbers
    deep_sums: Numbers


@rule
def settle(sums: Numbers, factor: Numbers, out: Numbers) -> None:
    """The values of a layer from its sums."""
    for k in range(sums.shape[0]):
        value = (np.int64(sums[k]) * factor[k] + HALF) >> SHIFT
        out[k] = np.int32(min(max(value, 0), MOST))


@rule
def add_row(weights: Numbers, row: int, value: int, sums: Numbers) -> None:
    """Add to the sums the weights of one input, times the input."""
    at = np.uint64(row)
    factor = np.int32(value)
    for k in range(np.uint64(weights.shape[1])):
        sums[k] = np.int32(sums[k] + factor * np.int32(weights[at, k]))


@rule
def add_rows(given: Numbers, weights: Numbers, sums: Numbers) -> None:
    """Add to the sums the weights of every input that is not 0, times the input."""
    for j in range(given.shape[0]):
        if given[j] != 0:
            add_row(weights, j, int(given[j]), sums)


@rule
def begin(layers: Layers, room: Activations) -> None:
    """The first layer's sums before any input."""
    for k in range(room.wide.shape[0]):
        room.wide_sums[k] = layers.first_add[k]


@rule
def think(given: Numbers, layers: Layers, room: Activations) -> None:
    """From inputs in levels to the last hidden layer, room.deep[1]."""
    begin(layers, room)
    add_rows(given, layers.first, room.wide_sums)
    think_on(layers, room)


@rule
def think_on(layers: Layers, room: Activations) -> None:
    """From the first layer's sums to the last hidden layer."""
    settle(room.wide_sums, layers.first_factor, room.wide)
    for k in range(room.deep.shape[1]):
        room.deep_sums[k] = layers.second_add[k]
    add_rows(room.wide, layers.second, room.deep_sums)
    settle(room.deep_sums, layers.second_factor, room.deep[0])
    for k in range(room.deep.shape[1]):
        room.deep_sums[k] = layers.third_add[k]
    add_rows(room.deep[0], layers.third, room.deep_sums)
    settle(room.deep_sums, layers.third_factor, room.deep[1])


@rule
def weigh(hidden: Numbers, moves: Numbers, n: int, layers: Layers, logits: Numbers) -> None:
    """The logits of the first n moves of a list, in UNITs."""
    width = np.uint64(hidden.shape[0])
    for i in range(n):
        move = np.uint64(moves[i])
        total = np.int32(layers.moves_add[move])
        for k in range(width):
            total = np.int32(total + hidden[k] * np.int32(layers.moves[move, k]))
        logits[i] = np.int32((np.int64(total) * layers.moves_factor[move] + HALF) >> SHIFT)


@rule
def soft(x: float) -> float:
    """e to the x for x up to 0, by multiplying alone: libraries differ in the last bit."""
    if x < -30.0:
        return 0.0
    power = 1.0 + x / 1048576.0
    for _ in range(20):
        power *= power
    return power


@rule
def judge(hidden: Numbers, layers: Layers, fates: Numbers, gains: Numbers) -> None:
    """How likely each seat is to win, the last for nobody, and the points each will gain, in a game's POINTS."""
    best = -1e9
    for i in range(HEADS):
        total = np.int64(layers.heads_add[i])
        for k in range(hidden.shape[0]):
            total += np.int64(hidden[k]) * np.int64(layers.heads[i, k])
        value = float((total * layers.heads_factor[i] + HALF) >> SHIFT) / UNIT
        if i < FATES:
            fates[i] = value
            best = max(best, value)
        else:
            gains[i - FATES] = value
    all_of_them = 0.0
    for i in range(FATES):
        fates[i] = soft(fates[i] - best)
        all_of_them += fates[i]
    for i in range(FATES):
        fates[i] /= all_of_them
