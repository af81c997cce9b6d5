"""Learning by playing, on a phone held either way: every card can be read, tells what to touch, and is answered."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Tables, Window
from tests.browser.hands import Finger, Mouse
from tests.browser.measures import still
from tests.browser.test_sizes import SCREENS

CARD = """() => {
  const box = document.getElementById("lesson");
  const frames = [...document.querySelectorAll("#whole .point.taught .ring, .meant")];
  return box.hidden ? null : {
    title: box.querySelector("h3").textContent,
    task: box.querySelector(".task")?.textContent ?? "",
    praise: box.querySelector(".praise")?.textContent ?? "",
    shown: box.clientHeight / box.scrollHeight,
    reading: box.classList.contains("reading"),
    framed: frames.some((one) => one.checkVisibility()) || Boolean(document.querySelector("#parts .taught")),
    glows: document.querySelectorAll("#whole [data-light]:not(.quiet)").length > 0,
    choices: [...document.querySelectorAll("#choices button")].filter((one) => one.checkVisibility()).length,
    since: document.getElementById("since").checkVisibility(),
  };
}"""
SOON = 20.0  # seconds in which a page that was told something has drawn it, however busy the machine
GAMES = 3
ENOUGH = {"witchstone": 9, "witches": 11}  # cards, which bring one through a first turn


def settled(page: Page) -> str:
    """What is wrong with the card once the page stands still; nothing."""
    until = time.monotonic() + SOON
    while (wrong := what_is_wrong(page.evaluate(CARD))) and time.monotonic() < until:
        page.wait_for_timeout(50)
    return wrong


def what_is_wrong(card: dict[str, Any] | None) -> str:
    if card is None:
        return "there is none"
    if card["shown"] <= 0.85 or card["since"]:
        return "it can't be read whole, or something else stands before it"
    if card["task"] and card["reading"] and not card["framed"]:
        return "nothing is framed"
    if "glows" in card["task"] and not card["glows"]:
        return "nothing glows"
    return "there are no buttons" if "below" in card["task"] and not card["choices"] else ""


@pytest.mark.parametrize("screen", ["upright", "sideways"])
@pytest.mark.parametrize("game", ENOUGH)
def test_every_card_can_be_read_and_followed(
    game: str, screen: str, window: Callable[..., Window], tables: Tables
) -> None:
    met: list[str] = []
    praised: set[str] = set()
    for _ in range(GAMES):
        table, tokens = tables.make(game, "human", "random", guide=True)
        one = window("desktop", **SCREENS[screen])
        one.switch(confirm=False)
        follow(one.sit(table, tokens[0]), ENOUGH[game], met, praised)
        if len(met) >= ENOUGH[game]:
            break
    assert len(met) >= ENOUGH[game], met
    assert any("!" in word for word in praised), met


def test_a_touch_beside_what_is_meant_is_answered_kindly(
    window: Callable[..., Window], tables: Tables
) -> None:
    table, tokens = tables.make("witches", "human", "human", guide=True)
    seat = tables.settled(table)["actor"]
    page = window().sit(table, tokens[seat])
    card = page.locator("#lesson")
    card.get_by_role("button", name="Next").click()
    expect(card).to_contain_text("The map")
    still(page)
    other = page.locator(f'.part[data-id="player:{seat}"]').bounding_box()
    assert other is not None
    page.mouse.click(other["x"] + other["width"] / 2, other["y"] + other["height"] / 2)
    expect(card).to_contain_text("That is something else.")
    expect(card).to_contain_text("The map")
    still(page)
    framed = page.locator(".point.taught .ring").bounding_box()
    assert framed is not None
    page.mouse.click(framed["x"] + 12, framed["y"] + framed["height"] / 2)
    expect(card).to_contain_text("There it is!")


def test_what_is_chosen_within_the_frame_reads_the_card_too(
    window: Callable[..., Window], tables: Tables
) -> None:
    table, tokens = tables.make("witchstone", "human", "human", guide=True)
    seat = tables.settled(table)["actor"]
    page = window().sit(table, tokens[seat])
    card = page.locator("#lesson")
    card.get_by_role("button", name="Next").click()
    expect(card).to_contain_text("The table")
    still(page)
    hands, before = Mouse(page, seed=1), tables.look(table)["seq"]
    tower = next(light for light in hands.begin()["lights"] if light["key"].startswith("place:"))
    hands.point(tower)
    expect(card).not_to_contain_text("The table")
    assert tables.look(table)["seq"] > before


def follow(page: Page, enough: int, met: list[str], praised: set[str]) -> None:
    """Read every card of a game until there were enough, or the game is over: who plays at random may lose it soon."""
    hands = Finger(page, seed=2)
    page.wait_for_function("() => !document.getElementById('lesson').hidden")
    while len(met) < enough:
        card = page.evaluate(CARD)
        if card and card["title"] not in met:
            met.append(card["title"])
            praised |= {card["praise"]} - {""}
            assert (wrong := settled(page)) == "", (wrong, card)
        if card and card["reading"]:
            page.evaluate("() => { window.title = document.querySelector('#lesson h3').textContent; }")
            meant = page.locator(".meant:visible")
            (meant if meant.count() else page.locator("#lesson .buttons button").last).first.tap()
            page.wait_for_function(
                "() => document.querySelector('#lesson h3')?.textContent !== window.title && !window.onTheWay"
            )
            continue
        seen = hands.begin()
        if seen["over"]:
            return
        hands.step(seen)
        hands.wait()
