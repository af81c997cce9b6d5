"""How strong a network that learns has become: against its older self."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from coven.bots.endless import LONG
from coven.core.plane import Drill
from coven.lab.learner import NEVER
from coven.lab.selfplay import SelfPlayBatch
from coven.lab.torch_network import TorchNetwork

if TYPE_CHECKING:
    from coven.core.game import Game

LONGEST = 4000  # decisions of a game; none comes near
LOOK = 16  # steps between two looks at whether all are over


@torch.no_grad()
def match(
    game: Game, one: TorchNetwork, other: TorchNetwork, games: int, device: str, seed: int
) -> tuple[float, float]:
    """The shares of two-player games that the first wins and loses, the rest is lost by both.

    Each deal is played from both seats, and both play what they find best; chance ends a turn that has no end, which
    would keep everyone waiting.
    """
    won = torch.zeros(2, device=device)
    rows = max(1, games // 2)
    batch = SelfPlayBatch(game, [Drill(2, {}, 1.0)], rows, device)
    n = batch.n
    seen = torch.zeros((n, batch.size), dtype=torch.int8, device=device)
    mask = torch.zeros((n, batch.actions), dtype=torch.bool, device=device)
    actor = torch.zeros(n, dtype=torch.int64, device=device)
    fate, gains = torch.zeros((n, 5), device=device), torch.zeros((n, 4), device=device)
    done = torch.zeros(n, dtype=torch.bool, device=device)
    luck = torch.Generator(device).manual_seed(seed)
    for seat in range(2):
        batch.reset(seed, 0)
        going = torch.ones(n, dtype=torch.bool, device=device)
        for step in range(LONGEST):
            batch.look(seen, mask, actor)
            with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
                said = torch.where((actor == seat)[:, None], one(seen)[0], other(seen)[0]).float()
            endless = batch.in_a_row(actor) > LONG
            said = torch.where(endless[:, None], torch.rand(said.shape, generator=luck, device=device), said)
            batch.step(said.masked_fill(~mask, NEVER).argmax(1), fate, gains, done)
            ended = fate * (going & done)[:, None]
            won += torch.stack([ended[:, seat].sum(), ended[:, 1 - seat].sum()])
            going &= ~done
            if step % LOOK == 0 and not bool(going.any()):
                break
    batch.close()
    one_won, other_won = (won / (2 * n)).tolist()
    return one_won, other_won
