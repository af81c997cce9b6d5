"""A phone on its side: low as it is, what ends a game and what can be chosen is in sight at once."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import coven
from coven.core.language import LANGUAGES
from tests.browser.conftest import Tables, Window, _midway
from tests.browser.test_sizes import CHOICES, SCREENS, beyond, still
from tools.screenshots import begun

# Of the end of a game: what is not wholly in sight.
HIDDEN = """() => {
  const room = document.getElementById("choices").getBoundingClientRect();
  const told = [...document.querySelectorAll("#choices tr.total, #choices .buttons > *")];
  const hidden = told.filter((one) => {
    const { right, bottom } = one.getBoundingClientRect();
    const cut = one.scrollWidth > one.clientWidth + 1;
    return cut || bottom > Math.min(room.bottom, innerHeight) + 0.5 || right > innerWidth;
  });
  return [told.length, hidden.map((one) => one.innerText)];
}"""


@pytest.fixture(scope="module")
def ended() -> dict[str, coven.Position]:
    return {game: _midway(game, 10_000, 4, 1) for game in ("witchstone", "witches")}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["witchstone", "witches"])
def test_the_end_shows_its_total_and_where_to_go_on(
    game: str,
    language: str,
    ended: dict[str, coven.Position],
    window: Callable[..., Window],
    tables: Tables,
) -> None:
    table, tokens = tables.of(ended[game])
    page = window("desktop", **SCREENS["sideways"], locale=language).sit(table, tokens[0])
    page.wait_for_selector("#choices tr.total")
    for screen in ("sideways", "upright"):
        page.set_viewport_size(SCREENS[screen]["viewport"])
        still(page)
        told, hidden = page.evaluate(HIDDEN)
        assert told >= 6
        assert hidden == [], screen
        assert beyond(page) == [], screen


# Of what happened since one's last turn: how much has to be scrolled to, and whether the card says so.
BELOW = """() => {
  const card = document.getElementById("since"), { scrollHeight, clientHeight, classList } = card;
  return [scrollHeight - clientHeight, classList.contains("goes-on"), card.querySelectorAll("li").length];
}"""


def test_what_happened_since_ones_last_turn_fits_or_says_that_it_goes_on(
    window: Callable[..., Window], tables: Tables
) -> None:
    """In German, where it is longest, with four players."""
    position = begun("witches", 4)
    table, tokens = tables.of(position)
    page = window("desktop", **SCREENS["sideways"], locale="de").sit(table, tokens[position.actor])
    page.wait_for_selector("#since li")
    still(page)
    below, said, lines = page.evaluate(BELOW)
    assert lines >= 3
    assert (below, said) == (0, False)
    page.set_viewport_size({"width": 844, "height": 300})  # a keyboard, or a browser's bars
    page.wait_for_selector("#since.goes-on")
    page.evaluate("document.getElementById('since').scrollTo(0, 9999)")
    page.wait_for_selector("#since:not(.goes-on)")


# What the frame around a chosen trainee touches of the others: their frames.
TOUCHED = """() => {
  const ring = document.querySelector(".point.aimed .ring"), { top, bottom } = ring.getBoundingClientRect();
  const half = parseFloat(getComputedStyle(ring).strokeWidth) / 2;
  const others = [...document.querySelectorAll("[data-trainee]")]
    .map((one) => one.querySelectorAll("rect:not(.halo)")[1]);
  return others.filter((one) => {
    const at = one.getBoundingClientRect();
    return at.top > top + 9 && at.top < bottom + half || at.bottom < bottom - 9 && at.bottom > top - half;
  }).map((one) => one.parentElement.dataset.trainee);
}"""


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_few_choices_are_in_sight_at_once(
    language: str, window: Callable[..., Window], tables: Tables
) -> None:
    for game, players, actions in (("witchstone", 4, 1), ("witches", 4, 1), ("witchstone", 2, 60)):
        table, tokens = tables.midway(game, actions, players)
        seat = tables.settled(table)["actor"] or 0
        page = window("desktop", **SCREENS["sideways"], locale=language).sit(table, tokens[seat])
        page.wait_for_selector("#choices .choice")
        still(page)
        found = page.evaluate(CHOICES)
        assert found["words"]
        assert found["beyond"] == [], game
        if (game, actions) == ("witches", 1):
            page.locator("#choices .choice").first.tap()
            page.wait_for_selector(".point.aimed .ring", state="attached")
            assert page.evaluate(TOUCHED) == []
            asked = {"en": "Is this your choice?", "de": "Ist das deine Wahl?"}[language]
            assert asked in page.locator("#choices").inner_text()
