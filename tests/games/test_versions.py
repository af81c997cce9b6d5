"""Every version of a game's rules that can still be played has a record of a whole game, kept for good."""

from __future__ import annotations

from pathlib import Path

import pytest

import coven

DATA = {path.name: path / "data" for path in Path(__file__).parent.iterdir() if (path / "data").is_dir()}
RECORDS = [path for data in DATA.values() for path in sorted(data.glob("v*-*.coven"))]


def version_of(path: Path) -> int:
    return int(path.name.partition("-")[0].removeprefix("v"))


@pytest.mark.parametrize("name", DATA)
def test_every_playable_version_has_its_record(name: str) -> None:
    game = coven.load(name)
    kept = {version_of(path) for path in DATA[name].glob("v*-*.coven")}
    assert kept >= set(range(game.oldest, game.version + 1))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.parent.name} {path.stem}")
def test_a_record_of_a_version_replays_to_its_end(path: Path) -> None:
    record = coven.read(path.read_text(encoding="utf-8"))
    assert record.version == version_of(path)
    assert record.result
    assert record.check().over
