"""Learning on a real GPU: it can be repeated, and what it learned plays the same on a CPU. Left out without one."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import coven
import coven.env
from coven.bots import network as networks
from coven.bots import neurons
from coven.bots.network import LEVELS, MOST, SHIFT
from coven.core.cuda import cuda

try:
    cuda()
except coven.BadOption as missing:
    pytest.skip(str(missing), allow_module_level=True)
torch = pytest.importorskip("torch")

from coven.env.compiled import compiled_doors  # noqa: E402
from coven.lab import checkpoints  # noqa: E402
from coven.lab.learner import Recipe  # noqa: E402
from coven.lab.train import Training  # noqa: E402

GAMES = 1000


def settled(sums, factor):
    """A layer's values from its sums, as in bots/neurons.py. The sums are exact: doubles hold 53 bits."""
    return ((sums.long() * factor + neurons.HALF) >> SHIFT).clamp(0, MOST).double()


def on_gpu(layers, seen, mask):
    """The moves that the whole numbers find best, all rows at once."""
    there = {name: torch.tensor(array, device="cuda") for name, array in layers._asdict().items()}
    value = (seen * LEVELS).round().clamp(-128, 127).double()
    for name in ("first", "second", "third"):
        sums = value @ there[name].double() + there[f"{name}_add"].double()
        value = settled(sums, there[f"{name}_factor"])
    sums = (value @ there["moves"].double().T + there["moves_add"].double()).long()
    logits = (sums * there["moves_factor"] + neurons.HALF) >> SHIFT
    # The first of the best, as the lists of moves are in order.
    best = torch.where(mask != 0, logits, torch.iinfo(torch.int64).min)
    return (best == best.amax(1, keepdim=True)).to(torch.int8).argmax(1)


@pytest.mark.parametrize("name", ["witchstone", "witches"])
def test_a_network_plays_the_same_on_both(name):
    game = coven.load(name).compile()
    layers = networks.load(game).layers
    made = compiled_doors(game)
    here = coven.env.batch(game, GAMES, players=2, seed=11)
    there = coven.env.batch(game, GAMES, players=2, seed=11, device="cuda", check=True)
    mine, theirs = here.reset(), there.reset()
    room = neurons.Activations(
        *(np.zeros(size, np.int32) for size in (layers.first.shape[1],) * 2),
        np.zeros((2, layers.third.shape[0]), np.int32),
        np.zeros(layers.third.shape[0], np.int32),
    )
    logits = np.zeros(layers.moves.shape[0], np.int32)
    ended = np.zeros(GAMES, bool)
    moves = 0
    while not ended.all():
        chosen = on_gpu(
            layers,
            torch.as_tensor(theirs.observation, device="cuda"),
            torch.as_tensor(theirs.mask, device="cuda"),
        )
        given = np.clip(np.rint(mine.observation * LEVELS), -128, 127).astype(np.int8)
        own = np.zeros(GAMES, np.int32)
        for i in range(GAMES):
            legal = mine.mask[i].nonzero()[0].astype(np.int32)
            if len(legal) > 1:
                made.think(given[i], layers, room)
                made.weigh(room.deep[1], legal, len(legal), layers, logits)
            own[i] = legal[logits[: len(legal)].argmax()] if len(legal) > 1 else legal[0]
        assert np.array_equal(own, chosen.cpu().numpy())
        moves += int((~ended).sum())
        mine, theirs = here.step(own), there.step(chosen)
        ended |= mine.done
    print(f"{game.title}: {moves} moves of {GAMES} games, all the same")


def train(game, folder: Path, rounds: int, kept=None) -> Training:
    recipe = Recipe.usual("cuda", games=512, steps=8, piece=512, wide=64, deep=32)
    made = Training(game, recipe, folder, "cuda", 3, 10**9, every=3)
    if kept is not None:
        made.resume(kept)
    made.goal = rounds * made.batch.n * recipe.steps
    made._progress = lambda spent, minutes: made.round / 100
    made.run()
    return made


def test_the_same_seed_learns_the_same_and_going_on_is_not_seen(tmp_path):
    game = coven.load("witches")
    whole = train(game, tmp_path / "whole", 6)
    train(game, tmp_path / "half", 3)
    kept = checkpoints.load(tmp_path / "half" / checkpoints.NAME, game)
    rest = train(game, tmp_path / "half", 6, kept)
    for name, value in whole.network.state_dict().items():
        assert torch.equal(value, rest.network.state_dict()[name]), name
