"""Every rule has a test, and every test names a rule there is."""

from tests.rule_account import games_here, ids_with_a_test, rule_ids, untested


def test_every_rule_has_a_test():
    assert not any(untested().values())


def test_our_games_have_rules():
    assert all(rule_ids(game) for game in ("witchstone", "witches"))


def test_tests_name_rules_there_are():
    known = {id for game in games_here() for id in rule_ids(game)}
    assert ids_with_a_test() <= known


def test_ids_stand_once():
    for game in games_here():
        ids = rule_ids(game)
        assert len(ids) == len(set(ids))
