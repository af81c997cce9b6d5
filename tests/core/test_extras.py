"""What a game brings beside its rules: typed where it is right, else a sentence that says which, where and what."""

from __future__ import annotations

from pathlib import Path

import pytest

import coven.env
from coven.bots import bot
from coven.core import registry
from coven.core.errors import BrokenGame
from coven.core.extras import MODULES, misnamed
from coven.core.game import Game
from coven.lab.statistics import builtin
from coven.terminal.display import Display
from tests.core.conftest import Put
from tests.foreign import PEBBLES, changed, run, write

JUDGEMENT = """\
from coven.core.rule import rule


@rule
def appeals(s, t, moves, n, weights):
    weights[:n] = 1


@rule
def outlook(s, t, values):
    values[:] = 0.5


@rule
def worth(s, t, seat):
    return 0.0
"""
PLANES = """\
from coven.core.plane import Observation, Plane

OBSERVATION = Observation((Plane("stones", "heap", "count", "what is left"),))
"""
STATISTICS = """\
from coven.core.rule import rule

STATISTICS, WIDTH, ENDINGS = (), 0, ("points",)


@rule
def watch(s, t, who, move, row):
    pass


@rule
def watch_end(s, t, row):
    pass


@rule
def ending(s):
    return 0
"""


def use(game: Game, module: str) -> object:
    """Ask for a module as those do who need it."""
    if module == "judgement":
        return bot("greedy", seed=1).choose(game.new(2, seed=1).view(0))
    if module == "planes":
        return coven.env.planes(game.name)
    if module == "statistics":
        return builtin(game)
    if module == "screen":
        return Display(game, ["Ada", "Ben"], "en")
    return game.definition.report


BROKEN = {
    "no outlook": ("judgement", JUDGEMENT.replace("def outlook", "def view"), "a function outlook with 3 arguments"),
    "no worth": ("judgement", JUDGEMENT.replace("def worth", "def value"), "a function worth with 3 arguments"),
    "few arguments": ("judgement", JUDGEMENT.replace("(s, t, seat)", "(s, t)"), "worth must take 3 arguments, not 2"),
    "syntax": ("judgement", "def appeals(:\n", "SyntaxError: invalid syntax"),
    "raises": ("judgement", "\n1 / 0\n", "judgement.py, line 2)"),
    "no planes": ("planes", "", "it needs OBSERVATION, an Observation of coven.core.plane"),
    "unknown field": ("planes", PLANES.replace('"heap"', '"pile"'), "the plane 'stones' shows 'pile'"),
    "unknown kind": ("planes", PLANES.replace('"count"', '"many"'), "the kind 'many'; there are: count, bits"),
    "no statistics": ("statistics", "", "it needs STATISTICS, a tuple of Statistic"),
    "strange ones": ("statistics", STATISTICS.replace("= (),", "= (7,),"), "STATISTICS holds 7"),
    "no report": ("report", "", "it needs REPORT, a Report of coven.core.statistic"),
    "no screen": ("screen", "SECTIONS = ()\n", "it needs a function legend"),
    "no language": ("screen", "SECTIONS = ()\ndef legend(view, *, names): ...\n", "take view, *, names, lang: got"),
}  # fmt: skip


@pytest.mark.parametrize("what", BROKEN)
def test_a_module_that_cant_be_used_says_what_is_wrong(what: str, put: Put) -> None:
    module, text, said = BROKEN[what]
    put("pebbles", {**PEBBLES, module: text})
    game = registry.load("pebbles")
    assert game.new(2, seed=1).play("take 1").ply == 1  # who does not need it plays on
    for _ in range(2):
        with pytest.raises(BrokenGame) as refused:
            use(game, module)
        assert "the game 'pebbles' can't be loaded; " in str(refused.value)
        assert f"pebbles.{module}:" in str(refused.value)
        assert said in str(refused.value)


@pytest.mark.parametrize(
    ("module", "text"), [("judgement", JUDGEMENT), ("planes", PLANES), ("statistics", STATISTICS)]
)
def test_one_that_can_be_used_is(module: str, text: str, put: Put) -> None:
    put("pebbles", {**PEBBLES, module: text})
    use(registry.load("pebbles"), module)
    assert registry.definition("pebbles").judgement is None or module == "judgement"
    assert misnamed(registry.definition("pebbles")) == []


