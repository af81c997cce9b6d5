"""From the start page to a table, and the pages around it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from coven.core.language import LANGUAGES
from tests.browser.conftest import Tables, Window
from tests.browser.hands import Mouse
from tests.table.server import Server

FINISHED = {
    "witchstone": Path(__file__).parents[1] / "games/witchstone/data/end-win-2.coven",
    "witches": Path(__file__).parents[1] / "games/witches/data/end-points.coven",
}


def table_of(page: Page) -> str:
    """The table whose page shows."""
    page.wait_for_url("**/table/*")
    page.wait_for_selector("#picture [data-key]", state="attached")
    return page.url.rpartition("/")[2].partition("#")[0]


@pytest.mark.parametrize("game", ["witchstone", "witches"])
def test_one_click_and_you_play(game: str, window: Callable[..., Window], tables: Tables) -> None:
    page = window().page
    page.goto("/")
    page.get_by_label("Your name").first.fill("Nanny")
    page.locator(f"[data-play={game}]").click()
    table = table_of(page)
    seated = tables.look(table)["table"]
    assert seated["game"] == game
    assert [seat["kind"] for seat in seated["seats"]] == ["human", "bot"]
    assert seated["seats"][0]["name"] == "Nanny"
    hands = Mouse(page, 1)
    hands.step(hands.begin())
    # it is found again from the start page
    page.goto("/")
    expect(page.get_by_role("heading", name="Tables you sit at")).to_be_visible()
    page.locator("#mine a").first.click()
    assert table_of(page) == table


def test_a_table_as_one_likes_it(window: Callable[..., Window], tables: Tables) -> None:
    page = window().page
    page.goto("/")
    page.locator("[data-setup=witches]").click()
    form = page.locator("#setup")
    kinds = form.locator("select[data-kind]")
    kinds.nth(1).select_option("bot:pipkin")
    kinds.nth(2).select_option("open")
    form.get_by_label("How it is played").select_option("coop")
    form.get_by_label("Harder").check()
    form.get_by_label("Clock").select_option("20")
    form.get_by_label("Listed").check()
    form.get_by_role("button", name="Sit down").click()
    seated = tables.look(table_of(page))["table"]
    assert [seat["kind"] for seat in seated["seats"]] == ["human", "bot", "open"]
    assert seated["options"]["mode"] == "coop"
    assert seated["options"]["harder"] == "yes"
    expect(page.locator("#choices").get_by_label("Link to the table")).to_be_visible()
    # a friend finds it among the tables with a free seat
    friend = window("phone").page
    friend.goto("/")
    friend.locator("#open li").first.get_by_role("button").first.tap()
    assert table_of(friend) == table_of(page)
    expect(page.locator("#seats time")).to_have_count(3)


def test_options_go_with_the_seats_and_with_each_other(window: Callable[..., Window], tables: Tables) -> None:
    """What one seat has moves up with it, and what does not go with the rest can't be chosen."""
    page = window().page
    page.goto("/")
    page.locator("[data-setup=witches]").click()
    form = page.locator("#setup")
    kinds, mode, harder = (
        form.locator("select[data-kind]"),
        form.get_by_label("How it is played"),
        form.get_by_label("Harder"),
    )
    expect(harder).to_be_disabled()
    mode.select_option("coop")
    harder.check()
    kinds.nth(1).select_option("none")
    expect(mode).to_have_value("solo")
    expect(harder).to_be_checked()
    kinds.nth(1).select_option("bot:pipkin")
    expect(mode).to_have_value("competitive")
    expect(harder).not_to_be_checked()
    page.locator("[data-setup=witchstone]").click()
    for seat in (2, 3):
        kinds.nth(seat).select_option("bot:pipkin")
    form.get_by_label("Handicap of Raven").select_option("2")
    begins = form.get_by_label("Who begins")
    begins.select_option("3")
    kinds.nth(2).select_option("none")  # the fourth seat becomes the third
    expect(begins).to_have_value("random")
    expect(form.get_by_label("Handicap of Toad")).to_have_value("2")
    begins.select_option("1")
    form.get_by_role("button", name="Sit down").click()
    seated = tables.look(table_of(page))["table"]
    assert seated["options"] == {"first": "1", "handicap": "0,0,2"}


