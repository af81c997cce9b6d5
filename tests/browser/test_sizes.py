"""Every screen: letters that can be read, things that can be touched, nothing cut off, nothing over anything else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from coven.core.language import LANGUAGES
from tests.browser.conftest import PATIENCE, Tables, Window

SCREENS = {
    "desk": {"viewport": {"width": 1280, "height": 800}},
    "wall": {"viewport": {"width": 1920, "height": 1080}},
    "tablet": {"viewport": {"width": 820, "height": 1180}, "has_touch": True, "is_mobile": True},
    "upright": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "sideways": {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True},
}
LEAST = 11.95  # pixels of letters, but for what is lost in reckoning
FINGER, MOUSE = 44, 24
REACH = {True: 24, False: 5}  # pixels beside a thing that still mean it, by touch and by mouse

# The smallest letters in sight: of the picture as they are scaled, of the page as they are set.
LETTERS = """() => {
  const found = [];
  for (const text of document.querySelectorAll("#drawing text")) {
    if (!text.getClientRects().length) continue;
    const { a, b } = text.getScreenCTM();
    const size = parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b);
    found.push([size, `${text.closest(".part").dataset.id}: ${text.textContent}`]);
  }
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const around = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim() || around.closest("svg, .unseen, noscript, script")) continue;
    if (!around.getClientRects().length) continue;
    found.push([parseFloat(getComputedStyle(around).fontSize), walker.currentNode.textContent.trim()]);
  }
  return found;
}"""
# Where the parts in sight are, and how much of each is beyond what is seen of it.
PARTS = """() => [...document.querySelectorAll("#drawing .part")]
  .filter((part) => part.getAttribute("display") !== "none")
  .map((part) => {
    const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(part.getAttribute(name)));
    return { id: part.dataset.id, x, y, width, height };
  })"""
# The buttons, and the things that glow.
TARGETS = """() => {
  const seen = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".unseen");
  const size = (one) => { const { width, height } = one.getBoundingClientRect(); return [width, height]; };
  const buttons = [...document.querySelectorAll("main button, main a.button")].filter(seen)
    .map((one) => [one.innerText || one.title, ...size(one)]);
  const lights = [...document.querySelectorAll("#lights .light .ring")]
    .map((one) => [one.parentElement.dataset.light, ...size(one)]);
  return { buttons, lights };
}"""
# How wide the names of the tabs are, and how much room they have.
TABS = """() => {
  const { scrollWidth, clientWidth } = document.getElementById("parts");
  return [scrollWidth, clientWidth];
}"""
# What glows round the dice, and what is said above them.
DICE = """() => {
  const box = (one) => { const { x, y, width, height } = one.getBoundingClientRect(); return [x, y, width, height]; };
  const now = document.querySelector('.part[data-id="now"]');
  return {
    halos: [...now.querySelectorAll('[data-key^="die:"] .halo.glow')].map(box),
    rings: [...document.querySelectorAll('.light.die .ring')].map(box),
    words: [...now.querySelectorAll("text")].map(box),
    panel: box(now),
  };
}"""
SHEET = """() => {
  const { clientWidth: width, clientHeight: height } = document.getElementById("picture");
  return { width, height };
}"""
# Which of these can't be seen without scrolling.
BELOW = """(names) => names.filter((name) => {
  const { bottom, right } = document.querySelector(name).getBoundingClientRect();
  return bottom > innerHeight + 0.5 || right > innerWidth + 0.5;
})"""
# The choices in words, and those that are not wholly in sight.
CHOICES = """() => {
  const room = document.getElementById("choices").getBoundingClientRect();
  const words = [...document.querySelectorAll("#choices button")].filter((one) => !one.closest(".unseen"));
  const beyond = words.filter((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const cut = left < room.left || right > room.right + 0.5 || top < room.top || bottom > room.bottom + 0.5;
    return cut || one.scrollWidth > one.clientWidth + 1;
  });
  const said = (some) => some.map((one) => one.innerText);
  return { words: said(words), beyond: said(beyond) };
}"""
# How much of the sheet the drawings of the parts fill.
DRAWN = """() => {
  const sheet = document.getElementById("picture").getBoundingClientRect();
  let filled = 0;
  for (const part of document.querySelectorAll("#drawing .part")) {
    if (part.getAttribute("display") === "none") continue;
    const [around, within] = [part, part.firstElementChild].map((one) => one.getBoundingClientRect());
    filled += Math.min(around.width, within.width) * Math.min(around.height, within.height);
  }
  return filled / (sheet.width * sheet.height);
}"""
CORNERS = ("stack",)  # lies over a corner of the board, where the ball leaves it empty
# Where everything is, and whether something is still to come.
WHERE = """() => {
  const things = [...document.querySelectorAll("#drawing .part, #lights .ring, main button")];
  const boxes = things.map((one) => one.getBoundingClientRect());
  return [window.onTheWay, ...boxes.map(({ x, y, width, height }) => [x, y, width, height].join())];
}"""
GLANCE = 100  # milliseconds between two looks


def still(page: Page) -> None:
    """Wait until everything is where it was a moment ago, and nothing is on its way."""
    seen: list[Any] = []
    for _ in range(PATIENCE // GLANCE):
        before, seen = seen, page.evaluate(WHERE)
        if seen == before and not seen[0]:
            return
        page.wait_for_timeout(GLANCE)
    raise AssertionError("the page does not come to rest")


def readable(page: Page) -> list[str]:
    return [f"{size:.1f} px: {what}" for size, what in page.evaluate(LETTERS) if size < LEAST]


def overlaps(page: Page, corners: tuple[str, ...] = CORNERS) -> list[str]:
    """Parts that lie over each other or beyond their sheet."""
    parts, sheet = page.evaluate(PARTS), page.evaluate(SHEET)
    wrong = [
        f"{one['id']} is cut off"
        for one in parts
        if min(one["x"], one["y"]) < -0.5
        or one["x"] + one["width"] > sheet["width"] + 0.5
        or one["y"] + one["height"] > sheet["height"] + 0.5
    ]
    whole = [part for part in parts if part["id"] not in corners]
    for k, one in enumerate(whole):
        for two in whole[k + 1 :]:
            across = min(one["x"] + one["width"], two["x"] + two["width"]) - max(one["x"], two["x"])
            down = min(one["y"] + one["height"], two["y"] + two["height"]) - max(one["y"], two["y"])
            if across > 0.5 and down > 0.5:
                wrong.append(f"{one['id']} lies over {two['id']}")
    return wrong


def too_small(page: Page, touch: bool) -> list[str]:
    targets: dict[str, Any] = page.evaluate(TARGETS)
    least = FINGER if touch else MOUSE
    wrong = [
        f"{what!r}: {width:.0f} × {height:.0f}"
        for what, width, height in targets["buttons"]
        if height < least - 0.5 or width < least - 0.5
    ]
    # a touch beside a thing that glows means it, too
    near = 2 * REACH[touch]
    wrong += [
        f"{key}: {width:.0f} × {height:.0f}"
        for key, width, height in targets["lights"]
        if not key.startswith("link:") and min(width, height) + near < least
    ]
    return wrong


def beyond(page: Page) -> list[str]:
    """Whether some tab has to be looked for."""
    wide, room = page.evaluate(TABS)
    return [f"tabs of {wide} px have {room} px"] if wide > room else []


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
    page.screenshot(path=shots / f"{game}-{players}-{screen}.png")
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
    page.screenshot(path=shots / f"under-way-{screen}.png")
    assert readable(page) == []
    assert overlaps(page, corners=()) == []


@pytest.mark.parametrize("screen", SCREENS)
def test_all_of_the_settings_can_be_reached(
    screen: str, window: Callable[..., Window], tables: Tables
) -> None:
    table, tokens = tables.make("witches", "human", "human")
    page = window("desktop", **SCREENS[screen], locale="de").sit(table, tokens[0])
    page.locator("#menu > summary").click()
    last = page.locator("#menu .card > *").last
    last.scroll_into_view_if_needed()
    assert page.evaluate(BELOW, ["#menu .card", "#menu .card > :last-child"]) == []


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
    page.screenshot(path=shots / f"{game}-{players}-{screen}-replay.png")
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
    page.wait_for_selector(".light.die", state="attached")
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
