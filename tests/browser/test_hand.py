"""A hand as large as can be: every word of every card stands on its card, on every screen and in every language."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

import coven
from coven.core import art
from coven.core.language import LANGUAGES
from coven.core.parts import PartCache
from coven.games.witches.picture import cards, draw
from tests.browser.conftest import Tables, Window
from tests.browser.measures import SCREENS, overlaps, readable, still

GAME = Path(__file__).parents[1] / "games" / "witches" / "data" / "end-solo-over-40.coven"
SEVEN = 197  # actions after which she has as many cards
# Words that leave their card, or lie over others of it; and cards that lie over each other.
WRONG = """() => {
  const cards = [...document.querySelectorAll('[data-card]')].filter((one) => one.checkVisibility());
  const box = (one) => one.getBoundingClientRect();
  const across = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const down = (a, b) => Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  const wrong = [];
  for (const [k, card] of cards.entries()) {
    const room = box(card.querySelector('rect:not(.halo)'));
    const texts = [...card.querySelectorAll('text')];
    for (const [n, text] of texts.entries()) {
      const at = box(text), letters = at.height * 0.2; // above and below the letters
      const edge = 0.02 * room.width;
      if (text.textContent.includes('…')) wrong.push(`is cut: ${text.textContent}`);
      if (at.left < room.left + edge || at.right > room.right - edge || at.top + letters < room.top + edge
        || at.bottom - letters > room.bottom - edge / 2) wrong.push(`leaves its card: ${text.textContent}`);
      for (const other of texts.slice(n + 1)) {
        const there = box(other);
        const over = across(at, there) > 1 && down(at, there) > 0.3 * at.height;
        if (over) wrong.push(`${text.textContent} over ${other.textContent}`);
      }
    }
    for (const other of cards.slice(k + 1)) {
      const there = box(other.querySelector('rect:not(.halo)'));
      if (across(room, there) > 0.5 && down(room, there) > 0.5) wrong.push(`card over card: ${card.dataset.card}`);
    }
  }
  return { cards: cards.length, wrong };
}"""
# The glow of a card's row that lies over what its other rows say.
GLARE = """() => {
  const wrong = [];
  for (const glow of document.querySelectorAll('[data-card] .halo')) {
    if (!glow.checkVisibility()) continue;
    const at = glow.getBoundingClientRect(), half = parseFloat(getComputedStyle(glow).strokeWidth) / 2;
    const row = glow.parentElement;
    for (const text of row.closest('[data-card]').querySelectorAll('text')) {
      const there = text.getBoundingClientRect();
      const down = Math.min(at.bottom + half, there.bottom) - Math.max(at.top - half, there.top);
      if (!row.contains(text) && down > 0.2 * there.height) wrong.push(text.textContent);
    }
  }
  return wrong;
}"""


def seven() -> coven.Position:
    position = coven.read(GAME.read_text()).position(at=SEVEN)
    assert int(position.view(0).state.hand[0]).bit_count() == 7
    return position


def open_hand(page: Page) -> None:
    """Turn to the hand, where it is in a tab."""
    tab = page.locator("#parts button").first
    if tab.is_visible() and tab.get_attribute("aria-pressed") == "false":
        tab.click()
    still(page)


@pytest.mark.parametrize("screen", SCREENS)
def test_seven_cards_can_be_read_on_every_screen_in_every_language(
    screen: str, window: Callable[..., Window], tables: Tables, shots: Path
) -> None:
    place, tokens = tables.of(seven())
    for language in LANGUAGES:
        one = window("desktop", **SCREENS[screen], locale=language)
        one.switch(on=False)
        page = one.sit(place, tokens[0])
        still(page)
        open_hand(page)
        page.screenshot(path=shots / f"seven-cards-{screen}-{language}.jpg")
        assert page.evaluate(WRONG) == {"cards": 7, "wrong": []}
        assert page.evaluate(GLARE) == []
        assert readable(page) == []
        assert overlaps(page) == []
        one.close()


def every_card(language: str) -> list[str]:
    """Every card there is, beside each other, as large as letters of 12 pixels allow."""
    view = seven().view(0)
    state, game = view.state.copy(), view.game
    several = len(game.components.data["cards"]["list"])
    state.hand[0] = (1 << several) - 1
    spread = draw.spread(
        state, game.tables[0], game.components.data, PartCache(1 << 26),
        seat=0, lang=language, names=(), theme="dark", legal=(),
    )  # fmt: skip
    hand = next(drawn for part, drawn in spread.parts if part.name == "hand")
    return list(hand.pieces)


def sheet(faces: list[str]) -> str:
    """Drawings in rows."""
    pitch, rise, across = cards.W + 10, cards.H + 10, 7
    lying = (
        f'<g transform="translate({k % across * pitch} {k // across * rise})">{face}</g>'
        for k, face in enumerate(faces)
    )
    size = f'width="{across * pitch}" height="{(len(faces) // across + 1) * rise}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{art.SERIF}">{"".join(lying)}</svg>'


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_there_is_has_room_for_its_words(
    language: str, window: Callable[..., Window], shots: Path
) -> None:
    page = window().page
    page.goto("/")
    faces = every_card(language)
    page.evaluate("(svg) => { document.body.innerHTML = svg; }", sheet(faces))
    page.screenshot(path=shots / f"every-card-{language}.jpg", full_page=True)
    assert page.evaluate(WRONG) == {"cards": len(faces), "wrong": []}
