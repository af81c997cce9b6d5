"""The mutator itself: the mistakes it makes, where they are found, and what the report says of them."""

from __future__ import annotations

import ast
import os

import pytest

from tests.mutants import mutate, report, seen
from tests.mutants.forks import TIMEOUT, in_forks, limit
from tests.mutants.sample import Mutant, Rules, equivalent, games
from tests.mutants.session import Tried


def function(source: str) -> ast.FunctionDef:
    made = ast.parse(source).body[0]
    assert isinstance(made, ast.FunctionDef)
    return made


def told(*body: str) -> set[str]:
    """The changes of a function with this body."""
    lines = "\n    ".join(body)
    return {change.told() for change in mutate.changes(function(f"def f(a, b, s):\n    {lines}"))}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("return a < b", {"a < b → a <= b"}),
        ("return a >= b", {"a >= b → a > b"}),
        ("return a == b", {"a == b → a != b"}),
        ("return a < b < s", {"a < b < s → a <= b < s", "a < b < s → a < b <= s"}),
        ("return a + b", {"a + b → a - b"}),
        ("return a >> b & s", {"a >> b & s → a >> b | s", "a >> b → a << b"}),
        ("return a and b", {"a and b → a or b"}),
        ("return 3", {"return 3 → return 4", "return 3 → return 2"}),
        ("return True", {"return True → return False"}),
        ("return not a", {"not a → a"}),
        ("return a if b else s", {"b → not b"}),
        ("a = b", set()),  # left out, the name would be missing
        ("s.x = b", {"s.x = b → (left out)"}),
        ("s[a] = b", {"s[a] = b → (left out)"}),
        ("s.x += a", {"s.x += a → (left out)", "s.x += a → s.x -= a"}),
        ("a(b)", {"a(b) → (left out)"}),
        ("a: 3 = b", set()),  # annotations are no rules
        ('"""Says 3 < 4."""', set()),
    ],
)
def test_mistakes_of_a_line(line, expected):
    assert told(line) == expected


def test_mistakes_of_conditions_and_loops():
    assert told("if a > b:", "    return a") == {"a > b → not a > b", "a > b → a >= b"}
    assert told("if a == b:", "    return a") == {"a == b → a != b"}  # which negates it
    assert told("if not a:", "    return b") == {"not a → a"}
    assert told("while a:", "    break") == {"a → not a", "break → continue"}
    assert told("for i in range(a):", "    continue") == {
        "range(a) → range(1, a)", "range(a) → range(a + 1)", "range(a) → range(a - 1)", "continue → break",
    }  # fmt: skip
    assert told("for i in range(2, b):", "    pass") == {
        "range(2, b) → range(3, b)", "range(2, b) → range(1, b)",
        "range(2, b) → range(2, b + 1)", "range(2, b) → range(2, b - 1)",
    }  # fmt: skip


SOURCE = '''
@rule
def f(a: int, b: "B" = 5) -> int:
    """Counts."""
    total = 0
    for i in range(a):
        if i % 2:
            continue
        elif i > b:
            total += 1
    return total


def g(a):
    return a + 1
'''


def run(made: ast.FunctionDef, *arguments: int, **scope: object) -> object:
    kept: dict[str, object] = dict(scope)
    exec("def f(a, b=5): pass", kept)
    kept["f"].__code__ = mutate.compiled(made, "f.py")  # type: ignore[attr-defined]
    return kept["f"](*arguments)  # type: ignore[operator]


def test_only_rules_are_changed():
    assert set(mutate.rules(SOURCE)) == {"f"}
    assert set(mutate.rules(SOURCE.replace("@rule", "@core.rule()"))) == {"f"}


def test_a_mutant_is_the_function_with_one_change():
    original = mutate.rules(SOURCE)["f"]
    before = ast.unparse(original)
    results = [run(mutate.mutated(original, i), 9) for i in range(len(mutate.changes(original)) - 2)]
    assert run(original, 9) == 2
    assert ast.unparse(original) == before
    assert results.count(2) < len(results)
    texts = [ast.unparse(mutate.mutated(original, i)) for i in range(len(mutate.changes(original)))]
    assert before not in texts
    assert len(set(texts)) == len(texts)


