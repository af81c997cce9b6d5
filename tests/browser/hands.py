"""A person at the table page who plays by mouse, by touch or by keyboard alone, choosing with a seeded generator.

What can be chosen is read off the page as a person sees it: lights in the picture (`data-light`), buttons beside it.
"""

from __future__ import annotations

import random
from typing import Any

from playwright.sync_api import Locator, Page, TimeoutError

MOST_STEPS = 4000  # more than any game has
TURNS = 6  # ways to turn a tile
LEAST = 43.5  # pixels that a finger needs

# The lights with where they are on the page, and the buttons; what shows now is remembered, so that change is noticed.
LOOK = """() => {
  const choices = document.getElementById("choices");
  const picture = document.getElementById("picture");
  const shown = [...document.querySelectorAll("#whole [data-light][role=button]")].map((node) => {
    const box = node.getBoundingClientRect();
    const point = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2);
    const on = document.elementFromPoint(point.x, point.y);
    const seen = on && picture.contains(on) ? [[point.x, point.y]] : [];
    return { key: node.dataset.light, label: node.getAttribute("aria-label"), seen };
  });
  window.shownBefore = choices.firstElementChild;
  return {
    over: Boolean(choices.querySelector('a[href$="/replay"]')),
    asks: Boolean(choices.querySelector("[role=group]")),
    held: Boolean(document.querySelector("#above .ghost")),
    lights: shown,
    buttons: [...choices.querySelectorAll("button:not(.unfold)")].map((one) => one.innerText),
  };
}"""
# The same, once what shows is not what was there before and nothing more is on its way; "asked": and there is something
# to choose, or the game is over.
ANEW = f"""(asked) => {{
  const choices = document.getElementById("choices");
  const anew = choices.firstElementChild !== window.shownBefore && !choices.classList.contains("busy")
    && !window.onTheWay && (!asked || choices.querySelector('button, a[href$="/replay"]'));
  return anew ? ({LOOK})() : null;
}}"""
# The buttons that a finger can reach as the page stands.
OFFERED = """() => [...document.querySelectorAll("#choices button")].flatMap((one) => {
  const { left, top, width, height } = one.getBoundingClientRect(), at = [left + width / 2, top + height / 2];
  const on = document.elementFromPoint(...at);
  const shown = { at, size: [width, height], said: one.innerText, main: one.matches(".main") };
  return on && one.contains(on) ? [shown] : [];
})"""
# How many of each action the tile in hand would give where it is.
GIVES = """() => [...document.querySelectorAll("#above text")]
  .filter((text) => text.getClientRects().length && text.textContent.startsWith("×")).map((text) => text.textContent)"""


class Hands:
    """Plays one seat to the end, or step by step."""

    def __init__(self, page: Page, seed: int) -> None:
        self.page = page
        self.luck = random.Random(seed)
        self.used: set[str] = set()  # the kinds of things that were touched
        self.steps = 0
        self.last = ""  # what was done last

    def look(self) -> dict[str, Any]:
        seen: dict[str, Any] = self.page.evaluate(LOOK)
        return seen

    def wait(self, asked: bool = True) -> dict[str, Any]:
        """Wait for what the last step brought, and (asked) for the next decision; what shows then."""
        try:
            seen: dict[str, Any] = self.page.wait_for_function(ANEW, arg=asked).json_value()
        except TimeoutError:
            raise AssertionError(f"nothing came of {self.last}; there is {self.look()}") from None
        return seen

    def begin(self) -> dict[str, Any]:
        """Wait for the first decision."""
        self.page.evaluate("() => { window.shownBefore = null; }")
        return self.wait()

    def play(self, steps: int = MOST_STEPS) -> dict[str, Any]:
        """So many steps, or to the end; what shows then."""
        seen = self.begin()
        for _ in range(steps):
            if seen["over"]:
                break
            self.step(seen)
            seen = self.wait()
            self.steps += 1
        assert seen["over"] or steps < MOST_STEPS, "the game does not end"
        return seen

    def step(self, seen: dict[str, Any]) -> None:
        """Choose one of the things that can be chosen."""
        raise NotImplementedError

    def press(self, which: int) -> None:
        """Press one of the buttons."""
        raise NotImplementedError

    def unfold(self) -> Locator:
        """The buttons, with those listed that stand for something in the picture."""
        more = self.page.locator("#choices .unfold[aria-expanded=false]")
        if more.count():
            more.dispatch_event("click")
        return self.page.locator("#choices button:not(.unfold)")

    def note(self, what: str) -> None:
        self.last = what
        self.used.add(what.split(":")[0])

    def scores(self) -> list[int]:
        """The totals of the final scoring, as the page tells them."""
        totals = self.page.locator("#choices table tbody tr").last.locator("td")
        return [int(n.replace("−", "-")) for n in totals.all_inner_texts()]


