"""A game's rules as a page: the little Markdown they are written in, made HTML, with an anchor for every rule.

Only what the rules use is known: headings, paragraphs, lists, quotes, tables, **strong**, *emphasis*, `code`.
Everything is escaped first, so nothing written there can become markup of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import groupby

from markupsafe import Markup, escape

RULE = re.compile(r"^\*\*(?P<id>[A-Z]+-[A-Z]+\d+)\*\* (?P<text>.*)$", re.DOTALL)
_ID = re.compile(r"\b[A-Z]{2}-[A-Z]+\d+\b")
_COMMAND = re.compile(r"`coven components \w+`")  # what it prints is on the same page
_CODE = re.compile(r"`([^`]+)`")
_STRONG = re.compile(r"\*\*([^*]+)\*\*")
_EMPHASIS = re.compile(r"\*([^*]+)\*")
_SHORT = re.compile(r"\*\*([A-Z])\*\* (.+?)(?=,? \S+ \*\*|, \*\*|\.)")  # **E** energy, ... and **S** scroll.
_LETTER = re.compile(r"(?<![\w’'-])[A-Z](?![\w’'&])")


@dataclass(frozen=True)
class Section:
    """A chapter of the rules."""

    anchor: str
    heading: str
    html: Markup


@dataclass(frozen=True)
class Rulebook:
    """The rules of a game in one language."""

    lang: str
    title: str
    opening: Markup
    sections: list[Section]


@cache
def rulebook(game: str, lang: str) -> Rulebook:
    """The rules in a language; in English where they are not translated."""
    folder = files("coven.games") / game
    there = folder / f"rules.{lang}.md"
    if lang != "en" and there.is_file():
        return read(there.read_text(encoding="utf-8"), lang)
    return read((folder / "rules.md").read_text(encoding="utf-8"), "en")


def read(text: str, lang: str = "en") -> Rulebook:
    """The rules from their Markdown."""
    title, opening, sections = "", Markup(), []
    known = {match["id"]: match["text"] for match in map(RULE.match, _items(text)) if match}
    for number, chapter in enumerate(re.split(r"^(?=##? )", text, flags=re.MULTILINE)):
        heading, _, body = chapter.partition("\n")
        if chapter.startswith("## "):
            html = _Scribe(known, dict(_SHORT.findall(text))).write(body)
            sections.append(Section(f"part-{number}", heading.removeprefix("## ").strip(), html))
        else:
            title, opening = heading.removeprefix("# ").strip(), _Scribe(known, {}).write(body)
    return Rulebook(lang, title, opening, sections)


def _items(text: str) -> Iterator[str]:
    return (line.removeprefix("- ") for line in text.splitlines() if line.startswith("- "))


def _kind(line: str) -> str:
    """What a line is part of."""
    for sign, kind in (("### ", "heading"), ("- ", "list"), (">", "quote"), ("|", "table")):
        if line.startswith(sign):
            return kind
    return "text" if line.strip() else "gap"


@dataclass(frozen=True)
class _Scribe:
    """Writes Markdown as HTML."""

    known: dict[str, str]  # the rules by their ids, to point at
    short: dict[str, str]  # what single letters stand for

    def write(self, body: str) -> Markup:
        return Markup("\n").join(self._blocks(body))

    def _blocks(self, body: str) -> Iterator[Markup]:
        for kind, grouped in groupby(body.splitlines(), _kind):
            lines = list(grouped)
            if kind == "heading":
                yield from (Markup("<h3>{}</h3>").format(self._line(line[4:])) for line in lines)
            elif kind == "list":
                yield Markup("<ul>{}</ul>").format(Markup().join(self._item(line[2:]) for line in lines))
            elif kind == "quote":
                said = " ".join(line.removeprefix(">").strip() for line in lines)
                yield Markup("<blockquote><p>{}</p></blockquote>").format(self._line(said))
            elif kind == "table":
                yield self._table(lines)
            elif kind == "text":
                yield Markup("<p>{}</p>").format(self._line(" ".join(lines)))

    def _item(self, text: str) -> Markup:
        """A rule with its id to point at, or a plain entry of a list."""
        found = RULE.match(text)
        if found is None:
            return Markup("<li>{}</li>").format(self._line(text))
        return Markup(
            '<li class="rule" id="{0}"><a class="rule-id" href="#{0}">{0}</a> <span>{1}</span></li>'
        ).format(found["id"], self._line(found["text"]))

    def _table(self, lines: list[str]) -> Markup:
        rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines]
        rows = [row for row in rows if not all(re.fullmatch(r":?-+:?", cell) for cell in row)]
        head, *body = (
            Markup().join(
                Markup("<{0}>{1}</{0}>").format("td" if at else "th", self._line(cell)) for cell in row
            )
            for at, row in enumerate(rows)
        )
        return Markup(
            '<div class="wide" tabindex="0"><table><thead><tr>{}</tr></thead><tbody>{}</tbody></table></div>'
        ).format(head, Markup().join(Markup("<tr>{}</tr>").format(row) for row in body))

    def _line(self, text: str) -> Markup:
        """A line's emphasis, what its letters stand for, and links to the rules it names."""
        said = _LETTER.sub(self._letter, str(escape(text)))
        said = _COMMAND.sub(lambda match: f'<a href="#components">{match[0]}</a>', said)
        said = _CODE.sub(r"<code>\1</code>", said)
        said = _STRONG.sub(r"<strong>\1</strong>", said)
        said = _EMPHASIS.sub(_emphasis, said)
        return Markup(_ID.sub(self._link, said))

    def _letter(self, match: re.Match[str]) -> str:
        meaning = self.short.get(match[0])
        return match[0] if meaning is None else f'<abbr title="{escape(meaning)}">{match[0]}</abbr>'

    def _link(self, match: re.Match[str]) -> str:
        """The way to a rule, which shows its text while the pointer rests on it."""
        if match[0] not in self.known:
            return match[0]
        plain = re.sub(r"[*`]", "", self.known[match[0]])
        return str(Markup('<a href="#{0}" title="{1}">{0}</a>').format(match[0], plain))


def _emphasis(match: re.Match[str]) -> str:
    """A ruling is told apart by the colon of its mark."""
    mark = ' class="ruling"' if match[1].rstrip().endswith(":") else ""
    return f"<em{mark}>{match[1]}</em>"
