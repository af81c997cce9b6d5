"""A game as a Gymnasium environment: one seat against bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
from gymnasium import spaces

from coven.bots import bot
from coven.core.errors import BadOption
from coven.core.position import Position
from coven.env.deals import Deals
from coven.env.observation import MOST, Floats, layout, observe
from coven.env.rewards import paid, pays
from coven.env.show import MODES, check_mode, show

if TYPE_CHECKING:
    from coven.core.game import Game

ILLEGAL = -1.0


class SeatEnv(gymnasium.Env[Floats, np.int64]):
    """One seat of a game. An action its mask does not allow gives the game up: it ends there, with reward -1."""

    def __init__(
        self,
        game: Game,
        seat: int,
        bots: str | Sequence[str],
        players: int,
        seed: int | None,
        reward: str,
        render_mode: str | None,
        options: dict[str, Any],
    ) -> None:
        if seat not in range(players):
            raise BadOption(f"there is no seat {seat!r}: seats are 0 to {players - 1}")
        specs = [bots] * (players - 1) if isinstance(bots, str) else list(bots)
        if len(specs) != players - 1:
            raise BadOption(
                f"{len(specs)} bots for {players - 1} other seats: give one for all, or one for each"
            )
        for spec in specs:
            bot(spec).prepare(game)  # refuses what it does not know
        self.metadata = {"render_modes": MODES, "render_fps": 4}
        self.render_mode = check_mode(render_mode)
        self.game = game
        self.seat = seat
        others = [other for other in range(players) if other != seat]
        self._specs = dict(zip(others, specs, strict=True))
        self._deals = Deals(game, players, seed, options)
        self._how = pays(game, players, options, reward)
        plan = layout(game.name)
        self.observation_space = spaces.Box(-MOST, MOST, (plan.size,), np.float32)
        self.action_space = spaces.Discrete(plan.actions)
        self.position: Position = self._deals.first()
        self._bots: dict[int, Any] = {}
        self._given_up = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Floats, dict[str, Any]]:
        """The next game; with a seed, that seed's first."""
        super().reset(seed=seed)
        self.position = self._deals.next(seed)
        self._bots = {seat: bot(spec, seed=self._deals.key ^ seat) for seat, spec in self._specs.items()}
        self._given_up = False
        self._others_move()
        return self._told()

    def step(self, action: np.int64 | int) -> tuple[Floats, float, bool, bool, dict[str, Any]]:
        """The seat's move, then the bots' until it is asked again or the game is over."""
        if self.position.over or self._given_up:
            raise BadOption("the game is over: call reset()")
        if int(action) not in self.position.legal:
            self._given_up = True
            observation, info = self._told()
            return observation, ILLEGAL, True, False, {**info, "illegal": True}
        self.position.play(int(action))
        self._others_move()
        over = self.position.over
        reward = paid(self.game, self.position._states, self._how)[self.seat] if over else 0.0
        observation, info = self._told()
        return observation, reward, over, False, info

    def _others_move(self) -> None:
        while not self.position.over and self.position.actor != self.seat:
            seat = self.position.actor
            assert seat is not None
            self.position.play(self._bots[seat].choose(self.position.view(seat)))

    def _told(self) -> tuple[Floats, dict[str, Any]]:
        mask = np.zeros(layout(self.game.name).actions, np.int8)
        if not self.position.over and not self._given_up:
            mask[self.position.legal.ids] = 1
        info = {"action_mask": mask, "scores": self.position.scores}
        return observe(self.position.view(self.seat)), info

    def render(self) -> str | None:
        """The table as the render mode asks for it."""
        return show(self.position, self.render_mode, self.seat)
