"""A card that is shown and kept: what all know of it, how it is told and drawn, and what bots make of it (TW-E9)."""

from __future__ import annotations

import random

import numpy as np
import pytest

from coven.core.choice import offered
from coven.core.position import Position
from coven.core.state import clone
from coven.games.witches import rules, statistics
from coven.games.witches.state import SEATS
from tests.games.witches import table
from tests.games.witches.scene import scene
from tests.games.witches.table import GAME, cards, doing, facts, play
from tests.games.witches.test_judgement import appeal, best

VIEWERS = (None, 0, 1)
PAST = ("to Oak", "play You", "hard Lily at Oak")


def crossing(hand: str = "You Tick", other: str = "Igor", **more: object) -> Position:
    """Seat 0 has shown a card at the Blasted Oak, where a face-down tile lies."""
    return doing("move", scene(hands=(hand, other), Oak="hard"), at="Well Stone", **more)  # type: ignore[arg-type]


def kept() -> Position:
    """She stopped, and keeps the card; the tile is turned up."""
    return play(crossing(), *PAST, "stay", "hard Lily at Oak")


# -- who knows of it -----------------------------------------------------------------------------------------


@pytest.mark.rule("TW-E9")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_all_see_the_card_and_know_that_she_keeps_it(viewer):
    for position in (play(crossing(), *PAST), kept()):  # while it lies open, and when she has stopped
        s = position.view(viewer).state
        assert int(s.known[0]) == cards("You")
        assert int(s.hand[0]) == (cards("You Tick") if viewer == 0 else cards("You"))
        assert int(s.deck) & cards("You") == 0


@pytest.mark.rule("TW-E9")
def test_what_she_looked_at_and_holds_besides_stays_her_secret():
    one = play(crossing("You Tick"), *PAST)
    two = play(crossing("You Igor", "Tick"), "to Oak", "play You", "hard Duke at Oak")
    for viewer in (None, 1):
        views = one.view(viewer), two.view(viewer)
        assert views[0].prompt() == views[1].prompt()
        assert views[0].pending() == views[1].pending()
        if viewer is None:
            assert bytes(views[0]) == bytes(views[1])
    told = [entry.text for entry in one.view(1).log]
    assert told == ["to Oak", "play You", "hard ? at Oak to 0"]


@pytest.mark.rule("TW-E9")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_every_world_that_fits_leaves_her_the_card(viewer):
    seat = -1 if viewer is None else viewer
    hands = set()
    for seed in range(30):
        states = clone(kept()._states)
        rules.redact(states[0], GAME.tables[0], seat)
        rules.imagine(states[0], GAME.tables[0], seat, seed)
        assert rules.faults(states[0], GAME.tables[0]) == 0
        assert int(states[0].hand[0]) & cards("You")
        hands.add(int(states[0].hand[0]))
    assert len(hands) == 1 if viewer == 0 else len(hands) > 5


@pytest.mark.rule("TW-E9")
def test_games_with_shown_cards_can_be_told_again():
    """Every world a view allows has a history that leads to it, whether the card was kept or spent."""
    luck = random.Random(4)
    kept_or_spent = set()
    for seed in range(2):
        position = GAME.new(2, seed=seed)
        while not position.over:
            shows = [move for move in position.legal if move.label().startswith("Show ")]
            position.play(luck.choice(shows or position.legal))
            s = facts(position)
            if shows or (s.known.any() and position.ply % 7 == 0):
                kept_or_spent.add(bool(s.shown))
                for viewer in VIEWERS:
                    view = position.view(viewer)
                    assert bytes(view.sample(position.ply).view(viewer)) == bytes(view)
    assert kept_or_spent == {True, False}


@pytest.mark.rule("TW-E9", "TW-N7")
def test_once_spent_it_is_a_card_like_any_other():
    """Shuffled back and drawn again, nobody but its owner knows of it."""

    def edit(s: np.record) -> None:
        scene(hands=("You Hwel", "Igor"), Oak="hard")(s)
        table.deck(s, "")

    position = play(doing("move", edit, at="Well Stone"), *PAST, "to Creel")
    assert facts(position).known[0] == 0
    play(position, "play Hwel", "draw You")
    assert facts(position).known[0] == 0
    assert int(position.view(1).state.hand[0]) == 0
    assert int(position.view(1).state.deck) & cards("You")


# -- how it is told ------------------------------------------------------------------------------------------


