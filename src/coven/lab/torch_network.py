"""The network that learns, in PyTorch. For play lab/export.py writes it in whole numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn

from coven.bots.network import FATES, LEVELS
from coven.core.seats import SEATS

if TYPE_CHECKING:
    from coven.core.game import Game


class TorchNetwork(nn.Module):
    """From what a seat sees to a logit for every move, and to what becomes of every seat, the observer first.

    `fate` are logits of who will win, the last one of nobody; `gains` are the points still to come, in units of the
    game's POINTS.
    """

    def __init__(self, size: int, actions: int, wide: int, deep: int) -> None:
        super().__init__()
        self.first = nn.Linear(size, wide)
        self.second = nn.Linear(wide, deep)
        self.third = nn.Linear(deep, deep)
        self.moves = nn.Linear(deep, actions)
        self.fate = nn.Linear(deep, FATES)
        self.gains = nn.Linear(deep, SEATS)
        for layer in (self.first, self.second, self.third):
            nn.init.zeros_(layer.bias)
            nn.init.kaiming_normal_(layer.weight, nonlinearity="relu")
        nn.init.normal_(self.first.weight, std=0.06)  # a few hundred of thousands of inputs are set
        for head in (self.moves, self.fate, self.gains):
            nn.init.normal_(head.weight, std=0.01)
            nn.init.zeros_(head.bias)

    def body(self, seen: Tensor) -> Tensor:
        """The last hidden layer; what is seen is in whole levels (see `levels`)."""
        given = seen.to(torch.bfloat16 if seen.is_cuda else torch.float32) * (1.0 / LEVELS)
        hidden = torch.relu(self.first(given))
        return torch.relu(self.third(torch.relu(self.second(hidden))))

    def forward(self, seen: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Logits of the moves, of everyone's fate, and the points to come."""
        hidden = self.body(seen)
        return self.moves(hidden), self.fate(hidden).float(), self.gains(hidden).float()

    def judge(self, seen: Tensor) -> tuple[Tensor, Tensor]:
        """The same without the moves."""
        hidden = self.body(seen)
        return self.fate(hidden).float(), self.gains(hidden).float()


def padded(size: int) -> int:
    """A size the hardware likes; what is added is never set."""
    return -(-size // 64) * 64


def levels(observation: Tensor) -> Tensor:
    """An observation in whole levels, as the network sees it while it learns and when it plays."""
    return (observation * LEVELS).round().clamp(-128, 127).to(torch.int8)


def network(game: Game, wide: int, deep: int) -> TorchNetwork:
    """A new network for a game."""
    from coven.env.observation import layout

    plan = layout(game.name)
    return TorchNetwork(padded(plan.size), padded(plan.actions), wide, deep)
