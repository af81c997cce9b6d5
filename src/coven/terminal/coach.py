"""`coven analyse`: a finished game reviewed, as a table and a picture."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rich import box
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

import coven.coach
from coven.arguments import check_folders
from coven.bots.budget import as_budget
from coven.bots.compiled import compiled_doors
from coven.coach import Decision, Estimate, Review, draw_curve, review
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
    check_folders(svg, out)
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
            names=names,
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
    _write(out, found.as_dict(), console, say)
    return 0


def what_if(
    record: Record, action: int, move: str | None, lang: str, seed: int | None, out: Path | None
) -> int:
    """Play on from one decision with another move; print how both do, and write the figures if asked."""
    check_folders(out)
    say = words(lang)
    names = named(record.names, record.players, say)
    found = coven.coach.what_if(record, action, move, seed=seed)
    console = Console(highlight=False)
    table = Table(box=box.SIMPLE_HEAD, header_style=f"bold {LINE}", pad_edge=False)
    table.add_column(say("Move"), overflow="fold")
    table.add_column(say("Chances"), justify="right", no_wrap=True)
    table.add_column(say("Points"), justify="right", no_wrap=True)
    for one, won, points in zip((found.made, found.other), found.won, found.points, strict=True):
        table.add_row(Text(one.label(lang)), _percent(won, say), _number(points, say))
    console.print(
        marked(
            found.seat,
            say(
                "{name}, action {action}: played on to the end {n} times with each move, with the same luck",
                name=names[found.seat],
                action=found.action,
                n=found.worlds,
            ),
        )
    )
    console.print(table)
    console.print(
        say(
            "The other move does better by {percent} of the chances and {points} points.",
            percent=_percent(found.better, say),
            points=_number(found.better_points, say),
        )
    )
    _write(out, found.as_dict(), console, say)
    return 0


def _write(out: Path | None, figures: dict[str, Any], console: Console, say: Words) -> None:
    if out is not None:
        out.write_text(json.dumps(figures, indent=1, ensure_ascii=False), encoding="utf-8")
        console.print(say("Written to {path}", path=out), markup=False, soft_wrap=True)


def _percent(one: Estimate, say: Words) -> str:
    return say.percent(f"{say.decimal(100 * one.value, 1)} ± {say.decimal(100 * (one.high - one.value), 1)}")


def _number(one: Estimate, say: Words) -> str:
    return f"{say.decimal(one.value, 1)} ± {say.decimal(one.high - one.value, 1)}"


def _table(decisions: list[Decision], names: list[str], say: Words) -> Table:
    table = Table(box=box.SIMPLE_HEAD, header_style=f"bold {LINE}", pad_edge=False)
    table.add_column("#", justify="right")
    table.add_column(say("Player"), no_wrap=True)
    table.add_column(say("Move"), overflow="fold")
    table.add_column(say("Chances"), justify="right", no_wrap=True)
    table.add_column(say("Cost"), justify="right", no_wrap=True)
    table.add_column(say("Points"), justify="right", no_wrap=True)
    table.add_column(say("Better"), overflow="fold")
    for one in decisions:
        seat = one.seat
        table.add_row(
            str(one.action),
            marked(seat, names[seat]),
            Text(one.label),
            say.percent(f"{100 * one.chances[seat]:.0f} → {100 * one.after[seat]:.0f}"),
            _percent(one.cost, say) if one.loss else "",
            _number(one.cost_points, say) if one.loss else "",
            Text(one.better_label, "bold"),
        )
    return table


def _signed(share: float) -> str:
    """A change of the chances in percent."""
    return f"{round(100 * share) or 0:+d}".replace("-", "−")


def _summary(found: Review, names: list[str], say: Words) -> list[Text]:
    """For each seat what its decisions cost, and luck apart from skill; then the turning points."""
    lines = []
    account = found.account
    for seat, name in enumerate(names):
        mine = found.of(seat)
        lines.append(
            marked(
                seat,
                say(
                    "{name}: {points} points; {decisions} decisions, {missed} better ones missed; "
                    "a decision cost {percent} % of the chances and {lost} points on average",
                    name=name,
                    points=found.scores[seat],
                    decisions=len(mine),
                    missed=sum(one.better is not None for one in mine),
                    percent=say.decimal(100 * found.error_rate(seat), 2),
                    lost=say.decimal(found.error_rate_points(seat), 2),
                ),
            )
        )
        lines.append(
            Text("   ").append(
                say(
                    "{start} % at the start, luck {luck} %, own errors {errors} %, "
                    "others' errors {gifts} %: {result} %",
                    start=f"{100 * account.start[seat]:.0f}",
                    luck=_signed(account.luck(seat)),
                    errors=_signed(account.errors(seat)),
                    gifts=_signed(account.gifts(seat)),
                    result=f"{100 * account.result[seat]:.0f}",
                )
            )
        )
    if found.story:
        lines.append(Text(say("Turning points"), "bold"))
        lines += [Text(f"   {sentence}") for sentence in found.story]
    return lines