class Mouse(Hands):
    """Clicks what glows; the buttons now and then, and where nothing glows."""

    def step(self, seen: dict[str, Any]) -> None:
        lights = [light for light in seen["lights"] if light["seen"]]
        if seen["held"] and lights:
            self.lay(lights)
        elif lights and not seen["asks"] and self.luck.random() < 0.85:
            self.point(self.luck.choice(lights))
        else:
            self.press(0 if seen["asks"] else self.luck.randrange(len(seen["buttons"])))

    def point(self, light: dict[str, Any]) -> None:
        self.note(light["key"])
        self.page.mouse.click(*light["seen"][0])

    def press(self, which: int) -> None:
        self.note(f"button:{which + 1}")
        self.unfold().nth(which).click()

    def lay(self, lights: list[dict[str, Any]]) -> None:
        """Carry the tile over cells and turn it until it snaps somewhere; drop it there."""
        self.luck.shuffle(lights)
        for light in lights:
            self.page.mouse.move(*light["seen"][0])
            for _ in range(TURNS):
                gives = self.page.evaluate(GIVES)
                if gives:
                    assert len(gives) == 2, gives
                    self.note(f"lay:{light['key']}")
                    self.page.mouse.down()
                    self.page.mouse.up()
                    return
                self.page.mouse.wheel(0, 100)
                self.page.evaluate("() => new Promise(requestAnimationFrame)")
        raise AssertionError(f"the tile lies nowhere: {[light['key'] for light in lights]}")


class Finger(Hands):
    """Taps what glows; opens the tabs where something does; the buttons where nothing glows."""

    def step(self, seen: dict[str, Any]) -> None:
        if seen["asks"]:
            return self.press(0)
        if not seen["lights"] or self.luck.random() < 0.1:
            return self.press(self.luck.randrange(len(seen["buttons"])))
        news = self.page.locator("#parts button.news:not([aria-pressed=true])")
        if news.count() and self.luck.random() < 0.3:
            news.first.tap()
            seen = self.look()
        lights = [light for light in seen["lights"] if light["seen"]]
        if not lights:
            return self.press(self.luck.randrange(len(seen["buttons"])))
        light = self.luck.choice(lights)
        self.note(light["key"])
        self.page.touchscreen.tap(*light["seen"][0])
        return None

    def press(self, which: int) -> None:
        self.note(f"button:{which + 1}")
        self.unfold().nth(which).tap()


class Fingertip(Finger):
    """Taps what is in sight and nothing else: what glows, and buttons that nothing covers."""

    def step(self, seen: dict[str, Any]) -> None:
        buttons = self.page.evaluate(OFFERED)
        if seen["asks"]:  # to end a turn, or to leave a tile where it lies
            return self.tap(next(one for one in buttons if one["main"]))
        news = self.page.locator("#parts button.news:not([aria-pressed=true])")
        lights = [light for light in seen["lights"] if light["seen"]]
        if news.count() and (not lights or self.luck.random() < 0.3):
            news.first.tap()
            lights = [light for light in self.look()["lights"] if light["seen"]]
            buttons = self.page.evaluate(OFFERED)
        assert lights or buttons, f"nothing is in sight: {seen}"
        if lights and (not buttons or self.luck.random() < 0.85):
            light = self.luck.choice(lights)
            self.note(light["key"])
            return self.page.touchscreen.tap(*light["seen"][0])
        return self.tap(self.luck.choice(buttons))

    def tap(self, one: dict[str, Any]) -> None:
        assert min(one["size"]) >= LEAST, one
        self.note(one["said"])
        self.page.touchscreen.tap(*one["at"])


class Keys(Hands):
    """Never points at anything: digits, arrows and Enter, Tab and Enter, R to turn a tile."""

    def step(self, seen: dict[str, Any]) -> None:
        way = self.luck.random()
        if seen["asks"]:
            self.press(0)
        elif seen["lights"] and (seen["held"] or way < 0.5):
            self.walk()
        elif way < 0.93:
            self.type(self.luck.randrange(len(seen["buttons"])))
        else:
            self.press(self.luck.randrange(len(seen["buttons"])))

    def walk(self) -> None:
        """From light to light with the arrows; Enter picks one, or lays the tile there."""
        for _ in range(self.luck.randint(1, 4)):
            self.page.keyboard.press(self.luck.choice(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]))
        key = self.page.evaluate("() => document.activeElement?.dataset?.light")
        assert key, "the arrows reach no light"
        self.note(key)
        if self.page.locator("#above .ghost").count() and self.luck.random() < 0.5:
            self.page.keyboard.press(self.luck.choice(["r", "Shift+R"]))
        self.look()
        self.page.keyboard.press("Enter")

    def type(self, which: int) -> None:
        """The number of a choice."""
        self.note(f"digit:{which + 1}")
        for digit in str(which + 1):
            self.page.keyboard.press(digit)

    def press(self, which: int) -> None:
        """Tab to a button, then Enter."""
        self.note(f"tab:{which + 1}")
        for _ in range(1000):  # every line of the log is a stop
            here = self.page.evaluate(
                '() => [...document.querySelectorAll("#choices button:not(.unfold)")].indexOf(document.activeElement)'
            )
            if here == which:
                break
            self.page.keyboard.press("Tab")
        else:
            raise AssertionError(f"Tab does not reach choice {which + 1}")
        self.page.keyboard.press("Enter")
