"""`coven analyse`: a finished game reviewed, as a table and a picture."""

from __future__ import annotations

import json
from pathlib import Path

from rich import box
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from coven.bots.budget import as_budget
from coven.bots.compiled import compiled_doors
from coven.coach import Decision, Review, draw_curve, review
from coven.core.errors import BadOption
from coven.core.language import Words, words
from coven.core.record import Record
from coven.terminal.paper import LINE, marked
from coven.terminal.seats import named


def analyse(
    record: Record,
    budget: str,
    lang: str,
    seed: int | None,
    all_moves: bool,
    svg: Path | None,
    out: Path | None,
) -> int:
    """Review a record; print what was missed, or every decision; write the curve and the figures if asked."""
    for path in (svg, out):
        if path is not None and not path.parent.is_dir():
            raise BadOption(f"there is no folder {path.parent} to write {path.name} to: make it first")
    say = words(lang)
    names = named(record.names, record.players, say)
    allowed = as_budget(budget)
    compiled_doors(record.game)
    errors = Console(stderr=True)
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=errors,
        transient=True,
    ) as bar:
        task = bar.add_task(say("Looking at every decision"), total=None)
        found = review(
            record,
            allowed,
            lang=lang,
            seed=seed,
            progress=lambda done, of: bar.update(task, completed=done, total=of),
        )
    console = Console(highlight=False)
    shown = found.decisions if all_moves else sorted(found.missed, key=lambda one: one.action)
    if shown:
        console.print(_table(shown, names, say))
    else:
        console.print(say("Nothing better was missed that the search can tell."))
    for line in _summary(found, names, say):
        console.print(line)
    if svg is not None:
        svg.write_text(draw_curve(found, names, lang), encoding="utf-8")
        console.print(say("Written to {path}", path=svg), markup=False, soft_wrap=True)
    if out is not None:
        out.write_text(json.dumps(found.as_dict(), indent=1, ensure_ascii=False), encoding="utf-8")
        console.print(say("Written to {path}", path=out), markup=False, soft_wrap=True)
    return 0


def _table(decisions: list[Decision], names: list[str], say: Words) -> Table:
    table = Table(box=box.SIMPLE_HEAD, header_style=f"bold {LINE}", pad_edge=False)
    table.add_column("#", justify="right")
    table.add_column(say("Player"), no_wrap=True)
    table.add_column(say("Move"), overflow="fold")
    table.add_column(say("Chances"), justify="right", no_wrap=True)
    table.add_column(say("Points"), justify="right", no_wrap=True)
    table.add_column(say("Better"), overflow="fold")
    for one in decisions:
        seat = one.seat
        table.add_row(
            str(one.action),
            marked(seat, names[seat]),
            Text(one.label),
            f"{100 * one.chances[seat]:.0f} → {100 * one.after[seat]:.0f} %",
            f"{one.points[seat]:.1f} → {one.points_after[seat]:.1f}",
            Text(one.better_label, "bold"),
        )
    return table


def _summary(found: Review, names: list[str], say: Words) -> list[Text]:
    """For each seat: points, decisions, and what was given away."""
    lines = []
    for seat, name in enumerate(names):
        mine = [one for one in found.decisions if one.seat == seat]
        lines.append(
            marked(
                seat,
                say(
                    "{name}: {points} points; {decisions} decisions, {missed} better ones missed, "
                    "{percent} % of the chances given away",
                    name=name,
                    points=found.scores[seat],
                    decisions=len(mine),
                    missed=sum(one.better is not None for one in mine),
                    percent=round(100 * found.given_away(seat)),
                ),
            )
        )
    return lines
