"""What a page says it has is a name and no more: nothing is looked up by it."""

from __future__ import annotations

from importlib.resources import files

import pytest

import coven
from coven.core.parts import PartCache
from coven.core.registry import load_with
from coven.table.page_parts import KEPT, MOST, has, read_have, told
from coven.table.refusals import Refusal


@pytest.mark.parametrize("name", coven.games())
def test_a_page_can_not_find_out_what_others_were_shown(name: str) -> None:
    """Drawings are named by what they show: whoever guesses a name right must be told the same as who guesses wrong."""
    position = coven.load(name).new(2, seed=3)
    cache = PartCache(KEPT)
    others = has(position.view(1).parts(cache, "en", "dark"))
    own = position.view(0).parts(cache, "en", "dark")
    mine = has(own)
    secret = [part for part, drawn in others.items() if part in mine and mine[part].version != drawn.version]
    assert secret
    for part in secret:
        right, wrong = (
            told(own, read_have(f"{part}={version}")) for version in (others[part].version, "0" * 12)
        )
        assert right == wrong


def test_what_a_page_has_is_not_told_again() -> None:
    spread = coven.load("witches").new(2, seed=3).view(0).parts(PartCache(KEPT), "en", "dark")
    known = ",".join(f"{part}={drawn.version}" for part, drawn in has(spread).items())
    assert told(spread, read_have(known))["new"] == []
    assert len(told(spread, {})["new"]) == len(has(spread))


def test_a_part_that_is_empty_now_is_told_whole_to_a_page_that_comes_back() -> None:
    """Nothing is known of what it had but the name: told as no difference, it would keep the old drawing."""
    spread = coven.load("witchstone").new(2, seed=3).view(0).parts(PartCache(KEPT), "en", "dark")
    empty = [part for part, drawn in has(spread).items() if not drawn.pieces]
    assert empty
    for part in empty:
        (entry,) = (new for new in told(spread, read_have(f"{part}=older"))["new"] if new["id"] == part)
        assert list(entry["pieces"]) == []


def test_names_of_another_component_set_are_drawn_as_they_are() -> None:
    """One with the same numbers is another set all the same: nothing of the first is shown for it."""
    text = (files("coven.games.witches") / "components.toml").read_text(encoding="utf-8")
    other = load_with("witches", text.replace('name = "Slice"', 'name = "Sliver"', 1))
    cache = PartCache(KEPT)
    for game, names in ((coven.load("witches"), [True, False]), (other, [False, True])):
        shown = "".join(has(game.new(2, seed=3).view(0).parts(cache, "en", "dark"))["board"].pieces)
        assert [f">{name}<" in shown for name in ("Slice", "Sliver")] == names


def test_a_picture_has_only_so_many_parts() -> None:
    with pytest.raises(Refusal, match="at most"):
        read_have(",".join(f"a{k}=0" for k in range(MOST + 1)))
