"""Play and replay in the terminal, driven by scripted input."""

from __future__ import annotations

import io
import random
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest
from rich.console import Console
from rich.text import Text

import coven
from coven import cli
from coven.core.choice import Choice, leaves, offered, opened, walk
from coven.core.language import words
from coven.games.witchstone import cauldron, cells, screen
from coven.games.witchstone.state import SYMBOLS
from coven.terminal import saves, seats
from coven.terminal.paper import wrap
from coven.terminal.play import Session

Out = pytest.CaptureFixture[str]
Answer = Callable[[str], str]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("LINES", "40")
    return tmp_path


@pytest.fixture
def answer(monkeypatch: pytest.MonkeyPatch) -> Callable[[Answer], None]:
    """Let a function answer every question."""
    return lambda function: monkeypatch.setattr("builtins.input", function)


def script(*lines: str) -> Answer:
    """These answers, then the end of input."""
    left: Iterator[str] = iter(lines)

    def reply(_: str) -> str:
        try:
            return next(left)
        except StopIteration:
            raise EOFError from None

    return reply


def position_in(path: Path) -> coven.Position:
    return coven.read(path.read_text(encoding="utf-8")).position()


# -- whole games ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("columns", "lines"), [("120", "40"), ("40", "10")])
def test_a_game_by_numbers(
    columns: str,
    lines: str,
    home: Path,
    answer: Callable[[Answer], None],
    monkeypatch: pytest.MonkeyPatch,
    capsys: Out,
) -> None:
    """Any numbers will do, right or wrong, on any screen."""
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setenv("LINES", lines)
    rng = random.Random(1)
    answer(lambda _: str(rng.choice((1, 1, 2, 2, 3, 4, 5, 6, 7, 99))))
    path = home / "g.coven"
    assert cli.main(["play", "witchstone", "--seed", "5", "--save", str(path)]) == 0
    out = capsys.readouterr().out
    assert "The winner:" in out or "The win is shared:" in out
    assert "prophecies" in out
    record = coven.read(path.read_text(encoding="utf-8"))
    assert record.names == ("Owl", "thistle")
    assert record.check().over
    assert max(len(line) for line in out.splitlines()) <= max(200, int(columns))


@pytest.mark.parametrize("options", [["--handicap", "0,3,1"], ["--chance", "manual"]])
def test_a_game_by_notation(
    options: list[str], home: Path, answer: Callable[[Answer], None], capsys: Out
) -> None:
    """Every action is in the file before the next question is asked."""
    path = home / "g.coven"
    rng = random.Random(2)

    def reply(question: str) -> str:
        return rng.choice(position_in(path).legal).text if question == "> " else ""

    answer(reply)
    seats = "me=Ada,random:seed=1,human=Ben"
    assert cli.main(["play", "witchstone", "--seats", seats, "--save", str(path), *options]) == 0
    record = coven.read(path.read_text(encoding="utf-8"))
    assert record.names == ("Ada", "random:seed=1", "Ben")
    assert record.check().over


def test_bots_alone_play_to_the_end(home: Path, capsys: Out) -> None:
    path = home / "g.coven"
    argv = [
        "play",
        "witchstone",
        "--seats",
        "random,random,random,random",
        "--seed",
        "1",
        "--save",
        str(path),
    ]
    assert cli.main(argv) == 0
    assert position_in(path).over
    assert cli.main(["resume", str(path)]) == 0  # a finished game shows its end again
    assert capsys.readouterr().out.count("The end") >= 2


def test_resume_after_every_move(home: Path, answer: Callable[[Answer], None], capsys: Out) -> None:
    answer(script())
    assert cli.main(["play", "witchstone", "--seats", "me=Ada,random"]) == 0
    path = saves.latest()
    rng = random.Random(3)
    while "Result:" not in path.read_text(encoding="utf-8"):
        before = len(coven.read(path.read_text(encoding="utf-8")))
        answer(script(rng.choice(position_in(path).legal).text))
        assert cli.main(["resume"]) == 0
        assert len(coven.read(path.read_text(encoding="utf-8"))) > before
    assert coven.read(path.read_text(encoding="utf-8")).check().over
    capsys.readouterr()
    assert cli.main(["resume", "--list"]) == 0
    assert "Ada | random" in capsys.readouterr().out


# -- what a person types -------------------------------------------------------------------------------------


