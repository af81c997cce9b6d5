"""The pages: there in every language, safe under the Content-Security-Policy, and with everything they refer to."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import product

import pytest

import coven
from coven.core import provenance, registry
from coven.core.art import DARK, LIGHT, SEAT_COLOURS
from coven.core.language import LANGUAGES, words
from coven.core.seats import SEATS
from coven.table import pages, palette, phrases, rulebook
from coven.table.guide import lessons
from coven.table.play_phrases import PLAY
from tests.table.inside import Answer, Inside
from tests.table.sitting import Sitting

HTML = {"accept": "text/html"}
PAGES = [
    "/",
    "/about",
    *(f"/rules/{game}" for game in coven.games()),
    *(f"/learn/{game}" for game in coven.games() if lessons(game)),
]
TABLE_PAGES = ["/table/{table}", "/table/{table}/replay"]
# The scripts and what each page tells them to say.
SAID = {
    "start": phrases.START,
    "lists": phrases.START,
    "client": {},
    "luck": {},
    "sha256": {},
    "sitting": {},
    "seals": {},
    "site": {},
    "words": {},
    "page": {},
    "phrasing": {},
    "record": {},
    "toast": {},
    "theme": {},
    "learn": {},
    "rules": phrases.RULES,
    "replay": phrases.REPLAY,
    "review": phrases.REPLAY,
}


class Page(HTMLParser):
    """What a page is made of."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.data: dict[str, str] = {}  # the content of scripts by their id
        self._script: str | None = None
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self._script = dict(attrs).get("id") if tag == "script" else None

    def handle_data(self, data: str) -> None:
        if self._script is not None:
            self.data[self._script] = self.data.get(self._script, "") + data

    def every(self, attribute: str) -> Iterator[str]:
        return (value for _, found in self.tags if (value := found.get(attribute)) is not None)

    @property
    def lang(self) -> str | None:
        return next(found["lang"] for tag, found in self.tags if tag == "html")


@pytest.fixture(scope="module")
def table(room: Inside) -> str:
    return Sitting(room).id


def opened(room: Inside, path: str, lang: str = "en", **headers: str) -> Answer:
    return room.get(path, headers={**HTML, "accept-language": lang, **headers})


# -- in every language ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("path", "lang"), list(product(PAGES + TABLE_PAGES, LANGUAGES)))
def test_every_page_in_every_language(room: Inside, table: str, path: str, lang: str) -> None:
    answer = opened(room, path.format(table=table), lang)
    assert answer.status == 200
    assert answer.header("content-type").startswith("text/html")
    assert answer.header("content-language") == lang
    assert Page(answer.text).lang == lang


def test_the_language_is_asked_for_then_chosen_then_preferred(room: Inside) -> None:
    def lang(path: str, preferred: str, cookie: str = "") -> str | None:
        return Page(opened(room, path, preferred, cookie=cookie).text).lang

    assert lang("/about", "hu-HU,hu;q=0.9,en;q=0.8") == "hu"
    assert lang("/about", "it, pt-BR;q=0.7, fr;q=0.8") == "fr"
    assert lang("/about", "la") == "en"
    assert lang("/about", "hu", "coven_lang=de") == "de"
    assert lang("/about?lang=pt", "hu", "coven_lang=de") == "pt"
    assert lang("/about?lang=xx", "hu", "coven_lang=yy") == "hu"


def test_settings_are_kept_without_scripts(room: Inside) -> None:
    answer = room.get("/settings?lang=fr&theme=light&back=/rules/witches")
    assert (answer.status, answer.header("location")) == (303, "/rules/witches")
    cookies = [value for name, value in answer.headers if name == "set-cookie"]
    assert [cookie.split(";")[0] for cookie in cookies] == ["coven_lang=fr", "coven_theme=light"]
    page = Page(opened(room, "/", "en", cookie="coven_theme=light; coven_lang=fr").text)
    assert (page.lang, page.tags[0][1]["data-theme"]) == ("fr", "light")


@pytest.mark.parametrize(
    "back", ["//elsewhere.test/", "https://elsewhere.test/", "/%5Celsewhere.test", "", "%0d%0a/"]
)
def test_settings_never_lead_elsewhere(room: Inside, back: str) -> None:
    assert room.get(f"/settings?lang=fr&back={back}").header("location") == "/"


