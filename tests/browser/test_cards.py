"""Everything beside the picture explains itself: buttons, switches, numbers, in every state of the table."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Tables, Window
from tests.browser.hands import Mouse

# What can be touched beside the picture and has no card.
MUTE = """() => [...document.querySelectorAll(".head *, #table *, #keys *")]
  .filter((one) => one.matches("a, button, summary, select, input") && one.checkVisibility())
  .filter((one) => !one.closest("#picture, #tip"))
  .filter((one) => !one.closest("[data-about], [data-asks], button.choice"))
  .map((one) => one.outerHTML.slice(0, 120))"""


def told(page: Page, item: Locator, *words: str) -> None:
    """The mouse at rest on something: its card."""
    page.locator("#title").hover()
    item.hover()
    tip = page.locator("#tip")
    expect(tip).to_have_class(re.compile("^tip about"))
    for said in words:
        expect(tip).to_contain_text(said)
    page.locator("#title").hover()
    expect(tip).to_be_hidden()


@pytest.mark.parametrize("game", ["witchstone", "witches"])
def test_whatever_can_be_touched_has_a_card(game: str, window: Callable[..., Window], tables: Tables) -> None:
    table, tokens = tables.midway(game, 90)
    seat = tables.look(table)["actor"]
    page = window().sit(table, tokens[seat])
    hands = Mouse(page, seed=5)
    seen = hands.begin()
    assert page.evaluate(MUTE) == []
    page.locator("#menu summary").click()
    assert page.evaluate(MUTE) == []
    told(page, page.get_by_label("Sounds", exact=True), "Sounds", "silent")
    page.get_by_role("button", name="The keys").click()
    assert page.evaluate(MUTE) == []
    page.locator("#keys button").click()
    page.locator("#seats summary").first.click()
    assert page.evaluate(MUTE) == []
    page.keyboard.press("Escape")
    # numbers in the margins lead to their rule
    expect(page.locator("#alarms li").first).to_have_attribute(
        "data-asks", "rule:TW-N6" if game == "witches" else "rule:WS-T5"
    )
    told(page, page.locator("#alarms li").last, "TW-Z1" if game == "witches" else "WS-T5")
    for leaf in ("Chat", "Scores", "Log"):
        page.get_by_role("tab", name=leaf).click()
        assert page.evaluate(MUTE) == []
        told(page, page.get_by_role("tab", name=leaf), leaf)
    page.locator("#log .line:visible").last.click()
    expect(page.locator("#looking")).to_be_visible()
    assert page.evaluate(MUTE) == []
    page.get_by_role("button", name="Return to now").click()
    seen = hands.begin()
    while not seen["asks"]:
        hands.step(seen)
        seen = hands.wait()
    assert page.evaluate(MUTE) == []
    told(page, page.locator("#choices").get_by_role("button", name="Confirm"), "ends your turn")
    told(page, page.locator("#choices").get_by_role("button", name="Back"), "Nothing has happened yet")


def test_points_lead_to_their_rule(window: Callable[..., Window], tables: Tables) -> None:
    table, tokens = tables.finished("witchstone")
    page = window().sit(table, tokens[0])
    expect(page.locator("#choices .points")).to_be_visible()
    assert page.evaluate(MUTE) == []
    told(page, page.locator("#choices tr[data-asks='source:witches'] th"), "witches", "WS-W5", "2 points")
    told(page, page.locator("#choices").get_by_role("link", name="Coach's review"), "turning points")


def test_advice_and_tools(window: Callable[..., Window], tables: Tables) -> None:
    table, tokens = tables.make("witches", "human", "light")
    page = window().sit(table, tokens[0])
    hands = Mouse(page, seed=5)
    hands.begin()
    hint = page.get_by_role("button", name="Hint")
    told(page, hint, "Hint", "H", "The coach names the best moves")
    hint.click()
    advised = page.locator(".advice button").first
    expect(advised).to_be_visible()
    told(page, advised, advised.locator("strong").inner_text(), "as the coach reckons", "TW-")
    # by keys: what has the focus, and from there everything
    hint.focus()
    page.keyboard.press("i")
    expect(page.locator("#tip")).to_contain_text("The coach names")
    expect(page.locator("#tip kbd")).to_have_css(
        "background-color", "rgba(0, 0, 0, 0)"
    )  # dark on paper, as its words
    page.keyboard.press("Escape")
    expect(page.locator("#tip")).to_be_hidden()
    page.evaluate("() => document.activeElement.blur()")
    page.keyboard.press("i")
    expect(page.locator("#tip")).to_be_visible()
    for _ in range(40):
        page.keyboard.press("ArrowUp")
        if page.locator(".asked-item").count():
            break
    expect(page.locator(".asked-item")).to_have_count(1)
    expect(page.locator("#tip")).to_be_visible()
