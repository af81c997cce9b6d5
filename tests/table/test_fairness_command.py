"""`coven verify` and `coven fairness` over a server's own games."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import coven
from coven.cli import main
from coven.core.language import LANGUAGES, words
from coven.core.sealed_luck import Seal, draw, hash_of_secret
from coven.core.verify import key_of_record
from tests.table.inside import Inside
from tests.table.sitting import Sitting


def test_the_command_counts_a_server_s_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], inside: Callable[..., Inside]
) -> None:
    url = f"sqlite:///{tmp_path / 'table.db'}"
    assert main(["fairness", "--database", url]) == 2
    assert "there is no database" in capsys.readouterr().err
    room = inside(url)
    assert main(["fairness", "--database", url]) == 0
    assert "no finished games" in capsys.readouterr().out
    table = Sitting(room, "toadstools", 2)
    table.finish(random.Random(1))
    assert main(["fairness", "--database", url, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["toadstools"]
    assert told["games"] == 1
    assert told["draws"] > 0
    assert main(["fairness", "--database", url]) == 0
    assert "draws of luck in 1 finished games" in capsys.readouterr().out
    kept = tmp_path / "game.coven"
    kept.write_text(table.get("/record", 0).text)
    assert main(["verify", str(kept)]) == 0
    assert "Played as sealed" in capsys.readouterr().out
    kept.write_text(kept.read_text().replace("Secret: ", "Secret: x"))
    assert main(["verify", str(kept)]) == 1
    assert "Not as sealed" in capsys.readouterr().out


@pytest.fixture(scope="module")
def sealed() -> str:
    """The record of a whole game whose luck was sealed."""
    seal = Seal(hash_of_secret("secret"), "secret", ("", ""), ("", ""))
    position = coven.load("toadstools").new(2, chance="manual", names=["Ada", "Ben"])
    key = key_of_record(position.record(), seal)
    while not position.over:
        lucky = position.actor == coven.CHANCE
        position.play(position.legal[draw(key, position.ply, position.weights) if lucky else 0])
    return str(replace(position.record(), seal=seal))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_verify_speaks_the_reader_s_language(
    sealed: str, lang: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "game.coven"
    kept.write_text(sealed)
    assert main(["verify", str(kept), "--lang", lang]) == 0
    said = capsys.readouterr().out
    assert words(lang)("No number was added by {names}.", names="Ada, Ben") in said
    assert ("Played as sealed" in said) == (lang == "en")


def test_a_record_that_was_cut_at_the_end_of_a_line_does_not_pass(
    sealed: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "game.coven"
    whole = "\n".join(line for line in sealed.splitlines() if not line.startswith("Result:"))
    kept.write_text(whole.rsplit("\n", 3)[0] + "\n")
    assert main(["verify", str(kept)]) == 1
    assert "The record is cut" in capsys.readouterr().out
    assert main(["verify", str(kept), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["ok"] is False


def test_a_game_without_a_seal_may_be_unfinished_and_is_said_to_be(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "game.coven"
    kept.write_text(str(coven.load("toadstools").new(2, seed=1).record()))
    assert main(["verify", str(kept)]) == 0
    assert "The game is not over in this record." in capsys.readouterr().out