def test_unknown_settings_are_not_kept(room: Inside) -> None:
    answer = room.get("/settings?lang=la&theme=pink&back=/")
    assert not any(name == "set-cookie" for name, _ in answer.headers)


# -- under the policy ----------------------------------------------------------------------------------------------


def _check(room: Inside, text: str) -> None:
    """Nothing inline, nothing from elsewhere, and all of it there."""
    page = Page(text)
    for tag, attributes in page.tags:
        assert tag not in ("style", "base", "iframe", "object", "embed"), tag
        assert "style" not in attributes, (tag, attributes)
        assert not [name for name in attributes if name.startswith("on")], (tag, attributes)
        if tag == "script":
            inert = attributes.get("type") == "application/json" and "src" not in attributes
            assert inert or "src" in attributes
    addresses = {*page.every("href"), *page.every("src"), *page.every("action")}
    for address in sorted(addresses):
        assert address.startswith(("/", "#")), address
        assert not address.startswith("//"), address
        if address.startswith(("/static/", "/art/")):
            answer = room.get(address)
            assert answer.status == 200, address
            kept = "immutable" if "?v=" in address else "no-cache"  # modules import each other by name
            assert kept in answer.header("cache-control"), address
    targets = set(page.every("id"))
    for address in addresses:
        if address.startswith("#"):
            assert address[1:] in targets, f"nothing to go to: {address}"
    for content in page.data.values():
        json.loads(content)


@pytest.mark.parametrize("path", [*PAGES, *TABLE_PAGES, "/nowhere"])
def test_pages_keep_the_policy(room: Inside, table: str, path: str) -> None:
    _check(room, opened(room, path.format(table=table)).text)


def test_ids_are_given_once(room: Inside) -> None:
    for path in PAGES:
        ids = list(Page(opened(room, path).text).every("id"))
        assert len(ids) == len(set(ids)), path


def test_static_files_refer_to_files_that_are_there() -> None:
    for path in sorted(pages.STATIC.rglob("*")):
        if path.suffix not in (".js", ".css"):
            continue
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"""["'(]\s*(https?:)?//(?!www\.w3\.org)""", text), f"{path.name} asks elsewhere"
        for name in re.findall(r"""(?:from|import)\s*\(?["'](\.[^"']+)["']""", text):
            assert (path.parent / name).is_file(), f"{path.name}: {name}"


@pytest.mark.parametrize("script", sorted(SAID))
def test_scripts_say_only_what_they_are_told(script: str) -> None:
    """Every phrase a script asks for is sent to its page; the scripts have no words of their own."""
    text = (pages.STATIC / f"{script}.js").read_text(encoding="utf-8")
    known = {**phrases.COMMON, **SAID[script]}
    for key in re.findall(r"""say\("([^"]+)\"""", text):
        assert key in known, key
    for start in re.findall(r"say\(`([^$`]+)\$\{", text):
        assert any(key.startswith(start) for key in known), start


def test_every_script_of_the_pages_is_checked() -> None:
    assert {path.stem for path in pages.STATIC.glob("*.js")} == set(SAID)


def test_every_phrase_is_said_somewhere() -> None:
    drawn = pages.STATIC / "play" / "parts.js"  # the picture of a replay
    scripts = "".join(path.read_text(encoding="utf-8") for path in [*pages.STATIC.glob("*.js"), drawn])
    for key in {**phrases.COMMON, **phrases.START, **phrases.RULES, **phrases.REPLAY}:
        assert f'"{key}"' in scripts or f"`{key.rpartition('.')[0]}.$" in scripts, key


def test_phrases_can_be_said_in_every_language() -> None:
    every = (phrases.COMMON, phrases.START, phrases.RULES, phrases.REPLAY, PLAY)
    for lang, messages in product(LANGUAGES, every):
        assert pages.translated(messages, words(lang)).keys() == messages.keys()


