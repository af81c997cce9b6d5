"""`coven report`: one HTML page from the games that `coven simulate` wrote."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from coven.core.art import escape
from coven.core.errors import BadOption
from coven.lab import findings, page, plots
from coven.lab.findings import Sources, Worth
from coven.lab.intervals import Interval, mean, wilson
from coven.lab.runs import Numbers, Run


def report(folders: Sequence[Path | str], out: Path | str) -> Path:
    """Write the page; returns where it is."""
    if not folders:
        raise BadOption("a report needs a folder that coven simulate --out wrote")
    plots.check()
    text = document([Run(Path(folder)) for folder in folders])
    path = Path(out)
    path.write_text(text, encoding="utf-8")
    return path


def document(runs: Sequence[Run]) -> str:
    """The page as text."""
    games = sum(run.games for run in runs)
    head = f"<h1>{games:,} games in the laboratory</h1>\n"
    if len(runs) > 1:
        links = "".join(
            f'<li><a href="#run{i}">{escape(_name(run))}</a></li>' for i, run in enumerate(runs, 1)
        )
        head += f"<nav><ul>{links}</ul></nav>\n"
    head += (
        '<p class="quiet">Whiskers are 95 % intervals, with the game as the unit. Filled dots are clear of the '
        "dashed line; hollow ones may be luck.</p>\n"
    )
    body = "\n".join(_chapter(run, f"run{i}") for i, run in enumerate(runs, 1))
    title = " and ".join(dict.fromkeys(run.title for run in runs))
    return page.page(f"{title}: {games:,} games", head + body)


def _name(run: Run) -> str:
    players = "alone" if run.players == 1 else f"{run.players} players"
    return ", ".join([run.title, players, *run.variant, " and ".join(dict.fromkeys(run.bots))])


def _chapter(run: Run, anchor: str) -> str:
    figures = [
        *_scores(run),
        *(_advantage(run) if run.against else []),
        *_bots(run),
        *_sources(run),
        *_endings(run),
        *_length(run),
    ]
    worths = _worths(run)
    parts = [
        f'<section id="{anchor}">\n<h2>{escape(_name(run))}</h2>',
        page.facts(_facts(run)),
        f'<div class="figures">\n{chr(10).join(figures)}\n</div>',
    ]
    if worths:
        aim = "win rate" if run.against else "rate of success"
        parts += [
            '<h3 style="margin-top:1.8rem">What things are worth</h3>',
            f"<p>How seats that had a thing did, less how seats did that had not: in final points and in {aim}. "
            "This is association, not cause: a seat that is ahead anyway may get more things, and one thing "
            "taken is another left. Among many comparisons one in twenty stands clear of zero by luck.</p>",
            f'<div class="figures">\n{chr(10).join(worths)}\n</div>',
        ]
    parts += [_everything(run), _what_was_run(run), "</section>"]
    return "\n".join(part for part in parts if part)


# -- numbers in words ---------------------------------------------------------------------------------------


def _percent(interval: Interval) -> str:
    return f"{100 * interval.value:.1f} %"


def _between(interval: Interval, scale: float = 1, places: int = 1) -> str:
    """Without whiskers where there are none: a single game tells nothing of the spread."""
    low, high = interval.low * scale, interval.high * scale
    if not (math.isfinite(low) and math.isfinite(high)):
        return "–"
    return f"{low:.{places}f} to {high:.{places}f}"


def _games(run: Run) -> str:
    return f"n = {run.games:,} game{'s' if run.games != 1 else ''}"


def _together(run: Run) -> str:
    return " of all players" if run.players > 1 else ""


def _facts(run: Run) -> list[tuple[str, str]]:
    middle = mean(run.scores.mean(axis=1))
    listed = [(f"{middle.value:.1f}", f"points a seat on average ({_between(middle)})")]
    if run.against:
        first = findings.seat_advantage(run)[0][1]
        fair = findings.fair_share(run)
        verdict = (
            "more than"
            if first.low > fair
            else "less than"
            if first.high < fair
            else "not clearly other than"
        )
        listed.append(
            (
                _percent(first),
                f"of games are won by who plays first ({_between(first, 100)}): {verdict} an equal share, {fair:.1%}",
            )
        )
        unwon = findings.unwon(run)
        if unwon.value > 0:
            listed.append((_percent(unwon), f"of games are won by no one ({_between(unwon, 100)})"))
    else:
        reached = wilson(float(run.won[:, 0].sum()), run.games)
        aim = "of games are won together" if run.players > 1 else run.report.alone
        listed.append((_percent(reached), f"{aim} ({_between(reached, 100)})"))
    turns = run.column("turns")
    every = " in every game" if np.ptp(turns) == 0 else ", the median game"
    listed.append((f"{np.median(turns):.0f}", f"turns{_together(run)}{every}"))
    return listed


# -- the figures --------------------------------------------------------------------------------------------


def _quantiles(groups: Sequence[tuple[str, Numbers]]) -> str:
    rows = []
    for name, values in groups:
        marks = np.percentile(values, [5, 25, 50, 75, 95])
        rows.append([name, f"{len(values):,}", f"{values.mean():.1f}", *(f"{mark:.0f}" for mark in marks)])
    return page.table(["", "n", "mean", "5 %", "25 %", "median", "75 %", "95 %"], rows)


def _scores(run: Run) -> list[str]:
    """Winners beside the others, where there are both."""
    won = run.won > 0
    series = [("all seats" if run.players > 1 else "games", run.scores.ravel())]
    if won.any() and not won.all():
        series = [(run.sides[0], run.scores[won]), (run.sides[1], run.scores[~won])]
    numbers = _quantiles([*series, ("all", run.scores.ravel())] if len(series) > 1 else series)
    return [
        page.figure(
            "Final points",
            plots.histogram(series, "final points of a seat", "How final points are distributed"),
            f"{_games(run)}, {run.scores.size:,} seats.",
            numbers,
            page.key([f"{name} ({len(values):,})" for name, values in series], lines=True),
        )
    ]


def _advantage(run: Run) -> list[str]:
    found = findings.seat_advantage(run)
    rows = [(place, [wins, ahead]) for place, wins, ahead in found]
    numbers = page.table(
        ["", "wins", "95 %", "points over the table's mean", "95 %"],
        [
            [place, _percent(wins), _between(wins, 100), f"{ahead.value:+.2f}", _between(ahead, 1, 2)]
            for place, wins, ahead in found
        ],
    )
    fair = findings.fair_share(run)
    caption = f"{_games(run)}. Dashed: an equal share of the games that were won, and the table's mean."
    if len(set(run.bots)) > 1 and not run.about.get("rotate"):
        caption += " Different bots kept their seats throughout, so a seat can't be told from its bot."
    return [
        page.figure(
            "Seat advantage",
            plots.whiskers(
                rows,
                ["% of games won", "points over the mean"],
                [True, False],
                [fair, 0.0],
                "Share of wins and points by order of play",
            ),
            caption,
            numbers,
        )
    ]


def _bots(run: Run) -> list[str]:
    if len(set(run.bots)) < 2:
        return []
    found = findings.by_bot(run)
    rows = [(name, [wins, points]) for name, _, wins, points in found]
    numbers = page.table(
        ["bot", "seats", "wins", "95 %", "points", "95 %"],
        [
            [name, f"{seats:,}", _percent(wins), _between(wins, 100), f"{points.value:.1f}", _between(points)]
            for name, seats, wins, points in found
        ],
    )
    fair = findings.fair_share(run) if run.against else None
    svg = plots.whiskers(
        rows, ["% of games won", "points"], [True, False], [fair, None], "Wins and points by bot"
    )
    return [page.figure("Bots", svg, f"{_games(run)}.", numbers)]


def _sources(run: Run) -> list[str]:
    found = findings.sources(run)
    if not found:
        return []
    names = [name for name, _ in found[0].points]
    return [
        page.figure(
            "Where points come from",
            plots.stacked(
                [(group.group, [part for _, part in group.points]) for group in found],
                "mean points of a seat",
                "Mean points by source",
            ),
            f"{_games(run)}. Seats: {', '.join(f'{group.group} {group.seats:,}' for group in found)}.",
            _source_table(found),
            page.key(names),
        )
    ]


def _source_table(found: Sequence[Sources]) -> str:
    rows = [
        [name, *(f"{group.points[i][1]:.2f}" for group in found)]
        for i, (name, _) in enumerate(found[0].points)
    ]
    rows.append(["total", *(f"{sum(part for _, part in group.points):.2f}" for group in found)])
    return page.table(["", *(group.group for group in found)], rows)


def _endings(run: Run) -> list[str]:
    found = findings.endings(run)
    if len(found) < 2:
        return []
    named = [(run.report.endings.get(name, name), share) for name, share in found]
    svg = plots.whiskers(
        [(name, [share]) for name, share in named], ["% of games"], [True], [None], "How games end"
    )
    numbers = page.table(
        ["", "games", "share", "95 %"],
        [
            [name, f"{round(share.value * run.games):,}", _percent(share), _between(share, 100)]
            for name, share in named
        ],
    )
    title = "Grades and losses" if run.players == 1 else "How games end"
    return [page.figure(title, svg, f"{_games(run)}.", numbers)]


def _length(run: Run) -> list[str]:
    figures = []
    for column, title, label in (
        ("turns", "Turns", f"turns{_together(run)}"),
        ("decisions", "Decisions", f"decisions{_together(run)}"),
    ):
        values = run.column(column)
        name = f"Game length: {title.lower()}"
        if np.ptp(values) == 0:
            figures.append(
                f"<figure>\n<h3>{name}</h3>\n<p>Every game has {values[0]:.0f} {label}.</p>\n"
                f"<figcaption>{_games(run)}.</figcaption>\n</figure>"
            )
            continue
        figures.append(
            page.figure(
                name,
                plots.histogram([(title, values)], label, f"Distribution of {label}"),
                f"{_games(run)}. Median {np.median(values):.0f}.",
                _quantiles([(title.lower(), values)]),
            )
        )
    return figures


def _worths(run: Run) -> list[str]:
    figures = []
    aim = "win rate, % points" if run.against else "success, % points"
    for topic, things, rare in findings.worths(run):
        left_out = (
            f" {rare} had by fewer than {findings.FEWEST} seats, or by nearly all, left out." if rare else ""
        )
        caption = f"{_games(run)}. Seats that had it less seats that had not. {topic.note}{left_out}".strip()
        if not things:
            figures.append(
                f"<figure>\n<h3>{escape(topic.title)}</h3>\n<p>Too few games to say.</p>\n"
                f"<figcaption>{escape(caption)}</figcaption>\n</figure>"
            )
            continue
        # Where no seat or every seat won there is nothing to compare.
        panels = 2 if any(thing.wins.low < thing.wins.high for thing in things) else 1
        svg = plots.whiskers(
            [(thing.name, [thing.points, thing.wins][:panels]) for thing in things],
            ["final points", aim][:panels],
            [False, True][:panels],
            [0.0, 0.0][:panels],
            f"What goes with each of: {topic.title}",
        )
        figures.append(page.figure(topic.title, svg, caption, _worth_table(things)))
    return figures


def _worth_table(things: Sequence[Worth]) -> str:
    return page.table(
        ["", "seats", "points", "95 %", "win rate, % points", "95 %"],
        [
            [
                thing.name,
                f"{thing.seats:,}",
                f"{thing.points.value:+.2f}",
                _between(thing.points, 1, 2),
                f"{100 * thing.wins.value:+.1f}",
                _between(thing.wins, 100),
            ]
            for thing in things
        ],
    )


def _everything(run: Run) -> str:
    found = findings.everything(run)
    if not found:
        return ""

    def number(value: float | None) -> str:
        return "" if value is None else f"{value:.2f}"

    rows = [[name, about, *map(number, means)] for name, about, *means in found]
    table = page.table(["statistic", "what it is", "mean", *run.sides], rows, words=2)
    return f"<details><summary>Every statistic, {_games(run)}</summary>{table}</details>"


def _what_was_run(run: Run) -> str:
    about = run.about
    planned = about.get("games", run.games)
    stopped = f" of {planned:,} planned" if planned != run.games else ""
    rows = [
        ["game", f"{run.title}, rules version {about.get('version', '?')}"],
        ["components", str(about.get("components", "?"))],
        ["games", f"{run.games:,}{stopped}"],
        ["players", str(run.players)],
        *([f"option {name}", str(value)] for name, value in about.get("options", {}).items()),
        ["bots", ", ".join(run.bots) + (" (seats rotate)" if about.get("rotate") else "")],
        ["seed", str(about.get("seed", "?"))],
        ["statistics", ", ".join(about.get("statistics", []))],
        ["coven", str(about.get("coven", "?"))],
    ]
    if about.get("reproducible") is False:
        rows.append(["reproducible", "no: a bot thinks by the clock"])
    return f'<h3 style="margin-top:1.8rem">What was run</h3>\n{page.table(["", ""], rows, words=2)}'
