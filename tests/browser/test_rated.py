"""A rated table: set up on the start page, joined by name, and without hints for anybody."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import Tables, Window


def set_up(page: Page, other: str) -> str:
    """Sit down at a rated table as Ada, against another; which table it is."""
    page.goto("/")
    page.get_by_label("Your name").first.fill("Ada")
    page.locator("[data-setup=witchstone]").click()
    form = page.locator("#setup")
    form.locator("select[data-kind]").nth(1).select_option(other)
    form.get_by_label("Rated").check()
    form.get_by_role("button", name="Sit down").click()
    page.wait_for_url("**/table/*")
    return page.url.rpartition("/")[2].partition("#")[0]


def test_a_rated_table_offers_no_hints(window: Callable[..., Window]) -> None:
    """Not even to who plays against a bot, who is usually given them."""
    page = window().page
    set_up(page, "bot:pipkin")
    expect(page.locator("#choices button").first).to_be_visible()
    expect(page.locator("#terms")).to_have_text("Rated: no hints")
    expect(page.locator("[data-about=hint]")).to_have_count(0)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.keyboard.press("h")
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    assert not [url for url in asked if "/hint" in url]


def test_people_sit_at_screens_of_their_own_and_by_name(
    window: Callable[..., Window], tables: Tables
) -> None:
    page, friend = window().page, window("phone").page
    table = set_up(page, "here")  # which is no choice any more once it is rated
    friend.goto(f"/table/{table}")
    expect(friend.locator("#terms")).to_contain_text("Rated: no hints")
    friend.get_by_role("button", name="Sit here").tap()
    assert tables.look(table)["table"]["seats"][1]["kind"] == "open"
    friend.locator("#choices").get_by_label("Your name").fill("Ben")
    friend.get_by_role("button", name="Sit here").tap()
    tables.settled(table)
    assert [seat["name"] for seat in tables.look(table)["table"]["seats"]] == ["Ada", "Ben"]
    expect(page.locator("#seats")).to_contain_text("Ben")
    own = page.locator("#seats details.own")
    own.locator("summary").click()
    expect(own.locator(".card")).to_be_visible()
    expect(own.locator("input")).to_have_count(0)  # the name stays


def test_the_form_asks_for_what_a_rated_game_needs(window: Callable[..., Window]) -> None:
    page = window().page
    page.goto("/")
    page.locator("[data-setup=witchstone]").click()
    form = page.locator("#setup")
    form.get_by_label("Rated").check()
    expect(form.locator("select[data-kind]").nth(1).locator("[value=here]")).to_be_disabled()
    expect(form.get_by_label("Hints from the coach")).to_be_disabled()
    form.get_by_role("button", name="Sit down").click()
    expect(form.locator("input:invalid")).to_be_focused()  # her name
    form.get_by_label("Rated").uncheck()
    expect(form.get_by_label("Hints from the coach")).to_be_enabled()
    expect(form.locator("input:invalid")).to_have_count(0)