def test_colours_are_those_of_the_pictures(room: Inside) -> None:
    (address,) = (
        found["href"]
        for _, found in Page(opened(room, "/").text).tags
        if "palette.css" in (found.get("href") or "")
    )
    css = room.get(address)
    assert css.header("content-type").startswith("text/css")
    assert "immutable" in css.header("cache-control")
    blocks = css.text.split("{color-scheme:")[1:]
    dark, light, auto = (dict(re.findall(r"--([\w-]+):([^;]+);", block)) for block in blocks)
    assert light == auto
    for colours, found in ((DARK, dark), (LIGHT, light)):
        assert {name: found[name.replace("_", "-")] for name in vars(colours)} == vars(colours)
    assert [dark[f"seat{seat}"] for seat in range(4)] == list(SEAT_COLOURS)


def test_style_sheets_use_the_palette_by_name() -> None:
    """No sheet has a colour of its own, and none uses a name that nobody gives."""
    sheets = {path.name: path.read_text(encoding="utf-8") for path in pages.STATIC.glob("*.css")}
    scripts = "".join(path.read_text(encoding="utf-8") for path in pages.STATIC.rglob("*.js"))
    given = set(re.findall(r"--([\w-]+):", palette.STYLE + "".join(sheets.values())))
    given |= set(re.findall(r'"--([\w-]+)"', scripts))
    for name, css in sheets.items():
        assert not re.search(r"#[0-9a-fA-F]{3,8}\b(?![^{}]*\{)", css), name
        assert set(re.findall(r"var\(--([\w-]+)", css)) <= given, name


# -- what the start page offers ------------------------------------------------------------------------------------


def test_every_option_of_every_game_can_be_chosen(room: Inside) -> None:
    page = Page(opened(room, "/").text)
    options = {
        (game, option.name): option
        for game in registry.games()
        for option in registry.definition(game).options
    }
    fields = [(found["data-for"], found["data-option"]) for _, found in page.tags if "data-option" in found]
    assert {field: fields.count(field) for field in fields} == {
        field: SEATS if option.each_seat else 1 for field, option in options.items()
    }
    for option in options.values():
        assert {value.text for value in option.values} <= set(page.every("value"))
    told = json.loads(page.data["games"])
    assert list(told) == sorted(registry.games())
    modes = {value["text"]: value["players"] for value in told["witches"]["options"][0]["values"]}
    assert modes == {"competitive": [2, 3, 4], "expert": [2, 3, 4], "coop": [2, 3, 4], "solo": [1]}
    seats = {value["text"]: value["players"] for value in told["witchstone"]["options"][0]["values"]}
    assert seats["random"] == seats["0"] == [1, 2, 3, 4]
    assert seats["3"] == [4]


def test_games_stand_in_the_order_of_their_rank(room: Inside) -> None:
    page = Page(opened(room, "/").text)
    assert [found["data-play"] for _, found in page.tags if "data-play" in found] == list(registry.games())
    assert registry.games()[:2] == ("witchstone", "witches")


def test_bots_offered_can_play(room: Inside) -> None:
    from coven.bots import read_spec

    page = Page(opened(room, "/").text)
    specs = [value.removeprefix("bot:") for value in page.every("value") if value.startswith("bot:")]
    assert set(specs) == set(json.loads(page.data["bots"]))
    for spec in specs:
        read_spec(spec)


def test_addresses_for_friends_are_shown_where_there_are_any(room: Inside) -> None:
    state = room.app.state
    before = getattr(state, "addresses", [])
    try:
        state.addresses = ["http://127.0.0.1:8631/"]
        assert "8631" not in opened(room, "/").text
        state.addresses = ["http://127.0.0.1:8631/", "http://192.0.2.7:8631/"]
        text = opened(room, "/").text
        assert "http://192.0.2.7:8631/" in text
        assert "127.0.0.1" not in text
    finally:
        state.addresses = before


# -- what isn't there ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    ["/nowhere", "/rules/chess", "/rules/..", "/learn/chess", "/art/dog.svg", "/static/nothing.js",
     "/table/xxxxxxxxxxxx", "/table/xxxxxxxxxxxx/replay", "/static/../pages.py", "/static/%2e%2e/pages.py"],
)  # fmt: skip
def test_unknown_pages(room: Inside, path: str) -> None:
    answer = opened(room, path)
    assert answer.status == 404
    assert answer.header("content-type").startswith("text/html")
    assert "Traceback" not in answer.text
    assert "import" not in answer.text


