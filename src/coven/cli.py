"""The command `coven`.

Sub-commands import what they need when they run: `coven --help` must not wait for NumPy, Numba or rich.
"""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Sequence
from pathlib import Path

from coven import __version__
from coven.arguments import (
    FAILED,
    INTERRUPTED,
    WRONG,
    add_ask_all,
    add_command,
    add_common,
    add_game,
    add_game_options,
    chosen_options,
    load_game,
    read_record,
    seat_count,
)
from coven.core.errors import BadComponents, BadOption, CovenError, OtherComponents
from coven.core.language import LANGUAGES
from coven.lab import (
    bench_command,
    ratings_command,
    report_command,
    simulate_command,
    tournament_command,
    train_command,
)
from coven.table import fairness_command, serve_command

# What plain `coven` does: friends on the same network may come by link.
TABLE = ["serve", "--open", "--host", "0.0.0.0"]
EXAMPLES = """\
examples:
  coven                                           open the table in the browser
  coven serve --host 0.0.0.0                      the same, for friends on your network too
  coven play witchstone                           play in the terminal, against a bot
  coven play witchstone --seats me=Ada,me=Ben     two people at one keyboard
  coven play witchstone --players 4 --lang de     you and three bots, in German
  coven play witches --seats me,search:2s         a stronger bot that takes its time
  coven play witches --mode solo                  The Witches, alone
  coven play witchstone --seats me=Ada,me=Ben --chance manual
                                                  write down a game at a real table
  coven resume                                    go on with the last game
  coven replay game.coven --at 40                 the position after 40 actions
  coven analyse game.coven --svg curve.svg        what was better where
  coven analyse game.coven --what-if 57           what if another move had been made
  coven rules witchstone --rule WS-C9             one rule
  coven tournament witches search:50ms greedy     which bot is stronger
  coven ratings games/                            who plays how well, by rated games
  coven train witches --minutes 5                 train a network by self-play
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line; returns the exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    parser = _parser()
    args = parser.parse_args(arguments or TABLE)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal without Unicode shows ? instead of failing
    try:
        return int(args.run(args))
    except (CovenError, OSError) as problem:
        print(f"coven: {_said(problem)}", file=sys.stderr)
        return WRONG
    except KeyboardInterrupt:
        return INTERRUPTED


def _said(problem: Exception) -> str:
    if isinstance(problem, OSError) and problem.filename:
        return f"{problem.filename}: {problem.strerror}"
    if isinstance(problem, OtherComponents):
        return f"{problem} (--components FILE)"
    return str(problem)


# -- the commands -------------------------------------------------------------------------------------------


def _play(args: argparse.Namespace) -> int:
    from coven.core.language import words
    from coven.terminal import saves, seats
    from coven.terminal.play import Session

    game = load_game(args)
    chosen = chosen_options(args, game)
    players = seat_count(args)
    if players is not None:
        game.check_players(players)
    taken = seats.from_specs(args.seats, players, args.seed, words(args.lang))
    if args.save is not None and args.save.exists():
        raise BadOption(f"{args.save} exists already: go on with it by coven resume, or choose another name")
    names = [seat.name for seat in taken]
    position = game.new(len(taken), seed=args.seed, chance=args.chance, names=names, **chosen)
    seats.introduce(taken, words(args.lang))
    seats.prepare(taken, game)
    path = args.save or saves.fresh(args.game)
    return Session(position, taken, path, args.lang, args.chance == "manual", args.ask_all).run()


def _resume(args: argparse.Namespace) -> int:
    from coven.core.language import words
    from coven.terminal import pages, saves, seats
    from coven.terminal.play import Session

    if args.list:
        return pages.kept()
    path = saves.latest() if args.file is None else saves.find(args.file)
    kept = saves.content(path)
    record = read_record(path, args.components)
    position = record.position(chance=args.chance)
    taken = seats.from_names(record.names, record.players, words(args.lang))
    seats.prepare(taken, record.game)
    return Session(position, taken, path, args.lang, args.chance == "manual", args.ask_all, kept).run()


def _replay(args: argparse.Namespace) -> int:
    from coven.terminal import saves
    from coven.terminal.replay import Replay

    replay = Replay(read_record(saves.find(args.file), args.components), args.lang, args.seat)
    number = replay.at(args.at)
    if args.log:
        replay.log(number)
        return 0
    if args.svg is not None:
        position = replay.positions[number]
        args.svg.write_text(position.svg(replay.looking(position), lang=args.lang), encoding="utf-8")
        print(f"Written to {args.svg}")
        return 0
    if args.at is not None:
        replay.print(number)
        return 0
    return replay.run(0)


def _analyse(args: argparse.Namespace) -> int:
    from coven.terminal import coach, saves

    record = read_record(saves.find(args.file), args.components)
    if args.what_if is not None:
        return coach.what_if(record, args.what_if, args.move, args.lang, args.seed, args.json)
    return coach.analyse(record, args.budget, args.lang, args.seed, args.all, args.svg, args.json)


def _rules(args: argparse.Namespace) -> int:
    from coven.terminal import pages

    return pages.rules(load_game(args), args.lang, args.rule)


def _components(args: argparse.Namespace) -> int:
    from coven.terminal import pages

    try:
        return pages.components(load_game(args), args.lang, args.write)
    except BadComponents as problem:
        print(f"coven: {problem}", file=sys.stderr)
        return FAILED


def _games(args: argparse.Namespace) -> int:
    from coven.terminal import pages

    return pages.games()


def _bots(args: argparse.Namespace) -> int:
    from coven.terminal import pages

    return pages.bots(args.lang)


# -- the command line ---------------------------------------------------------------------------------------


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="coven",
        description="Board games about witches. Without arguments: open the table in the browser.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"coven {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    serve_command.add(commands)

    play = add_command(commands, "play", _play, "play in the terminal, against people and bots")
    add_game(play)
    play.add_argument("--players", type=int, metavar="N", help="number of seats (default: 2)")
    play.add_argument(
        "--seats", metavar="LIST", help="who plays, in seat order: me, me=Ada, or a bot (default: me,greedy)"
    )
    play.add_argument("--seed", type=int, metavar="N", help="the same luck every time")
    play.add_argument(
        "--chance", choices=("seed", "manual"), default="seed", help="manual: you type in what luck decides"
    )
    play.add_argument(
        "--save", type=Path, metavar="FILE", help="where to keep the game (default: your games folder)"
    )
    add_ask_all(play)
    add_common(play)
    add_game_options(play)

    resume = add_command(commands, "resume", _resume, "go on with a kept game")
    resume.add_argument(
        "file",
        nargs="?",
        metavar="GAME",
        help="a file, its name in your games folder or its number in the list (default: the last unfinished game)",
    )
    resume.add_argument("--list", action="store_true", help="list the kept games with their numbers")
    resume.add_argument(
        "--chance", choices=("seed", "manual"), default="seed", help="manual: you type in what luck decides"
    )
    add_ask_all(resume)
    add_common(resume)

    replay = add_command(commands, "replay", _replay, "step through a recorded game")
    replay.add_argument(
        "file", metavar="GAME", help="a file, or a kept game by its name or number as in resume"
    )
    replay.add_argument("--at", type=int, metavar="N", help="print the position after N actions and exit")
    replay.add_argument(
        "--log",
        action="store_true",
        help="print what happened until there (or the end), turn by turn, and exit",
    )
    replay.add_argument(
        "--svg", type=Path, metavar="OUT", help="write that position (or the last) as a picture"
    )
    replay.add_argument(
        "--seat",
        type=int,
        metavar="SEAT",
        help="look through the eyes of a seat, from 0 on (default: whoever acts)",
    )
    add_common(replay)

    analyse = add_command(commands, "analyse", _analyse, "review a finished game: what was better where")
    analyse.add_argument(
        "file", metavar="GAME", help="a file, or a kept game by its name or number as in resume"
    )
    analyse.add_argument(
        "--budget",
        default="100ms",
        metavar="B",
        help="thought for each decision: a time such as 500ms, or iters=2000 (default: 100ms)",
    )
    analyse.add_argument(
        "--what-if",
        type=int,
        metavar="ACTION",
        help="only this decision: play on to the end with the move made and with another",
    )
    analyse.add_argument(
        "--move", metavar="MOVE", help="the other move, in notation (default: the best the coach finds)"
    )
    analyse.add_argument("--all", action="store_true", help="list every decision, not only the missed ones")
    analyse.add_argument("--svg", type=Path, metavar="OUT", help="write the curve of everyone's chances")
    analyse.add_argument("--json", type=Path, metavar="OUT", help="write every figure")
    analyse.add_argument(
        "--seed", type=int, metavar="N", help="with a budget in iterations: the same review every time"
    )
    add_common(analyse)

    rules = add_command(commands, "rules", _rules, "read the rules of a game")
    add_game(rules)
    rules.add_argument("--rule", metavar="ID", help="one rule, such as WS-C9 or TW-P6")
    add_common(rules)

    components = add_command(commands, "components", _components, "list, check or copy a game's components")
    add_game(components)
    components.add_argument("--write", type=Path, metavar="FILE", help="write an editable copy")
    add_common(components, "--file")

    add_command(commands, "games", _games, "list the games")
    bots = add_command(commands, "bots", _bots, "list the bots")
    bots.add_argument("--lang", choices=LANGUAGES, default="en", help="language (default: en)")

    tournament_command.add(commands)
    ratings_command.add(commands)
    simulate_command.add(commands)
    report_command.add(commands)
    train_command.add(commands)
    fairness_command.add(commands)
    bench_command.add(commands)
    return parser


if __name__ == "__main__":
    sys.exit(main())
