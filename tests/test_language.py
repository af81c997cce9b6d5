"""The catalogues: whatever the package says, each language says whole."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from jinja2 import Environment, nodes

import coven
from coven.core.errors import BadOption
from coven.core.language import LANGUAGES, words
from coven.core.registry import definitions
from coven.games.witchstone.say import ACTIONS, prompt
from coven.table.figures import figures

SOURCE = Path(__file__).parents[1] / "src" / "coven"
OTHERS = [lang for lang in LANGUAGES if lang != "en"]

# What points are for.
SOURCES = [
    ("core/events.py", "SOURCES"),
    ("games/witchstone/kinds.py", "SOURCES"),
    ("games/witches/kinds.py", "SOURCES"),
]
# Messages said through a variable, by module and variable: where they stand.
THROUGH = {
    ("bots/levels.py", "line"): [("bots/levels.py", "LINES")],
    ("table/pages.py", "meaning"): [("core/components.py", "SURENESS")],
    ("table/pages.py", "message"): [
        *(("table/phrases.py", name) for name in ("COMMON", "START", "RULES", "REPLAY")),
        ("table/play_phrases.py", "PLAY"),
        ("table/about_phrases.py", "ABOUT"),
    ],
    ("core/sealed_luck.py", "message"): [("core/sealed_luck.py", "WRONG")],
    ("core/provenance.py", "message"): [
        (f"games/{game}/sections.py", what)
        for game in ("witchstone", "witches")
        for what in ("SECTIONS", "ASPECTS")
    ],
    ("table/told.py", "name"): [
        ("games/witchstone/say.py", "CATEGORIES"),
        ("games/witches/say.py", "CATEGORIES"),
    ],
    ("table/told.py", "source"): SOURCES,
    ("core/about.py", "source"): SOURCES,
    ("terminal/story.py", "source"): SOURCES,
    ("games/witchstone/whereabouts.py", "side"): [("core/compass.py", "DIRECTIONS")],
    ("games/witches/say.py", "side"): [("core/compass.py", "DIRECTIONS")],
    ("games/witchstone/teller.py", "source"): [("games/witchstone/kinds.py", "SOURCES")],
    ("games/witchstone/teller.py", "counted"): [("games/witchstone/say.py", "COUNTED_NAMES")],
    ("games/witchstone/teller.py", "kind_of_place"): [("games/witchstone/say.py", "PLACE_NAMES")],
    ("terminal/pages.py", "meaning"): [("core/components.py", "SURENESS")],
}


class Unreadable(Exception):
    """A message that can't be read from the source."""


@cache
def _module(name: str) -> ast.Module:
    return ast.parse((SOURCE / name).read_text(encoding="utf-8"))


@cache
def _named(module: str) -> dict[str, list[str]]:
    """The texts in the tuples and dictionaries that a module names at its top."""
    found = {}
    for node in _module(module).body:
        match node:
            case ast.Assign(
                targets=[ast.Name(id=name)], value=ast.Tuple(elts=items) | ast.Dict(values=items)
            ):
                constants = [item.value for item in items if isinstance(item, ast.Constant)]
                found[name] = [text for text in constants if isinstance(text, str)]
    return found


@cache
def _names(game: str) -> list[str]:
    """What a game's component file calls its things: whatever has an id and a name."""

    def found(value: Any) -> Iterator[str]:
        if isinstance(value, dict):
            if "id" in value and "name" in value:
                yield value["name"]
            value = list(value.values())
        if isinstance(value, list):
            for inner in value:
                yield from found(inner)

    text = (SOURCE / "games" / game / "components.toml").read_text(encoding="utf-8")
    return list(dict.fromkeys(found(tomllib.loads(text))))


@cache
def _lessons(key: str) -> list[str]:
    """What the guided games say under a key."""
    files = sorted(SOURCE.glob("games/*/lessons.toml"))
    listed = [entry for file in files for entry in tomllib.loads(file.read_text(encoding="utf-8"))["lesson"]]
    return list(dict.fromkeys(entry[key] for entry in listed))


@cache
def _defined() -> dict[tuple[str, str], list[str]]:
    """What our games' definitions have the pages say, by what it is said of."""
    ours = [one for one in definitions().values() if one.package.startswith("coven.")]
    options = [option for one in ours for option in one.options]
    return {
        **{
            ("definition", field): [said for one in ours if (said := getattr(one, field))]
            for field in ("facts", "blurb", "credit")
        },
        ("definition", "lead"): [sentence for one in ours for sentence in one.lead],
        ("option", "label"): [option.label for option in options],
        ("value", "label"): [value.label for option in options for value in option.values],
    }


