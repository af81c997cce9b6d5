"""Games of several kinds played side by side by one network, and what is remembered of them to learn from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch import Tensor

import coven.env
from coven.bots.network import FATES
from coven.core.errors import BadOption, CovenError
from coven.core.plane import Drill
from coven.core.seats import SEATS
from coven.env.many import Step
from coven.env.many_cuda import CudaBatch
from coven.env.observation import declared, layout
from coven.env.rewards import pays
from coven.lab.repeated import new_stream
from coven.lab.torch_network import levels, padded

if TYPE_CHECKING:
    from coven.core.game import Game

ROWS = 32  # a table's games come in so many at once


def drills(game: Game) -> list[Drill]:
    """What a game says is to be learned; else every number of players alike."""
    given = declared(game.name).training or tuple(Drill(players, {}, 1.0) for players in game.players)
    total = sum(drill.share for drill in given)
    return [replace(drill, share=drill.share / total) for drill in given]


class SelfPlayBatch:
    """The rows of all set-ups one after another, as tensors on one device."""

    def __init__(self, game: Game, ways: Sequence[Drill], games: int, device: str, threads: int = 1) -> None:
        if device == "cuda":
            check_gpu()
        plan = layout(game.name)
        self.size, self.actions = padded(plan.size), padded(plan.actions)
        self.device = device
        self.points = declared(game.name).points
        rows = [max(1, round(games * way.share / ROWS)) * ROWS if games >= ROWS else games for way in ways]
        ends = np.cumsum(rows).tolist()
        self._cuts = [slice(end - count, end) for end, count in zip(ends, rows, strict=True)]
        self.n = n = ends[-1]
        self._told = Step(
            *(
                torch.zeros((n, *shape), dtype=kind, device=device)
                for shape, kind in (
                    ((plan.size,), torch.float32),
                    ((plan.actions,), torch.int8),
                    ((SEATS,), torch.float32),
                    ((), torch.bool),
                    ((), torch.int8),
                    ((SEATS,), torch.int32),
                )
            )
        )
        self._envs = [
            coven.env.batch(
                game,
                cut.stop - cut.start,
                way.players,
                seed=0,
                device=device,
                threads=threads,
                into=Step(*(_array(whole[cut]) for whole in self._told)),
                **way.options,
            )
            for way, cut in zip(ways, self._cuts, strict=True)
        ]

        # A set-up's games are too few to fill a GPU: all play at the same time.
        self._streams: list[torch.cuda.Stream] = []
        for env in self._envs:
            if isinstance(env, CudaBatch):
                self._streams.append(new_stream())
                env.on(self._streams[-1].cuda_stream)

        def by_row(values: Sequence[int | bool]) -> Tensor:
            return torch.tensor(np.repeat(values, rows), device=device)

        self.players = by_row([way.players for way in ways])
        self.together = by_row([bool(pays(game, way.players, dict(way.options), "win")[1]) for way in ways])
        self._way = torch.nn.functional.one_hot(by_row(range(len(ways)))).double()
        self._score = torch.zeros((n, SEATS), device=device)
        self._last = torch.zeros(n, dtype=torch.int64, device=device)  # who was asked before
        self._in_a_row = torch.zeros(n, dtype=torch.int32, device=device)
        # Since they were last read, by set-up: games that ended, points in them, and games nobody won.
        self.counted = torch.zeros((len(ways), 3), dtype=torch.float64, device=device)
        fused = torch.compile if device == "cuda" else lambda function: function
        self._show: Callable[..., None] = fused(show)
        self._account: Callable[..., None] = fused(account)

    def reset(self, seed: int, number: int) -> None:
        """Begin anew: other games for every number."""
        with self._side_by_side():
            for k, env in enumerate(self._envs):
                env.reset(int(np.random.SeedSequence((seed, number, k)).generate_state(1, np.uint64)[0] >> 1))
        self._score.zero_()
        self._in_a_row.zero_()

    def look(self, seen: Tensor, mask: Tensor, actor: Tensor) -> None:
        """What the seats to act see, may do and are, into rows that are given."""
        told = self._told
        self._show(told.observation, told.mask, told.actor, seen, mask, actor)

    def in_a_row(self, actor: Tensor) -> Tensor:
        """How often each game has asked the same seat by now, this time included; called once a step."""
        self._in_a_row[:] = torch.where(actor == self._last, self._in_a_row, 0) + 1
        self._last[:] = actor
        return self._in_a_row

    def step(self, moves: Tensor, fate: Tensor, gains: Tensor, done: Tensor) -> None:
        """A move in every game; who won, of games that ended, and the points gained, into rows that are given."""
        with self._side_by_side():
            for env, cut in zip(self._envs, self._cuts, strict=True):
                chosen = moves[cut]
                env.step(chosen if chosen.is_cuda else chosen.numpy())
        told = self._told
        self._account(
            told.reward, told.done, told.score, self._score, self.players, self.points, fate, gains, done
        )
        self._in_a_row.masked_fill_(done, 0)
        figures = torch.stack([done, (told.score.sum(1) * done), fate[:, SEATS]], 1).double()
        self.counted += self._way.T @ figures

    @contextmanager
    def _side_by_side(self) -> Iterator[None]:
        """What the batches do is after all that was asked for before, and all that is asked for next after them."""
        for stream in self._streams:
            stream.wait_stream(torch.cuda.current_stream())
        yield
        for stream in self._streams:
            torch.cuda.current_stream().wait_stream(stream)

    def check(self) -> None:
        """Refuse to go on where a GPU was given moves that are not legal; a CPU refuses them itself."""
        if self.device == "cuda" and any(env.illegal() for env in self._envs if isinstance(env, CudaBatch)):
            raise CovenError(
                "the network chose moves that are not legal: this GPU's compiled code is not to be trusted"
            )

    def close(self) -> None:
        """End the threads of the batches."""
        for env in self._envs:
            env.close()


def check_gpu() -> None:
    """Say what is missing where both Numba and PyTorch must reach the GPU."""
    from coven.core.cuda import cuda

    cuda()
    if not torch.cuda.is_available():
        raise BadOption("this PyTorch has no CUDA: install one that has, or train on the CPU (--device cpu)")


def _array(tensor: Tensor) -> Any:
    """The same memory as the batches write it."""
    if not tensor.is_cuda:
        return tensor.numpy()
    from coven.core.cuda import cuda

    return cuda().as_cuda_array(tensor)


def show(observation: Tensor, legal: Tensor, who: Tensor, seen: Tensor, mask: Tensor, actor: Tensor) -> None:
    """What the batches tell, as it is remembered."""
    seen[:, : observation.shape[1]] = levels(observation)
    mask[:, : legal.shape[1]] = legal != 0
    actor[:] = who


def account(
    reward: Tensor, ended: Tensor, score: Tensor, before: Tensor, players: Tensor, points: float,
    fate: Tensor, gains: Tensor, done: Tensor,
) -> None:  # fmt: skip
    """The last three from what the batches tell; a game that ended was told with its last score, the next has 0."""
    fate[:] = outcome(reward, ended, players)
    gains[:] = (score - before) / points
    done[:] = ended
    before[:] = torch.where(ended[:, None], 0.0, score.float())


def outcome(reward: Tensor, ended: Tensor, players: Tensor) -> Tensor:
    """Each seat's share of the win and nobody's, from what `pay` in env/loops.py paid; nothing of games that go on."""
    best = reward.amax(1, keepdim=True)
    nobody = (best <= 0) & (reward < 0).any(1, keepdim=True)
    present = torch.arange(SEATS, device=reward.device) < players[:, None]
    won = torch.where(
        best > 0, reward > 0, present & ~nobody
    ).float()  # all paid nothing: everyone shares the win
    found = torch.cat([won / won.sum(1, keepdim=True).clamp(min=1), nobody.float()], 1)
    return torch.where(ended[:, None], found, 0.0)


@dataclass
class RolloutBuffer:
    """What happened in so many steps of every row. Fates and gains are by seat, not yet from a seat's eyes."""

    seen: Tensor
    mask: Tensor
    actor: Tensor
    move: Tensor
    log: Tensor  # how likely the move was
    choices: Tensor  # how many moves were legal
    fate: Tensor  # who won, of games that ended
    gains: Tensor
    done: Tensor
    said_fate: Tensor  # what the network said before the move, and after the last step
    said_gains: Tensor

    @classmethod
    def room(cls, steps: int, batch: SelfPlayBatch) -> RolloutBuffer:
        def zeros(*shape: int, dtype: torch.dtype = torch.float32) -> Tensor:
            return torch.zeros(shape, dtype=dtype, device=batch.device)

        n = batch.n
        return cls(
            zeros(steps + 1, n, batch.size, dtype=torch.int8),
            zeros(steps + 1, n, batch.actions, dtype=torch.bool),
            zeros(steps + 1, n, dtype=torch.int64),
            zeros(steps, n, dtype=torch.int64),
            zeros(steps, n),
            zeros(steps, n),
            zeros(steps, n, FATES),
            zeros(steps, n, SEATS),
            zeros(steps, n, dtype=torch.bool),
            zeros(steps + 1, n, FATES),
            zeros(steps + 1, n, SEATS),
        )


def turned(by_seat: Tensor, actor: Tensor, players: Tensor, back: bool = False) -> Tensor:
    """Values by seat as counted from the one to act, or back; what stands behind the four seats stays."""
    seats = torch.arange(SEATS, device=by_seat.device)
    shift = -actor if back else actor
    other = (seats + shift[..., None]) % players[..., None]
    index = torch.where(seats < players[..., None], other, seats)
    return torch.cat([by_seat[..., :SEATS].gather(-1, index), by_seat[..., SEATS:]], -1)
