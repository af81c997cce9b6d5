"""Coven's games in OpenSpiel: importing this registers each as `coven_` and its name, with its options as parameters.

    import pyspiel
    import coven.env.openspiel
    game = pyspiel.load_game("coven_witches(players=3,mode=coop)")

Luck is explicit chance nodes, moves are the numbers of the game's own moves, and every tensor and string is made from
the view of the seat that asks.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from coven.core.errors import BadOption

try:
    import pyspiel
except ImportError as missing:
    raise BadOption("this needs OpenSpiel: pip install 'coven[openspiel]'") from missing

from coven.core.option import Option
from coven.core.position import Position
from coven.core.registry import definition, games, load
from coven.core.seats import CHANCE
from coven.core.view import View
from coven.env.groups import Pays
from coven.env.observation import layout, observe
from coven.env.rewards import paid, pays

LONGEST = 5000  # actions of a game, several times the longest seen


def _usual(option: Option) -> Any:
    """What stands for an option that is not given: OpenSpiel wants a value for each, of the kind it takes."""
    if option.switch:
        return False
    if option.seat:
        return -1
    return int(option.values[0].text) if all(value.text.isdecimal() for value in option.values) else ""


@cache
def _zero_sum(name: str) -> bool:
    """Whether one's win is always another's loss: not where all may win or lose as one."""
    game = load(name)
    return not any(
        game.definition.together(game.definition.settle(players, options).written)
        for players, _, options in game.tables_to_try()
    )


def _type(name: str) -> Any:
    game = load(name)
    utility = pyspiel.GameType.Utility.ZERO_SUM if _zero_sum(name) else pyspiel.GameType.Utility.GENERAL_SUM
    return pyspiel.GameType(
        short_name=f"coven_{name}",
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.players.stop - 1,
        min_num_players=game.players.start,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": 2}
        | {option.name: _usual(option) for option in game.definition.options},
    )


Table = tuple[str, int, tuple[tuple[str, Any], ...]]  # game, players, options


@cache
def _begin(table: Table) -> tuple[Position, Pays]:
    """A new game with all luck to come, and how it pays."""
    name, players, given = table
    game = load(name).compile()
    chosen = dict(given)
    return game.new(players, chance="manual", **chosen), pays(game, players, chosen, "win")


class CovenGame(pyspiel.Game):  # type: ignore[misc]
    """A game of Coven; its options are parameters."""

    name = ""
    kind: Any = None

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        usuals = {option.name: _usual(option) for option in definition(self.name).options}
        # All that is kept here can be pickled: OpenSpiel writes games and states that way.
        self.table = (
            self.name,
            int(given.get("players", 2)),
            tuple((key, given[key]) for key, usual in usuals.items() if given.get(key, usual) != usual),
        )
        _begin(self.table)  # refuses options that are not possible
        plan = layout(self.name)
        sums = {"utility_sum": 0.0} if _zero_sum(self.name) else {}
        info = pyspiel.GameInfo(
            num_distinct_actions=plan.actions,
            max_chance_outcomes=len(load(self.name)._texts) - plan.actions,
            num_players=self.table[1],
            min_utility=-1.0,
            max_utility=1.0,
            max_game_length=LONGEST,
            **sums,
        )
        super().__init__(self.kind, info, given)

    def new_initial_state(self) -> CovenState:
        return CovenState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> CovenObserver:
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return CovenObserver(self.name, recall)


class Kept:
    """A position that can be pickled, as the moves that led to it: a game itself can't."""

    def __init__(self, table: Table, position: Position) -> None:
        self.table = table
        self.position = position

    def __deepcopy__(self, memo: dict[int, Any]) -> Kept:
        return Kept(self.table, self.position.copy())

    def __reduce__(self) -> tuple[Any, ...]:
        return _replay, (self.table, [past.move for past in self.position.history()])


def _replay(table: Table, moves: list[int]) -> Kept:
    position = _begin(table)[0].copy()
    for move in moves:
        position.play(move)
    return Kept(table, position)


class CovenState(pyspiel.State):  # type: ignore[misc]
    """A position of a game; outcomes of luck are numbered from 0 after the players' moves."""

    def __init__(self, game: CovenGame) -> None:
        super().__init__(game)
        start, self._how = _begin(game.table)
        self._kept = Kept(game.table, start.copy())
        self._shift = layout(game.name).actions

    @property
    def position(self) -> Position:
        """The position, as the rest of Coven knows it."""
        return self._kept.position

    def current_player(self) -> int:
        actor = self.position.actor
        if actor is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if actor == CHANCE else actor

    def _legal_actions(self, player: int) -> list[int]:
        ids: list[int] = self.position.legal.ids.tolist()
        return ids

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(move.id - self._shift, chance) for move, chance in self.position.chances]

    def _apply_action(self, action: int) -> None:
        self.position.play(action + self._shift if self.position.actor == CHANCE else action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.game.text(action + self._shift if player == pyspiel.PlayerId.CHANCE else action)

    def is_terminal(self) -> bool:
        return self.position.over

    def returns(self) -> list[float]:
        players = self.position.players
        if not self.position.over:
            return [0.0] * players
        return paid(self.position.game, self.position._states, self._how)[:players]

    def __str__(self) -> str:
        texts = (self.position.game.text(past.move) for past in self.position.history())
        return "\n".join(texts)


class CovenObserver:
    """What a seat may know: the planes of its observation, and its log as text.

    The tensor is the same with and without perfect recall: it says what is, not how it came about; the text of an
    information state is the whole log.
    """

    def __init__(self, name: str, recall: bool) -> None:
        plan = layout(name)
        self._recall = recall
        self.tensor = np.zeros(plan.size, np.float32)
        self.dict = {plane.name: self.tensor[plane.slice] for plane in plan.planes}

    def set_from(self, state: CovenState, player: int) -> None:
        self.tensor[:] = observe(state.position.view(player))

    def string_from(self, state: CovenState, player: int) -> str:
        view = state.position.view(player)
        head = f"seat {player}, scores {' '.join(map(str, view.scores))}"
        return "\n".join([head, *_told(view)]) if self._recall else f"{head}\n{view._states.tobytes().hex()}"


def _told(view: View) -> list[str]:
    return [f"{'luck' if entry.actor == CHANCE else entry.actor}: {entry.text}" for entry in view.log]


def _register(name: str) -> None:
    kind = _type(name)
    made = type(f"Coven{name.title()}", (CovenGame,), {"name": name, "kind": kind})
    pyspiel.register_game(kind, made)


for _name in games():
    _register(_name)