def begin(
    home: Path, answer: Callable[[Answer], None], *lines: str, options: tuple[str, ...] = ()
) -> tuple[int, Path]:
    """A game of Ada, who begins, against a bot; towers are chosen first."""
    path = home / f"g{len(list(home.iterdir()))}.coven"
    answer(script(*lines))
    argv = [
        "play",
        "witchstone",
        "--seats",
        "me=Ada,random",
        "--first",
        "0",
        "--seed",
        "8",
        "--save",
        str(path),
    ]
    return cli.main([*argv, *options]), path


def to_the_first_tile(home: Path, answer: Callable[[Answer], None]) -> list[str]:
    """What to type so that Ada is to place her first tile."""
    typed: list[str] = []
    while True:
        _, path = begin(home, answer, *typed)
        position = position_in(path)
        if any(move.text.startswith("place") for move in position.legal):
            return typed
        typed.append(position.legal[0].text)


def test_undo_takes_back_ones_own_actions_alone(
    home: Path, answer: Callable[[Answer], None], capsys: Out
) -> None:
    typed = to_the_first_tile(home, answer)
    _, path = begin(home, answer, *typed)
    before = path.read_text(encoding="utf-8")
    place = next(move.text for move in position_in(path).legal if move.text.startswith("place"))
    _, path = begin(home, answer, *typed, place)
    assert place in path.read_text(encoding="utf-8")
    _, path = begin(home, answer, *typed, place, "undo")
    assert path.read_text(encoding="utf-8") == before
    capsys.readouterr()
    code, path = begin(home, answer, "undo")
    assert code == 0
    assert "nothing you can take back" in capsys.readouterr().out


def test_names_and_numbers_find_the_same_move(home: Path, answer: Callable[[Answer], None]) -> None:
    typed = to_the_first_tile(home, answer)
    _, path = begin(home, answer, *typed)
    first = next(move.text for move in position_in(path).legal if move.text.startswith("place"))
    _, one, two = first.split()
    tile = one[0] + two[0]
    records = []
    for way in (
        [first],
        [first.upper()],
        [tile, one[1:], two[1:]],
        [f"{tile} {one[1:]} {two[1:]}"],
        [tile, "back", f"{tile}", f"{one[1:]} {two[1:]}"],
        ["1 1 1"],
        [f"{tile} {one[1:]}", "1"],
    ):
        _, path = begin(home, answer, *typed, *way)
        records.append(path.read_text(encoding="utf-8"))
    assert len(set(records)) == 1
    assert first in records[0]


def test_several_moves_on_a_line(home: Path, answer: Callable[[Answer], None], capsys: Out) -> None:
    typed = to_the_first_tile(home, answer)
    _, path = begin(home, answer, "; ".join(typed))
    assert any(move.text.startswith("place") for move in position_in(path).legal)


@pytest.mark.parametrize(
    "line", ["", "0", "back", "999", "place", "place Ez9 Wz8", "stand T1", "💎", "[bold]", "1 2 3 4 5 6 7 8"]
)
def test_bad_input_is_told_and_changes_nothing(
    line: str, home: Path, answer: Callable[[Answer], None], capsys: Out
) -> None:
    _, path = begin(home, answer)
    before = path.read_text(encoding="utf-8")
    code, path = begin(home, answer, line)
    assert code == 0
    assert path.read_text(encoding="utf-8") == before


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("99", "There is no 99 here: choose 1 to 3"),
        ("1 1 1", "That is more than one move: write ; between moves"),
        ("tower T7", "'tower T2'? Choose a number"),
        ("plac", "'plac' is not a move of Witchstone. Choose a number"),
        (
            "stand T1",
            "stand T1 can't be played now. That takes an action of the type “witch”; now",
        ),
    ],
)
def test_bad_input_is_told_plainly(
    line: str, told: str, home: Path, answer: Callable[[Answer], None], capsys: Out
) -> None:
    begin(home, answer, line)
    out = " ".join(capsys.readouterr().out.split())
    assert told in out
    assert "seat 0" not in out
    assert "?." not in out


