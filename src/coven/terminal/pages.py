"""What the commands that don't play print: rules, components, games, bots and kept games."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Any

from rich import box
from rich.console import Console, Group, RenderableType
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

from coven.bots import levels, specs
from coven.core import registry
from coven.core.components import SURENESS, Data
from coven.core.errors import BadOption
from coven.core.extras import misnamed
from coven.core.game import Game
from coven.core.language import Words, words
from coven.core.provenance import labels
from coven.terminal import saves
from coven.terminal.paper import LINE
from coven.terminal.seats import shown

RULE = re.compile(r"^- \*\*(?P<id>[A-Z]+-[A-Z]+\d+)\*\* .*$", re.MULTILINE)


def _table(*headings: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, header_style=f"bold {LINE}", pad_edge=False)
    for heading in headings:
        table.add_column(heading)
    return table


def games() -> int:
    """The games there are."""
    table = _table("game", "title", "players")
    for name in registry.playable():
        game = registry.definition(name)
        table.add_row(name, game.title, f"{game.players.start} to {game.players.stop - 1}")
    Console().print(table)
    for name in registry.playable():
        for slip in misnamed(registry.definition(name)):
            print(f"coven: {slip}", file=sys.stderr)
    return 0


def bots(lang: str) -> int:
    """The bots there are: the levels, which have names of their own, and then how bots are written."""
    told = {level["spec"]: level["line"] for level in levels.lines(words(lang))}
    table = _table("bot", "what it does")
    for spec, about in specs().items():
        table.add_row(spec, told.get(spec, about))
    Console().print(table)
    return 0


def kept() -> int:
    """The kept games."""
    found = saves.kept()
    console = Console(highlight=False)
    if not found:
        console.print(f"There are no games in {saves.folder()}", markup=False, soft_wrap=True)
        return 0
    table = _table("", "file", "game", "seats", "actions", "result")
    table.columns[0].justify = "right"
    table.padding = (0, 1, 0, 0)
    for column in table.columns:
        column.no_wrap = column.header in ("", "file", "game")
        column.overflow = "fold"
    for number, save in enumerate(found, 1):
        table.add_row(
            str(number),
            Text(save.path.name),
            Text(save.game),
            Text(shown(save.names)),
            str(save.actions),
            Text(shown(save.result) or "goes on"),
        )
    console.print(f"In {saves.folder()}, the last played first:", markup=False, soft_wrap=True)
    # A name is needed whole: where there is no room for it, the terminal breaks the line.
    console.width = max(console.width, 46 + max(len(save.path.name) for save in found))
    console.print(table)
    console.print("Go on with one by its number or name: coven resume 1", markup=False, soft_wrap=True)
    return 0


# -- rules --------------------------------------------------------------------------------------------------


def rules(game: Game, lang: str, rule: str | None) -> int:
    """A game's rules page with the provenance of its components, or one rule."""
    say = words(lang)
    page = game.rules_page(lang)
    console = Console(highlight=False)
    if rule is not None:
        console.print(Markdown(_rule(page, rule, game)))
        return 0
    whole = Group(Markdown(page))
    if game.implementation.components is not None:
        whole.renderables.extend(
            [Markdown(f"## {say('How sure the components are')}"), provenance(game, say)]
        )
    if console.is_terminal:
        os.environ.setdefault("LESS", "-R")  # colours are kept
        with console.pager(styles=True):
            console.print(whole)
    else:
        console.print(whole)
    return 0


def _rule(page: str, rule: str, game: Game) -> str:
    found = {match["id"]: match[0].removeprefix("- ") for match in RULE.finditer(page)}
    if rule.upper() not in found:
        its = f"its rules are {', '.join(found)}" if found else "its rules are not numbered"
        raise BadOption(f"{game.title} has no rule {rule!r}; {its}")
    return found[rule.upper()]


# -- components ---------------------------------------------------------------------------------------------


def components(game: Game, lang: str, write: Path | None) -> int:
    """What a component set holds and how sure each part is; or an editable copy of it."""
    console = Console(highlight=False)
    say = words(lang)
    if game.implementation.components is None:
        without = f"{game.title} is played without components"
        if write is not None:
            raise BadOption(without)
        console.print(without, markup=False)
        return 0
    if write is not None:
        try:
            with write.open("x", encoding="utf-8") as file:
                file.write(game.components.text)
        except FileExistsError:
            raise BadOption(f"{write} exists already: choose another name") from None
        console.print(f"Written to {write}. Play with it: --components {write}", markup=False, soft_wrap=True)
        return 0
    console.print(provenance(game, say))
    console.print(f"{game.title}, checked: component set {game.components.tag} has no fault", markup=False)
    return 0


def provenance(game: Game, say: Words) -> RenderableType:
    """What every section of the component file holds with how sure it is, and every exception in it."""
    table = _table(say("section"), say("what"), say("sure"))
    for label in labels(game, say):
        what = _content(game.components.data[label.key]) if label.key else f"– {label.what}"
        table.add_row(label.section, Text(what), label.letter)
    meanings = _table(say("sure"), say("meaning"))
    for letter, meaning in SURENESS.items():
        meanings.add_row(letter, say(meaning))
    return Group(table, meanings)


def _content(section: Data) -> str:
    """What the file has in a section, in its own words."""
    held = {key: value for key, value in section.items() if not key.startswith("sure")}
    return "; ".join(f"{key}: {_summary(value)}" for key, value in held.items())


def _summary(value: Any) -> str:
    """The content of a key in at most a line."""
    if isinstance(value, list) and any(isinstance(entry, dict | list) for entry in value):
        return f"{len(value)} entries"
    if isinstance(value, list):
        text = " ".join(map(str, value))
    elif isinstance(value, dict):
        text = ", ".join(f"{key} {_summary(inner)}" for key, inner in value.items())
    else:
        text = str(value)
    return text if len(text) <= 90 else text[:89].rstrip() + "…"