def test_a_private_table_by_its_link(window: Callable[..., Window], tables: Tables) -> None:
    """Who was sent the link may sit down, though nobody may look on."""
    id, tokens = tables.make("witchstone", "human", "open", options={"private": True})
    friend = window()
    friend.forgiving = True  # the refusal to look on
    page = friend.page
    page.goto(f"/table/{id}")
    name = page.locator("#choices").get_by_label("Your name")
    name.fill("Magrat")
    name.evaluate(
        "(field) => { field.id = 'before'; document.dispatchEvent(new Event('visibilitychange')); }"
    )
    expect(page.locator("#before")).to_have_count(0)  # the page asked and drew anew
    expect(name).to_have_value("Magrat")
    expect(name).to_be_focused()
    page.locator("#choices").get_by_role("button", name="Sit here").click()
    page.wait_for_selector("#picture [data-key]", state="attached")
    seats = tables.look(id, tokens[0])["table"]["seats"]
    assert [seat["name"] for seat in seats][1] == "Magrat"
    expect(page.locator("#seats .own")).to_contain_text("Magrat")


def test_the_address_keeps_no_secret_and_the_seat_stays(window: Callable[..., Window]) -> None:
    """Nor does it take "skip to the content" for one."""
    page = window().page
    page.goto("/")
    page.locator("[data-play=witchstone]").click()
    table_of(page)
    assert "#" not in page.url
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**#main")
    page.reload()
    table_of(page)
    expect(page.locator("#seats .own")).to_have_count(1)


def test_a_refusal_is_said(window: Callable[..., Window], tmp_path: Path) -> None:
    """A component set that can't be used is refused in a sentence, and the form stays as it was."""
    bad = tmp_path / "own.toml"
    bad.write_text("nonsense = 1\n")
    one = window()
    one.forgiving = True
    page = one.page
    page.goto("/")
    page.locator("[data-setup=witchstone]").click()
    page.locator("#components").set_input_files(bad)
    page.locator("#setup").get_by_role("button", name="Sit down").click()
    expect(page.locator("#setup-error")).not_to_be_empty()
    one.forgiving = False
    assert page.url.rstrip("/") == one.server


@pytest.mark.parametrize("lang", LANGUAGES)
def test_languages(lang: str, window: Callable[..., Window]) -> None:
    """Every heading, button and label of the start page and the table is in the chosen language."""
    page = window().page
    page.goto("/")
    words = "h1, h2:visible, button:visible, label:visible"
    english = {text.strip() for text in page.locator(words).all_inner_texts()}
    with page.expect_navigation():
        page.locator("#lang").select_option(lang)
    expect(page.locator("html")).to_have_attribute("lang", lang)
    texts = {text.strip() for text in page.locator(words).all_inner_texts()}
    same = {text for text in texts & english if text and text not in ("Witchstone", "The Witches")}
    assert same == set() or lang == "en"
    page.locator("[data-play=witchstone]").click()
    table = table_of(page)
    expect(page.locator("html")).to_have_attribute("lang", lang)
    hands = Mouse(page, 1)
    hands.begin()
    asked = "#sentence :is(h2, p), #choices button"
    told = page.locator(asked).all_text_contents()
    page.goto(f"/table/{table}?lang=en")
    hands.begin()
    plain = page.locator(asked).all_text_contents()
    assert len(told) == len(plain) > 2
    assert [one for one, other in zip(told, plain, strict=True) if one == other] == (
        [] if lang != "en" else plain
    )


def test_theme(window: Callable[..., Window]) -> None:
    """The page and its picture follow, and the browser keeps the choice."""
    page = window(color_scheme="dark").page
    page.goto("/")
    ground = "() => getComputedStyle(document.body).backgroundColor"
    seen = set()
    for _ in range(3):
        seen.add((page.locator("html").get_attribute("data-theme"), page.evaluate(ground)))
        page.locator("#theme").click()
    assert {theme for theme, _ in seen} == {"dark", "light", "auto"}
    assert len({colour for _, colour in seen}) == 2
    while page.locator("html").get_attribute("data-theme") != "light":
        page.locator("#theme").click()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")


@pytest.mark.parametrize(("game", "word"), [("witchstone", "crystal"), ("witches", "cackle")])
def test_rules_can_be_searched(game: str, word: str, window: Callable[..., Window]) -> None:
    page = window().page
    page.goto(f"/rules/{game}")
    rules = page.locator(".rule:visible")
    every = rules.count()
    page.keyboard.press("/")
    page.keyboard.type(word)
    expect(page.locator("#found")).not_to_be_empty()
    found = rules.count()
    assert 0 < found < every
    page.keyboard.press("Escape")
    expect(rules).to_have_count(every)


