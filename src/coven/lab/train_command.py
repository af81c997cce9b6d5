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
        help="how many to learn from in all (default: 2e9, on the CPU 2e7)",
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
        "--every", type=int, default=200, metavar="R", help="rounds a checkpoint (default: 200)"
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
    from coven.lab.export import export
    from coven.lab.learner import Recipe
    from coven.lab.train import Training

    game = load(args.game)
    device = args.device or _device()
    folder = args.folder or Path(f"train-{game.name}")
    last = folder / checkpoints.NAME
    kept = None
    if args.resume is not None:
        kept = checkpoints.load(last if args.resume is True else Path(args.resume), game)
        recipe = Recipe.kept(kept["recipe"])
    else:
        if last.exists():
            raise BadOption(f"{last} exists already: go on with --resume, or choose another --folder")
        recipe = Recipe.usual(device)
    recipe = _changed(recipe, args)
    known = None
    if args.begin is not None:
        if kept is not None:
            raise BadOption(
                "--begin is for a new training, --resume goes on with an old one: give one of them"
            )
        known = networks.load(game, None if args.begin is True else args.begin)
        recipe = replace(recipe, wide=known.wide, deep=known.deep)
    goal = int(args.decisions or max(USUAL[device], kept["goal"] if kept else 0))
    if min(args.every, goal, recipe.games) < 1:
        raise BadOption("--every, --decisions and --games are whole numbers from 1 on")
    training = Training(
        game, recipe, folder, device, args.seed, goal, args.every, args.greedy, _threads(device), _say
    )
    if kept is not None:
        training.resume(kept)
        _say(f"going on after {training.decisions / 1e6:,.1f} M decisions")
    elif known is not None:
        training.begin_with(known)
        _say(
            f"beginning with a network that learned from {known.about['made']['decisions'] / 1e6:,.1f} M decisions"
        )
    path = training.run(args.minutes)
    training.finish()
    if args.export is not None:
        export(args.export, game, checkpoints.load(path, game))
        _say(f"network written to {args.export}")
    _say(f"checkpoint kept in {path}")
    return 0


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
        try:
            parts = [type(kinds[name][0] if isinstance(kinds[name], tuple) else kinds[name])(part)
                     for part in value.split(",")]  # fmt: skip
        except ValueError:
            raise BadOption(f"{text!r}: {name} is a number, such as {kinds[name]}") from None
        if isinstance(kinds[name], tuple):
            given[name] = (parts[0], parts[-1])
        else:
            given[name] = parts[0]
    return replace(recipe, **given)
