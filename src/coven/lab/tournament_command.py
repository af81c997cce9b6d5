"""`coven tournament`: the arguments, the progress bar and the tables it prints."""

from __future__ import annotations

import argparse
import signal
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

from coven.arguments import INTERRUPTED, add_command, add_game_options, chosen_options, load_game, seat_count
from coven.core.errors import BadOption
from coven.core.registry import games

if TYPE_CHECKING:
    from rich.table import Table

    from coven.lab.intervals import Interval
    from coven.lab.tournament import Tournament

EXAMPLES = """\
examples:
  coven tournament witchstone greedy random --games 200
  coven tournament witches search:50ms greedy light random --games 100 --json result.json
  coven tournament witchstone search:50ms greedy --players 4 --games 100
                                        one search among three greedy
  coven tournament witches greedy random --mode solo --games 500
  coven tournament witches hecate nightshade --games 400 --keep levels.jsonl
                                        the same command goes on after Ctrl-C or a power cut
"""


def add(commands: Any) -> None:
    """Add the command to the command line."""
    parser = add_command(commands, "tournament", run, "play bots against each other and rate them")
    parser.epilog = EXAMPLES
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("game", metavar="GAME", help=", ".join(games()))
    parser.add_argument("bots", nargs="+", metavar="BOT", help="two bots or more; coven bots lists them")
    parser.add_argument(
        "--games",
        type=int,
        default=100,
        metavar="N",
        help="games a pair, rounded up to deals played from every seat (default: 100)",
    )
    parser.add_argument("--players", type=int, metavar="P", help="seats at the table (default: 2)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="which deals (default: 0)")
    parser.add_argument(
        "--jobs",
        type=int,
        metavar="J",
        help="games side by side, at most one a core (default: every core)",
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write everything, game by game, to a file")
    parser.add_argument(
        "--keep",
        type=Path,
        metavar="FILE",
        help="keep every finished deal in this file and, where it has some, go on from there",
    )
    parser.add_argument("--components", type=Path, metavar="FILE", help="play with this component file")
    add_game_options(parser)


def run(args: argparse.Namespace) -> int:
    """Play, show how it goes, print the tables."""
    import json

    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from coven.lab.tournament import tournament

    game = load_game(args)
    options = chosen_options(args, game)
    players = seat_count(args)
    signal.signal(signal.SIGTERM, _interrupt)
    if args.json is not None and not args.json.parent.is_dir():
        raise BadOption(f"there is no folder {args.json.parent} for --json: make it first")
    if args.json is not None and args.json.is_dir():
        raise BadOption(f"{args.json} is a folder: --json takes the name of a file")
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    ) as bar:
        task = bar.add_task("getting ready", total=None)
        shown = 0.0

        def progress(so_far: Tournament) -> None:
            nonlocal shown
            now = bar.get_time()
            if now - shown > 0.25:  # the tables are worked out anew each time
                shown = now
                bar.update(task, description=_running(so_far), completed=so_far.done, total=so_far.total)

        result = tournament(
            game,
            args.bots,
            args.games,
            2 if players is None else players,
            args.seed,
            options,
            args.jobs,
            progress,
            args.keep,
        )
    _print(result, Console(highlight=False), args.keep)
    if args.json is not None:
        args.json.write_text(json.dumps(result.as_json(), indent=1) + "\n", encoding="utf-8")
        print(f"Written to {args.json}")
    return 0 if result.done == result.total else INTERRUPTED


def _interrupt(number: int, frame: FrameType | None) -> None:
    """Being asked to end is like Ctrl-C: what there is, is printed."""
    raise KeyboardInterrupt


def _running(so_far: Tournament) -> str:
    """How it stands, in a few words, as plain text for the bar."""
    from rich.markup import escape

    names = so_far.names
    if so_far.by_itself:
        standing = [f"{names[each.bot]} {each.reached.value:.0%}" for each in so_far.alone() if each.games]
    elif len(names) == 2:
        standing = [f"{names[pair.one]} wins {pair.wins.value:.1%}" for pair in so_far.pairs()]
    else:
        standing = [f"{names[pair.one]}–{names[pair.other]} {pair.wins.value:.0%}" for pair in so_far.pairs()]
    return escape(", ".join(standing[:4]) + (" …" if len(standing) > 4 else ""))


def _print(result: Tournament, console: Any, kept: Path | None) -> None:
    from rich.text import Text

    options = "".join(f", {name} {value}" for name, value in result.options.items())
    console.print(
        Text(
            f"{result.game}, {result.players} player{'s'[: result.players > 1]}{options}, seed {result.seed}"
        ),
        soft_wrap=True,
    )
    if result.done < result.total:
        console.print(f"Stopped after {result.done} of {result.total} games; these are the finished deals.")
        if kept is not None:
            console.print(
                Text(f"They are kept in {kept}: the same command goes on from there."), soft_wrap=True
            )
    if result.players > 2 and not result.by_itself:
        one, other = result.names
        console.print(
            Text(
                f"One {one} among {result.players - 1} {other}; of equals it would win {1 / result.players:.0%}."
            ),
            soft_wrap=True,
        )
    if not result.done:
        return
    if result.by_itself:
        console.print(_by_itself(result))
        return
    console.print(_matches(result))
    _rated(result, console)


def _matches(result: Tournament) -> Table:
    names = result.names
    pairs = result.pairs()
    unwon = any(pair.nobody for pair in pairs)
    table = _table("bot", "against", "games", "wins (95 %)", "points", *["no winner"] * unwon)
    for pair in pairs:
        table.add_row(
            names[pair.one],
            names[pair.other],
            str(pair.games),
            _share(pair.wins),
            f"{pair.points.value:.1f} : {pair.points_other.value:.1f}",
            *[str(pair.nobody)] * unwon,
        )
    return table


def _by_itself(result: Tournament) -> Table:
    names = result.names
    aim = "reached the aim" if result.players == 1 else "won"
    table = _table("bot", "games", f"{aim} (95 %)", "points", "endings")
    for each in result.alone():
        table.add_row(
            names[each.bot],
            str(each.games),
            _share(each.reached),
            f"{each.points.value:.1f}{_reach(each.points)}",
            ", ".join(f"{ending} {count}" for ending, count in each.endings.items()),
        )
    return table


def _rated(result: Tournament, console: Any) -> None:
    ratings = result.ratings()
    if ratings is None:
        return
    table = _table("bot", "Elo (95 %)")
    best_first = sorted(zip(ratings.points, result.names, strict=True), key=lambda each: -each[0].value)
    for points, name in best_first:
        fixed = points.low == points.high
        table.add_row(
            name,
            "0 (measured from here)"
            if fixed
            else f"{points.value:+.0f} ({points.low:+.0f} to {points.high:+.0f})",
        )
    console.print(table)
    if ratings.shrunk:
        console.print(
            "Someone won or lost everything, which no finite rating fits: "
            "half a win is added to both sides of each pair.",
            soft_wrap=True,
        )


def _share(share: Interval) -> str:
    return f"{share.value:.1%} ({100 * share.low:.1f} to {100 * share.high:.1f})"


def _reach(interval: Interval) -> str:
    """Half the width of the interval of a mean; one deal alone has none."""
    reach = interval.high - interval.value
    return f" ± {reach:.1f}" if reach < float("inf") else ""


def _table(*headings: str) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 2, 0, 0))
    for heading in headings:
        words = heading in ("bot", "against", "endings")
        # A long spec may take a second line; it is needed whole.
        table.add_column(heading, justify="left" if words else "right", no_wrap=not words, overflow="fold")
    return table
