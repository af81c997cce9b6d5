"""Many games stepped at once on the CPU."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from coven.core.errors import BadOption, IllegalMove
from coven.core.game import as_seed
from coven.env.observation import layout, reinterpret
from coven.env.rewards import pays

if TYPE_CHECKING:
    from coven.core.doors import Doors
    from coven.core.game import Game

Array = npt.NDArray[Any]


class Step(NamedTuple):
    """What a step tells of every row. The arrays are the batch's own and change with the next step."""

    observation: Any  # float32[n, size], as the seat to act sees it
    mask: Any  # int8[n, actions]: 1 for a legal action
    reward: Any  # float32[n, 4]: what each seat got, when the action ended a game
    done: Any  # bool[n]: the action ended a game, and the rest is of the row's next one
    actor: Any  # int8[n]: the seat to act
    score: Any  # int32[n, 4]: points after the action; of a game that ended, its last


class Batch:
    """n games of one kind; a row whose game ends goes on with its next game."""

    def __init__(
        self,
        game: Game,
        n: int,
        players: int,
        seed: int | None,
        reward: str,
        threads: int,
        options: dict[str, Any],
        made: Doors | None = None,
        into: Step | None = None,
    ) -> None:
        from coven.env.compiled import doors

        self.game = game
        self.n = check_table(game, n, players)
        self.threads = min(_whole("threads", threads), n)
        self.players = players
        self.seed = as_seed(seed)
        self._options, _ = game.definition.options(players, options)
        how = pays(game, players, options, reward)
        self._doors = made or doors(game)
        plan = layout(game.name)
        self.size = plan.size
        self.actions = plan.actions

        self.step_count = 0
        self.number = np.arange(n, dtype=np.int64)
        self._ply = np.zeros(n, np.int64)
        states = np.zeros(n, game.definition.state)
        self._moves = np.zeros((n, game.definition.most_legal), np.int32)
        self._counts = np.zeros(n, np.int32)
        self._sampled = np.zeros(n, np.int32)
        self._last = into or Step(
            np.zeros((n, plan.size), np.float32),
            np.zeros((n, plan.actions), np.int8),
            np.zeros((n, 4), np.float32),
            np.zeros(n, np.bool_),
            np.zeros(n, np.int8),
            np.zeros((n, 4), np.int32),
        )
        self._seen = np.zeros((n, game.definition.state.itemsize // 8), np.int64)
        seen_depth = np.zeros(n, np.int64)
        # The arguments of the compiled loops, in their order; each thread has scratch of its own.
        self._head = (states, reinterpret(states)[3], game.tables)
        self._play = (self.seed, self.number, self._ply, players, self._options)
        self._how = how
        out = self._last
        every = np.arange(len(plan.items))
        self._ways: list[tuple[Any, ...]] = []
        for lo, hi in zip(*_cuts(n, self.threads), strict=True):
            fresh = np.zeros(1, game.definition.state)
            scratch = (np.zeros(game.definition.most_legal, np.int32), fresh, *reinterpret(fresh))
            tail = (*scratch, self._seen, seen_depth, plan.items, plan.scales, np.concatenate([every, every]),
                    self._moves, self._counts, out.observation, out.mask, out.actor)  # fmt: skip
            self._ways.append((lo, hi, tail))
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None

    def reset(self, seed: int | None = None) -> Step:
        """Begin games 0 to n - 1 of the seed, the same as before unless another is given."""
        if seed is not None:
            self.seed = as_seed(seed)
            self._play = (self.seed, *self._play[1:])
        self.step_count = 0
        self.number[:] = np.arange(self.n)
        out = self._last
        out.mask[:] = 0
        told = (out.reward, out.score, out.done)
        self._run(
            lambda lo, hi, tail: self._doors["open_rows"](*self._head, lo, hi, *self._play, *told, *tail)
        )
        return out

    def step(self, actions: Any) -> Step:
        """One action in every game; IllegalMove names the first row whose action is not legal, and changes nothing."""
        given = np.asarray(actions)
        if given.dtype.kind not in "iu":
            raise BadOption(f"step takes whole numbers, one a game, not {given.dtype}")
        chosen = np.ascontiguousarray(given, np.int64)
        if chosen.shape != (self.n,):
            raise BadOption(f"step takes {self.n} actions, one a game, not an array of shape {chosen.shape}")
        row = self._doors["first_illegal"](self._moves, self._counts, chosen)
        if row >= 0:
            self._refuse(row, int(chosen[row]))
        out = self._last
        told = (out.reward, out.score, out.done)
        self._run(
            lambda lo, hi, tail: self._doors["step_rows"](
                *self._head, lo, hi, chosen, *self._play, self._how, *told, *tail
            )
        )
        self.step_count += 1
        return out

    def sample(self) -> Array:
        """A legal action for every row, each as likely as the others; the array changes with the next call."""
        self._doors["sample_rows"](self._moves, self._counts, self.seed, self.step_count, self._sampled)
        return self._sampled

    def _run(self, work: Any) -> None:
        if self._pool is None:
            for way in self._ways:
                work(*way)
        else:
            for future in [self._pool.submit(work, *way) for way in self._ways]:
                future.result()

    def _refuse(self, row: int, action: int) -> None:
        if self._counts[row] == 0:
            raise IllegalMove("no game has begun: call reset() first")
        text = self.game.text(action) if 0 <= action < self.actions else "no move"
        some = ", ".join(str(move) for move in self._moves[row, : min(5, self._counts[row])])
        raise IllegalMove(
            f"action {action} ({text}) of row {row} is not legal: its mask allows {self._counts[row]} actions, "
            f"among them {some}"
        )

    def close(self) -> None:
        """End the batch's threads; it can still be stepped, by one."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None


def check_table(game: Game, n: int, players: int) -> int:
    """How many games, if that and the number of players are possible."""
    if players not in game.players:
        few, many = game.players.start, game.players.stop - 1
        raise BadOption(f"{game.title} is for {few} to {many} players, not {players!r}")
    return _whole("n", n)


def _whole(name: str, number: int) -> int:
    if isinstance(number, bool) or not isinstance(number, int | np.integer) or number < 1:
        raise BadOption(f"{name} is a whole number from 1 on, not {number!r}")
    return int(number)


def _cuts(n: int, parts: int) -> tuple[list[int], list[int]]:
    """Rows cut into parts of about the same size."""
    edges = [n * part // parts for part in range(parts + 1)]
    return edges[:-1], edges[1:]
