"""Games of other packages in the browser: found on the start page, and played through against bots."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from coven.core.registry import definitions
from tests.browser.conftest import Tables, Window
from tests.browser.hands import Finger, Hands, Keys, Mouse
from tests.foreign import PEBBLES, ROOT, write
from tests.table.server import Server

OTHERS = [name for name, one in definitions().items() if not one.package.startswith("coven.")]
each = pytest.mark.parametrize("game", OTHERS)


def finish(hands: Hands, tables: Tables, table: str, shot: Path) -> None:
    """Play to the end, with a picture of the page on the way; it tells the scores the server has."""
    assert not hands.play(steps=8)["over"]
    hands.page.screenshot(path=shot)
    hands.play()
    told = tables.look(table)
    assert told["over"]
    assert hands.scores() == told["scores"]


@each
def test_it_is_begun_on_the_start_page(game: str, window: Callable[..., Window], shots: Path) -> None:
    page = window().page
    page.goto("/")
    page.locator(f"[data-play={game}]").scroll_into_view_if_needed()
    page.screenshot(path=shots / f"{game}-start.jpg", full_page=True)
    page.locator(f"[data-play={game}]").click()
    page.wait_for_selector("#picture .part")
    assert page.locator("#whole").get_attribute("data-game") == game


@each
def test_by_clicking(game: str, window: Callable[..., Window], tables: Tables, shots: Path) -> None:
    table, tokens = tables.make(game, "human", "random")
    hands = Mouse(window().sit(table, tokens[0]), seed=1)
    finish(hands, tables, table, shots / f"{game}-desktop.jpg")


@each
def test_by_tapping_on_a_phone(game: str, window: Callable[..., Window], tables: Tables, shots: Path) -> None:
    table, tokens = tables.make(game, "human", "search:iters=50")
    phone = window("phone")
    phone.switch(confirm=False)
    finish(Finger(phone.sit(table, tokens[0]), seed=2), tables, table, shots / f"{game}-phone.jpg")


@each
def test_by_keyboard_alone(game: str, window: Callable[..., Window], tables: Tables, shots: Path) -> None:
    table, tokens = tables.make(game, "human", "light", "greedy")
    hands = Keys(window(locale="de").sit(table, tokens[0]), seed=3)
    finish(hands, tables, table, shots / f"{game}-german.jpg")


def test_one_of_rules_and_moves_alone_is_begun_and_played_through(
    window: Callable[..., Window], shots: Path, tmp_path: Path
) -> None:
    write(tmp_path, "pebbles", PEBBLES)
    path = os.pathsep.join(map(str, (tmp_path, ROOT / "src", ROOT)))
    database = f"sqlite:///{tmp_path / 'table.db'}"
    more = {"COVEN_BOTS": "1", "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": path}
    with Server(database, tmp_path, **more).start() as own, Tables(own.url) as tables:
        page = window(at=own.url).page
        page.goto("/")
        page.locator("[data-play=pebbles]").click()
        page.wait_for_selector("#choices button")
        hands = Mouse(page, seed=1)
        hands.play()
        page.screenshot(path=shots / "pebbles.jpg")
        table = urlsplit(page.url).path.rpartition("/")[2]
        assert tables.look(table)["over"]
        assert hands.scores() == tables.look(table)["scores"]
        page.close()  # the server ends before the window does, and a page would miss it