def test_marks_are_left_on_every_line_passed():
    original = mutate.rules(SOURCE)["f"]
    places = {line: i for i, line in enumerate(mutate.lines(original))}
    marks = bytearray(len(places))
    assert run(mutate.marked(original, places, "m"), 1, m=marks) == 0
    passed = {line for line, i in places.items() if marks[i]}
    text = SOURCE.splitlines()
    assert [text[line - 1].strip() for line in sorted(set(places) - passed)] == ["continue", "total += 1"]


def test_every_line_of_a_mutant_has_a_place():
    for game in games():
        rules = Rules(game)
        numbers = seen.places(rules)
        assert len(rules.mutants) > 1000
        assert all((mutant.module, mutant.line) in numbers for mutant in rules.mutants)
        keys = [mutant.key for mutant in rules.mutants]
        assert len(set(keys)) == len(keys)
        assert not {mutant.module for mutant in rules.mutants} & {"statistics", "judgement", "say", "game"}
        assert all(reason for reason in equivalent(game).values())


def test_a_sample_is_the_same_for_a_seed():
    rules = Rules("witches")
    assert rules.sample(20, 1) == rules.sample(20, 1)
    assert rules.sample(20, 1) != rules.sample(20, 2)
    left_out = {mutant.key for mutant in rules.sample(20, 1)[:5]}
    others = rules.sample(20, 1, without=left_out)
    assert others[:15] == rules.sample(20, 1)[5:]
    assert len({mutant.key for mutant in others} - left_out) == 20
    assert all(mutant.rule == "witches" for mutant in rules.sample(20, 1, "board.witches:"))


def test_forks_tell_what_they_found_and_change_nothing_here():
    here = [0]

    def work(number: int) -> int:
        here[0] = number
        return number * number

    assert dict(in_forks(range(5), work, 2)) == {n: n * n for n in range(5)}
    assert here == [0]


def test_an_endless_mutant_is_ended():
    def work(number: int) -> int:
        limit(0.2)
        while number:
            pass
        return os.getpid()

    found = dict(in_forks([0, 1], work, 2))
    assert found[1] == TIMEOUT
    assert found[0] != os.getpid()


def test_a_broken_fork_is_no_result():
    with pytest.raises(RuntimeError, match="ended with 1"):
        list(in_forks([0], lambda number: 1 // number, 1))


def test_the_quickest_test_comes_first():
    found = {
        "slow": seen.Seen(2.0, [1, 2], ""),
        "quick": seen.Seen(0.1, [2], ""),
        "none": seen.Seen(-1.0, [], ""),
    }
    assert seen.by_place(found) == {1: ["slow"], 2: ["quick", "slow"]}


def test_a_map_is_kept(tmp_path):
    found = {"one": seen.Seen(2.0, [1, 2], "digest")}
    assert seen.kept(tmp_path / "map.json") == {}
    seen.keep(tmp_path / "map.json", found)
    assert seen.kept(tmp_path / "map.json") == found
    before = seen.digest([tmp_path])
    (tmp_path / "other.py").write_text("x = 1", encoding="utf-8")
    assert seen.digest([tmp_path]) != before


def test_the_report_names_every_survivor():
    rules = Rules("witches")
    mutants = rules.sample(4, 1)
    tried = [
        Tried(mutants[0], "tests/a.py::test_a", 3),
        Tried(mutants[1], TIMEOUT, 0),
        Tried(mutants[2], "", 7),
    ]
    summary = report.summary(rules, 1, tried, {mutants[3].key: "why", "gone.f: a → b": "why"})
    assert (summary["tried"], summary["killed"]) == (3, 2)
    assert summary["endless"] == [mutants[1].key]
    assert (summary["equivalent"], summary["share"]) == (1, 0.6667)
    survivor: Mutant = mutants[2]
    written = report.text(summary)
    assert f"{survivor.module}.py:{survivor.line}" in written
    assert survivor.told in written
    assert summary["listed but gone"] == ["gone.f: a → b"]
    assert sum(module["tried"] for module in summary["modules"].values()) == 3
