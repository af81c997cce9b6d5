"""What a page says it has is a name and no more: nothing is looked up by it."""

from __future__ import annotations

import json
import random
from importlib.resources import files
from typing import Any

import pytest

import coven
from coven.core.parts import PartCache
from coven.core.registry import load_with
from coven.lab.bench_clients import PageModel
from coven.table.page_parts import KEPT, MOST, Entries, changed, has, read_have, told
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


@pytest.mark.parametrize("name", coven.games())
def test_a_page_is_told_what_is_different_and_no_more(name: str) -> None:
    """Put together, it is what a page is shown that comes anew."""
    position, cache, luck = coven.load(name).new(3, seed=5), PartCache(KEPT), random.Random(2)
    page, entries = PageModel(), Entries()
    before = position.view(0).parts(cache, "en", "dark")
    page.hear({"picture": wired(told(before, {}))})
    for _ in range(60):
        if position.over:
            break
        position.play(luck.choice(list(position.legal)))
        spread = position.view(0).parts(cache, "en", "dark")
        new = changed(spread, before, entries)
        assert "laid" not in new
        same = {part.id for part, drawn in before.parts if has(spread)[part.id].version == drawn.version}
        assert not same & {entry["id"] for entry in new["new"]}
        assert all("role" not in entry for entry in new["new"] if "from" in entry)
        page.hear({"picture": wired(new)})
        assert page.differs({"picture": wired(told(spread, {}))}) == []
        before = spread
    assert changed(before, before, {})["new"] == []


def test_a_part_that_lies_elsewhere_is_told_with_where() -> None:
    """At one screen the next player's own things are large."""
    position, cache = coven.load("witchstone").new(2, seed=5), PartCache(KEPT)
    one, two = (position.view(seat).parts(cache, "en", "dark") for seat in (0, 1))
    new = changed(two, one, {})
    assert [id for id, _ in new["laid"]] == list(has(two))
    (own,) = (entry for entry in new["new"] if entry["id"] == "player:1")
    assert own["role"] == "own"


def wired(picture: dict[str, Any]) -> dict[str, Any]:
    """As it comes out of JSON."""
    out: dict[str, Any] = json.loads(json.dumps(picture))
    return out


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
