"""A game's rules as a page: the Markdown they are written in, made HTML, with an anchor for every rule.

Rules point at each other by their ids, and say what the letters of their opening stand for.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

from markdown_it.renderer import RendererHTML
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from markupsafe import Markup, escape

from coven.core.markdown import markdown
from coven.core.registry import load
from coven.core.rule_texts import RULE, rule_texts

_ID = re.compile(r"\b[A-Z]{2}-[A-Z]+\d+\b")
_COMMAND = re.compile(r"coven components \w+")  # what it prints is on the same page
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
    loaded = load(game)
    there = loaded.rules_in(lang)
    return read(loaded.rules_page(there), there)


def read(text: str, lang: str = "en") -> Rulebook:
    """The rules from their Markdown."""
    title, opening, sections = "", Markup(), []
    known = rule_texts(text)
    for number, chapter in enumerate(re.split(r"^(?=##? )", text, flags=re.MULTILINE)):
        heading, _, body = chapter.partition("\n")
        if chapter.startswith("## "):
            html = _written(body, known, dict(_SHORT.findall(text)))
            sections.append(Section(f"part-{number}", heading.removeprefix("## ").strip(), html))
        else:
            title, opening = heading.removeprefix("# ").strip(), _written(body, known, {})
    return Rulebook(lang, title, opening, sections)


def _written(body: str, known: dict[str, str], short: dict[str, str]) -> Markup:
    """A chapter as HTML; it can point at the rules that are known, and explain what is short for something."""
    return Markup(_reader().render(body, {"known": known, "short": short}))


@cache
def _reader() -> Any:
    reader = markdown()
    reader.core.ruler.before("inline", "rules", _find_rules)
    reader.core.ruler.after("inline", "rulings", _find_rulings)
    for kind, write in (("list_item_open", _item), ("text", _text), ("code_inline", _code)):
        reader.add_render_rule(kind, write)
    return reader


def _find_rules(state: StateCore) -> None:
    """An entry of a list that begins with an id is a rule, with its text beside the id."""
    tokens = state.tokens
    for item, opened, line, closed in zip(tokens, tokens[1:], tokens[2:], tokens[3:], strict=False):
        found = RULE.match(line.content) if item.type == "list_item_open" else None
        if found is not None:
            item.attrs = {"class": "rule", "id": found["id"]}
            line.content = found["text"]
            for paragraph in (opened, closed):
                paragraph.tag, paragraph.hidden, paragraph.block = "span", False, False


def _find_rulings(state: StateCore) -> None:
    """A ruling is told apart from other emphasis by the colon of its mark."""
    for line in state.tokens:
        words = line.children or []
        for opened, word in pairwise(words):
            if opened.type == "em_open" and word.content.rstrip().endswith(":"):
                opened.attrs = {"class": "ruling"}


# -- the pieces of a page, as HTML: methods of Markdown's renderer ---------------------------------------------


def _item(self: RendererHTML, tokens: Sequence[Token], at: int, options: Any, env: Any) -> str:
    """A rule with its id to point at, or a plain entry of a list."""
    opened, id = self.renderToken(tokens, at, options, env), tokens[at].attrs.get("id")
    return opened if id is None else f'{opened}<a class="rule-id" href="#{id}">{id}</a> '


def _code(self: RendererHTML, tokens: Sequence[Token], at: int, options: Any, env: Any) -> str:
    written = f"<code>{_text(self, tokens, at, options, env)}</code>"
    return f'<a href="#components">{written}</a>' if _COMMAND.fullmatch(tokens[at].content) else written


def _text(self: RendererHTML, tokens: Sequence[Token], at: int, options: Any, env: Any) -> str:
    """Words, with what their letters stand for, and links to the rules they name."""

    def letter(match: re.Match[str]) -> str:
        meaning = env["short"].get(match[0])
        return match[0] if meaning is None else f'<abbr title="{escape(meaning)}">{match[0]}</abbr>'

    def link(match: re.Match[str]) -> str:
        """The way to a rule, which shows its text while the pointer rests on it."""
        if match[0] not in env["known"]:
            return match[0]
        plain = re.sub(r"[*`]", "", env["known"][match[0]])
        return str(Markup('<a href="#{0}" title="{1}">{0}</a>').format(match[0], plain))

    return _ID.sub(link, _LETTER.sub(letter, str(escape(tokens[at].content))))
