"""Learning from self-play: proximal policy optimisation (PPO) for any number of seats, with or against each other.

Values are vectors: everyone's fate and everyone's points to come, as the seat to act judges them. What a move was
worth to its seat is how much better both became than was said before, added up with falling weight over what followed
(generalised advantages, undiscounted: games end). How much a win and how much points count is a matter of weights, so
it can change while learning without any value becoming wrong.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy, huber_loss

from coven.bots.endless import LONG_ALONE
from coven.bots.network import FATES, LEVELS
from coven.core.errors import BadOption
from coven.core.seats import SEATS
from coven.lab.repeated import Repeated, aside, new_stream
from coven.lab.selfplay import RolloutBuffer, SelfPlayBatch, turned
from coven.lab.torch_network import TorchNetwork

GAINS = 20.0  # weight of guessing the points, which are small numbers, so that all layers learn to
GOLDEN = 0x9E3779B1
LIMITS = {"wide": (1, 2048), "deep": (1, 2048), "trace": (0.0, 1.0)}  # as bots/neurons.py can add up
NEVER = -1e9  # the logit of a move that is not legal


@dataclass(frozen=True)
class Recipe:
    """How it is learned. Where there are two numbers, the first is for the beginning and the second for the end."""

    games: int = 65_536  # at once
    steps: int = 32  # of each game between two rounds of learning
    piece: int = 65_536  # decisions learned from at once
    passes: int = 1  # over what was played
    rate: tuple[float, float] = (1e-3, 5e-5)
    entropy: tuple[float, float] = (0.02, 0.001)
    points: tuple[float, float] = (2.0, 0.5)  # weight of a lead of POINTS beside a win
    clip: float = 0.2
    trace: float = 0.97  # how much of what follows is credited to a decision
    haste: float = 3e-4  # of a win, what a decision costs its seat: else it may go on for ever where it can
    patience: int = 60  # decisions in a row of one seat, before chance ends a turn that has no end
    norm: float = 1.0  # the longest gradient
    wide: int = 512
    deep: int = 256

    @classmethod
    def usual(cls, device: str, **given: Any) -> Recipe:
        """The recipe for a device: a CPU plays and learns in small."""
        small = {"games": 256, "piece": 2048, "passes": 2, "wide": 128, "deep": 64}
        return cls(**{**({} if device == "cuda" else small), **given})

    @classmethod
    def kept(cls, kept: dict[str, Any]) -> Recipe:
        """The recipe of a checkpoint."""
        given: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in kept.items()
        }
        return cls(**given)

    def check(self) -> None:
        """BadOption says which number can't be learned with."""
        for name, value in asdict(self).items():
            for one in value if isinstance(value, tuple) else (value,):
                least, most = LIMITS.get(name, (1, 1 << 30) if isinstance(one, int) else (0.0, 1e6))
                if not least <= one <= most:
                    raise BadOption(f"{name} is a number from {least:,} to {most:,}, not {one}")

    def at(self, progress: float) -> dict[str, float]:
        """What changes, at a point between the beginning (0) and the end (1)."""
        return {
            name: first + (last - first) * min(1.0, progress)
            for name, value in asdict(self).items()
            if isinstance(value, tuple)
            for first, last in [value]
        }


def act(
    network: TorchNetwork, seen: Tensor, mask: Tensor, endless: Tensor, rows: Tensor, columns: Tensor
) -> tuple[Tensor, ...]:
    """A move as likely as the network says, how likely that was, how many were legal, and what it says of all seats.

    In a turn without end any move is as likely as the others. Nobody chose it: it is told as the only one.
    """
    logits, fate, gains = network(seen)
    logits = logits.float().masked_fill(endless[:, None], 0.0).masked_fill(~mask, NEVER)
    move = (logits - torch.log(-torch.log(noise(rows, columns)))).argmax(1)
    logs = logits.gather(1, move[:, None])[:, 0] - logits.logsumexp(1)
    choices = mask.sum(1, dtype=torch.float32).masked_fill(endless, 1.0)
    return move, logs, choices, fate.softmax(1), gains


def noise(rows: Tensor, columns: Tensor) -> Tensor:
    """Numbers between 0 and 1, both left out: a hash of a random number a row and of one a column.

    A generator's own number for each of thousands of moves, of which few are legal, takes longer than all the rest.
    """
    x = rows[:, None] + columns
    x = (x ^ (x >> 15 & 0x1FFFF)) * 0x2C1B3C6D
    x = (x ^ (x >> 12 & 0xFFFFF)) * 0x297A2D39
    x = x ^ (x >> 15 & 0x1FFFF)
    return (x >> 9 & 0x7FFFFF).float() * 2.0**-23 + 2.0**-24


