"""Markdown as HTML, for the rules pages at the table and for the documentation's site."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token


def markdown() -> MarkdownIt:
    """A reader of CommonMark with tables. Tags are shown as text: nothing written can become markup of its own."""
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    reader.add_render_rule("table_open", _table_open)
    reader.add_render_rule("table_close", _table_close)
    return reader


# A table wider than the screen scrolls by itself, by keys too.


def _table_open(self: RendererHTML, tokens: Sequence[Token], at: int, options: Any, env: Any) -> str:
    return '<div class="wide" tabindex="0">' + self.renderToken(tokens, at, options, env)


def _table_close(self: RendererHTML, tokens: Sequence[Token], at: int, options: Any, env: Any) -> str:
    return self.renderToken(tokens, at, options, env) + "</div>"