def _texts(module: str, node: ast.expr) -> list[str]:
    """What an expression can be.

    A literal, one of two, one of a named tuple, a known variable, a name, a lesson, or what a definition says.
    """
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.IfExp(body=body, orelse=orelse):
            return _texts(module, body) + _texts(module, orelse)
        case ast.Subscript(value=ast.Name(id=name)) if name in _named(module):
            return _named(module)[name]
        case ast.Name(id=name) if (module, name) in THROUGH:
            return [text for there, what in THROUGH[module, name] for text in _named(there)[what]]
        case ast.Subscript(slice=ast.Constant(value="name")) if module.startswith("games/"):
            return _names(module.split("/")[1])
        case ast.Attribute(value=ast.Name(id="lesson"), attr="title" | "text" as key):
            return _lessons(key)
        case ast.Attribute(value=ast.Name(id="figure"), attr="said"):
            return [one.said for game in ("witchstone", "witches") for one in figures(game)]
        case ast.Attribute(value=ast.Name(id=owner), attr=field) if (owner, field) in _defined():
            return _defined()[owner, field]
        case ast.Name(id="sentence") if module == "table/pages.py":
            return _defined()["definition", "lead"]
    raise Unreadable


def _says(call: ast.Call) -> bool:
    match call.func:
        case ast.Name(id="say") | ast.Attribute(attr="say" | "plural") | ast.Call(func=ast.Name(id="words")):
            return True
    return False


def _said(module: str) -> Iterator[tuple[str, str | None]]:
    """The messages of a module: the text and, where it counts, the text for many."""
    for node in ast.walk(_module(module)):
        if not (isinstance(node, ast.Call) and _says(node)):
            continue
        counts = isinstance(node.func, ast.Attribute) and node.func.attr == "plural"
        try:
            first = _texts(module, node.args[0])
            many = _texts(module, node.args[1]) if counts else [None] * len(first)
        except Unreadable:
            where = f"{module}:{node.lineno}"
            raise AssertionError(f"{where}: write the message out: {ast.unparse(node)}") from None
        yield from zip(first, many, strict=True)


def _on_page(path: Path) -> Iterator[tuple[str, str | None]]:
    """The messages of a template."""
    for call in Environment().parse(path.read_text(encoding="utf-8")).find_all(nodes.Call):
        counts = isinstance(call.node, nodes.Getattr) and call.node.attr == "plural"
        if not counts and not (isinstance(call.node, nodes.Name) and call.node.name == "say"):
            continue
        texts = call.args[: 1 + counts]
        assert all(isinstance(text, nodes.Const) for text in texts), (
            f"{path.name}:{call.lineno}: write it out"
        )
        one, *many = (text.value for text in texts if isinstance(text, nodes.Const))
        yield one, many[0] if many else None


@cache
def messages() -> dict[str, str | None]:
    """All messages, with the text for many where there is one."""
    found: dict[str, str | None] = {}
    spoken = [_said(path.relative_to(SOURCE).as_posix()) for path in sorted(SOURCE.rglob("*.py"))]
    spoken += [_on_page(path) for path in sorted(SOURCE.glob("table/templates/*.html"))]
    for one, many in chain.from_iterable(spoken):
        assert found.setdefault(one, many) == many, f"{one!r} is said with and without a number"
    return found


@cache
def catalogue(lang: str) -> Catalog:
    with (SOURCE / "locale" / f"{lang}.po").open("rb") as file:
        return read_po(file, abort_invalid=True)


