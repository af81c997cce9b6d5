"""Set-up: WS-S1 to WS-S7. Handicaps are in test_handicap."""

from collections import Counter

import pytest

import coven
from coven.core.errors import BadOption, IllegalMove
from coven.games.witchstone import cells
from coven.games.witchstone.state import PAIR_NAMES
from tests.games.witchstone.table import board, doing, facts, mask, place, play, scroll, sound, texts, verbs

TOWERS = {"T1", "T2", "T3", "T4"}


def odds_of(table):
    """The outcomes chance decides between, with their odds."""
    return {move.text: chance for move, chance in table.chances}


def deal(witchstone, tokens="EWPC", players=2, **options):
    """A table before the big witches are placed; these tokens ("3" for points) lie on the four towers."""
    table = witchstone.new(players, chance="manual", **{"first": 0, **options})
    for token in tokens:
        play(table, f"find {token}")
    return sound(play(table, "*"))


@pytest.mark.rule("WS-S1")
def test_two_piles_of_owls_with_the_seven_on_top(witchstone):
    table = deal(witchstone)
    assert witchstone.tables[0].owl_values.tolist() == [7, 6, 5, 4, 3]
    assert facts(table).owl_pile.tolist() == [0, 0]  # nothing taken from either
    assert table.tally(0)["owl tiles"] == 0


@pytest.mark.rule("WS-S2")
def test_six_scrolls_lie_face_up(witchstone):
    table = witchstone.new(2, chance="manual", first=0)
    while verbs(table) != {"reveal"}:
        table.play(table.legal[0])
    odds = odds_of(table)
    assert odds["reveal spell"] == pytest.approx(4 / 40)
    assert odds["reveal spell-E"] == pytest.approx(2 / 40)
    assert odds["reveal group-E"] == pytest.approx(1 / 40)
    chosen = ["spell", "spell-W", "group-E", "spell", "many-tokens", "linked-TTF"]
    for name in chosen:
        play(table, f"reveal {name}")
    s = facts(table)
    assert s.display.tolist() == [scroll(witchstone, name) for name in chosen]  # position 1 first
    assert s.scroll_pile.sum() == 34
    assert s.scroll_pile[scroll(witchstone, "spell")] == 2
    assert table.view(None).state.display.tolist() == s.display.tolist()
    assert verbs(table) == {"special"}


@pytest.mark.rule("WS-S3")
def test_three_special_tiles_lie_face_up(witchstone):
    table = witchstone.new(2, chance="manual", first=0)
    while verbs(table) != {"special"}:
        table.play(table.legal[0])
    assert odds_of(table) == {f"special {pair}": pytest.approx(1 / 15) for pair in PAIR_NAMES}
    play(table, "special MS", "special EW", "special PC")
    s = facts(table)
    assert [PAIR_NAMES[i] for i in s.special_at] == ["MS", "EW", "PC"]
    assert s.special_pile.sum() == 12
    assert not s.special_pile[s.special_at].any()
    assert verbs(table) == {"deal"}


@pytest.mark.rule("WS-S4")
def test_a_token_on_every_place_but_the_witchstone(witchstone):
    table = witchstone.new(3, chance="manual", first=0)
    assert odds_of(table) == {f"find {token}": pytest.approx(1 / 7) for token in "EWPCMS3"}
    found = []
    while verbs(table) == {"find"}:
        found.append(table.legal[-1].text.split()[1])
        table.play(table.legal[-1])
    assert len(found) == 16
    s = facts(table)
    assert s.token_at[place(witchstone, "Stone")] == -1
    assert (s.token_at[1:] >= 0).all()
    assert ["EWPCMS3"[i] for i in s.token_at[1:]] == found
    assert s.table.sum() == 5  # the rest lies on the stone table
    left = Counter("EWPCMS3" * 3) - Counter(found)
    assert {"EWPCMS3"[i]: int(n) for i, n in enumerate(s.table) if n} == dict(left)
    assert not s.bag.any()
    sound(table)


