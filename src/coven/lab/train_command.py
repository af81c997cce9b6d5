"""`coven train`: the arguments, and what is said while a network learns."""

from __future__ import annotations

import argparse
from dataclasses import fields, replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from coven.arguments import add_command, check_folders
from coven.core.errors import BadOption
from coven.core.registry import games

if TYPE_CHECKING:
    from coven.core.game import Game
    from coven.lab.learner import Recipe

EXAMPLES = """\
examples:
  coven train witches --minutes 5                          a try, on the GPU if there is one
  coven train witchstone --decisions 3e9 --folder ws       half an hour of a large GPU
  coven train witchstone --folder ws --resume              go on from the last checkpoint
  coven train witches --folder tw2 --begin                 a new training that begins with the game's own network
  coven train witches --folder tw --resume --minutes 0 --export network.npz
                                                           write what was learned, for policy:net=network.npz
"""
EVERY = 200
USUAL = {"cuda": 2_000_000_000, "cpu": 20_000_000}


def add(commands: Any) -> None:
    """Add the command to the command line."""
    parser = add_command(
        commands, "train", run, "train a network by self-play, on a GPU or in small on the CPU"
    )
    parser.epilog = EXAMPLES
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("game", metavar="GAME", help=", ".join(games()))
    parser.add_argument(
        "--folder", type=Path, metavar="DIR", help="checkpoints, progress and network (default: train-GAME)"
    )
    parser.add_argument(
        "--decisions",
        type=float,
        metavar="N",
        help="how many to learn from in all (default: 2e9, on the CPU 2e7; or as it was begun)",
    )
    parser.add_argument("--minutes", type=float, metavar="M", help="stop after so long, with a checkpoint")
    parser.add_argument(
        "--resume",
        nargs="?",
        const=True,
        metavar="FILE",
        help="go on from a checkpoint (default: the last one of the folder)",
    )
    parser.add_argument(
        "--begin",
        nargs="?",
        const=True,
        metavar="FILE",
        help="begin with a network written for play (default: the game's own) instead of with chance",
    )
    parser.add_argument("--export", type=Path, metavar="FILE", help="write the network here too at the end")
    parser.add_argument("--device", choices=("cpu", "cuda"), help="default: cuda if there is a GPU")
    parser.add_argument(
        "--seed", type=int, default=1, metavar="S", help="the same training again (default: 1)"
    )
    parser.add_argument(
        "--games", type=int, metavar="N", help="games at once (default: 65536, on the CPU 256)"
    )
    parser.add_argument(
        "--every", type=int, metavar="R", help="rounds a checkpoint (default: 200, or as it was begun)"
    )
    parser.add_argument(
        "--greedy",
        type=int,
        default=100,
        metavar="N",
        help="games against greedy a checkpoint (default: 100)",
    )
    parser.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE", help="another number of the recipe"
    )


