"""Who knows what, through views: hands, tiles looked at, the log, and what being asked tells."""

import random

import numpy as np
import pytest

from coven.core.position import Position
from tests.games.witches import table
from tests.games.witches.scene import attempt, scene
from tests.games.witches.table import (
    CARD_NAMES,
    GAME,
    KIND_NAMES,
    cards,
    doing,
    facts,
    held,
    kind,
    play,
    space,
    texts,
)

VIEWERS = (None, 0, 1, 2)
HIDDEN = {"hand", "deck", "tile", "hard_pool"}
EVERY_CARD = (1 << len(CARD_NAMES)) - 1


def played(seed: int, plies: int, players: int = 3, **options: object) -> Position:
    """A game after some random moves."""
    position = GAME.new(players, seed=seed, **options)
    choose = random.Random(seed)
    while position.ply < plies and not position.over:
        position.play(position.legal[choose.randrange(len(position.legal))])
    return position


@pytest.fixture(
    scope="module", params=[(1, 60), (2, 250), (5, 500), (3, 10_000)], ids=["early", "later", "late", "over"]
)
def game(request) -> Position:
    return played(*request.param)


def seen(position, viewer, where):
    """The problem of a space as a seat, or a spectator, sees it."""
    return KIND_NAMES[position.view(viewer).state.tile[space(where)]]


def alike(one, two, viewers):
    """Nothing tells these viewers which of the two positions is real."""
    for viewer in viewers:
        assert bytes(one.view(viewer)) == bytes(two.view(viewer))
        assert one.view(viewer).prompt() == two.view(viewer).prompt()
        assert one.view(viewer).pending() == two.view(viewer).pending()


# -- public --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", VIEWERS)
def test_all_but_hands_deck_and_face_down_tiles_is_public(game, viewer):
    """Displays, counters, hand sizes, discards, how many tiles the boxes hold, and the easy tile on top."""
    real, view = facts(game), game.view(viewer).state
    for name in real.dtype.names:
        if name not in HIDDEN:
            assert np.array_equal(view[name], real[name]), name
    for where in range(len(real.tile)):
        if real.face_up[where] or real.tile[where] < 0:
            assert view.tile[where] == real.tile[where]
    assert game.view(viewer).scores == game.scores


@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_log_is_public_but_for_draws_and_looks(game, viewer):
    for entry, action in zip(game.view(viewer).log, game.history(), strict=True):
        text = game.game.text(action.move)
        assert entry.actor == action.actor
        if text.startswith("draw"):
            assert entry.text == text or entry.text.startswith("draw ? to")
        elif text.startswith("hard") and entry.text != text:
            assert entry.text.startswith(f"hard ? at {text.split()[-1]} to ")
        else:
            assert entry.text == text


def test_of_a_box_only_the_top_tile_is_known():
    """What lies under it is among the unseen, whatever the box."""
    position = doing("problem", scene())
    s = position.view(0).state
    tops = [KIND_NAMES[top] for top in s.box_top if top >= 0]
    counted = np.bincount([kind(top) for top in tops], minlength=6)
    total = table.GAME.tables[0].count[:6]
    placing = np.bincount([int(s.placing)] if 0 <= s.placing < 6 else [], minlength=6)
    assert (s.easy_pool + counted + placing == total).all()


# -- hands ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_hand_is_seen_by_its_owner_alone(game, viewer):
    """What others hold can't be told from the deck, unless it was shown; how many cards, everybody sees."""
    real, view = facts(game), game.view(viewer).state
    others = 0
    for seat in range(3):
        if seat == viewer:
            assert view.hand[seat] == real.hand[seat]
        else:
            assert view.hand[seat] == real.known[seat]
            others |= int(real.hand[seat]) & ~int(real.known[seat])
        assert view.cards[seat] == int(real.hand[seat]).bit_count()
    assert view.deck == int(real.deck) | others


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_a_draw_is_told_to_its_owner_alone(viewer):
    position = play(doing("turn", scene("Hwel")), "play Hwel", "draw Tick", "draw Toad")
    told = [entry.text for entry in position.view(viewer).log]
    assert told == ["play Hwel", *(["draw Tick", "draw Toad"] if viewer == 0 else ["draw ? to 0"] * 2)]


def test_what_a_seat_is_told_does_not_depend_on_other_hands():
    one = play(doing("turn", scene(hands=("Hwel", "Igor"))), "play Hwel", "draw Tick", "draw Toad")
    two = play(doing("turn", scene(hands=("Hwel", "Igor"))), "play Hwel", "draw Fool", "draw You")
    alike(one, two, (None, 1))
    assert bytes(one.view(0)) != bytes(two.view(0))
    three = play(doing("turn", scene(hands=("Hwel", "Greebo"))), "play Hwel", "draw Tick", "draw Toad")
    alike(one, three, (None, 0))


def test_a_card_becomes_public_when_it_is_played():
    position = play(doing("turn", scene("Hwel Tick")), "play Hwel")
    for viewer in (None, 0, 1):
        assert position.view(viewer).state.discard == cards("Hwel")
        assert position.view(viewer).log[-1].text == "play Hwel"


# -- tiles looked at -----------------------------------------------------------------------------------------


