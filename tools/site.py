"""`python -m tools.site` makes the documentation a site of plain pages: build/site/index.html."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from html import unescape
from itertools import pairwise
from pathlib import Path, PurePosixPath
from typing import Any

from babel import Locale
from jinja2 import Environment, FileSystemLoader
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from markupsafe import Markup

from coven.core.art import DARK, LIGHT, Palette
from coven.core.language import LANGUAGES
from coven.core.markdown import markdown
from coven.table import rulebook
from tools import BUILD, ROOT, reference

HERE = Path(__file__).parent
# The pages in the order of reading, as they stand in the checkout; what is not named follows its kind.
CHAPTERS = {
    "Play": (
        "README.md",
        "docs/play.md",
        "docs/rulings.md",
        "docs/record.md",
        "docs/fairness.md",
        "docs/server.md",
    ),
    "Use": ("docs/research.md", "docs/bots.md", "docs/environments.md", "docs/api.md", "docs/events.md"),
    "Join in": ("CONTRIBUTING.md", "docs/design.md", "docs/*.md", "examples/*/README.md", "CHANGELOG.md"),
    "Decisions": ("docs/decisions/*.md",),
}
START = "README.md"


@dataclass(frozen=True)
class Page:
    """A page of the site."""

    address: str  # from the root of the site
    title: str
    chapter: str
    html: str
    contents: tuple[tuple[str, str], ...] = ()  # anchors and headings
    lang: str = "en"
    listed: bool = True
    elsewhere: tuple[tuple[str, str], ...] = ()  # the same in other languages: address and name

    def to(self, address: str) -> str:
        """The way from this page to another address of the site."""
        up = "../" * (len(PurePosixPath(self.address).parts) - 1)
        return up + address


# -- Markdown ---------------------------------------------------------------------------------------------------


def address_of(path: str) -> str:
    """Where a Markdown file of the checkout stands in the site."""
    return "index.html" if path == START else str(PurePosixPath(path).with_suffix(".html"))


def slug(heading: str) -> str:
    """The anchor of a heading, as code hosts make it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")


def _anchors(state: StateCore) -> None:
    """Every heading can be pointed at."""
    taken: dict[str, int] = {}
    for opened, line in pairwise(state.tokens):
        if opened.type == "heading_open":
            name = slug(_plain(line))
            taken[name] = taken.get(name, -1) + 1
            opened.attrs["id"] = f"{name}-{taken[name]}" if taken[name] else name


def _plain(line: Token) -> str:
    return "".join(child.content for child in line.children or [])


def _links(state: StateCore) -> None:
    """Links between files of the checkout become links between pages; other files are taken along."""
    source, assets = state.env["source"], state.env["assets"]
    for token in (child for line in state.tokens for child in line.children or []):
        key = {"link_open": "href", "image": "src"}.get(token.type)
        target, mark, anchor = str(token.attrs.get(key or "", "")).partition("#")
        if not target or re.match(r"\w+:", target):
            continue
        there = (ROOT / source).parent.joinpath(target).resolve().relative_to(ROOT).as_posix()
        if there.endswith(".md"):
            there = address_of(there)
        else:
            assets.add(there)
        up = "../" * (len(PurePosixPath(address_of(source)).parts) - 1)
        token.attrs[key or ""] = up + there + mark + anchor


def _reader() -> Any:
    reader = markdown()
    reader.core.ruler.push("anchors", _anchors)
    reader.core.ruler.push("links", _links)
    return reader


def written(source: str, text: str, chapter: str, assets: set[str]) -> Page:
    """A Markdown file as a page; what it shows or points at besides pages is added to the assets."""
    reader, env = _reader(), {"source": source, "assets": assets}
    tokens = reader.parse(text, env)
    headings = [
        (opened.tag, str(opened.attrs["id"]), _plain(line))
        for opened, line in pairwise(tokens)
        if opened.type == "heading_open"
    ]
    title = next(said for tag, _, said in headings if tag == "h1")
    contents = tuple((anchor, said) for tag, anchor, said in headings if tag == "h2")
    return Page(
        address_of(source), title, chapter, reader.renderer.render(tokens, reader.options, env), contents
    )


# -- all pages --------------------------------------------------------------------------------------------------


def documents(assets: set[str]) -> Iterator[Page]:
    """The Markdown files of the checkout, each once."""
    seen: set[str] = set()
    for chapter, patterns in CHAPTERS.items():
        for path in (path for pattern in patterns for path in sorted(ROOT.glob(pattern))):
            source = path.relative_to(ROOT).as_posix()
            if source not in seen:
                seen.add(source)
                yield written(source, path.read_text(encoding="utf-8"), chapter, assets)


