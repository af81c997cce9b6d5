"""`python -m tools.reference` writes the API reference from the docstrings, as Markdown, to build/reference."""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass
from pathlib import Path
from textwrap import fill
from unittest.mock import patch

from tools import BUILD
from tools.sources import Entry, module


@dataclass(frozen=True)
class Page:
    """A page of the reference: what is public of some modules."""

    file: str
    title: str
    about: str
    names: tuple[str, ...]  # "module:name name …"; a module alone stands for all it exports

    def entries(self) -> Iterator[tuple[str, Entry]]:
        """What the page tells about, each with the module it is imported from."""
        for names in self.names:
            source, _, listed = names.partition(":")
            for name in listed.split() or module(source).exported():
                yield source, module(source).find(name)


PAGES = (
    Page(
        "coven",
        "coven",
        "What `import coven` gives, but for the classes and the errors, which have pages of their own.",
        ("coven:load games read analyse CHANCE",),
    ),
    Page(
        "classes",
        "Games, positions, views, records",
        "`coven.load` gives a Game, `game.new` a Position; everything else comes from these two.",
        (
            "coven:Game Position View Move Record",
            "coven.core.move:Legal",
            "coven.core.view:Entry",
            "coven.core.events:Event",
        ),
    ),
    Page(
        "errors",
        "Errors",
        "Everything Coven refuses. All are ValueErrors, and their messages say what would be right.",
        ("coven.core.errors",),
    ),
    Page("bots", "Bots", "Bots by text, and what they are given.", ("coven.bots", "coven.bots.budget")),
    Page("coach", "The coach", "One view analysed, a finished game reviewed.", ("coven.coach",)),
    Page(
        "env",
        "Environments",
        "PettingZoo, Gymnasium, many games at once. `coven.env.openspiel` registers them with OpenSpiel.",
        (
            "coven.env",
            "coven.env.turns",
            "coven.env.seat",
            "coven.env.many:Batch Step",
            "coven.env.many_cuda",
        ),
    ),
    Page(
        "lab",
        "The laboratory",
        "Many games: simulations and their rows, statistics, tournaments, reports.",
        (
            "coven.lab.batch",
            "coven.lab.simulate:simulate Simulation",
            "coven.lab.rows:load_run read_run",
            "coven.core.statistic:Statistic Column",
            "coven.lab.tournament:tournament Tournament Pair Alone",
            "coven.lab.report:report",
            "coven.lab.intervals",
        ),
    ),
    Page(
        "game-authors",
        "For authors of games",
        "What a game is made of; [adding a game](../adding-a-game.md) leads through it step by step.",
        (
            "coven.core",
            "coven.core.rule:rule",
            "coven.core.interface:NeededRules Rules State Judgement Learned Drawings",
            "coven.core.fields:Flat Row Grid Reals RealGrid i1 i2 i4 i8 dtype_of",
            "coven.core.moves:MoveTable Block Named Decoded",
            "coven.core.seats:SEATS CHANCE NOBODY EVERYONE",
            "coven.core.bag",
            "coven.core.bits",
            "coven.core.lists",
            "coven.core.stack",
            "coven.core.chance:below",
            "coven.core.components:Checker Data empty",
            "coven.core.definition:Log",
            "coven.core.retell:retell_deals",
            "coven.core.language:Words words",
            "coven.core.choice:Choice leaves offered",
            "coven.core.events:Telling Role Join TURN",
            "coven.core.position:Past",
            "coven.core.state:States",
            "coven.core.why:Refusing Reason reason",
            "coven.core.about:About about",
            "coven.core.alarm",
            "coven.core.scene:Scene",
            "coven.core.parts:Part Facts BOARD OWN SIDE OTHER CORNER SHEET",
            "coven.core.picture:Picture Sheet Spread player_parts bits",
            "coven.core.art",
            "coven.core.art:DARK LIGHT",
            "coven.core.cover",
            "coven.table.guide:lessons Lesson When",
            "coven.core.plane:Observation Plane Drill",
            "coven.core.statistic:Statistics Report Topic",
            "coven.terminal.paper:Block clip marked title",
        ),
    ),
)


def undocumented() -> list[str]:
    """Every public name that lacks a docstring."""
    return [
        f"{source}.{name}"
        for page in PAGES
        for source, entry in page.entries()
        for name in entry.undocumented()
    ]


def write(page: Page) -> str:
    """A page as Markdown."""
    lines = [f"# {page.title}", "", page.about, ""]
    before = ""
    for source, entry in page.entries():
        if source != before and len(page.names) > 1:
            lines += [f"*From `{source}`:*", ""]
        before = source
        lines += [f"## {entry.name}", "", "```", _broken(entry.signature), "```", "", _prose(entry.doc), ""]
        lines += _fields([member for member in entry.members if member.kind == "field"])
        for member in entry.members:
            if member.kind != "field" and member.name != "__init__":
                lines += [
                    f"### {entry.name}.{member.name}", "", "```", _broken(member.signature), "```", "",
                    _prose(member.doc), "",
                ]  # fmt: skip
    return "\n".join(lines)


def _fields(fields: list[Entry]) -> list[str]:
    return [f"- `{one.signature}`" + (f": {one.doc}" if one.doc else "") for one in fields] + [""]


def _broken(signature: str) -> str:
    """A long signature over several lines."""
    return fill(signature, 100, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)


def _prose(doc: str) -> str:
    """A docstring as Markdown: lines that are code stay as they are."""
    blocks = []
    for block in doc.split("\n\n"):
        code = all(re.match(r"[\w., ]+ = |import |from |\w+(\.\w+)*\(", line) for line in block.splitlines())
        blocks.append(f"```python\n{block}\n```" if code and block else block)
    return "\n\n".join(blocks)


def commands() -> str:
    """The command line's own help, command by command."""
    whole = _help()
    names = re.findall(r"^    (\w+) ", whole.partition("commands:")[2].partition("\n\n")[0], re.MULTILINE)
    lines = ["# The command line", "", "```", whole, "```", ""]
    for name in names:
        lines += [f"## coven {name}", "", "```", _help(name), "```", ""]
    return "\n".join(lines)


def _help(*command: str) -> str:
    from coven.cli import main

    said = io.StringIO()
    # Laid out for lines of this width, without the colours that newer Pythons give it.
    plain = patch.dict(os.environ, {"COLUMNS": "100", "NO_COLOR": "1"})
    with plain, redirect_stdout(said), suppress(SystemExit):
        main([*command, "--help"])
    return said.getvalue().strip()


def texts() -> dict[str, str]:
    """Every page by the name of its file, in the order of reading."""
    return {f"{page.file}.md": write(page) for page in PAGES} | {"command-line.md": commands()}


def build(folder: Path) -> list[Path]:
    """Write every page to a file."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts().items():
        (folder / name).write_text(text + "\n", encoding="utf-8")
    return sorted(folder.iterdir())


def main() -> int:
    """Write the reference; fails where something public says nothing about itself."""
    for path in build(BUILD / "reference"):
        print(path)
    missing = undocumented()
    for name in missing:
        print(f"no docstring: {name}", file=sys.stderr)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
