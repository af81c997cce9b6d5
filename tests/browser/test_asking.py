"""Asking about the picture: why something can't be chosen, and what it is, by mouse, keys and finger."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import Tables, Window


def seated(one: Window, tables: Tables, game: str) -> Page:
    """The first to act sits at a table that has been dealt."""
    table, tokens = tables.make(game, "human", "human")
    page = one.sit(table, tokens[tables.settled(table)["actor"]])
    page.wait_for_selector("[data-light]")
    return page


def test_by_mouse_and_keys(window: Callable[..., Window], tables: Tables) -> None:
    page = seated(window(), tables, "witchstone")
    tip, spoken = page.locator("#tip"), page.locator("#spoken")
    rule = tip.get_by_role("link")
    # a click on what can't be chosen says why, and leads to the rule
    page.locator('#drawing [data-key="place:V1"]').click()
    expect(tip).to_have_class("tip why")
    expect(tip).to_contain_text("The big witch begins on a tower.")
    expect(spoken).to_have_text("The big witch begins on a tower.")
    expect(rule).to_have_attribute("href", "/rules/witchstone#WS-S7")
    # the mouse at rest: what it is, large where it is to be read
    page.locator('#drawing [data-key="scroll:1"]').hover()
    expect(tip).to_have_class("tip about large")
    expect(tip.locator("svg").first).to_be_visible()
    expect(rule).to_be_visible()
    page.locator("#title").hover()
    expect(tip).to_be_hidden()
    # keys go from thing to thing; Enter chooses, or says why not
    page.keyboard.press("i")
    expect(tip).to_have_class("tip about")
    expect(page.locator(".point.asked")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(tip).to_have_class("tip why")
    expect(rule).to_be_visible()
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    expect(page.locator(".point.asked")).to_have_count(0)
    # a button of the list tells of what it stands for: to a mouse, and where the keys are
    button = page.locator("#choices button.choice").last
    button.hover()
    expect(tip).to_be_visible()
    expect(tip).to_have_class("tip about")
    expect(rule).to_be_visible()
    page.locator("#title").hover()
    expect(tip).to_be_hidden()
    button.focus()
    page.keyboard.press("i")
    expect(tip).to_be_visible()
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    expect(button).to_be_focused()


def test_by_a_long_press(window: Callable[..., Window], tables: Tables) -> None:
    page = seated(window("phone", locale="de"), tables, "witches")
    trainee = page.locator('#drawing [data-key^="trainee:"]').first
    box = trainee.bounding_box()
    assert box is not None
    finger = page.context.new_cdp_session(page)
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    expect(page.locator("#tip")).to_have_class("tip about")
    expect(page.locator("#tip").get_by_role("link")).to_have_text("TW-S4")
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator("#tip")).to_be_visible()
    # a button that is pressed for long tells what it is for, and chooses nothing
    button = page.locator("#choices button.choice").first
    box, said = button.bounding_box(), button.inner_text()
    assert box is not None
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    page.evaluate("() => document.getElementById('tip').replaceChildren()")  # what was told before
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    expect(page.locator("#tip")).to_contain_text(said.splitlines()[-1])
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator("#tip")).to_be_visible()
    expect(button).to_be_visible()
