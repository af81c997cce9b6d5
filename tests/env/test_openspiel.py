"""OpenSpiel: its own simulation test passes, and its search plays."""

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import mcts

import coven
import coven.env
import coven.env.openspiel  # registers the games

SPECS = [
    *(f"coven_{name}" for name in coven.games()),
    "coven_witches(players=1)",
    "coven_witches(players=3,mode=coop)",
]


@pytest.mark.parametrize("spec", SPECS)
def test_random_simulation(spec):
    pyspiel.random_sim_test(pyspiel.load_game(spec), num_sims=1, serialize=True, verbose=False)


def _deal(state, rng):
    """Luck, until a player is asked."""
    while state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        assert sum(chances) == pytest.approx(1)
        state.apply_action(int(rng.choice(outcomes, p=chances)))


@pytest.mark.parametrize("name", coven.games())
def test_mcts_plays_a_game(name):
    game = pyspiel.load_game(f"coven_{name}")
    rng = np.random.RandomState(3)
    search = mcts.MCTSBot(game, 1.0, 2, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    state = game.new_initial_state()
    _deal(state, rng)
    while not state.is_terminal():
        assert state.current_player() == state.position.actor
        state.apply_action(search.step(state) if state.current_player() == 0 else state.legal_actions()[0])
        _deal(state, rng)
    assert state.position.over
    assert len(state.returns()) == 2
    assert max(abs(value) for value in state.returns()) == 1.0


def test_tensors_and_texts_come_from_the_view():
    game = pyspiel.load_game("coven_witches")
    rng = np.random.RandomState(3)
    state = game.new_initial_state()
    for _ in range(20):
        _deal(state, rng)
        for player in range(2):
            view = state.position.view(player)
            assert state.observation_tensor(player) == coven.env.observe(view).tolist()
            assert state.information_state_tensor(player) == coven.env.observe(view).tolist()
        other = state.information_state_string(1)
        hidden = [past for past in state.position.history() if past.veiled != past.move and past.knowers == 1]
        for past in hidden:  # cards that seat 0 alone drew
            text = state.position.game.text(past.move)
            assert text not in other.split("\n")
            assert f"luck: {text}" in state.information_state_string(0).split("\n")
        state.apply_action(int(rng.choice(state.legal_actions())))
    assert hidden


def test_options_are_parameters():
    state = pyspiel.load_game("coven_witchstone(players=3,first=2)").new_initial_state()
    assert state.position.players == 3
    assert state.position.options["first"] == "2"
    harder = pyspiel.load_game("coven_witches(players=1,harder=True)").new_initial_state()
    assert harder.position.options["harder"] == "yes"
    with pytest.raises(coven.BadOption, match="solo is for 1 player"):
        pyspiel.load_game("coven_witches(players=2,mode=solo)")