def run(args: argparse.Namespace) -> int:
    """Train and say how it goes."""
    if find_spec("torch") is None:
        raise BadOption("training needs torch: pip install 'coven[train]'")
    check_folders(args.export)
    from coven.bots import network as networks
    from coven.core.registry import load
    from coven.lab import checkpoints
    from coven.lab.learner import Recipe
    from coven.lab.selfplay import check_gpu
    from coven.lab.train import Training

    _check_numbers(args)
    game = load(args.game)
    device = args.device or _device()
    if device == "cuda":
        check_gpu()
    folder = args.folder or Path(f"train-{game.name}")
    last = folder / checkpoints.NAME
    from_file = last if args.resume is True else Path(args.resume) if args.resume else None
    if last.exists() and (from_file is None or from_file.parent.resolve() != folder.resolve()):
        raise BadOption(f"{last} exists already: go on with --resume, or choose another --folder")
    if not folder.parent.is_dir():
        raise BadOption(f"there is no folder {folder.parent} for --folder: make it first")
    if folder.exists() and not folder.is_dir():
        raise BadOption(f"{folder} is a file: choose another --folder")
    if from_file is not None and args.begin is not None:
        raise BadOption("--begin is for a new training, --resume goes on with an old one: give one of them")
    kept = None if from_file is None else checkpoints.load(from_file, game)
    known = None
    recipe = Recipe.usual(device) if kept is None else Recipe.kept(kept["recipe"])
    if args.begin is not None:
        known = networks.load(game, None if args.begin is True else args.begin)
        recipe = replace(recipe, wide=known.wide, deep=known.deep)
    changed = _changed(recipe, args)
    if (kept or known) and (changed.wide, changed.deep) != (recipe.wide, recipe.deep):
        raise BadOption(
            f"a network keeps its size: this one has wide={recipe.wide} and deep={recipe.deep}, begin anew for another"
        )
    goal = int(args.decisions or (kept["goal"] if kept else USUAL[device]))
    if kept is not None and args.minutes == 0:
        _export(args, game, kept)
        return 0
    if kept is not None and kept["decisions"] >= goal:
        raise BadOption(
            f"{from_file} has learned from {kept['decisions']:,} decisions, and {goal:,} was the aim: "
            "--decisions goes on to more, --minutes 0 --export FILE writes its network"
        )
    every = args.every or (kept or {}).get("every", EVERY)
    training = Training(
        game, changed, folder, device, args.seed, goal, every, args.greedy, _threads(device), _say
    )
    if kept is not None:
        training.resume(kept)
        _say(f"going on after {training.decisions:,} decisions")
    elif known is not None:
        training.begin_with(known)
        _say(f"beginning with a network that learned from {known.about['made']['decisions']:,} decisions")
    path = training.run(args.minutes)
    training.finish()
    _export(args, game, checkpoints.load(path, game))
    _say(f"checkpoint kept in {path}")
    return 0


def _check_numbers(args: argparse.Namespace) -> None:
    for name, value, least in (
        ("--decisions", args.decisions, 1),
        ("--every", args.every, 1),
        ("--games", args.games, 1),
        ("--minutes", args.minutes, 0),
        ("--greedy", args.greedy, 0),
        ("--seed", args.seed, 0),
    ):
        if value is not None and not least <= value < 2**63:
            raise BadOption(f"{name} is a number from {least} on, not {value}")


def _export(args: argparse.Namespace, game: Game, content: dict[str, Any]) -> None:
    from coven.lab.export import export

    if args.export is not None:
        export(args.export, game, content)
        _say(f"network written to {args.export}")


def _say(line: str) -> None:
    print(line, flush=True)


def _device() -> str:
    from coven.lab.selfplay import check_gpu

    try:
        check_gpu()
    except BadOption:
        return "cpu"
    return "cuda"


def _threads(device: str) -> int:
    from coven.bots.search import cores

    return 1 if device == "cuda" else cores()


def _changed(recipe: Recipe, args: argparse.Namespace) -> Recipe:
    """The recipe with what was asked for."""
    kinds = {field.name: getattr(recipe, field.name) for field in fields(recipe)}
    given: dict[str, Any] = {} if args.games is None else {"games": args.games}
    for text in args.set:
        name, _, value = text.partition("=")
        if name not in kinds:
            raise BadOption(f"the recipe has no {name!r}; it has {', '.join(kinds)}")
        usual = kinds[name]
        both = isinstance(usual, tuple)
        try:
            parts = [type(usual[0] if both else usual)(part) for part in value.split(",")]
        except ValueError:
            parts = []
        if not 1 <= len(parts) <= 1 + both:
            how = "a number, or two: for the beginning and for the end" if both else "a number"
            such = ",".join(map(str, usual)) if both else usual
            raise BadOption(f"{text!r}: {name} is {how}, such as {name}={such}")
        given[name] = (parts[0], parts[-1]) if both else parts[0]
    made = replace(recipe, **given)
    made.check()
    return made
