"""Who knows what: WS-K1 to WS-K3, through views."""

import random
from collections.abc import Iterator

import numpy as np
import pytest

import coven
from coven.core.position import Position
from coven.games.witchstone.state import PAIR_NAMES, PAIRS
from coven.games.witchstone.turn import tiles_in_hand
from tests.games.witchstone.table import mask, play

HIDDEN = {"hand", "unseen"}
VIEWERS = (None, 0, 1, 2)


def played(seed: int, plies: int, players: int = 3, **options: object) -> Position:
    """A game after some random moves."""
    position = coven.load("witchstone").new(players, seed=seed, **options)
    choose = random.Random(seed)
    while position.ply < plies and not position.over:
        position.play(position.legal[choose.randrange(len(position.legal))])
    return position


@pytest.fixture(scope="module", params=[(1, 60), (2, 160), (3, 10_000)], ids=["early", "later", "over"])
def table(request, witchstone) -> Position:
    return played(*request.param)


def dealt_to(table: Position) -> Iterator[tuple[int, str]]:
    """Every deal of a game: the seat and the tile."""
    for before, action in zip(table.record().positions(), table.history(), strict=False):
        text = table.game.text(action.move)
        if text.startswith("deal"):
            yield int(before.view().state.frame_pool[before.view().state.depth - 1]), text


# -- public --------------------------------------------------------------------------------------------------


@pytest.mark.rule("WS-K1")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_everything_but_hands_is_public(table, viewer):
    """Owl tiles, tokens, scrolls unused and used (a ruling), scores, what is being done: all as it is."""
    real, seen = table._states[0], table.view(viewer).state
    for name in real.dtype.names:
        if name not in HIDDEN:
            assert np.array_equal(seen[name], real[name]), name
    assert table.view(viewer).scores == table.scores
    assert table.view(viewer).winners == table.winners


@pytest.mark.rule("WS-K1")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_log_is_public_but_for_deals(table, viewer):
    log = table.view(viewer).log
    history = table.history()
    assert len(log) == len(history)
    for entry, action in zip(log, history, strict=True):
        text = table.game.text(action.move)
        assert entry.actor == action.actor
        if not text.startswith("deal"):
            assert entry.text == text


@pytest.mark.rule("WS-K1")
def test_how_many_tiles_someone_holds_is_public(table):
    """The hand itself is not."""
    for seat in range(3):
        real = int(table._states[0].hand[seat]).bit_count()
        for viewer in VIEWERS:
            assert tiles_in_hand(table.view(viewer).state, seat) == real


# -- one's own -----------------------------------------------------------------------------------------------


@pytest.mark.rule("WS-K2")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_hand_is_seen_by_its_owner_alone(table, viewer):
    real, seen = table._states[0], table.view(viewer).state
    for seat in range(3):
        if seat == viewer:
            assert seen.hand[seat] == real.hand[seat]
            assert seen.unseen[seat] == real.unseen[seat]
        else:  # what others hold can't be told from what lies face down
            assert seen.hand[seat] == 0
            assert seen.unseen[seat] == real.hand[seat] | real.unseen[seat]


@pytest.mark.rule("WS-K2")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_deal_is_told_to_its_owner_alone(table, viewer):
    told = [entry.text for entry in table.view(viewer).log if entry.text.startswith("deal")]
    assert told == [text if seat == viewer else f"deal ? to {seat}" for seat, text in dealt_to(table)]
    assert any("?" in text for text in told)


@pytest.mark.rule("WS-K2")
def test_legal_moves_are_listed_for_who_acts_alone(witchstone):
    """A placement names a tile of the hand."""
    table = played(5, 60)
    for viewer in VIEWERS:
        legal = table.view(viewer).legal
        assert [move.id for move in legal] == (
            [move.id for move in table.legal] if viewer == table.actor else []
        )


def with_hands(game: coven.Game, hand_of_1: str) -> Position:
    """Three players; seat 1 is dealt this hand, everything else is the same. Seat 0 places first."""
    position = game.new(3, chance="manual", first=0)
    hands = {0: "EW EP EC EM ES", 1: hand_of_1, 2: "WP WC WM WS PC"}
    queue = [f"deal {tile}" for seat in range(3) for tile in hands[seat].split()]
    while position.ply == 0 or not position.legal[0].text.startswith("place"):
        if position.actor != coven.CHANCE:
            position.play("stop" if "stop" in position.legal else position.legal[0])
        elif position.legal[0].text.startswith("deal"):
            position.play(queue.pop(0))
        else:
            position.play(position.legal[0])
    return position


@pytest.mark.rule("WS-K2")
def test_what_a_seat_is_told_does_not_depend_on_other_hands(witchstone):
    """To the byte, and in every picture; only the owner sees a difference."""
    one = with_hands(witchstone, "EW EP EC EM ES")
    two = with_hands(witchstone, "PM PS CM CS MS")
    for viewer in (None, 0, 2):
        assert bytes(one.view(viewer)) == bytes(two.view(viewer))
        assert one.view(viewer) == two.view(viewer)
        assert one.view(viewer).log == two.view(viewer).log
        assert one.view(viewer).svg() == two.view(viewer).svg()
    assert bytes(one.view(1)) != bytes(two.view(1))
    assert one.view(1).state.hand[1] == mask("EW EP EC EM ES")