def fields(text: str) -> set[str]:
    """The names in braces."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def _forms(text: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    """One text, or the one and the many."""
    return tuple(text) if isinstance(text, tuple | list) else (text or "",)


def translations(lang: str) -> Iterator[tuple[str, str]]:
    """Every source text beside its translation, each form on its own."""
    for message in catalogue(lang):
        if message.id:
            yield from zip(_forms(message.id), _forms(message.string), strict=True)


@pytest.mark.parametrize("lang", OTHERS)
def test_nothing_is_left_in_english(lang: str) -> None:
    found = {_forms(m.id)[0]: m for m in catalogue(lang) if m.id and not m.fuzzy and not m.context}
    missing = []
    for one, many in messages().items():
        whole = one in found and found[one].id == ((one, many) if many else one)
        missing += [] if whole and all(_forms(found[one].string)) else [one]
    assert not missing


@pytest.mark.parametrize("lang", OTHERS)
def test_no_message_that_is_never_said(lang: str) -> None:
    found = {_forms(m.id)[0] for m in catalogue(lang) if m.id and not m.context}
    assert not found - set(messages())
    assert not catalogue(lang).obsolete


@pytest.mark.parametrize("lang", OTHERS)
def test_titles_have_a_context_of_their_own(lang: str) -> None:
    """A game may be sold under the name of a thing in it, which is called otherwise."""
    found = {(m.context, m.id) for m in catalogue(lang) if m.context}
    ours = [one.title for one in definitions().values() if one.package.startswith("coven.")]
    assert found == {("title", title) for title in ours}
    assert words("de").title("Witchstone") == "Witchstone"
    assert words("de")("Witchstone") == "Hexenstein"


@pytest.mark.parametrize("lang", OTHERS)
def test_translations_name_the_same_things(lang: str) -> None:
    wrong = [(text, said) for text, said in translations(lang) if fields(text) != fields(said)]
    assert not wrong


@pytest.mark.parametrize("lang", OTHERS)
def test_translations_keep_the_shape(lang: str) -> None:
    """The same spaces around, and the same end: a question stays a question."""
    for text, said in translations(lang):
        assert re.findall(r"^\s*|\s*$", said) == re.findall(r"^\s*|\s*$", text)
        assert ("  " in said) == ("  " in text)
        assert all(text.endswith(sign) == said.endswith(sign) for sign in "?!:"), said
        assert said.endswith(".") or not text.endswith("."), said


@pytest.mark.parametrize("lang", OTHERS)
def test_catalogue_is_sorted_and_signed_by_its_language(lang: str) -> None:
    ids = [_forms(m.id)[0] for m in catalogue(lang) if m.id]
    assert ids == sorted(ids)
    headers = dict(catalogue(lang).mime_headers)
    assert headers["Content-Type"] == "text/plain; charset=utf-8"
    assert headers["Language"] == {"pt": "pt_BR"}.get(lang, lang)
    text = (SOURCE / "locale" / f"{lang}.po").read_text(encoding="utf-8")
    assert not re.search(r"\w@\w", text), "an address"


def test_french_signs_keep_their_space() -> None:
    """A colon stands after a no-break space, the other tall signs after a narrow one."""
    for _, said in translations("fr"):
        assert not re.search(r"[^\u00a0]:|[^\u202f][;?!]|'", said), said


def test_a_colon_between_two_texts_is_a_message() -> None:
    """Written into the code it would stand without the space it needs in French."""
    spoken = [*SOURCE.glob("games/*/say.py"), *SOURCE.glob("games/*/screen/*.py")]
    spoken += [path for name in ("choices", "tell", "reading") for path in SOURCE.glob(f"games/*/{name}.py")]
    spoken += [
        *SOURCE.glob("games/*/picture/*.py"),
        *SOURCE.glob("core/plain_*.py"),
        SOURCE / "core/verdict.py",
        SOURCE / "terminal/plain_screen.py",
        SOURCE / "core/picture.py",
        SOURCE / "terminal/ending.py",
        SOURCE / "terminal/play.py",
        SOURCE / "terminal/story.py",
    ]
    for path in spoken:
        for node in ast.walk(_module(path.relative_to(SOURCE).as_posix())):
            if isinstance(node, ast.JoinedStr):
                parts = [part.value for part in node.values if isinstance(part, ast.Constant)]
                assert not any(": " in str(part) for part in parts), f"{path.name}:{node.lineno}"


def test_a_name_at_the_start_of_a_line_keeps_its_capitals() -> None:
    position = coven.load("witchstone").new(players=2, chance="manual")
    state = position.view(None).state.copy()
    state.depth, state.frame_kind[0], state.frame_pool[0] = 1, ACTIONS.index("magic wand"), 2
    assert prompt(position.game, state, words("pt")).startswith("Varinha Mágica: ")
    assert prompt(position.game, state, words("fr")).startswith("Baguette magique\u00a0: ")


@pytest.mark.parametrize(
    ("lang", "none", "one", "two"),
    [
        ("en", "0 scrolls", "1 scroll", "2 scrolls"),
        ("de", "0 Schriftrollen", "1 Schriftrolle", "2 Schriftrollen"),
        ("fr", "0 parchemin", "1 parchemin", "2 parchemins"),
        ("hu", "0 tekercs", "1 tekercs", "2 tekercs"),
        ("pt", "0 Pergaminho", "1 Pergaminho", "2 Pergaminhos"),
    ],
)
def test_each_language_counts_by_its_own_rule(lang: str, none: str, one: str, two: str) -> None:
    say = words(lang)
    assert [say.plural("{n} scroll", "{n} scrolls", n) for n in range(3)] == [none, one, two]


def test_what_has_no_translation_is_said_in_english() -> None:
    assert words("de")("{n} things unheard of", n=3) == "3 things unheard of"
    assert words("de").plural("{n} thing unheard of", "{n} things unheard of", 2) == "2 things unheard of"


def test_a_language_that_is_not_there() -> None:
    with pytest.raises(BadOption, match="choose one of en, de, fr, hu, pt"):
        words("la")


def test_english_needs_no_catalogue() -> None:
    code = "import sys; from coven.core.language import words; words(); print('babel' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


@pytest.mark.parametrize("lang", OTHERS)
def test_no_translation_puts_into_brackets_what_english_says_in_a_sentence(lang: str) -> None:
    said = [text.replace("a(z)", "a").replace("A(z)", "A") for _, text in translations(lang)]
    english = [text for text, _ in translations(lang)]
    wrong = [there for here, there in zip(english, said, strict=True) if there.count("(") > here.count("(")]
    assert not wrong


@pytest.mark.parametrize(
    ("place", "found"),
    [("Slice", "a „Slice”"), ("Az erdő", "az „Az erdő”"), ("Őrtorony", "az „Őrtorony”"), ("5", "az „5”"),
     ("1", "az „1”"), ("12", "a „12”"), ("1000", "az „1000”")],
)  # fmt: skip
def test_the_hungarian_article_goes_with_the_word_behind_it(place: str, found: str) -> None:
    say = words("hu")
    assert say("{problem} in {place}", problem="Láz", place=place) == f"Láz {found} helyszínen"
    assert say("The card of {card} points to {place}", card=place, place="Ü").startswith("A" + found[1:])
