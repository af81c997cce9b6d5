"""What the terminal does for every game there is, whoever made it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import coven
from coven import cli
from coven.core.registry import definition

Out = pytest.CaptureFixture[str]
each = pytest.mark.parametrize("game", coven.games())


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "100")
    return tmp_path


@each
@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_whole_game_by_numbers(
    game: str, lang: str, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: Out
) -> None:
    luck = random.Random(game)
    monkeypatch.setattr("builtins.input", lambda _: str(luck.choice((1, 1, 2, 2, 3, 4, 5, 99))))
    path = home / "g.coven"
    assert (
        cli.main(
            ["play", game, "--seats", "me=Ada,random", "--seed", "5", "--lang", lang, "--save", str(path)]
        )
        == 0
    )
    record = coven.read(path.read_text(encoding="utf-8"))
    assert record.names == ("Ada", "random")
    end = record.check()
    assert end.over
    assert "Ada" in capsys.readouterr().out
    assert len(record) > 10


@each
def test_its_rules_can_be_read(game: str, capsys: Out) -> None:
    assert cli.main(["rules", game]) == 0
    assert definition(game).title.split()[-1] in capsys.readouterr().out


@each
def test_its_components_can_be_asked_for(game: str, home: Path, capsys: Out) -> None:
    loaded = coven.load(game)
    assert cli.main(["components", game]) == 0
    said = capsys.readouterr().out
    without = f"{loaded.title} is played without components"
    if loaded.implementation.components is not None:
        assert loaded.components.tag in said
    else:
        assert without in said
        assert cli.main(["components", game, "--write", str(home / "set.toml")]) == 2
        assert without in capsys.readouterr().err
