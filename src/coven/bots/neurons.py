"""Evaluating a network in whole numbers, compiled: the same on every machine to the last bit.

The first layer is a sum over the inputs that are set, a few hundred of thousands; of the moves only those that are
legal get a logit. See network.Layers for what the arrays are. No sum can leave its 32 bits: hidden values have 12,
weights 8, and no layer has more than 2,048 inputs but the first, whose inputs have 8.
"""

import numpy as np

from coven.core.rule import rule

MOST = 4095
SHIFT = 24
HALF = 1 << (SHIFT - 1)
FATES = 5
HEADS = 9
UNIT = 1024


@rule
def settle(sums, factor, out):
    """The values of a layer from its sums."""
    for k in range(sums.shape[0]):
        value = (np.int64(sums[k]) * factor[k] + HALF) >> SHIFT
        out[k] = np.int32(min(max(value, 0), MOST))


@rule
def add_rows(given, weights, sums):
    """Add to the sums the weights of every input that is not 0, times the input."""
    width = np.uint64(weights.shape[1])
    for j in range(given.shape[0]):
        value = np.int32(given[j])
        if value != 0:
            row = np.uint64(j)
            for k in range(width):
                sums[k] = np.int32(sums[k] + value * np.int32(weights[row, k]))


@rule
def think(
    given, first, first_add, first_factor, second, second_add, second_factor, third, third_add, third_factor,
    wide, wide_sums, deep, deep_sums,
):  # fmt: skip
    """From inputs in levels to the last hidden layer, deep[1]; wide and deep are scratch."""
    for k in range(wide.shape[0]):
        wide_sums[k] = first_add[k]
    add_rows(given, first, wide_sums)
    settle(wide_sums, first_factor, wide)
    for k in range(deep.shape[1]):
        deep_sums[k] = second_add[k]
    add_rows(wide, second, deep_sums)
    settle(deep_sums, second_factor, deep[0])
    for k in range(deep.shape[1]):
        deep_sums[k] = third_add[k]
    add_rows(deep[0], third, deep_sums)
    settle(deep_sums, third_factor, deep[1])


@rule
def weigh(hidden, moves, n, weights, add, factor, logits):
    """The logits of the first n moves of a list, in UNITs."""
    width = np.uint64(hidden.shape[0])
    for i in range(n):
        move = np.uint64(moves[i])
        total = np.int32(add[move])
        for k in range(width):
            total = np.int32(total + hidden[k] * np.int32(weights[move, k]))
        logits[i] = np.int32((np.int64(total) * factor[move] + HALF) >> SHIFT)


@rule
def soft(x):
    """e to the x for x up to 0, by multiplying alone: libraries differ in the last bit."""
    if x < -30.0:
        return 0.0
    power = 1.0 + x / 1048576.0
    for _ in range(20):
        power *= power
    return power


@rule
def judge(hidden, weights, add, factor, fates, gains):
    """How likely each seat is to win, the last for nobody, and the points each will gain, in a game's POINTS."""
    best = -1e9
    for i in range(HEADS):
        total = np.int64(add[i])
        for k in range(hidden.shape[0]):
            total += np.int64(hidden[k]) * np.int64(weights[i, k])
        value = float((total * factor[i] + HALF) >> SHIFT) / UNIT
        if i < FATES:
            fates[i] = value
            best = max(best, value)
        else:
            gains[i - FATES] = value
    total = 0.0
    for i in range(FATES):
        fates[i] = soft(fates[i] - best)
        total += fates[i]
    for i in range(FATES):
        fates[i] /= total
