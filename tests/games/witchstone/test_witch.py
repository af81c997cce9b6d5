"""Witches: WS-W1 to WS-W9."""

import random

import pytest

from coven.core.errors import IllegalMove
from coven.games.witchstone.state import W
from tests.games.witchstone.table import (
    act,
    build,
    doing,
    facts,
    link,
    place,
    play,
    sound,
    stood,
    texts,
    token_on,
    verbs,
    ways,
    without,
)

TEN = "V1 V2 V3 V4 C1 C2 C3 C4 F2 F3"


def offered(table):
    return without(texts(table), "remove", "spell")


def stands(table):
    """The places a witch can be sent to."""
    return {text.removeprefix("stand ") for text in texts(table) if text.startswith("stand")}


def price(table, name):
    """What sending a witch there takes from the pool."""
    before = doing(table)[1]
    after = facts(play(table.copy(), f"stand {name}"))
    return before - (int(after.frame_pool[1]) if after.frame_kind[1] == W else 0)


@pytest.mark.rule("WS-W1")
def test_a_witch_is_laid_before_it_stands(witchstone):
    table = ways(3, own="T1-F1", lying=0)
    assert offered(table) == {"lay", "stop"}
    play(table, "lay")
    assert (facts(table).witches[0], facts(table).lying[0]) == (10, 1)
    assert doing(table) == ("W", 2, 0)
    assert table.scores[0] == 0  # a lying witch scores nothing yet
    assert offered(table) == {"lay", "stand F1", "stop"}
    play(table, "stand F1")
    assert facts(sound(table)).lying[0] == 0


@pytest.mark.rule("WS-W1")
def test_any_number_may_lie_beside_the_tower(witchstone):
    table = act("W", 12)
    for laid in range(1, 12):
        play(table, "lay")
        assert facts(sound(table)).lying[0] == laid
    assert verbs(table) == {"deal"}  # none is left to lay, none can go anywhere


@pytest.mark.rule("WS-W1", "WS-W2")
def test_without_a_connection_there_is_nowhere_to_stand(witchstone):
    table = ways(4)
    assert offered(table) == {"lay", "stop"}
    assert stands(ways(4, foreign="T2-F2 Stone-F2")) == set()


@pytest.mark.rule("WS-W1", "WS-T4")
def test_laying_and_standing_mix_and_may_be_given_up(witchstone):
    table = play(ways(4, own="T1-F1 T1-V1"), "stand F1", "token W", "lay", "stand V1")
    assert doing(table)[:2] == ("W", 2)
    play(table, "token 3", "stop")
    assert verbs(table) == {"deal"}
    assert verbs(play(ways(4, own="T1-F1"), "stop")) == {"deal"}


@pytest.mark.rule("WS-W2")
def test_own_connections_cost_one_action_however_far(witchstone):
    table = ways(1, own="T1-V1 C4-V1 C4-F1 Stone-F1 Stone-F3 T2-F3")
    assert stands(table) == {"V1", "C4", "F1", "Stone", "F3", "T2"}
    assert price(table, "T2") == 1
    assert price(table, "V1") == 1


@pytest.mark.rule("WS-W2")
def test_occupied_places_do_not_block_the_way(witchstone):
    def edit(s):
        stood(s, 0, "F1")
        stood(s, 1, "F1 Stone")

    table = ways(1, own="T1-F1 Stone-F1 Stone-F3", edit=edit)
    assert stands(table) == {"Stone", "F3"}


@pytest.mark.rule("WS-W2")
def test_the_way_starts_at_the_own_tower_over_finished_connections(witchstone):
    def edit(s):
        stood(s, 0, "V3")
        s.begun[0], s.begun_units[0] = link(witchstone, "Stone-T1"), 2
        s.energy[0] -= 2

    # Neither a begun connection nor one that hangs on a witch elsewhere leads anywhere.
    assert stands(ways(9, foreign="F3-V3 T3-F3", edit=edit)) == set()


