"""Games of other people's packages: found by their entry points, and left out with a sentence where they are broken."""

from __future__ import annotations

from pathlib import Path

import pytest

from coven.cli import _parser
from coven.core import registry
from coven.core.errors import BrokenGame
from coven.core.language import Words
from coven.core.option import RESERVED
from coven.table.bodies import TableOptions
from tests.core.conftest import Put
from tests.foreign import PEBBLES, changed, run, write

OURS = ("witchstone", "witches")
THERE = registry.games()  # ours, and those of others that are installed

GERMAN = """\
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgctxt "title"
msgid "Pebbles & Sand"
msgstr "Kiesel und Sand"

msgid "Choose a move"
msgstr "Los"

msgid "take {n}"
msgstr "nimm {n}"

msgid "{n} pebble"
msgid_plural "{n} pebbles"
msgstr[0] "{n} Kiesel"
msgstr[1] "{n} Kieselsteine"
"""


# -- found ---------------------------------------------------------------------------------------------------------


def test_a_package_of_another_is_found_behind_ours(put: Put) -> None:
    put("pebbles", PEBBLES)
    assert registry.games()[: len(OURS)] == OURS
    assert {*registry.games()} == {*THERE, "pebbles"}
    assert registry.playable() == registry.games()
    assert registry.load("pebbles").title == "Pebbles & Sand"


def test_an_option_that_several_games_have_is_one_argument(
    put: Put, capsys: pytest.CaptureFixture[str]
) -> None:
    put("pebbles", PEBBLES)
    parser = _parser()
    for argv in (
        ["play", "pebbles", "--mode", "many"],
        ["play", "witches", "--mode", "coop", "--first", "1"],
    ):
        assert parser.parse_args(argv).mode == argv[3]
    with pytest.raises(SystemExit):
        parser.parse_args(["play", "--help"])
    assert "pebbles: 100% the seat that begins" in " ".join(capsys.readouterr().out.split())