def rules_pages(assets: set[str]) -> Iterator[Page]:
    """The rules of every game in every language."""
    for folder in sorted(path.parent for path in (ROOT / "src/coven/games").glob("*/rules.md")):
        names = {"rules.md" if lang == "en" else f"rules.{lang}.md": lang for lang in LANGUAGES}
        found = {lang: folder / name for name, lang in names.items() if (folder / name).is_file()}
        addresses = {lang: f"rules/{folder.name}.{lang}.html" for lang in found}
        components = folder.relative_to(ROOT).as_posix() + "/components.toml"
        assets.add(components)
        for lang, path in found.items():
            book = rulebook.read(path.read_text(encoding="utf-8"), lang)
            yield Page(
                addresses[lang],
                book.title,
                "Rules",
                _book(book, f"../{components}"),
                tuple((section.anchor, section.heading) for section in book.sections),
                lang,
                lang == "en",
                tuple((addresses[other], str(Locale(other).language_name).capitalize()) for other in found),
            )


def _book(book: rulebook.Rulebook, components: str) -> str:
    """The rules, and at their end the components they speak of, with how sure we are of each."""
    chapters = (
        Markup('<section class="chapter" id="{}"><h2>{}</h2>{}</section>').format(
            section.anchor, section.heading, section.html
        )
        for section in book.sections
    )
    return Markup(
        '<h1>{}</h1><div class="opening">{}</div>{}<p id="components"><a href="{}">components.toml</a></p>'
    ).format(book.title, book.opening, Markup().join(chapters), components)


def reference_pages(assets: set[str]) -> Iterator[Page]:
    """The API reference, from the docstrings."""
    for name, text in reference.texts().items():
        yield written(f"docs/reference/{name}", text, "Reference", assets)


def _colours(palette: Palette) -> str:
    return " ".join(
        f"--{one.name.replace('_', '-')}: {getattr(palette, one.name)};" for one in fields(palette)
    )


def build(folder: Path) -> Sequence[Page]:
    """Write the site; what was there before goes."""
    shutil.rmtree(folder, ignore_errors=True)
    assets = {"LICENSE"}
    pages = [*documents(assets), *rules_pages(assets), *reference_pages(assets)]
    chapters = {
        page.chapter: [one for one in pages if one.chapter == page.chapter and one.listed] for page in pages
    }
    templates = Environment(
        loader=FileSystemLoader(HERE), autoescape=True, trim_blocks=True, lstrip_blocks=True
    )
    template = templates.get_template("page.html")
    for page in pages:
        path = folder / page.address
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(
            template.render(page=page, chapters=chapters, body=Markup(page.html)), encoding="utf-8"
        )
    for asset in sorted(assets):
        (folder / asset).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / asset, folder / asset)
    shutil.copyfile(ROOT / "src/coven/table/static/icon.svg", folder / "icon.svg")
    css = (HERE / "site.css").read_text(encoding="utf-8")
    light = f"@media (prefers-color-scheme: light) {{ :root {{ {_colours(LIGHT)} }} }}\n"
    (folder / "site.css").write_text(f":root {{ {_colours(DARK)} }}\n{light}{css}", encoding="utf-8")
    return pages


# -- dead links -------------------------------------------------------------------------------------------------


def dead_links(folder: Path) -> list[str]:
    """Every link within the site that leads nowhere, and every one out of it that is not a web address."""
    texts = {path: path.read_text(encoding="utf-8") for path in folder.rglob("*.html")}
    anchors = {path: set(re.findall(r'\bid="([^"]+)"', text)) for path, text in texts.items()}
    dead = []
    for path, text in texts.items():
        for address in map(unescape, re.findall(r'\b(?:href|src)="([^"]+)"', text)):
            target, _, anchor = address.partition("#")
            there = (path.parent / target).resolve() if target else path
            if re.match(r"https?:", address):
                continue
            if not there.is_file() or (anchor and anchor not in anchors.get(there, {anchor})):
                dead.append(f"{path.relative_to(folder)}: {address}")
    return dead


def main() -> int:
    """Make the site; fails where a link is dead."""
    folder = BUILD / "site"
    build(folder)
    dead = dead_links(folder)
    for link in dead:
        print(f"dead link: {link}", file=sys.stderr)
    print(folder / "index.html")
    return 1 if dead else 0


if __name__ == "__main__":
    sys.exit(main())
