"""What a page says for as long as it is so: time that runs out, a rematch that waits, words that were not read."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import TimeoutError as PlaywrightTimeout
from playwright.sync_api import expect

from tests.browser.conftest import Tables, Window
from tests.browser.measures import SCREENS

DOT = """() => getComputedStyle(document.getElementById("open-book"), "::after").content !== "none" """


def test_time_that_runs_out_is_said_to_everyone_and_stays(
    window: Callable[..., Window], tables: Tables, shots: Path
) -> None:
    table, tokens = tables.make("witchstone", "human", "human", options={"clock": 0.1})
    seat = tables.settled(table)["actor"]
    own = window().sit(table, tokens[seat])
    other = window("phone").sit(table, tokens[1 - seat])
    expect(own.locator("#notices")).to_contain_text("You have less than half a minute left")
    expect(other.locator("#notices")).to_contain_text("has less than half a minute left")
    expect(own.locator("#notices")).to_contain_text("Your time is up: a bot plays on for you.")
    expect(other.locator("#notices")).to_contain_text("is up: a bot plays on.")
    other.wait_for_timeout(5000)  # longer than a note at the edge of the screen
    other.screenshot(path=shots / "time-is-up.jpg")
    expect(own.locator("#notices")).to_contain_text("Your time is up")
    expect(other.locator("#notices")).to_contain_text("is up: a bot plays on.")


def test_a_rematch_waits_until_one_goes_there(
    window: Callable[..., Window], tables: Tables, shots: Path
) -> None:
    table, tokens = tables.finished("witchstone")
    here, later = window().sit(table, tokens[0]), window("phone")
    assert here.locator("#notices").is_hidden()
    asked = tables.http.post(
        f"/api/tables/{table}/rematch", json={}, headers={"Authorization": f"Bearer {tokens[1]}"}
    )
    again = asked.json()["table"]
    expect(here.locator("#notices")).to_contain_text("A rematch is ready.")
    page = later.sit(table, tokens[1])  # who comes back is told, too
    expect(page.locator("#notices")).to_contain_text("A rematch is ready.")
    page.screenshot(path=shots / "rematch-is-ready.jpg")
    here.locator("#notices").get_by_role("button").click()
    here.wait_for_url(f"**/table/{again}")
    expect(here.locator("#seats .own")).to_have_count(1)


def test_a_full_private_table_offers_no_seat(window: Callable[..., Window], tables: Tables) -> None:
    table, _ = tables.make("witchstone", "human", "human", options={"private": True})
    stranger = window()
    stranger.forgiving = True  # the refusal to look on
    stranger.page.goto(f"/table/{table}")
    expect(stranger.page.locator("#sentence")).to_contain_text("every seat is taken")
    expect(stranger.page.get_by_role("button", name="Sit here")).to_have_count(0)


def test_the_closed_book_shows_that_something_was_said(window: Callable[..., Window], tables: Tables) -> None:
    table, tokens = tables.make("witchstone", "human", "human")
    tables.settled(table)
    page = window("desktop", **SCREENS["upright"]).sit(table, tokens[0])
    expect(page.locator("#link")).to_be_hidden()
    assert not page.evaluate(DOT)

    def speak() -> None:
        answer = tables.http.post(
            f"/api/tables/{table}/chat",
            json={"text": "Are you there?"},
            headers={"Authorization": f"Bearer {tokens[1]}"},
        )
        assert answer.status_code == 200

    for _ in range(10):  # what is said before the page listens comes with what was said earlier
        speak()
        with suppress(PlaywrightTimeout):
            page.wait_for_function(DOT, timeout=3_000)
            break
    assert page.evaluate(DOT)
    page.locator("#open-book").tap()
    assert not page.evaluate(DOT)
    page.get_by_role("tab", name="Chat").tap()
    page.locator("#picture").tap(position={"x": 5, "y": 5})
    assert not page.evaluate(DOT)
    speak()  # the chat lies open in the closed book
    page.wait_for_function(DOT)
    page.locator("#open-book").tap()
    page.locator("#picture").tap(position={"x": 5, "y": 5})
    assert not page.evaluate(DOT)


def test_a_touch_screen_says_once_that_a_long_press_explains(
    window: Callable[..., Window], tables: Tables
) -> None:
    table, tokens = tables.make("witchstone", "human", "human")
    one = window("phone")
    page = one.sit(table, tokens[0])
    expect(page.locator("#toasts")).to_contain_text("Press anything for a moment")
    page.reload()
    page.wait_for_selector("#picture [data-key]", state="attached")
    expect(page.locator("#toasts")).not_to_contain_text("Press anything")
    mouse = window().sit(table, tokens[1])
    expect(mouse.locator("#toasts")).not_to_contain_text("Press anything")
