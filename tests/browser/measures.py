"""How large things are on a page, and what lies over what: measured, with five screens to measure on."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from tests.browser.conftest import PATIENCE

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
# Alarms that are not wholly in sight: beyond the screen, their list, or below the head of the picture.
ALARMS = """() => {
  const inside = (one, room) => one.left >= room.left - 0.5 && one.right <= room.right + 0.5
    && one.top >= room.top - 0.5 && one.bottom <= room.bottom + 0.5;
  const list = document.getElementById("alarms"), screen = new DOMRect(0, 0, innerWidth, innerHeight);
  return [...list.children].filter((one) => {
    const at = one.getBoundingClientRect();
    return !inside(at, list.getBoundingClientRect()) || !inside(at, screen);
  }).map((one) => one.innerText);
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