def losses(
    network: TorchNetwork,
    seen: Tensor,
    mask: Tensor,
    lesson: Tensor,
    move: Tensor,
    entropy: Tensor,
    clip: float,
) -> tuple[Tensor, Tensor]:
    """What is to become less, and figures to show. A row's lesson: log, advantage, fate, gains."""
    old, gain, fate_then, gains_then = lesson[:, 0], lesson[:, 1], lesson[:, 2:7], lesson[:, 7:]
    logits, fate, gains = network(seen)
    logs = logits.float().masked_fill(~mask, NEVER).log_softmax(1)
    spread = -(logs.exp() * logs).sum(1).mean()
    # Not by gather: its gradient is written to a tensor of zeros as large as the logits.
    played = torch.arange(logs.shape[1], device=logs.device) == move[:, None]
    change = torch.where(played, logs, 0.0).sum(1) - old
    ratio = change.exp()
    better = torch.minimum(ratio * gain, ratio.clamp(1 - clip, 1 + clip) * gain).mean()
    unlikely = cross_entropy(fate, fate_then)
    missed = huber_loss(gains, gains_then)
    total = -better - entropy * spread + 0.5 * unlikely + GAINS * missed
    moved = (ratio - 1 - change).mean()  # an estimate of the divergence from the policy that played
    return total, torch.stack([spread, unlikely, missed, moved]).detach()


def rows_of(table: Tensor, which: Tensor) -> Tensor:
    """Rows of small numbers, copied eight bytes at a time."""
    return table.view(torch.int64)[which].view(table.dtype)