@pytest.mark.rule("WS-S4")
def test_what_is_found_no_longer_lies_in_the_bag(witchstone):
    table = play(witchstone.new(2, chance="manual", first=0), "find E", "find E")
    assert odds_of(table)["find E"] == pytest.approx(1 / 19)
    play(table, "find E")
    assert "find E" not in texts(table)


@pytest.mark.rule("WS-S5")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_five_of_fifteen_tiles_in_hand(witchstone, players):
    table = sound(witchstone.new(players, seed=3))
    s = facts(table)
    for seat in range(players):
        assert int(s.hand[seat]).bit_count() == 5
        assert s.supply[seat] == 10
        assert s.unseen[seat] == mask(" ".join(PAIR_NAMES)) & ~int(s.hand[seat])


@pytest.mark.rule("WS-S5", "WS-K2", "WS-K3")
def test_a_hand_is_seen_by_its_owner_alone(witchstone):
    def dealt(hand):
        table = witchstone.new(2, chance="manual", first=0)
        while verbs(table) != {"deal"}:
            table.play(table.legal[0])
        return play(table, *(f"deal {pair}" for pair in hand.split()), "*")

    one, two = dealt("EW EP EC EM ES"), dealt("MS CS CM PS PM")
    assert one.view(0).state.hand[0] == mask("EW EP EC EM ES")
    assert one.view(1).state.hand[0] == 0
    for other in (1, None):
        assert bytes(one.view(other)) == bytes(two.view(other))
    assert bytes(one.view(0)) != bytes(two.view(0))


@pytest.mark.rule("WS-S6")
def test_markers_and_crystals_at_the_start(witchstone):
    table = deal(witchstone, players=4)
    s = facts(table)
    assert table.scores == (0, 0, 0, 0)
    assert not s.pentagram.any()
    assert not s.wand.any()
    for seat in range(4):
        assert s.crystals[seat] == board("b3 c5 e5 f3 e2 c2")
        assert s.black[seat] == cells.BY_NAME["d4"]
        assert (s.witches[seat], s.lying[seat], s.energy[seat]) == (11, 0, 20)
    assert not s.shelf.any()


@pytest.mark.rule("WS-S7")
def test_the_first_player_is_chosen_or_random(witchstone):
    table = witchstone.new(3, chance="manual")
    assert odds_of(table) == {f"first {seat}": pytest.approx(1 / 3) for seat in range(3)}
    play(table, "first 2")
    assert facts(table).first == 2
    assert {witchstone.new(2, seed=seed).actor for seed in range(20)} == {0, 1}
    for wrong in (2, -1, "me", True):
        with pytest.raises(BadOption):
            witchstone.new(2, first=wrong)


@pytest.mark.rule("WS-S7")
@pytest.mark.parametrize(("players", "first"), [(2, 0), (2, 1), (3, 1), (4, 0), (4, 2)])
def test_towers_are_chosen_from_the_last_player_to_the_first(witchstone, players, first):
    table = deal(witchstone, "33MM", players, first=first)
    free = set(TOWERS)
    order = []
    while verbs(table) == {"tower"}:
        order.append(table.actor)
        assert texts(table) == {f"tower {name}" for name in free}
        chosen = min(free)
        free.remove(chosen)
        play(table, f"tower {chosen}")
        if verbs(table) == {"go", "move"}:  # a wand token
            play(table, "go")
        s = facts(sound(table))
        assert s.tower[order[-1]] == place(witchstone, chosen)
        assert s.standing[order[-1]] == 1 << place(witchstone, chosen)
    assert order == [(first - 1 - i) % players for i in range(players)]
    assert table.actor == first
    assert verbs(table) == {"place", "remove"}


@pytest.mark.rule("WS-S7")
def test_only_a_tower_can_be_chosen(witchstone):
    table = deal(witchstone)
    for refused in ("tower F1", "tower Stone", "stand T1", "lay"):
        with pytest.raises(IllegalMove):
            table.play(refused)


@pytest.mark.rule("WS-S7")
def test_the_three_points_token(witchstone):
    table = play(deal(witchstone, "3WPC"), "tower T1")
    assert table.scores == (0, 5)
    assert table.actor == 0
    assert verbs(table) == {"tower"}