def test_its_words_are_said_in_its_own_languages(
    put: Put, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put("pebbles", PEBBLES)
    put("stones", {**PEBBLES, "__init__": PEBBLES["__init__"].replace('"pebbles"', '"stones"')})
    for package, text in (("pebbles", GERMAN), ("stones", GERMAN.replace("msgstr", "nonsense"))):
        (tmp_path / package / "locale").mkdir()
        (tmp_path / package / "locale" / "de.po").write_text(text, encoding="utf-8")
    say = Words("de")
    assert say.title("Pebbles & Sand") == "Kiesel und Sand"
    assert say("take {n}", n=2) == "nimm 2"
    assert [say.plural("{n} pebble", "{n} pebbles", n) for n in (1, 2)] == ["1 Kiesel", "2 Kieselsteine"]
    assert say("Choose a move") != "Los"  # what we say ourselves stays ours
    assert Words("fr")("take {n}", n=2) == "take 2"
    told = capsys.readouterr().err
    assert told.count("can't be read") == 1
    assert str(Path("stones", "locale", "de.po")) in told


# -- broken --------------------------------------------------------------------------------------------------------

NEVER = "1 / 0"
BROKEN = {  # the package's modules, where its entry point leads to, and what is said
    "not importable": ({"__init__": NEVER}, "", ["'pebbles'", "pebbles:GAME", "can't be imported: ZeroDivisionError"]),
    "not there": (PEBBLES, "pebbles:NOTHING", ["pebbles:NOTHING", "can't be imported: AttributeError"]),
    "no definition": ({"__init__": "GAME = 7"}, "", ["it must be a coven.core.Definition, not 7"]),
    "our name": (changed("__init__", '"pebbles"', '"witches"'), "", ["'witches'", "another game of that name"]),
    "a strange name": (changed("__init__", '"pebbles"', '"../Pebbles"'), "", ["small letters", "'../Pebbles'"]),
    "too many players": (changed("__init__", "range(1, 4)", "range(1, 9)"), "", ["within 1 to 4, not range(1, 9)"]),
    "a reserved option": (changed("__init__", '"mode"', '"seed"'), "", ["an option can't be called 'seed'"]),
}  # fmt: skip


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_definition_is_told_of_once_and_left_out(
    what: str, put: Put, capsys: pytest.CaptureFixture[str]
) -> None:
    modules, point, said = BROKEN[what]
    put("pebbles", modules, point)
    assert registry.games() == THERE
    assert registry.games() == THERE
    told = capsys.readouterr().err
    assert told.count("can't be loaded") == 1
    for words in said:
        assert words in told


UNLOADABLE = {
    "not importable": (changed("game", "most_legal=3", f"most_legal={NEVER}"), ["can't be loaded: ZeroDivisionError"]),
    "no implementation": (changed("game", "IMPLEMENTATION", "GAME"), ["no attribute 'IMPLEMENTATION'"]),
    "rules missing": (changed("rules", "def apply(", "def applied("), ["a function apply with 3 arguments"]),
    "wrong arguments": (changed("rules", "def winners(s, t)", "def winners(s)"), ["winners must take 2 arguments"]),
    "state": (changed("game", "depth: int", "deep: int"), ["the state needs a field depth"]),
}  # fmt: skip


@pytest.mark.parametrize("what", UNLOADABLE)
def test_a_game_that_cant_be_loaded_is_told_of_once_and_left_out(
    what: str, put: Put, capsys: pytest.CaptureFixture[str]
) -> None:
    modules, said = UNLOADABLE[what]
    put("pebbles", modules)
    assert "pebbles" in registry.games()  # nobody has looked into it yet
    assert registry.playable() == THERE
    assert registry.playable() == THERE
    told = capsys.readouterr().err
    assert told.count("the game 'pebbles' can't be loaded") == 1
    with pytest.raises(BrokenGame) as refused:
        registry.load("pebbles")
    for words in said:
        assert words in told
        assert words in str(refused.value)
    assert registry.load("witches").title == "The Witches"


def test_definitions_that_are_found_have_no_fault() -> None:
    for name in THERE:
        assert registry.definition(name).faults() == []


def test_names_of_options_that_are_taken() -> None:
    """Whatever else the commands that take a game's options, and the tables, call something."""
    commands = next(action for action in _parser()._actions if action.dest == "COMMAND" or action.choices)
    own = {option.name for name in THERE for option in registry.definition(name).options}
    assert commands.choices is not None
    taken = {*TableOptions.model_fields}
    for parser in dict(commands.choices).values():
        named = {action.dest for action in parser._actions}
        if own <= named:
            taken |= named - own
    assert "seats" in taken
    assert taken <= RESERVED
    assert not own & RESERVED


# -- the commands and the pages with it ----------------------------------------------------------------------------


def test_commands_go_on_beside_a_broken_game(tmp_path: Path) -> None:
    write(tmp_path, "pebbles", PEBBLES)
    write(tmp_path, "stones", {"__init__": NEVER})
    helped = run(["-m", "coven.cli", "--help"], tmp_path)
    assert helped.returncode == 0, helped.stderr
    assert helped.stderr.count("'stones' can't be loaded") == 1
    listed = run(["-m", "coven.cli", "games"], tmp_path)
    assert listed.returncode == 0, listed.stderr
    names = [line.split()[0] for line in listed.stdout.splitlines()[3:] if line.strip()]
    assert (*names[: len(OURS)],) == OURS
    assert "pebbles" in names
    assert "stones" not in names
    asked = run(["-m", "coven.cli", "rules", "stones"], tmp_path)
    assert asked.returncode == 2
    assert "there is no game 'stones'" in asked.stderr


def test_a_game_with_rules_alone_is_played_in_the_terminal(tmp_path: Path) -> None:
    write(tmp_path, "pebbles", PEBBLES)
    save = tmp_path / "game.coven"
    played = run(
        ["-m", "coven.cli", "play", "pebbles", "--seats", "me=Ada,me=Ben", "--save", str(save),
         "--mode", "many", "--first", "1"],
        tmp_path,
        "\n?\n3\n\ntake 3\n\n3\n",
    )  # fmt: skip
    assert played.returncode == 0, played.stderr
    assert "Choose a move" in played.stdout
    assert "heap: 9" in played.stdout
    assert "in hand: 3" in played.stdout
    assert "The winner: c Ben" in played.stdout
    assert "Result: 0 1" in save.read_text()


PAGES = """
import random, tempfile
from tests.table.conftest import make
with tempfile.TemporaryDirectory() as folder, make(f"sqlite:///{folder}/t.db") as room:
    def get(path):
        answer = room.get(path, headers={"accept": "text/html"})
        return answer.status, answer.text
    status, start = get("/")
    assert status == 200 and "Pebbles &amp; Sand" in start and 'data-play="pebbles"' in start
    assert "1 to 3 players" in start and "/learn/pebbles" not in start and "stones" not in start
    assert 'data-for="pebbles" data-fresh data-option="mode"' in start
    status, cover = get("/art/pebbles.svg")
    assert status == 200 and "Pebbles &amp; Sand" in cover
    assert get("/learn/pebbles")[0] == 404
    status, rules = get("/rules/pebbles")
    assert status == 200 and "<h1>Pebbles &amp; Sand</h1>" in rules
    assert get("/rules/stones")[0] == get("/art/stones.svg")[0] == 404
    from tests.table.sitting import Sitting
    table = Sitting(room, "pebbles", 2)
    status, page = get(f"/table/{table.id}")
    assert status == 200
    seen = table.get("/sight?theme=dark&whole=1", 0).json()
    assert [choice["label"] for choice in seen["choices"]] == ["take 1", "take 2", "take 3"]
    assert "heap: 5" in seen["svg"] and 'data-part="player"' in seen["svg"] and seen["prompt"] == "Choose a move"
    over = table.finish(random.Random(1))
    seen = table.get("/sight", 0).json()
    assert over["over"] and seen["verdict"].startswith("The winner: ")
    assert sum(line["points"] for line in seen["points"][over["winners"][0]]) == 1
    print("well")
"""


def test_a_game_with_rules_alone_is_on_the_pages(tmp_path: Path) -> None:
    write(tmp_path, "pebbles", PEBBLES)
    write(tmp_path, "stones", {"__init__": NEVER})
    done = run(["-c", PAGES], tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "well"
    assert done.stderr.count("'stones' can't be loaded") == 1