@pytest.mark.rule("WS-W3")
def test_the_yellow_witch_on_the_red_tower(witchstone):
    """The rulebook's example: one action to lay her, one to the Witchstone, one over the red connection."""
    table = ways(3, own="T1-F1 Stone-F1", foreign="Stone-T2", lying=0)
    play(table, "lay")
    assert {"Stone", "T2"} <= stands(table)
    play(table, "stand T2")
    assert table.scores[0] == 2
    assert facts(sound(table)).depth == 2  # all three are used
    assert facts(table).standing[0] >> place(witchstone, "T2") & 1

    lying = ways(2, own="T1-F1 Stone-F1", foreign="Stone-T2")
    assert price(lying, "T2") == 2
    assert "T2" not in stands(ways(1, own="T1-F1 Stone-F1", foreign="Stone-T2"))


@pytest.mark.rule("WS-W3")
@pytest.mark.parametrize("foreign", ["T1-F1", "T1-V1", "Stone-T1"])
def test_a_foreign_connection_costs_one_whatever_its_length(witchstone, foreign):
    far = {"T1-F1": "F1", "T1-V1": "V1", "Stone-T1": "Stone"}[foreign]
    table = ways(1, foreign=foreign)
    assert stands(table) == {far}
    assert price(table, far) == 1


@pytest.mark.rule("WS-W3")
@pytest.mark.parametrize(
    ("own", "foreign", "target", "cost"),
    [
        ("", "T1-F1 Stone-F1 Stone-F3", "F3", 3),  # foreign only: just the connections
        ("T1-F1", "Stone-F1 Stone-F3", "F3", 3),  # own, then two foreign
        ("T1-F1 Stone-F3", "Stone-F1", "F3", 3),  # own, foreign, own
        ("Stone-F1", "T1-F1 Stone-F3", "F3", 3),  # foreign, own, foreign
        ("Stone-F1 Stone-F3", "T1-F1", "F3", 2),  # foreign, then one stretch of two
        ("Stone-F1 F3-V3", "T1-F1 Stone-F3", "V3", 4),  # foreign, own, foreign, own
        ("T1-V1 C4-V1 C4-F1", "T1-F1", "F1", 1),  # own or foreign: the same
        ("T1-V1 C4-V1", "T1-F1 C4-F1", "C4", 1),  # the own stretch is cheapest
        ("T1-V1 C4-V1", "T1-F1 C4-F1", "F1", 1),  # the foreign one is cheapest
        ("T1-V1 Stone-F1 Stone-F3", "T1-F1 F1-V1", "F3", 2),  # by F1, not by V1
    ],
)
def test_the_cheapest_way_counts(witchstone, own, foreign, target, cost):
    assert target in stands(ways(cost, own, foreign))
    assert target not in stands(ways(cost - 1, own, foreign))
    assert price(ways(9, own, foreign), target) == cost


@pytest.mark.rule("WS-W3")
def test_connections_of_different_players_cost_one_each(witchstone):
    def edit(s):
        build(s, 2, "Stone-F1")
        build(s, 3, "Stone-F3")

    assert price(ways(5, foreign="T1-F1", players=4, edit=edit), "F3") == 3


def cheapest(own, foreign, start):
    """Prices by the words of the rule: every way, each own stretch and each foreign connection for 1."""
    found = {}
    paths = [(start, frozenset([start]), 0, False)]
    while paths:
        here, seen, cost, on_own = paths.pop()
        if cost < found.get(here, 99) or here == start:
            found[here] = cost
        for links, mine in ((own, True), (foreign, False)):
            for ends in links:
                if here in ends:
                    (there,) = ends - {here}
                    if there not in seen:
                        paths.append((there, seen | {there}, cost + (not (mine and on_own)), mine))
    del found[start]
    return found