@pytest.mark.rule("WS-S7")
@pytest.mark.parametrize(("token", "fact"), [("P", "pentagram"), ("M", "wand")])
def test_a_token_that_moves_a_marker(witchstone, token, fact):
    table = play(deal(witchstone, token + "333"), "tower T1")
    assert doing(table) == (token, 1, 0)
    assert (table.actor, texts(table)) == (1, {"go", "move 0"})
    play(table, "go")
    assert facts(table)[fact][:2].tolist() == [0, 1]
    assert table.scores == (0, 2)
    assert (table.actor, verbs(table)) == (0, {"tower"})


@pytest.mark.rule("WS-S7")
@pytest.mark.parametrize(
    ("token", "move"),
    [("E", "energy T1-V1"), ("W", "lay"), ("C", "crystal d4 d5"), ("S", "scroll 1")],
)
def test_a_token_whose_action_the_player_chooses(witchstone, token, move):
    """It is done before the next player places, and nobody throws a crystal out in set-up."""
    table = play(deal(witchstone, token + "333"), "tower T1")
    assert table.actor == 1
    assert table.scores == (0, 2)
    assert doing(table) == (token, 1, 0)
    expected = {
        "E": {"energy", "stop"},
        "W": {"lay", "stop"},
        "C": {"crystal", "stop"},
        "S": {"scroll", "stop"},
    }[token]
    assert verbs(table) == expected
    play(table, move, "*")
    assert (table.actor, verbs(table)) == (0, {"tower"})
    s = facts(sound(table))
    moved = s.black[1] == cells.BY_NAME["d5"]
    assert {"E": s.begun_units[1], "W": s.lying[1], "C": moved, "S": s.scrolls[1].sum()}[token] == 1


@pytest.mark.rule("WS-S7")
def test_what_the_single_token_action_can_do(witchstone):
    assert texts(play(deal(witchstone, "E333"), "tower T1")) == {
        "energy Stone-T1", "energy T1-F1", "energy T1-F2", "energy T1-V1", "energy T1-C1", "stop",
    }  # fmt: skip
    assert texts(play(deal(witchstone, "333S"), "tower T4")) == {"scroll 1", "stop"}
    one_cell = texts(play(deal(witchstone, "C333"), "tower T1")) - {"stop"}
    for text in one_cell:
        _, start, end = text.split()
        assert cells.distance(cells.BY_NAME[start], cells.BY_NAME[end]) == 1
    assert len(one_cell) == 7 * 6  # every crystal to each of its empty neighbours


@pytest.mark.rule("WS-S7", "WS-T4")
@pytest.mark.parametrize("token", list("EWPCMS"))
def test_a_token_may_be_given_up_but_is_kept(witchstone, token):
    table = play(deal(witchstone, token + "333"), "tower T1", "move 0" if token in "PM" else "stop")
    assert (table.actor, verbs(table)) == (0, {"tower"})
    assert facts(sound(table)).tokens[1].tolist() == [int(token == kind) for kind in "EWPCMS3"]
    assert facts(table).token_at[place(witchstone, "T1")] == -1


@pytest.mark.rule("WS-S7")
@pytest.mark.parametrize("token", list("EWPCMS3"))
def test_every_token_is_kept_for_the_end(witchstone, token):
    rest = "333" if token != "3" else "EEE"
    table = play(deal(witchstone, token + rest), "tower T1")
    assert table.tally(1)["magic tokens"] == 2
    assert table.tally(0)["magic tokens"] == 0


@pytest.mark.rule("WS-S7", "WS-W6")
def test_free_towers_keep_their_tokens(witchstone):
    table = play(deal(witchstone, "33MM"), "tower T1", "tower T3")
    left = [facts(table).token_at[place(witchstone, name)] for name in sorted(TOWERS)]
    assert left == [-1, 6, -1, 4]
    assert table.actor == 0


@pytest.mark.rule("WS-S4", "WS-S7")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_any_set_up_adds_up(witchstone, players):
    for seed in range(15):
        table = witchstone.new(players, seed=seed)
        while "place" not in verbs(table):
            assert table.actor != coven.CHANCE
            table.play(table.legal[seed % len(table.legal)])
            sound(table)
        assert table.actor == facts(table).first
