"""Many games stepped at once on the CPU."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from coven.core.errors import BadOption, IllegalMove
from coven.core.game import as_seed
from coven.core.loops import Deal
from coven.core.seats import SEATS
from coven.env.groups import BatchTerms, Copies, Games, Memory, Offers, Plan, Screen, Shown, StepResult
from coven.env.observation import layout, reinterpret
from coven.env.rewards import pays

if TYPE_CHECKING:
    from coven.core.game import Game
    from coven.env.compiled import EnvDoors

Array = npt.NDArray[Any]


class Step(NamedTuple):
    """What a step tells of every row. The arrays are the batch's own and change with the next step."""

    observation: Any  # float32[n, size], as the seat to act sees it
    mask: Any  # int8[n, actions]: 1 for a legal action
    reward: Any  # float32[n, SEATS]: what each seat got, when the action ended a game
    done: Any  # bool[n]: the action ended a game, and the rest is of the row's next one
    actor: Any  # int8[n]: the seat to act
    score: Any  # int32[n, SEATS]: points after the action; of a game that ended, its last


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
        made: EnvDoors | None = None,
        into: Step | None = None,
    ) -> None:
        from coven.env.compiled import compiled_doors

        self.game = game
        self.n = check_table(game, n, players)
        self.threads = min(_whole("threads", threads), n)
        self.players = players
        self.seed = as_seed(seed)
        deal = Deal(players, game.numbers(players, options), self.seed)
        self._terms = BatchTerms(deal, pays(game, players, options, reward))
        self._doors = made or compiled_doors(game)
        plan = layout(game.name)
        self.size = plan.size
        self.actions = plan.actions

        self.step_count = 0
        self.number = np.arange(n, dtype=np.int64)
        states = np.zeros(n, game.dtype)
        self._games = Games(
            states, reinterpret(states).eights, game.tables, self.number, np.zeros(n, np.int64)
        )
        most = game.implementation.most_legal
        self._offers = Offers(np.zeros((n, most), np.int32), np.zeros(n, np.int32))
        self._sampled = np.zeros(n, np.int32)
        self._last = into or Step(
            np.zeros((n, plan.size), np.float32),
            np.zeros((n, plan.actions), np.int8),
            np.zeros((n, SEATS), np.float32),
            np.zeros(n, np.bool_),
            np.zeros(n, np.int8),
            np.zeros((n, SEATS), np.int32),
        )
        out = self._last
        self._told = StepResult(out.reward, out.score, out.done)
        seen = np.zeros((n, game.dtype.itemsize // 8), np.int64)
        depth = np.zeros(n, np.int64)
        shown = Shown(out.observation, out.mask, out.actor)
        every = np.arange(len(plan.items))
        self._ways: list[tuple[int, int, Screen]] = []  # of each thread, which has scratch of its own
        for lo, hi in zip(*_cuts(n, self.threads), strict=True):
            fresh = np.zeros(1, game.dtype)
            memory = Memory(seen, depth, Copies(fresh, reinterpret(fresh)), np.zeros(most, np.int32))
            items = Plan(plan.items, plan.scales, np.concatenate([every, every]))
            self._ways.append((lo, hi, Screen(items, memory, self._offers, shown)))
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None

    def reset(self, seed: int | None = None) -> Step:
        """Begin games 0 to n - 1 of the seed, the same as before unless another is given."""
        if seed is not None:
            self.seed = as_seed(seed)
            self._terms = BatchTerms(self._terms.deal._replace(seed=self.seed), self._terms.pays)
        self.step_count = 0
        self.number[:] = np.arange(self.n)
        out = self._last
        out.mask[:] = 0
        games, deal, told = self._games, self._terms.deal, self._told
        self._run(lambda lo, hi, screen: self._doors.open_rows(games, lo, hi, deal, told, screen))
        return out

    def step(self, actions: Any) -> Step:
        """One action in every game; IllegalMove names the first row whose action is not legal, and changes nothing."""
        given = np.asarray(actions)
        if given.dtype.kind not in "iu":
            raise BadOption(f"step takes whole numbers, one a game, not {given.dtype}")
        chosen = np.ascontiguousarray(given, np.int64)
        if chosen.shape != (self.n,):
            raise BadOption(f"step takes {self.n} actions, one a game, not an array of shape {chosen.shape}")
        row = self._doors.first_illegal(self._offers, chosen)
        if row >= 0:
            self._refuse(row, int(chosen[row]))
        games, terms, told = self._games, self._terms, self._told
        self._run(lambda lo, hi, screen: self._doors.step_rows(games, lo, hi, chosen, terms, told, screen))
        self.step_count += 1
        return self._last

    def sample(self) -> Array:
        """A legal action for every row, each as likely as the others; the array changes with the next call."""
        self._doors.sample_rows(self._offers, self.seed, self.step_count, self._sampled)
        return self._sampled

    def _run(self, work: Any) -> None:
        if self._pool is None:
            for lo, hi, screen in self._ways:
                work(lo, hi, screen)
        else:
            for future in [self._pool.submit(work, lo, hi, screen) for lo, hi, screen in self._ways]:
                future.result()

    def _refuse(self, row: int, action: int) -> None:
        moves, counts = self._offers
        if counts[row] == 0:
            raise IllegalMove("no game has begun: call reset() first")
        text = self.game.text(action) if 0 <= action < self.actions else "no move"
        some = ", ".join(str(move) for move in moves[row, : min(5, counts[row])])
        raise IllegalMove(
            f"action {action} ({text}) of row {row} is not legal: its mask allows {counts[row]} actions, "
            f"among them {some}"
        )

    def close(self) -> None:
        """End the batch's threads; it can still be stepped, by one."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None


def check_table(game: Game, n: int, players: int) -> int:
    """How many games, if that and the number of players are possible."""
    game.check_players(players)
    return _whole("n", n)


def _whole(name: str, number: int) -> int:
    if isinstance(number, bool) or not isinstance(number, int | np.integer) or number < 1:
        raise BadOption(f"{name} is a whole number from 1 on, not {number!r}")
    return int(number)


def _cuts(n: int, parts: int) -> tuple[list[int], list[int]]:
    """Rows cut into parts of about the same size."""
    edges = [n * part // parts for part in range(parts + 1)]
    return edges[:-1], edges[1:]
