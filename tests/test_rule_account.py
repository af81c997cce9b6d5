"""Every rule has a test, and every test names a rule there is."""

import coven
from tests.rule_account import ids_with_a_test, rule_ids, untested


def test_every_rule_has_a_test():
    assert untested() == {game: [] for game in coven.games()}


def test_tests_name_rules_there_are():
    known = {id for game in coven.games() for id in rule_ids(game)}
    assert ids_with_a_test() <= known


def test_ids_stand_once():
    for game in coven.games():
        ids = rule_ids(game)
        assert len(ids) == len(set(ids)) > 0
