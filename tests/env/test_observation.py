"""Observations: documented plane by plane, and blind to what a seat can't know."""

import re
from pathlib import Path

import numpy as np
import pytest

import coven
import coven.env
from coven.env.observation import MOST, layout, observe

PAGE = Path(__file__).parent.parent.parent / "docs" / "environments.md"
GAMES = ["witchstone", "witches"]  # that the documentation tells of


def _documented(title):
    """The rows of a game's table of planes in the documentation."""
    part = PAGE.read_text(encoding="utf-8").split(f"### {title}\n")[1].split("\n### ")[0].split("\n## ")[0]
    return [
        tuple(cell.strip() for cell in row.split("|")[1:-1]) for row in re.findall(r"^\|.*\|$", part, re.M)
    ][2:]


@pytest.mark.parametrize("name", GAMES)
def test_the_documentation_lists_every_plane(name):
    declared = [(p.name, f"{p.slice.start}:{p.slice.stop}", p.about) for p in coven.env.planes(name)]
    assert _documented(coven.load(name).title) == declared


@pytest.mark.parametrize("name", coven.games())
def test_planes_fill_the_observation(name):
    at = 0
    for plane in coven.env.planes(name):
        assert plane.slice.start == at < plane.slice.stop
        at = plane.slice.stop
    assert at == layout(name).size
    assert len({plane.name for plane in coven.env.planes(name)}) == len(coven.env.planes(name))


def _positions(name, players, seed, every):
    """Positions of a random game."""
    game = coven.load(name)
    rng = np.random.default_rng(seed)
    pos = game.new(players, seed=seed)
    while not pos.over:
        if pos.ply % every == 0:
            yield pos
        pos.play(pos.legal[int(rng.integers(len(pos.legal)))])


@pytest.mark.parametrize(
    ("name", "players"), [(name, max(coven.load(name).players)) for name in coven.games()]
)
def test_worlds_a_seat_cannot_tell_apart_look_the_same(name, players):
    """Every seat's observation of sampled worlds, whose hidden facts do differ."""
    differed = hides = 0
    for pos in _positions(name, players, 11, 4):
        for seat in range(players):
            view = pos.view(seat)
            world = view.sample(7)
            differed += world != pos
            hides += any(past.veiled != past.move for past in pos.history())
            assert np.array_equal(observe(view), observe(world.view(seat)))
    assert differed > 20 or not hides


@pytest.mark.parametrize(("name", "players"), [("witchstone", 4), ("witches", 2), ("witches", 1)])
def test_values_are_small_and_finite(name, players):
    for pos in _positions(name, players, 3, 5):
        seen = observe(pos.view(pos.actor))
        assert seen.dtype == np.float32
        assert np.isfinite(seen).all()
        assert abs(seen).max() < MOST / 2


@pytest.mark.parametrize("name", GAMES)
def test_an_observation_says_what_the_view_says(name):
    """Some planes against the fields they show, from every seat: the observer comes first."""
    players = 3
    at = {plane.name: plane.slice for plane in coven.env.planes(name)}
    hand = 15 if name == "witchstone" else 55
    points = 50 if name == "witchstone" else 20
    checked = 0
    for pos in _positions(name, players, 5, 9):
        for seat in range(players):
            view = pos.view(seat)
            seen = observe(view)
            turned = [view.scores[(seat + i) % players] for i in range(players)]
            assert seen[at["score"]] == pytest.approx([score / points for score in turned] + [0])
            assert seen[at["seat"]].tolist() == [float(i == seat) for i in range(4)]
            bits = int(view.state.hand[seat])
            assert seen[at["hand"]].tolist() == [bits >> i & 1 for i in range(hand)]
            asked = int(np.argmax(seen[at["asked seat"]]))
            assert (seat + asked) % players == pos.actor
            checked += 1
    assert checked > 20


def test_facts_of_one_position_each():
    """Counted, set and chosen planes of a position known in full."""
    at = {plane.name: plane.slice for plane in coven.env.planes("witches")}
    pos = next(p for p in _positions("witches", 2, 5, 1) if (p._states["tile"][0] >= 0).any() and p.ply > 60)
    view = pos.view(1)
    seen, state = observe(view), view.state
    tiles = seen[at["tile"]].reshape(25, 21)
    for space in range(25):
        kind = int(state.tile[space])
        assert np.flatnonzero(tiles[space]).tolist() == ([kind] if kind >= 0 else [])
        lookers = int(state.lookers[space])
        shown = seen[at["lookers"]].reshape(25, 4)[space]
        assert shown.tolist() == [lookers >> 1 & 1, lookers & 1, 0, 0]
    assert seen[at["crisis"]] == pytest.approx(state.crisis / 3)
    assert np.flatnonzero(seen[at["at"]].reshape(4, 26)[0]).tolist() == [int(state.at[1])]
    assert not seen[at["at"]].reshape(4, 26)[2:].any()


def test_a_spectator_has_no_observation():
    with pytest.raises(coven.BadOption, match="seat"):
        coven.env.observe(coven.load("witches").new(2, seed=1).view())


@pytest.mark.parametrize("name", GAMES)
def test_players_moves_come_first(name):
    """Actions are the numbers below the first outcome of chance, as many as the documentation says."""
    game = coven.load(name)
    assert f"{coven.env.actions(name)} in {game.title}" in PAGE.read_text(encoding="utf-8")
    pos = game.new(game.players.start, chance="manual")
    rng = np.random.default_rng(2)
    for _ in range(400):
        if pos.over:
            break
        ids = pos.legal.ids
        if pos.actor == coven.CHANCE:
            assert ids.min() >= coven.env.actions(name)
        else:
            assert ids.max() < coven.env.actions(name)
        pos.play(int(ids[rng.integers(len(ids))]))