def test_a_tile_looked_at_is_known_to_who_looked():
    position = play(doing("turn", scene("Granny1", Slice="hard", Caves="hard"), players=3), "play Granny1")
    play(position, "look Slice", "hard Lily at Slice", "look Caves", "hard Duke at Caves")
    assert [seen(position, 0, where) for where in ("Slice", "Caves")] == ["Lily", "Duke"]
    for viewer in (None, 1, 2):
        assert [seen(position, viewer, where) for where in ("Slice", "Caves")] == ["hard", "hard"]
        view = position.view(viewer)
        assert [entry.text for entry in view.log[:5]] == [
            "play Granny1", "look Slice", "hard ? at Slice to 0", "look Caves", "hard ? at Caves to 0",
        ]  # fmt: skip
        assert view.state.hard_pool[kind("Lily") - 6] == 1
    assert position.view(0).state.hard_pool[kind("Lily") - 6] == 0
    assert position.view(0).log[2].text == "hard Lily at Slice"


def test_that_she_looked_is_public_but_not_at_what():
    def looked(what):
        position = play(doing("turn", scene("Granny1 Tick", Slice="hard")), "play Granny1")
        return play(position, "look Slice", f"hard {what} at Slice")

    alike(looked("Lily"), looked("Duke"), (None, 1))
    assert bytes(looked("Lily").view(0)) != bytes(looked("Duke").view(0))


def test_a_second_looker_learns_it_without_telling_the_others():
    """Luck has no choice: the tile is what the first one saw. But what is revealed can't be taken back."""
    one = play(doing("turn", scene("Granny1 Tick", Slice="Lily@1"), players=3), "play Granny1", "look Slice")
    two = play(doing("turn", scene("Granny1 Tick", Slice="Duke@1"), players=3), "play Granny1", "look Slice")
    assert texts(one) == {"hard Lily at Slice"}
    assert one.can_undo(0)
    play(one, "hard Lily at Slice")
    play(two, "hard Duke at Slice")
    assert not one.can_undo(0)
    assert [seen(one, viewer, "Slice") for viewer in VIEWERS] == ["hard", "Lily", "Lily", "hard"]
    assert seen(two, 0, "Slice") == "Duke"
    alike(one, two, (None, 2))


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_a_tile_turned_up_is_known_to_all(viewer):
    position = play(
        doing("turn", scene("Tomjon", Slice="Lily@0")), "play Tomjon", "turn Slice", "hard Lily at Slice"
    )
    assert seen(position, viewer, "Slice") == "Lily"
    assert "hard Lily at Slice" in [entry.text for entry in position.view(viewer).log]
    assert facts(position).lookers[space("Slice")] == 0


def test_a_solved_tile_is_known_to_all():
    position = play(attempt("Slice", "Lily", "Granny2 Nanny2 Magrat3"), "power Granny2 Nanny2 Magrat3")
    for viewer in (None, 0, 1):
        assert position.view(viewer).state.solved[0, kind("Lily")] == 1


def test_nobody_knows_a_tile_nobody_looked_at():
    """It is not in the state: luck decides, among all that have not been seen."""
    position = play(
        doing("turn", scene("Tomjon", Slice="hard", Caves="Lily", Oak="Elves")), "play Tomjon", "turn Slice"
    )
    chances = {move.text.split()[1]: chance for move, chance in position.chances}
    assert "Lily" not in chances
    assert chances["Elves"] == pytest.approx(3 / 15)
    assert chances["Duke"] == pytest.approx(1 / 15)


# -- being asked ---------------------------------------------------------------------------------------------


# Cards that could do something at the moment, and cards that could not.
MOMENTS = {
    "before the problem": (lambda hand: doing("turn", scene(hand)), "Hwel", "Igor"),
    "before the draw": (lambda hand: doing("rest", scene(hand)), "Hwel", "Igor"),
    "before the roll": (lambda hand: attempt("Slice", "Death", hand), "Treason", "Aching"),
    "after the first pair": (
        lambda hand: play(attempt("Slice", "Death", hand), "roll", "dice 2 2"),
        "Igor",
        "Aching",
    ),
    "after all dice": (
        lambda hand: play(attempt("Slice", "Death", hand), "roll", "dice 2 2", "face", "roll", "dice 2 2"),
        "Feegle",
        "Aching",
    ),
    "after all dice, solved": (
        lambda hand: play(attempt("Slice", "Fever", hand), "roll", "dice 6 6", "face", "roll", "dice 2 2"),
        "Hwel",
        "Aching",
    ),
    "the last path": (
        lambda hand: play(doing("move", scene(hand), at="Well Stone"), "to Oak", "to Creel"),
        "Tick",
        "Aching",
    ),
    "entering": (
        lambda hand: play(doing("move", scene(hand, Oak="hard"), at="Well Stone"), "to Oak"),
        "You",
        "Aching",
    ),
    "the Dungeon": (lambda hand: doing("move", scene(hand), at="Dungeon Stone"), "Casanunda", "Aching"),
}


@pytest.mark.rule("TW-E0")
@pytest.mark.parametrize("moment", MOMENTS)
def test_being_asked_tells_the_others_nothing(moment):
    """Who holds any card is asked, whether it could do something or not."""
    make, useful, useless = MOMENTS[moment]
    one, two = make(useful), make(useless)
    assert held(one) == {useful}
    assert held(two) == {useless}
    assert one.actor == two.actor == 0
    assert len(texts(one)) > len(texts(two))
    alike(one, two, (None, 1))
    for viewer in (None, 1):
        assert len(one.view(viewer).legal) == 0


# -- samples -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_sampled_position_is_one_the_viewer_takes_for_real(game, viewer):
    view = game.view(viewer)
    for seed in range(3):
        assert bytes(view.sample(seed).view(viewer)) == bytes(view)


def test_sampled_hands_differ():
    position = played(7, 80)
    hands = {int(position.view(0).sample(seed)._states[0].hand[1]) for seed in range(20)}
    assert len(hands) > 10
    assert all(hand & int(facts(position).hand[0]) == 0 for hand in hands)
    assert all(hand & EVERY_CARD == hand for hand in hands)