def test_none_need_be_there(put: Put) -> None:
    put("pebbles", PEBBLES)
    for module in MODULES:
        use(registry.load("pebbles"), module)


def test_a_slip_in_a_name_is_told(put: Put, tmp_path: Path) -> None:
    put("pebbles", {**PEBBLES, "judgment": JUDGEMENT, "plane": PLANES, "places": ""})
    assert misnamed(registry.definition("pebbles")) == [
        "pebbles.judgment is not looked for: was judgement meant?",
        "pebbles.plane is not looked for: was planes meant?",
    ]
    listed = run(["-m", "coven.cli", "games"], tmp_path)
    assert listed.returncode == 0
    assert "was judgement meant?" in listed.stderr


@pytest.mark.parametrize("rule", ["apply", "legal", "begin"])
def test_rules_that_fail_say_whose_they_are(
    rule: str, put: Put, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COVEN_CACHE", str(tmp_path / "cache"))  # interpreted: nothing was compiled before
    first = {"apply": "seat = (int", "legal": "n = min(3, int(s.heap))", "begin": "s.players = players"}[rule]
    put("pebbles", changed("rules", first, f"1 // int(s.depth); {first}"))
    with pytest.raises(BrokenGame) as refused:
        registry.load("pebbles").new(2, seed=1).play("take 1")
    assert "the game 'pebbles' can't go on; pebbles.rules:\n  - ZeroDivisionError: " in str(refused.value)
    assert f"{Path('pebbles', 'rules.py')}, line " in str(refused.value)


def test_a_command_says_it_in_a_sentence(tmp_path: Path) -> None:
    write(tmp_path, "pebbles", changed("rules", "seat = (int", "1 // int(s.depth); seat = (int"))
    played = run(["-m", "coven.cli", "play", "pebbles", "--seats", "search:iters=4,random"], tmp_path)
    assert played.returncode == 2
    assert "the game 'pebbles' can't go on; pebbles.rules:" in played.stderr
    assert "Traceback" not in played.stderr


# -- the pages -----------------------------------------------------------------------------------------------------

PAGES = """
import tempfile
from tests.table.conftest import make
with tempfile.TemporaryDirectory() as folder, make(f"sqlite:///{folder}/t.db") as room:
    def get(path):
        answer = room.get(path, headers={"accept": "text/html"})
        return answer.status, answer.text
    for _ in range(2):
        status, start = get("/")
        assert status == 200, status
        assert all(f'data-play="{name}"' in start for name in ("witches", "chalk", "flint", "slate", "pumice"))
        assert "/learn/witches" in start and "/learn/chalk" not in start
    assert get("/learn/chalk")[0] == get("/learn/flint")[0] == 404
    for name in ("chalk", "flint", "slate", "pumice"):
        assert get(f"/rules/{name}")[0] == 200, name
    status, cover = get("/art/slate.svg")
    assert status == 200 and "Pebbles &amp; Sand" in cover
    print("well")
"""


def test_pages_go_on_beside_broken_lessons_covers_and_figures(tmp_path: Path) -> None:
    broken = {
        "chalk": {"lessons.toml": "[[lesson\n"},
        "flint": {"lessons.toml": '[[lesson]]\nid = "one"\ncalled = "One"\n'},
        "slate": {"game": PEBBLES["game"].replace("most_legal=3", "most_legal=3, cover=lambda game: 1 / 0")},
        "pumice": {"figures.toml": "[[figure]]\nat = -1\n"},
    }
    for name, files in broken.items():
        modules = {**PEBBLES, **files}
        write(tmp_path, name, {file: text.replace("pebbles", name) for file, text in modules.items()})
    done = run(["-c", PAGES], tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "well"
    for told in (
        "coven: chalk, lessons.toml: ",
        "coven: flint, lessons.toml, lesson one: ",
        "coven: the game 'slate' has a broken cover; slate:\n  - ZeroDivisionError: ",
        "coven: the game 'pumice' has figures that can't be read; ",
    ):
        assert done.stderr.count(told) == 1, told