@pytest.mark.rule("TW-E9")
def test_words_say_that_it_is_shown_kept_or_spent():
    position = play(crossing(), "to Oak")
    assert _labels(position) == {"play You": "Show You, the Kitten", "stay": "Stop here"}
    play(position, "play You", "hard Lily at Oak")
    labels = _labels(position)
    assert labels["stay"] == "Stop here, keep You, the Kitten"
    assert labels["skip"] == "Begin the second move"
    assert position.prompt() == "Unseen: keep it, or go on"
    assert position.view(1).pending()[0] == position.prompt()


@pytest.mark.rule("TW-E9", "TW-S4")
def test_so_do_those_for_tiffanys_tile():
    position = play(crossing("Tick", trainees="Tiffany Dimity"), "to Oak")
    assert _labels(position)["tile"] == "Show Tiffany's invisibility"
    play(position, "tile", "hard Lily at Oak")
    assert position.prompt() == "Unseen: keep it, or go on"


def test_by_version_1_it_is_played():
    position = play(crossing(version=1), "to Oak")
    assert _labels(position)["play You"] == "You, the Kitten – cross one space unseen"
    assert play(position, "play You", "hard Lily at Oak").prompt() == "Unseen: stop here or go on"


def _labels(position: Position) -> dict[str, str]:
    return {move.text: move.label() for move in position.legal}


def test_the_choice_says_what_an_invisibility_does():
    position = play(crossing(), "to Oak")
    (shown,) = [choice for choice in offered(position.view(0), position.legal, "en") if choice.key == "You"]
    assert shown.tip == "Invisibility: cross one space unseen"


@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_picture_shows_whose_cards_all_know(viewer):
    before, after = (position.view(viewer).svg() for position in (crossing(), kept()))
    assert "data-known" not in before
    assert after.count("data-known") == 1
    assert "all know of You, the Kitten" in after


# -- what is noted of it -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("end", "spent"), [("to Creel", 1), ("skip", 1), ("stay", 0)])
def test_it_is_counted_when_it_is_spent(end, spent):
    assert _counted(crossing(), (*PAST, end)) == spent
    assert (
        _counted(crossing("Tick", trainees="Tiffany Dimity"), ("to Oak", "tile", "hard Lily at Oak", end))
        == 0
    )
    assert _counted(crossing(version=1), (*PAST, end)) == 1


def _counted(position: Position, lines: tuple[str, ...]) -> int:
    """Cards played for their effect."""
    row = np.zeros(statistics.CARDS_WIDTH, np.int32)
    for line in lines:
        statistics.cards_step(facts(position), GAME.tables[0], position.actor, GAME.parse(line), row)
        play(position, line)
    return int(row[statistics.PLAYED_EFFECT : statistics.PLAYED_EFFECT + SEATS].sum())


@pytest.mark.parametrize(("end", "used"), [("to Creel", 1), ("stay", 0)])
def test_her_tile_is_counted_when_it_is_gone(end, used):
    position = play(crossing("", trainees="Tiffany Dimity"), "to Oak", "tile", "hard Lily at Oak", end)
    row = np.zeros(statistics.TRAINEE_WIDTH, np.int32)
    statistics.trainee_end(facts(position), GAME.tables[0], row)
    assert row[SEATS : SEATS + 2].tolist() == [used, 0]  # Dimity has none to use


# -- what bots make of it ------------------------------------------------------------------------------------


@pytest.mark.rule("TW-E9")
def test_a_look_for_nothing_is_taken():
    position = play(crossing(), "to Oak")
    assert best(position) == "play You"


@pytest.mark.rule("TW-E9")
def test_then_lily_is_passed_by_and_the_duke_is_faced():
    """By one who can hope to solve the one and not the other."""
    assert best(play(crossing("You"), *PAST)) != "stay"
    solved = ("Elves Elves Count Vlad Bela Lacrimosa Wintersmith Hiver",)
    edit = scene(hands=("You Feegle Fool", "Igor"), solved=solved, Oak="hard")
    bold = play(doing("move", edit, at="Well Stone"), "to Oak", "play You", "hard Duke at Oak")
    assert best(bold) == "stay"


@pytest.mark.rule("TW-E9")
def test_going_on_costs_the_card():
    """So stopping is more inviting beside it than by version 1, where the card was spent already."""
    board = {"Oak": "Fever", "Creel": "Fever"}
    edit = scene(hands=("You", ""), **board)
    now, before = (
        appeal(play(doing("move", edit, at="Well Stone", version=version), "to Oak", "play You"))
        for version in (2, 1)
    )
    assert now["to Creel"] / now["stay"] < before["to Creel"] / before["stay"]
