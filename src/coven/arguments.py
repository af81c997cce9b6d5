"""What the sub-commands of `coven` share: the arguments they take and how these are read."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from coven.core.errors import BadOption, CovenError
from coven.core.language import LANGUAGES
from coven.core.registry import definition, games

if TYPE_CHECKING:
    from collections.abc import Mapping

    from coven.core.game import Game
    from coven.core.option import Option
    from coven.core.record import Record

FAILED, WRONG, INTERRUPTED = 1, 2, 130  # exit codes


def load_game(args: argparse.Namespace) -> Game:
    from coven.core.registry import load

    return load(args.game, existing(args.components))


def existing(path: Path | None) -> Path | None:
    """A file that was named, if it is there."""
    if path is not None and not path.exists():
        raise CovenError(f"there is no file {path}")
    return path


def check_folders(*paths: Path | None) -> None:
    """Refuse, before anything is done, files that could not be written in the end."""
    for path in paths:
        if path is not None and not path.parent.is_dir():
            raise BadOption(f"there is no folder {path.parent} to write {path.name} to: make it first")
        if path is not None and path.is_dir():
            raise BadOption(f"{path} is a folder: name a file in it")


def read_record(path: Path, components: Path | None) -> Record:
    """The record in a file."""
    from coven.core.record import read

    existing(components)
    try:
        return read(path.read_text(encoding="utf-8"), components)
    except UnicodeDecodeError:
        raise CovenError(f"{path} is not a record: it is not text") from None


def chosen_options(args: argparse.Namespace, game: Game) -> dict[str, Any]:
    """The game's own options that were given. Another game's are handed on too: the game says it has no such."""
    given = {
        option.name: getattr(args, option.name) for name in games() for option in definition(name).options
    }
    return game.definition.read_options({name: text for name, text in given.items() if text is not None})


def seat_count(args: argparse.Namespace) -> int | None:
    """The number of seats, if it was asked for or an option is for one number alone."""
    if args.players is not None:
        return int(args.players)
    for option in definition(args.game).options:
        for value in option.values:
            if value.text == getattr(args, option.name) and len(value.players) == 1:
                return value.players.start
    return None


def add_command(commands: Any, name: str, run: Any, about: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(
        name, help=about, description=f"{about[0].upper()}{about[1:]}."
    )
    parser.set_defaults(run=run)
    return parser


def add_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game",
        nargs="?",
        default=games()[0],
        metavar="GAME",
        help=f"{', '.join(games())} (default: {games()[0]})",
    )


def add_game_options(parser: argparse.ArgumentParser) -> None:
    """Every game's own options, beside the first game that has them; what each may be its game says."""
    owners: dict[str, dict[str, Option]] = {}
    for name in games():
        for option in definition(name).options:
            owners.setdefault(option.name, {})[name] = option
    for name in games():
        group = parser.add_argument_group(f"options of {name}")
        for option in definition(name).options:
            if next(iter(owners[option.name])) == name:
                add_option(group, owners[option.name])


def add_option(group: Any, owners: Mapping[str, Option]) -> None:
    """An option of one game or several, kept as the text a record would write."""
    options = list(owners.values())
    first = options[0]
    how: dict[str, Any]
    if all(option.switch for option in options):
        how = {"action": "store_const", "const": "yes"}
    elif any(option.switch for option in options):
        how = {"nargs": "?", "const": "yes", "metavar": "VALUE"}
    elif all(option.seat for option in options):
        how = {"metavar": "SEAT"}
    elif any(option.seat or option.each_seat for option in options):
        how = {"metavar": "VALUES"}
    else:
        how = {"choices": list(dict.fromkeys(value.text for option in options for value in option.values))}
    said = [first.help] if len(owners) == 1 else [f"{game}: {option.help}" for game, option in owners.items()]
    group.add_argument(f"--{first.name}", dest=first.name, help="; ".join(said).replace("%", "%%"), **how)


def add_ask_all(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--ask-all",
        action="store_true",
        help="ask even where there is only one move; else it is made unasked",
    )


def add_components(parser: argparse.ArgumentParser, *also: str) -> None:
    parser.add_argument(
        "--components",
        *also,
        type=Path,
        metavar="FILE",
        help="a component file of your own (default: the game's)",
    )


def add_common(parser: argparse.ArgumentParser, *also: str) -> None:
    add_components(parser, *also)
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language (default: en)")
