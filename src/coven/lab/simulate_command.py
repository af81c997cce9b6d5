"""`coven simulate`: the arguments and the progress bar. What the command needs is imported when it runs."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from coven.arguments import (
    INTERRUPTED,
    add_command,
    add_components,
    add_game,
    add_game_options,
    chosen_options,
    load_game,
    seat_count,
)

if TYPE_CHECKING:
    from coven.core.game import Game

PLAYERS = 2


def add(commands: Any) -> None:
    """Add the command `simulate` to the command line."""
    parser = add_command(commands, "simulate", run, "play many games of bots and keep a row of each")
    add_game(parser)
    parser.add_argument("--games", type=int, default=1000, metavar="N", help="games to play (default: 1000)")
    parser.add_argument("--players", type=int, metavar="P", help="number of seats (default: 2)")
    parser.add_argument(
        "--bots",
        default="random",
        metavar="SPECS",
        help="one bot for all seats, or one a seat: greedy,random (default: random; see coven bots)",
    )
    parser.add_argument(
        "--rotate", action="store_true", help="bots change seats from game to game, so that none has the best"
    )
    parser.add_argument(
        "--seed", type=int, default=0, metavar="S", help="the same games every time (default: 0)"
    )
    parser.add_argument(
        "--on",
        default="local",
        metavar="WAY",
        help="local (every core), ray, ray://HOST:PORT, or gpu (bots random and light) (default: local)",
    )
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="the folder of the run")
    parser.add_argument("--chunk", type=int, metavar="K", help="games a file (default: some seconds of work)")
    parser.add_argument("--workers", type=int, metavar="W", help="cores to use (default: all)")
    parser.add_argument(
        "--statistics",
        metavar="LIST",
        help="what to note beside the scores: names, FILE.py:NAME for your own, or none (default: all)",
    )
    add_components(parser)
    add_game_options(parser)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    game = load_game(args)
    players = seat_count(args)
    return simulate(args, game, chosen_options(args, game), PLAYERS if players is None else players)


def simulate(args: argparse.Namespace, game: Game, options: dict[str, Any], players: int) -> int:
    """Play with a progress bar, and say how it went."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        Task,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text

    from coven.lab.rows import arrow
    from coven.lab.simulate import simulate as play

    class Speed(ProgressColumn):
        """Games a second."""

        def render(self, task: Task) -> Text:
            return Text("" if task.speed is None else f"{task.speed:,.0f} games/s")

    arrow()
    console = Console(stderr=True)
    with Progress(
        TextColumn(game.title),
        BarColumn(),
        MofNCompleteColumn(),
        Speed(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    ) as bar:
        task = bar.add_task("", total=args.games)

        def progress(done: int, total: int) -> None:
            bar.update(task, completed=done)

        try:
            found = play(
                game,
                args.games,
                players,
                args.bots,
                args.seed,
                args.on,
                args.out,
                rotate=args.rotate,
                chunk=args.chunk,
                statistics=_statistics(args.statistics),
                workers=args.workers,
                progress=progress,
                **options,
            )
        except KeyboardInterrupt:
            bar.stop()
            print(
                f"Interrupted. Whole parts of the run are kept in {args.out}; the same command goes on with it.",
                file=sys.stderr,
            )
            return INTERRUPTED
    rate = f", {found.played / found.seconds:,.0f} games/s" if found.played and found.seconds > 0 else ""
    before = f" ({found.games - found.played:,} were there already)" if found.played < found.games else ""
    print(f"{found.games:,} games{before} in {found.seconds:.1f} s{rate}: {found.folder}")
    print(f"coven report {found.folder} makes a page of it.")
    return 0


def _statistics(text: str | None) -> list[str] | None:
    if text is None:
        return None
    return [] if text == "none" else [name.strip() for name in text.split(",") if name.strip()]
