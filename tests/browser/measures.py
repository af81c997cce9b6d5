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
# What can be pressed anywhere on the page, with its size: links within a sentence are read, not aimed at; a box to tick
# is as large as its words.
PRESSED = """() => {
  const seen = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && !one.closest(".unseen, svg, [inert]") && one.getClientRects().length;
  const inSentence = (one) => getComputedStyle(one).display === "inline"
    && one.parentElement.textContent.trim() !== one.textContent.trim();
  return [...document.querySelectorAll("a, button, summary, select, input, textarea, label:has(input)")]
    .filter((one) => seen(one) && !one.matches(".skip, [type=checkbox], [type=radio]")
      && !one.matches("label:not(:has([type=checkbox], [type=radio]))") && !(one.matches("a") && inSentence(one)))
    .map((one) => {
      const { width, height } = one.getBoundingClientRect();
      return [one.innerText || one.title || one.ariaLabel || one.outerHTML.slice(0, 60), width, height];
    });
}"""
# The things that glow, and whom a touch means which is `half` beside the middle of one: as for the page, whatever holds
# the point, else the nearest within reach; beside a thin line a little farther. A map that is drawn closer by the page
# itself to be read, as on a phone, is measured as it shows. A connection is a line, reached along all of it: lines that
# come together in one place need be no farther apart than a mouse needs.
AIMED = """([half, reach]) => {
  const lights = [...document.querySelectorAll("#lights .light")].map((one) => {
    const shape = one.querySelector(".ring"), { left, right, top, bottom } = shape.getBoundingClientRect();
    const thin = one.matches('.thread');
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    return { key: one.dataset.light, thin, shape, left, right, top, bottom, x, y };
  });
  const line = (shape, local) => {
    const whole = shape.getTotalLength(), { a, b } = shape.getScreenCTM();
    const marks = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((k) => shape.getPointAtLength(whole * k / 8));
    const away = Math.min(...marks.map((mark) => Math.hypot(mark.x - local.x, mark.y - local.y)));
    return Math.max(0, away * Math.hypot(a, b) - 7);
  };
  const meant = (x, y) => {
    let best = null, least = reach;
    for (const light of lights) {
      const local = new DOMPoint(x, y).matrixTransform(light.shape.getScreenCTM().inverse());
      const away = Math.hypot(x - light.x, y - light.y);
      const right = Math.max(light.left - x, 0, x - light.right), down = Math.max(light.top - y, 0, y - light.bottom);
      const beside = Math.hypot(right, down);
      const inside = light.shape.isPointInFill(local) || light.shape.isPointInStroke(local);
      const off = inside ? -1000 + away : light.thin ? line(light.shape, local) : beside;
      if (off < least) [best, least] = [light, off];
    }
    return best?.key;
  };
  const wrong = [];
  for (const { key, thin, x, y } of lights) {
    const by = thin ? Math.min(half, 11.5) : half;
    for (const [right, down] of [[-by, 0], [by, 0], [0, -by], [0, by]]) {
      const found = meant(x + right, y + down);
      if (found !== key) wrong.push(`${key}: ${right} right, ${down} down of its middle is ${found}`);
    }
  }
  return wrong;
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
# How wide the names of the tabs are, how much room they have, and which of them take more than a line.
TABS = """() => {
  const { scrollWidth, clientWidth, children } = document.getElementById("parts");
  const lines = (tab) => {
    const range = document.createRange();
    range.selectNodeContents(tab);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  };
  return [scrollWidth, clientWidth, [...children].filter((tab) => lines(tab) > 1).map((tab) => tab.textContent)];
}"""
# What glows round the dice, and what is said above them.
DICE = """() => {
  const box = (one) => { const { x, y, width, height } = one.getBoundingClientRect(); return [x, y, width, height]; };
  const now = document.querySelector('.part[data-id="now"]');
  return {
    halos: [...now.querySelectorAll('[data-key^="die:"] .halo.glow')].map(box),
    rings: [...document.querySelectorAll('.light[data-light^="die:"] .ring')].map(box),
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
    """What a finger or a mouse would miss: buttons, links and fields anywhere on the page, and what glows."""
    least = FINGER if touch else MOUSE
    wrong = [
        f"{what!r}: {width:.0f} × {height:.0f}"
        for what, width, height in page.evaluate(PRESSED)
        if height < least - 0.5 or width < least - 0.5
    ]
    return wrong + list(page.evaluate(AIMED, [least / 2 - 0.5, REACH[touch]]))


def beyond(page: Page) -> list[str]:
    """Whether some tab has to be looked for, or is broken."""
    wide, room, broken = page.evaluate(TABS)
    return [f"tabs of {wide} px have {room} px"] * (wide > room) + [
        f"{tab!r} takes two lines" for tab in broken
    ]
