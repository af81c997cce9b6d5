"""What a record says of a rated game."""

from __future__ import annotations

from dataclasses import replace

import pytest

import coven
from coven.core.record import Rated, Record

PLAIN = coven.load("witchstone").new(3, seed=5, names=["Ada", "Ben", "Hecate"]).record()


@pytest.mark.parametrize("stand_ins", [("", "", ""), ("greedy", "", "")])
def test_a_rated_record_is_read_as_it_was_written(stand_ins: tuple[str, ...]) -> None:
    record = replace(PLAIN, rated=Rated(("", "", "search:50ms"), stand_ins))
    assert "Rated: yes\nBots: - - search:50ms\n" in str(record)
    assert ("Stand-ins:" in str(record)) == any(stand_ins)
    assert coven.read(str(record)) == record
    assert record.position().record() == PLAIN  # what goes on from it is another game


def test_other_records_have_none_of_its_lines() -> None:
    assert PLAIN.rated is None
    assert not {"Rated", "Bots", "Stand-ins"} & {line.partition(":")[0] for line in str(PLAIN).splitlines()}


def test_a_rated_record_need_not_name_bots() -> None:
    read = with_lines("Rated: yes")
    assert read.rated == Rated(("", "", ""), ("", "", ""))


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("Rated: no", "has the line Rated: yes"),
        ("Bots: - - greedy", "has the line Rated: yes"),
        ("Stand-ins: greedy - -", "has the line Rated: yes"),
        ("Rated: yes\nBots: - greedy", "for each of the 3 seats"),
        ("Rated: yes\nStand-ins: - - - -", "for each of the 3 seats"),
    ],
)
def test_lines_that_do_not_go_together(lines: str, told: str) -> None:
    with pytest.raises(coven.MalformedRecord, match=told) as caught:
        with_lines(lines)
    assert caught.value.line == 1


def with_lines(lines: str) -> Record:
    return coven.read(f"{lines}\n{PLAIN}")
