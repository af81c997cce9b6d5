"""Many games stepped at once on a GPU: the same rules and the same games as on the CPU.

One kernel makes the moves, a game a thread; another writes observations and masks, a game a warp. All arrays stay on
the device and have `__cuda_array_interface__`, so that PyTorch and CuPy share them without a copy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from coven.core.cuda import as_arrays, cuda
from coven.core.errors import BadOption, IllegalMove
from coven.core.game import as_seed
from coven.core.loops import Deal
from coven.core.seats import SEATS
from coven.env.groups import BatchTerms, Cells, Copies, Games, Offers, Shown, StepResult, Views
from coven.env.kernels import SHOW_THREADS, THREADS, WARP, kernels
from coven.env.many import Step, check_table
from coven.env.observation import cells, layout
from coven.env.rewards import pays

if TYPE_CHECKING:
    from coven.core.game import Game


class CudaBatch:
    """n games on the GPU; a row whose game ends goes on with its next game."""

    def __init__(
        self,
        game: Game,
        n: int,
        players: int,
        seed: int | None,
        reward: str,
        check: bool,
        options: dict[str, Any],
        into: Step | None = None,
    ) -> None:
        device = cuda()
        self.game = game
        self.n = check_table(game, n, players)
        self.players = players
        self.seed = as_seed(seed)
        self.check = check
        self.step_count = 0
        self._begun = False
        self._stream: Any = 0  # the default, which waits for all others
        self._refused = 0  # illegal actions already told of
        plan = layout(game.name)
        self.size = plan.size
        self.actions = plan.actions
        self._kernels = kernels(game.name)
        self._grid = ((n + THREADS - 1) // THREADS, THREADS)
        rows = SHOW_THREADS // WARP
        self._show_grid = ((n + rows - 1) // rows, SHOW_THREADS)
        numbers = device.to_device(game.numbers(players, options))
        self._terms = BatchTerms(Deal(players, numbers, self.seed), pays(game, players, options, reward))

        def zeros(shape: Any, dtype: Any) -> Any:
            return device.to_device(np.zeros(shape, dtype))

        most = game.implementation.most_legal
        self.number = zeros(n, np.int64)
        states, (*_, words) = as_arrays(device, n, game.dtype)
        tables = device.to_device(game.tables)
        self._games = Games(states, words, tables, self.number, zeros(n, np.int64))
        copies, views = as_arrays(device, n, game.dtype)
        self._copies = Copies(copies, Views(*views))
        self._cells = Cells(*map(device.to_device, cells(game.name, players)))
        self._weights = device.device_array((n, most), np.int32)
        # The legal moves now and before the last step: those are what the mask must forget.
        self._offers = [
            Offers(device.device_array((n, most), np.int32), zeros(n, np.int32)) for _ in range(2)
        ]
        self._sampled = device.device_array(n, np.int32)
        self._faults = zeros(2, np.int64)
        self._last = into or Step(
            device.device_array((n, plan.size), np.float32),
            zeros((n, plan.actions), np.int8),
            zeros((n, SEATS), np.float32),
            zeros(n, np.bool_),
            zeros(n, np.int8),
            zeros((n, SEATS), np.int32),
        )
        out = self._last
        self._told = StepResult(out.reward, out.score, out.done)
        self._shown = Shown(out.observation, out.mask, out.actor)

    def on(self, stream: int) -> None:
        """Launch on this CUDA stream from now on, by its handle: what is asked of others no longer waits for it."""
        self._stream = cuda().external_stream(stream)

    def reset(self, seed: int | None = None) -> Step:
        """Begin games 0 to n - 1 of the seed, the same as before unless another is given."""
        if seed is not None:
            self.seed = as_seed(seed)
            self._terms = BatchTerms(self._terms.deal._replace(seed=self.seed), self._terms.pays)
        self.step_count = 0
        self._begun = True
        self._refused = 0
        self._offers.reverse()
        self._kernels["begin"][(*self._grid, self._stream)](
            self._games, self._terms.deal, self._told, self._offers[0], self._weights, self._faults
        )
        self._show()
        return self._last

    def step(self, actions: Any) -> Step:
        """One action in every game, from the device or the host.

        A row whose action is not legal stays as it is; `illegal` counts them, and with check=True they raise.
        """
        if not self._begun:
            raise IllegalMove("no game has begun: call reset() first")
        chosen = self._on_device(actions)
        self._offers.reverse()
        offers, before = self._offers
        self._kernels["move"][(*self._grid, self._stream)](
            self._games, chosen, self._terms, self._told, before, offers, self._weights, self._faults
        )
        self._show()
        self.step_count += 1
        if self.check:
            self._refuse()
        return self._last

    def sample(self) -> Any:
        """A legal action for every row, each as likely as the others; the array changes with the next call."""
        self._kernels["sample"][(*self._grid, self._stream)](
            self._offers[0], self.seed, self.step_count, self._sampled
        )
        return self._sampled

    def illegal(self) -> int:
        """Illegal actions since the reset. Waits for the device."""
        return int(self._faults.copy_to_host()[0])

    def _refuse(self) -> None:
        """Tell of an illegal action, once: the steps after it go on."""
        count, row = (int(number) for number in self._faults.copy_to_host())
        if count > self._refused:
            self._refused = count
            self._faults.copy_to_device(np.array([count, 0]))
            raise IllegalMove(
                f"the action of row {row} was not legal: choose where mask[{row}] is 1. The row was left as it is"
            )

    def close(self) -> None:
        """Nothing to end: the arrays are freed when they are no longer used."""

    def _show(self) -> None:
        offers, before = self._offers
        self._kernels["show"][(*self._show_grid, self._stream)](
            self._games, self._copies, self._cells, before, offers, self._shown
        )

    def _on_device(self, actions: Any) -> Any:
        device = cuda()
        if hasattr(actions, "__cuda_array_interface__"):
            chosen = device.as_cuda_array(actions)
        else:
            chosen = device.to_device(np.ascontiguousarray(actions, np.int32))
        if chosen.shape != (self.n,):
            raise BadOption(f"step takes {self.n} actions, one a game, not an array of shape {chosen.shape}")
        return chosen