@pytest.mark.parametrize("game", ["witchstone", "witches"])
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_guided_game(game: str, size: str, window: Callable[..., Window]) -> None:
    """The lessons come one after the other, while one plays."""
    page = window(size).page
    page.goto(f"/learn/{game}")
    page.get_by_role("button", name="Begin").click()
    table_of(page)
    lesson = page.locator("#lesson")
    hands = Mouse(page, 5)
    heard: list[str] = []
    seen = hands.begin()
    title = lesson.get_by_role("heading")
    expect(lesson.get_by_role("progressbar")).to_be_visible()
    for _ in range(60):
        # Not every decision has a lesson, and on a phone a tile in hand needs the room.
        if title.is_visible():
            heard.append(title.inner_text())
        if len(set(heard)) > 4 and title.is_visible():
            break
        following = page.locator(
            "#lesson.reading .buttons button"
        ).last  # there may be nothing to do but to read
        if following.is_visible():
            before = title.inner_text()
            following.click()
            page.wait_for_function(
                "(before) => document.querySelector('#lesson h3')?.innerText !== before && !window.onTheWay",
                arg=before,
            )
            seen = hands.look()
        else:
            hands.step(seen)
            seen = hands.wait()
    else:
        raise AssertionError(f"only these lessons: {heard}")
    now = heard[-1]
    earlier = next(one for one in reversed(heard) if one != now)
    lesson.get_by_role("button", name="Back").click()
    expect(title).to_have_text(earlier)
    lesson.get_by_role("button", name="On").click()
    expect(title).to_have_text(now)
    # the browser remembers where the learner was
    table = page.url
    page.goto(f"/learn/{game}")
    page.get_by_role("link", name="Go on with your game").click()
    page.wait_for_url(table)
    expect(title).to_have_text(now)


@pytest.mark.parametrize("game", ["witchstone", "witches"])
def test_replay_of_a_record(game: str, window: Callable[..., Window]) -> None:
    page = window().page
    page.goto("/")
    page.locator("#record").set_input_files(FINISHED[game])
    page.wait_for_url("**/replay")
    page.wait_for_selector("#picture [data-key]", state="attached")
    slider = page.get_by_role("slider")
    last = int(slider.get_attribute("max") or 0)
    assert last > 10
    at = page.locator("#where")
    pictures = set()
    for action in (0, last // 2, last):
        slider.fill(str(action))
        expect(at).to_have_text(re.compile(rf"\b{action}\b.*\b{last}\b"))
        expect(page.locator("#log [aria-current]")).to_have_count(1)
        pictures.add(page.locator("#picture").inner_html())
    assert len(pictures) == 3
    expect(page.locator("#verdict")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator("h1").click()
    page.keyboard.press("Home")
    expect(slider).to_have_value("0")
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_value("1")
    with page.expect_download() as given:
        page.get_by_role("button", name="Download the record").click()
    kept = given.value.path().read_text()
    assert kept.splitlines()[-1] == FINISHED[game].read_text().splitlines()[-1]


def test_review_is_begun(window: Callable[..., Window], own_server: Server) -> None:
    """On a server of its own, as the coach would keep the bots of other tests waiting."""
    one = window(at=own_server.url)
    page = one.page
    page.goto("/")
    page.locator("#record").set_input_files(FINISHED["witchstone"])
    page.wait_for_url("**/replay")
    page.get_by_role("button", name="Review this game").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    expect(page.locator("#waiting-text")).not_to_be_empty()
    one.close()


def test_one_screen_for_two(window: Callable[..., Window]) -> None:
    """Between two turns a curtain hides the table, until the next one says who she is."""
    page = window().page
    page.goto("/")
    page.locator("[data-setup=witchstone]").click()
    page.locator("select[data-kind]").nth(1).select_option("here")
    page.get_by_label("Name of Cat").fill("Agnes")
    page.locator("#setup").get_by_role("button", name="Sit down").click()
    table_of(page)
    curtain = page.locator("#curtain")
    hands = Mouse(page, 1)
    names: set[str] = set()
    expect(page.locator("#seats .away")).to_have_count(0)
    page.evaluate("() => { window.shownBefore = null; }")
    while len(names) < 2:
        page.wait_for_function(
            "() => !document.getElementById('curtain').hidden || "
            "(!window.onTheWay && document.querySelector('#choices button') && "
            "document.getElementById('choices').firstElementChild !== window.shownBefore)"
        )
        if curtain.is_visible():  # before the first turn too, where the luck has it that she begins
            names.add(curtain.get_by_role("heading").inner_text())
            box = page.viewport_size
            assert box is not None
            on_top = (
                "([x, y]) => document.getElementById('curtain').contains(document.elementFromPoint(x, y))"
            )
            for x in (0.1, 0.5, 0.9):
                for y in (0.1, 0.5, 0.9):
                    assert page.evaluate(on_top, [x * box["width"], y * box["height"]])
            page.keyboard.press("Tab")  # the keyboard stays before it too
            assert page.evaluate("() => !document.activeElement.closest('#table, .head')")
            curtain.get_by_role("button").click()
        hands.step(hands.wait())
    assert any("Agnes" in name for name in names)