@pytest.mark.rule("WS-W2", "WS-W3", "WS-W4")
@pytest.mark.parametrize("seed", range(12))
def test_every_price_agrees_with_the_words_of_the_rule(witchstone, seed):
    rng = random.Random(seed)
    names = [f"{a}-{b}" for a, b, _ in witchstone.components.data["connections"]["list"]]
    chosen = rng.sample(names, 18)
    own, one, two = (chosen[i : i + 6] for i in (0, 6, 12))
    prices = cheapest(*([frozenset(name.split("-")) for name in part] for part in (own, one + two)), "T1")

    def table(pool):
        return ways(pool, " ".join(own), " ".join(one), players=3, edit=lambda s: build(s, 2, " ".join(two)))

    for pool in range(1, 9):
        assert stands(table(pool)) == {name for name, cost in prices.items() if cost <= pool}
    for name, cost in prices.items():
        assert price(table(20), name) == cost


@pytest.mark.rule("WS-W4")
def test_the_whole_way_is_paid_from_one_pool(witchstone):
    own, foreign = "T1-F1 Stone-F1", "Stone-T2"
    table = ways(1, own, foreign, lying=2)
    assert stands(table) == {"F1", "Stone"}
    with pytest.raises(IllegalMove):
        table.play("stand T2")
    # A witch sent to the Witchstone stands there for good: the next action can't carry her on.
    table = play(ways(2, own, foreign, lying=1), "stand Stone")
    assert offered(table) == {"lay", "stop"}


@pytest.mark.rule("WS-W4", "WS-T7")
def test_a_token_that_joins_the_pool_may_pay_the_way(witchstone):
    def edit(s):
        token_on(s, "F1", "W")

    table = ways(2, own="T1-F1 Stone-F1", foreign="Stone-T2", lying=2, edit=edit)
    play(table, "stand F1")
    assert doing(table) == ("W", 1, 0)
    assert "T2" not in stands(table)
    play(table, "token W")
    assert doing(table) == ("W", 2, 0)
    assert "T2" in stands(table)


@pytest.mark.rule("WS-W5")
def test_two_points_for_every_place(witchstone):
    table = ways(3, own="T1-F1 Stone-F1 T1-F2", foreign="T2-F2", lying=3)
    play(table, "stand F1")
    assert table.scores[0] == 2
    play(table, "stand F2")
    assert table.scores == (4, 0)


@pytest.mark.rule("WS-W5")
def test_one_witch_of_a_colour_on_a_place(witchstone):
    table = ways(5, own="T1-F1 T1-V1", lying=3)
    play(table, "stand F1")
    assert stands(table) == {"V1"}
    with pytest.raises(IllegalMove):
        table.play("stand F1")


@pytest.mark.rule("WS-W5")
def test_the_big_witch_counts_and_others_do_not(witchstone):
    def edit(s):
        stood(s, 1, "F2")

    # The own tower holds the big witch; a foreign big witch and a foreign small one leave room.
    assert stands(ways(5, own="T1-F2 T2-F2 T1-F1", edit=edit)) == {"F2", "T2", "F1"}


@pytest.mark.rule("WS-W5")
def test_a_standing_witch_never_moves_again(witchstone):
    def edit(s):
        stood(s, 0, "F1")

    table = ways(5, own="T1-F1 Stone-F1", lying=0, edit=edit)
    assert offered(table) == {"lay", "stop"}


@pytest.mark.rule("WS-W9")
def test_with_no_small_witch_left_there_are_no_witch_actions(witchstone):
    table = ways(5, own="T1-F1", lying=0, edit=lambda s: stood(s, 0, TEN + " F4"))
    assert verbs(table) == {"deal"}


@pytest.mark.rule("WS-W9", "WS-W1")
def test_the_last_witch_can_only_stand(witchstone):
    def edit(s):
        stood(s, 0, TEN)

    table = ways(5, own="T1-F1", edit=edit)
    assert offered(table) == {"stand F1", "stop"}
    play(table, "stand F1", "token W")
    assert verbs(table) == {"deal"}  # the token's witch action is lost with the rest


@pytest.mark.rule("WS-W9", "WS-T4")
def test_a_lying_witch_without_a_way_ends_the_action(witchstone):
    def edit(s):
        stood(s, 0, TEN.replace("F3", "F1"))

    table = ways(5, own="T1-F1", edit=edit)
    assert facts(table).lying[0] == 1
    assert verbs(table) == {"deal"}
