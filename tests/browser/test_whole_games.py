"""Whole games in the browser against a bot: by clicking, by keyboard alone, by tapping on a phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Tables, Window
from tests.browser.hands import MOST_STEPS, Finger, Fingertip, Hands, Keys, Mouse
from tests.browser.measures import SCREENS

GAMES = ["witchstone", "witches"]
# What every game asks for in the picture, whatever luck brings; the only roll there is rolls itself.
ALWAYS = {"witchstone": {"tile"}, "witches": {"space"}}

# Pixels from the middle of the tile that is being laid to the middle between its two symbols.
ASTRAY = """() => {
  const [body, one, two] = document.querySelector("#above .ghost.snapped").children;
  const [all, a, b] = [body, one, two].map((part) => part.getBoundingClientRect());
  const mean = (side, size) => (a[side] + a[size] / 2 + b[side] + b[size] / 2) / 2 - all[side] - all[size] / 2;
  return Math.hypot(mean("x", "width"), mean("y", "height"));
}"""


def finish(hands: Hands, tables: Tables, table: str, game: str) -> None:
    """Play to the end; the page tells the scores the server has."""
    hands.play()
    told = tables.look(table)
    assert told["over"]
    assert hands.scores() == told["scores"]
    assert hands.used >= ALWAYS[game]
    assert len(hands.used) > 3, hands.used


@pytest.mark.parametrize("game", GAMES)
def test_by_clicking(game: str, window: Callable[..., Window], tables: Tables) -> None:
    """The end of a turn is asked about until that is switched off."""
    table, tokens = tables.make(game, "human", "light")
    page = window().sit(table, tokens[0])
    hands = Mouse(page, seed=1)
    seen = hands.begin()
    while not seen["asks"]:
        before = tables.look(table)["seq"]
        hands.step(seen)
        seen = hands.wait()
    assert tables.look(table)["seq"] == before
    page.locator("#choices").get_by_role("button", name="Back").click()
    seen = hands.wait()
    assert not seen["asks"]
    assert tables.look(table)["seq"] == before
    page.locator("#menu summary").click()
    page.get_by_label("Ask before the turn ends").uncheck()
    page.keyboard.press("Escape")
    finish(hands, tables, table, game)


@pytest.mark.parametrize(("game", "size"), [("witchstone", "desktop"), ("witches", "phone")])
def test_by_keyboard_alone(game: str, size: str, window: Callable[..., Window], tables: Tables) -> None:
    table, tokens = tables.make(game, "human", "light")
    hands = Keys(window(size).sit(table, tokens[0]), seed=2)
    finish(hands, tables, table, game)
    assert "digit" in hands.used


@pytest.mark.parametrize("game", GAMES)
def test_by_tapping_on_a_phone(game: str, window: Callable[..., Window], tables: Tables) -> None:
    table, tokens = tables.make(game, "human", "random")
    finish(Finger(window("phone").sit(table, tokens[0]), seed=3), tables, table, game)


@pytest.mark.parametrize(
    ("game", "screen", "steps"), [("witchstone", "upright", 24), ("witches", "sideways", MOST_STEPS)]
)
def test_with_four_at_the_table_by_tapping_what_is_in_sight(
    game: str, screen: str, steps: int, window: Callable[..., Window], tables: Tables
) -> None:
    table, tokens = tables.make(game, "human", "random", "random", "random")
    hands = Fingertip(window("desktop", **SCREENS[screen]).sit(table, tokens[0]), seed=5)
    seen = hands.play(steps)
    assert seen["over"] or hands.used >= {"tile", "cell", "Place it here"}


def test_only_what_is_seen_can_be_tapped(window: Callable[..., Window], tables: Tables) -> None:
    """On a phone some parts lie behind tabs: what is in one of them does not answer while another is open."""
    table, tokens = tables.make("witchstone", "human", "human")
    tables.settled(table)
    while len(tables.look(table, token := tokens[tables.look(table)["actor"]])["legal"]) < 50:
        tables.play(table, tokens, 1)  # until there are tiles to lay
    page = window("phone").sit(table, token)
    hands = Finger(page, seed=4)
    tile = next(light for light in hands.begin()["lights"] if light["key"].startswith("tile:"))
    page.locator("#parts").get_by_role("button", name="Wand").tap()
    assert not hands.look()["lights"]
    tap(page, tile["seen"][0])
    assert not hands.look()["held"]
    page.locator("#parts").get_by_role("button", name="Cauldron").tap()
    tap(page, tile["seen"][0])
    seen = hands.look()
    assert seen["held"]
    cell = next(light for light in seen["lights"] if light["key"].startswith("cell:") and light["seen"])
    tap(page, cell["seen"][0])
    assert page.evaluate(ASTRAY) < 3


def test_only_what_is_near_can_be_tapped(window: Callable[..., Window], tables: Tables) -> None:
    """Drawn closer, the board is larger than its place: what lies out of it does not glow, and comes with the rest."""
    table, tokens = tables.make("witchstone", "human", "human")
    page = window("phone").sit(table, tokens[tables.settled(table)["actor"]])
    hands = Finger(page, seed=4)
    towers = hands.begin()["lights"]
    assert len(towers) == 4
    page.mouse.move(*towers[0]["seen"][0])
    for _ in range(8):
        page.mouse.wheel(0, -100)
    page.wait_for_function("() => document.querySelectorAll('#whole [data-light]').length === 1")
    assert [light["key"] for light in hands.look()["lights"]] == [towers[0]["key"]]
    for _ in range(12):
        page.mouse.wheel(0, 100)
    page.wait_for_function("() => document.querySelectorAll('#whole [data-light]').length === 4")


def tap(page: Page, point: list[float]) -> None:
    """Tap there, and wait for what comes of it."""
    page.touchscreen.tap(*point)
    page.evaluate("() => new Promise(requestAnimationFrame)")