@pytest.mark.rule("WS-K2")
def test_a_tile_becomes_public_when_it_is_placed(witchstone):
    table = with_hands(witchstone, "EW EP EC EM ES")
    tile = next(move.text for move in table.legal if move.text.startswith("place"))
    play(table, tile)
    for viewer in VIEWERS:
        view = table.view(viewer)
        assert view.log[-1].text == tile
        assert (view.state.laid[0] >= 0).sum() == 1
        assert not view.state.unseen[0] & mask("EW")


@pytest.mark.rule("WS-K2")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_sampled_position_is_one_the_viewer_takes_for_real(table, viewer):
    view = table.view(viewer)
    for seed in range(3):
        assert bytes(view.sample(seed).view(viewer)) == bytes(view)


@pytest.mark.rule("WS-K2")
def test_sampled_hands_differ(witchstone):
    """They are drawn anew: the real hand shows through no more often than luck has it."""
    table = played(7, 80)
    hands = {int(table.view(0).sample(seed)._states[0].hand[1]) for seed in range(20)}
    assert len(hands) > 10


# -- nobody's ------------------------------------------------------------------------------------------------


@pytest.mark.rule("WS-K3")
def test_the_order_of_piles_is_nowhere(witchstone):
    """Games that will go on differently are the same to the byte, for the position as for every view."""
    record = played(11, 120).record()
    futures = [record.position(chance="seed", seed=seed) for seed in range(8)]
    for future in futures[1:]:
        assert bytes(future) == bytes(futures[0])
        for viewer in VIEWERS:
            assert bytes(future.view(viewer)) == bytes(futures[0].view(viewer))
    for future in futures:
        choose = random.Random(1)
        for _ in range(40):
            future.play(future.legal[choose.randrange(len(future.legal))])
    assert len({bytes(future) for future in futures}) > 1


@pytest.mark.rule("WS-K3")
def test_any_unseen_tile_may_be_dealt(witchstone):
    """Fifteen equally likely tiles for the first, fourteen for the second."""
    table = witchstone.new(2, chance="manual", first=0)
    while not table.legal[0].text.startswith("deal"):
        table.play(table.legal[0])
    assert {move.text: chance for move, chance in table.chances} == {
        f"deal {pair}": pytest.approx(1 / 15) for pair in PAIR_NAMES
    }
    play(table, "deal EW")
    assert len(table.chances) == 14
    assert "deal EW" not in table.legal


@pytest.mark.rule("WS-K3")
def test_any_scroll_and_special_tile_of_the_pile_may_turn_up(witchstone):
    """By how many are left of each."""
    table = witchstone.new(2, chance="manual", first=0)
    while not table.legal[0].text.startswith("reveal"):
        table.play(table.legal[0])
    chances = {move.text: chance for move, chance in table.chances}
    assert len(chances) == 31
    assert chances["reveal spell"] == pytest.approx(4 / 40)
    assert chances["reveal group-E"] == pytest.approx(1 / 40)
    play(table, "reveal spell")
    chances = {move.text: chance for move, chance in table.chances}
    assert chances["reveal spell"] == pytest.approx(3 / 39)
    while not table.legal[0].text.startswith("special"):
        table.play(table.legal[0])
    assert [chance for _, chance in table.chances] == [pytest.approx(1 / 15)] * PAIRS


@pytest.mark.rule("WS-K3")
@pytest.mark.parametrize("level", [1, 2, 3])
def test_nobody_knows_the_tiles_a_handicap_puts_away(witchstone, level):
    """They stay among the unseen, for their owner too, until the end."""
    begun = played(4, 0, players=2, first=0, handicap=level)
    own = begun.view(0).state
    in_hand = int(own.hand[0]).bit_count()
    assert in_hand == (0 if level == 1 else level)
    assert int(own.unseen[0]).bit_count() == PAIRS - in_hand
    assert int(own.supply[0]) == 11 - in_hand
    over = played(4, 10_000, players=2, first=0, handicap=level)
    assert over.over
    for viewer in (None, 0, 1):
        assert int(over.view(viewer).state.unseen[0]).bit_count() == 4
        assert over.view(viewer).state.supply[0] == 0
    assert sum(entry.text.startswith("deal") for entry in over.view(None).log) == 22


@pytest.mark.rule("WS-K3")
def test_the_tile_drawn_at_level_one_is_seen_by_its_owner_alone(witchstone):
    table = played(4, 0, players=2, first=0, handicap=1)
    while not table.legal[0].text.startswith("place"):
        table.play("stop" if "stop" in table.legal else table.legal[0])
    seat = table.actor
    assert table.view(seat).log[-1].text.startswith("deal ")
    assert "?" not in table.view(seat).log[-1].text
    assert table.view(1 - seat).log[-1].text == f"deal ? to {seat}"
    assert table.view(None).log[-1].text == f"deal ? to {seat}"
