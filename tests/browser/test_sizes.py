"""Every screen: letters that can be read, things that can be touched, nothing cut off, nothing over anything else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from coven.core.language import LANGUAGES
from tests.browser.conftest import Tables, Window
from tests.browser.measures import (
    ALARMS,
    BELOW,
    CHOICES,
    DICE,
    DRAWN,
    SCREENS,
    beyond,
    overlaps,
    readable,
    still,
    too_small,
)


def spoken(game: str, players: int, screen: str) -> dict[str, Any]:
    """A language and a theme for each case, so that all of them are seen on every screen."""
    k = list(SCREENS).index(screen) + {"witchstone": 0, "witches": 2}[game] + players // 2
    return {"locale": LANGUAGES[k % len(LANGUAGES)], "color_scheme": ["dark", "light"][players // 4]}


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("game", ["witchstone", "witches"])
@pytest.mark.parametrize("screen", SCREENS)
def test_everything_can_be_read_and_touched(
    game: str, players: int, screen: str, window: Callable[..., Window], tables: Tables, shots: Path
) -> None:
    table, tokens = tables.midway(game, 45, players)
    seat = tables.settled(table)["actor"] or 0
    asked = SCREENS[screen]
    page = window("desktop", **asked, **spoken(game, players, screen)).sit(table, tokens[seat])
    page.wait_for_selector("#parts button, [data-light]", state="attached")
    still(page)
    page.screenshot(path=shots / f"{game}-{players}-{screen}.jpg")
    touch = bool(asked.get("has_touch"))
    assert readable(page) == []
    assert overlaps(page) == []
    assert too_small(page, touch) == []
    assert beyond(page) == []
    tabs = page.locator("#parts button")
    for k in range(tabs.count() if page.locator("#parts").is_visible() else 0):
        if tabs.nth(k).get_attribute("aria-pressed") != "true":
            tabs.nth(k).click()
        still(page)
        assert readable(page) == [], tabs.nth(k).inner_text()
        assert overlaps(page) == [], tabs.nth(k).inner_text()


@pytest.mark.parametrize("screen", ["upright", "sideways"])
def test_on_a_phone_what_is_under_way_covers_nothing_of_the_board(
    screen: str, window: Callable[..., Window], tables: Tables, shots: Path
) -> None:
    table, tokens = tables.midway("witchstone", 60)
    page = window("desktop", **SCREENS[screen]).sit(table, tokens[tables.settled(table)["actor"] or 0])
    page.wait_for_selector('.part[data-id="stack"]:not([display])')
    still(page)
    page.screenshot(path=shots / f"under-way-{screen}.jpg")
    assert readable(page) == []
    assert overlaps(page, corners=()) == []


@pytest.mark.parametrize("screen", SCREENS)
def test_all_of_the_settings_and_keys_can_be_reached(
    screen: str, window: Callable[..., Window], tables: Tables
) -> None:
    table, tokens = tables.make("witches", "human", "human")
    page = window("desktop", **SCREENS[screen], locale="de").sit(table, tokens[0])
    page.locator("#menu > summary").click()
    last = page.locator("#menu .card > *").last
    last.scroll_into_view_if_needed()
    assert page.evaluate(BELOW, ["#menu .card", "#menu .card > :last-child"]) == []
    page.locator("#keys-help").click()
    assert page.locator("#keys").evaluate("(keys) => keys.getBoundingClientRect().top") >= 0
    assert page.evaluate(BELOW, ["#keys"]) == []


@pytest.mark.parametrize("screen", SCREENS)
def test_every_alarm_is_in_sight_in_every_language(
    screen: str, window: Callable[..., Window], tables: Tables, shots: Path
) -> None:
    table, tokens = tables.midway("witches", 90, 4, mode="coop")  # no game has more of them
    for language in LANGUAGES:
        one = window("desktop", **SCREENS[screen], locale=language)
        page = one.sit(table, tokens[tables.settled(table)["actor"] or 0])
        page.wait_for_selector("#alarms li")
        still(page)
        page.screenshot(path=shots / f"alarms-{screen}-{language}.jpg")
        assert page.locator("#alarms li").count() == 5
        assert page.evaluate(ALARMS) == []
        assert overlaps(page) == []
        one.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_a_phone_every_choice_can_be_read_to_its_end(
    language: str, window: Callable[..., Window], tables: Tables
) -> None:
    for game, players, actions in (("witches", 4, 1), ("witchstone", 4, 1), ("witches", 2, 60)):
        table, tokens = tables.midway(game, actions, players)
        seat = tables.settled(table)["actor"] or 0
        page = window("desktop", **SCREENS["upright"], locale=language).sit(table, tokens[seat])
        page.wait_for_selector("#choices .choice")
        found = page.evaluate(CHOICES)
        assert len(found["words"]) > 1
        assert found["beyond"] == [], game


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("game", ["witchstone", "witches"])
@pytest.mark.parametrize("screen", SCREENS)
def test_a_replay_uses_its_room(
    game: str, players: int, screen: str, window: Callable[..., Window], tables: Tables, shots: Path
) -> None:
    table, _ = tables.midway(game, 45, players)
    page = window("desktop", **SCREENS[screen], **spoken(game, players, screen)).page
    page.goto(f"/table/{table}/replay")
    page.wait_for_selector("#picture [data-key]", state="attached")
    still(page)
    page.screenshot(path=shots / f"{game}-{players}-{screen}-replay.jpg")
    assert readable(page) == []
    assert overlaps(page) == []
    assert beyond(page) == []
    if screen in ("desk", "wall"):  # a ball alone would leave half of it empty
        assert page.evaluate(DRAWN) > 0.65
    if screen in ("desk", "wall", "sideways"):  # all of it at once
        below = page.evaluate(BELOW, ["#picture", "#parts", ".controls", "#log"])
        assert below == []


def test_what_glows_round_a_die_is_as_large_as_it_and_hides_no_words(
    window: Callable[..., Window], tables: Tables
) -> None:
    table, tokens = tables.midway("witches", 49)  # dice may be rolled again
    page = window("desktop").sit(table, tokens[tables.settled(table)["actor"] or 0])
    page.wait_for_selector(".light[data-light^='die:']", state="attached")
    still(page)
    seen = page.evaluate(DICE)
    assert len(seen["halos"]) == len(seen["rings"]) == 2
    for halo, ring in zip(seen["halos"], seen["rings"], strict=True):
        assert all(abs(one - other) < 8 for one, other in zip(halo, ring, strict=True))
    left, top, width, height = seen["panel"]
    for x, y, w, h in seen["rings"]:
        assert left <= x <= left + width - w
        assert top <= y <= top + height - h
        assert [word for word in seen["words"] if word[1] + word[3] > y + 1 and word[0] < x + w] == []


@pytest.mark.parametrize("game", ["witchstone", "witches"])
def test_an_opponent_is_shown_large_when_she_is_touched(
    game: str, window: Callable[..., Window], tables: Tables
) -> None:
    table, tokens = tables.make(game, "human", "human")
    seat = tables.settled(table)["actor"] or 0
    page = window("desktop", viewport={"width": 1920, "height": 1080}).sit(table, tokens[seat])
    still(page)
    others = page.locator("#parts button", has_text="Others")
    if others.is_visible():
        others.click()
    other = page.locator(f'.part[data-id="player:{1 - seat}"]')
    before = other.bounding_box()
    assert before is not None
    page.mouse.click(before["x"] + 12, before["y"] + 12)
    page.wait_for_selector(".pane.alone")
    after = other.bounding_box()
    assert after is not None
    assert after["width"] > before["width"] * 1.2
    page.mouse.click(after["x"] + 12, after["y"] + 12)
    page.wait_for_selector(".pane:not(.alone)")
    assert other.bounding_box() == before


@pytest.mark.parametrize("screen", ["upright", "sideways", "tablet"])
@pytest.mark.parametrize(
    ("game", "players", "actions"), [("witches", 2, 1), ("witchstone", 4, 60), ("witchstone", 2, 60)]
)
def test_a_finger_finds_trainees_actions_and_connections(
    game: str, players: int, actions: int, screen: str, window: Callable[..., Window], tables: Tables
) -> None:
    table, tokens = tables.midway(game, actions, players)
    page = window("desktop", **SCREENS[screen]).sit(table, tokens[tables.settled(table)["actor"] or 0])
    page.wait_for_selector("[data-light]", state="attached")
    still(page)
    assert too_small(page, True) == []


def test_the_wheel_draws_closer_and_two_clicks_go_back(window: Callable[..., Window], tables: Tables) -> None:
    table, tokens = tables.make("witches", "human", "human")
    seat = tables.settled(table)["actor"] or 0
    page = window("desktop").sit(table, tokens[seat])
    still(page)
    board = page.locator('.part[data-id="board"]')
    whole = board.get_attribute("viewBox")
    box = board.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] * 0.4, box["y"] + box["height"] * 0.9)
    page.mouse.wheel(0, -300)
    page.wait_for_function(
        "(whole) => document.querySelector('.part[data-id=board]').getAttribute('viewBox') !== whole",
        arg=whole,
    )
    page.mouse.dblclick(box["x"] + box["width"] * 0.4, box["y"] + box["height"] * 0.9)
    page.wait_for_function(
        "(whole) => document.querySelector('.part[data-id=board]').getAttribute('viewBox') === whole",
        arg=whole,
    )
