"""What fingers, held keys and the first click do."""

from __future__ import annotations

import random
from collections.abc import Callable

from playwright.sync_api import Page

import coven
from tests.browser.conftest import Tables, Window
from tests.browser.measures import SCREENS, still

# Counts the notes that were begun and what could sound, before anything of the page runs.
EAR = """
window.heard = { airs: 0, notes: 0 };
const Plain = window.AudioContext;
window.AudioContext = class extends Plain {
  constructor() { super(); window.heard.airs++; }
  createOscillator() { window.heard.notes++; return super.createOscillator(); }
};
"""
# How far what each half of the tile in hand would give stands below the upper edge of its part, on the sheet.
OVER = """() => [...document.querySelectorAll("#above .ghost .count")].map((count) => {
  const { f: y } = count.transform.baseVal.consolidate().matrix;
  const part = document.querySelector('.part[data-id^="cauldron:"]');
  return y + count.getBBox().y - Number(part.getAttribute("y"));
})"""
SHOWN = "() => document.querySelector('.part[data-id=board]').getAttribute('viewBox')"
CAPTION = "() => document.getElementById('caption').innerText"
OTHER = "(said) => document.getElementById('caption').innerText !== said"


def pinch(page: Page, apart: tuple[int, int]) -> None:
    """Two fingers in the middle of the board, moved from one distance to another."""
    box = page.locator('.part[data-id="board"]').bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    line = page.context.new_cdp_session(page)

    def touch(kind: str, half: float) -> None:
        points = (
            [] if kind == "touchEnd" else [{"x": x - half, "y": y, "id": 0}, {"x": x + half, "y": y, "id": 1}]
        )
        line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    first, last = apart
    touch("touchStart", first)
    for k in range(1, 6):
        touch("touchMove", first + (last - first) * k / 5)
    touch("touchEnd", last)


def width(page: Page) -> float:
    """How much of the board is seen from side to side, in its own units."""
    return float(page.evaluate(SHOWN).split()[2])


def test_two_fingers_draw_the_board_closer_and_away(window: Callable[..., Window], tables: Tables) -> None:
    table, tokens = tables.make("witches", "human", "human")
    seat = tables.settled(table)["actor"] or 0
    page = window("desktop", **SCREENS["tablet"]).sit(table, tokens[seat])
    still(page)
    before = width(page)
    pinch(page, (30, 120))
    still(page)
    closer = width(page)
    assert closer < before * 0.6
    pinch(page, (120, 30))
    still(page)
    assert width(page) > closer * 1.5


def test_what_a_tile_would_give_stays_within_its_part(window: Callable[..., Window], tables: Tables) -> None:
    game, luck = coven.load("witchstone").new(2, seed=1), random.Random(1)
    while not game.legal[0].text.startswith("place"):
        game.play(luck.choice(game.legal))
    table, tokens = tables.of(game)
    seat = game.actor
    assert seat is not None
    page = window("desktop", **SCREENS["sideways"]).sit(table, tokens[seat])
    still(page)
    for key in ("ArrowRight", "Enter"):
        page.keyboard.press(key)
        still(page)
    page.wait_for_selector("#above .ghost.snapped")
    over = page.evaluate(OVER)
    assert len(over) == 2
    assert min(over) >= 0


def test_while_a_key_is_held_nothing_goes_on(window: Callable[..., Window], tables: Tables) -> None:
    table, tokens = tables.make("witchstone", "human", "human", "human")
    one = window("desktop", reduced_motion="no-preference")
    one.pace("quick")
    watching = next(seat for seat in range(3) if seat != tables.settled(table)["actor"])
    page = one.sit(table, tokens[watching])
    still(page)
    for _ in range(12):  # enough to be told for a while
        if tables.settled(table)["actor"] == watching:
            break
        tables.play(table, tokens, 1)
    page.wait_for_selector("#caption:not([hidden]) li")
    hold = "() => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'p', repeat: true, bubbles: true }))"
    page.evaluate(hold)
    page.wait_for_selector("#caption.held")
    said = page.evaluate(CAPTION)
    page.wait_for_timeout(4000)  # far longer than an event is shown
    assert page.evaluate(CAPTION) == said
    page.evaluate(
        "() => document.body.dispatchEvent(new KeyboardEvent('keyup', { key: 'p', bubbles: true }))"
    )
    page.wait_for_function(OTHER, arg=said)


def test_nothing_sounds_before_the_first_click(window: Callable[..., Window], tables: Tables) -> None:
    table, tokens = tables.make("witches", "human", "human")
    one = window()
    one.context.add_init_script(EAR)
    seat = tables.settled(table)["actor"] or 0
    page = one.sit(table, tokens[1 - seat])
    still(page)
    while tables.settled(table)["actor"] != 1 - seat:  # until it is her turn, which has a sound
        tables.play(table, tokens, 1)
    page.wait_for_selector("#choices .choice")
    still(page)
    assert page.evaluate("() => window.heard") == {"airs": 0, "notes": 0}
    page.locator("#title").click()
    assert page.evaluate("() => window.heard.airs") == 1
    page.locator("#menu summary").click()
    slider = page.get_by_label("Sounds", exact=True)
    slider.evaluate("(one) => { one.value = 60; one.dispatchEvent(new Event('change')); }")
    assert page.evaluate("() => window.heard.notes") > 0
