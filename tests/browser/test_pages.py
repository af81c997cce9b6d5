"""Every page looked at, on a desk and on a phone, by night and by day: axe finds nothing serious; pictures are kept."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.conftest import Tables, Window
from tests.browser.hands import Mouse
from tests.browser.measures import SCREENS, still, too_small

WAYS = [(size, theme) for size in ("desktop", "phone") for theme in ("dark", "light")]
PLAIN = {
    "start": "/",
    "rules-witchstone": "/rules/witchstone",
    "rules-witches": "/rules/witches",
    "learn": "/learn/witches",
    "about": "/about",
    "lost": "/nowhere",
}
MIDDLE = {"witchstone": 50, "witches": 70}  # actions into a game


def faults(page: Page) -> list[str]:
    """What axe finds serious or critical, with where it is."""
    found: list[dict[str, Any]] = (
        Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    )
    return [
        f"{fault['id']}: {node['target']} {node.get('failureSummary', '')}"
        for fault in found
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    ]


@pytest.fixture(params=WAYS, ids=["-".join(way) for way in WAYS])
def camera(
    request: pytest.FixtureRequest, window: Callable[..., Window], shots: Path
) -> Callable[[str], list[str]]:
    """Looks at the page that shows: keeps a picture of it and says what axe finds."""
    size, theme = request.param
    one: Window = window(size, color_scheme=theme)
    one.switch(on=False)  # nothing happens by itself while it is looked at

    def look(name: str) -> list[str]:
        one.page.screenshot(path=shots / f"{name}-{size}-{theme}.jpg")
        return [f"{name} {size} {theme}: {fault}" for fault in faults(one.page)]

    look.window = one  # type: ignore[attr-defined]
    return look


def test_plain_pages(camera: Any, tables: Tables) -> None:
    tables.make("witches", "human", "open", options={"listed": True})
    page = camera.window.page
    found = []
    for name, path in PLAIN.items():
        camera.window.forgiving = name == "lost"
        page.goto(path)
        page.wait_for_function("() => !window.onTheWay")
        found += camera(name)
    camera.window.forgiving = False
    page.goto("/")
    page.locator("[data-setup=witches]").click()
    found += camera("set-up")
    assert found == []


@pytest.mark.parametrize("screen", ["tablet", "sideways"])
@pytest.mark.parametrize("game", ["witchstone", "witches"])
def test_four_at_a_table(game: str, screen: str, window: Callable[..., Window], tables: Tables) -> None:
    table, tokens = tables.midway(game, MIDDLE[game], 4)
    one = window("desktop", **SCREENS[screen])
    one.switch(on=False)
    page = one.sit(table, tokens[tables.look(table)["actor"]])
    still(page)
    assert faults(page) == []
    for tab in page.locator("#parts button").all():
        tab.click()
        still(page)
        assert faults(page) == []


@pytest.mark.parametrize("screen", SCREENS)
def test_every_page_can_be_touched(
    screen: str, window: Callable[..., Window], tables: Tables, shots: Path
) -> None:
    """Whatever can be pressed is as large as a finger, or as a mouse needs, in the language with the longest words."""
    tables.make("witches", "human", "open", options={"listed": True})
    one = window("desktop", **SCREENS[screen], locale="de")
    page, touch = one.page, bool(SCREENS[screen].get("has_touch"))
    for name, path in PLAIN.items():
        one.forgiving = name == "lost"
        page.goto(path)
        page.wait_for_function("() => !window.onTheWay")
        page.screenshot(path=shots / f"touched-{name}-{screen}.jpg")
        assert too_small(page, touch) == [], name
    page.goto("/")
    page.locator("[data-setup=witches]").click()
    page.screenshot(path=shots / f"touched-set-up-{screen}.jpg")
    assert too_small(page, touch) == []


@pytest.mark.parametrize("game", ["witchstone", "witches"])
def test_table(game: str, camera: Any, tables: Tables) -> None:
    """In the middle of a game, with something picked, over, and as a replay."""
    table, tokens = tables.midway(game, MIDDLE[game])
    page = camera.window.sit(table, tokens[tables.look(table)["actor"]])
    hands = Mouse(page, 1)
    seen = hands.begin()
    found = camera(f"{game}-playing")
    hands.step(seen)
    hands.wait(asked=False)
    found += camera(f"{game}-picked")
    table, tokens = tables.finished(game)
    page = camera.window.sit(table, tokens[0])
    page.wait_for_selector('#choices a[href$="/replay"]')
    page.wait_for_function("() => !window.onTheWay")
    found += camera(f"{game}-over")
    page.goto(f"/table/{table}/replay?at={MIDDLE[game]}")
    page.wait_for_selector("#picture [data-key]", state="attached")
    found += camera(f"{game}-replay")
    assert found == []
