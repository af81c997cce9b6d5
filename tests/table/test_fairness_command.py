"""`coven verify` and `coven fairness` over a server's own games."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from coven.cli import main
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
    assert "not as sealed" in capsys.readouterr().out