class Learner:
    """A network, its optimiser, the games it plays and what it remembers of them."""

    def __init__(self, network: TorchNetwork, batch: SelfPlayBatch, recipe: Recipe) -> None:
        self.network = network
        self.batch = batch
        self.recipe = recipe
        self.buffer = m = RolloutBuffer.room(recipe.steps, batch)
        device = batch.device
        self._cuda = cuda = device == "cuda"
        self._rate = torch.tensor(recipe.rate[0], device=device)
        self._entropy = torch.tensor(recipe.entropy[0], device=device)
        self._points = torch.tensor(recipe.points[0], device=device)
        # Who plays alone makes every decision of a game.
        self._patience = torch.where(batch.players > 1, recipe.patience, LONG_ALONE)
        self.optimiser = torch.optim.AdamW(
            network.parameters(), self._rate if cuda else recipe.rate[0], eps=1e-5, weight_decay=1e-4, fused=cuda,
            capturable=cuda,
        )  # fmt: skip
        self._columns = (torch.arange(batch.actions) * GOLDEN % 2**32 - 2**31).to(torch.int32).to(device)
        self._act: Callable[..., tuple[Tensor, ...]] = torch.compile(act) if cuda else act
        self._losses: Callable[..., tuple[Tensor, Tensor]] = torch.compile(losses) if cuda else losses
        # What is learned from, a row a decision, and where it is found; which rows; the figures to show.
        self._rows = (m.seen.flatten(0, 1), m.mask.flatten(0, 1), m.move.flatten())
        self._lesson = torch.zeros((recipe.steps * batch.n, 2 + FATES + SEATS), device=device)
        self._part = torch.zeros(recipe.piece, dtype=torch.int64, device=device)
        self._shown = torch.zeros(4, device=device)
        self._stream = new_stream() if cuda else None
        # A batch changes places for what it offers at every step: only after an even number they are as before.
        self._play = Repeated(self._steps, None if recipe.steps % 2 else self._stream)
        self._recall = Repeated(self._lessons, self._stream)
        self._update = Repeated(self._step, self._stream)

    def restore(self, state: dict[str, Any]) -> None:
        """Go on with the optimiser of a checkpoint, whatever device that was made on."""
        self.optimiser.load_state_dict(state)
        for group in self.optimiser.param_groups:
            group |= {"fused": self._cuda, "capturable": self._cuda, "lr": self._rate if self._cuda else 0.0}

    def begin(self, seed: int, number: int) -> None:
        """New games."""
        self.batch.reset(seed, number)
        self._play.forget()

    def _fast(self) -> torch.autocast:
        """Half precision where there is hardware for it."""
        device = "cuda" if self._cuda else "cpu"
        return torch.autocast(device, torch.bfloat16, enabled=self._cuda, cache_enabled=False)

    def play(self) -> None:
        """So many steps in every game."""
        with aside(self._stream):
            self._play()

    @torch.no_grad()
    def _steps(self) -> None:
        m, batch = self.buffer, self.batch
        steps = self.recipe.steps
        with self._fast():
            for t in range(steps + 1):
                batch.look(m.seen[t], m.mask[t], m.actor[t])
                if t == steps:
                    said, gains = self.network.judge(m.seen[t])
                    fate = said.softmax(1)
                else:
                    luck = torch.randint(-(2**31), 2**31, (batch.n,), dtype=torch.int32, device=batch.device)
                    move, log, choices, fate, gains = self._act(
                        self.network,
                        m.seen[t],
                        m.mask[t],
                        batch.in_a_row(m.actor[t]) > self._patience,
                        luck,
                        self._columns,
                    )
                    m.move[t], m.log[t], m.choices[t] = move, log, choices
                    batch.step(move, m.fate[t], m.gains[t], m.done[t])
                m.said_fate[t] = turned(fate, m.actor[t], batch.players, back=True)
                m.said_gains[t] = turned(gains, m.actor[t], batch.players, back=True)

    def advantages(self) -> tuple[Tensor, Tensor, Tensor]:
        """Of every decision and seat: how much better fate and points became than was said, and choices to come.

        Where there was no choice, what follows is credited in full to the decisions before.
        """
        m = self.buffer
        going = (~m.done).float()[..., None]
        trace = torch.where(m.choices > 1, self.recipe.trace, 1.0)[..., None].roll(-1, 0)
        seats = torch.arange(SEATS, device=m.actor.device)
        asked = (m.actor[:-1, :, None] == seats) & (m.choices > 1)[..., None]
        fates, gains, tolls = [], [], []
        fate = torch.zeros_like(m.fate[0])
        gain = torch.zeros_like(m.gains[0])
        toll = torch.zeros_like(m.gains[0])
        for t in reversed(range(self.recipe.steps)):
            follows = trace[t] * going[t]
            fate = m.fate[t] + going[t] * m.said_fate[t + 1] - m.said_fate[t] + follows * fate
            gain = m.gains[t] + going[t] * m.said_gains[t + 1] - m.said_gains[t] + follows * gain
            toll = asked[t] + follows * toll
            fates.append(fate)
            gains.append(gain)
            tolls.append(toll)
        return torch.stack(fates[::-1]), torch.stack(gains[::-1]), torch.stack(tolls[::-1])

    def worth(self, fate: Tensor, gain: Tensor, toll: Tensor) -> Tensor:
        """What the seat to act wins by that: against others its own fate and lead, together everyone's."""
        actor = self.buffer.actor[: self.recipe.steps, :, None]
        players = self.batch.players[:, None]
        won, gained = fate[..., :SEATS], gain
        own = gained.gather(2, actor)
        total = gained.sum(2, keepdim=True)
        lead = own - (total - own) / (players - 1).clamp(min=1)
        together = self.batch.together[:, None]
        chance = torch.where(together, won.sum(2, keepdim=True), won.gather(2, actor))
        paid = self.recipe.haste * toll.gather(2, actor)
        return (chance + self._points * torch.where(together, total / players, lead) - paid)[..., 0]

    @torch.no_grad()
    def reach(self) -> list[float]:
        """The highest values of the hidden layers in the last step: what whole numbers must be able to say."""
        network = self.network
        given = self.buffer.seen[-1].float() / LEVELS
        found = []
        for layer in (network.first, network.second, network.third):
            given = torch.relu(layer(given))
            found.append(float(given.amax()))
        return found

    def learn(self, progress: float, luck: torch.Generator) -> Tensor:
        """Learn from what is remembered; returns the figures to show."""
        recipe = self.recipe
        now = recipe.at(progress)
        with aside(self._stream):
            self._rate.fill_(now["rate"])
            self._entropy.fill_(now["entropy"])
            self._points.fill_(now["points"])
            self._shown.zero_()
            if not self._cuda:
                for group in self.optimiser.param_groups:
                    group["lr"] = now["rate"]
            self._recall()
            rows = (self.buffer.choices.flatten() > 1).nonzero()[:, 0]  # without a choice nothing is learned
            piece = min(recipe.piece, len(rows))
            count = len(rows) // piece
            whole = piece == recipe.piece
            for _ in range(recipe.passes):
                order = rows[torch.randperm(len(rows), generator=luck, device=luck.device).to(rows.device)]
                for part in order[: count * piece].view(count, piece):
                    if whole:
                        self._part.copy_(part)
                        self._update()
                    else:
                        self._learn_from(part)
            return self._shown / (count * recipe.passes)

    @torch.no_grad()
    def _lessons(self) -> None:
        """What is to be learned from what is remembered."""
        m, steps = self.buffer, self.recipe.steps
        fate, gain, toll = self.advantages()
        worth = self.worth(fate, gain, toll)
        actor = m.actor[:steps]
        # Below 0 or above 1 as they may be: cut off, what is learned would no longer be the mean.
        fate = turned(m.said_fate[:steps] + fate, actor, self.batch.players)
        gain = turned(m.said_gains[:steps] + gain, actor, self.batch.players)
        chosen = m.choices > 1
        count = chosen.sum()
        mean = torch.where(chosen, worth, 0.0).sum() / count
        spread = (torch.where(chosen, worth - mean, 0.0).square().sum() / count).sqrt()
        worth = (worth - mean) / (spread + 1e-6)
        torch.cat(
            [m.log[..., None], worth[..., None], fate, gain],
            2,
            out=self._lesson.view(steps, -1, 2 + FATES + SEATS),
        )

    def _step(self) -> None:
        self._learn_from(self._part)

    def _learn_from(self, part: Tensor) -> None:
        """One step of the optimiser, from some rows."""
        seen, mask, move = self._rows
        with self._fast():
            loss, figures = self._losses(
                self.network, rows_of(seen, part), rows_of(mask, part), self._lesson[part], move[part],
                self._entropy, self.recipe.clip,
            )  # fmt: skip
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(self.network.parameters(), self.recipe.norm)
        self.optimiser.step()
        self._shown += figures