def test_our_own_mistakes_are_not_told(room: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(name: str) -> str:
        raise RuntimeError("secret cause")

    monkeypatch.setattr(pages.covers, "drawn", broken)
    monkeypatch.setattr(pages, "_drawing", lambda name: "")  # the page that says so is drawn with none
    answer = opened(room, "/art/owl.svg")
    assert answer.status == 500
    assert Page(answer.text).lang == "en"
    assert "secret" not in answer.text
    assert "Traceback" not in answer.text


def test_what_a_page_is_asked_with_is_escaped(room: Inside) -> None:
    text = opened(room, '/?x="><script>alert(1)</script>').text
    assert "<script>alert" not in text


# -- the rules -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "lang"), list(product(coven.games(), LANGUAGES)))
def test_every_rule_has_its_anchor(room: Inside, game: str, lang: str) -> None:
    source = registry.load(game).rules_page()
    page = Page(opened(room, f"/rules/{game}", lang).text)
    assert set(re.findall(r"^- \*\*([A-Z]+-[A-Z]+\d+)\*\*", source, re.MULTILINE)) <= set(page.every("id"))
    assert "**" not in opened(room, f"/rules/{game}", lang).text


def test_rules_are_escaped() -> None:
    book = rulebook.read(
        "# T <b>\n\nHello <script>alert(1)</script> & `<i>`\n\n## H <u>\n\n"
        "- **WS-A1** a <img src=x onerror=y> *b <s>*\n"
        '- plain "quotes" WS-A1 and WS-A9\n\n> said <q>\n\n| a <th> | b |\n|---|---|\n| <td> | *c* |\n'
    )
    whole = str(book.opening) + "".join(section.html for section in book.sections)
    for tag in ("script", "b", "i", "u", "img", "s", "q"):
        assert f"<{tag}>" not in whole
        assert f"<{tag} " not in whole
    assert "&lt;script&gt;" in whole
    assert "<em>b &lt;s&gt;</em>" in whole
    assert '<a href="#WS-A1" title="a &lt;img src=x onerror=y&gt; b &lt;s&gt;">WS-A1</a> and WS-A9' in whole
    assert "<th>a &lt;th&gt;</th>" in whole
    assert "<td>&lt;td&gt;</td>\n<td><em>c</em></td>" in whole


def test_rulings_are_marked() -> None:
    section = rulebook.read("# T\n\n## H\n\n- **WS-A1** Do this. *Ruling:* or that, *perhaps*.\n").sections[0]
    assert '<em class="ruling">Ruling:</em> or that, <em>perhaps</em>' in section.html


def test_letters_say_what_they_stand_for() -> None:
    opening = "# T\n\nShort are **E** energy, **M** magic wand and **S** scroll. So."
    html = rulebook.read(f"{opening}\n\n## H\n\n- **WS-E1** E, M or S; C’est E’ MS-E\n").sections[0].html
    assert (
        '<abbr title="energy">E</abbr>, <abbr title="magic wand">M</abbr> or <abbr title="scroll">S</abbr>; '
        in html
    )
    assert html.count("<abbr") == 3


def test_rules_without_a_translation_are_in_english(room: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    english = rulebook.rulebook("witches", "en")
    monkeypatch.setattr(pages, "rulebook", lambda game, lang: english)
    page = Page(opened(room, "/rules/witches", "de").text)
    assert page.lang == "de"
    assert "en" in [found.get("lang") for tag, found in page.tags if tag == "div"]


@pytest.mark.parametrize("game", coven.games())
def test_every_component_is_labelled(game: str) -> None:
    """The labels on the page are those of the file, none more and none less."""
    text = registry.load(game).components.text
    letters = re.findall(r'\bsure\w* = "([A-Z])"', re.sub(r"#.*", "", text))
    found = provenance.labels(registry.load(game), words("en"))
    assert sorted(label.letter for label in found) == sorted(letters)
    assert all(bool(label.section) != bool(label.what) for label in found)
