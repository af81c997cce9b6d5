"""How heavy the pages are. How soon they can be used is measured by `coven bench --table`."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.conftest import Tables, Window

HEAVIEST = 300 * 1024


def weight(one: Window, path: str, ready: str) -> float:
    """The bytes sent for a page that is opened with nothing kept from before and can be used."""
    network = one.context.new_cdp_session(one.page)
    network.send("Network.enable")
    weights: list[float] = []
    network.on("Network.loadingFinished", lambda told: weights.append(told["encodedDataLength"]))
    one.page.goto(path, wait_until="commit")
    one.page.wait_for_selector(ready, state="attached")
    one.page.wait_for_load_state("networkidle")
    return sum(weights)


@pytest.mark.parametrize("game", ["witchstone", "witches"])
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_table(game: str, size: str, window: Callable[..., Window], tables: Tables) -> None:
    table, tokens = tables.make(game, "human", "human")
    actor = tables.settled(table)["actor"]
    assert 0 < weight(window(size), f"/table/{table}#{tokens[actor]}", "[data-light]") < HEAVIEST


@pytest.mark.parametrize("path", ["/", "/rules/witchstone", "/rules/witches", "/about"])
def test_other_pages(path: str, window: Callable[..., Window]) -> None:
    assert 0 < weight(window(), path, "#main h1") < HEAVIEST


def test_scripts_are_asked_for_at_once(window: Callable[..., Window], tables: Tables) -> None:
    """None waits until another has come that imports it."""
    table, tokens = tables.make("witches", "human", "human")
    one = window()
    one.page.goto(f"/table/{table}#{tokens[tables.settled(table)['actor']]}")
    one.page.wait_for_selector("[data-light]", state="attached")
    told = one.page.eval_on_selector_all("link[rel=modulepreload]", "all => all.map((one) => one.href)")
    had = one.page.evaluate("performance.getEntriesByType('resource').map((one) => one.name)")
    assert set(told) <= set(had)
    assert {name for name in had if "/static/play/" in name and name.endswith(".js")} <= set(told)
