"""A game as a PettingZoo environment: agents take turns, each told what its seat may know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from coven.core.position import Position
from coven.env.deals import Deals
from coven.env.observation import MOST, layout, observe
from coven.env.rewards import paid, pays
from coven.env.show import MODES, check_mode, show

if TYPE_CHECKING:
    from coven.core.game import Game


class TurnsEnv(AECEnv):  # type: ignore[misc]
    """Every seat an agent: seat_0, seat_1, ... Observations are {"observation", "action_mask"}."""

    def __init__(
        self,
        game: Game,
        players: int,
        seed: int | None,
        reward: str,
        render_mode: str | None,
        options: dict[str, Any],
    ) -> None:
        super().__init__()
        self.metadata = {"name": f"coven_{game.name}_v0", "render_modes": MODES, "is_parallelizable": False}
        self.render_mode = check_mode(render_mode)
        self.game = game
        self._deals = Deals(game, players, seed, options)
        self._how = pays(game, players, options, reward)
        self._actions = layout(game.name).actions
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.agents = list(self.possible_agents)
        self._spaces = {agent: self._space() for agent in self.agents}
        self._choices = {agent: spaces.Discrete(self._actions) for agent in self.agents}
        self.position: Position = self._deals.first()

    def _space(self) -> spaces.Dict:
        seen = spaces.Box(-MOST, MOST, (layout(self.game.name).size,), np.float32)
        mask = spaces.Box(0, 1, (self._actions,), np.int8)
        return spaces.Dict({"observation": seen, "action_mask": mask})

    def observation_space(self, agent: str) -> spaces.Dict:
        """What `observe` gives: the observation, and a mask of the legal actions."""
        return self._spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Every move of the game, by its number."""
        return self._choices[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """The next game; with a seed, that seed's first."""
        self.position = self._deals.next(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._turn()

    def _turn(self) -> None:
        if self.position.actor is not None:
            self.agent_selection = self.possible_agents[self.position.actor]
        self.infos = {agent: {"action_mask": self._mask(agent)} for agent in self.agents}

    def _mask(self, agent: str) -> Any:
        mask = np.zeros(self._actions, np.int8)
        if self.position.actor == self.possible_agents.index(agent):
            mask[self.position.legal.ids] = 1
        return mask

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent may know, with a mask that allows nothing unless it is the one to act."""
        seat = self.possible_agents.index(agent)
        return {"observation": observe(self.position.view(seat)), "action_mask": self._mask(agent)}

    def step(self, action: int | None) -> None:
        """The move of the agent selected; IllegalMove if its mask does not allow it."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        self.position.play(-1 if action is None else int(action))
        if self.position.over:
            got = paid(self.game, self.position._states, self._how)
            for seat, agent in enumerate(self.possible_agents):
                self.rewards[agent] = got[seat]
                self.terminations[agent] = True
        self._accumulate_rewards()
        self._turn()

    def render(self) -> str | None:
        """The table as the render mode asks for it."""
        return show(self.position, self.render_mode, self.position.actor)

    def close(self) -> None:
        """Nothing to close."""