def test_a_move_of_a_kind_that_can_be_made_is_told_what_can(
    home: Path, answer: Callable[[Answer], None], capsys: Out
) -> None:
    _, path = begin(home, answer)
    tower = position_in(path).legal[0].text
    capsys.readouterr()
    code, path = begin(home, answer, "; ".join([*to_the_first_tile(home, answer), tower]))
    assert code == 0
    told = " ".join(capsys.readouterr().out.split())
    assert f"{tower} can't be played now. Towers are chosen before the first turn; " in told
    assert "now comes “Place a tile”. (WS-S7)" in told
    place = next(move.text for move in position_in(path).legal if move.text.startswith("place"))
    texts = {move.text for move in position_in(path).legal}
    game = position_in(path).game
    other = next(text for n in count() if (text := game.text(n)).startswith("place") and text not in texts)
    answer(script(other))
    assert cli.main(["resume", str(path)]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert f"{other} can't be played now. The " in told
    assert f"Of that kind only: {place}" in told


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("columns", ["80", "40"])
@pytest.mark.parametrize("game", ["witchstone", "witches"])
def test_help_is_whole_on_narrow_screens(
    game: str,
    columns: str,
    lang: str,
    answer: Callable[[Answer], None],
    monkeypatch: pytest.MonkeyPatch,
    capsys: Out,
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    answer(script("?"))
    assert cli.main(["play", game, "--seed", "1", "--lang", lang]) == 0
    out = capsys.readouterr().out
    lines = out[out.index("─ Help" if lang == "en" else "─ Aide") :].splitlines()
    lines = lines[: next(i for i, line in enumerate(lines) if line.startswith("o ") and "·" in line)]
    assert len(lines) > 15
    assert not any("…" in line for line in lines)
    assert max(map(len, lines)) <= int(columns)
    if lang == "en":
        assert "as long as nothing new was revealed" in " ".join(" ".join(lines).split())


def test_a_line_is_broken_between_words() -> None:
    lines = wrap(Text("one two  three four five"), 9, 3)
    assert [line.plain for line in lines] == ["one two", "   three", "   four", "   five"]
    assert [line.plain for line in wrap(Text("abcdefgh ij"), 4, 3)] == ["abcd", "efgh", "ij"]


# -- two windows ---------------------------------------------------------------------------------------------


def test_a_game_continued_elsewhere_is_not_overwritten(
    home: Path, answer: Callable[[Answer], None], capsys: Out
) -> None:
    _, path = begin(home, answer)
    start = position_in(path)
    theirs = start.copy().play(start.legal[0])
    mine = [start.legal[1].text]

    def reply(_: str) -> str:
        """While this window thinks, the other one makes a move."""
        if not mine:
            raise EOFError
        theirs.record().save(path)
        return mine.pop()

    answer(reply)
    capsys.readouterr()
    chosen = mine[0]
    assert cli.main(["resume", str(path)]) == 0
    own = path.with_name(f"{path.stem}-2.coven")
    assert path.read_text(encoding="utf-8") == str(theirs.record())
    assert chosen in own.read_text(encoding="utf-8")
    out = capsys.readouterr().out
    assert out.count("was continued in another window") == 1
    assert f"coven resume {own}" in out
    assert len(position_in(own).record()) > len(start.record())


def test_a_new_game_does_not_take_a_file_that_has_come_since(
    home: Path, witchstone: coven.Game, capsys: Out
) -> None:
    path = home / "g.coven"
    position = witchstone.new(2, seed=1)
    path.write_text("another game", encoding="utf-8")
    bots = seats.from_specs("random,random", 2, 1, words("en"))
    assert Session(position, bots, path, "en", False).run() == 0
    assert path.read_text(encoding="utf-8") == "another game"
    assert position_in(home / "g-2.coven").over
    assert "g-2.coven" in capsys.readouterr().out


def test_a_file_that_is_gone_is_written_again(home: Path, answer: Callable[[Answer], None]) -> None:
    _, path = begin(home, answer)
    text = position_in(path).legal[0].text
    typed = [text]

    def reply(_: str) -> str:
        if not typed:
            raise KeyboardInterrupt
        path.unlink()
        return typed.pop()

    answer(reply)
    assert cli.main(["resume", str(path)]) == 130
    assert text in path.read_text(encoding="utf-8")
    assert not list(home.glob("*-2.coven"))


def test_commands_show_things(home: Path, answer: Callable[[Answer], None], capsys: Out) -> None:
    typed = to_the_first_tile(home, answer)
    capsys.readouterr()
    begin(home, answer, *typed, "?", "moves", "log", "view", "ball", "cauldron", "table", "quit")
    out = capsys.readouterr().out
    for word in (
        "take back your last action",
        "place E",
        "Big witch on",
        "c random",
        "Shelves",
        "coven resume",
    ):
        assert word in out


def test_the_turn_line_says_what_is_done_and_what_waits(
    home: Path, answer: Callable[[Answer], None], capsys: Out
) -> None:
    typed = to_the_first_tile(home, answer)
    capsys.readouterr()
    begin(home, answer, *typed, "1 1 1", "1")
    out = capsys.readouterr().out
    assert "o Ada · Place a tile" in out
    assert "Choose the action to do first" in out


def test_the_end_of_input_and_ctrl_c_leave_a_saved_game(
    home: Path, answer: Callable[[Answer], None], capsys: Out
) -> None:
    code, path = begin(home, answer)
    assert code == 0
    assert str(path) in capsys.readouterr().out.replace("\n", "")

    def interrupt(_: str) -> str:
        raise KeyboardInterrupt

    answer(interrupt)
    assert cli.main(["resume", str(path)]) == 130
    assert "coven resume" in capsys.readouterr().out
    assert not position_in(path).over


def test_input_from_a_pipe(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: Out) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n1\n"))
    assert cli.main(["play", "witchstone", "--seed", "1", "--lang", "en"]) == 0
    assert saves.latest().exists()


def test_an_existing_file_is_not_overwritten(
    home: Path, answer: Callable[[Answer], None], capsys: Out
) -> None:
    _, path = begin(home, answer)
    assert cli.main(["play", "witchstone", "--save", str(path)]) == 2
    assert "exists already" in capsys.readouterr().err


# -- several people ------------------------------------------------------------------------------------------


def test_hands_are_hidden_between_people(home: Path, answer: Callable[[Answer], None], capsys: Out) -> None:
    path = home / "g.coven"
    seen: list[tuple[str, str]] = []

    def reply(question: str) -> str:
        seen.append((question, capsys.readouterr().out))
        if len(seen) > 40:
            raise EOFError
        return position_in(path).legal[0].text if question == "> " else ""

    answer(reply)
    argv = [
        "play",
        "witchstone",
        "--seats",
        "me=Ada,me=Ben",
        "--first",
        "0",
        "--seed",
        "4",
        "--save",
        str(path),
    ]
    assert cli.main(argv) == 0
    looking = ""
    covers = 0
    for question, out in seen:
        if question != "> ":
            covers += 1
            looking = "Ben" if "Ben, it is your turn" in out else "Ada"
            assert "Hand" not in out
        else:
            assert f"Cauldron of {looking}" in out
            assert f"Cauldron of {'Ada' if looking == 'Ben' else 'Ben'}" not in out
    assert covers >= 3


def test_other_hands_are_not_in_the_view_of_all_cauldrons(witchstone: coven.Game) -> None:
    position = witchstone.new(3, seed=2)
    text = "\n".join(
        line.plain for line in screen.others(position.view(0), names=["a", "b", "c"], lang="en", width=130)
    )
    assert text.count("5 tiles") == 2


def test_what_luck_decides_can_be_typed_and_taken_back(
    home: Path, answer: Callable[[Answer], None], capsys: Out
) -> None:
    path = home / "g.coven"
    answer(script("first 1", "find E", "undo", "find W", "3", "undo"))
    argv = ["play", "witchstone", "--seats", "me=Ada,me=Ben", "--chance", "manual", "--save", str(path)]
    assert cli.main(argv) == 0
    body = path.read_text(encoding="utf-8").partition("\n\n")[2]
    assert body.split("\n") == ["* first 1", "* find W", ""]
    assert "Which token lies on" in capsys.readouterr().out
    answer(script())
    assert cli.main(["resume", str(path)]) == 0  # from here on the program decides
    assert position_in(path).actor in (0, 1)


# -- the menu and the drawings -------------------------------------------------------------------------------


def every_choice(choices: list[Choice]) -> Iterator[list[Choice]]:
    yield list(opened(choices))
    for choice in choices:
        if choice.inside:
            yield from every_choice(list(choice.inside))


@pytest.mark.parametrize("seed", range(3))
def test_the_menu_offers_exactly_the_legal_moves(seed: int, witchstone: coven.Game) -> None:
    position = witchstone.new(2 + seed, chance="manual")
    rng = random.Random(seed)
    while not position.over:
        view = position.view(None if position.actor == coven.CHANCE else position.actor)
        choices = offered(view, position.legal, "en")
        assert sorted(move.id for move in leaves(choices)) == position.legal.ids.tolist()
        for level in every_choice(choices):
            assert len(level) <= 45
            for number, choice in enumerate(level, 1):
                assert choice.label
                assert bool(choice.inside) != (choice.move is not None)
                assert walk(level, str(number)) is choice
                if choice.key:
                    assert walk(level, choice.key) is choice, choice
        position.play(rng.choice(position.legal))


def test_a_placement_says_what_it_gives(witchstone: coven.Game) -> None:
    position = witchstone.new(2, seed=9, first=0)
    rng = random.Random(9)
    checked = 0
    while not position.over:
        placing = [move for move in position.legal if move.text.startswith("place")]
        move = rng.choice(placing or position.legal)
        seat = position.actor
        assert seat is not None
        choices = offered(position.view(seat), position.legal, "en")
        position.play(move)
        if placing:
            _, one, two = move.text.split()
            tile = f"{one[0]}{two[0]}"
            for half, way in ((one, f"{tile} {one[1:]}"), (two, f"{tile} {one[1:]} {two[1:]}")):
                choice = walk(choices, way)
                assert choice is not None
                state, tables = position.view(seat).state, witchstone.tables[0]
                size = cauldron.group(state, tables, seat, SYMBOLS.index(half[0]), cells.BY_NAME[half[1:]])
                assert choice.label == f"{half[1:]} ×{size}"
                checked += 1
    assert checked == 44


@pytest.mark.parametrize("players", [2, 3, 4])
def test_drawings_fit(players: int, witchstone: coven.Game) -> None:
    position = witchstone.new(players, seed=6)
    rng = random.Random(6)
    names = ["Ada", "Ben the very long-named wizard", "[red]Cleo", "魔女"][:players]
    while not position.over:
        view = position.view(position.actor)
        for width, height in ((120, 33), (80, 19), (100, 50), (60, 20)):
            lines = screen.draw(
                view,
                names=names,
                expected=[0] * players,
                lang="en",
                width=width,
                height=height,
                offered=position.legal,
            )
            assert max(line.cell_len for line in lines) <= width
            if width >= 80:
                assert len(lines) <= height
        for _ in range(4):
            if not position.over:
                position.play(rng.choice(position.legal))


def test_seats_are_told_apart_without_colour(witchstone: coven.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    position = witchstone.new(2, seed=6)
    while len(position.legal) < 50:
        position.play(position.legal[0])
    out = io.StringIO()
    console = Console(file=out, width=120, force_terminal=True, color_system="truecolor")
    for line in screen.draw(
        position.view(0), names=["Ada", "Ben"], expected=[0, 0], lang="en", width=120, height=40
    ):
        console.print(line)
    assert "\x1b[38" not in out.getvalue()
    state = position.view(0).state
    for seat, letter in ((0, "o"), (1, "c")):
        assert f"T{int(state.tower[seat])}{letter}" in "".join(
            line.plain
            for line in screen.draw(
                position.view(0), names=["Ada", "Ben"], expected=[0, 0], lang="en", width=120, height=40
            )
        )


# -- replay --------------------------------------------------------------------------------------------------


def test_replay_goes_forwards_and_back(
    home: Path, witchstone: coven.Game, answer: Callable[[Answer], None], capsys: Out
) -> None:
    position = witchstone.new(2, seed=11, names=["Ada", "random"])
    while not position.over:
        position.play(position.legal[-1])
    path = home / "g.coven"
    position.record().save(path)
    last = position.ply
    answer(script("n", "", "p", "40", "p", "e", "n", "s", "p", "x", "99999", "q"))
    assert cli.main(["replay", str(path)]) == 0
    out = capsys.readouterr().out
    visited = [int(line.split()[2]) for line in out.splitlines() if line.startswith("─ Action")]
    assert visited == [0, 1, 2, 1, 40, 39, last, last, 0, 0, 0, 0]
    assert f"a number from 0 to {last}" in out
    assert "A token lies on the south-east tower" in out  # what luck decided is told as well
    answer(script())
    assert cli.main(["replay", str(path)]) == 0
